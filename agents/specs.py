"""Agents by their description: on a command line as one word, in a TOML file as one table."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lunar_envs.engine.game import Game

from .base import Agent
from .faults import FAULTS, reason
from .forbid import Forbidding

BUILT_IN = {
    "random": "agents.random_agent:RandomAgent",
    "greedy": "agents.greedy:GreedyAgent",
    "search": "agents.search:SearchAgent",
    "human": "agents.human:HumanAgent",
}
POLICY = "agents.policy:PolicyAgent"
SPEC = re.compile(
    rf"(?P<kind>(?:{'|'.join(BUILT_IN)})(?=:|$)|.+?\.zip|\w+(?:\.\w+)*:[A-Za-z_]\w*(?=:|$)|[^:]+)(?::(?P<params>.*))?"
)
"""``KIND`` or ``KIND:PARAMS``, where ``KIND`` may be ``path/to/model.zip`` or ``module:Class``."""
Plain = str | int | float | bool
SHORTHAND = ""
"""Key of the value that is given without a name, until the agent's class is known."""


@dataclass(frozen=True)
class Spec:
    """What an agent is made of: ``kind`` is a built-in name, ``path/to/model.zip`` or ``module:Class``.

    Parameters are plain values. ``forbid`` is one of every agent: see ``Forbidding``.
    """

    kind: str
    params: tuple[tuple[str, Plain], ...] = ()

    @property
    def file(self) -> Path | None:
        """The model's file, if it has one."""
        return Path(self.kind) if self.kind.endswith(".zip") else None

    def make(self) -> Agent:
        """A new agent; raises ValueError for an unknown kind or parameter."""
        params = dict(self.params)
        forbidden = params.pop("forbid", None)
        if forbidden is not None and self.kind == "human":
            raise ValueError("agent 'human': forbid is for agents; a person may do everything")
        if self.file:
            if not self.file.is_file():
                raise ValueError(f"agent {self.kind!r}: no such file")
            params["path"] = self.kind
        constructor = _find(POLICY if self.file else BUILT_IN.get(self.kind, self.kind))
        agent = constructor(**_checked(self.kind, constructor, params))
        return agent if forbidden is None else Forbidding(agent, str(forbidden).split("+"))


def parse_spec(text: str) -> Spec:
    """The agent that ``KIND:NAME=VALUE,NAME=VALUE`` describes; the agent's ``shorthand`` parameter needs no name."""
    match = SPEC.fullmatch(text)
    if match is None:
        raise ValueError(f"unknown agent {text!r}: write KIND or KIND:NAME=VALUE,NAME=VALUE")
    settings = (match["params"] or "").split(",") if match["params"] else []
    params = [_parse_setting(setting) for setting in settings]
    names = [name for name, _ in params]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"agent {text!r}: {twice or 'the value without a name'} is given twice")
    return Spec(match["kind"], tuple(params))


def without(name: str, spec: Spec, kinds: Sequence[str]) -> tuple[str, Spec]:
    """The name and the description of an agent that may not take actions of ``kinds`` either (``Forbidding``)."""
    params = dict(spec.params)
    forbidden = "+".join(filter(None, (str(params.pop("forbid", "")), *kinds)))
    return f"{name} without {'+'.join(kinds)}", Spec(spec.kind, (*params.items(), ("forbid", forbidden)))


def make_ready(name: str, spec: Spec, game: Game, seat: int, seed: int) -> Agent:
    """A new agent that has begun a game; raises ValueError that names it if it cannot be made or cannot play."""
    try:
        agent = spec.make()
        agent.begin(game, seat, seed)
    except FAULTS as error:
        why = str(error) if isinstance(error, ValueError | ImportError) else reason(error)
        raise ValueError(why if repr(spec.kind) in why else f"agent {name!r}: {why}") from error
    return agent


def check_agent(name: str, spec: Spec, game: Game, seed: int) -> None:
    """Raises ValueError for an agent that cannot play ``game`` without a person at the keyboard."""
    if spec.kind == "human":
        raise ValueError(f"agent {name!r} is a person, who plays at agents.play alone")
    make_ready(name, spec, game, 0, seed)


def read_specs(file: Path) -> dict[str, Spec]:
    """The agents of a TOML file, by name: a table each, ``kind`` and the parameters."""
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{file}: {error}") from None
    return {name: _read_table(f"{file}: agent {name!r}", table) for name, table in tables.items()}


def _read_table(where: str, table: Any) -> Spec:
    if not isinstance(table, dict) or not isinstance(table.get("kind"), str):
        raise ValueError(f'{where} needs a table with a kind, as in kind = "greedy"')
    params = {name: value for name, value in table.items() if name != "kind"}
    for name, value in params.items():
        if not isinstance(value, Plain):
            raise ValueError(f"{where}: {name} must be a text, a number or a boolean, got {value!r}")
    return Spec(table["kind"], tuple(params.items()))


def _parse_setting(setting: str) -> tuple[str, Any]:
    name, _, text = setting.partition("=") if "=" in setting else (SHORTHAND, "", setting)
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        value = text
    return name, value if isinstance(value, Plain) else text


def _find(address: str) -> type[Agent]:
    """The agent class at ``module:Class``."""
    module, colon, name = address.partition(":")
    if not colon:
        kinds = ", ".join(BUILT_IN)
        raise ValueError(f"unknown agent {address!r}: agents are {kinds}, path/to/model.zip and module:Class")
    try:
        found = getattr(importlib.import_module(module), name)
    except FAULTS as error:  # whatever the module raises
        raise ValueError(f"unknown agent {address!r}: {reason(error)}") from None
    if not (isinstance(found, type) and issubclass(found, Agent)):
        raise ValueError(f"agent {address!r} is not a subclass of agents.Agent")
    return found


def _checked(kind: str, constructor: type[Agent], params: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of ``constructor``, the one without a name under its own; raises ValueError if they do not fit."""
    if SHORTHAND in params and constructor.shorthand is None:
        raise ValueError(f"agent {kind!r}: {params[SHORTHAND]!r} needs a name, as in NAME={params[SHORTHAND]}")
    named = {name or str(constructor.shorthand): value for name, value in params.items()}
    signature = inspect.signature(constructor)
    try:
        signature.bind(**named)
    except TypeError as error:
        known = ", ".join([*signature.parameters, "forbid"])
        raise ValueError(f"agent {kind!r}: {error}; its parameters are {known}") from None
    return named
