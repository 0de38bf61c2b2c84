import numpy as np
import pytest

import lunar_envs
from benchmarks.balance import figures, play, play_all

pytestmark = pytest.mark.slow


@pytest.fixture(params=lunar_envs.games)
def game(request):
    return lunar_envs.games[request.param]


def test_a_game_is_its_seed(game):
    players = game.check_players(None)
    assert play(game, players, {}, 0.5, seed=3) == play(game, players, {}, 0.5, seed=3)
    assert play(game, players, {}, 0.5, seed=3) != play(game, players, {}, 0.5, seed=4)


def test_workers_change_nothing():
    one, two = (play_all("lunarchitects", 2, {}, 0.1, range(30), workers) for workers in (1, 2))
    assert one == two


def test_figures_add_up(game):
    records = [play(game, game.max_players, {}, 0.2, seed) for seed in range(8)]
    found = figures(game, records)
    assert sum(share for share, _ in found["win share by seat"]) == pytest.approx(1, abs=1e-3)
    assert sum(found["actions"].values()) == sum(record.decisions for record in records)
    assert sum(found["ends"].values()) == found["games"] == 8
    uses = [counter[index] for record in records for counter in record.components for index in counter if index >= 0]
    assert sum(use["uses"] for use in found["components"].values()) == sum(uses)


def test_components_have_names_of_their_own(game):
    assert len(set(game.components)) == len(game.components)


def test_every_component_is_in_range(game):
    state = game.new(game.max_players, seed=1)
    rng = np.random.default_rng(1)
    while not game.is_over(state):
        legal = game.legal(state).nonzero()[0]
        assert all(-1 <= game.component(state, action) < len(game.components) for action in legal)
        game.step(state, int(rng.choice(legal)))
