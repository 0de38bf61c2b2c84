"""What a seat cannot know: it must not show, and must be drawn as often as it deserves.

Hidden are the strengths of face-down counters (from both seats), the cards of the other hand and those that left the
game, the events, the kinds of the other player's markers until their step, and the generator.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import lunar_envs
from lunar_envs.contract import ContractError, check_game
from lunar_envs.engine import kernels, record
from tests.chances import assert_drawn_from

from .build import build
from .reference import CARDS, CORPORATION
from .worlds import hidden_cards, hidden_counters, other_world, unseen_cards

GAME = lunar_envs.games["moonbase_alpha"]
DRAWS = 20_000
GAMES = 6

pytestmark = pytest.mark.slow


def decisions(seed: int, every: int) -> Iterator[np.ndarray]:
    """Every so many states of a random game, the first one included."""
    state = GAME.new(seed=seed)
    rng = np.random.default_rng(seed)
    for number in range(10**6):
        if number % every == 0:
            yield state
        if GAME.is_over(state):
            return
        GAME.step(state, int(rng.choice(np.flatnonzero(GAME.legal(state)))))


def check_worlds(seed: int) -> None:
    """Observation and mask are the same, bit for bit, in worlds that the seat cannot tell apart."""
    rng = np.random.default_rng(seed)
    for state in decisions(seed, every=5):
        for seat in (0, 1):
            other = other_world(state, seat, rng)
            assert GAME.observe(other, seat).tobytes() == GAME.observe(state, seat).tobytes(), "observation"
            if GAME.to_move(state) == seat:
                assert GAME.legal(other).tobytes() == GAME.legal(state).tobytes(), "mask"


@pytest.mark.parametrize("seed", range(GAMES))
def test_worlds_that_a_seat_cannot_tell_apart_look_alike(seed: int) -> None:
    check_worlds(seed)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_draw_depends_on_nothing_hidden(seed: int) -> None:
    """Worlds that look alike have the same draws."""
    rng = np.random.default_rng(seed)
    for state in decisions(seed, every=20):
        for seat in (0, 1):
            other = other_world(state, seat, rng)
            drawn, again = (GAME.determinize(world, seat, seed=7) for world in (state, other))
            assert record.to_bytes(drawn) == record.to_bytes(again), record.difference(drawn[0], again[0])
            assert GAME.observe(drawn, seat).tobytes() == GAME.observe(state, seat).tobytes()


# -- determinize draws every world as often as it deserves -----------------------------------------------


def drawn(state: np.ndarray, seat: int, look: Callable[[np.record], tuple]) -> Counter:
    """What ``look`` sees in many draws."""
    return Counter(look(GAME.determinize(state, seat, seed)[0]) for seed in range(DRAWS))


def alike(worlds: Iterable[tuple]) -> dict[tuple, Fraction]:
    """Histories of the same probability that led to these worlds."""
    counts = Counter(worlds)
    return {world: Fraction(count, counts.total()) for world, count in counts.items()}


def product_of(*parts: dict[tuple, Fraction]) -> dict[tuple, Fraction]:
    """Independent parts of a world."""
    chances = {(): Fraction(1)}
    for part in parts:
        chances = {(*a, b): p * q for a, p in chances.items() for b, q in part.items()}
    return chances


LATE = {
    "units": {
        0: {
            "w_dig": "PMC1r PMC1r PMC2r PMC2r PMC2r PMC2 PMC1 PMC3",
            "w_flats": "MCU2r MCU2r MCU3r MCU3r MCU3r MCU3r MCU4r MCU4r",
            "base_west": "PMC2r PMC3r PMC3r crawler3r crawler4r crawler4r crawler5r",
        },
        1: {
            "e_dig": "PMC1r PMC1r PMC1r PMC2r PMC2r PMC2r PMC2r PMC2r PMC3r PMC3r PMC3r",
            "e_flats": "MCU2r MCU2r MCU3r MCU3r MCU3r MCU3r MCU4r MCU4r",
            "base_east": "crawler3 crawler5 crawler4r crawler4r",
        },
    },
    "cards": {
        0: {0: "lunar_mine up", 1: "lunar_mine up", 2: "lunar_mine up", 3: "reactive_armor up", 4: "research_lab"},
        1: {0: "heavy_mcu up", 1: "improved_tyres up", 2: "research_lab up", 3: "ai_management", 4: "stealth_suits up"},
    },
    "fields": {
        "event_kind": [-1, 3, -1, 4, 2, -1],
        "marker_place[0]": [3, 7, -1, -1],
        "marker_order[0]": [1, 0, -1, -1],
        "marker_place[1]": [15, 36, 19, -1],
        "marker_order[1]": [0, 2, 1, -1],
        "marker_revealed[1][0]": 1,
    },
}  # fmt: skip
"""A late state without markers that matter to nobody: few counters, cards and events are face-down."""

PMC_OF_0 = [5, 6, 7]
CRAWLERS_OF_1 = [CORPORATION + 19, CORPORATION + 20]


def late_state() -> np.ndarray:
    """Seat 1's 1-star is revealed; its 2-star, 3-star and moon are still hidden from seat 0."""
    state = build(GAME, LATE | {"budget": [0, 4]})
    s = state[0]
    s.phase, s.ctx, s.budget = 2, GAME.contexts.index("ACTIVATE"), 0
    s.to_move = s.active_player = 1
    s.round_index, s.active_area = 1, 15
    s.marker_revealed[0, 0] = 1
    s.unit_acting = s.unit_area == s.active_area
    return state


