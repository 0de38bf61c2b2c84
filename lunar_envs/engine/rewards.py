"""Rewards from ranks, the same in every game."""

from .jit import jit


@jit
def rank_rewards(rank, n, out):
    """Zero-sum rewards for ``n`` >= 2 seats: +1 for the best rank to -1 for the worst, for ties what is between."""
    for p in range(n):
        balance = 0
        for other in range(n):
            balance += int(rank[other] > rank[p]) - int(rank[other] < rank[p])
        out[p] = balance / (n - 1)


@jit
def win_rewards(rank, n, out):
    """1 for the winner, shared among several; 0 for the others."""
    winners = 0
    for p in range(n):
        winners += rank[p] == 1
    for p in range(n):
        out[p] = 1 / winners if rank[p] == 1 else 0
