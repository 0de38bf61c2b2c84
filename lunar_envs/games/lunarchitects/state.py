"""The state record and set-up (R1-R10).

Visibility in brackets: pub = all players, hid = nobody, own = owner only when ``points_visible`` is false.
"""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit
from lunar_envs.engine.record import record_dtype

from .codes import (
    ABSENT,
    ACHIEVEMENTS,
    DIRECTIONS,
    END_SCHEMES,
    LAP_SCHEMES,
    LAPS,
    NONE,
    PLAYERS,
    QUEUE_TILES,
    RESOURCES,
    SLOTS,
    Context,
    EndScheme,
    Expansion,
    LapScheme,
)

STATE = record_dtype(
    [
        *random.FIELDS,  # [hid]
        ("num_players", "i1"),  # 1..5 [pub]
        ("opt_scheme", "i1"),  # 0 printed, 1 random [pub]
        ("opt_expansion", "i1"),  # Expansion [pub]
        ("opt_points_visible", "i1"),  # 0/1 [pub]
        ("to_move", "i1"),  # seat 0..4 [pub]
        ("ctx", "i1"),  # Context [pub]
        ("ret_ctx", "i1"),  # Context to return to after a side decision [pub]
        ("decisions", "i4"),  # applied actions, forced ones included [pub]
        ("turn_no", "i2"),  # 0 during START, then 1.. [pub]
        ("laps", "i1"),  # laps scored, 0..4 [pub]
        ("lap_scheme", "i1"),  # LapScheme [pub]
        ("end_scheme", "i1", (2,)),  # EndScheme [pub]
        ("stack", "i1", (QUEUE_TILES,)),  # tile indices, drawn from the end [hid: order]
        ("stack_n", "i1"),  # 0..68 [pub]
        ("queue", "i1", (QUEUE_TILES,)),  # tile at each absolute position, -1 = none [pub]
        ("queue_top", "i1"),  # next position to fill, 0..68 [pub]
        ("pawn_pos", "i1", (PLAYERS,)),  # -5..67, -128 = absent [pub]
        ("spot_pos", "i1"),  # -2..67, -128 = absent [pub]
        ("red_pos", "i1"),  # -1..67, -128 = absent [pub]
        ("last_spot", "i1"),  # last roll, 0 = none [pub]
        ("last_red", "i1"),  # last roll, 0 = none [pub]
        ("t0", "i1"),  # position of the acting pawn at the start of the turn [pub]
        ("supply", "i1", (RESOURCES,)),  # tokens [pub]
        ("supply_astro", "i1"),  # tokens [pub]
        ("supply_rocket", "i1"),  # tokens [pub]
        ("supply_crystal", "i1"),  # tokens [pub]
        ("filled", "i1", (RESOURCES,)),  # occupied Exchange slots, 0..3 [pub]
        ("points", "i2", (PLAYERS,)),  # points; may be negative after end scoring [own]
        ("rockets", "i1", (PLAYERS,)),  # tokens [pub]
        ("crystals", "i1", (PLAYERS,)),  # tokens [pub]
        ("start_side", "i1", (PLAYERS,)),  # 0..9 = 2 * colour + side, -1 = none yet [pub]
        ("n_tiles", "i1", (PLAYERS,)),  # 0..50 [pub]
        ("base_tile", "i1", (PLAYERS, SLOTS)),  # tile index, -1 [pub]
        ("base_q", "i1", (PLAYERS, SLOTS)),  # axial coordinate, -49..49 [pub]
        ("base_r", "i1", (PLAYERS, SLOTS)),  # axial coordinate, -49..49 [pub]
        ("base_nbr", "i1", (PLAYERS, SLOTS, DIRECTIONS)),  # neighbour slot by direction, -1 (cache) [pub]
        ("base_res", "i1", (PLAYERS, SLOTS, RESOURCES)),  # tokens, sum of a slot <= 3 [pub]
        ("base_astro", "i1", (PLAYERS, SLOTS)),  # tokens [pub]
        ("used", "u1", (SLOTS,)),  # acting player's tiles used this turn [pub]
        ("activated", "u1", (SLOTS,)),  # acting player's activated tiles [pub]
        ("credits", "i1"),  # activation credits [pub]
        ("rescued", "u1"),  # RESCUE done this turn [pub]
        ("taken", "i1"),  # tile taken and not yet placed, -1 [pub]
        ("sel", "i1"),  # chosen slot, -1 [pub]
        ("use_slot", "i1"),  # slot whose action is under way, -1 [pub]
        ("gain_slot", "i1"),  # slot that receives resources of choice, -1 [pub]
        ("sel_res", "i1"),  # chosen resource, -1 [pub]
        ("level", "i1"),  # chosen level of a graded trade, 0..3 [pub]
        ("gain_left", "i1"),  # resources of choice still to take, 0..2 [pub]
        ("need", "i1", (RESOURCES,)),  # specific tokens due [pub]
        ("need_any", "i1"),  # tokens of any type due [pub]
        ("need_diff", "i1"),  # tokens of pairwise different types due [pub]
        ("need_mask", "i1"),  # bit r: type r is spent in a payment of different types [pub]
        ("pay_what", "i1"),  # Pays [pub]
        ("coffee", "u1", (PLAYERS,)),  # 1 = still held [pub]
        ("ach_in_play", "u1", (ACHIEVEMENTS,)),  # 0/1 [pub]
        ("ach_owner", "i1", (ACHIEVEMENTS,)),  # seat or -1 [pub]
        ("lap_points", "i2", (PLAYERS, LAPS)),  # points won in each lap scoring [own]
        ("end_points", "i2", (PLAYERS, 2)),  # points of each end scheme, set at the end [pub]
        ("expansion_points", "i2", (PLAYERS,)),  # set at the end [pub]
        ("removed", "i1"),  # tiles returned to the box from the queue [pub]
        ("rank", "i1", (PLAYERS,)),  # 1.., 0 before the end [pub]
        ("truncated", "u1"),  # 0/1 [pub]
    ]
)


