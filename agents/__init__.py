"""Players, tournaments between them and matches against them; run from the checkout.

``python -m agents.tournament`` and ``python -m agents.play``.
"""

import ast
import importlib
from pathlib import Path
from typing import Any

from .base import Agent, View, view_of

__all__ = ["Agent", "View", "make_agent", "view_of"]

BUILT_IN = {
    "random": "agents.random_agent:RandomAgent",
    "greedy": "agents.greedy:GreedyAgent",
    "human": "agents.human:HumanAgent",
}
POLICY = "agents.policy:PolicyAgent"


def make_agent(spec: str) -> Agent:
    """A new agent; call it once for every seat.

    ``spec`` is ``random``, ``greedy``, ``human``, ``path/to/model.zip`` or ``module:Class`` (an ``Agent``). Parameters
    of the agent follow it, as in ``model.zip,deterministic=True``. Raises ValueError for an unknown agent or parameter.
    """
    name, *settings = spec.split(",")
    params = dict(map(_parse_setting, settings))
    if name.endswith(".zip"):
        if not Path(name).is_file():
            raise ValueError(f"agent {name!r}: no such file")
        params["path"], name = name, POLICY
    constructor = _find(BUILT_IN.get(name, name))
    try:
        return constructor(**params)
    except TypeError as error:
        raise ValueError(f"agent {spec!r}: {error}") from None


def _parse_setting(setting: str) -> tuple[str, Any]:
    key, _, value = setting.partition("=")
    try:
        return key, ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return key, value


def _find(address: str) -> type[Agent]:
    """The agent class at ``module:Class``."""
    module, colon, name = address.partition(":")
    if not colon:
        kinds = ", ".join(BUILT_IN)
        raise ValueError(f"unknown agent {address!r}: agents are {kinds}, path/to/model.zip and module:Class")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"unknown agent {address!r}: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Agent)):
        raise ValueError(f"agent {address!r} is not a subclass of agents.Agent")
    return found
