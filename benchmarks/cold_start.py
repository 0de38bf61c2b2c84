"""Seconds from an empty process to the first step: ``python -m benchmarks.cold_start GAME``.

The first start on a machine compiles the rules; every later one takes them from numba's cache on disk.
"""

import tempfile

import tyro
from rich.console import Console
from rich.table import Table

from .common import checked, fresh, medians, pin, write_results


def measure(game: str, processes: int) -> dict[str, dict[str, float]]:
    """Medians over fresh processes for the first start ever and for later ones."""
    first, later = [], []
    for _ in range(processes):
        with tempfile.TemporaryDirectory() as cache:
            runs = [fresh("benchmarks.first_step", game, NUMBA_CACHE_DIR=cache) for _ in range(2)]
        first.append(runs[0])
        later.append(runs[1])
    return {"first ever": medians(first), "warm cache": medians(later)}


def main(game: tyro.conf.Positional[str], processes: int = 5) -> None:
    """Measure the cold and the warm start of a game.

    Args:
        game: Name of the game.
        processes: Fresh processes of each kind; the medians are reported.
    """
    pin()
    starts = measure(game, processes)
    table = Table("", *starts, title=f"{game}: seconds from nothing to the first step")
    for key in starts["first ever"]:
        table.add_row(key, *(f"{run[key]:.2f}" for run in starts.values()))
    console = Console()
    console.print(table)
    console.print(write_results(f"cold_start_{game}", {"game": game, "processes": processes, "seconds": starts}))


if __name__ == "__main__":
    tyro.cli(checked(main))
