"""The finished games of a tournament on disk: what makes it safe to interrupt."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lunar_envs.files import replace_file

from .faults import reason
from .match import Outcome
from .stats import Played


class Log:
    """``config.json`` and ``games.jsonl`` (a line per finished game) in one folder, continued if they are there.

    ``games`` maps (deal, seating) to the game. Raises ValueError if the folder holds anything but a tournament of the
    same ``config``.
    """

    def __init__(self, folder: Path, config: Mapping[str, Any]) -> None:
        self.folder = folder.absolute()  # agents may change the working directory
        self.config = config
        self.path = self.folder / "games.jsonl"
        _claim(folder, config)
        self.games = self._read()

    def add(self, games: Sequence[Played]) -> None:
        """Append finished games."""
        with self.path.open("ab") as stream:
            for game in games:
                self.games[game.deal, game.seating] = game
                stream.write(json.dumps(asdict(game)).encode() + b"\n")

    def _read(self) -> dict[tuple[int, int], Played]:
        """The games so far; a last line that was cut off is removed, so that its game is played again."""
        text = self.path.read_bytes() if self.path.exists() else b""
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            os.truncate(self.path, whole)
        games = [self._game(number, line) for number, line in enumerate(text[:whole].splitlines(), 1)]
        return {(game.deal, game.seating): game for game in games}

    def _game(self, number: int, line: bytes) -> Played:
        """The game in a line; raises ValueError that names it."""
        try:
            return _read_game(json.loads(line))
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(
                f"{self.path}, line {number} is no finished game ({reason(error)}); "
                "without it the same command plays the game again"
            ) from None


def _read_game(row: dict[str, Any]) -> Played:
    """A game from JSON; raises ValueError, TypeError or KeyError."""
    game = Played(**row | {"outcome": Outcome(**row["outcome"])})
    outcome, seats = game.outcome, len(game.agents)
    lists = (outcome.ranks, outcome.wins, outcome.scores, outcome.decisions, outcome.seconds, outcome.forfeits)
    if any(len(values) != seats for values in lists):
        raise ValueError(f"not one entry for each of {seats} seats")
    if not all(type(rank) is int and rank >= 1 for rank in outcome.ranks):
        raise ValueError(f"ranks {outcome.ranks}")
    if not all(0 <= share <= 1 for share in outcome.wins):
        raise ValueError(f"wins {outcome.wins}")
    return game


def _claim(folder: Path, config: Mapping[str, Any]) -> None:
    """Make ``folder`` the one of the tournament of ``config``, or see that it is."""
    file = folder / "config.json"
    if file.exists():
        try:
            known = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file} is damaged ({error}); choose another folder") from None
        if not isinstance(known, dict):
            raise ValueError(f"{file} is damaged (no settings); choose another folder")
        for key in sorted(config.keys() | known.keys()):
            if config.get(key) != known.get(key):
                raise ValueError(
                    f"{folder} holds a tournament with {key}={known.get(key)!r}, not {config.get(key)!r}; "
                    "choose another folder"
                )
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is in use and holds no tournament; choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(file, json.dumps(config, indent=2).encode() + b"\n")
