"""The observation as named blocks (section 6 of the rules page).

``encode_slow`` writes what stays as it is while one player goes through one turn: the other players, the tiles on the
queue and on the stack, and zeros where nothing can come. ``encode_fast`` writes all else. Players are seat-relative:
``k`` is how many seats after the viewer a player sits.
"""

from itertools import accumulate

import numpy as np

from lunar_envs.engine.game import Block
from lunar_envs.engine.jit import jit

from .codes import (
    ABSENT,
    ACHIEVEMENTS,
    DIRECTIONS,
    NONE,
    PLAYERS,
    QUEUE_TILES,
    REACH,
    RESOURCES,
    SLOTS,
    SPACES,
    Context,
    EndScheme,
    LapScheme,
    Pays,
    Resource,
)
from .geometry import count_neighbours, count_triangles, enclosed_hexes
from .tables import ACTION_FEATURES, NO_TILE, TILE_FEATURES
from .turn import find_tail

_SHAPES = {
    "global": (58,),
    "tokens": (PLAYERS + 2, 4),
    "tiles_to_take": (1 + REACH, TILE_FEATURES),
    "own_base": (SLOTS, 17),
    "queue_tiles": (QUEUE_TILES, 7),
    "players": (PLAYERS, 28),
    "decision": (44,),
}
_LENGTHS = [int(np.prod(shape)) for shape in _SHAPES.values()]
_STARTS = tuple(accumulate(_LENGTHS, initial=0))

BLOCKS = tuple(Block(name, shape, start) for (name, shape), start in zip(_SHAPES.items(), _STARTS, strict=False))

_GLOBAL, _TOKENS, _TO_TAKE, _BASE, _QUEUE, _PLAYERS, _DECISION, LENGTH = _STARTS
assert LENGTH == 1999

_END_SCHEMES = _GLOBAL + len(LapScheme)
_LAPS = _END_SCHEMES + len(EndScheme)
_ACHIEVEMENTS = _TOKENS - ACHIEVEMENTS * (1 + PLAYERS)
_ACTOR = _DECISION + len(Context)

_TOKEN_ROW = _SHAPES["tokens"][1]
_BASE_ROW = _SHAPES["own_base"][1]
_QUEUE_ROW = _SHAPES["queue_tiles"][1]
_PLAYER_ROW = _SHAPES["players"][1]
_FLAGS = _BASE_ROW - 3

_OWN_TILES = _PLAYERS + 6
"""Where the number of the viewer's tiles stands; ``encode_slow`` leaves ``_UNKNOWN`` there."""

_UNKNOWN = np.float32(-1)
_ZERO = np.float32(0)
_ONE = np.float32(1)
_NOTHING = np.int64(0)
"""Start of a sum. A literal int given to a function is a type of its own to numba, which compiles it once more; for
the same reason the scales below are floats."""


# -- entry points ----------------------------------------------------------------------------------------------------


@jit
def epoch(s):
    """A number (int64) that changes whenever something written by ``encode_slow`` may have changed."""
    return np.int64(s.turn_no) * 256 + np.int64(s.removed)


@jit
def encode_slow(s, t, seat, out):
    """Write all that stays while ``seat`` goes through one turn without pouring Coffee."""
    encode_reachable(s, t, out)
    clear(out[_BASE + _BASE_ROW * int(s.n_tiles[seat]) : _QUEUE])
    encode_unrevealed(s, out)
    clear(out[_PLAYERS + _PLAYER_ROW : _DECISION])
    for k in range(1, s.num_players):
        p = (seat + k) % s.num_players
        encode_layout(s, t, p, k, out)
        encode_pieces(s, p, k, out)
        encode_player(s, p, k, out)
    out[_OWN_TILES] = _UNKNOWN


@jit
def encode_fast(s, t, seat, out):
    """Write all that ``encode_slow`` leaves out."""
    encode_global(s, seat, out)
    encode_tokens(s, seat, out)
    encode_taken(s, t, out)
    if out[_OWN_TILES] != unit(s.n_tiles[seat], 50.0):  # no tile was placed since the last time otherwise
        encode_layout(s, t, seat, 0, out)
        encode_base_layout(s, t, seat, out)
    encode_pieces(s, seat, 0, out)
    encode_player(s, seat, 0, out)
    encode_base_pieces(s, seat, out)
    encode_decision(s, seat, out)


