"""Results of a tournament on the screen and in files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from .files import replace_file
from .stats import Pair, Standing

COLUMNS = {
    "agent": lambda s: s.agent,
    "games": lambda s: str(s.games),
    "rating": lambda s: f"{s.mu:.1f} ± {s.sigma:.1f}",
    "wins %": lambda s: s.win_share.text(100, 1),
    "mean rank": lambda s: s.mean_rank.text(1, 2),
    "score": lambda s: s.mean_score.text(1, 1),
    "moves": lambda s: f"{s.decisions_per_game:.0f}",
    "ms a move": lambda s: f"{s.ms_per_decision:.2f}",
    "forfeits": lambda s: str(s.forfeits),
}
WITH_OPPONENTS = ("rating", "mean rank")
WIDTH = 240
"""Most characters of a line: figures are never cut to fit a narrow terminal or a pipe."""


def save(folder: Path, config: Mapping[str, Any], games: int, table: Sequence[Standing], pairs: Sequence[Pair]) -> None:
    """Write ``results.json``, ``standings.csv`` and ``pairs.csv``, each whole or not at all."""
    standings, meetings = [asdict(s) for s in table], [asdict(p) for p in pairs]
    results = {"tournament": config, "games_played": games, "standings": standings, "pairs": meetings}
    replace_file(folder / "results.json", json.dumps(results, indent=2).encode() + b"\n")
    _write_csv(folder / "standings.csv", standings)
    _write_csv(folder / "pairs.csv", meetings)


def print_results(table: Sequence[Standing], pairs: Sequence[Pair]) -> None:
    """Print the standings and, where agents have met, the win matrix."""
    console = Console(width=WIDTH)
    console.print(_standings_table(table))
    if pairs:
        console.print(_win_matrix([s.agent for s in table], pairs))
    console.print("± is the 95 % interval over deals, for ratings the standard deviation", style="dim")


def _standings_table(table: Sequence[Standing]) -> Table:
    headings = [h for h in COLUMNS if table[0].mu is not None or h not in WITH_OPPONENTS]
    ends = sorted({end for s in table for end in s.ends})
    ends = ends if len(ends) > 1 else []
    result = Table(*headings, *ends, box=SIMPLE_HEAD, title="Standings")
    for standing in table:
        cells = [COLUMNS[heading](standing) for heading in headings]
        result.add_row(*cells, *(str(standing.ends.get(end, 0)) for end in ends))
    return result


def _win_matrix(agents: Sequence[str], pairs: Sequence[Pair]) -> Table:
    ahead = {(p.agent, p.other): p.ahead.text(100, 1) for p in pairs}
    result = Table("", *agents, box=SIMPLE_HEAD, title="How often the row ranks ahead of the column, %")
    for row in agents:
        result.add_row(row, *(ahead.get((row, column), "") for column in agents))
    return result


def _write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """One line a row; an estimate becomes two columns, counts by name become one text."""
    flat = [dict(cell for item in row.items() for cell in _flatten(*item)) for row in rows]
    lines = [list(flat[0])] if flat else []
    lines += [list(row.values()) for row in flat]
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(lines)
    replace_file(path, buffer.getvalue().encode())


def _flatten(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict) and set(value) == {"mean", "margin"}:
        return [(name, value["mean"]), (f"{name}_margin", value["margin"])]
    if isinstance(value, dict):
        return [(name, " ".join(f"{key}={count}" for key, count in value.items()))]
    return [(name, value)]
