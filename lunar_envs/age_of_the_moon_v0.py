"""Age of the Moon: a race for a lunar base with scarce resources, rockets and real negotiation.

| Import             | ``from lunar_envs import age_of_the_moon_v0`` |
|--------------------|-----------------------------------------------|
| Actions            | Discrete(222), masked                         |
| Parallel API       | No                                            |
| Manual Control     | No                                            |
| Agents             | ``player_0`` .. ``player_3``, 2 to 4          |
| Observation        | ``observation`` float32[2538] in [-1, 1], ``action_mask`` int8[222] |
| Rewards            | at the end, all seats in one step             |

Options: ``num_players``, ``reward``, ``illegal``, ``render_mode`` as in ``LunarEnv``, and those of the game:
``variant_pro``, ``round1_refill``, ``factions``, ``empty_card_effect``, ``stop_icp_penalty``, ``ask_idle``.

Version history: v0, first release.
"""

from typing import Any

from lunar_envs.api import LunarEnv, LunarVectorEnv, SeatEnv
from lunar_envs.games.age_of_the_moon import GAME

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
