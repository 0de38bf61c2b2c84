"""Files of a run: the model with its card, and all that is needed to go on exactly."""

import io
import json
import random
import zipfile
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from agents.policy import CARD, check_card, identity, read_card
from lunar_envs.engine.game import Game
from lunar_envs.files import replace_file

from .batch_env import SelfPlayVecEnv


def packed_model(model: MaskablePPO, game: Game, num_players: int) -> bytes:
    """What ``model.zip`` holds: the model, and the card that tells what it was trained for."""
    buffer = io.BytesIO()
    model.save(buffer)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr(CARD, json.dumps({**identity(game), "num_players": num_players}))
    return buffer.getvalue()


def save_run(folder: Path, model: MaskablePPO, env: SelfPlayVecEnv) -> None:
    """Write ``resume.pt``, which is enough to go on, and ``model.zip``, the agent in it."""
    model_file = packed_model(model, env.game, env.num_players)
    state = {
        "model": model_file,
        "env": env.state_dict(),
        "pool": env.pool.state_dict(),
        "torch": torch.get_rng_state(),
        "numpy": np.random.get_state(),  # noqa: NPY002, SB3 shuffles with it
        "python": random.getstate(),
    }
    buffer = io.BytesIO()
    torch.save(state, buffer)
    replace_file(folder / "resume.pt", buffer.getvalue())
    replace_file(folder / "model.zip", model_file)


def load_run(folder: Path, env: SelfPlayVecEnv) -> MaskablePPO:
    """The model of a run; ``env``, its pool and the global generators are set to where ``save_run`` met them.

    Raises ValueError if rules or component data have changed since.
    """
    path = folder / "resume.pt"
    state = torch.load(path, weights_only=False)  # a file of one's own: it may hold any object
    model_file = io.BytesIO(state["model"])
    check_card(read_card(model_file), env.game, path)
    model = MaskablePPO.load(model_file, env, device="cpu", force_reset=False)
    env.load_state_dict(state["env"])
    env.pool.load_state_dict(state["pool"], model.policy)
    torch.set_rng_state(state["torch"])
    np.random.set_state(state["numpy"])  # noqa: NPY002
    random.setstate(state["python"])
    return model
