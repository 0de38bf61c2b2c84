"""Simulations per second of the tree search: ``python -m benchmarks.search GAME``.

The positions are those of one game between greedy players, some of those in which there is a choice; medians over fresh
processes, CPU time on one core.
"""

import tyro
from rich.console import Console

import lunar_envs

from .common import checked, fresh, medians, pin, write_results


def main(
    game: tyro.conf.Positional[str],
    players: int | None = None,
    simulations: int = 1000,
    seconds: float = 3.0,
    processes: int = 5,
) -> None:
    """Measure how many simulations the search of a game does in a second.

    Args:
        game: Name of the game.
        players: Number of seats; 2 by default.
        simulations: Simulations of one decision.
        seconds: How long a process measures.
        processes: Fresh processes; their median is reported.
    """
    pin()
    settings = {"players": lunar_envs.games[game].check_players(players), "simulations": simulations}
    given = {"game": game, **settings, "seconds": seconds}
    arguments = [text for name, value in given.items() for text in (f"--{name}", str(value))]
    found = medians(fresh("benchmarks.simulations", *arguments) for _ in range(processes))
    console = Console()
    console.print(f"{game}, {settings}: {found['simulations/s']:,.0f} simulations/s", highlight=False)
    console.print(write_results(f"search_{game}_{settings['players']}p", {"game": game, **settings, **found}))


if __name__ == "__main__":
    tyro.cli(checked(main))
