import pytest
from toy import GAME

from lunar_envs.engine.game import Game
from lunar_envs.games import games


@pytest.fixture(params=["toy", *games])
def game(request: pytest.FixtureRequest) -> Game:
    """Every game, and the toy, which has more secrets than most."""
    return GAME if request.param == "toy" else games[request.param]
