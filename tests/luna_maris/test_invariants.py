"""What always holds, as property tests: invariants I1 to I19, at every decision of random games.

``LUNAR_GAMES`` is the number of games of each kind (default 12, without JIT 4); hypothesis adds games that
shrink to the shortest failing one.
Every step is compared with reference.py and simulator.py, which were written from the rules page alone.
"""

import os
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lunar_envs
from lunar_envs.engine import kernels
from lunar_envs.engine.game import IllegalAction
from lunar_envs.engine.jit import disabled
from lunar_envs.engine.record import difference, to_bytes
from lunar_envs.games.luna_maris.codes import CAP, Action, Card, Context, Food

from . import build
from .simulator import AUTOMATON, Simulator

GAME = lunar_envs.games["luna_maris"]
GAMES = int(os.environ.get("LUNAR_GAMES", "4" if disabled() else "12"))
SAMPLE = 24
"""Checks that play on in copies are done at one decision in this many."""
OPTIONS = {
    "solo_level": ("basic", "intermediate", "advanced"),
    "advanced_sustainability": (False, True),
}
CARDS_OF_LEVEL = ({*range(6)}, {*range(12)}, {*range(6, 12)})
HIDDEN = {"rng", "l2_deck", "food_deck", "dem_stack", "automaton_cards"}
NOT_TOLD = {"rng", "script", "script_n", "food_deck", "food_open", "food_loc"}
"""Fields that the simulator cannot know after the discard pile was shuffled."""
SEAT_ROWS = (
    "ended vp energy water helium waste belt o2_used stress probes_left co2 discs research depot sci tool tool_used "
    "at final_parts rank"
)
"""Fields with one row for each seat."""
SEAT_VALUES = "order next_order food_loc dem_owner slot site imp_owner rb_owner to_move"
"""Fields that name seats; negative values do not."""


@pytest.mark.parametrize("seed", range(GAMES))
def test_seeded_games(seed: int) -> None:
    """Whole random games, all player counts and options in turn."""
    rng = np.random.default_rng(seed)
    options = {name: values[rng.integers(len(values))] for name, values in OPTIONS.items()}
    play(GAME.new(seed % 4 + 1, seed, **options), iter(rng.random, None), chosen)


@pytest.mark.parametrize("seed", range(GAMES))
def test_seeded_games_of_plenty(seed: int) -> None:
    """Games that start somewhere in the middle, where much is allowed."""
    rng = np.random.default_rng(seed)
    options = {name: values[rng.integers(len(values))] for name, values in OPTIONS.items()}
    state = build.play_setup(GAME, {"num_players": seed % 4 + 1, "seed": seed, "options": options})
    build.enrich(state, rng)
    play(state, iter(rng.random, None), chosen)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES // 3))
def test_seeded_games_of_the_greedy_player(seed: int) -> None:
    """Long games in which much is built, hired and shipped, with a slip now and then."""
    rng = np.random.default_rng(seed)
    level = OPTIONS["solo_level"][seed % 3]
    play(GAME.new(seed % 4 + 1, seed, solo_level=level), iter(rng.random, None), advised)


@settings(max_examples=max(10, GAMES), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    num_players=st.integers(1, 4),
    seed=st.integers(0, 2**64 - 1),
    options=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
    choices=st.integers(0, 80).flatmap(lambda n: st.lists(st.floats(0, 1, exclude_max=True), min_size=n, max_size=n)),
)
def test_games_that_shrink(num_players: int, seed: int, options: dict, choices: list[float]) -> None:
    """The beginning of a game; the choices say which of the legal actions is taken."""
    play(GAME.new(num_players, seed, **options), choices, chosen)


def play(state: np.ndarray, choices: Iterable[float], choose: Callable[[np.ndarray, float], int]) -> None:
    """Play a game on and check it at every decision."""
    start = GAME.clone(state)
    actions: list[int] = []
    check_decision(state, len(actions))
    for choice in choices:
        if GAME.is_over(state):
            break
        actions.append(choose(state, choice))
        before = GAME.clone(state)
        GAME.step(state, actions[-1])
        check_step(before, actions[-1], state)
        check_decision(state, len(actions))
    check_15_determinism(start, actions, state)


def chosen(state: np.ndarray, choice: float) -> int:
    """The legal action that a number in [0, 1) picks; the end of shift or visit only if it is close to 1.

    Uniform choice would end most shifts early and see little of the station.
    """
    legal = np.flatnonzero(GAME.legal(state)).tolist()
    ends = [action for action in legal if action in (Action.END_SHIFT, Action.DONE)]
    weighed = [action for action in legal if action not in ends] * 4 + ends
    return weighed[int(choice * len(weighed))]


