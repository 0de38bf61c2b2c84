"""What analyses know of each game: its clock, what sets its seats apart, who is ahead.

A trait is a name with a function of the state's record: one label a seat, None as long as it is not decided.
"""

from collections.abc import Callable, Sequence

import numpy as np

from lunar_envs.games.age_of_the_moon.codes import FIRST_MODULE, Faction, Status
from lunar_envs.games.luna_maris.codes import Room, Tool
from lunar_envs.games.lunarchitects.codes import COLORS
from lunar_envs.games.moonbase_alpha.codes import SIDES

CLOCKS = {"lunarchitects": "laps", "luna_maris": "round", "moonbase_alpha": "turn", "age_of_the_moon": "round"}
"""The field of the state that tells how far a game is."""

Trait = Callable[[np.record], list[str | None]]


def _named(field: str, names: Sequence[str]) -> Trait:
    """A field with a row a seat that holds the index of a name, -1 for none."""
    return lambda s: [names[value] if value >= 0 else None for value in s[field][: s.num_players]]


def _first(field: str) -> Trait:
    """A field that names the seat that goes first."""
    return lambda s: ["first" if seat == s[field] else "later" for seat in range(s.num_players)]


def _turn_order(s: np.record) -> list[str | None]:
    return [f"place {s.order.tolist().index(seat) + 1}" for seat in range(s.num_players)]


def _start_tile(part: Callable[[int], str]) -> Trait:
    return lambda s: [part(int(start)) if start >= 0 else None for start in s.start_side[: s.num_players]]


def _names(codes: type) -> list[str]:
    return [code.name.lower().replace("_", " ") for code in codes]


TRAITS: dict[str, dict[str, Trait]] = {
    "lunarchitects": {
        "colour": _start_tile(lambda start: COLORS[start // 2]),
        "side of the start tile": _start_tile(lambda start: "AB"[start % 2]),
    },
    "luna_maris": {
        "first turn order": _turn_order,
        "start room": _named("at", _names(Room)),
        "tool": _named("tool", _names(Tool)),
    },
    "moonbase_alpha": {
        "corporation": lambda s: list(SIDES),
        "map side": _named("home", ("west", "east")),
        "start player": _first("start_player"),
    },
    "age_of_the_moon": {
        "faction": _named("faction", _names(Faction)),
        "start player": _first("start"),
    },
}


def _moon_standing(s: np.record) -> np.ndarray:
    """The order of R96 in short: modules deployed, then ICP."""
    modules = (s.asset_status == Status.DEPLOYED)[:, FIRST_MODULE:]
    owners = s.asset_owner[:, FIRST_MODULE:]
    held = [(modules & (owners == seat)).any(axis=0).sum() for seat in range(s.num_players)]
    return 100 * np.array(held) + s.icp[: s.num_players]


STANDINGS = {"age_of_the_moon": _moon_standing}
"""Who is ahead in games whose scores are written at the end."""
