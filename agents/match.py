"""One game between agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from lunar_envs.engine.game import Game

from .base import Agent, view_of
from .clock import LOADING, at_most
from .faults import FAULTS, reason


@dataclass(frozen=True)
class Outcome:
    """How a game went; lists hold one entry per seat.

    Ranks start at 1 (best) and may be shared, ``wins`` are shares of the victory. After a forfeit there are no scores,
    and ``forfeits`` tells the reason.
    """

    ranks: list[int]
    wins: list[float]
    scores: list[int | None]
    decisions: list[int]
    seconds: list[float]
    forfeits: list[str | None]
    end: str


def play(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    agent_seeds: Sequence[int],
    options: Mapping[str, Any],
    seconds_per_move: float | None = None,
) -> Outcome:
    """Play one game; agent ``k`` has seat ``k`` and draws from ``agent_seeds[k]``, the game itself from ``seed``.

    An agent that raises, takes an illegal action or more than ``seconds_per_move`` for a move forfeits: the game is
    over, its seat is last, and the others share the first rank. Where moves have a limit, getting ready has one too.
    """
    seats = range(len(agents))
    state = game.new(len(agents), seed, **options)
    views = [view_of(game, state, seat) for seat in seats]
    decisions, seconds = [0 for _ in seats], [0.0 for _ in seats]
    seat = 0
    try:
        for seat in seats:
            with at_most(None if seconds_per_move is None else LOADING):
                agents[seat].begin(game, seat, agent_seeds[seat])
        while not game.is_over(state):
            seat = game.to_move(state)
            start = perf_counter()
            with at_most(seconds_per_move):
                action = agents[seat].act(views[seat])
            seconds[seat] += perf_counter() - start
            decisions[seat] += 1
            game.step(state, action)
    except FAULTS as error:  # an illegal action among them
        return _forfeited(seat, reason(error), decisions, seconds)
    return Outcome(
        ranks=game.ranks(state).tolist(),
        wins=game.returns(state, "win").tolist(),
        scores=game.scores(state).tolist(),
        decisions=decisions,
        seconds=seconds,
        forfeits=[None for _ in seats],
        end=game.end_reason(state),
    )


def _forfeited(loser: int, reason: str, decisions: list[int], seconds: list[float]) -> Outcome:
    seats = range(len(decisions))
    return Outcome(
        ranks=[len(seats) if seat == loser else 1 for seat in seats],
        wins=[0.0 if seat == loser else 1 / (len(seats) - 1) for seat in seats],
        scores=[None for _ in seats],
        decisions=decisions,
        seconds=seconds,
        forfeits=[reason if seat == loser else None for seat in seats],
        end="forfeit",
    )
