"""Playing the deals of a schedule, here or in several processes."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

import lunar_envs
from lunar_envs.engine.game import Game

from .base import Agent, View, view_of
from .clock import LOADING, at_most
from .faults import FAULTS
from .match import play
from .schedule import Deal, seed_from
from .specs import Spec
from .stats import Played

Job = tuple[Deal, Sequence[int]]
"""A deal and the seatings of it that are to be played."""


@dataclass(frozen=True)
class Setup:
    """What all games of a tournament share; ``specs`` are the agents by their names in the deals."""

    game: str
    options: Mapping[str, Any]
    seed: int
    specs: Mapping[str, Spec]
    seconds_per_move: float | None = None


def play_all(setup: Setup, jobs: Sequence[Job], workers: int) -> Iterator[list[Played]]:
    """The games of each job, in the order in which jobs end; every game depends on its arguments alone."""
    job = functools.partial(play_deal, setup)
    if workers == 1:
        yield from (job(deal, seatings) for deal, seatings in jobs)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_start_worker) as pool:
        try:
            for done in as_completed([pool.submit(job, deal, seatings) for deal, seatings in jobs]):
                yield done.result()
        except BrokenProcessPool as error:
            raise BrokenProcessPool(
                "a process that played games has died: it ran out of memory, or an agent ended it; finished games are "
                "kept and the same command goes on; if it happens again, leave out one agent after the other"
            ) from error
        finally:
            pool.shutdown(cancel_futures=True)


def play_deal(setup: Setup, deal: Deal, seatings: Sequence[int]) -> list[Played]:
    """Play some seatings of a deal."""
    games = []
    for seating in seatings:
        names = deal.seatings[seating]
        specs = [setup.specs[name] for name in names]
        if setup.seconds_per_move is not None:
            for spec in specs:
                _load(spec, setup.game, len(names))
        agents = [_agent(spec, seat) for seat, spec in enumerate(specs)]
        seeds = [seed_from(setup.seed, deal.number, seating, seat) for seat in range(len(names))]
        game = lunar_envs.games[setup.game]
        outcome = play(game, agents, deal.seed, seeds, setup.options, setup.seconds_per_move)
        games.append(Played(deal.number, seating, list(names), outcome))
    return games


_agents: dict[tuple[str, int], Agent] = {}


def _agent(spec: Spec, seat: int) -> Agent:
    """The agent of this spec that plays ``seat`` in this process."""
    key = repr(spec), seat  # not the spec itself: 1 and True are equal, and may make different agents
    if key not in _agents:
        _agents[key] = _made(spec)
    return _agents[key]


def _made(spec: Spec) -> Agent:
    try:
        return spec.make()
    except FAULTS as error:
        return Unmade(error)


class Unmade(Agent):
    """In place of an agent that could not be made, which is a fault like any other: it costs its games."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Raise what making the agent raised."""
        raise self.error

    def act(self, view: View) -> int:
        """See ``begin``."""
        raise self.error


_loaded: set[tuple[str, str, int]] = set()


def _load(spec: Spec, name: str, num_players: int) -> None:
    """Let an agent of this spec take one move outside any game, once, so that loading code costs it no time in one."""
    if (key := (repr(spec), name, num_players)) in _loaded:
        return
    _loaded.add(key)
    game = lunar_envs.games[name]
    state = game.new(num_players, 0)
    seat = game.to_move(state)
    agent = _agent(spec, seat)
    with contextlib.suppress(*FAULTS), at_most(LOADING):
        agent.begin(game, seat, 0)
        agent.act(view_of(game, state, seat))


def _start_worker() -> None:
    """Use one core, leave Ctrl-C to the main process, and end with it even if it is killed."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
