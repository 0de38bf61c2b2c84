"""Decisions per CPU-second on one core: ``python -m benchmarks.throughput GAME``.

Every door is measured with uniformly random legal play, observation and mask of every decision included, for the game
and for a game without rules of the same sizes (``floor.py``). The ratio of the two tells what the rules cost and
travels between machines; the rates are those of the machine they were taken on.
"""

from pathlib import Path
from statistics import median
from typing import Any

import tyro
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from .common import RESULTS, checked, fresh, write_results

Row = dict[str, Any]


def measure(game: str, processes: int, arguments: list[str]) -> list[Row]:
    """Medians over fresh processes, one row for each door and batch size."""
    runs = [fresh("benchmarks.doors", game, *arguments) for _ in range(processes)]
    return [_median_row(rows) for rows in zip(*runs, strict=True)]


def _median_row(rows: tuple[Row, ...]) -> Row:
    return {
        "door": rows[0]["door"],
        "batch": rows[0]["batch"],
        "rules": round(median(row["rules"] for row in rows)),
        "floor": round(median(row["floor"] for row in rows)),
        "ratio": round(median(row["rules"] / row["floor"] for row in rows), 3),
    }


def show(game: str, rows: list[Row]) -> Table:
    """The rows as a table."""
    table = Table("door", "batch", game, "no rules", "ratio", title="Decisions per CPU-second, one core")
    for row in rows:
        table.add_row(row["door"], str(row["batch"]), f"{row['rules']:,}", f"{row['floor']:,}", f"{row['ratio']:.2f}")
    return table


def plot(game: str, rows: list[Row], path: Path) -> None:
    """Rates over batch size, one colour a door; dashed without rules."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for number, door in enumerate(dict.fromkeys(row["door"] for row in rows)):
        mine = [row for row in rows if row["door"] == door]
        batches = [row["batch"] for row in mine]
        axes.plot(batches, [row["rules"] for row in mine], f"C{number}o-", label=door)
        axes.plot(batches, [row["floor"] for row in mine], f"C{number}x--", alpha=0.5)
    axes.set(xscale="log", yscale="log", xlabel="games in the batch", ylabel="decisions per CPU-second")
    axes.set_title(f"{game}, one core (dashed: a game without rules)")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=150)


def main(
    game: tyro.conf.Positional[str],
    players: int = 2,
    processes: int = 5,
    seconds: float = 0.2,
    repeats: int = 3,
) -> None:
    """Measure the throughput of a game behind every door.

    Args:
        game: Name of the game.
        players: Number of seats.
        processes: Fresh processes; the medians over them are reported.
        seconds: CPU time of one measurement.
        repeats: Measurements of each door in one process.
    """
    arguments = [f"--players={players}", f"--seconds={seconds}", f"--repeats={repeats}"]
    rows = measure(game, processes, arguments)
    name = f"throughput_{game}_{players}p"
    path = write_results(
        name, {"game": game, "players": players, "processes": processes, "decisions_per_cpu_second": rows}
    )
    plot(game, rows, RESULTS / f"{name}.png")
    console = Console()
    console.print(show(game, rows))
    console.print(path)


if __name__ == "__main__":
    tyro.cli(checked(main))
