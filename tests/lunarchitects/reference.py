"""Which actions are legal, written down once more: straight from the rules page, in plain Python, slow and simple.

Tests compare the compiled rules with ``legal_names``. Nothing here may call them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import numpy as np

from lunar_envs.games.lunarchitects.codes import (
    COLORS,
    DIRECTION_NAMES,
    DIRECTION_Q,
    DIRECTION_R,
    NONE,
    QUEUE_TILES,
    REACH,
    RESOURCE_NAMES,
    RESOURCES,
    TILE_CAP,
    Context,
    TileAction,
)

FILLED = np.array(list(product(range(4), repeat=RESOURCES)))
"""All 256 ways in which the Exchange may be filled after a payment."""
PILE = np.array([0, 1, 3, 6])
STEPS = tuple(zip(DIRECTION_Q, DIRECTION_R, strict=True))
AXES = {"rail": (STEPS[5], STEPS[2]), "tube": (STEPS[1], STEPS[4])}
FEE = 5
NOTHING = np.zeros(RESOURCES, int)


def payable(
    own: np.ndarray,
    filled: np.ndarray,
    points: int,
    need: np.ndarray = NOTHING,
    any_type: int = 0,
    different: int = 0,
    spent: int = 0,
    *,
    sales: bool = False,
) -> bool:
    """R32, by trying all 256 combinations. ``spent`` is the mask of types that were already paid."""
    after = own + FILLED - filled
    possible = (after >= 0).all(axis=1) & (PILE[FILLED].sum(axis=1) - PILE[filled].sum() <= points)
    possible &= (after >= need).all(axis=1) & (after.sum(axis=1) - need.sum() >= any_type)
    unspent = [not spent >> r & 1 for r in range(RESOURCES)]
    possible &= ((after >= 1) & unspent).sum(axis=1) >= different
    if not sales:
        possible &= (filled <= FILLED).all(axis=1)
    return bool(possible.any())


class Seat:
    """The acting player of a state."""

    def __init__(self, state: np.ndarray, tables: np.ndarray):
        self.s, self.t = s, t = state[0], tables[0]
        self.me = me = int(s.to_move)
        count = int(s.n_tiles[me])
        self.tiles = [int(tile) for tile in s.base_tile[me, :count]]
        self.hexes = [(int(q), int(r)) for q, r in zip(s.base_q[me, :count], s.base_r[me, :count], strict=True)]
        self.tile_at = dict(zip(self.hexes, self.tiles, strict=True))
        self.res = s.base_res[me, :count].astype(int)
        self.astronauts = [int(n) for n in s.base_astro[me, :count]]
        self.own = self.res.sum(axis=0)
        self.filled = s.filled.astype(int)
        self.points = int(s.points[me])
        self.cost = t.cost.astype(int)

    # -- building ----------------------------------------------------------------------------------

    def ahead(self) -> dict[int, int]:
        """Tiles that QUEUE(d) could mean."""
        positions = ((d, int(self.s.t0) + d) for d in range(1, REACH + 1))
        return {d: int(self.s.queue[p]) for d, p in positions if 0 <= p < QUEUE_TILES and self.s.queue[p] != NONE}

    def fits(self, tile: int, at: tuple[int, int]) -> bool:
        """R12."""
        for connection, axis in AXES.items():
            has = getattr(self.t, connection)
            ends = [self.tile_at[h] for h in (_add(at, step) for step in axis) if h in self.tile_at]
            if has[tile] and not (ends and all(has[end] for end in ends)):
                return False
            if not has[tile] and any(has[end] for end in ends):
                return False
        return True

    def anchors(self, tile: int, astronauts: Sequence[int]) -> dict[tuple[int, int], int]:
        """Legal hexes for a tile and the lowest slot with an Astronaut that each touches (R12, R13)."""
        found: dict[tuple[int, int], int] = {}
        for slot, at in enumerate(self.hexes):
            for hexagon in (_add(at, step) for step in STEPS) if astronauts[slot] else ():
                if hexagon not in self.tile_at and self.fits(tile, hexagon):
                    found.setdefault(hexagon, slot)
        return found

    def buildable(self, tile: int, astronauts: Sequence[int], points: int, sales: bool) -> bool:
        """R16."""
        paid = payable(self.own, self.filled, points, self.cost[tile], sales=sales)
        return paid and bool(self.anchors(tile, astronauts))

    def able(self, astronauts: Sequence[int], points: int, tiles: Mapping[int, int]) -> bool:
        """Whether some tile is buildable with sales."""
        return any(self.buildable(tile, astronauts, points, sales=True) for tile in tiles.values())

    def moves(self) -> Iterator[tuple[int, int, list[int]]]:
        """Each way to move an Astronaut to any other tile: from, to, Astronauts afterwards."""
        for i, j in product(range(len(self.tiles)), repeat=2):
            if i != j and self.astronauts[i]:
                after = list(self.astronauts)
                after[i] -= 1
                after[j] += 1
                yield i, j, after

    def rescues(self, points: int) -> set[tuple[int, int]]:
        """Moves after which some tile is buildable with sales (R34)."""
        tiles = self.ahead()
        return {(i, j) for i, j, after in self.moves() if self.able(after, points, tiles)}

    def drinks(self, ctx: int) -> set[tuple[int, int]]:
        """Moves that DRINK allows (R47)."""
        free = ctx == Context.ACT or not self.able(self.astronauts, self.points, self.ahead())
        return {(i, j) for i, j, after in self.moves() if free or self.able(after, self.points, self.ahead())}

    def pours(self, ctx: int) -> set[int]:
        """Distances that POUR allows (R47)."""
        tiles = self.ahead()
        free = ctx == Context.ACT or not self.able(self.astronauts, self.points, tiles)
        rest = {d: {e: tile for e, tile in tiles.items() if e != d} for d in tiles}
        return {d for d in tiles if free or self.able(self.astronauts, self.points, rest[d])}

    # -- using tiles -------------------------------------------------------------------------------

    def can_pay(self, any_type: int = 0, different: int = 0, **need: int) -> bool:
        """Whether an action cost like ``can_pay(Rock=1)`` can be paid now."""
        tokens = np.array([need.get(name, 0) for name in RESOURCE_NAMES])
        return payable(self.own, self.filled, self.points, tokens, any_type, different)

    def usable(self, slot: int) -> bool:
        """R19."""
        s = self.s
        return not s.used[slot] and (s.activated[slot] or s.credits >= 1) and self.feasible(slot)

    def feasible(self, slot: int) -> bool:
        """R20-R26."""
        s, action = self.s, self.t.action[self.tiles[slot]]
        if TileAction.ADD_AIR <= action <= TileAction.ADD_FOOD:
            return self.res[slot].sum() < TILE_CAP and s.supply[action - TileAction.ADD_AIR] > 0
        others = [i for i in range(len(self.tiles)) if i != slot]
        rules = {
            TileAction.NONE: lambda: False,
            TileAction.MOVE: lambda: len(self.tiles) >= 2,
            TileAction.ADD_ANY: lambda: self.res[slot].sum() < TILE_CAP and s.supply.any(),
            TileAction.TRADE_DIFFERENT: lambda: self.can_pay(different=2),
            TileAction.FOOD_POINTS: lambda: self.can_pay(Food=1),
            TileAction.ROCK_CRYSTAL: lambda: s.supply_crystal > 0 and self.can_pay(Rock=1),
            TileAction.ANY2_CRYSTAL: lambda: s.supply_crystal > 0 and self.can_pay(any_type=2),
            TileAction.TAKE_POINTS: lambda: True,
            TileAction.ACTIVATE_2: lambda: any(not s.used[i] and not s.activated[i] for i in others),
            TileAction.AIR_WATER_POINTS: lambda: self.can_pay(Air=1, Water=1),
            TileAction.ANY3_POINTS: lambda: self.can_pay(any_type=3),
        }
        return bool(rules[action]())

    def levels(self) -> list[int]:
        """Levels of the graded trade under way that are payable (R22, R23)."""
        if self.t.action[self.tiles[self.s.use_slot]] == TileAction.FOOD_POINTS:
            return [k for k in (1, 2) if self.can_pay(Food=k)]
        return [k for k in (1, 2, 3) if self.can_pay(different=k + 1)]

    # -- paying ------------------------------------------------------------------------------------

    def payments(self) -> set[str]:
        """R33."""
        s = self.s
        specific = [r for r in range(RESOURCES) if s.need[r] > 0]
        unspent = [r for r in range(RESOURCES) if not int(s.need_mask) >> r & 1]
        types = specific[:1] if specific else range(RESOURCES) if s.need_any > 0 else unspent
        names = set()
        for r in types:
            one = np.eye(RESOURCES, dtype=int)[r]
            price = self.filled[r] + 1
            if self.own[r] >= 1 and self.rest_payable(r, self.own - one, self.filled, self.points):
                names.add(f"PAY_TOKEN({RESOURCE_NAMES[r]})")
            if price <= min(3, self.points) and self.rest_payable(r, self.own, self.filled + one, self.points - price):
                names.add(f"BUY({RESOURCE_NAMES[r]})")
        return names

    def rest_payable(self, r: int, own: np.ndarray, filled: np.ndarray, points: int) -> bool:
        """Whether what is due after one token of type r stays payable without sales."""
        s = self.s
        need, any_type, different, spent = s.need.astype(int), int(s.need_any), int(s.need_diff), int(s.need_mask)
        if need.any():
            need[r] -= 1
        elif any_type:
            any_type -= 1
        else:
            different -= 1
            spent |= 1 << r
        return payable(own, filled, points, need, any_type, different, spent)


def legal_names(state: np.ndarray, tables: np.ndarray) -> set[str]:
    """Names of all legal actions, by "Decisions" of the rules page."""
    seat = Seat(state, tables)
    return CONTEXTS[Context(state[0].ctx)](seat)


def _start(seat: Seat) -> set[str]:
    taken = {side // 2 for side in seat.s.start_side if side != NONE}
    return {f"START({COLORS[c]},{side})" for c in range(len(COLORS)) if c not in taken for side in "AB"}


def _take(seat: Seat) -> set[str]:
    names = {
        f"QUEUE({d})"
        for d, tile in seat.ahead().items()
        if seat.buildable(tile, seat.astronauts, seat.points, sales=False)
    }
    if not seat.able(seat.astronauts, seat.points, seat.ahead()):
        helped = not seat.s.rescued and seat.rescues(max(0, seat.points - FEE))
        names.add("RESCUE" if helped else "FORFEIT")
    return names | _free_actions(seat)


def _free_actions(seat: Seat) -> set[str]:
    """Sales and Coffee, in TAKE and ACT."""
    s = seat.s
    names = {f"SELL({RESOURCE_NAMES[r]})" for r in range(RESOURCES) if seat.filled[r] >= 1 and seat.own[r] >= 1}
    if s.coffee[seat.me]:
        names |= {name for name, ways in (("DRINK", seat.drinks(s.ctx)), ("POUR", seat.pours(s.ctx))) if ways}
    return names


def _tokens_of_type(seat: Seat) -> set[str]:
    return _tiles(np.flatnonzero(seat.res[:, seat.s.sel_res]))


def _place_tile(seat: Seat) -> set[str]:
    return _tiles(seat.anchors(int(seat.s.taken), seat.astronauts).values())


def _place_dir(seat: Seat) -> set[str]:
    sel = int(seat.s.sel)
    anchors = seat.anchors(int(seat.s.taken), seat.astronauts)
    return {f"DIR({_direction(seat.hexes[sel], h)})" for h, anchor in anchors.items() if anchor == sel}


def _gain(seat: Seat) -> set[str]:
    return {f"GAIN({RESOURCE_NAMES[r]})" for r in range(RESOURCES) if seat.s.supply[r] >= 1}


def _act(seat: Seat) -> set[str]:
    return {"END"} | _tiles(i for i in range(len(seat.tiles)) if seat.usable(i)) | _free_actions(seat)


def _level(seat: Seat) -> set[str]:
    return {f"LEVEL({k})" for k in seat.levels()}


def _move_src(seat: Seat) -> set[str]:
    return _tiles(np.flatnonzero(seat.astronauts))


def _move_dst(seat: Seat) -> set[str]:
    at = seat.hexes[seat.s.sel]
    names = {f"DIR({DIRECTION_NAMES[k]})" for k, step in enumerate(STEPS) if _add(at, step) in seat.tile_at}
    return names | ({"ROCKET"} if sum(seat.astronauts) >= 2 and seat.s.supply_rocket > 0 else set())


def _drink_src(seat: Seat) -> set[str]:
    return _tiles(i for i, _ in seat.drinks(seat.s.ret_ctx))


def _drink_dst(seat: Seat) -> set[str]:
    return _tiles(j for i, j in seat.drinks(seat.s.ret_ctx) if i == seat.s.sel)


def _pour(seat: Seat) -> set[str]:
    return {f"QUEUE({d})" for d in seat.pours(seat.s.ret_ctx)}


def _rescue_src(seat: Seat) -> set[str]:
    return _tiles(i for i, _ in seat.rescues(seat.points))


def _rescue_dst(seat: Seat) -> set[str]:
    return _tiles(j for i, j in seat.rescues(seat.points) if i == seat.s.sel)


CONTEXTS = {
    Context.START: _start,
    Context.TAKE: _take,
    Context.PAY: Seat.payments,
    Context.PAY_SRC: _tokens_of_type,
    Context.PLACE_TILE: _place_tile,
    Context.PLACE_DIR: _place_dir,
    Context.GAIN: _gain,
    Context.ACT: _act,
    Context.LEVEL: _level,
    Context.MOVE_SRC: _move_src,
    Context.MOVE_DST: _move_dst,
    Context.SELL_SRC: _tokens_of_type,
    Context.DRINK_SRC: _drink_src,
    Context.DRINK_DST: _drink_dst,
    Context.POUR: _pour,
    Context.RESCUE_SRC: _rescue_src,
    Context.RESCUE_DST: _rescue_dst,
    Context.OVER: lambda seat: set(),
}


def _tiles(slots: Iterable[int]) -> set[str]:
    return {f"TILE({slot})" for slot in slots}


def _add(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] + b[0], a[1] + b[1]


def _direction(a: tuple[int, int], b: tuple[int, int]) -> str:
    return DIRECTION_NAMES[STEPS.index((b[0] - a[0], b[1] - a[1]))]
