"""A match with its past: decisions can be taken back, and the whole kept in one file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from lunar_envs.engine import random
from lunar_envs.engine.game import Game
from lunar_envs.files import replace_file
from lunar_envs.replay import Replay, ReplayError

from .base import View, view_of

TWINS = 500
"""Worlds that must look alike after a decision that can be taken back."""

TABLES = 5
"""For how many of them the table in words is compared too, which takes long."""


class History:
    """A match from its set-up to now; ``seats`` are the specs of the agents.

    ``actions`` lead from ``states[0]`` to ``state``.
    """

    def __init__(self, game: Game, seats: Sequence[str], seed: int, options: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.seed = seed
        self.options = options
        self.states = [game.new(len(seats), seed, **options)]
        self.actions: list[int] = []

    @property
    def state(self) -> np.ndarray:
        """The state now; ``step`` puts another in its place and leaves it as it is."""
        return self.states[-1]

    def step(self, action: int) -> None:
        """Take an action; raises what ``Game.step`` raises."""
        state = self.game.clone(self.state)
        self.game.step(state, action)
        self.states.append(state)
        self.actions.append(int(action))

    def undo(self, seat: int) -> bool:
        """Take back the last decision if it was this seat's and nothing came to light since; returns whether it did.

        The seat must not learn from a decision that it can take back. So the generator has to be untouched, which
        holds for no die, shuffle or draw; and in all of many worlds that the seat held possible before, drawn by
        ``Game.determinize``, the same decision has to lead to what the seat sees now: observation, legal actions and
        table. So it learned nothing, not even whether another seat was asked: a refusal gives no reason, since only
        the truth would tell a decision of others from the chance of one.
        """
        if not self.actions or not self._taught_nothing(seat):
            return False
        self.states.pop()
        self.actions.pop()
        return True

    def _taught_nothing(self, seat: int) -> bool:
        before, after = self.states[-2:]
        drew = any((before[name] != after[name]).any() for name, *_ in random.FIELDS)
        if self.game.to_move(before) != seat or drew:
            return False
        now, twins = view_of(self.game, after, seat), (self._twin(before, seat, seed) for seed in range(TWINS))
        seen, table = _sight(now), now.text
        return all(_sight(twin) == seen and (n >= TABLES or twin.text == table) for n, twin in enumerate(twins))

    def _twin(self, before: np.ndarray, seat: int, seed: int) -> View:
        """What the last decision shows the seat in another world that it held possible."""
        twin = self.game.determinize(before, seat, seed)
        self.game.step(twin, self.actions[-1])
        return view_of(self.game, twin, seat)

    def save(self, path: Path) -> None:
        """Write a replay, with the seats beside it; it can be read by ``Replay.load`` and ``History.load``."""
        replay = Replay.record(self.game, len(self.seats), self.seed, self.options, self.actions)
        replace_file(path, json.dumps(asdict(replay) | {"seats": self.seats}).encode())

    @classmethod
    def load(cls, game: Game, path: Path) -> History:
        """A match as it was saved; raises ReplayError for a file that is none of ``game``, or is damaged."""
        replay = Replay.load(path)
        seats = json.loads(path.read_text(encoding="utf-8")).get("seats")
        if (
            not isinstance(seats, list)
            or len(seats) != replay.num_players
            or not all(isinstance(s, str) for s in seats)
        ):
            raise ReplayError(
                f"{path}: it does not say who sits at every seat; expected a match that agents.play saved"
            )
        replay.verify(game)
        history = cls(game, seats, replay.seed, replay.options)
        history.states = list(replay.states(game))
        history.actions = list(replay.actions)
        return history


def _sight(view: View) -> tuple[bytes, bytes, str]:
    return view.observation.tobytes(), view.action_mask.tobytes(), view.context
