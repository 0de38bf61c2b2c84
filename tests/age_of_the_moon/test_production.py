"""Phase 1 (R13-R19), written down once more in plain Python and compared on random tables."""

import numpy as np
import pytest

import lunar_envs
from lunar_envs.games.age_of_the_moon.codes import (
    ASSET_TYPES,
    ICP_LIMIT,
    Action,
    Agreement,
    Asset,
    Context,
    Phase,
    Place,
    Resource,
    Rule,
    Sharing,
    Split,
    Status,
)

from .build import enrich
from .reference import ASSETS, BOARD, EVENTS, ICP, OPERATION, Pair, Table

GAME = lunar_envs.games["age_of_the_moon"]
TABLES = 60
BUDGET = 3
DUST, BOOM = 20, 22
OUTPUT = [(a.prod_l, a.prod_w, a.prod_p, a.prod_s) for a in ASSETS]


class Production(Table):
    """A state at the end of phase 6; ``produce`` makes its tokens, markers and embargoes those after phase 1."""

    def produce(self, start: int) -> None:
        """R13-R19."""
        order = [start, *self.clockwise(start)]
        for p in order:
            self.take(p, Resource.LUNAR, self.budget(p))
        producing = [a for a in self.assets(Status.DEPLOYED) if self.is_producing(a)]
        for p in order:
            for a in producing:
                self.claim(p, a)
        for i in self.slots_of(Agreement.TENSION):
            self.move_up(self.s.ag_target[i], self.s.ag_amt[i])

    def budget(self, p: int) -> int:
        """R13."""
        rules = self.rule(Rule.BUDGET_INCREASE) - self.rule(Rule.AUSTERITY)
        return max(0, BUDGET + ICP[self.s.icp[p]].refill_bonus + rules + self.s.refill_plus[p])

    def is_producing(self, a: Pair) -> bool:
        """R15."""
        return not self.blocked(a) and self.connected(a) and self.operated(a)

    def output(self, a: Pair) -> list[int]:
        """R16, R18."""
        out = list(OUTPUT[a[1]])
        h = self.s.asset_hex[a[0]][a[1]]
        bonus = BOARD[h].bonus_res if h >= 0 else -1
        if bonus >= 0 and out[bonus]:
            out[bonus] += 1
        if a[1] == Asset.SOLAR_ARRAY and self.ongoing(DUST):
            out[Resource.POWER] = max(0, out[Resource.POWER] - 1)
        if ASSETS[a[1]].commercial and self.ongoing(BOOM):
            out[Resource.LUNAR] += 1
        return out

    def claim(self, p: int, a: Pair) -> None:
        """R17: what ``p`` claims of one asset."""
        venture = self.shared(a) == Sharing.JV
        if p != self.owner(a) and (venture or p not in self.sharers(a)):
            return
        cycle = self.cycle(a) if venture else [p]
        tokens = [r for r, count in enumerate(self.output(a)) for _ in range(count)]
        for i, r in enumerate(tokens):
            receiver = cycle[i % len(cycle)]
            if r != Resource.LUNAR or not self.embargoed(receiver):
                self.take(receiver, r, 1)
        self.move_up(p, ASSETS[a[1]].prod_icp)

    def cycle(self, a: Pair) -> list[int]:
        """R73: who gets the tokens of a joint venture, in turn."""
        owner = [self.owner(a)]
        partners = [q for q in self.clockwise(self.owner(a)) if q in self.sharers(a)]
        return {
            Split.EQUAL: owner + partners,
            Split.OWNER_FAVOURED: owner + owner + partners,
            Split.PARTNER_FAVOURED: partners + partners + owner,
        }[Split(self.s.co_split[a[0]][a[1]])]

    def take(self, p: int, r: int, due: int) -> None:
        """R14."""
        taken = min(due, self.s.supply[r])
        self.s.supply[r] -= taken
        self.s.res[p][r] += taken

    def move_up(self, p: int, spaces: int) -> None:
        """R64, R77: a marker that moves up ends an embargo."""
        before = self.s.icp[p]
        self.s.icp[p] = min(ICP_LIMIT, before + spaces)
        for i in self.slots_of(Agreement.EMBARGO):
            if self.s.ag_target[i] == p and self.s.icp[p] > before:
                self.s.ag_kind[i] = Agreement.NONE


