"""Runs of the trainer: exact resume, files, and that it learns."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

import lunar_envs
from agents.policy import identity, read_card
from training.batch_env import SelfPlayVecEnv
from training.checkpoint import load_run
from training.evaluate import evaluate, win_share
from training.sb3_maskable import Args, train

GAME = lunar_envs.games["lunarchitects"]
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
    a, b = map(MaskablePPO.load, (whole, parts))
    assert a.num_timesteps == b.num_timesteps == 6 * STEPS_PER_UPDATE
    assert_same(a.get_parameters(), b.get_parameters())
    a, b = (torch.load(path.parent / "resume.pt", weights_only=False) for path in (whole, parts))
    for state in (a, b):
        del state["model"]  # a zip file, which holds its time
    assert len(a["pool"]["actors"]) == TINY.pool_size
    assert num_players == 1 or a["env"]["opponents"].max() >= 0, "no game against a past self yet"
    assert_same(a, b)
    again = train(Args("lunarchitects", resume=str(parts.parent), timesteps=6 * STEPS_PER_UPDATE))
    assert MaskablePPO.load(again).num_timesteps == 6 * STEPS_PER_UPDATE, "the limit was reached before"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return train(replace(TINY, folder=str(tmp_path_factory.mktemp("run")), timesteps=STEPS_PER_UPDATE))


def test_a_model_knows_what_it_was_trained_for(path):
    assert read_card(path) == identity(GAME) | {"num_players": 2}


def test_a_run_is_not_written_over_another(path):
    before = path.read_bytes()
    with pytest.raises(ValueError, match="holds a run: go on with it by --resume, or choose another --folder"):
        train(replace(TINY, folder=str(path.parent), timesteps=STEPS_PER_UPDATE))
    assert path.read_bytes() == before


def test_a_run_goes_on_after_a_crash_between_its_two_files(path, tmp_path):
    shutil.copytree(path.parent, tmp_path / "run")
    (tmp_path / "run" / "model.zip").write_bytes(b"of an older moment")
    env = SelfPlayVecEnv(GAME, TINY.num_envs)
    assert load_run(tmp_path / "run", env).num_timesteps == STEPS_PER_UPDATE


def test_a_run_of_other_rules_does_not_go_on(path):
    env = SelfPlayVecEnv(replace(GAME, version=9), TINY.num_envs)
    with pytest.raises(ValueError, match="was trained on version 0, this is 9"):
        load_run(path.parent, env)


WRONG = {
    "unknown game": ({"game": "chess"}, "no game 'chess'; the games are lunarchitects"),
    "unknown option": ({"options": {"colour": "red"}}, "has no option 'colour'"),
    "no run": ({"resume": "no/such/run"}, "no/such/run holds no run: .*args.json is missing"),
    "a run of another game": ({"game": "chess", "resume": "RUN"}, "is a run of lunarchitects, not of chess"),
}


@pytest.mark.parametrize("case", WRONG)
def test_settings_that_do_not_fit_are_refused(path, case):
    settings, message = WRONG[case]
    settings = {name: str(path.parent) if value == "RUN" else value for name, value in settings.items()}
    with pytest.raises((KeyError, ValueError), match=message):
        train(replace(TINY, **settings))


def test_a_run_keeps_its_options(tmp_path):
    settings = {"options": {"expansion": "coffee", "points_visible": "False"}, "folder": str(tmp_path)}
    train(replace(TINY, **settings, timesteps=STEPS_PER_UPDATE))
    train(Args("lunarchitects", resume=str(tmp_path), timesteps=2 * STEPS_PER_UPDATE))
    states = torch.load(tmp_path / "resume.pt", weights_only=False)["env"]["states"]
    one = GAME.new(2, 1, expansion="coffee", points_visible=False)
    for name in ("opt_expansion", "opt_points_visible"):
        assert (states[name] == one[name]).all()


def test_evaluation_repeats_and_leaves_the_global_generators_alone(path):
    model = MaskablePPO.load(path, device="cpu")
    before = torch.get_rng_state()
    first, second = (evaluate(model, GAME, 2, games=20, seed=3) for _ in range(2))
    assert first == second
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (95, 100, 0.8882, 0.9785)]
)
def test_the_interval_is_wilsons(wins, games, low, high):
    result = win_share(wins, games)
    assert (result.low, result.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@pytest.mark.slow
def test_it_learns(tmp_path):
    args = Args("lunarchitects", minutes=60, timesteps=80_000, folder=str(tmp_path))
    assert evaluate(MaskablePPO.load(train(args)), GAME, 2, games=400, seed=0).low > 0.55