def advised(state: np.ndarray, choice: float) -> int:
    """The greedy player's action, but one in ten is random."""
    if choice < 0.1:
        return chosen(state, 10 * choice)
    return int(kernels.advise(GAME.clone(state), GAME.tables, GAME.legal(state)[np.newaxis]))


def check_decision(state: np.ndarray, number: int) -> None:
    """All invariants of one state."""
    s = state[0]
    check_1_limits(s)
    check_2_probes(s)
    check_3_discs(s)
    check_4_food(s)
    check_5_level_2(s)
    check_6_level_1(s)
    check_7_demands(s)
    check_8_holders(s)
    check_9_modules(s)
    check_10_mask(state)
    check_11_ended(s)
    check_outside_contexts(s)
    if number % SAMPLE == SAMPLE // 2 and s.ctx != Context.OVER:
        check_12_application(state, number)
        check_16_hidden(state)
        check_17_determinize(state)
        check_19_relabelling(state)


def check_step(before: np.ndarray, action: int, after: np.ndarray) -> None:
    """All invariants of one step."""
    b, a = before[0], after[0]
    check_13_oxygen(b, a)
    check_14_holders_points(b, action, a)
    check_effects(before, action, after)
    check_clean_up(a)
    if a.ctx == Context.OVER:
        check_end(a)


# -- invariants of a state -----------------------------------------------------------------------------


def check_1_limits(s: np.record) -> None:
    """Stores and tracks stay within their ends."""
    for name, low, high in (
        ("energy", 0, 6),
        ("water", 0, 4),
        ("helium", 0, 3),
        ("waste", 0, 10),
        ("stress", 3, 10),
        ("o2_used", 0, 10),
        ("co2", 0, 10),
        ("discs", 0, 4),
        ("probes_left", 0, 3),
        ("research", 0, 4),
    ):
        row = s[name][: s.seats]
        assert row.min() >= low, name
        assert row.max() <= high, name
    assert (s.vp >= 0).all()
    assert (s.belt >= 0).all()
    assert s.decisions <= CAP


def check_2_probes(s: np.record) -> None:
    """Every seat has four probes."""
    for p in range(s.seats):
        assert s.probes_left[p] + np.sum(s.site == p) == 4


def check_3_discs(s: np.record) -> None:
    """Every seat has four discs to place, the automaton three."""
    for p in range(s.seats):
        placed = np.sum(s.imp_owner == p) + np.sum(s.rb_owner == p)
        assert s.discs[p] + placed == (3 if s.solo and p == AUTOMATON else 4)


def check_4_food(s: np.record) -> None:
    """Every food card is in one place."""
    deck, shown = s.food_deck[: s.food_n].tolist(), s.food_open[s.food_open >= 0].tolist()
    assert sorted(deck) == np.flatnonzero(s.food_loc == Food.DECK).tolist()
    assert sorted(shown) == np.flatnonzero(s.food_loc == Food.OPEN).tolist()
    assert np.sum(s.food_loc != Food.OUT) == (36 if s.seats == 4 else 24)
    assert s.food_loc.max() < s.seats


def check_5_level_2(s: np.record) -> None:
    """Every level-2 scientist is in one place."""
    owned = np.flatnonzero(s.sci.any(axis=0))
    removed = np.flatnonzero(s.l2_removed) + 6
    seen = [*s.l2_deck[: s.l2_n], *s.hire[s.hire >= 0], *owned[owned >= 6], *removed]
    assert sorted(seen) == list(range(6, 22))
    assert (np.count_nonzero(s.sci[:, 6:], axis=0) <= 1).all()


def check_6_level_1(s: np.record) -> None:
    """Players keep their level-1 scientists; nobody else has any card."""
    assert s.sci[: s.num_players, :6].all()
    assert not s.sci[s.num_players :].any()


