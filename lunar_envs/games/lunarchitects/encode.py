"""The observation as named blocks ("Observation" in docs/lunarchitects.md).

``encode_slow`` writes what stays as it is while one player goes through one turn: the other players, the tiles on the
queue and on the stack, and zeros where nothing can come. ``encode_fast`` writes all else. Players are seat-relative:
``k`` is how many seats after the viewer a player sits.
"""

import numpy as np

from lunar_envs.engine.game import layout
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
from .legal import queue_tile
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
BLOCKS = layout(_SHAPES)

_GLOBAL, _TOKENS, _TO_TAKE, _BASE, _QUEUE, _PLAYERS, _DECISION = (block.start for block in BLOCKS)
LENGTH = _DECISION + BLOCKS[-1].length
assert LENGTH == 1999

_END_SCHEMES = _GLOBAL + len(LapScheme)
_LAPS = _END_SCHEMES + len(EndScheme)
_ACHIEVEMENTS = _TOKENS - ACHIEVEMENTS * (1 + PLAYERS)
_ACTOR = _DECISION + len(Context)

_TOKEN_ROW = _SHAPES["tokens"][1]
_BASE_ROW = _SHAPES["own_base"][1]
_QUEUE_ROW = _SHAPES["queue_tiles"][1]
_PLAYER_ROW = _SHAPES["players"][1]

_OWN_TILES = _PLAYERS + 6
"""Where the number of the viewer's tiles stands; ``encode_slow`` leaves ``_UNKNOWN`` there."""

_UNKNOWN = np.float32(-1)
_ZERO = np.float32(0)
_ONE = np.float32(1)


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
    if out[_OWN_TILES] != unit(s.n_tiles[seat], 50):  # a tile was placed since the last time
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
def row_at(start, number, length):
    """Where one row of the block that begins at ``start`` is."""
    return slice(start + length * number, start + length * (number + 1))


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
    out[at] = unit(s.laps, 4)
    for r in range(RESOURCES):
        out[at + 1 + r] = unit(s.supply[r], 10)
        out[at + 8 + r] = unit(s.filled[r], 3)
    out[at + 5] = unit(s.supply_astro, 20)
    out[at + 6] = unit(s.supply_rocket, 30)
    out[at + 7] = unit(s.supply_crystal, 25)
    for a in range(ACHIEVEMENTS):
        if s.ach_in_play[a]:
            owner = s.ach_owner[a]
            out[_ACHIEVEMENTS + (1 + PLAYERS) * a + (0 if owner == NONE else 1 + relative(s, owner, seat))] = _ONE


# -- B and C: the queue ----------------------------------------------------------------------------------------------


@jit
def encode_tokens(s, seat, out):
    """Pawns and dice (block B)."""
    clear(out[_TOKENS:_TO_TAKE])
    tail = find_tail(s)
    for k in range(s.num_players):
        encode_token(s.pawn_pos[(seat + k) % s.num_players], tail, out[row_at(_TOKENS, k, _TOKEN_ROW)])
    encode_token(s.spot_pos, tail, out[row_at(_TOKENS, PLAYERS, _TOKEN_ROW)])
    encode_token(s.red_pos, tail, out[row_at(_TOKENS, PLAYERS + 1, _TOKEN_ROW)])


@jit
def encode_token(position, tail, row):
    """One token at ``position``, unless it is absent."""
    if position == ABSENT:
        return
    lap = int(position) // SPACES
    row[0] = _ONE
    row[1] = unit(int(position) - tail, 14)
    row[2] = unit(int(position) - SPACES * lap, 14)
    row[3] = unit(lap + 1, 5)


@jit
def encode_reachable(s, t, out):
    """The queue tiles 1 to 12 spaces ahead of the acting player's start (block C)."""
    for d in range(1, REACH + 1):
        tile = queue_tile(s, d)
        encode_features(t, tile, out[row_at(_TO_TAKE, d, TILE_FEATURES)])


@jit
def encode_taken(s, t, out):
    """The tile that was just taken, in row 0 of block C and no more in the row where its pawn stands now."""
    encode_features(t, int(s.taken), out[row_at(_TO_TAKE, 0, TILE_FEATURES)])
    d = int(s.pawn_pos[s.to_move]) - int(s.t0)
    if 1 <= d <= REACH:
        clear(out[row_at(_TO_TAKE, d, TILE_FEATURES)])


