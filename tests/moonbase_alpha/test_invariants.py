"""What always holds, as property tests, at every decision of random games; numbers are those of the rules page.

``LUNAR_GAMES`` is the number of seeded random games (default 24, without JIT 2), and of crowded games, which begin
where everybody fights and random play would hardly come; hypothesis adds games that shrink to the shortest failing one.
Invariants 14, 15 and 23, about what a seat sees, are in test_hidden.py.
"""

import os
from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lunar_envs
from lunar_envs.engine.game import IllegalAction
from lunar_envs.engine.jit import disabled
from lunar_envs.engine.record import difference, to_bytes

from . import reference
from .build import crowded
from .reference import (
    AREAS,
    BASES,
    CORPORATION,
    LOSS_MEDIA,
    LOSS_REG,
    MIRROR,
    ON_CARD,
    ON_MAP,
    OUT,
    PILE,
    REBUILD_COST,
    REINF,
    SLOT_TYPES,
    STACK_LIMIT,
    Position,
)
from .worlds import hidden_kinds, other_world

GAME = lunar_envs.games["moonbase_alpha"]
GAMES = int(os.environ.get("LUNAR_GAMES", "2" if disabled() else "24"))
SAMPLE = 16
"""Checks that play on in copies are done at one decision in this many."""

CROWDED = 200
"""Decisions in a crowded game."""

CAP = 6000
SETTLED = 12
STRENGTHS = {
    "pmc": [1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3],
    "mcu": [2, 2, 3, 3, 3, 3, 4, 4],
    "crawler": [3, 4, 4, 5],
}
EVENTS = Counter({0: 1, 1: 1, 2: 2, 3: 1, 4: 1})
MINE, LAB = 0, 1
MARKERS = 5
PREPARATION, ACTION, RESOLUTION = 1, 2, 3
KINDS = np.array(SLOT_TYPES)
CORPORATIONS = slice(0, 2 * CORPORATION)
BUDGET_STEP = ("BUDGET", "TURRET_DEST", "LEGAL_DIR", "MEDIA_PAID_DEST", "EVENT_UNITS")
UNIT_FLAGS = ("suppressed", "moved", "fired", "acting", "in_group")
OWN_HOME_IS_WEST = 46
"""Place in the observation."""

REFUSED = 7
"""One in this many illegal actions is tried."""

HIDDEN_FIELDS = {
    "unit_strength", "unit_returned", "hand_card", "event_kind", "marker_place", "marker_order", "sel_kind", "rng",
}  # fmt: skip


@pytest.mark.parametrize("seed", range(GAMES))
def test_seeded_games(seed: int) -> None:
    """Whole random games."""
    rng = np.random.default_rng(seed)
    last = play(GAME.new(seed=seed), iter(rng.random, None))
    assert GAME.is_over(last), "24: every game ends"


@pytest.mark.parametrize("seed", range(GAMES))
def test_crowded_games(seed: int) -> None:
    """The next turns of games in which everybody fights."""
    rng = np.random.default_rng(seed)
    play(crowded(GAME, seed), iter(rng.random, None), CROWDED)


@pytest.mark.parametrize("seed", range(4))
def test_set_up(seed: int) -> None:
    """R2 to R8: the high roller chooses its base, the low roller places and moves first."""
    state = GAME.new(seed=seed)
    s = state[0]
    assert s.to_move != s.start_player
    places = []
    GAME.step(state, GAME.action_id("BASE_EAST"))
    while GAME.context(state) == "SETUP_PLACE":
        places.append(int(s.to_move))
        GAME.step(state, int(np.flatnonzero(GAME.legal(state))[0]))
    assert places == [s.start_player] * 3 + [1 - s.start_player] * 3
    assert s.home[s.start_player] == 0
    assert (s.turn, s.to_move, s.leader, s.settlement) == (1, s.start_player, s.start_player, 0)
    assert s.stock.tolist() == [8, 8]
    for seat in (0, 1):
        base = BASES[s.home[seat]]
        stacks = Counter((unit.kind, unit.area == base) for unit in Position(state).own(seat))
        assert stacks == {("pmc", True): 2, ("mcu", True): 1, ("pmc", False): 2, ("mcu", False): 1}
        assert s.media_area[seat] == base


