"""What every seat can expect of a position, for players that look ahead."""

import numpy as np

from lunar_envs.engine.jit import jit
from lunar_envs.engine.rewards import expect_rewards

from .codes import LAPS
from .evaluate import FINISH, use_value
from .payment import count_astronauts, count_resources
from .score import end_score, expansion_score, lap_score, sum_counts

PLAYOUT_LENGTH = 40
"""Decisions of the greedy player after which this estimate tells more than at once."""
FAR = 20.0
"""Points ahead that nearly win."""
GOAL = 30.0
"""Points that a good solo game reaches."""
LAP_SHARE = 0.8
"""Share of the present lap points that a lap to come brings; the counts of the others change too."""
WAY_VALUE = 0.8
"""Points to be made by new tiles, for each space that the pawn has not gone."""
RESOURCE_VALUE, ASTRONAUT_VALUE = 0.8, 1.5


@jit
def evaluate(s, t, out, work):
    """Rank rewards to expect (float32[5]), from the estimated final points of each seat."""
    for p in range(s.num_players):
        work[p] = final_points(s, t, p)
    expect_rewards(work, np.int64(s.num_players), FAR, GOAL, out)


@jit
def final_points(s, t, p):
    """Points so far, of the laps to come and the end as things stand, and the worth of tiles, tokens and the way."""
    points = float(s.points[p]) + expansion_score(s, t, p)
    for i in range(2):
        points += end_score(s, t, p, s.end_scheme[i])
    if s.laps < LAPS:
        for category in range(3):
            points += LAP_SHARE * (LAPS - s.laps) * lap_score(s, t, p, category)
    left = min(1.0, max(0.0, (FINISH - int(s.pawn_pos[p])) / FINISH))
    for i in range(s.n_tiles[p]):
        points += use_value(s, t, p, s.base_tile[p, i], left)
    tokens = RESOURCE_VALUE * sum_counts(count_resources(s, p)) + ASTRONAUT_VALUE * count_astronauts(s, p)
    return points + min(1.0, 3 * left) * tokens + WAY_VALUE * left * FINISH
