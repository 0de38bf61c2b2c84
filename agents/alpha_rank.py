"""Alpha-rank: a ranking that also holds where agents beat each other in circles.

After Omidshafiei et al., "α-Rank: Multi-Agent Evaluation by Evolution", Scientific Reports 9:9937 (2019), for a
symmetric game and one population: everyone plays like one agent until a mutant, who plays like another, takes over.
"""

from __future__ import annotations

import numpy as np

ALPHA = 100.0
"""Strength of the selection."""
POPULATION = 50


def alpha_rank(ahead: np.ndarray) -> np.ndarray:
    """Share of time that evolution spends at every agent; ``ahead[i, j]`` is how often ``i`` ranks ahead of ``j``.

    ``ahead[i, j] + ahead[j, i]`` is 1. The shares add up to 1; in a circle of equals all have the same.
    """
    count = len(ahead)
    moves = np.array([[fixation(ahead[j, i] - ahead[i, j]) for j in range(count)] for i in range(count)])
    np.fill_diagonal(moves, 0.0)
    moves /= max(count - 1, 1)
    np.fill_diagonal(moves, 1 - moves.sum(axis=1))
    return _stationary(moves)


def fixation(advantage: float) -> float:
    """Probability that one mutant, ahead of the population by ``advantage``, takes it over.

    It is ``(1 - exp(-x)) / (1 - exp(-POPULATION x))`` with ``x = ALPHA advantage``, in a form that cannot overflow.
    """
    x = ALPHA * abs(advantage)
    if x < 1e-9:
        return 1 / POPULATION
    gains = float(np.expm1(-x) / np.expm1(-POPULATION * x))
    return gains if advantage > 0 else gains * float(np.exp(-(POPULATION - 1) * x))


def _stationary(moves: np.ndarray) -> np.ndarray:
    """The distribution that the Markov chain with these transitions keeps; there is one, as of two agents at least one
    takes over from the other.
    """
    count = len(moves)
    equations = np.vstack([moves.T - np.eye(count), np.ones(count)])
    shares = np.linalg.lstsq(equations, np.append(np.zeros(count), 1.0), rcond=None)[0].clip(0.0)
    return shares / shares.sum()
