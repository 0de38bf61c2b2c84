"""Played games for the tests of the contract."""

from collections.abc import Callable
from typing import Any

import numpy as np

from lunar_envs.engine.game import Game
from lunar_envs.replay import Replay


def play(
    game: Game,
    num_players: int,
    seed: int,
    limit: int = 10**6,
    between: Callable[[], object] = lambda: None,
    **options: Any,
) -> Replay:
    """A game of up to ``limit`` decisions, the actions picked by a rule that needs no generator."""
    state = game.new(num_players, seed, **options)
    actions = []
    while not game.is_over(state) and len(actions) < limit:
        between()
        legal = np.flatnonzero(game.legal(state))
        actions.append(int(legal[7 * len(actions) % legal.size]))
        game.step(state, actions[-1])
    return Replay.record(game, num_players, seed, options, actions)
