"""Lunar board games as reinforcement-learning environments.

``games`` holds the rules of each game, ``make`` and ``make_vec`` open the standard doors to them. Importing this
package registers every game with PettingZoo (``lunar/lunarchitects-v0``) and with Gymnasium
(``lunar_envs/Lunarchitects-v0``).
"""

from typing import Any

import gymnasium
import pettingzoo

from .api import LunarEnv, LunarVectorEnv, SeatEnv
from .engine.game import Game, IllegalAction
from .games import VERSIONS, games

__version__ = "0.1.0"

__all__ = ["Game", "IllegalAction", "LunarEnv", "LunarVectorEnv", "SeatEnv", "games", "make", "make_vec"]


def make(game: str | Game, **options: Any) -> LunarEnv:
    """The PettingZoo AEC environment of a game, given by name or as a ``Game``; see ``LunarEnv`` for the options."""
    return LunarEnv(_game(game), **options)


def make_vec(game: str | Game, num_envs: int, **options: Any) -> LunarVectorEnv:
    """``num_envs`` games stepped together, as a Gymnasium VectorEnv; see ``LunarVectorEnv`` for the options."""
    return LunarVectorEnv(_game(game), num_envs, **options)


def _game(game: str | Game) -> Game:
    return game if isinstance(game, Game) else games[game]


def _register() -> None:
    for name, version in VERSIONS.items():
        door = f"lunar_envs.{name}_v{version}"
        title = "".join(word.capitalize() for word in name.split("_"))
        pettingzoo.register("aec", f"lunar/{name}-v{version}", entry_point=f"{door}:env")
        gymnasium.register(
            f"lunar_envs/{title}-v{version}", entry_point=f"{door}:seat_env", vector_entry_point=f"{door}:vector_env"
        )


_register()
