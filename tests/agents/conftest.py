"""A policy file, made once."""

import pytest

from lunar_envs import lunarchitects_v0


@pytest.fixture(scope="session")
def model(tmp_path_factory) -> str:
    """Path of an untrained MaskablePPO policy for Lunarchitects."""
    sb3_contrib = pytest.importorskip("sb3_contrib")
    path = tmp_path_factory.mktemp("model") / "model.zip"
    env = lunarchitects_v0.seat_env(num_players=2)
    sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, seed=1, device="cpu").save(path)
    return str(path)