def strengths(slots: list[int], values: list[int]) -> dict[tuple, Fraction]:
    """All orders of some strengths."""
    return alike(permutations(values, len(slots)))


@pytest.mark.parametrize("seat", [0, 1])
def test_strengths_and_events_of_a_late_state(seat: int) -> None:
    """All orders, the same for both seats: nobody looks at face-down counters, not even at the own."""
    state = late_state()
    assert [slots.tolist() for slots in hidden_counters(state[0]) if len(slots)] == [PMC_OF_0, CRAWLERS_OF_1]

    def look(s: np.record) -> tuple:
        return tuple(
            tuple(row.tolist()) for row in (s.unit_strength[PMC_OF_0], s.unit_strength[CRAWLERS_OF_1], events(s))
        )

    def events(s: np.record) -> np.ndarray:
        return s.event_kind[[1, 3, 4]]

    parts = (permutations((1, 2, 3)), permutations((3, 5)), permutations((2, 3, 4)))
    assert_drawn_from(drawn(state, seat, look), product_of(*map(alike, parts)))


def test_cards_and_markers_of_a_late_state() -> None:
    """Seat 0: seat 1's card is any unknown one; its three markers that have not come yet are in any order."""
    state = late_state()
    cards = unseen_cards(state[0], 0)
    assert hidden_cards(state[0], 0).tolist() == [3]
    assert len(cards) == len(CARDS) - 9

    def look(s: np.record) -> tuple:
        return (int(s.hand_card[1, 3]), *s.marker_place[1, 1:].tolist()), tuple(s.marker_order[1].tolist())

    places = [(36, 2), (19, 1), (-1, -1)]
    worlds = [
        ((card, *(place for place, _ in order)), (0, *(when for _, when in order)))
        for card in cards
        for order in permutations(places)
    ]
    assert_drawn_from(drawn(state, 0, look), alike(worlds))


def test_markers_while_they_are_placed() -> None:
    """All four kinds are hidden in the preparation phase; the pending one is any that is not placed."""
    state = late_state()
    s = state[0]
    s.phase, s.ctx, s.active_player, s.active_area = 1, GAME.contexts.index("MARKER_WHERE"), -1, -1
    s.marker_revealed, s.sel_kind, s.unit_acting = 0, 3, 0

    def look(s: np.record) -> tuple:
        return tuple(s.marker_place[1].tolist()), int(s.sel_kind)

    worlds = [(order, order.index(-1)) for order in permutations((15, 36, 19, -1))]
    assert_drawn_from(drawn(state, 0, look), alike(worlds))
    own = drawn(state, 1, lambda s: (tuple(s.marker_place[1].tolist()), int(s.sel_kind)))
    assert set(own) == {((15, 36, 19, -1), 3)}


# -- what a seat has seen before counts ------------------------------------------------------------------


def after_the_return() -> np.ndarray:
    """Seat 1's first two MCU have lain face-down since before the face-up MCU4 was lost and went back to the pile.

    Then it draws one of the two that are in the pile.
    """
    setup = {
        "units": {
            1: {"e_flats": "MCU2 MCU3 MCU2r MCU3r MCU3r MCU3r", "loss": "MCU4"},
            0: {"w_dig": "PMC"},
        },
        "cards": {1: {0: "lunar_mine"}},
        "upgrade": [1, 0, 1],
        "fields": {"leader": 1, "stock": [9, 7]},
    }
    state = build(GAME, setup)
    for action in ("PASS", "BUY_MCU"):
        GAME.step(state, GAME.action_id(action))
    return state


MCU_OF_1 = [CORPORATION + 11 + i for i in (0, 1, 6, 7)]
"""Two on the map, then the drawn one and the one in the pile, whose slots the pile's order decides."""


def mcu_histories() -> Iterator[tuple[tuple[int, int], int, int]]:
    """(on the map, drawn, in the pile) of every history; the counters are 2, 3, 4 and the lost 4."""
    for *on_map, in_pile in permutations((2, 3, 4)):
        for drawn_one, left in permutations((in_pile, 4)):
            yield tuple(on_map), drawn_one, left


