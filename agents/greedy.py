"""The player that takes what looks best at once."""

import numpy as np

from lunar_envs.engine import kernels

from .base import Agent, View


class GreedyAgent(Agent):
    """Asks the game's own baseline, its compiled ``rules.greedy``, what to do.

    Where it may not do that (``Forbidding``), it takes an action that it may at random.
    """

    def act(self, view: View) -> int:
        """See ``Agent.act``."""
        state = view.sample(self.draw_seed())
        action = int(kernels.advise(state, self.game.tables, view.action_mask[np.newaxis]))
        return action if action in view.legal_actions else int(self.rng.choice(view.legal_actions))