@jit
def setup_state(s, t, options):
    """R1-R10: a blank record becomes a game that waits for the first START choice.

    ``options`` int64[6]: scheme_setup, expansion, points_visible, lap_scheme, end_scheme_1, end_scheme_2, each
    the index of the chosen value.
    """
    s.opt_scheme = options[0]
    s.opt_expansion = options[1]
    s.opt_points_visible = options[2]
    clear_fields(s)
    draw_schemes(s, t, options)
    draw_expansion(s)
    s.supply_astro = t.supply_astro
    s.supply_rocket = t.supply_rocket
    s.supply_crystal = t.supply_crystal
    for r in range(RESOURCES):
        s.supply[r] = t.supply[r]
        s.filled[r] = t.filled_at_start[s.num_players]  # R8
    s.ctx = Context.START


@jit
def clear_fields(s):
    """Write NONE and ABSENT where 0 would mean something."""
    s.spot_pos = ABSENT
    s.red_pos = ABSENT
    s.taken = NONE
    s.sel = NONE
    s.use_slot = NONE
    s.gain_slot = NONE
    s.sel_res = NONE
    for i in range(QUEUE_TILES):
        s.stack[i] = NONE
        s.queue[i] = NONE
    for i in range(ACHIEVEMENTS):
        s.ach_owner[i] = NONE
    for p in range(PLAYERS):
        s.pawn_pos[p] = ABSENT
        s.start_side[p] = NONE
        for i in range(SLOTS):
            s.base_tile[p, i] = NONE
            for k in range(DIRECTIONS):
                s.base_nbr[p, i, k] = NONE


@jit
def draw_schemes(s, t, options):
    """R2: the lap scheme and the two end schemes; an override (R1) replaces what it names."""
    solo = s.num_players == 1
    s.lap_scheme = t.printed_lap_scheme
    s.end_scheme[0] = t.printed_end_scheme[0]
    s.end_scheme[1] = t.printed_end_scheme[1]
    if solo:
        s.lap_scheme = LapScheme.INDEPENDENCE
        s.end_scheme[0] = EndScheme.SOLO_TAXES
    elif s.opt_scheme:
        s.lap_scheme = random.below(s, LAP_SCHEMES)
        s.end_scheme[0] = draw_end_scheme(s, t, options[5])
    if options[3] < LAP_SCHEMES:
        s.lap_scheme = options[3]
    if options[4] < END_SCHEMES:
        s.end_scheme[0] = options[4]
    if s.opt_scheme:
        s.end_scheme[1] = draw_end_scheme(s, t, s.end_scheme[0])
    if options[5] < END_SCHEMES:
        s.end_scheme[1] = options[5]


@jit
def draw_end_scheme(s, t, other):
    """R2: a uniform end scheme that is not SOLO TAXES, not ``other`` and, in solo games, allowed there."""
    count = 0
    for scheme in range(END_SCHEMES):
        count += may_be_drawn(s, t, scheme, other)
    left = random.below(s, count)
    for scheme in range(END_SCHEMES):
        if may_be_drawn(s, t, scheme, other):
            if left == 0:
                return scheme
            left -= 1
    return 0


@jit
def may_be_drawn(s, t, scheme, other):
    """R2: whether ``scheme`` is in the draw for an end scheme."""
    allowed = s.num_players > 1 or t.solo_allowed[scheme] == 1
    return allowed and scheme != EndScheme.SOLO_TAXES and scheme != other


@jit
def draw_expansion(s):
    """R10: as many Achievements as players, uniformly; or one Coffee for every player."""
    left = int(s.num_players)
    for i in range(ACHIEVEMENTS):
        if s.opt_expansion == Expansion.ACHIEVEMENTS and random.below(s, ACHIEVEMENTS - i) < left:
            s.ach_in_play[i] = 1
            left -= 1
    if s.opt_expansion == Expansion.COFFEE:
        for p in range(s.num_players):
            s.coffee[p] = 1
