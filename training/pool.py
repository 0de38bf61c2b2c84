"""A pool of past selves: the opponents of self-play."""

import copy
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

RANDOM = -1
"""The opponent that plays uniformly random legal actions."""


def actor_of(policy: MaskableActorCriticPolicy) -> nn.Module:
    """The part of a policy that gives the logits, float32[B, N] for float32[B, D]; it shares the policy's weights."""
    return nn.Sequential(policy.pi_features_extractor, policy.mlp_extractor.policy_net, policy.action_net)


def sample_actions(
    actor: nn.Module, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """One action per row, int64[B], drawn from the actor for float32[B, D] and int8[B, N].

    It draws from ``rng`` alone: torch's global generator belongs to the learner.
    """
    with torch.no_grad():
        logits = actor(torch.as_tensor(observations)).numpy()
    logits = np.where(masks, logits, -np.inf)
    cumulative = np.exp(logits - logits.max(axis=1, keepdims=True)).cumsum(axis=1)
    points = rng.random((len(masks), 1), np.float32) * cumulative[:, -1:]
    return (cumulative > points).argmax(axis=1)


class PastSelves:
    """Up to ``size`` frozen copies of a policy; each game draws one of them, or RANDOM, as its opponent.

    Until the first copy is added every opponent is RANDOM, afterwards a share ``random_share`` of them. When the pool
    is full, a new copy takes the place of a random one, so old selves grow rare but do not vanish at once.
    """

    def __init__(self, size: int = 4, random_share: float = 0.2, seed: int = 0) -> None:
        self.size = size
        self.random_share = random_share
        self.actors: list[nn.Module] = []
        self.rng = np.random.default_rng(seed)

    def add(self, policy: MaskableActorCriticPolicy) -> None:
        """Add a frozen copy of ``policy``."""
        frozen = copy.deepcopy(actor_of(policy)).requires_grad_(False)
        if len(self.actors) < self.size:
            self.actors.append(frozen)
        else:
            self.actors[self.rng.integers(self.size)] = frozen

    def draw(self) -> int:
        """The opponent of a new game: an index for ``act``, or RANDOM."""
        if not self.actors or self.rng.random() < self.random_share:
            return RANDOM
        return int(self.rng.integers(len(self.actors)))

    def act(self, opponent: int, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """One action per row, int64[B], of an opponent for float32[B, D] and int8[B, N]."""
        return sample_actions(self.actors[opponent], observations, masks, self.rng)

    def state_dict(self) -> dict[str, Any]:
        """Everything that ``load_state_dict`` needs to go on exactly."""
        return {"actors": [actor.state_dict() for actor in self.actors], "rng": self.rng.bit_generator.state}

    def load_state_dict(self, state: dict[str, Any], policy: MaskableActorCriticPolicy) -> None:
        """Restore ``state_dict``; ``policy`` gives the architecture."""
        self.actors = []
        for weights in state["actors"]:
            self.add(policy)
            self.actors[-1].load_state_dict(weights)
        self.rng.bit_generator.state = state["rng"]
