"""A game as it was played, on disk: what was set up, what was chosen, how it ended."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from .engine import record
from .engine.game import Game, as_int
from .files import replace_file


class ReplayError(ValueError):
    """A replay cannot be read, belongs to another game or plays differently."""


@dataclass(frozen=True)
class Replay:
    """A game that anybody can play again, byte for byte.

    ``actions`` are the chosen ones; forced ones follow from the rules. ``fingerprint`` names the component data.
    ``end_reason`` is empty and ``ranks`` are 0 if the game is not over. ``digest`` is the SHA-256 of the last state.
    """

    game: str
    version: int
    fingerprint: str
    num_players: int
    seed: int
    options: dict[str, Any]
    actions: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    end_reason: str
    digest: str

    @classmethod
    def record(
        cls, game: Game, num_players: int, seed: int, options: Mapping[str, Any], actions: Sequence[int]
    ) -> Replay:
        """Play ``actions`` from a new game and keep them with the result.

        Options that are not given are recorded with their defaults. Raises what ``Game.new`` and ``Game.step`` raise.
        """
        seed = as_int(seed, "seed")
        state = game.new(num_players, seed, **options)
        for action in actions:
            game.step(state, action)
        codes = game.option_codes(options)
        return cls(
            game=game.name,
            version=game.version,
            fingerprint=game.fingerprint,
            num_players=game.num_players(state),
            seed=seed,
            options={option.name: option.values[code] for option, code in zip(game.options, codes, strict=True)},
            actions=tuple(as_int(action, "action") for action in actions),
            **_result(game, state),
        )

    def save(self, path: str | Path) -> None:
        """Write the replay as JSON; a crash leaves the old file or the new one, never a part."""
        replace_file(Path(path), json.dumps(asdict(self)).encode())

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a replay; raises ReplayError if the file is damaged."""
        try:
            content = json.loads(Path(path).read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:
            raise ReplayError(f"{path}: not complete JSON ({error}); take a copy that is whole") from None
        if not isinstance(content, dict):
            raise ReplayError(f"{path}: no replay; expected one made by Replay.save")
        for field in fields(cls):
            if field.name not in content:
                raise ReplayError(f"{path}: {field.name!r} is missing; expected a file made by Replay.save")
            kind, fits = _KINDS[str(field.type)]
            if not fits(content[field.name]):
                raise ReplayError(f"{path}: {field.name!r} must be {kind}, found {content[field.name]!r:.60}")
        values = {field.name: content[field.name] for field in fields(cls)}
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
        return cls(**values)

    def states(self, game: Game) -> Iterator[np.ndarray]:
        """All states, from the new game to the last, each a copy of its own; raises ReplayError."""
        self._check_game(game)
        try:
            game.option_codes(self.options)
            state = game.new(self.num_players, self.seed, **self.options)
        except ValueError as error:
            raise ReplayError(f"set-up: {error}") from None
        yield state
        for index, action in enumerate(self.actions):
            state = game.clone(state)
            if game.is_over(state):
                raise ReplayError(f"the game is over after {index} actions, the replay has {len(self.actions)}")
            try:
                game.step(state, action)
            except ValueError as error:
                raise ReplayError(f"actions[{index}]: {error}") from None
            yield state

    def verify(self, game: Game) -> None:
        """Play the game again and compare the result; raises ReplayError that names the first difference."""
        *_, last = self.states(game)
        for name, played in _result(game, last).items():
            recorded = getattr(self, name)
            if recorded != played:
                raise ReplayError(
                    f"after {len(self.actions)} actions {name} is {played}, the replay says {recorded}; "
                    "the file was changed, or the rules were without a new version"
                )

    def _check_game(self, game: Game) -> None:
        if self.game != game.name:
            raise ReplayError(f"the replay is of {self.game}, not of {game.name}; pass the game it was played with")
        if self.version != game.version:
            raise ReplayError(
                f"the replay is of {self.game} version {self.version}, this is version {game.version}; "
                "install the release of lunar-envs that it was recorded with"
            )
        if self.fingerprint != game.fingerprint:
            raise ReplayError(
                f"the replay was played with component data {self.fingerprint}, this game has {game.fingerprint}; "
                "pass game.with_data(folder) with the data it was played with"
            )


def _result(game: Game, state: np.ndarray) -> dict[str, Any]:
    return {
        "ranks": tuple(game.ranks(state).tolist()),
        "scores": tuple(np.asarray(game.scores(state)).tolist()),
        "end_reason": game.end_reason(state),
        "digest": hashlib.sha256(record.to_bytes(state)).hexdigest(),
    }


def _is_int(value: Any) -> bool:
    return type(value) is int


_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "int": ("an integer", _is_int),
    "str": ("text", lambda value: isinstance(value, str)),
    "dict[str, Any]": ("an object", lambda value: isinstance(value, dict)),
    "tuple[int, ...]": ("a list of integers", lambda value: isinstance(value, list) and all(map(_is_int, value))),
}
