"""How a game is decided, and what is used in it: ``python -m benchmarks.balance GAME``.

Plays games between equal players, by default the game's greedy baseline, which takes a random legal action now and
then, so that all of the game is seen. Writes tables, CSV files, JSON and a page with pictures. Every figure comes with
its 95 % interval over the games, and shares of the victory that are uneven beyond chance are flagged.
"""

import csv
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console
from rich.table import Table as Grid

import lunar_envs
from agents.options import read_options
from agents.specs import check_agent, parse_spec

from .balance_page import flagged, text, write_page
from .common import RESULTS, checked, write_results
from .ladder import climb
from .record import Table, play_all
from .shares import figures, shares

WIDTH = 160
"""Most characters of a line: figures are never cut to fit a narrow terminal or a pipe."""
MOST_ROWS = 20
"""Rows of a table on the screen, the most frequent ones; the files have all."""


def analyse(table: Table, seeds: Sequence[int], workers: int) -> dict[str, Any]:
    """The figures and shares of one number of players."""
    records = play_all(table, seeds, workers)
    return {"figures": figures(table.game, records), "shares": shares(table.game, records)}


def show(players: int, found: dict[str, Any], console: Console) -> None:
    """The results of one number of players as tables."""
    values = found["figures"]
    console.rule(f"{players} players, {values['games']:,} games")
    rows = [(name, text(average)) for name, average in values["averages"].items()]
    console.print(_grid("Games", ["", "mean"], rows))
    console.print(_grid("Ends", ["", "games"], values["ends"].items()))
    for trait in dict.fromkeys(one.trait for one in found["shares"]):
        mine = [one for one in found["shares"] if one.trait == trait]
        mine = sorted(sorted(mine, key=lambda one: -one.games)[:MOST_ROWS], key=lambda one: one.label)
        lines = [(m.label, m.games, text([m.share, m.margin]), f"{m.even:.3f}", "flagged" * m.flagged) for m in mine]
        console.print(_grid(f"Win share by {trait}", ["", "games", "win share", "even", ""], lines))
    most = sorted(values["actions"].items(), key=lambda use: -use[1])[:MOST_ROWS]
    console.print(_grid("Use of actions", ["", "uses"], most))
    for title, kinds in values["negotiation"].items():
        lines = [(what, *(f"{number:.3f}" for number in row.values())) for what, row in kinds.items()]
        console.print(_grid(title.capitalize(), ["", *next(iter(kinds.values()))], lines))
    for kind, names in values["never used"].items():
        console.print(f"{kind} never used: {', '.join(names) or 'none'}", markup=False)
    for one in flagged(found["shares"]):
        console.print(
            f"[red]uneven:[/] {one.trait} {one.label} wins {text([one.share, one.margin])}, even {one.even:.3f}"
        )


def _grid(title: str, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> Grid:
    grid = Grid(*headings, title=title, title_justify="left")
    for row in rows:
        grid.add_row(*(f"{value:,}" if isinstance(value, int) else value for value in row))
    return grid


def save(name: str, config: Mapping[str, Any], results: dict[int, dict[str, Any]], ladder: list[dict]) -> list[Path]:
    """Write everything to files; returns their paths."""
    lines = [{"players": n, **asdict(one)} for n, found in results.items() for one in found["shares"]]
    uses = [
        {"players": n, "kind": kind, "name": what, "uses": count}
        for n, found in results.items()
        for kind in ("ends", "actions", "components")
        for what, count in found["figures"][kind].items()
    ]
    means = [
        {"players": n, "figure": figure, "mean": mean, "margin": margin}
        for n, found in results.items()
        for figure, (mean, margin) in found["figures"]["averages"].items()
    ]
    plain = {n: {**found["figures"], "shares": list(map(asdict, found["shares"]))} for n, found in results.items()}
    written = [write_results(name, {**config, "players": plain, "ladder": ladder})]
    for part, rows in (("shares", lines), ("uses", uses), ("averages", means)):
        written.append(_write_csv(RESULTS / f"{name}_{part}.csv", rows))
    page = RESULTS / f"{name}.html"
    note = ", ".join(f"{key}: {value}" for key, value in config.items() if value)
    write_page(page, f"Balance of {config['game']}", note, results, ladder)
    return [*written, page]


def _write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def main(
    game: tyro.conf.Positional[str],
    players: tuple[int, ...] = (),
    games: int = 1000,
    agents: str = "greedy",
    noise: float = 0.1,
    ladder: tuple[str, ...] = (),
    ladder_games: int = 200,
    seed: int = 1,
    options: dict[str, str] | None = None,
    data: Path | None = None,
    workers: int = os.cpu_count() or 1,
) -> None:
    """Play games between equal players and say how they are decided, what is used, and what is uneven.

    Args:
        game: Name of the game.
        players: Numbers of seats; all that the game allows if none is given.
        games: Number of games for each.
        agents: The agent in all seats: random, greedy, search:SIMULATIONS, path/to/model.zip or module:Class.
        noise: Share of actions that are taken at random.
        ladder: Agents from weak to strong; each plays against the one before it, without noise.
        ladder_games: Games of each such pair.
        seed: Seed of the first game; the others follow.
        options: Options of the game, as NAME VALUE NAME VALUE.
        data: Folder of component files to play with instead of the game's own.
        workers: Processes that play.
    """
    rules = lunar_envs.games[game]
    try:
        rules = rules if data is None else rules.with_data(data)
        counts = [rules.check_players(n) for n in players or range(rules.min_players, rules.max_players + 1)]
        table = Table(rules, counts[0], agents, noise, read_options(rules, options or {}))
        _check(table, ladder, {"games": games, "ladder_games": ladder_games, "workers": workers}, seed)
        seats = [replace(table, num_players=n) for n in counts]
        rungs = [row for one in seats for row in climb(one, ladder, ladder_games, seed, workers)]
        results = {one.num_players: analyse(one, range(seed, seed + games), workers) for one in seats}
    except (ValueError, ImportError, OSError) as error:
        sys.exit(f"error: {error}")
    console = Console(width=WIDTH)
    for n, found in results.items():
        show(n, found, console)
    if rungs:
        console.print(_grid("Skill", list(rungs[0]), [[_text(value) for value in row.values()] for row in rungs]))
    config = {"game": game, "agents": agents, "noise": noise, "data": str(data or ""), "options": table.options}
    for path in save(f"balance_{game}", config, results, rungs):
        console.print(path)


def _check(table: Table, ladder: Sequence[str], counts: Mapping[str, int], seed: int) -> None:
    """Raises ValueError for a number out of range and for agents that cannot play."""
    for name, count in counts.items():
        if count < 1:
            raise ValueError(f"{name} must be at least 1, got {count}")
    if seed < 0:
        raise ValueError(f"seed must be at least 0, got {seed}")
    if not 0 <= table.noise <= 1:
        raise ValueError(f"noise must be from 0 to 1, got {table.noise}")
    if len(ladder) == 1 or len(set(ladder)) < len(ladder):
        raise ValueError(f"a ladder needs two agents or more, all different, got {', '.join(ladder)}")
    for name in {table.agents, *ladder}:
        check_agent(name, parse_spec(name), table.game, seed)


def _text(value: Any) -> str:
    return text(value) if isinstance(value, list) else str(value)


if __name__ == "__main__":
    tyro.cli(checked(main))