def end_of_round(seed: int) -> np.ndarray:
    """A rich table at the last PASS of a round, after which no event can be drawn."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 5))
    state = GAME.new(num_players=n, seed=seed, ask_idle=2)
    enrich(state, rng)
    s = state[0]
    s.ctx, s.phase = Context.OPERATE_MENU, Phase.OPERATE
    s.to_move = s.cur = (s.start - 1) % n
    s.icp[:n] = rng.integers(-ICP_LIMIT, ICP_LIMIT + 1, n)
    s.refill_plus[:n] = rng.integers(0, 2, n)
    operating = [any(cost) for cost in OPERATION]
    paid = rng.integers(1, 1 << n, (n, ASSET_TYPES)) * (s.asset_status[:n] == Status.DEPLOYED)
    s.op_paid[:n] = np.where(rng.random(paid.shape) < 0.5, (1 << n) - 1, paid) * operating * (paid > 0)
    s.asset_blocked[:n] = (rng.random(paid.shape) < 0.1) & (paid > 0)
    s.co_split = rng.integers(0, len(Split), s.co_split.shape)
    set_no_events(s, rng)
    set_agreement(s, Agreement.EMBARGO, int(rng.integers(n)), 0)
    set_agreement(s, Agreement.TENSION, int(rng.integers(n)), int(rng.integers(1, 3)))
    return state


def set_no_events(s: np.record, rng: np.random.Generator) -> None:
    """Neither deck nor discards: everything lies in the Ongoing area, but for some events that would work there."""
    lasting = np.array([event.duration == "ongoing" for event in EVENTS])
    s.event_deck_n = 0
    s.event_place = np.where(lasting & (rng.random(len(EVENTS)) < 0.5), Place.RESOLVING, Place.ONGOING)


def set_agreement(s: np.record, kind: Agreement, target: int, amount: int) -> None:
    """Put an agreement against a player into the first free slot."""
    slot = int(np.flatnonzero(s.ag_kind == Agreement.NONE)[0])
    s.ag_kind[slot], s.ag_target[slot], s.ag_by[slot] = kind, target, (target + 1) % s.num_players
    s.ag_members[slot], s.ag_amt[slot], s.ag_round[slot] = 1 << target, amount, s["round"]


@pytest.mark.parametrize("seed", range(TABLES))
def test_production(seed: int) -> None:
    """Tokens, markers and embargoes after phase 1."""
    state = end_of_round(seed)
    expected = Production(state)
    GAME.step(state, Action.PASS)
    s = state[0]
    assert (s["round"], s.phase) == (2, Phase.NEGOTIATE)
    assert s.icp.max() <= ICP_LIMIT
    tied = [p for p in expected.seats if expected.s.icp[p] == max(expected.s.icp[: expected.n])]
    assert s.start in tied
    expected.produce(int(s.start))
    assert s.res.tolist() == expected.s.res
    assert s.supply.tolist() == expected.s.supply
    assert s.icp[: s.num_players].tolist() == expected.s.icp[: expected.n]
    embargoes = [int(s.ag_target[i]) for i in range(len(s.ag_kind)) if s.ag_kind[i] == Agreement.EMBARGO]
    assert embargoes == [expected.s.ag_target[i] for i in expected.slots_of(Agreement.EMBARGO)]
    assert not s.op_paid.any()
    assert not s.asset_blocked.any()
    assert Agreement.TEMP not in s.ag_kind
    assert Sharing.TEMP not in s.co_kind
