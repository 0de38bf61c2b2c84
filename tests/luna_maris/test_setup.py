"""Chance in the set-up (R2, R4-R9, R71): every outcome as often as the rules have it."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import lunar_envs
from tests.chances import alike, assert_drawn_from

from .build import owned
from .reference import symbols

GAME = lunar_envs.games["luna_maris"]
GAMES = 6_000

pytestmark = pytest.mark.slow


def two_cards() -> dict[tuple[int, ...], Fraction]:
    """R9, four seats: a level-1 card, and one of those that share no symbol with it."""
    chances: Counter = Counter()
    for first in range(6):
        others = [card for card in range(6) if not symbols(card) & symbols(first)]
        for second in others:
            chances[tuple(sorted(symbols(first) | symbols(second)))] += Fraction(1, 6 * len(others))
    return dict(chances)


def rooms(s: np.record) -> tuple[int, ...]:
    """The start rooms on offer."""
    return tuple(owned(s.start_mask, 1))


SETUPS: dict[str, tuple[dict[str, Any], Callable[[np.record], Any], Mapping[Any, Fraction]]] = {
    "order": ({"num_players": 4}, lambda s: tuple(s.order.tolist()), alike(permutations(range(4)))),
    "order_two": ({"num_players": 2}, lambda s: int(s.order[0]), alike(range(2))),
    "demand": ({"num_players": 3}, lambda s: int(s.dem_stack[1, 0]), alike(range(10, 20))),
    "demand_below": ({"num_players": 3}, lambda s: int(s.dem_stack[2, 3]), alike(range(20, 30))),
    "hire": ({"num_players": 3}, lambda s: int(s.hire[0]), alike(range(6, 22))),
    "hire_deck": ({"num_players": 3}, lambda s: int(s.l2_deck[0]), alike(range(6, 22))),
    "food": ({"num_players": 4}, lambda s: int(s.food_open[2]), alike(range(36))),
    "food_deck": ({"num_players": 1}, lambda s: int(s.food_deck[0]), alike(n for n in range(36) if n % 6 < 4)),
    "modules": ({"num_players": 2}, lambda s: int(s.adv_offer[4]), alike(range(8))),
    "tools": (
        {"num_players": 1},
        lambda s: tuple(owned(s.tools_offer, 1)),
        alike((a, b) for a in range(7) for b in range(a + 1, 7)),
    ),
    "rooms_solo": ({"num_players": 1}, rooms, alike(tuple(sorted(symbols(card))) for card in range(6))),
    "rooms_two": ({"num_players": 2}, rooms, alike(tuple(sorted(symbols(card))) for card in range(6))),
    "rooms_three": ({"num_players": 3}, rooms, alike(tuple(sorted(symbols(card))) for card in range(6, 22))),
    "rooms_four": ({"num_players": 4}, rooms, two_cards()),
    "basic": ({"num_players": 1}, lambda s: int(s.automaton_cards[0]), alike(range(6))),
    "intermediate": (
        {"num_players": 1, "solo_level": "intermediate"},
        lambda s: int(s.automaton_cards[4]),
        alike(range(12)),
    ),
    "advanced": (
        {"num_players": 1, "solo_level": "advanced"},
        lambda s: int(s.automaton_cards[1]),
        alike(range(6, 12)),
    ),
}


@pytest.mark.parametrize("name", SETUPS)
def test_chances(name: str) -> None:
    """A chi-square test that a right set-up fails once in 1,000 times; the seeds are fixed."""
    arguments, outcome, chances = SETUPS[name]
    found = Counter(outcome(GAME.new(seed=seed, **arguments)[0]) for seed in range(GAMES))
    assert_drawn_from(found, chances)
