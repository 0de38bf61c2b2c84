"""The seat door works with Stable-Baselines3 and MaskablePPO as it is, without wrappers."""

import numpy as np
import pytest

import lunar_envs
from lunar_envs import SeatEnv

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_checker import check_env

pytestmark = pytest.mark.slow


def test_check_env(setup):
    arguments = {key: value for key, value in setup.items() if key != "game"}
    check_env(SeatEnv(lunar_envs.games[setup["game"]], illegal="forfeit", **arguments))


def test_maskable_ppo_trains_and_plays(name, most, tmp_path):
    env = SeatEnv(lunar_envs.games[name], num_players=most, seat="random")
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=0, device="cpu")
    before = model.policy.state_dict()["action_net.weight"].clone()
    model.learn(256)
    assert not np.array_equal(before, model.policy.state_dict()["action_net.weight"])
    model.save(tmp_path / "model")
    loaded = MaskablePPO.load(tmp_path / "model", device="cpu")
    reward, _ = evaluate_policy(loaded, env, n_eval_episodes=3, warn=False)
    assert -1 <= reward <= 1
