"""A time limit for a piece of code."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

LOADING = 30.0
"""Seconds in which an agent has to be ready for a game, and for its very first move in a process."""
LONGEST = 86_400.0
"""The longest limit, in seconds."""


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raise TimeoutError from the block once it has run so long, ``LONGEST`` at most; None is no limit.

    Python code is interrupted, compiled code is not: it ends first. Nor is anything interrupted outside the main
    thread and where the system has no timer signals.
    """
    if seconds is None:
        yield
        return
    timer = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    start = perf_counter()

    def fail(*_: Any) -> None:
        raise TimeoutError(f"it took more than {seconds} s")

    if timer:
        signal.signal(signal.SIGALRM, fail)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if timer:
            signal.setitimer(signal.ITIMER_REAL, 0)
    if perf_counter() - start > seconds:
        fail()