@pytest.mark.slow
@settings(max_examples=max(4, GAMES), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**64 - 1),
    choices=st.integers(0, 120).flatmap(lambda n: st.lists(st.floats(0, 1, exclude_max=True), min_size=n, max_size=n)),
)
def test_games_that_shrink(seed: int, choices: list[float]) -> None:
    """The beginning of a game; the choices say which of the legal actions is taken."""
    play(GAME.new(seed=seed), choices)


def play(start: np.ndarray, choices: Iterable[float], limit: int = CAP) -> np.ndarray:
    """Play on from a state and check every decision; the last state."""
    state = GAME.clone(start)
    actions: list[int] = []
    check_decision(state, len(actions))
    for choice in choices:
        if GAME.is_over(state) or len(actions) == limit:
            break
        legal = np.flatnonzero(GAME.legal(state))
        actions.append(int(legal[int(choice * len(legal))]))
        before = GAME.clone(state)
        GAME.step(state, actions[-1])
        check_step(before, actions[-1], state)
        check_decision(state, len(actions))
    check_17_replay(start, actions, state)
    return state


def check_decision(state: np.ndarray, number: int) -> None:
    """All invariants of one state."""
    s = state[0]
    check_1_counters(s)
    check_2_neutral_units(s)
    check_3_only_on_the_map(s)
    check_4_face_down(s)
    check_5_cards(s)
    check_6_mine_and_lab_markers(s)
    check_7_events(s)
    check_8_tracks(state)
    check_10_markers(s)
    check_11_stacks(state)
    check_12_mask(state)
    check_21_preparation(state)
    if number % SAMPLE == 0 and not GAME.is_over(state):
        check_12_application(state)
        check_15_hidden(state)
        check_16_determinize(state)
        check_18_turned_map(state)


def check_step(before: np.ndarray, action: int, after: np.ndarray) -> None:
    """All invariants of one step."""
    b, a = before[0], after[0]
    np.testing.assert_array_equal(a.unit_owner[b.unit_owner >= 0], b.unit_owner[b.unit_owner >= 0])  # 2
    assert (a.mine_token >= b.mine_token).all()  # 6
    assert (a.lab_token >= b.lab_token).all()
    check_9_budget(before, GAME.action_name(action), after)
    check_19_units(b, a)
    if not losses_returned(b, a):
        check_20_suppressed(b, a)
    if GAME.action_name(action) == "ASSAULT":
        check_22_assault(before, after)
    check_attack(before, GAME.action_name(action), after)
    check_upgrade(before, GAME.action_name(action), after)
    check_new_budget(before, after)
    assert a.decisions == b.decisions + 1
    if a.turn != b.turn and a.ctx:
        assert not a["flags"].any()  # 21


# -- invariants ----------------------------------------------------------------------------------------


def check_1_counters(s: np.record) -> None:
    """Every counter of a corporation is somewhere, and no strength is lost or made."""
    assert (s.unit_status[CORPORATIONS] != OUT).all()
    np.testing.assert_array_equal(s.unit_owner[CORPORATIONS], np.repeat((0, 1), CORPORATION))
    for seat in (0, 1):
        for kind, strengths in STRENGTHS.items():
            assert sorted(s.unit_strength[(s.unit_owner == seat) & (kind == KINDS)]) == strengths


def check_2_neutral_units(s: np.record) -> None:
    """A neutral unit that nobody owns is out of the game."""
    neutral = slice(2 * CORPORATION, None)
    np.testing.assert_array_equal(s.unit_status[neutral] == OUT, s.unit_owner[neutral] == -1)


def check_3_only_on_the_map(s: np.record) -> None:
    """Areas and flags are those of units on the map."""
    on_map = s.unit_status == ON_MAP
    np.testing.assert_array_equal(s.unit_area >= 0, on_map)
    for flag in UNIT_FLAGS:
        assert not getattr(s, f"unit_{flag}")[~on_map].any(), flag


def check_4_face_down(s: np.record) -> None:
    """Counters in piles and reinforcement boxes are face-down, lost and neutral ones face-up."""
    waiting = np.isin(s.unit_status[CORPORATIONS], (PILE, REINF))
    assert not s.unit_revealed[CORPORATIONS][waiting].any()
    assert s.unit_revealed[np.isin(s.unit_status, (LOSS_REG, LOSS_MEDIA))].all()
    assert s.unit_revealed[2 * CORPORATION :][s.unit_owner[2 * CORPORATION :] >= 0].all()


