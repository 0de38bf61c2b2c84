"""What every seat can expect of a position, for players that look ahead."""

import numpy as np

from lunar_envs.engine.jit import jit
from lunar_envs.engine.rewards import expect_rewards

from .codes import ROUNDS
from .evaluate import WEIGHTS, Feature, points_of_finished_seat, write_features

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
        work[p] = final_points(s, t, p, work[FIRST_FEATURE:])
    expect_rewards(work, np.int64(s.num_players), FAR, GOAL, out)


@jit
def final_points(s, t, p, features):
    """The estimated final points of a seat, exact once its last shift has ended."""
    if s["round"] == ROUNDS and s.ended[p]:
        return float(points_of_finished_seat(s, t, p))
    write_features(s, t, p, s, features)
    column = max(0, s["round"] - 1)
    points = float(s.vp[p])
    for i in range(Feature.COUNT.value):
        points += WEIGHTS[i, column] * features[i]
    return points
