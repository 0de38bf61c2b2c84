"""Who plays best, for every game and number of players, as one page: ``python -m benchmarks.leaderboard``.

Plays the tournaments of the page, each of which is a command of its own, and goes on where it was interrupted. Models
of ``training.sb3_maskable`` take part where they have been trained with default settings.
"""

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import tyro

import lunar_envs
from agents.log import Log
from agents.report import COLUMNS
from agents.stats import Results
from agents.tournament import Tournament, run

FIELD = ("random", "greedy", "search:25", "search:100", "search:400")
COLUMNS_SHOWN = ("agent", "games", "rating", "wins %", "mean rank", "score")
SEED = 1
HEAD = """# Leaderboard

Every deal is played in all seat rotations; brackets hold the 95 % interval over deals. Ratings are openskill's
Plackett-Luce, ± their standard deviation, and hold within their table alone; solo games have none. `search:N` is tree
search with up to N simulations a decision. Each table names the command that plays it; `python -m
benchmarks.leaderboard` plays all and writes this page.
"""


def field_of(game: str, num_players: int, runs: Path) -> tuple[str, ...]:
    """The agents of a table, the model trained for it among them if there is one."""
    model = runs / f"{game}_{num_players}p_seed1" / "model.zip"
    return (*FIELD, str(model)) if model.exists() else FIELD


def tables(game: str, games: int, runs: Path) -> Iterator[Tournament]:
    """The tournament of the whole field for every number of players."""
    rules = lunar_envs.games[game]
    for n in range(rules.min_players, rules.max_players + 1):
        yield Tournament(game, field_of(game, n, runs), n, games, SEED)


def matches(game: str, games: int) -> Iterator[Tournament]:
    """What search is worth: against greedy players at every number of seats, and with ten times the budget."""
    rules = lunar_envs.games[game]
    for n in range(max(2, rules.min_players), rules.max_players + 1):
        yield Tournament(game, ("search:1000", "greedy"), n, games, SEED, schedule="focus")
    yield Tournament(game, ("search:2000", "search:200"), 2, games, SEED)


def command(tournament: Tournament) -> str:
    """The command line that plays a tournament."""
    schedule = [] if tournament.schedule == "mixed" else ["--schedule", tournament.schedule]
    return shlex.join(
        ["python", "-m", "agents.tournament", tournament.game, "--agents", *tournament.agents]
        + ["--num-players", str(tournament.num_players), "--games", str(tournament.games), *schedule]
    )


def play(tournament: Tournament, folder: Path, workers: int) -> Results:
    """The results of a tournament, whose games are kept under ``folder``."""
    ready = tournament.checked()
    name = f"{ready.game}-{ready.num_players}p-{'-'.join(agent.replace(':', '') for agent in ready.agents[:2])}"
    return run(ready, Log(folder / name, ready.config()), workers)


def section(tournament: Tournament, results: Results) -> str:
    """A heading, the command and the standings."""
    seats = "1 player" if tournament.num_players == 1 else f"{tournament.num_players} players"
    shown = [c for c in COLUMNS_SHOWN if c not in ("rating", "mean rank") or results.standings[0].mu is not None]
    rows = [shown, ["---"] * len(shown)]
    rows += [[COLUMNS[column](standing) for column in shown] for standing in results.standings]
    lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"### {seats}: {', '.join(tournament.agents)}\n\n```sh\n{command(tournament)}\n```\n\n{lines}\n"


def main(
    games: Sequence[str] = (),
    table_games: int = 24,
    match_games: int = 20,
    page: Path = Path("docs/leaderboard.md"),
    runs: Path = Path("runs"),
    workers: int = os.cpu_count() or 1,
) -> None:
    """Play all tournaments of the leaderboard and write its page.

    Args:
        games: Names of games; all if none is given.
        table_games: Games of a tournament of the whole field.
        match_games: Games of a match of search against greedy or less search.
        page: The file to write.
        runs: Folder of trained models, as training names them, and of the games played.
        workers: Processes that play.
    """
    text = HEAD
    try:
        if workers < 1:
            raise ValueError(f"workers must be at least 1, got {workers}")
        planned = {game: _plan(game, table_games, match_games, runs) for game in games or lunar_envs.games}
        page.parent.mkdir(parents=True, exist_ok=True)
        for game, tournaments in planned.items():
            text += f"\n## {lunar_envs.games[game].title}\n"
            for tournament in tournaments:
                text += "\n" + section(tournament, play(tournament, runs / "leaderboard", workers))
        page.write_text(text, encoding="utf-8")
    except (KeyError, ValueError, OSError) as error:
        sys.exit(f"error: {error.args[0] if isinstance(error, KeyError) else error}")
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command goes on from here")
    print(page)


def _plan(game: str, table_games: int, match_games: int, runs: Path) -> list[Tournament]:
    """All tournaments of a game; raises KeyError or ValueError before one is played."""
    tournaments = [*tables(game, table_games, runs), *matches(game, match_games)]
    for tournament in tournaments:
        tournament.checked()
    return tournaments


if __name__ == "__main__":
    tyro.cli(main)
