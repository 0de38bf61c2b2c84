"""Playing the deals of a schedule, here or in several processes."""

from __future__ import annotations

import functools
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import lunar_envs

from . import make_agent
from .base import Agent
from .match import play
from .schedule import Deal, seed_from
from .stats import Played

Job = tuple[Deal, Sequence[int]]
"""A deal and the seatings of it that are to be played."""


def play_all(
    game: str, options: Mapping[str, Any], seed: int, jobs: Sequence[Job], workers: int
) -> Iterator[list[Played]]:
    """The games of each job, in the order in which jobs end; every game depends on its arguments alone."""
    job = functools.partial(play_deal, game, options, seed)
    if workers == 1:
        yield from (job(deal, seatings) for deal, seatings in jobs)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_start_worker) as pool:
        try:
            for done in as_completed([pool.submit(job, deal, seatings) for deal, seatings in jobs]):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def play_deal(game: str, options: Mapping[str, Any], seed: int, deal: Deal, seatings: Sequence[int]) -> list[Played]:
    """Play some seatings of a deal; ``seed`` is the tournament's."""
    games = []
    for seating in seatings:
        names = deal.seatings[seating]
        agents = [_agent(name, seat) for seat, name in enumerate(names)]
        seeds = [seed_from(seed, deal.number, seating, seat) for seat in range(len(names))]
        outcome = play(lunar_envs.games[game], agents, deal.seed, seeds, options)
        games.append(Played(deal.number, seating, list(names), outcome))
    return games


@functools.cache
def _agent(name: str, seat: int) -> Agent:
    """The agent that plays ``seat`` under this name in this process."""
    return make_agent(name)


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