# -- numbers ---------------------------------------------------------------------------------------------------------


@jit
def unit(value, scale):
    """``value / scale`` within 0 .. 1."""
    quotient = np.float32(value) / np.float32(scale)
    return _ZERO if quotient < _ZERO else _ONE if quotient > _ONE else quotient


@jit
def signed(value, scale):
    """``value / scale`` within -1 .. 1."""
    quotient = np.float32(value) / np.float32(scale)
    return -_ONE if quotient < -_ONE else _ONE if quotient > _ONE else quotient


@jit
def clear(part):
    """Write zeros to a part of the observation."""
    for i in range(part.shape[0]):
        part[i] = _ZERO


@jit
def relative(s, p, seat):
    """How many seats after ``seat`` player ``p`` sits."""
    return (int(p) - int(seat)) % int(s.num_players)


# -- A: global -------------------------------------------------------------------------------------------------------


@jit
def encode_global(s, seat, out):
    """Schemes, laps, supplies, Exchange, Achievements (block A)."""
    clear(out[_GLOBAL:_TOKENS])
    out[_GLOBAL + int(s.lap_scheme)] = _ONE
    out[_END_SCHEMES + int(s.end_scheme[0])] = _ONE
    out[_END_SCHEMES + int(s.end_scheme[1])] = _ONE
    at = _LAPS
    out[at] = unit(s.laps, 4.0)
    for r in range(RESOURCES):
        out[at + 1 + r] = unit(s.supply[r], 10.0)
        out[at + 8 + r] = unit(s.filled[r], 3.0)
    out[at + 5] = unit(s.supply_astro, 20.0)
    out[at + 6] = unit(s.supply_rocket, 30.0)
    out[at + 7] = unit(s.supply_crystal, 25.0)
    for a in range(ACHIEVEMENTS):
        if s.ach_in_play[a]:
            row = _ACHIEVEMENTS + (1 + PLAYERS) * a
            owner = int(s.ach_owner[a])
            out[row if owner == NONE else row + 1 + relative(s, owner, seat)] = _ONE


# -- B and C: the queue ----------------------------------------------------------------------------------------------


@jit
def encode_tokens(s, seat, out):
    """Pawns and dice (block B)."""
    tail = QUEUE_TILES
    clear(out[_TOKENS:_TO_TAKE])
    tail = find_tail(s)
    for k in range(s.num_players):
        encode_token(s.pawn_pos[(seat + k) % s.num_players], tail, _TOKENS + _TOKEN_ROW * k, out)
    encode_token(s.spot_pos, tail, _TOKENS + _TOKEN_ROW * PLAYERS, out)
    encode_token(s.red_pos, tail, _TOKENS + _TOKEN_ROW * (PLAYERS + 1), out)


@jit
def encode_token(position, tail, row, out):
    """One token at ``position``, unless it is absent."""
    if position == ABSENT:
        return
    lap = int(position) // SPACES
    out[row] = _ONE
    out[row + 1] = unit(int(position) - tail, 14.0)
    out[row + 2] = unit(int(position) - SPACES * lap, 14.0)
    out[row + 3] = unit(lap + 1, 5.0)


@jit
def encode_reachable(s, t, out):
    """The queue tiles 1 to 12 spaces ahead of the acting player's start (block C)."""
    for d in range(1, REACH + 1):
        position = int(s.t0) + d
        tile = int(s.queue[position]) if 0 <= position < QUEUE_TILES else NONE
        encode_features(t, tile, _TO_TAKE + TILE_FEATURES * d, out)


@jit
def encode_taken(s, t, out):
    """The tile that was just taken, in row 0 of block C and no more in the row where its pawn stands now."""
    encode_features(t, int(s.taken), _TO_TAKE, out)
    d = int(s.pawn_pos[s.to_move]) - int(s.t0)
    if 1 <= d <= REACH:
        encode_features(t, NONE, _TO_TAKE + TILE_FEATURES * d, out)


@jit
def encode_features(t, tile, row, out):
    """The printed features of a tile, or zeros for ``NONE``."""
    source = NO_TILE if tile == NONE else tile
    for i in range(TILE_FEATURES):
        out[row + i] = t.tile_features[source, i]


