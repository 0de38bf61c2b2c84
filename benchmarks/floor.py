"""A game without rules: the least that any game of the same sizes can cost behind the same doors.

Per decision it updates 24 bytes of state beside the generator and writes the whole observation and mask, with one
action in eight legal.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from lunar_envs.engine import random, rules
from lunar_envs.engine.game import Game
from lunar_envs.engine.jit import jit
from lunar_envs.engine.record import record_dtype

LENGTH = 300  # decisions of a game
LEGAL_SHARE = 8


def floor_of(game: Game) -> Game:
    """A game without rules with the state size, observation length and actions of ``game``."""
    dtype = _state_dtype(game)
    rules.register(dtype, RULES, Path(__file__).parent)
    return replace(
        game,
        name="floor",
        title="No rules",
        dtype=dtype,
        tables=np.zeros(1, record_dtype([("unused", "i8")])),
        final_scores=lambda s, t: np.zeros(s.num_players, np.int64),
        describe_end=lambda s: "length reached",
    )


def _state_dtype(game: Game) -> np.dtype:
    fields = [
        *random.FIELDS,
        ("num_players", "i1"),
        ("to_move", "i1"),
        ("ctx", "i1"),
        ("rank", "i1", (game.max_players,)),
        ("truncated", "u1"),
        ("decisions", "i8"),
        ("work", "i8", (2,)),
    ]
    used = record_dtype(fields).itemsize
    return record_dtype([*fields, ("unused", "u1", (game.dtype.itemsize - used,))])


@jit
def setup(s, t, options, mask):
    """Nothing to set up."""
    return legal(s, t, mask)


@jit
def legal(s, t, mask):
    """One action in eight, none when the game is over."""
    count = 0
    running = not is_over(s)
    for a in range(mask.shape[0]):
        mask[a] = running and (a + s.work[0]) % LEGAL_SHARE == 0
        count += mask[a]
    return count


@jit
def step(s, t, action, mask):
    """Update 24 bytes; the next seat moves."""
    s.work[0] += action + np.int64(random.next_u64(s) >> np.uint64(33))
    s.work[1] ^= s.work[0]
    s.decisions += 1
    s.to_move = (s.to_move + 1) % s.num_players
    if s.decisions >= LENGTH:
        for p in range(s.num_players):
            s.rank[p] = 1
    return legal(s, t, mask)


@jit
def is_over(s):
    """Whether LENGTH decisions have been taken."""
    return s.rank[0] > 0


@jit
def epoch(s):
    """Always the same: there are no slow blocks."""
    return np.int64(0)


@jit
def encode_slow(s, t, seat, out):
    """No slow blocks."""


@jit
def encode_fast(s, t, seat, out):
    """Write every value."""
    value = np.float32((s.work[1] + seat) & 127)
    for i in range(out.shape[0]):
        out[i] = value


@jit
def returns(s, t, kind, out):
    """A draw."""
    for p in range(s.num_players):
        out[p] = 0


@jit
def determinize(s, t, seat):
    """Nothing is hidden."""


@jit
def evaluate(s, t, out, work):
    """Nobody leads."""
    for p in range(out.shape[0]):
        out[p] = 0


@jit
def greedy(s, t, mask):
    """The first legal action."""
    a = 0
    while not mask[a]:
        a += 1
    return a


RULES = rules.Rules(
    setup, legal, step, is_over, epoch, encode_slow, encode_fast, returns, determinize, evaluate, greedy
)
