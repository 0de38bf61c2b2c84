"""Moonbase Alpha: two corporations fight over the Moon with hidden counters, shares and lawyers.

| Import             | ``from lunar_envs import moonbase_alpha_v0`` |
|--------------------|----------------------------------------------|
| Actions            | Discrete(109), masked                        |
| Parallel API       | No                                           |
| Manual Control     | No                                           |
| Agents             | ``player_0``, ``player_1``                   |
| Observation        | ``observation`` float32[1960] in [-1, 1], ``action_mask`` int8[109] |
| Rewards            | at the end, both seats in one step           |

Options: ``reward``, ``illegal``, ``render_mode`` as in ``LunarEnv``; the game has none of its own.

Version history: v0, first release.
"""

from typing import Any

from lunar_envs.api import LunarEnv, LunarVectorEnv, SeatEnv
from lunar_envs.games.moonbase_alpha import GAME

__all__ = ["env", "raw_env", "seat_env", "vector_env"]


def env(**options: Any) -> LunarEnv:
    """All seats, one after another (PettingZoo AEC)."""
    return LunarEnv(GAME, **options)


raw_env = env  # order, range and legality are checked inside, so that there is nothing to wrap


def seat_env(**options: Any) -> SeatEnv:
    """One learning seat among policies (Gymnasium)."""
    return SeatEnv(GAME, **options)


def vector_env(num_envs: int, **options: Any) -> LunarVectorEnv:
    """Many games stepped together (Gymnasium VectorEnv)."""
    return LunarVectorEnv(GAME, num_envs, **options)