# -- D and E: tiles --------------------------------------------------------------------------------------------------


@jit
def encode_base_layout(s, t, seat, out):
    """Places and actions of the viewer's tiles, slot by slot (block D)."""
    for i in range(s.n_tiles[seat]):
        row = _BASE + _BASE_ROW * i
        out[row] = signed(s.base_q[seat, i], 49.0)
        out[row + 1] = signed(s.base_r[seat, i], 49.0)
        for j in range(ACTION_FEATURES):
            out[row + 7 + j] = t.action_features[s.base_tile[seat, i], j]


@jit
def encode_base_pieces(s, seat, out):
    """Tokens and turn flags on the viewer's tiles, slot by slot (block D)."""
    acts = seat == s.to_move
    for i in range(s.n_tiles[seat]):
        row = _BASE + _BASE_ROW * i
        for r in range(RESOURCES):
            out[row + 2 + r] = unit(s.base_res[seat, i, r], 3.0)
        out[row + 6] = unit(s.base_astro[seat, i], 10.0)
        out[row + _FLAGS] = _ONE if acts and s.activated[i] and not s.used[i] else _ZERO
        out[row + _FLAGS + 1] = _ONE if acts and s.used[i] else _ZERO
        out[row + _FLAGS + 2] = _ZERO
    if acts and chosen_slot(s) != NONE:
        out[_BASE + _BASE_ROW * chosen_slot(s) + _FLAGS + 2] = _ONE


@jit
def chosen_slot(s):
    """The slot that the decision is about, or ``NONE``."""
    if s.sel != NONE:
        return int(s.sel)
    return int(s.gain_slot) if s.gain_slot != NONE else int(s.use_slot)


@jit
def encode_unrevealed(s, out):
    """Block E without the tiles in bases: which queue tiles nobody has seen yet."""
    clear(out[_QUEUE:_PLAYERS])
    if s.ctx == Context.START:
        for tile in range(QUEUE_TILES):
            out[_QUEUE + _QUEUE_ROW * tile] = _ONE
    for i in range(s.stack_n):
        out[_QUEUE + _QUEUE_ROW * int(s.stack[i])] = _ONE


# -- F: players ------------------------------------------------------------------------------------------------------


@jit
def encode_player(s, p, k, out):
    """What player ``p``, ``k`` seats after the viewer, has apart from the base (block F)."""
    row = _PLAYERS + _PLAYER_ROW * k
    visible = k == 0 or s.opt_points_visible or s.ctx == Context.OVER
    out[row] = _ONE
    out[row + 1] = signed(s.points[p], 200.0) if visible else _ZERO
    out[row + 2] = _ONE if visible else _ZERO
    out[row + 3] = unit(s.rockets[p], 30.0)
    out[row + 4] = unit(s.crystals[p], 25.0)
    out[row + 19] = _ONE if s.coffee[p] else _ZERO


@jit
def encode_layout(s, t, p, k, out):
    """The tiles of player ``p``: where they lie (block E), their symbols and the shape of the base (block F)."""
    row = _PLAYERS + _PLAYER_ROW * k
    for i in range(s.n_tiles[p]):
        tile = int(s.base_tile[p, i])
        if tile < QUEUE_TILES:
            at = _QUEUE + _QUEUE_ROW * tile
            out[at] = _ZERO
            out[at + 1] = unit(k + 1, 5.0)
            out[at + 2] = signed(s.base_q[p, i], 49.0)
            out[at + 3] = signed(s.base_r[p, i], 49.0)
    out[row + 6] = unit(s.n_tiles[p], 50.0)
    encode_prints(s, t, p, row, out)
    encode_shape(s, p, row, out)


