"""The balance report as one page that needs nothing else: tables and pictures, a section for each number of players."""

import base64
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from . import balance_plots as plots
from .shares import Share, never_used

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #1a202c; max-width: 1120px; margin: 2em auto; padding: 0 1em }
h1 { margin-bottom: 0 }
h2 { border-top: 2px solid #cbd5e0; padding-top: .6em; margin-top: 2em }
h3 { margin: 1.4em 0 .3em }
table { border-collapse: collapse; margin: .6em 0 }
th, td { padding: .2em .7em; text-align: right; white-space: nowrap }
th { border-bottom: 1px solid #a0aec0 }
th:first-child, td:first-child { text-align: left }
tr:hover { background: #f7fafc }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(480px, 1fr)); gap: 1em 2em }
.grid > div { overflow-x: auto }
img { max-width: 100% }
.flag { color: #c53030; font-weight: 600 }
.note { color: #718096 }
details { margin: .4em 0 }
summary { cursor: pointer }
"""


def write_page(path: Path, title: str, note: str, results: dict[int, dict[str, Any]], ladder: list[dict]) -> None:
    """``results`` has the figures and the shares of every number of players."""
    sections = (_section(players, found) for players, found in results.items())
    body = "".join([f"<h1>{escape(title)}</h1><p class=note>{escape(note)}</p>", _overview(results), *sections])
    if ladder:
        body += f"<h2 id=ladder>Skill</h2>{_image(plots.ladder_plot(ladder))}{_rows(ladder)}"
    path.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style>{body}</html>\n",
        encoding="utf-8",
    )


def _overview(results: dict[int, dict[str, Any]]) -> str:
    """Averages and flags of all numbers of players next to each other."""
    counts = list(results)
    names = next(iter(results.values()))["figures"]["averages"]
    rows = [[name, *(text(found["figures"]["averages"][name]) for found in results.values())] for name in names]
    rows.insert(0, ["games", *(f"{found['figures']['games']:,}" for found in results.values())])
    links = [f'<a href="#p{players}">{players} players</a>' for players in counts]
    flags = [
        f"<li>{players} players: {_flag(one)}" for players in counts for one in flagged(results[players]["shares"])
    ]
    even = "<p>No share of a seat or a trait differs from the even one by more than chance."
    unused = {
        f"{kind} never used with any number of players": never_used([one["figures"][kind] for one in results.values()])
        for kind in ("actions", "components")
    }
    return _table(["", *links], rows) + (f"<ul class=flag>{''.join(flags)}</ul>" if flags else even) + _unused(unused)


def _flag(share: Share) -> str:
    return escape(f"{share.trait} {share.label} wins {text([share.share, share.margin])}, even is {share.even:.3f}")


def _section(players: int, found: dict[str, Any]) -> str:
    figures, shares = found["figures"], found["shares"]
    tested = [one for one in shares if one.trait not in ("opening", "component")]
    openings, components = ([one for one in shares if one.trait == kind] for kind in ("opening", "component"))
    parts = [
        ("Seats and traits", plots.traits_plot(tested) if tested else "", _share_table(tested)),
        ("Games", plots.histograms_plot(figures["histograms"]), _table(["end", "games"], figures["ends"].items())),
        ("Opening choices", plots.extremes_plot(openings), _share_table(openings)),
        ("Cards and tiles", plots.extremes_plot(components), _share_table(components)),
        (
            "Actions",
            plots.uses_plot(figures["actions"], figures["games"]),
            _table(["", "uses"], _most(figures["actions"])),
        ),
    ]
    cells = "".join(
        f"<div><h3>{name}</h3>{_image(svg)}<details><summary>table</summary>{rows}</details></div>"
        for name, svg, rows in parts
    )
    unused = {f"{kind} never used": names for kind, names in figures["never used"].items()}
    return f"<h2 id=p{players}>{players} players</h2><div class=grid>{cells}</div>{_talks(figures)}{_unused(unused)}"


def _most(counts: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: -item[1])


def _unused(names_of: dict[str, list[str]]) -> str:
    return "".join(
        f"<details><summary>{title}: {len(names)}</summary>{escape(', '.join(names)) or 'none'}</details>"
        for title, names in names_of.items()
    )


def _talks(figures: dict[str, Any]) -> str:
    talks = figures["negotiation"]
    if not talks:
        return ""
    tables = (f"<div><h4>{title.capitalize()}</h4>{_kinds(rows)}</div>" for title, rows in talks.items())
    return f"<h3>Negotiation</h3>{_image(plots.negotiation_plot(talks))}<div class=grid>{''.join(tables)}</div>"


def _kinds(rows: dict[str, dict[str, float]]) -> str:
    return _table(["", *next(iter(rows.values()))], ([what, *row.values()] for what, row in rows.items()))


def _share_table(shares: Iterable[Share]) -> str:
    rows = ([one.trait, one.label, one.games, text([one.share, one.margin]), f"{one.even:.3f}", "flagged" * one.flagged]
            for one in shares)  # fmt: skip
    return _table(["", "", "games", "win share", "even", ""], rows)


def _rows(rows: Sequence[dict[str, Any]]) -> str:
    return _table(list(rows[0]), ([text(v) if isinstance(v, list) else v for v in row.values()] for row in rows))


def _table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Headings may hold links; cells are text."""
    head = "".join(f"<th>{heading}" for heading in headings)
    lines = ("".join(f"<td>{_cell(value)}" for value in row) for row in rows)
    return f"<table><tr>{head}{''.join(f'<tr>{line}' for line in lines)}</table>"


def _cell(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else escape(value)


def _image(svg: str) -> str:
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="" src="data:image/svg+xml;base64,{data}">' if svg else ""


def text(interval: Sequence[float | None]) -> str:
    """An interval as in ``0.52 ± 0.03``."""
    mean, margin = interval
    if mean is None:
        return "-"
    digits = 3 if abs(mean) < 10 else 1
    return f"{mean:.{digits}f}" + ("" if margin is None else f" ± {margin:.{digits}f}")


def flagged(shares: Iterable[Share]) -> list[Share]:
    """The uneven ones."""
    return [one for one in shares if one.flagged]
