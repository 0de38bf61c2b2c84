"""The player that takes any legal action."""

from .base import Agent, View


class RandomAgent(Agent):
    """Takes a legal action uniformly at random."""

    def act(self, view: View) -> int:
        """See ``Agent.act``."""
        legal = view.legal_actions
        return int(legal[self.rng.integers(len(legal))])
