"""What a seat cannot know (section 5): deck orders, deeper demand tiles, coming automaton cards, and nothing else."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product

import numpy as np
import pytest

import lunar_envs
from lunar_envs.contract import ContractError, check_game
from lunar_envs.engine import kernels, record
from tests.chances import alike, assert_drawn_from

from .build import build
from .test_invariants import HIDDEN, chosen, with_other_secrets

GAME = lunar_envs.games["luna_maris"]
DRAWS = 20_000
LATE = {
    "hand": {0: list(range(6, 16))},
    "food": {0: [*range(4), *range(6, 10)], 1: [*range(12, 16), *range(18, 22), 27]},
    "food_open": [24, 25, 26],
    "tiles": {0: [0, 10], 1: [1]},
}
"""Most cards lie open: three level-2 scientists and four food cards are left in the decks."""
SOLO = {"base": 1, **LATE, "fields": {"round": 3, "automaton_cards": [5, 0, 3, 1, 4]}}
EARLY_SOLO = {"base": 1, "options": {"solo_level": "advanced"}, "fields": {"automaton_cards": [6, 7, 8, 9, 10]}}
MIXED_SOLO = {
    "base": 1,
    "options": {"solo_level": "intermediate"},
    "fields": {"round": 4, "automaton_cards": [0, 6, 2, 8, 10]},
}
THREE = {"base": 3, **LATE}

pytestmark = pytest.mark.slow


def level_2(s: np.record) -> tuple:
    """The order of the level-2 deck."""
    return tuple(s.l2_deck[: s.l2_n].tolist())


def food(s: np.record) -> tuple:
    """The order of the food deck."""
    return tuple(s.food_deck[: s.food_n].tolist())


def deeper(kind: int) -> Callable[[np.record], tuple]:
    """The demand tiles of a type that lie below the visible one."""
    return lambda s: tuple(s.dem_stack[kind, 1 : s.dem_n[kind]].tolist())


def coming(s: np.record) -> tuple:
    """The automaton's cards of the rounds to come."""
    return tuple(s.automaton_cards[s["round"] :].tolist())


def first_cards(s: np.record) -> tuple:
    """One card of each deck: drawn apart, all combinations are alike."""
    return int(s.l2_deck[0]), int(s.food_deck[0])


WORLDS = {
    "level_2": (SOLO, 0, level_2, permutations(range(19, 22))),
    "level_2_three": (THREE, 2, level_2, permutations(range(19, 22))),
    "food": (SOLO, 0, food, permutations(range(30, 34))),
    "food_three": (THREE, 1, food, permutations(range(30, 34))),
    "decks_apart": (SOLO, 0, first_cards, product(range(19, 22), range(30, 34))),
    "coming": (SOLO, 0, coming, permutations((1, 2, 4), 2)),
    "coming_early": (EARLY_SOLO, 0, coming, permutations((8, 9, 10, 11), 3)),
    "coming_mixed": (MIXED_SOLO, 0, coming, permutations((1, 3, 4, 5, 7, 9, 10, 11), 1)),
    "deeper_one": (SOLO, 0, deeper(1), permutations(range(12, 20), 1)),
    "deeper_two": (SOLO, 0, deeper(2), permutations(range(21, 30), 2)),
}


@pytest.mark.parametrize("name", WORLDS)
def test_all_worlds_are_drawn_alike(name: str) -> None:
    """Each world that agrees with what the seat knows, and no other, as often as chance has it."""
    setup, seat, secret, possible = WORLDS[name]
    worlds = set(possible)
    state = build(GAME, setup)
    assert secret(state[0]) in worlds
    drawn = Counter(secret(GAME.determinize(state, seat, seed)[0]) for seed in range(DRAWS))
    assert set(drawn) == worlds
    assert_drawn_from(drawn, alike(worlds))


def test_no_automaton_card_is_known_before_the_first_round() -> None:
    """In the set-up all six cards of the level may come first."""
    state = GAME.new(num_players=1, seed=3)
    drawn = Counter(int(GAME.determinize(state, 0, seed)["automaton_cards"][0, 0]) for seed in range(600))
    assert set(drawn) == set(range(6))


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
@pytest.mark.parametrize("decisions", [1, 15, 40])
def test_only_hidden_fields_change(num_players: int, decisions: int) -> None:
    """What lies open stays, whatever is drawn."""
    state = played(num_players, decisions)
    for seat in range(num_players):
        assert set(record.difference(state, GAME.determinize(state, seat, 9))) <= HIDDEN


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
@pytest.mark.parametrize("decisions", [1, 15, 40])
def test_a_draw_does_not_depend_on_the_truth(num_players: int, decisions: int) -> None:
    """Two states that look alike give the same draw."""
    state = played(num_players, decisions)
    other = with_other_secrets(state)
    assert HIDDEN - {"automaton_cards"} <= set(record.difference(state, other)) <= HIDDEN
    for seat in range(num_players):
        drawn, again = GAME.determinize(state, seat, 5), GAME.determinize(other, seat, 5)
        assert record.to_bytes(drawn) == record.to_bytes(again)


def played(num_players: int, decisions: int) -> np.ndarray:
    """A state in the middle of a random game."""
    state = GAME.new(num_players=num_players, seed=4, solo_level="intermediate")
    rng = np.random.default_rng(4)
    for _ in range(decisions):
        GAME.step(state, chosen(state, rng.random()))
    return state


@pytest.mark.parametrize("secret", sorted(HIDDEN - {"rng"}))
def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch, secret: str) -> None:
    """An observation that tells the order of hidden cards breaks the contract."""
    observe = kernels.observe

    def leak(states: np.ndarray, tables: np.ndarray, seat: int, observations: np.ndarray) -> None:
        observe(states, tables, seat, observations)
        cards = states[secret][0].ravel().astype(int)
        observations[0, -1] = 0.5 + cards @ np.arange(len(cards)) / 1e5

    monkeypatch.setattr(kernels, "observe", leak)
    with pytest.raises(ContractError, match="cannot know"):
        check_game(GAME, games=1)
