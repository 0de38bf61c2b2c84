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
from typing import Any, Literal

import tyro
from rich.console import Console
from tqdm import tqdm

import lunar_envs
from lunar_envs.engine.game import Game

from . import report, stats
from .clock import LONGEST
from .log import Log
from .on_ray import play_on_ray
from .options import read_options
from .schedule import SCHEDULES, Deal, draw_deals, games_per_deal
from .specs import Spec, check_agent, parse_spec, read_specs, without
from .workers import Setup, play_all

SAVE_EVERY = 60.0
"""Seconds between two updates of the result files while games are played."""


@dataclass(frozen=True)
class Tournament:
    """All that decides which games are played and how they end; ``checked`` before it is played.

    ``games`` is rounded up to whole deals and shared evenly between the lineups. ``agents`` are names in ``specs`` or
    specs themselves.
    """

    game: str
    agents: tuple[str, ...]
    num_players: int | None = None
    games: int = 400
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    schedule: str = "mixed"
    seconds_per_move: float | None = None
    specs: dict[str, Spec] = field(default_factory=dict)

    @property
    def setup(self) -> Setup:
        """What the players of single games have to know."""
        return Setup(self.game, self.options, self.seed, self.specs, self.seconds_per_move)

    @property
    def rules(self) -> Game:
        """The game itself."""
        return lunar_envs.games[self.game]

    @cached_property
    def deals(self) -> list[Deal]:
        """The schedule."""
        return draw_deals(self.agents, self.num_players, self.games, self.seed, self.schedule)

    @property
    def per_deal(self) -> int:
        """Number of games of a deal."""
        return games_per_deal(self.agents, self.num_players)

    @property
    def total(self) -> int:
        """Number of games in whole deals."""
        return len(self.deals) * self.per_deal

    def finished(self, log: Log) -> list[stats.Played]:
        """The games of this tournament in ``log``, which may hold later ones; raises ValueError for any other."""
        games = [game for game in log.games.values() if game.deal < len(self.deals)]
        for game in games:
            seatings = dict(enumerate(self.deals[game.deal].seatings)) if game.deal >= 0 else {}
            if seatings.get(game.seating) != tuple(game.agents):
                raise ValueError(
                    f"{log.path}: deal {game.deal}, seating {game.seating} of {', '.join(game.agents)} is no game of "
                    "this tournament; take its line out"
                )
        return games

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
        if self.schedule not in SCHEDULES:
            raise ValueError(f"unknown schedule {self.schedule!r}: schedules are {', '.join(SCHEDULES)}")
        if self.seconds_per_move is not None and not 0 < self.seconds_per_move <= LONGEST:
            raise ValueError(f"seconds_per_move must be above 0 and at most {LONGEST:g}, got {self.seconds_per_move}")
        specs = {agent: self.specs.get(agent) or parse_spec(agent) for agent in self.agents}
        for agent, spec in specs.items():
            if self.agents.count(agent) > 1:
                raise ValueError(f"agent {agent!r} is given twice")
            check_agent(agent, spec, self.rules, self.seed)
        options = read_options(self.rules, self.options)
        return replace(self, num_players=num_players, options=options, specs=specs)

    def config(self) -> dict[str, Any]:
        """What must be equal for an interrupted tournament to go on; plain JSON values.

        The number of games need not be: more games begin with the same ones.
        """
        files = {agent: spec.file for agent, spec in self.specs.items() if spec.file}
        models = {agent: hashlib.sha256(file.read_bytes()).hexdigest() for agent, file in files.items()}
        versions = {"version": self.rules.version, "data": self.rules.fingerprint, "models": models}
        config = json.loads(json.dumps(asdict(self) | versions))
        del config["games"]
        return config

    def plan(self) -> str:
        """What will be played, in one line."""
        lineups = {tuple(sorted(deal.seatings[0])) for deal in self.deals}
        rounded = f" ({self.games} rounded up to whole deals)" if self.total != self.games else ""
        return (
            f"{self.total} games{rounded}: {len(self.deals)} deals x {self.per_deal} seatings, {len(lineups)} lineups"
        )


