"""Rewards from ranks and points, the same in every game."""

import numpy as np

from .jit import jit

REWARDS = ("rank", "win", "score")
RANK, WIN, SCORE = range(3)


@jit
def write_rewards(kind, rank, points, n, solo_win, out):
    """Rewards of all seats at the end, 0 for those that do not play; ``kind`` is RANK, WIN or SCORE.

    ``rank`` and ``points`` are integers[seats], ``n`` of which play, ``out`` is float32[seats]. A solo game is won or
    lost by ``solo_win``.
    """
    for p in range(out.shape[0]):
        out[p] = 0
    if kind == SCORE:
        for p in range(n):
            out[p] = points[p]
    elif n == 1:
        out[0] = 1 if solo_win else (-1 if kind == RANK else 0)
    elif kind == RANK:
        rank_rewards(rank, n, out)
    else:
        win_rewards(rank, n, out)


@jit
def rank_rewards(rank, n, out):
    """Zero-sum rewards for ``n`` >= 2 seats: +1 for the best rank to -1 for the worst, for ties what is between."""
    for p in range(n):
        balance = 0
        for other in range(n):
            balance += int(rank[other] > rank[p]) - int(rank[other] < rank[p])
        out[p] = balance / (n - 1)


@jit
def expect_rewards(points, n, scale, goal, out):
    """Rank rewards to expect of ``n`` seats from estimated final ``points`` (float64[n]).

    A lead of ``scale`` is nearly won; who is alone must reach ``goal``.
    """
    for p in range(out.shape[0]):
        out[p] = 0
    if n == 1:
        out[0] = np.tanh((points[0] - goal) / scale)
        return
    for p in range(n):
        balance = 0.0
        for other in range(n):
            balance += np.tanh((points[p] - points[other]) / scale)
        out[p] = balance / (n - 1)


@jit
def win_rewards(rank, n, out):
    """1 for the winner, shared among several; 0 for the others."""
    winners = 0
    for p in range(n):
        winners += rank[p] == 1
    for p in range(n):
        out[p] = 1 / winners if rank[p] == 1 else 0