def check_7_demands(s: np.record) -> None:
    """No demand tile is lost."""
    for kind in range(3):
        assert s.dem_n[kind] + np.sum(s.dem_owner[10 * kind : 10 * kind + 10] >= 0) == s.seats + 1
        stack = s.dem_stack[kind]
        assert (stack[s.dem_n[kind] :] == -1).all()
        assert (stack[: s.dem_n[kind]] // 10 == kind).all()
        assert (s.dem_owner[stack[: s.dem_n[kind]]] == -1).all()


def check_8_holders(s: np.record) -> None:
    """Who holds a space is there, and has not ended the shift."""
    assert s.slot[6] == -1
    for room in np.flatnonzero(s.slot >= 0):
        assert s.at[s.slot[room]] == room
        assert not s.ended[s.slot[room]]


def check_9_modules(s: np.record) -> None:
    """Every advanced module that is built has a disc where it lay."""
    assert s.adv_built.sum() == np.sum(s.imp_owner >= 0) == 5 - np.sum(s.adv_offer >= 0)


def check_10_mask(state: np.ndarray) -> None:
    """The mask is what the rules page says, and leaves a choice until the game is over."""
    legal = np.flatnonzero(GAME.legal(state))
    assert {GAME.action_name(action) for action in legal} == Simulator(state).legal_names()
    assert len(legal) >= 2 or GAME.is_over(state)


def check_11_ended(s: np.record) -> None:
    """Nobody moves after the end of the own shift, nor the automaton."""
    if s.ctx != Context.OVER:
        assert not s.ended[s.to_move]
        assert not (s.solo and s.to_move == AUTOMATON)


def check_outside_contexts(s: np.record) -> None:
    """What belongs to a context is blank outside it."""
    in_card = s.ctx in range(Context.MOVE, Context.REST + 1) or s.resume_ctx in (Context.MOVE, Context.MODULE)
    assert (s.cur_sci >= 0) == (np.sum(s.sci == Card.PLAYED) == 1) == in_card
    if not in_card:
        assert (s.first_room, s.second, s.main_done, s.extra_done) == (-1, 0, 0, 0)
    assert (s.pend_action >= 0) == (s.pay_left > 0) == (s.ctx == Context.PAY)
    if s.ctx not in (Context.FEED_FOOD, Context.FEED_RET, Context.FEED_PTS):
        assert s.feed_total == s.feed_count == 0
    assert (s.resume_ctx >= 0) == (s.ctx in (Context.T_FOOD, Context.T_RET))
    if s.ctx > Context.SETUP_START:
        assert not s.tools_offer.any()
        assert not s.start_mask.any()


def check_12_application(state: np.ndarray, number: int) -> None:
    """Every legal action can be applied; others are refused and change nothing."""
    mask = GAME.legal(state)
    for action in np.flatnonzero(mask):
        copy = GAME.clone(state)
        GAME.step(copy, action)
        assert copy[0].decisions > state[0].decisions
        check_effects(state, action, copy)
    for action in np.flatnonzero(mask == 0)[number // SAMPLE % SAMPLE :: SAMPLE]:
        copy = GAME.clone(state)
        with pytest.raises(IllegalAction):
            GAME.step(copy, action)
        assert to_bytes(copy) == to_bytes(state)


def check_16_hidden(state: np.ndarray) -> None:
    """No hidden field shows."""
    other = with_other_secrets(state)
    np.testing.assert_array_equal(GAME.legal(other), GAME.legal(state))
    for seat in range(state[0].num_players):
        np.testing.assert_array_equal(GAME.observe(other, seat), GAME.observe(state, seat))


def with_other_secrets(state: np.ndarray) -> np.ndarray:
    """A copy in which everything hidden is different, as far as possible."""
    other = GAME.clone(state)
    s = other[0]
    s.rng += np.uint64(1)
    s.l2_deck[: s.l2_n] = s.l2_deck[: s.l2_n][::-1].copy()
    s.food_deck[: s.food_n] = np.roll(s.food_deck[: s.food_n], 1)
    for kind in range(3):
        stack = s.dem_stack[kind]
        unseen = [n for n in range(10 * kind, 10 * kind + 10) if s.dem_owner[n] < 0 and n not in stack]
        deeper = max(0, s.dem_n[kind] - 1)
        stack[1 : 1 + deeper] = [*unseen, *stack[1 : 1 + deeper].tolist()][:deeper]
    if s.solo:
        known = s.automaton_cards[: s["round"]].tolist()
        later = [*s.automaton_cards[s["round"] :].tolist(), *sorted(CARDS_OF_LEVEL[s.solo_level])]
        s.automaton_cards = [*known, *[card for card in later[::-1] if card not in known]][:5]
    return other


def check_17_determinize(state: np.ndarray) -> None:
    """Hidden fields alone are drawn anew, and everything still holds."""
    drawn = GAME.determinize(state, GAME.to_move(state), seed=1)
    assert set(difference(state, drawn)) <= HIDDEN
    a, b = state[0], drawn[0]
    assert sorted(a.l2_deck[: a.l2_n]) == sorted(b.l2_deck[: b.l2_n])
    np.testing.assert_array_equal(a.l2_deck[a.l2_n :], b.l2_deck[a.l2_n :])
    np.testing.assert_array_equal(a.food_deck[a.food_n :], b.food_deck[a.food_n :])
    np.testing.assert_array_equal(a.dem_stack[:, 0], b.dem_stack[:, 0])
    np.testing.assert_array_equal(a.automaton_cards[: a["round"]], b.automaton_cards[: a["round"]])
    if a.solo:
        assert len(set(b.automaton_cards.tolist())) == 5
        assert set(b.automaton_cards.tolist()) <= CARDS_OF_LEVEL[a.solo_level]
    for check in (check_4_food, check_5_level_2, check_7_demands):
        check(b)
    check_10_mask(drawn)


def check_19_relabelling(state: np.ndarray) -> None:
    """Seats that move round the table take their observations, masks and coming states with them."""
    if state[0].solo:
        return
    moved = relabelled(state)
    seats = int(state[0].seats)
    np.testing.assert_array_equal(GAME.legal(moved), GAME.legal(state))
    for seat in range(seats):
        np.testing.assert_array_equal(GAME.observe(moved, (seat + 1) % seats), GAME.observe(state, seat))
    action = np.flatnonzero(GAME.legal(state))[-1]
    after = GAME.clone(state)
    GAME.step(after, action)
    GAME.step(moved, action)
    assert difference(relabelled(after), moved) == []


def relabelled(state: np.ndarray) -> np.ndarray:
    """The same game with every seat one further."""
    moved = GAME.clone(state)
    s, seats = moved[0], int(state[0].seats)
    for name in SEAT_ROWS.split():
        s[name][:seats] = np.roll(s[name][:seats], 1, axis=0)
    s.clean_log[:, :seats] = np.roll(s.clean_log[:, :seats], 1, axis=1)
    for name in SEAT_VALUES.split():
        value = s[name]
        s[name] = np.where(value >= 0, (value + 1) % seats, value)
    return moved


# -- invariants of a step ------------------------------------------------------------------------------


def check_13_oxygen(b: np.record, a: np.record) -> None:
    """Nobody uses more oxygen than the limit allows."""
    used_more = a.o2_used > b.o2_used
    assert (a.o2_used[used_more] <= b.stress[used_more]).all()


def check_14_holders_points(b: np.record, action: int, a: np.record) -> None:
    """In a visit nobody else gains, but the holder of the room."""
    if b.ctx == Context.MODULE and a["round"] == b["round"] and a.ctx != Context.OVER and not b.solo:
        others = np.arange(len(a.vp)) != b.to_move
        gains = a.vp - b.vp
        assert gains[others].sum() == gains[others].max() <= 1
        if gains[others].any():
            assert b.slot[b.at[b.to_move]] == np.flatnonzero(gains * others)[0]


def check_effects(before: np.ndarray, action: int, after: np.ndarray) -> None:
    """The step does what the rules page says, field by field."""
    expected = Simulator(before)
    expected.play(GAME.action_name(action))
    if expected.shuffled and expected.solo:
        return  # the automaton chooses among cards that only chance knows
    ignored = NOT_TOLD if expected.shuffled else NOT_TOLD - {"food_deck", "food_open", "food_loc"}
    different = {
        name: (getattr(expected, name), after[0][name])
        for name in after.dtype.names
        if name not in ignored and not np.array_equal(getattr(expected, name), after[0][name])
    }
    assert not different, f"{GAME.action_name(action)} (expected, found): {different}"


def check_clean_up(a: np.record) -> None:
    """I18 and R50 to R52 come with check_effects; here, that the log is complete."""
    done = a["round"] if a.ctx == Context.OVER else a["round"] - 1
    assert not a.clean_log[max(0, done) :].any()


def check_end(a: np.record) -> None:
    """The game ends after five rounds, with terms and ranks (R60, R61) that fit."""
    assert a["round"] == 5 or a.truncated
    assert a.rank[: a.seats].min() == 1
    best = a.vp[: a.seats].max()
    assert (a.vp[: a.seats][a.rank[: a.seats] == 1] == best).all()


def check_15_determinism(start: np.ndarray, actions: list[int], state: np.ndarray) -> None:
    """A copy of the record that takes the same actions has the same bytes."""
    for action in actions:
        GAME.step(start, action)
    assert to_bytes(start) == to_bytes(state)