def check_5_cards(s: np.record) -> None:
    """Ten cards, all different, are in the hands; before the deal, none."""
    cards = s.hand_card[s.hand_card >= 0].tolist()
    assert len(cards) == len(set(cards)) == (0 if s.home[0] < 0 else 10)
    np.testing.assert_array_equal(s.hand_card >= 0, s.hand_state > 0)
    open_cards = s.hand_state >= 2
    assert (s.hand_known[open_cards] == 3).all()
    for seat in (0, 1):
        assert (s.hand_known[seat][s.hand_card[seat] >= 0] >> seat & 1).all()


def check_6_mine_and_lab_markers(s: np.record) -> None:
    """At most five markers, at most one of a kind in an area."""
    assert s.mine_token.sum() + s.lab_token.sum() <= MARKERS
    assert set(s.mine_token) | set(s.lab_token) <= {0, 1}


def check_7_events(s: np.record) -> None:
    """Six events; those that are taken gave their symbols."""
    if s.home[0] < 0:
        assert (s.event_kind == -1).all()
        return
    taken = EVENTS - Counter(s.event_kind[s.event_kind >= 0].tolist())
    assert taken.total() == np.count_nonzero(s.event_kind < 0)
    assert s.perm_mine.sum() == taken[MINE]
    assert s.perm_lab.sum() == taken[LAB]


def check_8_tracks(state: np.ndarray) -> None:
    """Nothing leaves its track; the end of the lawsuit is the end of the game."""
    s = state[0]
    assert ((s.stock >= 0) & (s.stock <= reference.STOCK_MAX)).all()
    assert 0 <= s.settlement <= SETTLED
    assert s.settlement < SETTLED or GAME.is_over(state)
    assert (s.result_kind > 0) == GAME.is_over(state) == (GAME.context(state) == "GAME_OVER")


def check_9_budget(before: np.ndarray, action: str, after: np.ndarray) -> None:
    """A budget is never negative, and every action costs what it says."""
    b, a = before[0], after[0]
    assert (a.budget >= 0).all()
    contexts = GAME.context(before), GAME.context(after)
    if contexts[1] not in (*BUDGET_STEP, "DEFSAT_PLACE"):
        assert not a.budget.any()
    if a.turn != b.turn or a.to_move != b.to_move or contexts[1] not in BUDGET_STEP:
        return
    if contexts[0] in BUDGET_STEP:
        me = b.to_move
        gain = int(a.budget[me]) - int(b.budget[me])
        if action == "DESPERATE":
            assert 1 <= gain <= 6
        else:
            assert -gain == cost(Position(before), contexts, action)


def cost(p: Position, contexts: tuple[str, str], action: str) -> int:
    """What a budget action costs; what needs a place is paid when the place is chosen."""
    if contexts[0] == "EVENT_UNITS":
        return 0
    if action.startswith("BUY_"):
        return p.cost(action.removeprefix("BUY_").lower(), p.me) + p.fuel(p.me)
    if action.startswith("REBUILD"):
        kind = reference.NEUTRAL_TYPES[int(action[8:-1])]
        return REBUILD_COST[kind] + p.fuel(p.me)
    if action.startswith("TURRET_SHIFT"):
        return 3 * (contexts[1] != "TURRET_DEST")  # a single place is taken at once
    places = {"TURRET_DEST": 3, "MEDIA_PAID_DEST": 1}
    return places.get(contexts[0], 0) or {"RAISE_STOCK": 6, "LEGAL": 2}.get(action, 0)


def check_10_markers(s: np.record) -> None:
    """At most one marker of a player is on a card; before the first is placed, all are back."""
    assert (np.count_nonzero(s.marker_place >= ON_CARD, axis=1) <= 1).all()
    np.testing.assert_array_equal(s.marker_place < 0, s.marker_order < 0)
    assert not s.marker_revealed[s.marker_place < 0].any()
    if s.phase == PREPARATION:
        assert not s.marker_revealed.any()
        if GAME.contexts[s.ctx] in BUDGET_STEP:
            assert (s.marker_place == -1).all()


