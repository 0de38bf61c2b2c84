"""Every game, every number of players, and the options that change what a player sees."""

from collections.abc import Iterator
from typing import Any

import pytest

from lunar_envs import games

OPTIONS = {
    "lunarchitects": (
        {"scheme_setup": "random", "expansion": "achievements"},
        {"scheme_setup": "random", "expansion": "coffee", "points_visible": False},
    ),
    "luna_maris": ({"solo_level": "advanced", "advanced_sustainability": True},),
    "age_of_the_moon": ({"variant_pro": True, "ask_idle": 1, "empty_card_effect": "random"},),
}


def setups() -> Iterator[dict[str, Any]]:
    for name, game in games.items():
        for num_players in range(game.min_players, game.max_players + 1):
            for options in ({}, *OPTIONS.get(name, ())):
                yield {"game": name, "num_players": num_players, **options}


@pytest.fixture(params=setups(), ids=lambda setup: "-".join(map(str, setup.values())))
def setup(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Arguments of ``lunar_envs.make``."""
    return request.param


@pytest.fixture(params=games)
def name(request: pytest.FixtureRequest) -> str:
    """A game's name."""
    return request.param


@pytest.fixture
def most(name: str) -> int:
    """Three players, or as many as the game is for."""
    return min(3, games[name].max_players)
