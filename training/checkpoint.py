"""Files of a run: the model with its card, and all that is needed to go on exactly."""

import json
import os
import random
import zipfile
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO

import lunar_envs
from lunar_envs.engine.game import Game

from .batch_env import SelfPlayVecEnv

CARD = "lunar_envs.json"
"""Member of a model's zip: the game, its version, the fingerprint of its data, and the player count."""


def save_model(model: MaskablePPO, path: Path, game: Game, num_players: int) -> None:
    """Write the model with its card; an older file at ``path`` is replaced in one go."""
    draft = path.with_suffix(".draft.zip")
    model.save(draft)
    with zipfile.ZipFile(draft, "a") as archive:
        archive.writestr(CARD, json.dumps({**_identity(game), "num_players": num_players}))
    os.replace(draft, path)


def load_model(path: Path) -> tuple[MaskablePPO, Game, int]:
    """The model, the game and the player count that it was trained for.

    Raises ValueError if the rules or the component data have changed since.
    """
    with zipfile.ZipFile(path) as archive:
        if CARD not in archive.namelist():
            raise ValueError(f"{path} has no {CARD}: it was not written by training.sb3_maskable")
        card = json.loads(archive.read(CARD))
    num_players = card.pop("num_players")
    game = lunar_envs.games[card["game"]]
    if card != _identity(game):
        raise ValueError(f"{path} was trained on {card}, this is {_identity(game)}")
    return MaskablePPO.load(path, device="cpu"), game, num_players


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
    draft = folder / "resume.draft.pt"
    torch.save(state, draft)
    os.replace(draft, folder / "resume.pt")


def load_run(folder: Path, env: SelfPlayVecEnv) -> MaskablePPO:
    """The model of a run; ``env``, its pool and the global generators are set to where ``save_run`` met them.

    Raises ValueError if the two files are not of the same moment.
    """
    model = MaskablePPO.load(folder / "model.zip", env, device="cpu", force_reset=False)
    state = torch.load(folder / "resume.pt", weights_only=False)  # a file of one's own: it may hold any object
    if state["num_timesteps"] != model.num_timesteps:
        raise ValueError(f"{folder}: model.zip and resume.pt are of different moments")
    env.load_state_dict(state["env"])
    env.pool.load_state_dict(state["pool"], model.policy)
    torch.set_rng_state(state["torch"])
    np.random.set_state(state["numpy"])  # noqa: NPY002
    random.setstate(state["python"])
    return model


def _identity(game: Game) -> dict[str, str | int]:
    return {"game": game.name, "version": game.version, "fingerprint": game.fingerprint}
