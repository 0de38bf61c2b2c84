"""Results of a tournament on the screen and in files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lunar_envs.files import replace_file

from .stats import Pair, Results, Seat, Standing

COLUMNS = {
    "agent": lambda s: s.agent,
    "games": lambda s: str(s.games),
    "rating": lambda s: f"{s.mu:.1f} ± {s.sigma:.1f}",
    "alpha-rank %": lambda s: "-" if s.alpha_rank is None else f"{100 * s.alpha_rank:.0f}",
    "wins %": lambda s: s.win_share.text(100, 1),
    "mean rank": lambda s: s.mean_rank.text(1, 2),
    "score": lambda s: s.mean_score.text(1, 1),
    "moves": lambda s: f"{s.decisions_per_game:.0f}",
    "ms a move": lambda s: f"{s.ms_per_decision:.2f}",
    "forfeits": lambda s: str(s.forfeits),
}
WITH_OPPONENTS = ("rating", "alpha-rank %", "mean rank")
LABEL = 40
"""Most characters of a name in the picture."""
WIDTH = 240
"""Most characters of a line: figures are never cut to fit a narrow terminal or a pipe."""


def save(folder: Path, config: Mapping[str, Any], results: Results) -> None:
    """Write ``results.json``, ``standings.csv``, ``pairs.csv`` and ``ratings.png``, each whole or not at all."""
    figures = asdict(results)
    text = json.dumps({"tournament": config} | figures, indent=2)
    replace_file(folder / "results.json", text.encode() + b"\n")
    _write_csv(folder / "standings.csv", figures["standings"])
    _write_csv(folder / "pairs.csv", figures["pairs"])
    replace_file(folder / "ratings.png", _plot(results.standings))


def print_results(results: Results) -> None:
    """Print the standings and, where agents have met, the win matrix, the seats and what pairing is worth."""
    console = Console(width=WIDTH, emoji=False)
    console.print(_standings_table(results.standings))
    if results.pairs:
        console.print(_win_matrix([s.agent for s in results.standings], results.pairs))
    console.print("in brackets the 95 % interval over deals; ± is the standard deviation", style="dim")
    if results.seats:
        console.print(_seat_line(results.seats), highlight=False)
    if results.pairing:
        removed = results.pairing.reduction
        effect = f"removes {removed:.0%} of" if removed >= 0.005 else "does not reduce"
        console.print(f"playing deals in all seatings {effect} the variance", highlight=False)


def print_need(results: Results, margin: float) -> None:
    """Print how many games would give every win share an interval of ± ``margin``."""
    games = results.games_needed(margin)
    answer = "play two deals or more to see" if games is None else f"about {games} games in all"
    Console().print(f"for ± {100 * margin:g} % on every win share: {answer}", highlight=False)


def _seat_line(seats: Sequence[Seat]) -> str:
    return "wins by seat, %: " + ", ".join(seat.win_share.text(100, 1) for seat in seats)


def _plot(table: Sequence[Standing]) -> bytes:
    """A picture of the ratings, in solo games of the scores, as PNG."""
    rated = table[0].mu is not None
    figure = Figure(figsize=(7, 1.2 + 0.4 * len(table)), layout="constrained")
    axes = figure.subplots()
    for place, standing in enumerate(reversed(table)):
        value, margin = (
            (standing.mu, standing.sigma) if rated else (standing.mean_score.mean, standing.mean_score.margin)
        )
        if value is not None:
            axes.errorbar([value], [place], xerr=margin, fmt="o", color="C0", capsize=4)
    names = [_short(standing.agent) for standing in reversed(table)]
    axes.set_yticks(range(len(names)), names, parse_math=False)
    axes.set_xlabel("rating ± standard deviation" if rated else "mean score with its 95 % interval")
    axes.margins(y=0.3)
    axes.grid(alpha=0.3)
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=150)
    return picture.getvalue()


def _short(name: str) -> str:
    """A name that leaves room for the picture; of a path the end says most."""
    return name if len(name) <= LABEL else "..." + name[3 - LABEL :]


def _standings_table(table: Sequence[Standing]) -> Table:
    headings = [h for h in COLUMNS if table[0].mu is not None or h not in WITH_OPPONENTS]
    ends = sorted({end for s in table for end in s.ends})
    ends = ends if len(ends) > 1 else []
    result = Table(*headings, *ends, box=SIMPLE_HEAD, title="Standings")
    for standing in table:
        cells = [escape(COLUMNS[heading](standing)) for heading in headings]
        result.add_row(*cells, *(str(standing.ends.get(end, 0)) for end in ends))
    return result


def _win_matrix(agents: Sequence[str], pairs: Sequence[Pair]) -> Table:
    ahead = {(p.agent, p.other): p.ahead.text(100, 1) for p in pairs}
    result = Table("", *map(escape, agents), box=SIMPLE_HEAD, title="How often the row ranks ahead of the column, %")
    for row in agents:
        result.add_row(escape(row), *(ahead.get((row, column), "") for column in agents))
    return result


def _write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """One line a row; an estimate becomes three columns, counts by name become one text."""
    flat = [dict(cell for item in row.items() for cell in _flatten(*item)) for row in rows]
    lines = [list(flat[0])] if flat else []
    lines += [list(row.values()) for row in flat]
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(lines)
    replace_file(path, buffer.getvalue().encode())


def _flatten(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict) and set(value) == {"mean", "low", "high"}:
        return [(name, value["mean"]), (f"{name}_low", value["low"]), (f"{name}_high", value["high"])]
    if isinstance(value, dict):
        return [(name, " ".join(f"{key}={count}" for key, count in value.items()))]
    return [(name, value)]
