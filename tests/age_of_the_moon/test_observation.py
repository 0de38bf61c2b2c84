"""The observation against a slow encoder written straight from its table ("Observation" in docs/age_of_the_moon.md).

That no hidden field shows, not even whose turn it is, is checked in ``test_hidden``; that seats may be relabelled with
the other invariants.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import pytest

import lunar_envs
from lunar_envs.engine import kernels
from lunar_envs.engine.batch import Batch
from lunar_envs.engine.jit import disabled
from lunar_envs.games.age_of_the_moon import encode
from lunar_envs.games.age_of_the_moon.codes import IN_MARKET, IN_PILE, MARKET, Agreement, Context, Item, Place, Status

from .build import build, enrich
from .reference import ASSETS, BOARD, ICP, MENUS, MODULES, ROCKETS, Pair, Table, is_orbital, is_rover

GAME = lunar_envs.games["age_of_the_moon"]
SEATS = 4
EVERY = 121 if disabled() else 13
"""Of the decisions of a game, those that are looked at."""
ONGOING = (20, 21, 22, 23, 24, 25, 31)
OPTIONS = ({}, {"ask_idle": 2, "variant_pro": True, "empty_card_effect": "supply_sabotage"})
SELECTING = (Context.DEPLOY_HEX, Context.ROVER_MOVE, Context.ROVER_CONSENT)


# -- the slow encoder --------------------------------------------------------------------------------------------------


def expected_observation(state: np.ndarray, seat: int) -> np.ndarray:
    """float32[2538], block after block."""
    view = View(state, seat)
    blocks = [view.game(), view.turn(), *map(view.player, view.order), *map(view.asset, range(SEATS * len(ASSETS)))]
    blocks += [*map(view.hex, range(len(BOARD))), view.cards(), *map(view.agreement, range(16))]
    blocks += [view.negotiation(), *map(view.item, range(6)), *map(view.pledge, range(12))]
    values = np.concatenate([np.ravel(part) for block in blocks for part in block])
    return np.clip(values, -1, 1).astype(np.float32)


def one_hot(value: int, length: int, first: int = 0) -> np.ndarray:
    """1 at the place of ``value`` among ``length`` values from ``first`` on; zeros if it is not among them."""
    return np.arange(first, first + length) == value


def place(h: int) -> list[float]:
    """Where a hex lies; zeros for none."""
    return [BOARD[h].q / 3, BOARD[h].r / 3] if h >= 0 else [0, 0]


class View(Table):
    """What one seat sees; absent seats are None."""

    def __init__(self, state: np.ndarray, seat: int):
        super().__init__(state)
        self.order = [(seat + k) % self.n if k < self.n else None for k in range(SEATS)]
        self.me = seat
        self.waits = self.s.ctx not in (*MENUS, Context.STOP_WINDOW) or seat == self.s.to_move

    def one(self, p: int) -> list[bool]:
        """A seat, one-hot."""
        return [q is not None and q == p for q in self.order]

    def bits(self, mask: int) -> list[int]:
        """A mask, 1 for each seat."""
        return [0 if q is None else mask >> q & 1 for q in self.order]

    def packed(self, mask: int) -> float:
        """A mask as one value."""
        return sum(bit << k for k, bit in enumerate(self.bits(mask))) / 15

    def number(self, p: int) -> float:
        """A seat as one value."""
        return (self.order.index(p) + 1) / 4 if p >= 0 else 0

    def asset_number(self, index: int) -> float:
        """An asset as one value."""
        return (self.order.index(index // 16) * 16 + index % 16 + 1) / 64 if index >= 0 else 0

    def game(self) -> list:
        """Block A."""
        s = self.s
        launched = s.rocket_kind[s.launch_rocket] if s.launch_rocket >= 0 else -1
        return [
            one_hot(self.n, 3, 2),
            s.round / 30,
            one_hot(s.phase, 6, 1),
            self.one(s.start),
            np.array(self.one(s.cur)) * self.waits,
            s.pass_count / 4 * self.waits,
            s.turn_acted * self.waits,
            one_hot(s.die_last, 7),
            s.opt_pro,
            min(1, s.nego_count / 32),
            np.array(s.supply) / 29,
            one_hot(s.opt_empty, 8),
            s.no_surface,
            min(1, s.rideshare),
            one_hot(launched, 5),
            s.launch_left / 6,
            one_hot(s.cur_event, 38),
            one_hot(s.quarter_last, 5),
        ]

    def turn(self) -> list:
        """Block B."""
        actor = self.s.to_move if self.s.ctx != Context.TERMINAL else -1
        return [one_hot(self.s.ctx, 36) * self.waits, np.array(self.one(actor)) * self.waits]

    def player(self, p: int | None) -> list:
        """A row of block C."""
        if p is None:
            return [np.zeros(45)]
        s = self.s
        held = [a for a in self.assets(Status.DEPLOYED) if a[1] in MODULES and p in self.holders(a)]
        return [
            1,
            min(1, s.refill_plus[p] / 2),
            one_hot(s.faction[p], 4),
            np.array(s.res[p]) / 29,
            s.icp[p] / 10,
            ICP[s.icp[p]].isolated,
            self.hand_size(p) / 32,
            s.open_priv[p],
            min(1, s.free_reuse[p]),
            s.jammed[p],
            [s.tried[p] >> i & 1 for i in range(3)],
            one_hot(s.joint[p], 2, 1),
            self.rockets(p, flown=False, reused=False),
            self.rockets(p, flown=True, reused=False),
            self.rockets(p, flown=True, reused=True),
            [any(a[1] == kind for a in held) for kind in MODULES],
            [any(a[1] == kind and self.operated(a) for a in held) for kind in MODULES],
            self.embargoed(p),
        ]

    def rockets(self, p: int, *, flown: bool, reused: bool) -> list[float]:
        """The share of each kind that a seat owns so."""
        s = self.s
        mine = [
            i for i in range(16) if s.rocket_loc[i] == p and (s.rocket_flown[i], s.rocket_reused[i]) == (flown, reused)
        ]
        return [sum(s.rocket_kind[i] == k for i in mine) / row.count for k, row in enumerate(ROCKETS)]

    def asset(self, index: int) -> list:
        """A row of block D."""
        c, kind = self.order[index // 16], index % 16
        if c is None:
            return [np.zeros(16)]
        s, a = self.s, (c, kind)
        deployed, h = s.asset_status[c][kind] == Status.DEPLOYED, s.asset_hex[c][kind]
        return [
            self.one(self.owner(a)),
            one_hot(s.asset_status[c][kind], 3, 1),
            deployed and self.operated(a),
            self.packed(s.op_paid[c][kind]),
            deployed and self.connected(a),
            s.asset_blocked[c][kind],
            self.packed(s.co_mask[c][kind]),
            s.co_kind[c][kind] / 3,
            place(h),
            h >= 0 and self.gets_bonus(a, h),
        ]

    def gets_bonus(self, a: Pair, h: int) -> bool:
        """R16."""
        row = ASSETS[a[1]]
        return BOARD[h].bonus_res >= 0 and (row.prod_l, row.prod_w, row.prod_p, row.prod_s)[BOARD[h].bonus_res] > 0

    def hex(self, h: int) -> list:
        """A row of block E."""
        here = self.tokens.get(h, [])
        fixed = [sum(not is_rover(a[1]) and self.owner(a) == p for a in here) for p in self.order]
        rovers = [sum(is_rover(a[1]) and self.owner(a) == p for a in here) for p in self.order]
        shared = self.packed(self.s.hex_share[h])
        return [
            np.minimum(1, np.array(fixed) / 2),
            np.minimum(1, np.array(rovers) / 3),
            shared,
            h in self.nodes[self.me],
        ]

    def cards(self) -> list:
        """Block F."""
        s = self.s
        known = [np.zeros(21) if p is None else s.known[self.me][p] for p in self.order[1:]]
        copies = np.array([s.hand[self.me], *known, s.nego_discard])
        market = [sum(s.rocket_loc[i] == IN_MARKET and s.rocket_kind[i] == k for i in range(16)) for k in range(5)]
        pile = [sum(s.rocket_loc[i] == IN_PILE and s.rocket_kind[i] == k for i in range(16)) for k in range(5)]
        return [
            np.minimum(1, copies / 4),
            s.nego_deck_n / 32,
            s.event_deck_n / 38,
            [p != Place.DECK for p in s.event_place],
            [s.event_place[event] == Place.ONGOING for event in ONGOING],
            np.array(market) / 4,
            np.array(pile) / 16,
            [s.rules >> rule & 1 for rule in range(4, 10)],
        ]

    def agreement(self, i: int) -> list:
        """A row of block G."""
        s = self.s
        return [
            one_hot(s.ag_kind[i], 9, 1),
            self.bits(s.ag_members[i]),
            self.number(s.ag_by[i]),
            self.number(s.ag_target[i]),
            (s.ag_a[i] + 1) / 4,
            (s.ag_b[i] + 1) / 4,
            s.ag_amt[i] / 6,
            s.ag_used[i],
            place(s.ag_hex[i]),
            self.asset_number(s.ag_asset[i]),
        ]

    def negotiation(self) -> list:
        """Block H."""
        s = self.s
        asset = s.sel_asset if s.ctx in SELECTING else s.ng_asset
        h = s.op_pending_hex if s.ctx == Context.ROVER_CONSENT else s.ng_hex
        return [
            one_hot(s.ng_kind, 23),
            self.one(s.ng_by),
            self.one(s.ng_target),
            self.bits(s.ng_invited),
            np.array(self.bits(s.ng_pending)) * (s.ctx != Context.STOP_WINDOW),
            self.bits(s.ng_accepted | s.ng_yes),
            one_hot(s.ng_a, 4),
            one_hot(s.ng_b, 4),
            (s.pay_left if s.ctx == Context.SANCTION_PAY else s.ng_amt) / 6,
            place(h),
            h >= 0,
            self.one(asset // 16 if asset >= 0 else -1),
            one_hot(asset % 16 if asset >= 0 else -1, 16),
            one_hot(s.ng_x, 3),
            one_hot(s.ng_y, 3),
            one_hot(s.ng_rule, 10),
            s.ng_counters / 2,
            s.ng_steps / 24,
            self.one(s.draft[0]),
            self.one(s.draft[1]),
            one_hot(s.draft[2], 7),
        ]

    def item(self, i: int) -> list:
        """A row of block H2."""
        if i >= self.s.deal_n:
            return [np.zeros(18)]
        giver, taker, item, arg, quantity = self.s.deal[i]
        return [
            1,
            self.number(giver),
            self.number(taker),
            one_hot(item, 7),
            one_hot(arg if item == Item.RESOURCE else -1, 4),
            self.asset_number(arg) if item == Item.ASSET else 0,
            (arg + 1) / 21 if item == Item.CARD else 0,
            (arg + 1) / 5 if item == Item.ROCKET else 0,
            quantity / 6,
        ]

    def pledge(self, i: int) -> list:
        """A row of block H3."""
        group, i = divmod(i, 6)
        if i >= self.s.pledge_n[group]:
            return [np.zeros(8)]
        giver, taker, resource, quantity = self.s.pledge[group][i]
        return [1, self.number(giver), self.number(taker), one_hot(resource, 4), quantity / 6]


# -- states ------------------------------------------------------------------------------------------------------------


class Scramble:
    """A state with every field anywhere in its range, or beyond where the observation is clipped."""

    def __init__(self, random: np.random.Generator):
        self.random = random
        self.states = np.zeros(1, GAME.dtype)
        self.s = self.states[0]
        self.n = self.s.num_players = int(random.integers(2, 5))
        self.game()
        self.players()
        self.assets()
        self.agreements()
        if random.random() < 0.8:
            self.negotiation()
        else:
            self.fill("ng_by ng_target ng_kind ng_a ng_b ng_hex ng_asset ng_x ng_y ng_rule draft", -1, -1)

    def fill(self, names: str, low: int, high: int, count: int | None = None) -> None:
        """Write integers from ``low`` to ``high``, to the first ``count`` rows if it is given."""
        for name in names.split():
            shape = self.states[name].shape[1:]
            if count is None:
                self.states[name] = self.random.integers(low, high + 1, (1, *shape))
            else:
                self.states[name][:, :count] = self.random.integers(low, high + 1, (1, count, *shape[1:]))

    def game(self) -> None:
        """Blocks A, B and F."""
        self.fill("opt_pro turn_acted no_surface", 0, 1)
        self.fill("rideshare", 0, 2)
        self.fill("event_place", 0, 3)
        self.fill("quarter_last pass_count", 0, 4)
        self.fill("die_last launch_left", 0, 6)
        self.fill("phase", 1, 6)
        self.fill("opt_empty", 0, 7)
        self.fill("round", 1, 30)
        self.fill("nego_deck_n", 0, 32)
        self.fill("ctx", 0, 35)
        self.fill("event_deck_n", 0, 38)
        self.fill("nego_count", 0, 40)
        self.fill("supply", 0, 29)
        self.fill("rules", 0, 1023)
        self.fill("nego_discard", 0, 5)
        self.fill("cur_event", -1, 37)
        self.fill("launch_rocket", -1, 15)
        self.fill("start cur to_move", 0, self.n - 1)
        if self.s.ctx == Context.TERMINAL:
            self.s.to_move = -1

    def players(self) -> None:
        """Block C, and what is known of hands."""
        n = self.n
        self.fill("open_priv jammed", 0, 1, n)
        self.fill("joint free_reuse", 0, 2, n)
        self.fill("refill_plus faction", 0, 3, n)
        self.fill("hand known", 0, 5, n)
        self.fill("tried", 0, 7, n)
        self.fill("res", 0, 29, n)
        self.fill("icp", -10, 10, n)
        self.s.known[:, n:] = 0
        self.s.hand[self.random.random(self.s.hand.shape) < 0.7] = 0
        self.s.rocket_kind = self.random.permutation(np.repeat(np.arange(5), [row.count for row in ROCKETS]))
        self.fill("rocket_loc", -2, n - 1)
        self.s.rocket_loc[np.flatnonzero(self.s.rocket_loc == IN_MARKET)[MARKET:]] = IN_PILE
        self.fill("rocket_flown rocket_reused", 0, 1)
        self.s.rocket_reused &= self.s.rocket_flown

    def assets(self) -> None:
        """Blocks D and E."""
        n, s = self.n, self.s
        s.asset_hex = -1
        s.asset_owner = np.arange(SEATS)[:, None]
        s.asset_status = Status.ABSENT
        self.fill("asset_status", 0, 3, n)
        self.crowded = np.repeat(self.random.permutation(len(BOARD))[: self.random.integers(18, 38)], 2).tolist()
        for c, kind in zip(*np.nonzero(s.asset_status), strict=True):
            if s.asset_status[c, kind] == Status.ABSENT:
                continue
            s.asset_owner[c, kind] = c if self.random.random() < 0.6 else self.random.integers(n)
            others = self.mask() & ~(1 << int(s.asset_owner[c, kind]))
            if others and self.random.random() < 0.5:
                s.co_mask[c, kind], s.co_kind[c, kind] = others, self.random.integers(1, 4)
            if s.asset_status[c, kind] == Status.DEPLOYED:
                s.op_paid[c, kind] = self.mask() if self.random.random() < 0.5 else 0
                s.asset_blocked[c, kind] = self.random.integers(2)
                s.asset_hex[c, kind] = self.free_hex(kind)
        for h in self.random.integers(len(BOARD), size=self.random.integers(4)):
            s.hex_share[h] = self.mask()

    def free_hex(self, kind: int) -> int:
        """Where a deployed asset may be: never more than two in a hex, but for rovers."""
        if is_orbital(kind):
            return -1
        if is_rover(kind):
            return int(self.random.choice(self.crowded or [0]))
        return self.crowded.pop(self.random.integers(len(self.crowded))) if self.crowded else 0

    def agreements(self) -> None:
        """Blocks G and H3."""
        n, s = self.n, self.s
        self.fill("ag_kind", 0, 9)
        self.fill("ag_used", 0, 1)
        self.fill("ag_amt", 0, 6)
        self.fill("ag_members", 0, (1 << n) - 1)
        self.fill("ag_a ag_b", -1, 3)
        self.fill("ag_by ag_target", -1, n - 1)
        self.fill("ag_hex", -1, len(BOARD) - 1)
        self.fill("ag_asset", -1, 16 * n - 1)
        s.ag_target[s.ag_kind == Agreement.EMBARGO] = self.random.integers(n)
        for name in ("members", "amt", "used"):
            s[f"ag_{name}"][s.ag_kind == 0] = 0
        for name in ("by", "target", "a", "b", "hex", "asset"):
            s[f"ag_{name}"][s.ag_kind == 0] = -1
        self.fill("pledge_n", 0, 6)
        self.fill("pledge", 0, n - 1)
        s.pledge[..., 2] = self.random.integers(4, size=(2, 6))
        s.pledge[..., 3] = self.random.integers(1, 7, size=(2, 6))

    def negotiation(self) -> None:
        """Blocks H and H2."""
        n, s = self.n, self.s
        self.fill("ng_kind", 0, 22)
        self.fill("ng_by ng_target", -1, n - 1)
        self.fill("ng_invited ng_pending ng_accepted ng_yes", 0, (1 << n) - 1)
        self.fill("ng_a ng_b", -1, 3)
        self.fill("ng_amt deal_n", 0, 6)
        self.fill("pay_left", 0, 3)
        self.fill("ng_hex op_pending_hex", -1, len(BOARD) - 1)
        self.fill("ng_asset sel_asset", -1, 16 * n - 1)
        self.fill("ng_x", -1, 15)
        self.fill("ng_y", -1, 2)
        self.fill("ng_rule", -1, 9)
        self.fill("ng_counters", 0, 2)
        self.fill("ng_steps", 0, 24)
        s.draft[:2], s.draft[2] = self.random.integers(-1, n, 2), self.random.integers(-1, 7)
        for entry in s.deal:
            entry[:2], entry[2], entry[4] = (
                self.random.integers(n, size=2),
                self.random.integers(7),
                self.random.integers(1, 7),
            )
            entry[3] = self.random.integers(
                {Item.RESOURCE: 4, Item.ASSET: 16 * n, Item.CARD: 21, Item.ROCKET: 5}.get(entry[2], 1)
            )

    def mask(self) -> int:
        """Any mask of seats."""
        return int(self.random.integers(1 << self.n))


def played_states(num_players: int, seed: int, options: dict, *, rich: bool, most: int = 700) -> Iterator[np.ndarray]:
    """The states of a random game, of one that starts in its middle if ``rich``."""
    random = np.random.default_rng(seed)
    state = GAME.new(num_players, seed, **options)
    if rich:
        enrich(state, random)
    for _ in range(most):
        yield state
        if GAME.is_over(state):
            return
        GAME.step(state, random.choice(np.flatnonzero(GAME.legal(state))))


# -- tests -------------------------------------------------------------------------------------------------------------


def assert_as_expected(state: np.ndarray) -> None:
    """Every seat sees what the table says, bit by bit."""
    for seat in range(GAME.num_players(state)):
        seen = GAME.blocks(GAME.observe(state, seat))
        for name, expected in GAME.blocks(expected_observation(state, seat)).items():
            np.testing.assert_array_equal(seen[name], expected, f"block {name!r} seen by seat {seat}")


def test_the_blocks_are_those_of_the_table() -> None:
    """Names, places and shapes."""
    layout = [(block.name, block.start, block.shape) for block in encode.BLOCKS]
    assert layout == [
        ("global", 0, (92,)),
        ("context", 92, (40,)),
        ("players", 132, (4, 45)),
        ("assets", 312, (64, 16)),
        ("hexes", 1336, (37, 10)),
        ("cards", 1706, (168,)),
        ("agreements", 1874, (16, 22)),
        ("negotiation", 2226, (108,)),
        ("deal", 2334, (6, 18)),
        ("pledges", 2442, (2, 6, 8)),
    ]
    assert GAME.observation_length == 2538


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_any_fields_are_encoded_as_in_the_table(seed: int) -> None:
    """States that no game reaches, too."""
    random = np.random.default_rng(seed)
    for _ in range(15):
        assert_as_expected(Scramble(random).states)


@pytest.mark.slow
@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_played_states_are_encoded_as_in_the_table(num_players: int, options: dict, rich: bool) -> None:
    """The first decisions and some of the others."""
    for number, state in enumerate(played_states(num_players, num_players, options, rich=rich)):
        if number < 10 or number % EVERY == 0 or GAME.is_over(state):
            assert_as_expected(state)


def test_the_end_is_encoded_as_in_the_table() -> None:
    """When the last round is over, nobody is to move."""
    state = GAME.new(2, 1)
    state["round"] = 30
    random = np.random.default_rng(1)
    while not GAME.is_over(state):
        GAME.step(state, random.choice(np.flatnonzero(GAME.legal(state))))
    assert_as_expected(state)


TABLE = {
    "num_players": 3,
    "start": 1,
    "factions": ["innovator", "diplomat", "ecoharmonist"],
    "res": [[3, 0, 1, 0], [0, 29, 0, 0], [0, 0, 0, 2]],
    "icp": [-9, 4, 0],
    "hands": {0: ["stop", "stop"], 1: ["resource_steal"]},
    "assets": {0: ["ice_mine@1 paid", "habitat@earth"], 1: ["comms_orbiter@orbit"], 2: ["science_rover@18"]},
    "rockets": {1: ["reusable flown"]},
    "market": ["light", "light", "heavy", "medium"],
    "ongoing": ["lunar_accords"],
    "agreements": [{"kind": "EMBARGO", "members": [0, 1], "target": 2, "by": 0}],
    "fields": {"known[1][0][8]": 1, "hex_share[1]": 3},
}
SEEN = [  # viewer, block, place, values
    (0, "global", slice(0, 4), [0, 1, 0, 3 / 30]),
    (0, "global", slice(10, 14), [0, 1, 0, 0]),
    (1, "global", slice(10, 18), [1, 0, 0, 0, 1, 0, 0, 0]),
    (0, "global", slice(14, 18), [0, 0, 0, 0]),
    (1, "context", slice(0, 40), [0, 0, 0, 0, 1, *[0] * 31, 1, 0, 0, 0]),
    (2, "context", slice(0, 40), [0] * 40),
    (0, "players", (0, slice(0, 13)), [1, 0, 0, 0, 0, 1, 3 / 29, 0, 1 / 29, 0, -9 / 10, 1, 2 / 32]),
    (1, "players", (0, slice(26, 31)), [0, 0, 0, 1 / 3, 0]),
    (1, "players", (1, 44), 1),
    (1, "players", 3, [0] * 45),
    (0, "assets", 7, [1, 0, 0, 0, 0, 0, 1, 1, 1 / 15, 1, 0, 0, 0, 1 / 3, -1, 1]),
    (0, "assets", 12, [1, 0, 0, 0, 1, *[0] * 11]),
    (2, "assets", 16 + 7, [0, 1, 0, 0, 0, 0, 1, 1, 2 / 15, 1, 0, 0, 0, 1 / 3, -1, 1]),
    (1, "assets", 3, [1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0]),
    (1, "assets", 16 + 5, [0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    (1, "hexes", 1, [0, 0, 1 / 2, 0, 0, 0, 0, 0, 5 / 15, 1]),
    (0, "hexes", 18, [0, 0, 0, 0, 0, 0, 1 / 3, 0, 0, 0]),
    (0, "cards", 8, 2 / 4),
    (1, "cards", 21 + 21 + 8, 1 / 4),
    (2, "cards", slice(21, 84), [0] * 63),
    (0, "cards", slice(152, 157), [2 / 4, 1 / 4, 1 / 4, 0, 0]),
    (1, "agreements", 0, [*[0] * 6, 1, 0, 0, 1, 0, 1, 0, 3 / 4, 2 / 4, 0, 0, 0, 0, 0, 0, 0]),
]


def test_an_observation_by_hand() -> None:
    """Three seats in the third round."""
    state = build(GAME, TABLE)
    for viewer, block, where, values in SEEN:
        seen = GAME.blocks(GAME.observe(state, viewer))[block][where]
        np.testing.assert_array_equal(seen, np.float32(values), f"seat {viewer}, {block}[{where}]")
    assert_as_expected(state)


def test_every_value_is_written() -> None:
    """Whatever the row held before."""
    random = np.random.default_rng(0)
    for _ in range(10):
        states = Scramble(random).states
        first, second = (np.full((1, GAME.observation_length), old, np.float32) for old in (np.nan, 7))
        for seat in range(GAME.num_players(states)):
            kernels.observe(states, GAME.tables, seat, first)
            kernels.observe(states, GAME.tables, seat, second)
            np.testing.assert_array_equal(first, second)


@pytest.mark.slow
def test_every_value_varies_and_stays_in_its_range() -> None:
    """Between -1 and 1, and for something."""
    random = np.random.default_rng(1)
    states = [Scramble(random).states for _ in range(2500)]
    seen = np.array([GAME.observe(state, seat) for state in states for seat in range(GAME.num_players(state))])
    low, high = GAME.blocks(seen.min(axis=0)), GAME.blocks(seen.max(axis=0))
    for name in low:
        signed = SIGNED.get(name, ())
        assert low[name].min() == (-1 if signed else 0), name
        assert high[name].max() == 1, name
        negative = {int(column) for column in np.nonzero(low[name] < 0)[-1]}
        assert negative == set(signed), name
        constant = set(zip(*map(np.ndarray.tolist, np.nonzero(low[name] == high[name])), strict=True))
        assert constant == set(never_vary(name)), name


SIGNED = {"players": (10,), "assets": (13, 14), "agreements": (19, 20), "negotiation": (52, 53)}
"""Columns with negative values: ICP and the places of hexes."""


def never_vary(block: str) -> Iterable[tuple[int, ...]]:
    """Places that always show the same: two seats are there; orbital assets lie on no hex and are always connected."""
    if block == "players":
        return [(0, 0), (1, 0)]
    if block == "assets":
        free = [kind for kind, row in enumerate(ASSETS) if not (row.op_l or row.op_w or row.op_p or row.op_s)]
        places = [(kind, column) for kind in range(16) if is_orbital(kind) for column in (13, 14, 15)]
        return [(16 * k + kind, column) for k in range(SEATS) for kind, column in places if free or column]
    return []


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_rows_of_a_batch_are_full_observations(num_players: int, options: dict) -> None:
    """What a batch does not write anew is still right."""
    games = RandomGames(8, num_players, **options)
    for _ in range(25):
        games.check_rows()
        games.play()


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_rows_of_a_batch_stay_full_observations(num_players: int, options: dict) -> None:
    """Over many more decisions, and from one game to the next."""
    games = RandomGames(32, num_players, **options)
    for _ in range(600):
        games.check_rows()
        games.play()


class RandomGames(Batch):
    """Random games in the batch loop, half of them moved to their middle, some to their last round."""

    def __init__(self, size: int, num_players: int, **options: object) -> None:
        super().__init__(GAME, size, num_players, **options)
        self.random = np.random.default_rng(num_players)
        self.seeds[:] = range(size)
        self.observations[:], self.final_observations[:] = np.nan, np.nan
        self.reset()
        self.states["round"][::4] = 29
        for i in range(0, size, 2):
            state = GAME.new(num_players, i, **options)
            enrich(state, self.random)
            self.replace(i, state)

    def replace(self, i: int, state: np.ndarray) -> None:
        """Go on with another state in a row."""
        self.states[i] = state[0]
        self.masks[i] = GAME.legal(state)
        self.seats[i] = GAME.to_move(state)
        self.observations[i] = GAME.observe(state, self.seats[i])
        self.epochs[i] = -1

    def play(self) -> None:
        """Step all games at random; the last rows of those that end are full observations, too."""
        actions = np.array([self.random.choice(np.flatnonzero(mask)) for mask in self.masks])
        before = [GAME.clone(self.states[i : i + 1]) for i in range(len(actions))]
        self.step(actions)
        for i in np.flatnonzero(self.ended):
            GAME.step(before[i], actions[i])
            np.testing.assert_array_equal(self.final_observations[i], GAME.observe(before[i], self.actors[i]))

    def check_rows(self) -> None:
        """Every row is what the seat to move sees."""
        for i, row in enumerate(self.observations):
            state = self.states[i : i + 1]
            assert self.seats[i] == GAME.to_move(state)
            np.testing.assert_array_equal(row, GAME.observe(state, self.seats[i]))