def run(tournament: Tournament, log: Log, workers: int = 1, ray: bool = False) -> stats.Results:
    """Play the games that ``log`` lacks, here in ``workers`` processes or on a Ray cluster.

    Result files beside the log are kept up to date.
    """
    missing = [[k for k in range(tournament.per_deal) if (d.number, k) not in log.games] for d in tournament.deals]
    jobs = [(deal, seatings) for deal, seatings in zip(tournament.deals, missing, strict=True) if seatings]
    finished = play_on_ray(tournament.setup, jobs) if ray else play_all(tournament.setup, jobs, workers)
    saved = time.monotonic()
    with tqdm(total=tournament.total, initial=len(tournament.finished(log)), unit="game") as bar:
        for games in finished:
            log.add(games)
            bar.update(len(games))
            if time.monotonic() - saved > SAVE_EVERY:
                evaluate(tournament, log)
                saved = time.monotonic()
    return evaluate(tournament, log)


def evaluate(tournament: Tournament, log: Log) -> stats.Results:
    """The figures of the tournament's games in ``log``, written to the result files beside it."""
    results = stats.summarize(tournament.agents, tournament.finished(log))
    report.save(log.folder, log.config, results)
    return results


def main(
    game: tyro.conf.Positional[str],
    agents: tuple[str, ...],
    num_players: int | None = None,
    games: int = 400,
    seed: int = 1,
    options: dict[str, str] | None = None,
    schedule: Literal["mixed", "round-robin", "focus"] = "mixed",
    seconds_per_move: float | None = None,
    agents_file: Path | None = None,
    forbid: tuple[str, ...] = (),
    interval: float | None = None,
    workers: int = os.cpu_count() or 1,
    ray: bool = False,
    out: Path | None = None,
) -> None:
    """Play a tournament and rate its agents.

    Every deal is played once per seating, with the same luck of the draw, so that neither seat nor deal favours anyone.
    The same command goes on where an interrupted one stopped, and one with more games where one with fewer ended.

    Args:
        game: Name of the game.
        agents: random, greedy, search:SIMULATIONS, path/to/model.zip, module:Class or a name in the agents file;
            parameters follow, as in model.zip:deterministic=True. The parameter forbid takes actions from any agent
            while it has others: greedy:forbid=BUY+SELL.
        num_players: Seats at a table, 1 for solo games; by default 2.
        games: Games in all, shared evenly between the lineups; rounded up to whole deals.
        seed: Decides the schedule, the deals and what agents draw.
        options: Options of the game, as NAME VALUE NAME VALUE.
        schedule: mixed seats as many different agents as there are seats, round-robin lets two agents at a time share
            the seats, focus gives the first agent one seat and the others the rest.
        seconds_per_move: An agent that takes longer for a move forfeits the game; by default it has all the time.
        agents_file: TOML file of agents: a table each, with a kind and the parameters.
        forbid: Kinds of action taken from the first agent, such as BUY SELL: what are they worth to it?
        interval: Say how many games would give every win share an interval of ± so much, such as 0.02.
        workers: Processes that play.
        ray: Play on the Ray cluster that RAY_ADDRESS names, or on one of this machine, in place of the processes.
        out: Folder of the results; by default one in runs/tournament, named after the tournament.
    """
    console = Console()
    try:
        if workers < 1:
            raise ValueError(f"workers must be at least 1, got {workers}")
        if interval is not None and not 1e-4 <= interval < 1:
            raise ValueError(f"interval must be at least 0.0001 and below 1, got {interval}")
        specs = read_specs(agents_file) if agents_file else {}
        if forbid and agents:
            first, spec = without(agents[0], specs.get(agents[0]) or parse_spec(agents[0]), forbid)
            agents = (first, *agents[1:])
            specs[first] = spec
        tournament = Tournament(
            game, agents, num_players, games, seed, options or {}, schedule, seconds_per_move, specs
        ).checked()
        folder = out or _default_folder(tournament)
        log = Log(folder, tournament.config())
        console.print(tournament.plan(), highlight=False)
        results = run(tournament, log, workers, ray)
    except (ValueError, ImportError, OSError, BrokenProcessPool) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command goes on from here")
    report.print_results(results)
    if interval is not None:
        report.print_need(results, interval)
    console.print(f"results are in {folder}", highlight=False, soft_wrap=True)


def _default_folder(tournament: Tournament) -> Path:
    digest = hashlib.sha256(json.dumps(tournament.config()).encode()).hexdigest()[:8]
    return Path("runs", "tournament", f"{tournament.game}-{tournament.num_players}p-{digest}")


if __name__ == "__main__":
    tyro.cli(main, prog="python -m agents.tournament")