@pytest.mark.parametrize("seat", [0, 1])
def test_a_counter_that_was_seen_lost_is_not_where_it_cannot_be(seat: int) -> None:
    """Only one of the counters that were drawn before can be a 4."""
    state = after_the_return()
    assert sorted(np.concatenate(hidden_counters(state[0])[3:5]).tolist())[-4:] == MCU_OF_1
    pile = [slot for slot in MCU_OF_1 if state[0].unit_status[slot] == 0]
    reinforcement = [slot for slot in MCU_OF_1 if state[0].unit_status[slot] == 1]
    slots = [*MCU_OF_1[:2], *reinforcement, *pile]

    def look(s: np.record) -> tuple:
        first, second, drawn_one, left = s.unit_strength[slots].tolist()
        return (first, second), drawn_one, left

    assert_drawn_from(drawn(state, seat, look), alike(mcu_histories()))


LAST_RETURN = 2
"""The turn in which the MCU4 goes back to the pile."""


def revealed_twin(returned: int) -> np.ndarray:
    """The MCU that is drawn after the return is revealed as a 4: the one that was lost, or the other one.

    ``returned`` is that counter's turn of return. Nobody can know it.
    """
    state = after_the_return()
    s = state[0]
    in_pile, drawn_one = sorted(MCU_OF_1[2:], key=lambda slot: s.unit_status[slot])
    s.unit_revealed[drawn_one] = 1
    slots = [drawn_one, in_pile, *MCU_OF_1[:2]]
    s.unit_strength[slots] = 4, 4, 2, 3
    s.unit_returned[slots] = returned, LAST_RETURN - returned, 0, 0
    return state


@pytest.mark.parametrize("returned", [0, LAST_RETURN])
def test_a_revealed_counter_may_be_either_of_two_equal_ones(returned: int) -> None:
    """If it is the lost 4, the other 4 is anywhere (six ways); if not, the lost one is in the pile (two ways)."""
    state = revealed_twin(returned)
    [in_pile] = [slot for slot in MCU_OF_1 if state[0].unit_status[slot] == 0]
    found = drawn(state, 0, lambda s: (int(s.unit_strength[in_pile]),))
    assert_drawn_from(found, {(4,): Fraction(1, 2), (2,): Fraction(1, 4), (3,): Fraction(1, 4)})


def test_a_draw_does_not_depend_on_which_of_two_equal_counters_is_revealed() -> None:
    """The same seed, the same world."""
    states = [revealed_twin(returned) for returned in (0, LAST_RETURN)]
    for seed in range(50):
        first, second = (GAME.determinize(state, 0, seed) for state in states)
        assert record.to_bytes(first) == record.to_bytes(second), record.difference(first[0], second[0])


def test_a_failed_attempt_rules_out_cards() -> None:
    """Seat 1 fails with an 8 and no arrow: its card is one that fails then."""
    setup = {
        "cards": {0: {0: "lunar_mine"}, 1: {0: "stealth_suits", 1: "lunar_mine"}},
        "upgrade": [1, 0, 1],
        "script": [5, 3],
        "fields": {"leader": 1, "marker_place[0][1]": 32, "marker_order[0][1]": 0},
    }
    state = build(GAME, setup)
    GAME.step(state, GAME.action_id("CONFIRM"))
    GAME.step(state, GAME.action_id("PASS"))
    assert GAME.context(state) == "UPGRADE"
    fails_with_8 = {
        "ai_management", "bolo_project", "defensive_satellites", "science_division_breakthrough", "stealth_suits",
        "targeting_computers",
    }  # fmt: skip
    cards = unseen_cards(state[0], 0)
    worlds = [(first, second) for first, second in permutations(cards, 2) if CARDS[first] in fails_with_8]

    def look(s: np.record) -> tuple:
        return tuple(s.hand_card[1, :2].tolist())

    assert_drawn_from(drawn(state, 0, look), alike(worlds))


@pytest.mark.parametrize("hidden", ["unit_strength", "hand_card", "event_kind", "marker_place"])
def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch, hidden: str) -> None:
    """An observation that shows a sum over a hidden field passes neither the contract nor the test above."""
    observe = kernels.observe
    weights = 1 + np.arange(np.prod(GAME.dtype[hidden].shape))

    def leak(states: np.ndarray, tables: np.ndarray, seat: int, observations: np.ndarray) -> None:
        observe(states, tables, seat, observations)
        observations[0, -1] = float(states[hidden].ravel() @ weights) / 1e5

    monkeypatch.setattr(kernels, "observe", leak)
    with pytest.raises(AssertionError, match="observation"):
        check_worlds(seed=0)
    with pytest.raises(ContractError, match="blocks"):
        check_game(GAME, games=1)
