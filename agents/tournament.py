"""Tournaments between agents: paired deals, all seats, ratings with uncertainty.

    python -m agents.tournament lunarchitects --agents random greedy path/to/model.zip --games 400

Every finished game is one line of ``games.jsonl`` in the output folder. The same command goes on where an interrupted
one stopped; results do not depend on the number of workers.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console
from tqdm import tqdm

import lunar_envs
from lunar_envs.engine.game import Game

from . import make_agent, report, stats
from .human import HumanAgent
from .log import Log
from .options import read_options
from .schedule import Deal, draw_deals, games_per_deal
from .workers import play_all

SAVE_EVERY = 60.0
"""Seconds between two updates of the result files while games are played."""


@dataclass(frozen=True)
class Tournament:
    """All that decides which games are played and how they end; ``checked`` before it is played.

    ``games`` is rounded up to whole deals and shared evenly between the lineups.
    """

    game: str
    agents: tuple[str, ...]
    num_players: int | None = None
    games: int = 400
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> Game:
        """The game itself."""
        return lunar_envs.games[self.game]

    @cached_property
    def deals(self) -> list[Deal]:
        """The schedule."""
        return draw_deals(self.agents, self.num_players, self.games, self.seed)

    @property
    def per_deal(self) -> int:
        """Number of games of a deal."""
        return games_per_deal(self.agents, self.num_players)

    def checked(self) -> Tournament:
        """The same with all defaults filled in.

        Raises ValueError for an unknown game, agent or option, a wrong number, or agents that cannot meet.
        """
        if self.game not in lunar_envs.games:
            raise ValueError(f"unknown game {self.game!r}: games are {', '.join(lunar_envs.games)}")
        num_players = self.rules.check_players(self.num_players)
        for name, least in (("games", 1), ("seed", 0)):
            if getattr(self, name) < least:
                raise ValueError(f"{name} must be at least {least}, got {getattr(self, name)}")
        if len(self.agents) < min(num_players, 2):
            raise ValueError("a tournament needs two agents, a solo one needs one")
        for agent in self.agents:
            if self.agents.count(agent) > 1:
                raise ValueError(f"agent {agent!r} is given twice")
            player = make_agent(agent)
            if isinstance(player, HumanAgent):
                raise ValueError(f"agent {agent!r} is a person, who plays at agents.play alone")
            player.begin(self.rules, 0, self.seed)
        return replace(self, num_players=num_players, options=read_options(self.rules, self.options))

    def config(self) -> dict[str, Any]:
        """What must be equal for an interrupted tournament to go on; plain JSON values."""
        files = {agent: Path(agent.split(",")[0]) for agent in self.agents}
        models = {a: hashlib.sha256(file.read_bytes()).hexdigest() for a, file in files.items() if file.is_file()}
        versions = {"version": self.rules.version, "data": self.rules.fingerprint, "models": models}
        return json.loads(json.dumps(asdict(self) | versions))

    def plan(self) -> str:
        """What will be played, in one line."""
        lineups = {tuple(sorted(deal.seatings[0])) for deal in self.deals}
        total = len(self.deals) * self.per_deal
        rounded = f" ({self.games} rounded up to whole deals)" if total != self.games else ""
        return f"{total} games{rounded}: {len(self.deals)} deals x {self.per_deal} seatings, {len(lineups)} lineups"


@dataclass(frozen=True)
class Results:
    """The figures of the games played so far."""

    standings: list[stats.Standing]
    pairs: list[stats.Pair]


def run(tournament: Tournament, log: Log, workers: int = 1) -> Results:
    """Play the games that ``log`` lacks; result files beside it are kept up to date."""
    missing = [[k for k in range(tournament.per_deal) if (d.number, k) not in log.games] for d in tournament.deals]
    jobs = [(deal, seatings) for deal, seatings in zip(tournament.deals, missing, strict=True) if seatings]
    total = len(tournament.deals) * tournament.per_deal
    saved = time.monotonic()
    with tqdm(total=total, initial=len(log.games), unit="game") as bar:
        for games in play_all(tournament.game, tournament.options, tournament.seed, jobs, workers):
            log.add(games)
            bar.update(len(games))
            if time.monotonic() - saved > SAVE_EVERY:
                evaluate(tournament, log)
                saved = time.monotonic()
    return evaluate(tournament, log)


def evaluate(tournament: Tournament, log: Log) -> Results:
    """The figures of the games in ``log``, written to the result files beside it."""
    games = list(log.games.values())
    results = Results(stats.standings(tournament.agents, games), stats.pairs(tournament.agents, games))
    report.save(log.folder, log.config, len(games), results.standings, results.pairs)
    return results


def main(
    game: tyro.conf.Positional[str],
    agents: tuple[str, ...],
    num_players: int | None = None,
    games: int = 400,
    seed: int = 1,
    options: dict[str, str] | None = None,
    workers: int = os.cpu_count() or 1,
    out: Path | None = None,
) -> None:
    """Play a tournament and rate its agents.

    Every deal is played once per seating, with the same luck of the draw, so that neither seat nor deal favours anyone.
    The same command goes on where an interrupted one stopped.

    Args:
        game: Name of the game.
        agents: random, greedy, path/to/model.zip or module:Class; parameters follow as in model.zip,deterministic=True.
        num_players: Seats at a table, 1 for solo games; by default 2.
        games: Games in all, shared evenly between the lineups; rounded up to whole deals.
        seed: Decides the schedule, the deals and what agents draw.
        options: Options of the game, as NAME VALUE NAME VALUE.
        workers: Processes that play.
        out: Folder of the results; by default one in runs/tournament, named after the tournament.
    """
    console = Console()
    try:
        if workers < 1:
            raise ValueError(f"workers must be at least 1, got {workers}")
        tournament = Tournament(game, agents, num_players, games, seed, options or {}).checked()
        log = Log(out or _default_folder(tournament), tournament.config())
        console.print(tournament.plan(), highlight=False)
        results = run(tournament, log, workers)
    except (ValueError, ImportError, BrokenProcessPool) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command goes on from here")
    report.print_results(results.standings, results.pairs)
    console.print(f"results are in {log.folder}", highlight=False, soft_wrap=True)


def _default_folder(tournament: Tournament) -> Path:
    digest = hashlib.sha256(json.dumps(tournament.config()).encode()).hexdigest()[:8]
    return Path("runs", "tournament", f"{tournament.game}-{tournament.num_players}p-{digest}")


if __name__ == "__main__":
    tyro.cli(main, prog="python -m agents.tournament")