def check_11_stacks(state: np.ndarray) -> None:
    """Outside an activation no player has more than six units in an area, but for turrets that were put there."""
    s = state[0]
    if s.active_player >= 0 or GAME.context(state) in ("STACK_LOSS", "GAME_OVER", "SETUP_BASE"):
        return
    stacks = Counter((unit.owner, unit.area) for unit in Position(state).on_map if unit.kind != "turret")
    assert all(count <= STACK_LIMIT for (_, area), count in stacks.items() if area not in BASES)


def check_12_mask(state: np.ndarray) -> None:
    """The mask is what the rules page says, and leaves a choice until the game is over."""
    legal = {GAME.action_name(action) for action in np.flatnonzero(GAME.legal(state))}
    assert legal == reference.legal_names(state, GAME.contexts), GAME.context(state)
    assert len(legal) >= 2 or GAME.is_over(state)
    assert bool(legal) != GAME.is_over(state)


def check_12_application(state: np.ndarray) -> None:
    """Every legal action can be applied, others are refused and change nothing."""
    mask = GAME.legal(state)
    for action in np.flatnonzero(mask):
        GAME.step(GAME.clone(state), int(action))
    refused = GAME.clone(state)
    for action in np.flatnonzero(mask == 0)[::REFUSED]:
        with pytest.raises(IllegalAction):
            GAME.step(refused, int(action))
    assert to_bytes(refused) == to_bytes(state)


def check_15_hidden(state: np.ndarray) -> None:
    """The mask depends on nothing that its seat cannot know."""
    rng = np.random.default_rng(int(state[0].decisions))
    other = other_world(state, GAME.to_move(state), rng)
    np.testing.assert_array_equal(GAME.legal(other), GAME.legal(state))


def check_16_determinize(state: np.ndarray) -> None:
    """A draw changes hidden things only, and gives a state of the game."""
    s = state[0]
    for seat in (0, 1):
        drawn = GAME.determinize(state, seat, seed=int(s.decisions))
        d = drawn[0]
        assert set(difference(s, d)) <= HIDDEN_FIELDS
        for check in (check_1_counters, check_3_only_on_the_map, check_5_cards, check_7_events, check_10_markers):
            check(d)
        shown = s.unit_revealed > 0
        np.testing.assert_array_equal(d.unit_strength[shown], s.unit_strength[shown])
        np.testing.assert_array_equal(d.hand_card[seat], s.hand_card[seat])
        known = s.hand_known[1 - seat] >> seat & 1 > 0
        np.testing.assert_array_equal(d.hand_card[1 - seat][known], s.hand_card[1 - seat][known])
        np.testing.assert_array_equal(d.event_kind < 0, s.event_kind < 0)
        np.testing.assert_array_equal(d.marker_place[seat], s.marker_place[seat])
        check_16_markers(s, d, seat)
        if s.to_move == seat:
            assert d.sel_kind == s.sel_kind
            np.testing.assert_array_equal(GAME.legal(drawn), GAME.legal(state))


def check_16_markers(s: np.record, d: np.record, seat: int) -> None:
    """The opponent's markers lie where they lay; revealed ones, and those whose step is over, are as they were."""
    kinds = hidden_kinds(s, seat)
    seen = [kind for kind in range(4) if kind not in kinds]
    for name in ("marker_place", "marker_order"):
        old, new = getattr(s, name)[1 - seat], getattr(d, name)[1 - seat]
        np.testing.assert_array_equal(new[seen], old[seen])
        assert sorted(new) == sorted(old)
    together = [set(zip(r.marker_place[1 - seat], r.marker_order[1 - seat], strict=True)) for r in (s, d)]
    assert together[0] == together[1]
    assert (d.sel_kind >= 0) == (s.sel_kind >= 0)
    if d.sel_kind >= 0:
        assert d.marker_place[s.to_move, d.sel_kind] < 0


def check_17_replay(start: np.ndarray, actions: list[int], state: np.ndarray) -> None:
    """The same actions from the same record give the same bytes."""
    again = GAME.clone(start)
    for action in actions:
        GAME.step(again, action)
    assert to_bytes(again) == to_bytes(state)


def check_18_turned_map(state: np.ndarray) -> None:
    """On the map turned by 180 degrees everybody may do the same, and sees the same but for the own home."""
    if state[0].home[0] < 0:
        return
    other = turned(state)
    np.testing.assert_array_equal(GAME.legal(other), GAME.legal(state))
    for seat in (0, 1):
        different = np.flatnonzero(GAME.observe(other, seat) != GAME.observe(state, seat))
        assert different.tolist() == [OWN_HOME_IS_WEST]


