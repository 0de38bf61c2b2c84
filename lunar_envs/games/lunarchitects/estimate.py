"""What every seat can expect of a position, for players that look ahead.

The weights are near a linear fit of the final points in games between tree-search players, after play-outs.
"""

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
END_SHARE = 0.8
"""Share of the end points that a seat has now; they count in proportion to the way that the pawn has gone."""
LAP_SHARE = 0.95
"""Share of the present lap points that a lap to come brings; the counts of the others change too."""
TILE_SHARE = 0.3
"""Share of a tile's worth to the greedy player, which overrates how often it is used."""
SPACE_VALUE = (0.5, 1.4, 0.8, 0.8, 0.8)
"""Points to be made on each space that the pawn has not gone, by number of players; of four and five not fitted."""
RESOURCE_VALUE, ASTRONAUT_VALUE = 2.0, 1.0


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
    left = min(1.0, max(0.0, (FINISH - int(s.pawn_pos[p])) / FINISH))
    for i in range(2):
        points += END_SHARE * (1.0 - left) * end_score(s, t, p, s.end_scheme[i])
    if s.laps < LAPS:
        for category in range(3):
            points += LAP_SHARE * (LAPS - s.laps) * lap_score(s, t, p, category)
    for i in range(s.n_tiles[p]):
        points += TILE_SHARE * use_value(s, t, p, s.base_tile[p, i], left)
    tokens = RESOURCE_VALUE * sum_counts(count_resources(s, p)) + ASTRONAUT_VALUE * count_astronauts(s, p)
    return points + min(1.0, 3 * left) * tokens + SPACE_VALUE[s.num_players - 1] * left * FINISH
