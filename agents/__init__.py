"""Players, tournaments between them and matches against them; run from the checkout.

``python -m agents.tournament`` and ``python -m agents.play``.
"""

from .base import Agent, View, view_of
from .specs import parse_spec

__all__ = ["Agent", "View", "make_agent", "view_of"]


def make_agent(spec: str) -> Agent:
    """A new agent; call it once for every seat.

    ``spec`` is ``random``, ``greedy``, ``search``, ``human``, ``path/to/model.zip`` or ``module:Class`` (an ``Agent``).
    Parameters of the agent follow it, as in ``model.zip:deterministic=True,forbid=BUY``, which also takes a kind of
    action from it. Raises ValueError for an unknown agent or parameter.
    """
    return parse_spec(spec).make()