def turned(state: np.ndarray) -> np.ndarray:
    """The same position with west and east exchanged."""
    other = GAME.clone(state)
    s = other[0]
    s.home = 1 - s.home
    for row in (s.mine_token, s.lab_token, s.attacked, s.fire_src):
        row[:] = row[MIRROR]
    place = np.array([*MIRROR, *range(len(AREAS), ON_CARD + 6), -1], np.int8)  # the last is the place of -1
    for row in (s.media_area, s.transport_area, s.defsat_area, s.unit_area, s.marker_place):
        row[...] = place[row]
    s.active_area, s.fire_target = place[s.active_area], place[s.fire_target]
    return other


def check_19_units(b: np.record, a: np.record) -> None:
    """Units come from and go to where the rules say."""
    was, now = b.unit_status, a.unit_status
    from_map, to_map = (was == ON_MAP) & (now != ON_MAP), (was != ON_MAP) & (now == ON_MAP)
    assert np.isin(now[from_map], (PILE,) if losses_returned(b, a) else (LOSS_REG, LOSS_MEDIA)).all()
    assert np.isin(was[to_map], (PILE, REINF, OUT)).all()
    assert not ((was == OUT) & (now == PILE)).any()
    shown = (b.unit_revealed > 0) & (a.unit_revealed == 0)
    assert not (shown & (now == ON_MAP) & (was == ON_MAP)).any()


def losses_returned(b: np.record, a: np.record) -> bool:
    """Whether this step went through R97."""
    late = a.phase == RESOLUTION and GAME.contexts[a.ctx] in ("EVENT_UNITS", "TURRET_REBUILD_PLACE")
    return a.turn != b.turn or a.ctx == 0 or (late and b.ctx != a.ctx)


def check_20_suppressed(b: np.record, a: np.record) -> None:
    """A suppressed unit does nothing; only what it suffers can change it."""
    stayed = (b.unit_suppressed > 0) & (a.unit_status == ON_MAP)
    assert a.unit_suppressed[stayed].all()
    np.testing.assert_array_equal(a.unit_area[stayed], b.unit_area[stayed])
    assert not (a.unit_fired & ~b.unit_fired)[stayed].any()
    assert not a.unit_in_group[b.unit_suppressed > 0].any()


def check_21_preparation(state: np.ndarray) -> None:
    """A turn begins with empty loss boxes and nobody suppressed."""
    s = state[0]
    if s.phase == PREPARATION:
        assert not s.unit_suppressed.any()
        assert not np.isin(s.unit_status, (LOSS_REG, LOSS_MEDIA)).any()


def check_22_assault(before: np.ndarray, after: np.ndarray) -> None:
    """An assault costs each side what is due, or all it has."""
    p = Position(before)
    sides = [p.participants(p.me), p.participants(1 - p.me)]
    end = GAME.clone(after)
    while GAME.context(end) in ("REROLL_OWN", "ASSAULT_LOSS"):
        GAME.step(end, int(np.flatnonzero(GAME.legal(end))[0]))
    dice, totals = end[0].assault_dice.tolist(), end[0].assault_half.tolist()
    if totals[0] == totals[1]:
        due = [max(dice)] * 2
    else:
        due = [min(dice) - 1 if own > other else max(dice) + 1 for own, other in (totals, totals[::-1])]
    for units, number in zip(sides, due, strict=True):
        lost = [unit for unit in units if end[0].unit_status[unit.slot] != ON_MAP]
        assert len(lost) == min(number, len(units))


# -- more of the rules page ------------------------------------------------------------------------------


