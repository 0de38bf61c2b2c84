"""What many games say: shares of the victory by seat, trait, opening and component, which of them are uneven, averages.

Intervals are 95 %, over the games. A share that has no reason to differ from the even one, that of a seat or a trait,
is flagged if it does so at the 5 % level after Holm's correction for all such shares of one number of players.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.intervals import Estimate, estimate
from agents.stats import SHARE
from lunar_envs.engine.game import Game

from .record import Record
from .talks import talk_figures
from .traits import CLOCKS

LEVEL = 0.05
FEWEST = 30
"""Games below which a share is not tested: its interval rests on many games."""


@dataclass
class Share:
    """What part of the victories the seats with a label got; even is what all seats got in the same games.

    Alone it is what the player got in all games.
    """

    trait: str
    label: str
    games: int
    share: float
    margin: float | None
    even: float
    p: float | None = None
    flagged: bool = False


Held = tuple[Record, int, str | None]
"""A game, a seat of it and the label of the seat."""


def shares(game: Game, records: Sequence[Record]) -> list[Share]:
    """All shares, those of seats and traits tested."""
    rivals = len(records[0].wins) > 1
    found = list(_by_label("seat", ((r, seat, f"seat {seat}") for r in records for seat in range(len(r.wins))), rivals))
    for trait in dict.fromkeys(name for record in records for name in record.traits):
        held = ((r, seat, label) for r in records for seat, label in enumerate(r.traits.get(trait, ())))
        found += _by_label(trait, held, rivals)
    for share, flagged in zip(found, holm([share.p for share in found]), strict=True):
        share.flagged = flagged
    found += _by_label("opening", ((r, seat, label) for r in records for seat, label in enumerate(r.openings)))
    played = ((r, seat, index) for r in records for seat, uses in enumerate(r.components) for index in uses)
    return found + _by_label("component", ((r, seat, game.components[i]) for r, seat, i in played if i >= 0))


def _by_label(trait: str, held: Iterable[Held], tested: bool = False) -> list[Share]:
    """A share for every label, with p if it is tested and there are enough games."""
    seats: dict[str, list[tuple[Record, int]]] = {}
    for record, seat, label in held:
        if label is not None:
            seats.setdefault(label, []).append((record, seat))
    alone = [record.wins for rows in seats.values() for record, _ in rows if len(record.wins) == 1]
    found = []
    for label, rows in sorted(seats.items()):
        mean, margin = interval(estimate(((id(record), record.wins[seat]) for record, seat in rows), SHARE))
        games = list({id(record): record for record, _ in rows}.values())
        even = float(np.mean(alone or [np.mean(record.wins) for record in games]))
        share = Share(trait, label, len(games), mean, margin, round(even, 4))
        if tested and share.games >= FEWEST:
            share.p = _chance(abs(mean - even), rows, games)
        found.append(share)
    return found


def _chance(distance: float, rows: Sequence[tuple[Record, int]], games: Sequence[Record]) -> float:
    """How likely a share is at least so far from the even one if labels are dealt anew among the seats of each game.

    Normal, with the variance of a mean of some of the seats, so that it holds for a label without any victory too.
    """
    with_label = Counter(id(record) for record, _ in rows)
    variance = 0.0
    for record in games:
        some, seats = with_label[id(record)], len(record.wins)
        variance += np.var(record.wins, ddof=1) / some * (1 - some / seats)
    error = math.sqrt(variance) / len(games)
    return math.erfc(distance / error / math.sqrt(2)) if error else 1.0


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
