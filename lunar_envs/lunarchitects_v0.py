"""Lunarchitects: build a moon base from a queue of tiles; the last pawn moves.

| Import             | ``from lunar_envs import lunarchitects_v0`` |
|--------------------|---------------------------------------------|
| Actions            | Discrete(103), masked                       |
| Parallel API       | No                                          |
| Manual Control     | No                                          |
| Agents             | ``player_0`` .. ``player_4``, 1 to 5        |
| Observation        | ``observation`` float32[1999] in [-1, 1], ``action_mask`` int8[103] |
| Rewards            | at the end, all seats in one step           |

Options: ``num_players``, ``reward``, ``illegal``, ``render_mode`` as in ``LunarEnv``, and those of the game:
``scheme_setup``, ``expansion``, ``points_visible``, ``lap_scheme``, ``end_scheme_1``, ``end_scheme_2``.

Version history: v0, first release.
"""

from typing import Any

from lunar_envs.api import LunarEnv, LunarVectorEnv, SeatEnv
from lunar_envs.games.lunarchitects import GAME

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
