"""The pictures of the balance report, each an SVG document."""

import io
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .shares import FEWEST, Share
from .talks import AGREEMENTS, OFFERS

PLAIN, FLAGGED, EVEN = "#2b6cb0", "#c53030", "#718096"
MOST_ROWS = 24
"""Rows of a picture; tables and files have all."""
STYLE = {"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "svg.hashsalt": "balance"}


def traits_plot(shares: Sequence[Share]) -> str:
    """Seats and traits below each other, with intervals."""
    groups = [list(group) for _, group in groupby(shares, lambda share: share.trait)]
    heights = [len(group) + 1 for group in groups]
    with rc_context(STYLE):
        figure = Figure(figsize=(7, 0.26 * sum(heights) + 0.6), layout="constrained")
        axes = figure.subplots(len(groups), 1, squeeze=False, sharex=True, gridspec_kw={"height_ratios": heights})
        for ax, group in zip(axes[:, 0], groups, strict=True):
            _dots(ax, group)
            ax.set_title(group[0].trait, loc="left", fontsize=9, fontweight="bold")
        axes[-1, 0].set_xlabel("win share with its 95 % interval; dashed: even; red: flagged")
        return _svg(figure)


def extremes_plot(shares: Sequence[Share]) -> str:
    """The highest and the lowest of many shares."""
    known = sorted((one for one in shares if one.games >= FEWEST and one.margin is not None), key=lambda one: one.share)
    shown = known if len(known) <= MOST_ROWS else known[: MOST_ROWS // 2] + known[-MOST_ROWS // 2 :]
    if not shown:
        return ""
    with rc_context(STYLE):
        figure = Figure(figsize=(7, 0.22 * len(shown) + 0.8), layout="constrained")
        ax = figure.subplots()
        _dots(ax, shown[::-1])
        ax.set_xlabel(f"win share (at least {FEWEST} games); dashed: even")
        return _svg(figure)


def _dots(ax: Axes, shares: Sequence[Share]) -> None:
    for row, one in enumerate(shares):
        colour = FLAGGED if one.flagged else PLAIN
        ax.errorbar([one.share], [row], xerr=[one.margin or 0], fmt="o", color=colour, markersize=4, capsize=2)
    ax.axvline(shares[0].even, color=EVEN, linestyle="--", linewidth=1)
    ax.set_yticks(range(len(shares)), [f"{one.label} ({one.games:,})" for one in shares])
    ax.set_ylim(len(shares) - 0.5, -0.5)
    ax.grid(axis="x", alpha=0.3)


def histograms_plot(histograms: dict[str, dict[str, list[float]]]) -> str:
    """Distributions over the games."""
    with rc_context(STYLE):
        figure = Figure(figsize=(7, 4), layout="constrained")
        for ax, (name, found) in zip(figure.subplots(2, 2).flat, histograms.items(), strict=True):
            ax.stairs(found["counts"], found["edges"], fill=True, color=PLAIN)
            ax.set(title=name, ylabel="games")
        return _svg(figure)


def uses_plot(counts: dict[str, int], games: int) -> str:
    """What is used most and how often a game."""
    most = sorted(counts.items(), key=lambda item: -item[1])[:MOST_ROWS]
    with rc_context(STYLE):
        figure = Figure(figsize=(7, 0.22 * len(most) + 0.8), layout="constrained")
        ax = figure.subplots()
        ax.barh([name for name, _ in most], [count / games for _, count in most], color=PLAIN)
        ax.margins(y=0.01)
        ax.invert_yaxis()
        ax.set_xlabel("uses a game")
        return _svg(figure)


def negotiation_plot(negotiation: dict[str, Any]) -> str:
    """Offers and agreements by kind, side by side."""
    with rc_context(STYLE):
        figure = Figure(figsize=(10, 4), layout="constrained")
        for ax, title, events in zip(
            figure.subplots(1, 2), ("offers a game", "agreements a game"), (OFFERS, AGREEMENTS), strict=True
        ):
            rows = {what: row for what, row in negotiation[title].items() if what != "all"}
            for number, event in enumerate(events):
                heights = [index + 0.2 * number for index in range(len(rows))]
                ax.barh(heights, [row[event] for row in rows.values()], 0.18, label=event)
            ax.set_yticks([index + 0.3 for index in range(len(rows))], list(rows))
            ax.invert_yaxis()
            ax.set_title(title)
            ax.legend()
        return _svg(figure)


def ladder_plot(rows: Sequence[dict[str, Any]]) -> str:
    """The win share of every agent against the one before it."""
    with rc_context(STYLE):
        figure = Figure(figsize=(7, 0.35 * len(rows) + 1), layout="constrained")
        ax = figure.subplots()
        for number, row in enumerate(rows):
            mean, margin = row["win share"]
            ax.errorbar([mean], [number], xerr=[margin or 0], fmt="o", color=PLAIN, capsize=2)
            ax.plot([1 / row["players"]] * 2, [number - 0.4, number + 0.4], color=EVEN, linestyle="--")
        ax.set_yticks(
            range(len(rows)), [f"{row['agent']} against {row['against']}, {row['players']} players" for row in rows]
        )
        ax.set_ylim(len(rows) - 0.5, -0.5)
        ax.set_xlabel("win share a seat; dashed: even")
        return _svg(figure)


def _svg(figure: Figure) -> str:
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None})
    return stream.getvalue()
