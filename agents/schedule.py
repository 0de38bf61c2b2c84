"""Who plays whom, where, and on which deal: fixed by the agents, the number of games and one seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import numpy as np


@dataclass(frozen=True)
class Deal:
    """One shuffle of the game, played once per seating; no seat and no luck of the draw favours an agent."""

    number: int
    seed: int
    seatings: tuple[tuple[str, ...], ...]


def games_per_deal(agents: Sequence[str], num_players: int) -> int:
    """Number of seatings: all rotations of a table; in solo games every agent plays every deal."""
    return num_players if num_players > 1 else len(agents)


def draw_deals(agents: Sequence[str], num_players: int, games: int, seed: int, schedule: str = "mixed") -> list[Deal]:
    """The deals of a tournament of ``games`` games, rounded up to whole deals.

    ``schedule`` is one of ``SCHEDULES``; solo games are the same in all. Lineups take turns, so each is played equally
    often, give or take one deal. A schedule of more games begins with the schedule of fewer.
    """
    count = -(-games // games_per_deal(agents, num_players))
    if num_players == 1:
        alone = tuple((agent,) for agent in agents)
        return [Deal(number, seed_from(seed, number), alone) for number in range(count)]
    lineups = _in_turn(SCHEDULES[schedule](len(agents), num_players), count, np.random.default_rng(seed))
    return [_rotations(agents, lineups[number % len(lineups)], number, seed) for number in range(count)]


def seed_from(*numbers: int) -> int:
    """A well scattered seed below 2**64 from some numbers."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0])


def _rotations(agents: Sequence[str], lineup: Sequence[int], number: int, seed: int) -> Deal:
    """A deal with all rotations of ``lineup``, whose order around the table is drawn."""
    order = np.random.default_rng([seed, number]).permutation(lineup)
    table = tuple(agents[i] for i in order)
    return Deal(number, seed_from(seed, number), tuple(table[k:] + table[:k] for k in range(len(table))))


def _tables(agents: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """All groups of ``seats`` agents; where there are fewer agents than seats, agents have more than one seat."""
    groups = combinations if len(agents) >= seats else combinations_with_replacement
    return list(groups(agents, seats))


def _mixed(agents: int, seats: int) -> list[tuple[int, ...]]:
    return [lineup for lineup in _tables(range(agents), seats) if len(set(lineup)) > 1]


def _round_robin(agents: int, seats: int) -> list[tuple[int, ...]]:
    shares = range(1, seats)
    return [(a,) * n + (b,) * (seats - n) for a, b in combinations(range(agents), 2) for n in shares]


def _focus(agents: int, seats: int) -> list[tuple[int, ...]]:
    return [(0, *field) for field in _tables(range(1, agents), seats - 1)]


SCHEDULES: dict[str, Callable[[int, int], list[tuple[int, ...]]]] = {
    "mixed": _mixed,
    "round-robin": _round_robin,
    "focus": _focus,
}
"""All lineups, as numbers of the agents: as many different agents as can sit at a table, never one alone (``mixed``);
two agents that share all seats in every way (``round-robin``; with two seats the same); the first agent in one seat
and others in the rest (``focus``)."""


def _in_turn(lineups: Sequence[tuple[int, ...]], wanted: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Up to ``wanted`` of the lineups, the next always one whose agents have met least so far."""
    lineups = [lineups[i] for i in rng.permutation(len(lineups))]
    agents = 1 + max(max(lineup) for lineup in lineups)
    copies = np.array([[lineup.count(agent) for agent in range(agents)] for lineup in lineups], float)
    met = np.zeros((agents, agents))
    chosen: list[int] = []
    while len(chosen) < min(wanted, len(lineups)):
        acquainted = ((copies @ met) * copies).sum(axis=1)
        acquainted[chosen] = np.inf
        chosen.append(int(acquainted.argmin()))
        met += np.outer(copies[chosen[-1]], copies[chosen[-1]])
    return [lineups[i] for i in chosen]
