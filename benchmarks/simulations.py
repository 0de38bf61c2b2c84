"""Simulations per second of the tree search in this process, as JSON: what ``benchmarks.search`` starts afresh."""

import json

import numpy as np
import tyro

import lunar_envs
from agents.search import SearchAgent
from lunar_envs.engine import kernels
from lunar_envs.engine.game import Game
from lunar_envs.engine.search import Tree

from .common import cpu_rates

POSITIONS = 20


def positions(game: Game, num_players: int) -> list[np.ndarray]:
    """Some positions of a game between greedy players, evenly spread over it."""
    state, seen = game.new(num_players, 1), []
    while not game.is_over(state):
        mask = game.legal(state)
        if mask.sum() > 1:
            seen.append(game.clone(state))
        game.step(state, kernels.advise(game.clone(state), game.tables, mask[np.newaxis]))
    return seen[:: -(-len(seen) // POSITIONS)]


def rate(game: Game, num_players: int, simulations: int, seconds: float) -> float:
    """Simulations per CPU-second."""
    tree, found = Tree(game, simulations), positions(game, num_players)
    settings = SearchAgent().settings(game, num_players)

    def search(rounds: int) -> int:
        for _ in range(rounds):
            for state in found:
                tree.begin(state, game.legal(state))
                tree.run(simulations, 1, settings)
        return rounds * len(found) * simulations

    return next(cpu_rates(search, seconds, 1))


def main(game: str, players: int, simulations: int, seconds: float) -> None:
    """Print the rate."""
    print(json.dumps({"simulations/s": rate(lunar_envs.games[game], players, simulations, seconds)}))


if __name__ == "__main__":
    tyro.cli(main)