def check_attack(before: np.ndarray, action: str, after: np.ndarray) -> None:
    """R45 to R48: strength, column, modifiers, dice and result of an attack that this step made."""
    fires = GAME.context(before) in ("FIREGROUP", "COUNTER_GROUP") or action.startswith("FIRE_AT")
    if not fires or action == "PASS" or GAME.context(before) == "DEFSAT_TARGET":
        return
    p, a = Position(before), after[0]
    group = p.group_after(action)
    if not group:
        assert GAME.context(after) == GAME.context(before) or action.startswith("FIRE_AT")
        return
    counter = GAME.context(before) == "COUNTER_GROUP"
    target = p.view(int(action[8:-1])) if action.startswith("FIRE_AT") else int(before[0].fire_target)
    attack = reference.Attack(p, group, target, counter)
    if not counter:
        check_group_flags(before[0], a, group)
    assert int(a.fire_tas) in attack.strengths
    assert a.fire_col == reference.column(int(a.fire_tas), target)
    if a.fire_col < 0:
        assert (a.fire_result, a.fire_drm, a.fire_total, *a.dice) == (0, 0, 0, 0, 0, 0)
        return
    assert (a.dice > 0).tolist() == [True, True, counter or attack.bounding]
    if GAME.context(after).startswith("REROLL"):
        return
    total = sum(sorted(a.dice[a.dice > 0].tolist())[:2])
    assert a.fire_drm == attack.modifier
    assert a.fire_total == min(12, max(2, total + attack.modifier))
    assert reference.RESULT_CODES[a.fire_result] == reference.FIRE_RESULTS[a.fire_total - 2][a.fire_col]
    assert all(a.unit_revealed[unit.slot] or a.unit_status[unit.slot] != ON_MAP for unit in (*group, *attack.targets))


def check_group_flags(b: np.record, a: np.record, group: list[reference.Unit]) -> None:
    """R32, R33: who has fired, and whether an assault is barred, while the activation lasts."""
    if (a.active_player, a.active_area, a.round_index) == (b.active_player, b.active_area, b.round_index):
        bars = any(unit.area == b.active_area and unit.kind not in reference.MISSILE for unit in group)
        assert a.nonmissile_fired == (b.nonmissile_fired or bars)
        assert all(a.unit_fired[unit.slot] for unit in group if a.unit_status[unit.slot] == ON_MAP)


def check_new_budget(before: np.ndarray, after: np.ndarray) -> None:
    """R18: what a budget step begins with."""
    b, a = before[0], after[0]
    begins = GAME.context(before) not in (*BUDGET_STEP, "DEFSAT_PLACE") or (a.turn, a.to_move) != (b.turn, b.to_move)
    if begins and GAME.context(after) in ("BUDGET", "DEFSAT_PLACE"):
        assert a.budget[a.to_move] == 4 + Position(after).symbols(int(a.to_move), "m")


def check_upgrade(before: np.ndarray, action: str, after: np.ndarray) -> None:
    """R68 to R70: total and success of an attempt; where the stock ends depends on events."""
    if action != "CONFIRM" or not GAME.context(before).startswith("UPGRADE"):
        return
    b, a = before[0], after[0]
    p, slot = Position(before), int(b.sel_slot)
    card = reference.CARDS[b.hand_card[p.me, slot]]
    again = b.hand_state[p.me, slot] == reference.FACE_UP
    if GAME.context(before) == "UPGRADE":
        assert a.up_total == min(12, int(a.up_dice.sum()) + p.symbols(p.me, "s") + 2 * again)
    entry = reference.CHART[card].split()[a.up_total - 2]
    rolls_again = entry[0] == "-" and not b["flags"][p.me, reference.UPGRADE_REROLL] and b.stock[p.me] >= 1
    assert (GAME.context(after) == "UPGRADE_REROLL") == (rolls_again and GAME.context(before) == "UPGRADE")
    state = reference.FACE_UP if entry[0] == "+" or again else reference.FACE_DOWN
    assert a.hand_state[p.me, slot] == state
    check_arrow(b, a, p.me, entry)
    if card == "defensive_satellites" and a.turn == b.turn and a.ctx:
        assert a.defsat_state[p.me] == (reference.READY if entry[0] == "+" else b.defsat_state[p.me])


def check_arrow(b: np.record, a: np.record, me: int, entry: str) -> None:
    """The arrow moves the stock, where no event and no later phase moves it too."""
    quiet = a.phase == ACTION and np.array_equal(a.event_kind, b.event_kind)
    again = GAME.contexts[b.ctx] == "UPGRADE_REROLL"
    breakthrough = reference.CARDS[b.hand_card[me, b.sel_slot]] == "science_division_breakthrough" and entry[0] == "+"
    if quiet and GAME.contexts[a.ctx] != "UPGRADE_REROLL":
        arrow = {"u": 1, "d": -1}.get(entry[1:], 0)
        assert a.stock[me] == min(16, max(0, min(16, max(0, b.stock[me] - again + arrow)) + breakthrough))
