"""What the games of a tournament say about its agents, its seats and its deals.

All figures depend on the set of games alone, not on the order in which they were played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, inf
from typing import Any

import numpy as np
from openskill.models import PlackettLuce

from .alpha_rank import alpha_rank
from .intervals import Estimate, deal_means, estimate
from .match import Outcome

ORDERS = 20
"""Orders of the games that ratings are averaged over."""
SHARE = (0.0, 1.0)


@dataclass(frozen=True)
class Played:
    """A finished game: its place in the schedule, who sat where, and how it went."""

    deal: int
    seating: int
    agents: Sequence[str]
    outcome: Outcome


@dataclass(frozen=True)
class Standing:
    """The figures of one agent. ``mu`` and ``sigma`` are the Plackett-Luce rating, None in solo games.

    ``alpha_rank`` is None unless all agents have met.
    """

    agent: str
    games: int
    mu: float | None
    sigma: float | None
    alpha_rank: float | None
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


@dataclass(frozen=True)
class Seat:
    """How often a seat wins, whoever sits there; every agent sits there equally often."""

    seat: int
    win_share: Estimate


@dataclass(frozen=True)
class Pairing:
    """What it is worth to play every deal in all seatings.

    ``paired`` is the variance of an agent's win share over the games of a deal, ``independent`` that over as many
    games on deals of their own, ``reduction`` the part that pairing removes. Agents against other opponents count as
    other agents.
    """

    paired: float
    independent: float
    reduction: float


@dataclass(frozen=True)
class Results:
    """All figures of a tournament; in solo games there are no pairs, seats and pairing."""

    games: int
    standings: list[Standing]
    pairs: list[Pair]
    seats: list[Seat]
    pairing: Pairing | None

    def games_needed(self, margin: float) -> int | None:
        """About how many games give every win share an interval of ± ``margin``; None if it cannot be told yet."""
        margins = [s.win_share.margin for s in self.standings]
        if not margins or None in margins:
            return None
        return ceil(self.games * (max(m for m in margins if m is not None) / margin) ** 2)


def summarize(agents: Sequence[str], games: Iterable[Played]) -> Results:
    """All figures of these games."""
    games = list(games)
    return Results(len(games), standings(agents, games), pairs(agents, games), seats(games), pairing(games))


def standings(agents: Sequence[str], games: Iterable[Played]) -> list[Standing]:
    """All agents that have played, best first: by rating, in solo games by mean score."""
    games = _in_order(games)
    ratings, ranks = rate(agents, games), _alpha_ranks(agents, pairs(agents, games))
    played = [agent for agent in agents if any(agent in g.agents for g in games)]
    table = [_standing(agent, games, ratings.get(agent), ranks.get(agent)) for agent in played]
    return sorted(table, key=_merit, reverse=True)


def _merit(standing: Standing) -> float:
    """The rating, in solo games the mean score, without which everybody is ahead."""
    merit = standing.mean_score.mean if standing.mu is None else standing.mu
    return -inf if merit is None else merit


def pairs(agents: Sequence[str], games: Iterable[Played]) -> list[Pair]:
    """Both directions of every pair of agents that have met."""
    found = []
    games = _in_order(games)
    for a, b in combinations(agents, 2):
        ahead = [(g.deal, share) for g in games for share in _shares_ahead(g, a, b)]
        if ahead:
            one, deals = estimate(ahead, SHARE), len({deal for deal, _ in ahead})
            found += [Pair(a, b, deals, one), Pair(b, a, deals, _rest(one))]
    return found


def seats(games: Iterable[Played]) -> list[Seat]:
    """How often every seat wins; empty for solo games."""
    games = _in_order(games)
    if not games or len(games[0].agents) == 1:
        return []
    wins = [[(g.deal, g.outcome.wins[seat]) for g in games] for seat in range(len(games[0].agents))]
    return [Seat(seat, estimate(shares, SHARE)) for seat, shares in enumerate(wins)]


def pairing(games: Iterable[Played]) -> Pairing | None:
    """The worth of paired deals; None for solo games, and before two whole deals of a lineup have been played."""
    shares = defaultdict(list)
    for g in _in_order(games):
        for agent in sorted(set(g.agents)) if len(g.agents) > 1 else ():
            wins = [win for name, win in zip(g.agents, g.outcome.wins, strict=True) if name == agent]
            shares[agent, tuple(sorted(g.agents))].append((g.deal, float(np.mean(wins))))
    variances = []
    for (_, lineup), observed in shares.items():
        played = Counter(deal for deal, _ in observed)
        whole = [(deal, share) for deal, share in observed if played[deal] == len(lineup)]
        means = deal_means(whole)
        if len(means) > 1:
            paired = means.var(ddof=1)
            one_game = np.var([share for _, share in whole]) + paired / len(means)
            variances.append((len(means), paired, one_game / len(lineup)))
    if not any(independent for _, _, independent in variances):
        return None
    deals, *both = np.array(variances).T
    paired, independent = (float(np.average(of, weights=deals)) for of in both)
    return Pairing(paired, independent, 1 - paired / independent)


def win_share(agent: str, games: Iterable[Played]) -> Estimate:
    """How often an agent wins; a shared victory counts in part."""
    return estimate(_observed(agent, games, "wins"), SHARE)


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


def _standing(agent: str, games: Sequence[Played], rating: tuple[float, float] | None, alpha: float | None) -> Standing:
    seats = _seats_of(agent, games)
    players = len(games[0].agents)
    decisions = sum(g.outcome.decisions[seat] for g, seat in seats)
    seconds = sum(g.outcome.seconds[seat] for g, seat in seats)
    mu, sigma = rating or (None, None)
    return Standing(
        agent=agent,
        games=len(seats),
        mu=mu,
        sigma=sigma,
        alpha_rank=alpha,
        win_share=win_share(agent, games),
        mean_rank=estimate(_observed(agent, games, "ranks"), (1, players) if players > 1 else None),
        mean_score=estimate(_observed(agent, games, "scores")),
        decisions_per_game=decisions / len(seats),
        ms_per_decision=1000 * seconds / max(decisions, 1),
        forfeits=sum(g.outcome.forfeits[seat] is not None for g, seat in seats),
        ends=dict(sorted(Counter(g.outcome.end for g, _ in seats).items())),
    )


def _observed(agent: str, games: Iterable[Played], values: str) -> list[tuple[int, float]]:
    """(deal, value) of every seat of the agent that has a value."""
    observed = ((g.deal, getattr(g.outcome, values)[seat]) for g, seat in _seats_of(agent, games))
    return [(deal, value) for deal, value in observed if value is not None]


def _seats_of(agent: str, games: Iterable[Played]) -> list[tuple[Played, int]]:
    """Every game of the agent with every seat that it has there."""
    return [(game, seat) for game in games for seat, name in enumerate(game.agents) if name == agent]


def _alpha_ranks(agents: Sequence[str], met: Sequence[Pair]) -> dict[str, float]:
    """Empty unless all agents have met; two that the games cannot tell apart count as equals."""
    if not met or len(met) < len(agents) * (len(agents) - 1):
        return {}
    ahead = {(pair.agent, pair.other): pair.ahead.mean for pair in met if _apart(pair.ahead)}
    matrix = np.array([[ahead.get((a, b), 0.5) for b in agents] for a in agents])
    return dict(zip(agents, alpha_rank(matrix).tolist(), strict=True))


def _apart(ahead: Estimate) -> bool:
    """Whether even is outside the interval."""
    return ahead.low is not None and ahead.high is not None and not ahead.low <= 0.5 <= ahead.high


def _rest(share: Estimate) -> Estimate:
    """What is left of 1."""
    mean, low, high = (None if end is None else 1 - end for end in (share.mean, share.high, share.low))
    return Estimate(mean, low, high)


def _shares_ahead(game: Played, a: str, b: str) -> list[float]:
    """1, 1/2 or 0 for every seat of ``a`` against every seat of ``b``."""
    ranks = [(name, rank) for name, rank in zip(game.agents, game.outcome.ranks, strict=True)]
    ours, theirs = ([rank for name, rank in ranks if name == agent] for agent in (a, b))
    return [(mine < other) + (mine == other) / 2 for mine in ours for other in theirs]


def _in_order(games: Iterable[Played]) -> list[Any]:
    return sorted(games, key=lambda g: (g.deal, g.seating))
