"""What the benchmarks share: fresh processes, CPU time on one core, medians, files of results."""

import functools
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import lunar_envs

RESULTS = Path("runs", "benchmarks")
PACKAGES = ("numpy", "numba", "gymnasium", "pettingzoo")
WARM_UP_SECONDS = 0.1


def checked(main: Callable[..., None]) -> Callable[..., None]:
    """``main`` with one line instead of a traceback for an unknown game."""

    @functools.wraps(main)
    def run(game: str, *arguments: Any, **options: Any) -> None:
        if game not in lunar_envs.games:
            sys.exit(f"error: no game {game!r}; the games are {', '.join(lunar_envs.games)}")
        main(game, *arguments, **options)

    return run


def pin() -> None:
    """Keep this process and its children on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def fresh(module: str, *arguments: str, **environment: str) -> Any:
    """What ``python -m module arguments`` prints as JSON, in a process of its own."""
    command = [sys.executable, "-m", module, *arguments]
    finished = subprocess.run(command, env=os.environ | environment, stdout=subprocess.PIPE, check=True)
    return json.loads(finished.stdout)


def cpu_rates(work: Callable[[int], int], seconds: float, repeats: int) -> Iterator[float]:
    """Units per CPU-second of ``work(n)``, which returns how many units its ``n`` rounds did, ``repeats`` times.

    A warm-up finds the ``n`` that takes about ``seconds``.
    """
    work(1)  # compiles
    rounds, spent = 1, 0.0
    while spent < WARM_UP_SECONDS:
        rounds *= 2
        _, spent = _timed(work, rounds)
    rounds = max(1, round(rounds * seconds / spent))
    for _ in range(repeats):
        units, spent = _timed(work, rounds)
        yield units / spent


def _timed(work: Callable[[int], int], rounds: int) -> tuple[int, float]:
    start = time.process_time()
    units = work(rounds)
    return units, time.process_time() - start


def medians(runs: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The median over the runs for every key."""
    runs = list(runs)
    return {key: median(run[key] for run in runs) for key in runs[0]}


def write_results(name: str, results: Mapping[str, Any]) -> Path:
    """Write ``results`` and what they were measured on; returns the path."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps({"measured_on": _measured_on(), **results}, indent=2) + "\n", encoding="utf-8")
    return path


def _measured_on() -> dict[str, Any]:
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return platform.processor()
    return next(
        (line.split(":")[1].strip() for line in info.read_text().splitlines() if "model name" in line), "unknown"
    )