@jit
def encode_prints(s, t, p, row, out):
    """Red tiles, type symbols and the ends of the rails and tubes, which run through (0, 0)."""
    red = domes = triangles = stars = rail_from = rail_to = tube_from = tube_to = _NOTHING
    for i in range(s.n_tiles[p]):
        tile = int(s.base_tile[p, i])
        q = np.int64(s.base_q[p, i])
        red += t.red[tile]
        domes += t.dome[tile]
        triangles += t.triangle[tile]
        stars += t.star[tile]
        if t.rail[tile]:
            rail_from = min(q, rail_from)
            rail_to = max(q, rail_to)
        if t.tube[tile]:
            tube_from = min(q, tube_from)
            tube_to = max(q, tube_to)
    out[row + 5] = unit(red, 13.0)
    out[row + 12] = unit(domes, 25.0)
    out[row + 13] = unit(triangles, 25.0)
    out[row + 14] = unit(stars, 25.0)
    out[row + 15] = signed(rail_from, 49.0)
    out[row + 16] = signed(rail_to, 49.0)
    out[row + 17] = signed(tube_from, 49.0)
    out[row + 18] = signed(tube_to, 49.0)


@jit
def encode_shape(s, p, row, out):
    """Surrounded tiles, enclosed hexes, tiles with one neighbour."""
    surrounded = single = degrees = triangles = _NOTHING
    for i in range(s.n_tiles[p]):
        degree = count_neighbours(s, p, i)
        degrees += degree
        triangles += count_triangles(s, p, i)
        surrounded += degree == DIRECTIONS
        single += degree == 1
    out[row + 20] = unit(surrounded, 20.0)
    out[row + 21] = unit(enclosed_hexes(s, p, degrees, triangles), 10.0)
    out[row + 22] = unit(single, 20.0)


@jit
def encode_pieces(s, p, k, out):
    """Resources and Astronauts of player ``p``: tile by tile (block E), in all and on the Quarters (block F)."""
    row = _PLAYERS + _PLAYER_ROW * k
    air = water = rock = food = astronauts = _NOTHING
    for i in range(s.n_tiles[p]):
        tile = int(s.base_tile[p, i])
        if tile < QUEUE_TILES:
            at = _QUEUE + _QUEUE_ROW * tile
            out[at + 4] = unit(s.base_res[p, i, Resource.AIR] + 4 * s.base_res[p, i, Resource.WATER], 15.0)
            out[at + 5] = unit(s.base_res[p, i, Resource.ROCK] + 4 * s.base_res[p, i, Resource.FOOD], 15.0)
            out[at + 6] = unit(s.base_astro[p, i], 10.0)
        air += s.base_res[p, i, Resource.AIR]
        water += s.base_res[p, i, Resource.WATER]
        rock += s.base_res[p, i, Resource.ROCK]
        food += s.base_res[p, i, Resource.FOOD]
        astronauts += s.base_astro[p, i]
    out[row + 7] = unit(air, 10.0)
    out[row + 8] = unit(water, 10.0)
    out[row + 9] = unit(rock, 10.0)
    out[row + 10] = unit(food, 10.0)
    out[row + 11] = unit(astronauts, 20.0)
    for r in range(RESOURCES):
        out[row + 23 + r] = unit(s.base_res[p, 0, r], 3.0)
    out[row + 27] = unit(s.base_astro[p, 0], 10.0)


# -- G: decision -----------------------------------------------------------------------------------------------------


@jit
def encode_decision(s, seat, out):
    """What is being decided, and by whom (block G)."""
    clear(out[_DECISION:LENGTH])
    out[_DECISION + int(s.ctx)] = _ONE
    out[_ACTOR + relative(s, int(s.to_move), seat)] = _ONE
    at = _ACTOR + PLAYERS
    out[at] = _ONE if s.ret_ctx == Context.ACT else _ZERO
    for r in range(RESOURCES):
        out[at + 1 + r] = unit(s.need[r], 4.0)
        out[at + 7 + r] = _ONE if (int(s.need_mask) >> r) & 1 else _ZERO
    out[at + 5] = unit(s.need_any, 3.0)
    out[at + 6] = unit(s.need_diff, 4.0)
    out[at + 11] = unit(s.credits, 7.0)
    out[at + 12] = unit(s.level, 3.0)
    out[at + 13] = unit(s.gain_left, 2.0)
    if s.sel_res != NONE:
        out[at + 14 + int(s.sel_res)] = _ONE
    out[at + 18] = _ONE if s.rescued else _ZERO
    if s.pay_what != Pays.NOTHING:
        out[at + 18 + int(s.pay_what)] = _ONE
