"""What every seat can expect of a position, for players that look ahead."""

import numpy as np

from lunar_envs.engine.jit import jit
from lunar_envs.engine.rewards import expect_rewards

from .outlook import value

PLAYOUT_LENGTH = 60
"""Decisions of the greedy player after which this estimate tells more than at once."""
FAR = 60.0
"""Two deployed modules ahead is nearly won."""


@jit
def evaluate(s, t, out, work):
    """Rank rewards to expect (float32[4]), from what each seat's position is worth."""
    for p in range(s.num_players):
        work[p] = value(s, t, p)
    expect_rewards(work, np.int64(s.num_players), FAR, 0.0, out)
