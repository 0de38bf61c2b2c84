"""The worked scenarios of the rules."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import lunar_envs
from lunar_envs.engine.game import Game
from lunar_envs.games.luna_maris.codes import Card
from tests import scenarios

from .build import build, owned

GAME = lunar_envs.games["luna_maris"]
SCENARIOS = scenarios.load_scenarios(Path(__file__).parent)


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name: str) -> None:
    """What the scenario expects."""
    scenarios.run(GAME, SCENARIOS[name], build(GAME, SCENARIOS[name]), CHECKS)


def test_every_scenario_of_the_rules_page_is_here() -> None:
    """S1 to S34; the others are named after the rule that they show."""
    assert scenarios.numbers(SCENARIOS) >= {f"S{number}" for number in range(1, 35)}


def check_counts(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, Mapping[str, int]]) -> tuple:
    """``counts``: how often values occur in a field."""
    found = {name: {value: len(owned(state[0][name], int(value))) for value in row} for name, row in wanted.items()}
    return found, dict(wanted)


def check_hand(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, list[int]]) -> tuple:
    """``hand``: all scientists in the hands of some seats."""
    return {seat: owned(state[0].sci[int(seat)], Card.HAND) for seat in wanted}, dict(wanted)


def check_pile(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, list[int]]) -> tuple:
    """``pile``: all scientists in the rest piles of some seats."""
    return {seat: owned(state[0].sci[int(seat)], Card.PILE) for seat in wanted}, dict(wanted)


def check_food(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, list[int]]) -> tuple:
    """``food``: all food of some seats."""
    return {seat: owned(state[0].food_loc, int(seat)) for seat in wanted}, dict(wanted)


def check_tiles(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, list[int]]) -> tuple:
    """``tiles``: all demand tiles of some seats."""
    return {seat: owned(state[0].dem_owner, int(seat)) for seat in wanted}, dict(wanted)


CHECKS = scenarios.CHECKS | {
    "counts": check_counts,
    "hand": check_hand,
    "pile": check_pile,
    "food": check_food,
    "tiles": check_tiles,
}
