"""Whether more skill wins more: each agent of a list against the one before it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from agents.intervals import estimate
from agents.match import Outcome
from agents.match import play as play_match
from agents.schedule import Deal, seed_from
from agents.stats import SHARE

from .record import Table, agent_of, spread_out
from .shares import interval

CHUNK = 5
"""Deals that a worker plays at a time."""

Games = list[tuple[int, Sequence[str], Outcome]]


def climb(table: Table, specs: Sequence[str], games: int, seed: int, workers: int) -> list[dict[str, Any]]:
    """A row for each agent, alone in a seat, the one before it in all others; solo, both on the same deals.

    Every deal is played in all seats.
    """
    return [_meet(table, lower, higher, games, seed, workers) for lower, higher in pairwise(specs)]


def _meet(table: Table, lower: str, higher: str, games: int, seed: int, workers: int) -> dict[str, Any]:
    """What the two get for a seat: shares of the victory, which are even at one over the players, and points."""
    seatings = _seatings(lower, higher, table.num_players)
    deals = [Deal(number, seed_from(seed, number), seatings) for number in range(-(-games // len(seatings)))]
    chunks = [deals[i : i + CHUNK] for i in range(0, len(deals), CHUNK)]
    played: Games = [game for found in spread_out(_play_deals, table, chunks, workers) for game in found]
    row: dict[str, Any] = {"players": table.num_players, "agent": higher, "against": lower, "games": len(played)}
    for agent, prefix in ((higher, ""), (lower, "other's ")):
        mine = [(deal, one, seat) for deal, names, one in played for seat, name in enumerate(names) if name == agent]
        row[f"{prefix}win share"] = interval(estimate(((deal, one.wins[seat]) for deal, one, seat in mine), SHARE))
        row[f"{prefix}score"] = interval(estimate((deal, one.scores[seat]) for deal, one, seat in mine))
    return row


def _seatings(lower: str, higher: str, players: int) -> tuple[tuple[str, ...], ...]:
    if players == 1:
        return (lower,), (higher,)
    return tuple(tuple(higher if k == seat else lower for k in range(players)) for seat in range(players))


def _play_deals(table: Table, deals: Sequence[Deal]) -> Games:
    return [(deal.number, names, _play_one(table, deal, names)) for deal in deals for names in deal.seatings]


def _play_one(table: Table, deal: Deal, names: Sequence[str]) -> Outcome:
    """A forfeit is a fault of an agent and no figure: it raises ValueError."""
    agents = [agent_of(name, seat) for seat, name in enumerate(names)]
    seeds = [seed_from(deal.seed, seat) for seat in range(len(names))]
    outcome = play_match(table.game, agents, deal.seed, seeds, table.options)
    if any(outcome.forfeits):
        raise ValueError(
            next(f"agent {name!r}: {why}" for name, why in zip(names, outcome.forfeits, strict=True) if why)
        )
    return replace(outcome, seconds=[])
