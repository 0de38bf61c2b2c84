"""The player that follows a network trained by ``training/sb3_maskable.py``."""

import functools
import importlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from lunar_envs.engine.game import Game

from .base import Agent, View

CARD = "lunar_envs.json"
"""Member of a model's zip that tells what it was trained for: ``identity`` of the game, and the player count."""
REMEDIES = {
    "game": "choose a model of this game",
    "version": "train anew, or install the release of lunar-envs that it was trained with",
    "data": "train anew, or pass game.with_data(folder) with the data that it was trained with",
}


class PolicyAgent(Agent):
    """Plays the masked policy of an SB3-contrib MaskablePPO file.

    ``deterministic`` takes the most likely action; otherwise actions are drawn from the policy.
    Raises ValueError for a file that holds no such policy, ImportError without SB3-contrib and torch.
    """

    def __init__(self, path: str, deterministic: bool = False) -> None:
        if type(deterministic) is not bool:
            raise ValueError(f"{path}: deterministic must be True or False, got {deterministic!r}")
        self.path = path
        self.deterministic = deterministic
        file = Path(path).resolve()
        self.policy = load_policy(str(file), file.stat().st_mtime_ns)
        self.card = read_card(file)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """See ``Agent.begin``; a model without a card is known by its sizes alone."""
        super().begin(game, seat, seed)
        check_card(self.card, game, self.path)
        trained_for = self.policy.observation_space.shape, self.policy.action_space.n
        if trained_for != ((game.observation_length,), game.num_actions):
            raise ValueError(
                f"{self.path} was trained on observations {trained_for[0]} with {trained_for[1]} actions, "
                f"{game.name} has {(game.observation_length,)} with {game.num_actions}"
            )

    def act(self, view: View) -> int:
        """See ``Agent.act``."""
        legal = view.legal_actions
        probabilities = self._probabilities(view)[legal].astype(float)
        if self.deterministic:
            return int(legal[probabilities.argmax()])
        return int(self.rng.choice(legal, p=probabilities / probabilities.sum()))

    def _probabilities(self, view: View) -> Any:
        """Probability of every action, float32[N]."""
        import torch

        with torch.no_grad():
            observation, _ = self.policy.obs_to_tensor(view.observation)
            actions = self.policy.get_distribution(observation, action_masks=view.action_mask)
            return actions.distribution.probs[0].numpy()


@functools.cache
def load_policy(path: str, written: int) -> Any:
    """The policy in a MaskablePPO file, on the CPU; loaded once for all agents of the process.

    ``written`` is when the file was written: one that has been replaced is loaded anew.
    """
    try:
        sb3_contrib = importlib.import_module("sb3_contrib")
    except ImportError as error:
        raise ImportError(f"a policy agent needs sb3-contrib and torch: pip install sb3-contrib ({error})") from None
    try:
        model = sb3_contrib.MaskablePPO.load(path, device="cpu")
    except Exception as error:  # SB3 raises whatever unpickling raises
        raise ValueError(f"{path} is not a MaskablePPO model ({error})") from None
    model.policy.set_training_mode(False)
    return model.policy


def identity(game: Game) -> dict[str, str | int]:
    """What has to be the same for a trained network to mean the same; ``data`` is the fingerprint of the components."""
    return {"game": game.name, "version": game.version, "data": game.fingerprint}


def read_card(path: Path | IO[bytes]) -> dict[str, Any]:
    """The card in a model's zip; empty if it has none."""
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read(CARD)) if CARD in archive.namelist() else {}


def check_card(card: Mapping[str, Any], game: Game, path: str | Path) -> None:
    """Raises ValueError if the model at ``path``, whose card this is, was trained for anything but ``game``."""
    for key, here in identity(game).items():
        if card.get(key, here) != here:
            raise ValueError(f"{path} was trained on {key} {card[key]}, this is {here}; {REMEDIES[key]}")
