"""Luna Maris: move scientists through a lunar base, mine, research, ship and feed; five rounds.

| Import             | ``from lunar_envs import luna_maris_v0``    |
|--------------------|---------------------------------------------|
| Actions            | Discrete(147), masked                       |
| Parallel API       | No                                          |
| Manual Control     | No                                          |
| Agents             | ``player_0`` .. ``player_3``, 1 to 4        |
| Observation        | ``observation`` float32[1216] in [0, 1], ``action_mask`` int8[147] |
| Rewards            | at the end, all seats in one step           |

Options: ``num_players``, ``reward``, ``illegal``, ``render_mode`` as in ``LunarEnv``, and those of the game:
``solo_level``, ``advanced_sustainability``.

Version history: v0, first release.
"""

from typing import Any

from lunar_envs.api import LunarEnv, LunarVectorEnv, SeatEnv
from lunar_envs.games.luna_maris import GAME

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
