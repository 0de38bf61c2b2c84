"""The worked scenarios of the rules."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lunar_envs
from lunar_envs.engine.game import Game
from tests import scenarios
from tests.scenarios import CHECKS

from .build import build, counters
from .reference import AREA_NAMES, CORPORATION, LOCAL_TYPES, MIRROR

GAME = lunar_envs.games["moonbase_alpha"]
AREA = re.compile(r"(?<=\()(east )?([a-z]\w+)(?=\))")
UNIT_ROW, OTHER_UNIT_ROW, FIRST_UNIT_ROW = 18, 17, 48 + 76
COLUMNS = {"map": 2, "x": 5, "y": 6, "revealed": 7, "suppressed": 9, "acting": 12, "selectable": 17}
DIGITS = 6
WIDTH = {"x": 1700, "y": 1100}


def with_numbers(value: Any) -> Any:
    """``value`` with every area in an action as a number in its actor's frame."""
    if isinstance(value, str):
        return AREA.sub(number, value)
    if isinstance(value, list):
        return [with_numbers(item) for item in value]
    return {with_numbers(key): with_numbers(item) for key, item in value.items()} if isinstance(value, dict) else value


def number(match: re.Match[str]) -> str:
    """The number of ``w_dig`` or ``east w_dig``."""
    area = AREA_NAMES.index(match[2])
    return str(MIRROR[area] if match[1] else area)


SCENARIOS = with_numbers(scenarios.load_scenarios(Path(__file__).parent))


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name: str) -> None:
    """What the scenario expects."""
    scenarios.run(GAME, SCENARIOS[name], build(GAME, SCENARIOS[name]), GAME_CHECKS)


def test_every_scenario_of_the_rules_page_is_here() -> None:
    """S1 to S32; those named by a rule are more."""
    numbers = {number for number in scenarios.numbers(SCENARIOS) if number.startswith("S")}
    assert numbers == {f"S{number}" for number in range(1, 33)}


def check_units(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, Mapping[str, str]]) -> tuple:
    """``units``: all counters of a seat on some places, as build.py writes them; without strengths if none is given."""
    found, expected = {}, {}
    for seat, places in wanted.items():
        for place, text in places.items():
            strengths = re.search(r"\d", text) is not None
            found[seat, place] = counters(state, int(seat), place, strengths=strengths)
            expected[seat, place] = sorted(text.split())
    return found, expected


def check_seen(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, Mapping[str, float]]) -> tuple:
    """``seen``: some columns of the row of seat 0's first crawler in a seat's observation."""
    found, expected = {}, {}
    crawler = CORPORATION - 4
    rows = (
        FIRST_UNIT_ROW + crawler * UNIT_ROW,
        FIRST_UNIT_ROW + len(LOCAL_TYPES) * UNIT_ROW + crawler * OTHER_UNIT_ROW,
    )
    for seat, columns in wanted.items():
        observation = game.observe(state, int(seat))
        for column, value in columns.items():
            found[seat, column] = round(float(observation[rows[int(seat)] + COLUMNS[column]]), DIGITS)
            expected[seat, column] = round(value / WIDTH.get(column, 1), DIGITS)
    return found, expected


GAME_CHECKS = CHECKS | {"units": check_units, "seen": check_seen}
