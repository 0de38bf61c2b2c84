"""What every seat can expect of a position, for players that look ahead."""

import numpy as np

from lunar_envs.engine.jit import jit
from lunar_envs.engine.rewards import expect_rewards

from .evaluate import value_at_end

FAR = 25.0
"""Points ahead that nearly win."""
GOAL = 90.0
"""Points that a good solo game reaches."""
FIRST_FEATURE = 8
"""Where the features of a seat begin in the work space, after the points of the seats."""


@jit
def evaluate(s, t, out, work):
    """Rank rewards to expect (float32[4]), from the linear estimate of the final points of each seat."""
    for p in range(s.num_players):
        work[p] = value_at_end(s, t, p, s, work[FIRST_FEATURE:])
    expect_rewards(work, np.int64(s.num_players), FAR, GOAL, out)
