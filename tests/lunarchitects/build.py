"""Lunarchitects states from a short description, for scenarios and for other tests.

``build(game, setup)`` plays the START choices and then overwrites the record. ``setup`` is a mapping with these keys,
all optional (``tile`` is a key of ``tiles.csv`` or a class, see ``Box``)::

    num_players, seed, options    as for ``game.new``
    bases     {seat: [placed tiles]}, each "tile@(q,r)[A2 W1 *1]": 2 Air, 1 Water, 1 Astronaut; slot 0 is the Quarters.
              "tile*4@(q,r)S" places four tiles, from (q,r) in direction S. Seats that are left out keep their Quarters.
    pawns     [positions by seat]; given this, tokens, queue and stack are all replaced
    spot, red the position of the die, absent if left out
    queue     {position: tile}; "16..22" is a range of positions
    stack     [tiles] on top of the stack, the next one first; below lie the rest, as many as the printed queue leaves
    to_move   seat, by default the owner of the last pawn; t0 its position at the start of the turn
    ctx       name of the context, by default TAKE
    script    scripted die results
    fields    {"points[0]": 13, "base_res[0][1]": [3, 0, 0, 0]}: anything else, by the names of the record

Tokens that lie nowhere are in the supply.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lunar_envs.engine.game import Game
from lunar_envs.games.lunarchitects.codes import (
    ABSENT,
    COLORS,
    DIRECTION_NAMES,
    DIRECTION_Q,
    DIRECTION_R,
    DIRECTIONS,
    NONE,
    PHASES,
    QUEUE_TILES,
    SPACES,
    Context,
)
from lunar_envs.games.lunarchitects.tables import tile_key
from tests.scenarios import span, write

SIDES = tuple(f"{color}_{side}" for color in COLORS for side in "AB")
CONTENTS = "AWRF"
PLACED = re.compile(r"(\w+)(?:\*(\d+))?@\((-?\d+),(-?\d+)\)(N|NE|SE|S|SW|NW)?(?:\[(.+)\])?")


class Box:
    """All queue tiles; each can be taken once, by its key or as any tile of a class.

    Classes are the phases (``initial`` to ``late``) and ``none``, ``rail``, ``tube``: tiles with this connection that
    are not red. Tiles whose keys occur in ``setup`` are not taken as members of a class.
    """

    def __init__(self, tables: np.ndarray, setup: Mapping[str, Any]):
        self.tables = tables
        self.free = list(range(QUEUE_TILES))
        self.named = set(re.findall(r"\w+", repr(setup)))

    def take(self, wanted: str) -> int:
        """The index of a tile that is still there."""
        for tile in self.free:
            key = tile_key(self.tables, tile)
            if wanted == key or (key not in self.named and wanted in self.classes(tile)):
                self.free.remove(tile)
                return tile
        raise ValueError(f"no tile {wanted!r} is left")

    def classes(self, tile: int) -> tuple[str, ...]:
        """The classes that a tile belongs to."""
        t = self.tables[0]
        phase = PHASES[t.phase[tile]]
        if t.red[tile]:
            return (phase,)
        return (phase, "rail" if t.rail[tile] else "tube" if t.tube[tile] else "none")


def build(game: Game, setup: Mapping[str, Any]) -> np.ndarray:
    """The state that ``setup`` describes."""
    state = play_start(game, setup)
    box = Box(game.tables, setup)
    for seat, tiles in setup.get("bases", {}).items():
        set_base(game, state, int(seat), tiles, box)
    if "pawns" in setup:
        set_turn(state, setup)
        set_queue(state, setup, box)
    script = setup.get("script", ())
    write(state, "script", script)
    write(state, "script_n", len(script))
    for path, value in setup.get("fields", {}).items():
        write(state, path, value)
    return_rest(state, game.tables)
    return state


def play_start(game: Game, setup: Mapping[str, Any]) -> np.ndarray:
    """A new game after its START choices: the Quarters that the bases name, else side A of the first free colour."""
    num_players = setup.get("num_players", 2)
    state = game.new(num_players=num_players, seed=setup.get("seed", 1), **setup.get("options", {}))
    given = {int(seat): matched(PLACED, tiles[0])[1] for seat, tiles in setup.get("bases", {}).items()}
    colors = [color for color in COLORS if not any(side.startswith(color) for side in given.values())]
    for seat in range(num_players):
        color, side = given[seat].split("_") if seat in given else (colors.pop(0), "A")
        game.step(state, game.action_id(f"START({color},{side})"))
    return state


def set_base(game: Game, state: np.ndarray, seat: int, tiles: Sequence[str], box: Box) -> None:
    """Replace the base of a seat."""
    s = state[0]
    s.base_tile[seat] = NONE
    for rows in (s.base_q, s.base_r, s.base_res, s.base_astro):
        rows[seat] = 0
    placed = [tile for text in tiles for tile in placed_tiles(text)]
    for slot, (name, q, r, contents) in enumerate(placed):
        s.base_tile[seat, slot] = QUEUE_TILES + SIDES.index(name) if slot == 0 else box.take(name)
        s.base_q[seat, slot], s.base_r[seat, slot] = q, r
        s.base_res[seat, slot] = [contents.get(letter, 0) for letter in CONTENTS]
        s.base_astro[seat, slot] = contents.get("*", 0)
    s.n_tiles[seat] = len(placed)
    s.base_nbr[seat] = neighbours(s.base_q[seat], s.base_r[seat], len(placed))


def placed_tiles(text: str) -> Iterator[tuple[str, int, int, dict[str, int]]]:
    """(tile, q, r, contents) of every tile that ``text`` places."""
    name, count, q, r, direction, contents = matched(PLACED, text).groups()
    k = DIRECTION_NAMES.index(direction or "N")
    items = {item[0]: int(item[1:]) for item in (contents or "").split()}
    for i in range(int(count or 1)):
        yield name, int(q) + i * DIRECTION_Q[k], int(r) + i * DIRECTION_R[k], items


def neighbours(q: np.ndarray, r: np.ndarray, count: int) -> np.ndarray:
    """``base_nbr`` of one base, by its coordinates: int64[T, 6]."""
    slots = {(int(q[i]), int(r[i])): i for i in range(count)}
    table = np.full((len(q), DIRECTIONS), NONE)
    for (x, y), i in slots.items():
        table[i] = [slots.get((x + dx, y + dy), NONE) for dx, dy in zip(DIRECTION_Q, DIRECTION_R, strict=True)]
    return table


def set_turn(state: np.ndarray, setup: Mapping[str, Any]) -> None:
    """Put the tokens on their positions and give the turn to the seat that acts."""
    s = state[0]
    s.pawn_pos = ABSENT
    s.pawn_pos[: s.num_players] = setup["pawns"]
    s.spot_pos = setup.get("spot", ABSENT)
    s.red_pos = setup.get("red", ABSENT)
    s.to_move = setup.get("to_move", int(np.argmin(setup["pawns"])))
    s.t0 = setup.get("t0", s.pawn_pos[s.to_move])
    s.ctx = Context[setup.get("ctx", "TAKE")]


def set_queue(state: np.ndarray, setup: Mapping[str, Any], box: Box) -> None:
    """Replace queue and stack; tiles that lie nowhere then count as removed."""
    s = state[0]
    s.queue = NONE
    for positions, tile in setup.get("queue", {}).items():
        for position in span(positions):
            s.queue[position] = box.take(tile)
    s.queue_top = min(QUEUE_TILES, int(s.t0) + SPACES - 1)
    top = [box.take(tile) for tile in setup.get("stack", ())]
    rest = int(QUEUE_TILES - s.queue_top) - len(top)
    drawn_next_first = top + box.free[max(0, len(box.free) - rest) :]
    s.stack_n = len(drawn_next_first)
    s.stack = NONE
    s.stack[: s.stack_n] = drawn_next_first[::-1]
    s.removed = (
        QUEUE_TILES - s.stack_n - np.sum(s.queue >= 0) - np.sum((s.base_tile >= 0) & (s.base_tile < QUEUE_TILES))
    )


def return_rest(state: np.ndarray, tables: np.ndarray) -> None:
    """Put every token that lies nowhere into the supply."""
    s, t = state[0], tables[0]
    s.supply = t.supply - s.base_res.sum(axis=(0, 1))
    s.supply_astro = t.supply_astro - s.base_astro.sum()
    s.supply_rocket = t.supply_rocket - s.rockets.sum()
    s.supply_crystal = t.supply_crystal - s.crystals.sum()


def matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    """The match of a whole text; raises ValueError."""
    match = pattern.fullmatch(text)
    if match is None:
        raise ValueError(f"cannot read {text!r}")
    return match
