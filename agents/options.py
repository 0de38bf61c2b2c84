"""Options of a game as a command line gives them."""

from collections.abc import Mapping
from typing import Any

from lunar_envs.engine.game import Game


def read_options(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of the game with its value, in place of text the value that is written so; raises ValueError."""
    codes = game.option_codes({name: _value(game, name, value) for name, value in given.items()})
    return {option.name: option.values[code] for option, code in zip(game.options, codes, strict=True)}


def _value(game: Game, name: str, value: Any) -> Any:
    values = (known for option in game.options if option.name == name for known in option.values)
    return next((known for known in values if str(known).lower() == str(value).lower()), value)
