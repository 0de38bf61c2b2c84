"""How often a trained policy wins: ``python -m training.evaluate runs/.../model.zip``."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import tyro
from sb3_contrib import MaskablePPO

from lunar_envs.engine.game import Game

from .batch_env import SelfPlayVecEnv
from .checkpoint import load_model
from .pool import PastSelves, actor_of, sample_actions

Z_95 = 1.96
FIRST_DEAL = 2**40
"""Added to the seed, so that no deal of a training run is met again."""


@dataclass(frozen=True)
class WinShare:
    """Share of games won, with its 95 % interval (Wilson)."""

    share: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.share:.1%} of {self.games} games won (95 % interval {self.low:.1%} to {self.high:.1%})"


def win_share(wins: int, games: int) -> WinShare:
    """The share and Wilson's interval for ``wins`` of ``games``."""
    share = wins / games
    scale = 1 + Z_95**2 / games
    centre = (share + Z_95**2 / (2 * games)) / scale
    half = Z_95 * math.sqrt(share * (1 - share) / games + Z_95**2 / (4 * games**2)) / scale
    return WinShare(share, centre - half, centre + half, games)


def evaluate(
    model: MaskablePPO,
    game: Game,
    num_players: int = 2,
    games: int = 400,
    opponents: Literal["random"] | MaskablePPO = "random",
    seed: int = 0,
) -> WinShare:
    """Play ``games`` games in one batch, the model's seat rotating, the opponents' actions random or ``opponents``'.

    All play by sampling from their masked policies. Neither torch's nor numpy's global generator is used.
    """
    pool = PastSelves(random_share=0.0, seed=seed)
    if opponents != "random":
        pool.add(opponents.policy)
    env = SelfPlayVecEnv(game, games, num_players, pool, reward="win")
    env.seed(FIRST_DEAL + seed)
    actor = actor_of(model.policy)
    rng = np.random.default_rng(seed)
    observations = env.reset()
    wins = np.zeros(games, bool)
    running = np.ones(games, bool)
    while running.any():
        actions = sample_actions(actor, observations, env.action_masks(), rng)
        observations, rewards, dones, _ = env.step(actions)
        wins |= running & dones & (rewards > 0)
        running &= ~dones
    return win_share(int(wins.sum()), games)


def main(model: tyro.conf.Positional[Path], games: int = 400, seed: int = 0) -> None:
    """Evaluate a model against random play with the player count that it was trained for."""
    loaded, game, num_players = load_model(model)
    print(evaluate(loaded, game, num_players, games, seed=seed))


if __name__ == "__main__":
    tyro.cli(main)
