"""Files of a run: the model with its card, and all that is needed to go on exactly."""

import io
import json
import random
import zipfile
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from agents.files import replace_file
from agents.policy import CARD, check_card, identity, read_card
from lunar_envs.engine.game import Game

from .batch_env import SelfPlayVecEnv


def save_model(model: MaskablePPO, path: Path, game: Game, num_players: int) -> None:
    """Write the model with its card; an older file at ``path`` is replaced in one go."""
    buffer = io.BytesIO()
    model.save(buffer)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr(CARD, json.dumps({**identity(game), "num_players": num_players}))
    replace_file(path, buffer.getvalue())


def save_run(folder: Path, model: MaskablePPO, env: SelfPlayVecEnv) -> None:
    """Write ``model.zip`` and ``resume.pt``."""
    save_model(model, folder / "model.zip", env.game, env.num_players)
    state = {
        "num_timesteps": model.num_timesteps,
        "env": env.state_dict(),
        "pool": env.pool.state_dict(),
        "torch": torch.get_rng_state(),
        "numpy": np.random.get_state(),  # noqa: NPY002, SB3 shuffles with it
        "python": random.getstate(),
    }
    buffer = io.BytesIO()
    torch.save(state, buffer)
    replace_file(folder / "resume.pt", buffer.getvalue())


def load_run(folder: Path, env: SelfPlayVecEnv) -> MaskablePPO:
    """The model of a run; ``env``, its pool and the global generators are set to where ``save_run`` met them.

    Raises ValueError if rules or component data have changed since, or the two files are not of the same moment.
    """
    path = folder / "model.zip"
    check_card(read_card(path), env.game, path)
    model = MaskablePPO.load(path, env, device="cpu", force_reset=False)
    state = torch.load(folder / "resume.pt", weights_only=False)  # a file of one's own: it may hold any object
    if state["num_timesteps"] != model.num_timesteps:
        raise ValueError(f"{folder}: model.zip and resume.pt are of different moments")
    env.load_state_dict(state["env"])
    env.pool.load_state_dict(state["pool"], model.policy)
    torch.set_rng_state(state["torch"])
    np.random.set_state(state["numpy"])  # noqa: NPY002
    random.setstate(state["python"])
    return model
