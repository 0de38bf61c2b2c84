"""The player that takes what looks best at once."""

from lunar_envs.engine import kernels

from .base import Agent, View


class GreedyAgent(Agent):
    """Asks the game's own baseline, its compiled ``rules.greedy``, what to do."""

    def act(self, view: View) -> int:
        """See ``Agent.act``."""
        state = view.sample(self.draw_seed())
        return int(kernels.advise(state, self.game.tables, self.game.masks()))
