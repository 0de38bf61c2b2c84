"""How a game is decided, and what is used in it: ``python -m benchmarks.balance GAME``.

Plays games between equal players: the game's greedy baseline, which takes a random legal action now and then, so that
all of the game is seen. Every figure comes with its 95 % interval over the games.
"""

import functools
import multiprocessing
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

import lunar_envs
from agents.intervals import Estimate, estimate
from agents.options import read_options
from lunar_envs.engine import kernels
from lunar_envs.engine.game import Game

from .common import checked, write_results

CHUNK = 25
"""Games that a worker plays at a time."""


@dataclass
class Record:
    """What one game showed; lists hold one entry per seat."""

    wins: list[float]
    scores: list[int]
    end: str
    decisions: int = 0
    choices: int = 0
    actions: Counter[int] = field(default_factory=Counter)
    components: list[Counter[int]] = field(default_factory=list)


def play(game: Game, num_players: int, options: dict[str, Any], noise: float, seed: int) -> Record:
    """One game of greedy players who take a share ``noise`` of their actions at random."""
    rng = np.random.default_rng(seed)
    state = game.new(num_players, seed, **options)
    record = Record([], [], "", components=[Counter() for _ in range(num_players)])
    while not game.is_over(state):
        seat, legal = game.to_move(state), game.legal(state).nonzero()[0]
        if rng.random() < noise:
            action = int(rng.choice(legal))
        else:
            sample = game.determinize(state, seat, int(rng.integers(2**63)))
            action = int(kernels.advise(sample, game.tables, game.masks()))
        record.decisions += 1
        record.choices += len(legal)
        record.actions[action] += 1
        record.components[seat][game.component(state, action)] += 1
        game.step(state, action)
    record.wins, record.scores = game.returns(state, "win").tolist(), game.scores(state).tolist()
    record.end = game.end_reason(state)
    return record


def _play_chunk(
    name: str, num_players: int, options: dict[str, Any], noise: float, seeds: Sequence[int]
) -> list[Record]:
    return [play(lunar_envs.games[name], num_players, options, noise, seed) for seed in seeds]


def play_all(
    name: str, num_players: int, options: dict[str, Any], noise: float, seeds: Sequence[int], workers: int
) -> list[Record]:
    """The games of all seeds, in their order, whatever the number of workers."""
    chunks = [seeds[i : i + CHUNK] for i in range(0, len(seeds), CHUNK)]
    chunk = functools.partial(_play_chunk, name, num_players, options, noise)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        return [record for records in tqdm(pool.map(chunk, chunks), total=len(chunks)) for record in records]


def figures(game: Game, records: Sequence[Record]) -> dict[str, Any]:
    """What the games show, as plain values; an interval is [mean, half width]."""
    seats = range(len(records[0].wins))
    actions = sum((record.actions for record in records), Counter())
    components = sum((counter for record in records for counter in record.components), Counter())
    return {
        "games": len(records),
        "win share by seat": [_mean(record.wins[seat] for record in records) for seat in seats],
        "score by seat": [_mean(record.scores[seat] for record in records) for seat in seats],
        "score": _mean(np.mean(record.scores) for record in records),
        "decisions": _mean(record.decisions for record in records),
        "median decisions": float(np.median([record.decisions for record in records])),
        "legal actions": _mean(record.choices / record.decisions for record in records),
        "ends": dict(Counter(record.end for record in records).most_common()),
        "actions": {name: actions[action] for action, name in enumerate(game.action_names)},
        "components": {
            name: {"uses": components[index], "win share of its users": _users_share(records, index)}
            for index, name in enumerate(game.components)
        },
    }


def _users_share(records: Sequence[Record], component: int) -> list[float | None]:
    """Win share of the seats that used a component in a game."""
    return _interval(
        estimate(
            (game, win)
            for game, record in enumerate(records)
            for used, win in zip(record.components, record.wins, strict=True)
            if used[component]
        )
    )


def _mean(values: Iterable[float]) -> list[float | None]:
    return _interval(estimate(enumerate(map(float, values))))


def _interval(found: Estimate) -> list[float | None]:
    return [None if number is None else round(number, 4) for number in (found.mean, found.margin)]


def show(found: dict[str, Any], console: Console) -> None:
    """The figures as tables."""
    console.print({key: value for key, value in found.items() if key not in ("actions", "components")})
    for title, counts in (
        ("actions", found["actions"]),
        ("components", {name: use["uses"] for name, use in found["components"].items()}),
    ):
        table = Table("", "uses", title=f"Use of {title}")
        for name, count in sorted(counts.items(), key=lambda item: -item[1]):
            table.add_row(name, f"{count:,}")
        console.print(table)
        console.print(f"never used: {', '.join(name for name, count in counts.items() if not count) or 'none'}")


def main(
    game: tyro.conf.Positional[str],
    players: int = 2,
    games: int = 1000,
    noise: float = 0.1,
    seed: int = 1,
    options: dict[str, str] | None = None,
    workers: int = os.cpu_count() or 1,
) -> None:
    """Play games between equal greedy players and say how they are decided and what is used.

    Args:
        game: Name of the game.
        players: Number of seats.
        games: Number of games.
        noise: Share of actions that are taken at random.
        seed: Seed of the first game; the others follow.
        options: Options of the game, as NAME VALUE NAME VALUE.
        workers: Processes that play.
    """
    rules = lunar_envs.games[game]
    records = play_all(game, players, read_options(rules, options or {}), noise, range(seed, seed + games), workers)
    found = figures(rules, records)
    console = Console()
    show(found, console)
    console.print(write_results(f"balance_{game}_{players}p", {"game": game, "noise": noise, **found}))


if __name__ == "__main__":
    tyro.cli(checked(main))
