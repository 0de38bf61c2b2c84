"""One process of ``cold_start``: what it takes from nothing to the first step of a game, as JSON."""

import json
import resource
import sys
import time
from importlib import import_module

DEPENDENCIES = ("numpy", "numba", "gymnasium", "pettingzoo")


def main(game: str) -> None:
    """Import, make, reset, step once; print the seconds of each and the peak memory."""
    seconds = {}
    wall = time.perf_counter()
    for name in (*DEPENDENCIES, "lunar_envs"):
        seconds[f"import {name}"] = _seconds(import_module, name)
    seconds["first step"] = _seconds(_first_step, game)
    seconds["wall"] = time.perf_counter() - wall
    seconds["cpu"] = time.process_time()  # since the process began
    print(json.dumps(seconds | {"peak MiB": _peak_mib()}))


def _seconds(function, argument) -> float:
    start = time.perf_counter()
    function(argument)
    return time.perf_counter() - start


def _first_step(game: str) -> None:
    import lunar_envs

    env = lunar_envs.make(game)
    env.reset(seed=0)
    observation, *_ = env.last()
    env.step(int(observation["action_mask"].argmax()))


def _peak_mib() -> float:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20


if __name__ == "__main__":
    main(sys.argv[1])
