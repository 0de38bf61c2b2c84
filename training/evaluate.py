"""How often a policy in training wins; trained ones are compared by ``agents.tournament``."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO

from agents.intervals import Z
from lunar_envs.engine.game import Game

from .batch_env import SelfPlayVecEnv
from .pool import actor_of, sample_actions

FIRST_DEAL = 2**40
"""Added to the seed, so that no deal of a training run is met again."""


@dataclass(frozen=True)
class WinShare:
    """Share of the victories, a shared one counting in part, with its 95 % interval (Wilson)."""

    share: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.share:.1%} of {self.games} games won (95 % interval {self.low:.1%} to {self.high:.1%})"


def win_share(wins: float, games: int) -> WinShare:
    """The share and Wilson's interval for ``wins`` of ``games``."""
    share = wins / games
    scale = 1 + Z**2 / games
    centre = (share + Z**2 / (2 * games)) / scale
    half = Z * math.sqrt(share * (1 - share) / games + Z**2 / (4 * games**2)) / scale
    return WinShare(share, centre - half, centre + half, games)


def evaluate(model: MaskablePPO, game: Game, num_players: int, games: int, seed: int, **options: Any) -> WinShare:
    """Play ``games`` games against random play in one batch, the model's seat rotating.

    The model samples from its masked policy. Neither torch's nor numpy's global generator is used.
    """
    env = SelfPlayVecEnv(game, games, num_players, reward="win", **options)
    env.seed(FIRST_DEAL + seed)
    actor = actor_of(model.policy)
    rng = np.random.default_rng(seed)
    observations = env.reset()
    wins = 0.0
    running = np.ones(games, bool)
    while running.any():
        actions = sample_actions(actor, observations, env.action_masks(), rng)
        observations, rewards, dones, _ = env.step(actions)
        wins += float(rewards[running & dones].sum())
        running &= ~dones
    return win_share(wins, games)
