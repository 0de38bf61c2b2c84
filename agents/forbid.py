"""Players that may not do everything."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from lunar_envs.engine.game import Game

from .base import Agent, View


class Forbidding(Agent):
    """Plays like ``agent``, but takes no action of the forbidden ``kinds`` while another one is legal.

    The kind of an action is its name before the parenthesis. The agent sees a mask without these actions. One that
    does not go by the mask may want one nevertheless: it then takes an allowed action at random. An action that was
    illegal in the first place stays what the agent chose.
    """

    def __init__(self, agent: Agent, kinds: Collection[str]) -> None:
        self.agent = agent
        self.kinds = kinds

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """See ``Agent.begin``; raises ValueError for a kind that the game does not have."""
        super().begin(game, seat, seed)
        kinds = [name.partition("(")[0] for name in game.action_names]
        unknown = [kind for kind in self.kinds if kind not in kinds]
        if unknown:
            raise ValueError(
                f"{game.name} has no action {unknown[0]!r} to forbid: it has {', '.join(sorted(set(kinds)))}"
            )
        self.allowed = np.array([kind not in self.kinds for kind in kinds], np.int8)
        self.agent.begin(game, seat, seed)

    def reseed(self, seed: int) -> None:
        """See ``Agent.reseed``; it is handed on."""
        super().reseed(seed)
        self.agent.reseed(seed)

    def act(self, view: View) -> int:
        """See ``Agent.act``."""
        mask = view.action_mask * self.allowed
        if not mask.any():
            return self.agent.act(view)
        action = self.agent.act(replace(view, _legal=lambda: mask.copy()))
        legal = view.legal_actions
        if action in legal and not mask[action]:
            return int(self.rng.choice(mask.nonzero()[0]))
        return action
