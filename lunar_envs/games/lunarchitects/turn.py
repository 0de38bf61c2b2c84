"""Whose turn it is, the dice, the queue, laps and the end (R5-R7, R14, R27, R34-R38)."""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from .codes import ABSENT, LAPS, NONE, PLAYERS, QUEUE_TILES, REACH, SLOTS, SPACES, Context
from .score import finish_game, score_lap

PHASE_START = (0, 17, 36, 59, 68)
"""Groups on the stack, which is drawn from the end: LATE, MID, EARLY, INITIAL."""


@jit
def begin_play(s, t):
    """R5-R7: stack, tokens behind the line, first fill; then the first turn."""
    for i in range(QUEUE_TILES):
        s.stack[i] = first_of_group(i) + i
    s.stack_n = QUEUE_TILES
    for group in range(4):
        random.shuffle(s, s.stack, PHASE_START[group], PHASE_START[group + 1])
    place_tokens(s)
    refill(s)
    next_actor(s, t)


@jit
def first_of_group(i):
    """Offset from a place on the ordered stack to the tile index there; queue tiles are indexed INITIAL to LATE."""
    for group in range(4):
        if i < PHASE_START[group + 1]:
            return QUEUE_TILES - PHASE_START[group + 1] - PHASE_START[group]
    return 0


@jit
def place_tokens(s):
    """R6: dice and pawns behind the scoring line, the pawns in random order."""
    position = -1
    if s.num_players == 1:
        s.red_pos = position
        position -= 1
    if s.num_players <= 3:
        s.spot_pos = position
        position -= 1
    for p in range(s.num_players):
        s.pawn_pos[p] = position - p
    random.shuffle(s, s.pawn_pos, 0, int(s.num_players))


@jit
def find_tail(s):
    """R14: the smallest position of any token."""
    tail = 127
    for p in range(PLAYERS):
        if s.pawn_pos[p] != ABSENT and s.pawn_pos[p] < tail:
            tail = int(s.pawn_pos[p])
    if s.spot_pos != ABSENT and s.spot_pos < tail:
        tail = int(s.spot_pos)
    if s.red_pos != ABSENT and s.red_pos < tail:
        tail = int(s.red_pos)
    return tail


@jit
def refill(s):
    """R37: tiles behind the tail go to the box; the queue is filled up to one empty space."""
    tail = find_tail(s)
    for position in range(min(tail, QUEUE_TILES)):
        if s.queue[position] >= 0:
            remove_tile(s, position)
    while s.queue_top <= tail + REACH and s.queue_top < QUEUE_TILES and s.stack_n > 0:
        s.stack_n -= 1
        s.queue[s.queue_top] = s.stack[s.stack_n]
        s.stack[s.stack_n] = NONE
        s.queue_top += 1


@jit
def remove_tile(s, position):
    """A queue tile goes to the box."""
    s.queue[position] = NONE
    s.removed += 1


@jit
def next_actor(s, t):
    """R14: the last token acts; dice roll at once until a pawn is last."""
    while True:
        tail = find_tail(s)
        if s.spot_pos == tail:
            s.last_spot = random.roll(s, t.dice[0])
            s.spot_pos = move_die(s, t, tail, s.last_spot, False)
        elif s.red_pos == tail:
            s.last_red = random.roll(s, t.dice[1])
            s.red_pos = move_die(s, t, tail, s.last_red, True)
        else:
            begin_turn(s, tail)
            return
        refill(s)


@jit
def move_die(s, t, start, pips, stops_on_red):
    """R27: the die jumps to the tile that it counts to and removes it; returns its new position.

    Beside a queue without tiles, which the rules exclude, the die leaves the queue.
    """
    landing = ABSENT
    for position in range(max(start + 1, 0), QUEUE_TILES):
        tile = s.queue[position]
        if tile >= 0 and pips > 0:
            landing = position
            pips -= 1
            if stops_on_red and t.red[tile]:
                break
    if landing != ABSENT:
        remove_tile(s, landing)
    return landing


@jit
def begin_turn(s, tail):
    """R14, R19: the owner of the last pawn starts a turn with nothing used or activated."""
    for p in range(PLAYERS):
        if s.pawn_pos[p] == tail:
            s.to_move = p
    s.turn_no += 1
    s.t0 = tail
    s.credits = 0
    s.rescued = 0
    for i in range(SLOTS):
        s.used[i] = 0
        s.activated[i] = 0
    s.ctx = Context.TAKE


@jit
def end_turn(s, t):
    """R36: refill, lap check, next actor."""
    refill(s)
    if lap_is_complete(s):
        score_lap(s, t)
        s.laps += 1
    if s.laps == LAPS:
        finish_game(s, t)
    else:
        next_actor(s, t)


@jit
def lap_is_complete(s):
    """R38: whether every pawn has passed the line once more."""
    for p in range(s.num_players):
        if s.pawn_pos[p] < SPACES * (s.laps + 1):
            return False
    return True
