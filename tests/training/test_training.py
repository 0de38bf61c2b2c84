"""Runs of the trainer: exact resume, files, and that it learns."""

import zipfile
from dataclasses import replace

import numpy as np
import pytest
import torch

from training.checkpoint import CARD, load_model
from training.evaluate import evaluate, win_share
from training.sb3_maskable import Args, train

TINY = Args(
    "lunarchitects",
    minutes=60,
    num_envs=8,
    num_steps=64,
    batch_size=128,
    num_epochs=1,
    hidden=(16,),
    pool_size=2,
    snapshot_every=1,
    eval_every=2,
    eval_games=4,
)
STEPS_PER_UPDATE = TINY.num_envs * TINY.num_steps


def assert_same(a, b):
    """Equal bit for bit, through all levels of containers."""
    assert type(a) is type(b)
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            assert_same(a[key], b[key])
    elif isinstance(a, list | tuple):
        assert len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            assert_same(x, y)
    elif isinstance(a, np.ndarray):
        assert a.tobytes() == b.tobytes()
    elif isinstance(a, torch.Tensor):
        assert torch.equal(a, b)
    else:
        assert a == b


@pytest.mark.slow
@pytest.mark.parametrize("num_players", [1, 2, 3])
def test_a_resumed_run_equals_one_that_never_stopped(tmp_path, num_players):
    args = replace(TINY, num_players=num_players)
    whole = train(replace(args, folder=str(tmp_path / "whole"), timesteps=6 * STEPS_PER_UPDATE))
    parts = train(replace(args, folder=str(tmp_path / "parts"), timesteps=3 * STEPS_PER_UPDATE))
    parts = train(Args("lunarchitects", resume=str(parts.parent), timesteps=6 * STEPS_PER_UPDATE))
    a, b = (load_model(path)[0] for path in (whole, parts))
    assert a.num_timesteps == b.num_timesteps == 6 * STEPS_PER_UPDATE
    assert_same(a.get_parameters(), b.get_parameters())
    a, b = (torch.load(path.parent / "resume.pt", weights_only=False) for path in (whole, parts))
    assert len(a["pool"]["actors"]) == TINY.pool_size
    assert num_players == 1 or a["env"]["opponents"].max() >= 0, "no game against a past self yet"
    assert_same(a, b)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return train(replace(TINY, folder=str(tmp_path_factory.mktemp("run")), timesteps=STEPS_PER_UPDATE))


def test_a_model_knows_its_game(path):
    model, game, num_players = load_model(path)
    assert (game.name, num_players) == ("lunarchitects", 2)
    assert model.observation_space.shape == (game.observation_length,)


@pytest.mark.parametrize(("card", "message"), [(None, "was not written by"), ("old data", "was trained on")])
def test_a_model_of_other_rules_is_refused(path, tmp_path, card, message):
    changed = tmp_path / "model.zip"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(changed, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name != CARD:
                target.writestr(name, data)
            elif card:
                target.writestr(name, data.replace(b'"version": ', b'"version": 9'))
    with pytest.raises(ValueError, match=message):
        load_model(changed)


def test_evaluation_repeats_and_leaves_the_global_generators_alone(path):
    model, game, num_players = load_model(path)
    before = torch.get_rng_state()
    first, second = (evaluate(model, game, num_players, games=20, seed=3) for _ in range(2))
    assert first == second
    assert torch.equal(torch.get_rng_state(), before)
    assert evaluate(model, game, num_players, games=20, opponents=model, seed=3).games == 20


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (95, 100, 0.8882, 0.9785)]
)
def test_the_interval_is_wilsons(wins, games, low, high):
    result = win_share(wins, games)
    assert (result.low, result.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@pytest.mark.slow
def test_it_learns(tmp_path):
    args = Args("lunarchitects", minutes=60, timesteps=80_000, folder=str(tmp_path))
    assert evaluate(*load_model(train(args))).low > 0.55
