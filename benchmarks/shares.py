"""What many games say: shares of the victory by seat, trait, opening and component, which of them are uneven, averages.

Intervals are 95 %, over the games. A share that has no reason to differ from the even one, that of a seat or a trait,
is flagged if it does so at the 5 % level after Holm's correction for all such shares of one number of players.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.intervals import Estimate, Z, estimate
from lunar_envs.engine.game import Game

from .record import Record
from .talks import talk_figures
from .traits import CLOCKS

LEVEL = 0.05
FEWEST = 30
"""Games below which a share is not tested: its interval rests on many games."""


@dataclass
class Share:
    """The victories of the seats with a label, as a share of those that one seat could win; even is what all get."""

    trait: str
    label: str
    games: int
    share: float | None
    margin: float | None
    even: float
    p: float | None = None
    flagged: bool = False


def shares(game: Game, records: Sequence[Record]) -> list[Share]:
    """All shares, those of seats and traits tested."""
    lots = list(_lots(records))
    for share, flagged in zip(lots, holm([share.p for share in lots]), strict=True):
        share.flagged = flagged
    openings = [(record, seat, label) for record in records for seat, label in enumerate(record.openings) if label]
    played = [
        (record, seat, game.components[index])
        for record in records
        for seat, counter in enumerate(record.components)
        for index in counter
        if index >= 0
    ]
    return [*lots, *_by_label("opening", openings, records), *_by_label("component", played, records)]


def _lots(records: Sequence[Record]) -> Iterator[Share]:
    """By seat and by trait, with p; alone a seat is nothing that could be uneven."""
    seats = [(record, seat, f"seat {seat}") for record in records for seat in range(len(record.wins))]
    yield from map(_tested, _by_label("seat", seats, records)) if len(records[0].wins) > 1 else ()
    for trait in dict.fromkeys(name for record in records for name in record.traits):
        held = [(r, seat, label) for r in records for seat, label in enumerate(r.traits.get(trait, ())) if label]
        yield from map(_tested, _by_label(trait, held, records))


def _by_label(trait: str, held: Iterable[tuple[Record, int, str]], records: Sequence[Record]) -> list[Share]:
    """A share for every label, from which seat of which game has it."""
    even = float(np.mean([np.mean(record.wins) for record in records]))
    wins: dict[str, list[tuple[int, float]]] = {}
    for record, seat, label in held:
        wins.setdefault(label, []).append((id(record), record.wins[seat]))
    found = []
    for label, pairs in sorted(wins.items()):
        mean, margin = interval(estimate(pairs))
        found.append(Share(trait, label, len({game for game, _ in pairs}), mean, margin, round(even, 4)))
    return found


def _tested(share: Share) -> Share:
    """The share with its two-sided p, if there are enough games."""
    if share.games >= FEWEST and share.margin is not None:
        distance = abs(share.share - share.even)
        error = share.margin / Z
        share.p = math.erfc(distance / error / math.sqrt(2)) if error else float(distance == 0)
    return share


def holm(ps: Sequence[float | None]) -> list[bool]:
    """Which of the tests reject at LEVEL together (Holm 1979); None is no test."""
    order = sorted((p, i) for i, p in enumerate(ps) if p is not None)
    flagged = [False] * len(ps)
    for rank, (p, i) in enumerate(order):
        if p > LEVEL / (len(order) - rank):
            break
        flagged[i] = True
    return flagged


def figures(game: Game, records: Sequence[Record]) -> dict[str, Any]:
    """What the games show beside the shares, as plain values; an interval is [mean, half width]."""
    actions = sum((record.actions for record in records), Counter())
    components = sum((counter for record in records for counter in record.components), Counter())
    uses = {
        "actions": {name: actions[action] for action, name in enumerate(game.action_names)},
        "components": {name: components[index] for index, name in enumerate(game.components)},
    }
    return {
        "games": len(records),
        "averages": {name: interval(estimate(enumerate(map(of, records)))) for name, of in _averages(game).items()},
        "median decisions": float(np.median([record.decisions for record in records])),
        "histograms": {name: _histogram([of(record) for record in records]) for name, of in HISTOGRAMS.items()},
        "ends": dict(Counter(record.end for record in records).most_common()),
        **uses,
        "never used": {kind: never_used([counts]) for kind, counts in uses.items()},
        "negotiation": talk_figures([record.talks for record in records]),
    }


HISTOGRAMS: dict[str, Callable[[Record], int]] = {
    "decisions": lambda record: record.decisions,
    "clock at the end": lambda record: record.clock,
    "winner's lead": lambda record: record.spread,
    "lead changes": lambda record: record.lead_changes,
}
BINS = 30


def _histogram(values: list[int]) -> dict[str, list[float]]:
    """Counts and the edges of their bins, which are as wide as a whole number."""
    low, high = min(values), max(values)
    width = -(-(high - low + 1) // BINS)
    edges = np.arange(low, high + width + 1, width) - 0.5
    return {"edges": edges.tolist(), "counts": np.histogram(values, edges)[0].tolist()}


def _averages(game: Game) -> dict[str, Callable[[Record], float]]:
    return {
        "decisions": lambda record: record.decisions,
        f"{CLOCKS[game.name]} at the end": lambda record: record.clock,
        "legal actions": lambda record: record.choices / record.decisions,
        "forced share": lambda record: record.forced / record.decisions,
        "lead changes": lambda record: record.lead_changes,
        "score": lambda record: float(np.mean(record.scores)),
        "winner's lead": lambda record: record.spread,
    }


def never_used(counts: Sequence[dict[str, int]]) -> list[str]:
    """The names that have no use in any of the counts, which have the same names."""
    return [name for name in counts[0] if not any(one[name] for one in counts)]


def interval(found: Estimate) -> list[float | None]:
    """[mean, half width], rounded."""
    return [None if number is None else round(number, 4) for number in (found.mean, found.margin)]
