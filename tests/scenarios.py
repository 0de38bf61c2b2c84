"""Runs the worked scenarios of a game's rules, which are data: ``scenarios.toml`` in the game's test folder.

A scenario has a ``name``, the ``rules`` it shows, a ``summary``, whatever the game's ``build`` reads to make the
state, and a list of ``step``. A step does the actions ``do`` and then expects, by the kinds in ``CHECKS``. One that is
``like`` another takes over what it does not say itself.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lunar_envs.engine.game import Game

Scenario = Mapping[str, Any]
Check = Callable[[Game, np.ndarray, np.ndarray, Any], tuple]
"""(game, state, state before the step, what the step says) -> (found, expected)."""

PATH = re.compile(r"(\w+)((?:\[\d+\])*)")


def load_scenarios(folder: Path) -> dict[str, dict[str, Any]]:
    """All scenarios of a test folder by name."""
    scenarios: dict[str, dict[str, Any]] = {}
    for scenario in tomllib.loads((folder / "scenarios.toml").read_text(encoding="utf-8"))["scenario"]:
        base = scenarios.get(scenario.get("like"), {})
        fields = base.get("fields", {}) | scenario.get("fields", {})
        scenarios[scenario["name"]] = base | scenario | {"fields": fields}
    return scenarios


def run(game: Game, scenario: Scenario, state: np.ndarray, checks: Mapping[str, Check]) -> None:
    """Every expectation holds after the actions of its step; ``checks`` are CHECKS and those of the game."""
    for number, step in enumerate(scenario["step"], start=1):
        before = game.clone(state)
        for action in step.get("do", ()):
            game.step(state, game.action_id(action))
        for kind, wanted in step.items():
            if kind != "do":
                found, expected = checks[kind](game, state, before, wanted)
                assert found == expected, f"{scenario['name']}, step {number}, {kind}: {found} is not {expected}"


def numbers(scenarios: Iterable[str]) -> set[str]:
    """The scenarios of the rules that are here: {"S1", "S2"} of "S1", "S2-solo", "S2-two"."""
    return {name.partition("-")[0] for name in scenarios}


def check_ctx(game: Game, state: np.ndarray, before: np.ndarray, wanted: str) -> tuple:
    """``ctx``: name of the context."""
    return game.context(state), wanted


def check_legal(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``legal``: all legal actions."""
    return legal_names(game, state), expand(wanted)


def check_legal_has(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``legal_has``: actions that are legal, among others."""
    return expand(wanted) - legal_names(game, state), set()


def check_legal_not(game: Game, state: np.ndarray, before: np.ndarray, wanted: list[str]) -> tuple:
    """``legal_not``: actions that are illegal."""
    return expand(wanted) & legal_names(game, state), set()


def check_after(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, list[str]]) -> tuple:
    """``after``: all legal actions that would follow each of some actions."""
    found = {action: legal_names(game, played(game, state, action)) for action in wanted}
    return found, {action: expand(names) for action, names in wanted.items()}


def check_fields(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, Any]) -> tuple:
    """``fields``: values by path; of a row as many as given."""
    return {path: values_like(read(state, path), value) for path, value in wanted.items()}, dict(wanted)


def check_change(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, int]) -> tuple:
    """``change``: differences to the state before the step."""
    return {path: int(read(state, path)[0]) - int(read(before, path)[0]) for path in wanted}, dict(wanted)


def check_outcome(game: Game, state: np.ndarray, before: np.ndarray, wanted: Mapping[str, Any]) -> tuple:
    """``outcome``: what the game reports at its end: ``over``, ``scores``, ``ranks``, ``returns``, ``reason``."""
    report = {
        "over": game.is_over,
        "scores": game.scores,
        "ranks": game.ranks,
        "returns": game.returns,
        "reason": game.end_reason,
    }
    return {key: np.asarray(report[key](state)).tolist() for key in wanted}, dict(wanted)


def check_shows(game: Game, state: np.ndarray, before: np.ndarray, wanted: str) -> tuple:
    """``shows``: words in the text view."""
    return wanted in game.show(state), True


CHECKS: dict[str, Check] = {
    "ctx": check_ctx,
    "legal": check_legal,
    "legal_has": check_legal_has,
    "legal_not": check_legal_not,
    "after": check_after,
    "fields": check_fields,
    "change": check_change,
    "outcome": check_outcome,
    "shows": check_shows,
}


def legal_names(game: Game, state: np.ndarray) -> set[str]:
    """Names of all legal actions."""
    return {game.action_name(action) for action in np.flatnonzero(game.legal(state))}


def expand(names: Iterable[str]) -> set[str]:
    """The names, with "TILE(1..3)" written out."""
    expanded = set()
    for name in names:
        kind, _, inner = name.rstrip(")").partition("(")
        expanded |= {f"{kind}({i})" for i in span(inner)} if ".." in inner else {name}
    return expanded


def played(game: Game, state: np.ndarray, action: str) -> np.ndarray:
    """A copy in which the action was taken."""
    state = game.clone(state)
    game.step(state, game.action_id(action))
    return state


def span(text: str | int) -> range:
    """The numbers of "16..22", or of "11"."""
    first, _, last = str(text).partition("..")
    return range(int(first), int(last or first) + 1)


def values_like(values: np.ndarray, wanted: Any) -> Any:
    """``values`` in the form of ``wanted``: a number, or the first entries of a row."""
    return values[: len(wanted)].tolist() if isinstance(wanted, list) else int(values[0])


def read(state: np.ndarray, path: str) -> np.ndarray:
    """The value at a path like ``base_res[0][1]``, at least one-dimensional."""
    name, index = parse(path)
    return np.atleast_1d(state[name][(0, *index)])


def write(state: np.ndarray, path: str, value: Any) -> None:
    """Set the value at a path; a list sets the first entries of a row."""
    name, index = parse(path)
    key = (0, *index) + ((slice(len(value)),) if isinstance(value, Sequence) else ())
    state[name][key] = value


def parse(path: str) -> tuple[str, tuple[int, ...]]:
    """("base_res", (0, 1)) of ``base_res[0][1]``."""
    match = PATH.fullmatch(path)
    if match is None:
        raise ValueError(f"cannot read the path {path!r}")
    name, index = match.groups()
    return name, tuple(map(int, re.findall(r"\d+", index)))
