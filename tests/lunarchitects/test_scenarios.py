"""Runs the worked scenarios of the rules, which are data in ``scenarios.toml``."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lunar_envs
from lunar_envs.games.lunarchitects.codes import ABSENT, DIRECTION_Q, DIRECTION_R, PHASES, Action, Context
from lunar_envs.games.lunarchitects.tables import tile_key

from .build import build, read, span

GAME = lunar_envs.games["lunarchitects"]


def load_scenarios() -> dict[str, dict[str, Any]]:
    """All scenarios by name; one that is ``like`` another takes over what it does not say itself."""
    text = (Path(__file__).parent / "scenarios.toml").read_text(encoding="utf-8")
    scenarios: dict[str, dict[str, Any]] = {}
    for scenario in tomllib.loads(text)["scenario"]:
        base = scenarios.get(scenario.get("like"), {})
        fields = base.get("fields", {}) | scenario.get("fields", {})
        scenarios[scenario["name"]] = base | scenario | {"fields": fields}
    return scenarios


SCENARIOS = load_scenarios()


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name: str) -> None:
    """Every expectation holds after the actions of its step."""
    state = build(GAME, SCENARIOS[name])
    for number, step in enumerate(SCENARIOS[name]["step"], start=1):
        before = GAME.clone(state)
        for action in step.get("do", ()):
            GAME.step(state, GAME.action_id(action))
        for kind, wanted in step.items():
            if kind != "do":
                found, expected = CHECKS[kind](state, before, wanted)
                assert found == expected, f"{name}, step {number}: {kind}"


def test_every_scenario_of_the_rules_page_is_here() -> None:
    """S1 to S31; S32 is the golden observation."""
    assert {name.partition("-")[0] for name in SCENARIOS} == {f"S{number}" for number in range(1, 32)}


def check_ctx(state: np.ndarray, before: np.ndarray, wanted: str) -> tuple:
    """``ctx``: name of the context."""
    return GAME.context(state), wanted


def check_legal(state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``legal``: all legal actions."""
    return legal_names(state), expand(wanted)


def check_legal_has(state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``legal_has``: actions that are legal, among others."""
    return expand(wanted) - legal_names(state), set()


def check_legal_not(state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``legal_not``: actions that are illegal."""
    return expand(wanted) & legal_names(state), set()


def check_after(state: np.ndarray, before: np.ndarray, wanted: Mapping[str, list[str]]) -> tuple:
    """``after``: all legal actions that would follow each of some actions."""
    found = {action: legal_names(played(state, action)) for action in wanted}
    return found, {action: expand(names) for action, names in wanted.items()}


def check_placements(state: np.ndarray, before: np.ndarray, wanted: Mapping[str, Mapping[str, list]]) -> tuple:
    """``placements``: legal hexes by anchor slot, ``here`` or after an action."""
    found = {action: placements(state if action == "here" else played(state, action)) for action in wanted}
    hexes = {
        action: {int(slot): {tuple(hexagon) for hexagon in hexagons} for slot, hexagons in anchors.items()}
        for action, anchors in wanted.items()
    }
    return found, hexes


def check_fields(state: np.ndarray, before: np.ndarray, wanted: Mapping[str, Any]) -> tuple:
    """``fields``: values by path; of a row as many as given; a tile may be given by its key."""
    return {path: value_like(state, path, value) for path, value in wanted.items()}, dict(wanted)


def check_change(state: np.ndarray, before: np.ndarray, wanted: Mapping[str, int]) -> tuple:
    """``change``: differences to the state before the step."""
    found = {path: int(read(state, path)[0]) - int(read(before, path)[0]) for path in wanted}
    return found, dict(wanted)


def check_queue(state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``queue``: all positions that hold a tile, with ranges."""
    return set(np.flatnonzero(state[0].queue >= 0)), {position for part in wanted for position in span(part)}


def check_pawns(state: np.ndarray, before: np.ndarray, wanted: list[int]) -> tuple:
    """``pawns``: the positions of all pawns, whoever owns them."""
    positions = state[0].pawn_pos
    return sorted(positions[positions != ABSENT]), sorted(wanted)


def check_stack(state: np.ndarray, before: np.ndarray, wanted: list[int]) -> tuple:
    """``stack``: tiles left by phase."""
    s = state[0]
    return np.bincount(GAME.tables[0].phase[s.stack[: s.stack_n]], minlength=len(PHASES)).tolist(), wanted


def check_outcome(state: np.ndarray, before: np.ndarray, wanted: Mapping[str, list[int]]) -> tuple:
    """``outcome``: what the game reports at its end."""
    found = {"over": GAME.is_over(state), "scores": GAME.scores(state), "ranks": GAME.ranks(state)}
    found["returns"] = GAME.returns(state)
    return {key: np.asarray(found[key]).tolist() for key in wanted}, dict(wanted)


def check_shows(state: np.ndarray, before: np.ndarray, wanted: str) -> tuple:
    """``shows``: words in the text view."""
    return wanted in GAME.show(state), True


CHECKS = {
    "ctx": check_ctx,
    "legal": check_legal,
    "legal_has": check_legal_has,
    "legal_not": check_legal_not,
    "after": check_after,
    "placements": check_placements,
    "fields": check_fields,
    "change": check_change,
    "queue": check_queue,
    "pawns": check_pawns,
    "stack": check_stack,
    "outcome": check_outcome,
    "shows": check_shows,
}


def legal_names(state: np.ndarray) -> set[str]:
    """Names of all legal actions."""
    return {GAME.action_name(action) for action in np.flatnonzero(GAME.legal(state))}


def expand(names: Iterable[str]) -> set[str]:
    """The names, with "TILE(1..3)" written out."""
    expanded = set()
    for name in names:
        kind, _, inner = name.rstrip(")").partition("(")
        expanded |= {f"{kind}({i})" for i in span(inner)} if ".." in inner else {name}
    return expanded


def played(state: np.ndarray, action: str) -> np.ndarray:
    """A copy in which the action was taken."""
    state = GAME.clone(state)
    GAME.step(state, GAME.action_id(action))
    return state


def placements(state: np.ndarray) -> dict[int, set[tuple[int, int]]]:
    """Legal hexes by anchor slot."""
    if state[0].ctx == Context.PLACE_DIR:
        return {int(state[0].sel): hexes_round_anchor(state)}
    slots = np.flatnonzero(GAME.legal(state)[Action.TILE :])
    return {int(slot): hexes_round_anchor(played(state, f"TILE({slot})")) for slot in slots}


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
    if isinstance(wanted, list):
        return values[: len(wanted)].tolist()
    return tile_key(GAME.tables, values[0]) if isinstance(wanted, str) else int(values[0])
