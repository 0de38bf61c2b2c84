"""Playing the deals of a schedule on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .stats import Played
from .workers import Job, Setup, play_deal

RETRIES = 5
"""How often a deal is played anew whose worker or machine is lost."""


def play_on_ray(setup: Setup, jobs: Sequence[Job]) -> Iterator[list[Played]]:
    """As ``workers.play_all``, on the cluster that ``RAY_ADDRESS`` names, or on one of this machine.

    Every machine of the cluster needs this checkout and what it needs. Raises ImportError without Ray.
    """
    try:
        import ray
    except ImportError as error:
        raise ImportError(f"a tournament on Ray needs it: pip install 'lunar-envs[ray]' ({error})") from None
    ray.init(log_to_driver=False)
    try:
        play = ray.remote(max_retries=RETRIES)(play_deal)
        shared = ray.put(setup)
        waiting = [play.remote(shared, deal, seatings) for deal, seatings in jobs]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()
