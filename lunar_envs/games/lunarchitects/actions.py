"""The action table: id <-> name, and actions in words."""

import numpy as np

from .codes import (
    COLORS,
    DIRECTION_NAMES,
    NONE,
    QUEUE_TILES,
    REACH,
    RESOURCE_NAMES,
    SLOTS,
    Action,
    Context,
    TileAction,
)
from .tables import tile_key, tile_name

ACTION_NAMES = (
    "END",
    *(f"{kind}({name})" for kind in ("SELL", "PAY_TOKEN", "BUY", "GAIN") for name in RESOURCE_NAMES),
    *(f"QUEUE({d})" for d in range(1, REACH + 1)),
    *(f"DIR({name})" for name in DIRECTION_NAMES),
    "ROCKET",
    *(f"LEVEL({k})" for k in (1, 2, 3)),
    "DRINK",
    "POUR",
    "RESCUE",
    "FORFEIT",
    *(f"START({color},{side})" for color in COLORS for side in "AB"),
    *(f"TILE({i})" for i in range(SLOTS)),
)
assert len(ACTION_NAMES) == Action.COUNT

ACTION_ALIASES = {
    **{
        f"{kind}({r})": f"{kind}({name})"
        for kind in ("SELL", "PAY_TOKEN", "BUY", "GAIN")
        for r, name in enumerate(RESOURCE_NAMES)
    },
    **{f"DIR({k})": f"DIR({name})" for k, name in enumerate(DIRECTION_NAMES)},
    **{f"START({c},{s})": f"START({color},{'AB'[s]})" for c, color in enumerate(COLORS) for s in (0, 1)},
}
"""The same actions with numbers for resources, directions, colours and sides."""

_TRADES = {
    TileAction.TRADE_DIFFERENT: ("2 different resources", "3 different resources", "4 different resources"),
    TileAction.FOOD_POINTS: ("1 Food", "2 Food"),
}
_USES = {
    TileAction.MOVE: "move an Astronaut or trade one for a Rocket",
    TileAction.ADD_AIR: "add 1 Air",
    TileAction.ADD_WATER: "add 1 Water",
    TileAction.ADD_ROCK: "add 1 Rock",
    TileAction.ADD_FOOD: "add 1 Food",
    TileAction.ADD_ANY: "add 1 resource of choice",
    TileAction.TRADE_DIFFERENT: "trade different resources for points",
    TileAction.FOOD_POINTS: "trade Food for points",
    TileAction.ROCK_CRYSTAL: "pay 1 Rock for a Crystal",
    TileAction.ANY2_CRYSTAL: "pay any 2 resources for a Crystal",
    TileAction.TAKE_POINTS: "take points",
    TileAction.ACTIVATE_2: "take 2 activation credits",
    TileAction.AIR_WATER_POINTS: "pay Air and Water for {1} points",
    TileAction.ANY3_POINTS: "pay any 3 resources for {1} points",
}
_TILE_VERBS = {
    Context.PAY_SRC: "pay from",
    Context.PLACE_TILE: "place next to",
    Context.MOVE_SRC: "move an Astronaut from",
    Context.SELL_SRC: "sell from",
    Context.DRINK_SRC: "move an Astronaut from",
    Context.DRINK_DST: "move the Astronaut to",
    Context.RESCUE_SRC: "move an Astronaut from",
    Context.RESCUE_DST: "move the Astronaut to",
}
_PLAIN: dict[int, str] = {
    Action.END: "end the turn",
    Action.ROCKET: "return the Astronaut for a Rocket",
    Action.DRINK: "drink the Coffee: move an Astronaut anywhere",
    Action.POUR: "pour the Coffee: remove a queue tile",
    Action.FORFEIT: "forfeit: move on without building",
}


def use_in_words(tables: np.ndarray, tile: int) -> str:
    """What using a tile does."""
    action = TileAction(tables["action"][0, tile])
    if action == TileAction.TAKE_POINTS:
        return f"take {tables['action_param'][0, tile]} points"
    return _USES.get(action, "nothing").format(*tables["trade_points"][0, action])


def describe(state: np.ndarray, tables: np.ndarray, action: int) -> str:
    """An action in words, as the seat to move would read it."""
    s, t = state[0], tables[0]
    p = int(s.to_move)
    if plain := _PLAIN.get(action):
        return plain
    if action == Action.RESCUE:
        return f"call a rescue: pay {min(int(t.rescue_cost), int(s.points[p]))} points and move an Astronaut"
    if action >= Action.TILE:
        return _describe_tile(s, tables, p, action - Action.TILE)
    if action >= Action.START:
        color, side = divmod(action - Action.START, 2)
        return f"start with {COLORS[color]} Quarters, side {'AB'[side]}"
    if action >= Action.LEVEL:
        kind = TileAction(t.action[s.base_tile[p, s.use_slot]]) if s.use_slot != NONE else TileAction.TRADE_DIFFERENT
        trades = _TRADES.get(kind, ())
        level = action - Action.LEVEL
        points = t.trade_points[kind, level + 1]
        return f"trade {trades[level]} for {points} points" if level < len(trades) else f"trade at level {level + 1}"
    if action >= Action.DIR:
        what = (
            f"place {tile_name(tables, s.taken)}"
            if s.ctx == Context.PLACE_DIR and s.taken != NONE
            else "move the Astronaut"
        )
        return f"{what} to the {DIRECTION_NAMES[action - Action.DIR]}"
    if action >= Action.QUEUE:
        d = action - Action.QUEUE + 1
        position = int(s.t0) + d
        tile = int(s.queue[position]) if 0 <= position < len(s.queue) else NONE
        name = tile_name(tables, tile) if tile != NONE else "nothing"
        return f"{'remove' if s.ctx == Context.POUR else 'take'} {name}, {d} ahead"
    return _describe_resource(s, t, action)


def _describe_tile(s: np.record, tables: np.ndarray, p: int, slot: int) -> str:
    tile = int(s.base_tile[p, slot])
    if tile == NONE:
        return f"tile {slot} (none)"
    where = f"{tile_name(tables, tile)} [{slot}]"
    verb = _TILE_VERBS.get(Context(s.ctx))
    return f"{verb} {where}" if verb else f"use {where}: {use_in_words(tables, tile)}"


def _describe_resource(s: np.record, t: np.record, action: int) -> str:
    kind, r = divmod(action - Action.SELL, len(RESOURCE_NAMES))
    name = RESOURCE_NAMES[r]
    filled = int(s.filled[r])
    if kind == 0:
        return f"sell 1 {name} for {t.slot_points[filled]} points"
    if kind == 1:
        return f"pay 1 {name}"
    if kind == 2:
        return f"buy 1 {name} for {t.slot_points[min(filled + 1, len(t.slot_points) - 1)]} points"
    return f"take 1 {name}"


def name_components(tables: np.ndarray) -> tuple[str, ...]:
    """The number and the key of every queue tile."""
    return tuple(f"{tile} {tile_key(tables, tile)}" for tile in range(QUEUE_TILES))


def component_of(state: np.ndarray, tables: np.ndarray, action: int) -> int:
    """The queue tile that an action takes or removes (R16, R47)."""
    position = int(state[0].t0) + action - Action.QUEUE + 1
    takes = Action.QUEUE <= action < Action.DIR and 0 <= position < QUEUE_TILES
    return int(state[0].queue[position]) if takes else NONE