@jit
def encode_features(t, tile, row):
    """The printed features of a tile, or zeros for ``NONE``."""
    features = t.tile_features[NO_TILE if tile == NONE else tile]
    for i in range(0, TILE_FEATURES - 7, 8):
        copy_eight(features, row, i)
    copy_eight(features, row, TILE_FEATURES - 8)


@jit
def copy_eight(source, row, i):
    """Copy eight values from place ``i`` on. All are read before one is written, which makes it two instructions."""
    a, b, c, d = source[i], source[i + 1], source[i + 2], source[i + 3]
    e, f, g, h = source[i + 4], source[i + 5], source[i + 6], source[i + 7]
    row[i], row[i + 1], row[i + 2], row[i + 3] = a, b, c, d
    row[i + 4], row[i + 5], row[i + 6], row[i + 7] = e, f, g, h


# -- D and E: tiles --------------------------------------------------------------------------------------------------


@jit
def encode_base_layout(s, t, seat, out):
    """Places and actions of the viewer's tiles, slot by slot (block D)."""
    for i in range(s.n_tiles[seat]):
        row = out[row_at(_BASE, i, _BASE_ROW)]
        tile = int(s.base_tile[seat, i])
        row[0] = signed(s.base_q[seat, i], 49)
        row[1] = signed(s.base_r[seat, i], 49)
        for j in range(ACTION_FEATURES):
            row[7 + j] = t.action_features[tile, j]


@jit
def encode_base_pieces(s, seat, out):
    """Tokens and turn flags on the viewer's tiles, slot by slot (block D)."""
    acts = np.uint8(seat == s.to_move)
    for i in range(s.n_tiles[seat]):
        row = out[row_at(_BASE, i, _BASE_ROW)]
        used = acts & s.used[i]
        row[2] = unit(s.base_res[seat, i, Resource.AIR], 3)
        row[3] = unit(s.base_res[seat, i, Resource.WATER], 3)
        row[4] = unit(s.base_res[seat, i, Resource.ROCK], 3)
        row[5] = unit(s.base_res[seat, i, Resource.FOOD], 3)
        row[6] = unit(s.base_astro[seat, i], 10)
        row[14] = np.float32(acts & s.activated[i] & ~used)
        row[15] = np.float32(used)
        row[16] = _ZERO
    if acts and chosen_slot(s) != NONE:
        out[row_at(_BASE, chosen_slot(s), _BASE_ROW)][16] = _ONE


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


# -- E and F: players ------------------------------------------------------------------------------------------------


@jit
def encode_player(s, p, k, out):
    """What player ``p``, ``k`` seats after the viewer, has apart from the base (block F)."""
    row = out[row_at(_PLAYERS, k, _PLAYER_ROW)]
    visible = k == 0 or s.opt_points_visible or s.ctx == Context.OVER
    row[0] = _ONE
    row[1] = signed(s.points[p], 200) if visible else _ZERO
    row[2] = _ONE if visible else _ZERO
    row[3] = unit(s.rockets[p], 30)
    row[4] = unit(s.crystals[p], 25)
    row[19] = _ONE if s.coffee[p] else _ZERO


@jit
def encode_layout(s, t, p, k, out):
    """The tiles of player ``p``: where they lie (block E), their symbols and the shape of the base (block F)."""
    for i in range(s.n_tiles[p]):
        if s.base_tile[p, i] < QUEUE_TILES:
            place = out[row_at(_QUEUE, int(s.base_tile[p, i]), _QUEUE_ROW)]
            place[0] = _ZERO
            place[1] = unit(k + 1, 5)
            place[2] = signed(s.base_q[p, i], 49)
            place[3] = signed(s.base_r[p, i], 49)
    row = out[row_at(_PLAYERS, k, _PLAYER_ROW)]
    row[6] = unit(s.n_tiles[p], 50)
    encode_prints(s, t, p, row)
    encode_shape(s, p, row)


