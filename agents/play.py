"""A match at the keyboard, against agents or each other.

    python -m agents.play lunarchitects --seats human greedy random

A match is one file, a replay: of an unfinished match if it was left, and then ``--load`` goes on with it.
"""

from __future__ import annotations

import shlex
import sys
from itertools import count
from pathlib import Path

import tyro
from rich.table import Table

import lunar_envs
from lunar_envs.engine.game import Game, seed_of

from .base import Agent, View, view_of
from .faults import FAULTS, reason
from .history import History
from .human import Command, HumanAgent, console
from .options import read_options
from .schedule import seed_from
from .specs import make_ready, parse_spec

WIPE = "\x1b[3J\x1b[2J\x1b[H"
"""Clears a terminal, with the lines that can be scrolled back to."""


class Match:
    """Agents, some of them people, who play ``history`` to its end; it is kept in the file ``path``.

    Raises ValueError for agents that cannot play it.
    """

    def __init__(self, history: History, path: Path) -> None:
        self.history = history
        self.game = history.game
        self.path = path
        self.agents = [
            make_ready(name, parse_spec(name), self.game, seat, seed_from(history.seed, seat))
            for seat, name in enumerate(history.seats)
        ]
        self.people = sum(isinstance(agent, HumanAgent) for agent in self.agents)
        self.at_keyboard: int | None = None

    def play(self) -> None:
        """Play to the end, or until somebody leaves, and say how it ended or how to go on.

        It is saved at once, after every decision of a person, and in the end: a terminal may close without a word.
        """
        self.history.save(self.path)
        try:
            self._play_on()
        finally:
            self.history.save(self.path)
        if self.game.is_over(self.history.state):
            self._print_result()
        else:
            again = shlex.join(["python", "-m", "agents.play", self.game.name, "--load", str(self.path)])
            console.print(f"\nThe match is saved. To go on: {again}")

    def _play_on(self) -> None:
        try:
            while not self.game.is_over(self.history.state):
                seat = self.game.to_move(self.history.state)
                agent, view = self.agents[seat], view_of(self.game, self.history.state, seat)
                if isinstance(agent, HumanAgent):
                    self._ask(agent, view)
                else:
                    self._let_act(agent, view)
        except (Command, EOFError, KeyboardInterrupt):
            return

    def _let_act(self, agent: Agent, view: View) -> None:
        """A decision of an agent that is no person.

        Its generator starts anew, so that a match which was left goes on as it would have without the break.
        """
        agent.reseed(seed_from(self.history.seed, view.seat, len(self.history.actions)))
        try:
            self.history.step(agent.act(view))
        except FAULTS as error:  # an illegal action among them
            what = f"{self.history.seats[view.seat]} in seat {view.seat} failed: {reason(error)}"
            raise ValueError(f"{what}; the match is saved in {self.path}") from error

    def _ask(self, person: HumanAgent, view: View) -> None:
        """A decision of a person, new or taken back; raises Command if the person leaves."""
        self._hand_over(view.seat)
        person.show(view)
        while True:
            try:
                self.history.step(person.ask(view))
                return self.history.save(self.path)
            except Command as command:
                if self._obey(command, view.seat):
                    return None

    def _obey(self, command: Command, seat: int) -> bool:
        """Do what a person asks for, or raise it if that is to leave; returns whether another decision waits now."""
        if command.word == "quit":
            raise command
        if command.word == "save":
            self.history.save(self.path)
            console.print(f"saved in {self.path}")
            return False
        if self.history.undo(seat):
            return True
        console.print("that cannot be taken back: see help")
        return False

    def _hand_over(self, seat: int) -> None:
        """Where several people share the keyboard, clear what the one before saw and wait for the next."""
        if self.people > 1 and seat != self.at_keyboard:
            if console.is_terminal:
                console.file.write(WIPE)
            input(f"Seat {seat} decides: sit down and press Enter ")
        self.at_keyboard = seat

    def _print_result(self) -> None:
        table = Table("seat", "player", "rank", "score")
        ranks, scores = self.game.ranks(self.history.state), self.game.scores(self.history.state)
        for seat, spec in enumerate(self.history.seats):
            table.add_row(str(seat), spec, str(ranks[seat]), str(scores[seat]))
        console.print(f"\nThe match is over: {self.game.end_reason(self.history.state)}.")
        console.print(table)
        console.print(f"The replay is {self.path}")


def main(
    game: tyro.conf.Positional[str],
    seats: tuple[str, ...] = (),
    seed: int | None = None,
    options: dict[str, str] | None = None,
    load: Path | None = None,
    save: Path | None = None,
    out: Path = Path("runs", "play"),
) -> None:
    """Play a match: people at the keyboard, agents, or both.

    Type help when it is your turn.

    Args:
        game: Name of the game.
        seats: Who plays, seat by seat: human, or an agent as in tournaments (random, greedy, search:SIMULATIONS,
            path/to/model.zip, module:Class).
        seed: Decides the deal and what agents draw; by default a fresh one.
        options: Options of the game, as NAME VALUE NAME VALUE.
        load: File of a match to go on with, in place of seats, seed and options.
        save: File of the match; by default that of load, or a new one in out.
        out: Folder of the files that no other place is given for.
    """
    try:
        if load and (seats or seed is not None or options):
            raise ValueError("a loaded match brings its own seats, seed and options: leave them out")
        rules = _find(game)
        history = _resume(rules, load) if load else _start(rules, seats, seed, options or {})
        match = Match(history, _file(history, load, save, out))
        match.path.parent.mkdir(parents=True, exist_ok=True)
        match.play()
    except (ValueError, ImportError, OSError) as error:
        sys.exit(f"error: {error}")


def _find(name: str) -> Game:
    if name not in lunar_envs.games:
        raise ValueError(f"unknown game {name!r}: games are {', '.join(lunar_envs.games)}")
    return lunar_envs.games[name]


def _start(game: Game, seats: tuple[str, ...], seed: int | None, options: dict[str, str]) -> History:
    if not seats:
        raise ValueError("nobody plays: give --seats, one agent for every seat, as in --seats human greedy")
    game.check_players(len(seats))
    return History(game, seats, int(seed_of(seed)), read_options(game, options))


def _resume(game: Game, path: Path) -> History:
    history = History.load(game, path)
    if game.is_over(history.state):
        raise ValueError(f"the match in {path} is over: {game.end_reason(history.state)}")
    return history


def _file(history: History, load: Path | None, save: Path | None, out: Path) -> Path:
    """Where a match is kept, which is never where another one is."""
    if save is None:
        new = (out / f"{history.game.name}-{history.seed}-{number}.json" for number in count(1))
        return load or next(path for path in new if not path.exists())
    if save.exists() and save != load:
        raise ValueError(f"{save} exists: give another file to --save, or go on with it by --load")
    return save


if __name__ == "__main__":
    tyro.cli(main, prog="python -m agents.play")
