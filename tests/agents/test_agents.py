"""Agents are found by name, play by the mask, repeat themselves by seed, and see no more than their seat."""

import dataclasses
import gc

import numpy as np
import pytest

import lunar_envs
from agents import make_agent, view_of

GAME = lunar_envs.games["lunarchitects"]
PLAYERS = [1, 2, 5]


@pytest.fixture(scope="session")
def model(tmp_path_factory) -> str:
    """An untrained policy for the game."""
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env = lunar_envs.make_seat_env() if False else None
    return env


def random_states(num_players: int, count: int, **options):
    """States from all phases of random games."""
    rng = np.random.default_rng(num_players)
    for seed in range(count):
        state = GAME.new(num_players, seed, **options)
        for _ in range(rng.integers(200)):
            legal = np.flatnonzero(GAME.legal(state))
            if len(legal):
                GAME.step(state, int(rng.choice(legal)))
        if not GAME.is_over(state):
            yield state
