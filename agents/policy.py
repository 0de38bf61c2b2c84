"""The player that follows a network trained by ``training/sb3_maskable.py``."""

import functools
import importlib
from pathlib import Path
from typing import Any

from lunar_envs.engine.game import Game

from .base import Agent, View


class PolicyAgent(Agent):
    """Plays the masked policy of an SB3-contrib MaskablePPO file.

    ``deterministic`` takes the most likely action; otherwise actions are drawn from the policy.
    Raises ValueError for a file that holds no such policy, ImportError without SB3-contrib and torch.
    """

    def __init__(self, path: str, deterministic: bool = False) -> None:
        self.path = path
        self.deterministic = deterministic
        self.policy = load_policy(str(Path(path).resolve()))

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """See ``Agent.begin``."""
        super().begin(game, seat, seed)
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
def load_policy(path: str) -> Any:
    """The policy in a MaskablePPO file, on the CPU; loaded once for all agents of the process."""
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
