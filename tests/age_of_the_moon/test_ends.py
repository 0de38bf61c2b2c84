"""Every game ends (R32, R33, R100, R101, bounds per phase): caps, stallers, and what free actions use up."""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
import pytest

import lunar_envs
from lunar_envs.games.age_of_the_moon.codes import HEXES, NONE, Action, Context, Status

from .build import build, enrich
from .reference import MAX_COUNTERS, MAX_STEPS, MENUS, MODULES, NEGO_CAP, Table, is_orbital
from .test_invariants import DECISIONS, ROUNDS, ended, ranks, winners
from .test_production import end_of_round

GAME = lunar_envs.games["age_of_the_moon"]
EDITING = (Context.DEAL_MENU, Context.DEAL_TO, Context.DEAL_ITEM, Context.DEAL_QTY)
LONGEST_EDIT = MAX_STEPS + len(EDITING)
"""The cap is looked at in the menu: one more transfer may be begun just below it, and then the offer is submitted."""
LONGEST_NEGOTIATION = 95
"""Decisions of one negotiation without exchanges."""
ENDINGS = 120
MOSTLY = 0.7
LONGEST_PHASE = 3100
"""Decisions of one phase 3 without exchanges."""

Policy = Callable[[np.ndarray, np.ndarray, np.random.Generator], int]


def stalling(state: np.ndarray, legal: np.ndarray, rng: np.random.Generator) -> int:
    """Counters, edits, clears and negotiates whenever that is possible; submits and passes last."""
    return least(legal, rng, lambda action: PATIENCE.get(action, 5 if is_exchange(action) else 1))


PATIENCE = {
    Action.COUNTER: 0,
    Action.CLEAR: 2,
    Action.REJECT: 3,
    Action.ACCEPT: 4,
    Action.JOINT_WITHDRAW: 4,
    Action.SUBMIT: 6,
    Action.CANCEL: 6,
    Action.PASS: 7,
}
"""How late a staller takes an action; exchanges come between ACCEPT and SUBMIT, all others after COUNTER."""


def restless(state: np.ndarray, legal: np.ndarray, rng: np.random.Generator) -> int:
    """Anything rather than passing."""
    return least(legal, rng, lambda action: action == Action.PASS)


def least(legal: np.ndarray, rng: np.random.Generator, rank: Callable[[int], int]) -> int:
    """A random one of the actions of the lowest rank."""
    ordered = [rank(int(action)) for action in legal]
    return int(rng.choice([action for action, r in zip(legal, ordered, strict=True) if r == min(ordered)]))


def is_exchange(action: int) -> bool:
    """Whether an action is an exchange with the supply."""
    return Action.EXCHANGE <= action < Action.PICK_RES


def steps(policy: Policy, num_players: int, seed: int, decisions: int) -> Iterator[tuple[np.ndarray, int, np.ndarray]]:
    """(state, action, state after it) of a game with much to negotiate about."""
    state = GAME.new(num_players=num_players, seed=seed, empty_card_effect="technology_transfer")
    rng = np.random.default_rng(seed)
    enrich(state, rng)
    while not GAME.is_over(state) and state[0].decisions < decisions:
        before = GAME.clone(state)
        action = policy(state, np.flatnonzero(GAME.legal(state)), rng)
        GAME.step(state, action)
        yield before, action, state


def check_bounds(policy: Policy, num_players: int, decisions: int) -> np.ndarray:
    """Play on and check all bounds; the last state."""
    in_negotiation = in_phase = 0
    for before, action, state in steps(policy, num_players, 1, decisions):
        b, s = before[0], state[0]
        in_negotiation = 0 if b.ctx in MENUS else in_negotiation + (not is_exchange(action))
        in_phase = 0 if (b["round"], b.phase) != (s["round"], s.phase) else in_phase + (not is_exchange(action))
        assert in_negotiation <= LONGEST_NEGOTIATION
        assert in_phase <= LONGEST_PHASE
        assert s.nego_count <= NEGO_CAP
        assert s.ng_counters <= MAX_COUNTERS
        assert s.ng_steps <= LONGEST_EDIT
        assert s.ng_steps < MAX_STEPS or s.ctx != Context.DEAL_MENU or must_finish(state)
    return state


def must_finish(state: np.ndarray) -> bool:
    """Whether an edit can only be closed."""
    return set(np.flatnonzero(GAME.legal(state))) <= {Action.SUBMIT, Action.CANCEL}


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("policy", [stalling, restless])
def test_stallers_stay_within_the_bounds(policy: Policy, num_players: int) -> None:
    """The first rounds."""
    check_bounds(policy, num_players, 150)


@pytest.mark.slow
@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("policy", [stalling, restless])
def test_games_of_stallers_end(policy: Policy, num_players: int) -> None:
    """Whole games."""
    assert GAME.is_over(check_bounds(policy, num_players, DECISIONS + 1))