@jit
def encode_prints(s, t, p, row):
    """Red tiles, type symbols and the ends of the rails and tubes, which run through (0, 0)."""
    red = domes = triangles = stars = rail_from = rail_to = tube_from = tube_to = 0
    for i in range(s.n_tiles[p]):
        tile = int(s.base_tile[p, i])
        q = int(s.base_q[p, i])
        red += t.red[tile]
        domes += t.dome[tile]
        triangles += t.triangle[tile]
        stars += t.star[tile]
        rail = q * int(t.rail[tile])
        rail_from = rail if rail < rail_from else rail_from
        rail_to = rail if rail > rail_to else rail_to
        tube = q * int(t.tube[tile])
        tube_from = tube if tube < tube_from else tube_from
        tube_to = tube if tube > tube_to else tube_to
    row[5] = unit(red, 13)
    row[12] = unit(domes, 25)
    row[13] = unit(triangles, 25)
    row[14] = unit(stars, 25)
    row[15] = signed(rail_from, 49)
    row[16] = signed(rail_to, 49)
    row[17] = signed(tube_from, 49)
    row[18] = signed(tube_to, 49)


@jit
def encode_shape(s, p, row):
    """Surrounded tiles, enclosed hexes, tiles with one neighbour."""
    surrounded = single = degrees = triangles = 0
    for i in range(s.n_tiles[p]):
        degree = count_neighbours(s, p, i)
        degrees += degree
        triangles += count_triangles(s, p, i)
        surrounded += degree == DIRECTIONS
        single += degree == 1
    row[20] = unit(surrounded, 20)
    row[21] = unit(enclosed_hexes(s, p, degrees, triangles), 10)
    row[22] = unit(single, 20)


@jit
def encode_pieces(s, p, k, out):
    """Resources and Astronauts of player ``p``: tile by tile (block E), in all and on the Quarters (block F)."""
    total_air = total_water = total_rock = total_food = total_astronauts = 0
    for i in range(s.n_tiles[p]):
        air, water = int(s.base_res[p, i, Resource.AIR]), int(s.base_res[p, i, Resource.WATER])
        rock, food = int(s.base_res[p, i, Resource.ROCK]), int(s.base_res[p, i, Resource.FOOD])
        astronauts = int(s.base_astro[p, i])
        if s.base_tile[p, i] < QUEUE_TILES:
            place = out[row_at(_QUEUE, int(s.base_tile[p, i]), _QUEUE_ROW)]
            place[4] = unit(air + 4 * water, 15)
            place[5] = unit(rock + 4 * food, 15)
            place[6] = unit(astronauts, 10)
        total_air += air
        total_water += water
        total_rock += rock
        total_food += food
        total_astronauts += astronauts
    row = out[row_at(_PLAYERS, k, _PLAYER_ROW)]
    row[7] = unit(total_air, 10)
    row[8] = unit(total_water, 10)
    row[9] = unit(total_rock, 10)
    row[10] = unit(total_food, 10)
    row[11] = unit(total_astronauts, 20)
    for r in range(RESOURCES):
        row[23 + r] = unit(s.base_res[p, 0, r], 3)
    row[27] = unit(s.base_astro[p, 0], 10)


# -- G: decision -----------------------------------------------------------------------------------------------------


@jit
def encode_decision(s, seat, out):
    """What is being decided, and by whom (block G)."""
    clear(out[_DECISION:LENGTH])
    out[_DECISION + int(s.ctx)] = _ONE
    out[_ACTOR + relative(s, s.to_move, seat)] = _ONE
    at = _ACTOR + PLAYERS
    out[at] = _ONE if s.ret_ctx == Context.ACT else _ZERO
    for r in range(RESOURCES):
        out[at + 1 + r] = unit(s.need[r], 4)
        out[at + 7 + r] = _ONE if (int(s.need_mask) >> r) & 1 else _ZERO
    out[at + 5] = unit(s.need_any, 3)
    out[at + 6] = unit(s.need_diff, 4)
    out[at + 11] = unit(s.credits, 7)
    out[at + 12] = unit(s.level, 3)
    out[at + 13] = unit(s.gain_left, 2)
    if s.sel_res != NONE:
        out[at + 14 + int(s.sel_res)] = _ONE
    out[at + 18] = _ONE if s.rescued else _ZERO
    if s.pay_what != Pays.NOTHING:
        out[at + 18 + int(s.pay_what)] = _ONE
