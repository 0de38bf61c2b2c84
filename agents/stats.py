"""What the games of a tournament say about its agents.

Intervals are 95 %, normal, over deals: the games of one deal (all seatings) share its luck, so their mean is one
observation. All figures depend on the set of games alone, not on the order in which they were played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from openskill.models import PlackettLuce

from .match import Outcome

Z = 1.96
"""Half width of a 95 % interval in standard errors."""
ORDERS = 20
"""Orders of the games that ratings are averaged over."""


@dataclass(frozen=True)
class Played:
    """A finished game: its place in the schedule, who sat where, and how it went."""

    deal: int
    seating: int
    agents: Sequence[str]
    outcome: Outcome


@dataclass(frozen=True)
class Estimate:
    """A mean with the half width of its interval, None where there are too few deals."""

    mean: float | None
    margin: float | None

    def text(self, scale: float, digits: int) -> str:
        """The estimate times ``scale``, as in ``0.52 ± 0.03``."""
        if self.mean is None:
            return "-"
        margin = "" if self.margin is None else f" ± {self.margin * scale:.{digits}f}"
        return f"{self.mean * scale:.{digits}f}{margin}"


@dataclass(frozen=True)
class Standing:
    """The figures of one agent. ``mu`` and ``sigma`` are the Plackett-Luce rating, None in solo games."""

    agent: str
    games: int
    mu: float | None
    sigma: float | None
    win_share: Estimate
    mean_rank: Estimate
    mean_score: Estimate
    decisions_per_game: float
    ms_per_decision: float
    forfeits: int
    ends: dict[str, int]


@dataclass(frozen=True)
class Pair:
    """How often ``agent`` ranked ahead of ``other`` in the games of both; a shared rank counts one half."""

    agent: str
    other: str
    deals: int
    ahead: Estimate


def standings(agents: Sequence[str], games: Iterable[Played]) -> list[Standing]:
    """All agents that have played, best first: by rating, in solo games by mean score."""
    games = _in_order(games)
    ratings = rate(agents, games)
    table = [_standing(agent, games, ratings.get(agent)) for agent in agents if any(agent in g.agents for g in games)]
    return sorted(table, key=lambda s: (s.mu or 0.0, s.mean_score.mean or 0.0), reverse=True)


def pairs(agents: Sequence[str], games: Iterable[Played]) -> list[Pair]:
    """Both directions of every pair of agents that have met."""
    found = []
    games = _in_order(games)
    for a, b in combinations(agents, 2):
        ahead = [(g.deal, share) for g in games for share in _shares_ahead(g, a, b)]
        if ahead:
            one, deals = estimate(ahead), len({deal for deal, _ in ahead})
            found += [Pair(a, b, deals, one), Pair(b, a, deals, Estimate(1 - one.mean, one.margin))]
    return found


def estimate(observations: Iterable[tuple[int, float]]) -> Estimate:
    """Mean of the deals' means and its interval, from (deal, value) pairs."""
    deals = defaultdict(list)
    for deal, value in observations:
        deals[deal].append(value)
    means = np.array([np.mean(values) for values in deals.values()])
    if not len(means):
        return Estimate(None, None)
    margin = Z * means.std(ddof=1) / np.sqrt(len(means)) if len(means) > 1 else None
    return Estimate(float(means.mean()), None if margin is None else float(margin))


def rate(agents: Sequence[str], games: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """Plackett-Luce (mu, sigma) of every agent; empty for solo games.

    The rating is an online one, so mu and sigma are means over ORDERS random orders of the games.
    """
    if not games or len(games[0].agents) == 1:
        return {}
    rng = np.random.default_rng(0)
    runs = np.array([_rate_once(agents, [games[i] for i in rng.permutation(len(games))]) for _ in range(ORDERS)])
    return {agent: (mu, sigma) for agent, (mu, sigma) in zip(agents, runs.mean(axis=0).tolist(), strict=True)}


def _rate_once(agents: Sequence[str], games: Sequence[Played]) -> list[tuple[float, float]]:
    """Ratings after ``games`` in this order. An agent with several seats at a table gets the mean of its updates."""
    model = PlackettLuce(tau=0.0)  # agents do not change from game to game
    ratings = {agent: model.rating() for agent in agents}
    for game in games:
        teams = model.rate([[ratings[a]] for a in game.agents], ranks=[float(r) for r in game.outcome.ranks])
        updates = defaultdict(list)
        for agent, (rating,) in zip(game.agents, teams, strict=True):
            updates[agent].append((rating.mu, rating.sigma))
        for agent, seen in updates.items():
            mu, sigma = np.mean(seen, axis=0).tolist()
            ratings[agent] = model.rating(mu=mu, sigma=sigma)
    return [(r.mu, r.sigma) for r in ratings.values()]


def _standing(agent: str, games: Sequence[Played], rating: tuple[float, float] | None) -> Standing:
    seats = [(g, seat) for g in games for seat, name in enumerate(g.agents) if name == agent]

    def mean(values: str) -> Estimate:
        observed = ((g.deal, getattr(g.outcome, values)[seat]) for g, seat in seats)
        return estimate((deal, value) for deal, value in observed if value is not None)

    decisions = sum(g.outcome.decisions[seat] for g, seat in seats)
    seconds = sum(g.outcome.seconds[seat] for g, seat in seats)
    mu, sigma = rating or (None, None)
    return Standing(
        agent=agent,
        games=len(seats),
        mu=mu,
        sigma=sigma,
        win_share=mean("wins"),
        mean_rank=mean("ranks"),
        mean_score=mean("scores"),
        decisions_per_game=decisions / len(seats),
        ms_per_decision=1000 * seconds / max(decisions, 1),
        forfeits=sum(g.outcome.forfeits[seat] is not None for g, seat in seats),
        ends=dict(sorted(Counter(g.outcome.end for g, _ in seats).items())),
    )


def _shares_ahead(game: Played, a: str, b: str) -> list[float]:
    """1, 1/2 or 0 for every seat of ``a`` against every seat of ``b``."""
    ranks = [(name, rank) for name, rank in zip(game.agents, game.outcome.ranks, strict=True)]
    ours, theirs = ([rank for name, rank in ranks if name == agent] for agent in (a, b))
    return [(mine < other) + (mine == other) / 2 for mine in ours for other in theirs]


def _in_order(games: Iterable[Played]) -> list[Any]:
    return sorted(games, key=lambda g: (g.deal, g.seating))