@pytest.mark.parametrize("policy", [stalling, restless])
def test_every_free_action_uses_something_up(policy: Policy) -> None:
    """Exchanges use up tokens, edits use up steps, ends use up agreements: no cycle of them is endless."""
    counted = {"exchange": 0, "edit": 0, "end": 0}
    for before, action, state in steps(policy, 3, 2, 200):
        b, s = before[0], state[0]
        if is_exchange(action) and (s["round"], s.phase) == (b["round"], b.phase):
            counted["exchange"] += 1
            assert s.res.sum() < b.res.sum()
        if b.ctx in EDITING and s.ctx in EDITING:
            counted["edit"] += 1
            assert s.ng_steps > b.ng_steps
        if Action.END <= action < Action.PICK_ASSET:
            counted["end"] += 1
            slot = action - Action.END
            assert s.ag_kind[slot] == 0 or s.ctx == Context.END_CONSENT or s.ag_used[slot]
    assert all(counted.values()), counted


def test_the_negotiation_cap_leaves_passes_exchanges_and_ends() -> None:
    """R32."""
    setup = {
        "hands": {0: ["free_negotiation", "resource_steal"]},
        "res": [[4, 0, 0, 0], [1, 0, 0, 0]],
        "assets": {0: ["habitat@earth", "greenhouse@earth"]},
        "agreements": [{"kind": "EXCHANGE", "members": [0, 1], "by": 0, "target": 1, "a": 0, "b": 0, "amt": 1}],
        "fields": {"nego_count": NEGO_CAP},
    }
    names = {GAME.action_name(action) for action in np.flatnonzero(GAME.legal(build(GAME, setup)))}
    assert {name.partition("(")[0] for name in names} == {"PASS", "EXCHANGE", "END"}


def test_the_last_round_ends_the_game() -> None:
    """R97: truncated, and ranked by R96."""
    setup = {
        "num_players": 3,
        "round": ROUNDS,
        "ctx": "OPERATE_MENU",
        "to_move": 2,
        "icp": [1, 3, 1],
        "assets": {0: ["habitat@18", "solar_array@19"], 1: ["solar_array@5"], 2: ["habitat@30 paid"]},
    }
    state = build(GAME, setup)
    GAME.step(state, Action.PASS)
    assert GAME.is_over(state)
    assert GAME.is_truncated(state)
    assert state[0].winners == 0
    assert GAME.ranks(state).tolist() == ranks(Table(state), set()) == [2, 3, 1]
    assert GAME.returns(state).tolist() == [0, 0, 0]


def test_the_last_decision_ends_the_game() -> None:
    """R97."""
    state = build(GAME, {"fields": {"decisions": DECISIONS - 1}})
    GAME.step(state, Action.PASS)
    assert GAME.is_over(state)
    assert GAME.is_truncated(state)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(ENDINGS))
def test_random_endings(seed: int) -> None:
    """R92-R96: whether the game ends, who wins and who is how far behind."""
    state = end_of_round(seed)
    s = state[0]
    rng = np.random.default_rng(seed)
    n = int(s.num_players)
    s.opt_pro = rng.integers(2)
    s.icp[:n] = rng.integers(-2, 3, n)
    for c, kind in product(range(n), MODULES):
        if rng.random() < MOSTLY and s.asset_hex[c, kind] < 0:
            s.asset_status[c, kind] = Status.DEPLOYED
            s.asset_hex[c, kind] = NONE if is_orbital(kind) else rng.integers(HEXES)
            s.op_paid[c, kind] = 0xF if rng.random() < MOSTLY else 0
    s.joint[:n] = rng.choice(([1, 1, 2, 2][:n], [1, 0, 1, 0][:n], [0] * n))
    before = Table(state)
    GAME.step(state, Action.PASS)
    if ended(before):
        assert s.done
        assert not s.truncated
        assert s.winners == sum(1 << p for p in winners(before))
        assert s.rank[:n].tolist() == ranks(before, winners(before))
    else:
        assert not s.done


@pytest.mark.parametrize(
    ("joint", "rank", "reason"),
    [
        ((0, 0, 0, 0), (1, 2, 3, 4), "four habitation modules deployed"),
        ((1, 0, 1, 0), (1, 3, 1, 4), "a joint victory"),
        ((1, 0, 1, 0), (3, 1, 2, 4), "four habitation modules deployed"),
        ((1, 0, 1, 0), (1, 3, 2, 4), "four habitation modules deployed"),
        ((1, 0, 1, 0), (1, 1, 3, 4), "four habitation modules deployed"),
    ],
)
def test_a_victory_is_joint_if_a_group_wins(joint: tuple[int, ...], rank: tuple[int, ...], reason: str) -> None:
    """R95; a group that others beat to it has not won."""
    state = GAME.new(num_players=4, seed=1)
    state["joint"][0] = joint
    state["rank"][0] = rank
    assert GAME.end_reason(state) == reason
