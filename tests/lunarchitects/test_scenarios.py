"""The worked scenarios of the rules."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lunar_envs
from lunar_envs.engine.game import Game
from lunar_envs.games.lunarchitects.codes import ABSENT, DIRECTION_Q, DIRECTION_R, PHASES, Action, Context
from lunar_envs.games.lunarchitects.tables import tile_key
from tests import scenarios
from tests.scenarios import played, read, span, values_like

from .build import build

GAME = lunar_envs.games["lunarchitects"]
SCENARIOS = scenarios.load_scenarios(Path(__file__).parent)


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name: str) -> None:
    """What the scenario expects."""
    scenarios.run(GAME, SCENARIOS[name], build(GAME, SCENARIOS[name]), CHECKS)


def test_every_scenario_of_the_rules_page_is_here() -> None:
    """S1 to S31; S32 is the golden observation."""
    assert scenarios.numbers(SCENARIOS) == {f"S{number}" for number in range(1, 32)}


def check_placements(
    game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, Mapping[str, list]]
) -> tuple:
    """``placements``: legal hexes by anchor slot, ``here`` or after an action."""
    found = {action: placements(state if action == "here" else played(GAME, state, action)) for action in wanted}
    hexes = {
        action: {int(slot): {tuple(hexagon) for hexagon in hexagons} for slot, hexagons in anchors.items()}
        for action, anchors in wanted.items()
    }
    return found, hexes


def check_fields(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, Any]) -> tuple:
    """``fields``: values by path; of a row as many as given; a tile may be given by its key."""
    return {path: value_like(state, path, value) for path, value in wanted.items()}, dict(wanted)


def check_queue(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``queue``: all positions that hold a tile, with ranges."""
    return set(np.flatnonzero(state[0].queue >= 0)), {position for part in wanted for position in span(part)}


def check_pawns(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[int]) -> tuple:
    """``pawns``: the positions of all pawns, whoever owns them."""
    positions = state[0].pawn_pos
    return sorted(positions[positions != ABSENT]), sorted(wanted)


def check_stack(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[int]) -> tuple:
    """``stack``: tiles left by phase."""
    s = state[0]
    return np.bincount(GAME.tables[0].phase[s.stack[: s.stack_n]], minlength=len(PHASES)).tolist(), wanted


CHECKS = scenarios.CHECKS | {
    "placements": check_placements,
    "fields": check_fields,
    "queue": check_queue,
    "pawns": check_pawns,
    "stack": check_stack,
}


def placements(state: np.ndarray) -> dict[int, set[tuple[int, int]]]:
    """Legal hexes by anchor slot."""
    if state[0].ctx == Context.PLACE_DIR:
        return {int(state[0].sel): hexes_round_anchor(state)}
    slots = np.flatnonzero(GAME.legal(state)[Action.TILE :])
    return {int(slot): hexes_round_anchor(played(GAME, state, f"TILE({slot})")) for slot in slots}


def hexes_round_anchor(state: np.ndarray) -> set[tuple[int, int]]:
    """The hexes that DIR may choose; where there is but one, the tile lies there already."""
    s = state[0]
    q, r = s.base_q[s.to_move], s.base_r[s.to_move]
    if s.ctx != Context.PLACE_DIR:
        last = s.n_tiles[s.to_move] - 1
        return {(int(q[last]), int(r[last]))}
    directions = np.flatnonzero(GAME.legal(state)[Action.DIR : Action.ROCKET])
    return {(int(q[s.sel]) + DIRECTION_Q[k], int(r[s.sel]) + DIRECTION_R[k]) for k in directions}


def value_like(state: np.ndarray, path: str, wanted: Any) -> Any:
    """The value at ``path`` in the form of ``wanted``."""
    values = read(state, path)
    return tile_key(GAME.tables, values[0]) if isinstance(wanted, str) else values_like(values, wanted)
