"""One process of ``throughput``: decisions per CPU-second behind every door, with rules and without, as JSON."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

import numpy as np
import tyro

import lunar_envs
from lunar_envs.engine import kernels
from lunar_envs.engine.batch import Batch
from lunar_envs.engine.game import Game
from lunar_envs.engine.jit import jit

from .common import cpu_rates, pin
from .floor import floor_of

BATCHES = (1, 4, 16, 64, 256, 1024, 4096, 16384)
SEED = 1

Work = Callable[[int], int]  # n rounds -> decisions taken in them
Door = Callable[[Game, int], Work]  # the second argument is the number of players


@jit(cache=True)
def drive(
    rounds, picks, states, tables, blank, seeds, num_players, options, actions, kind,
    masks, observations, epochs, seats, actors, rewards, returns, terminated, truncated, final_observations, copies,
):  # fmt: skip
    """Random legal play of a whole batch without Python in between."""
    for _ in range(rounds):
        kernels.pick_random(masks, picks, actions)
        kernels.step_batch(
            states, tables, blank, seeds, num_players, options, actions, kind,
            masks, observations, epochs, seats, actors, rewards, returns, terminated, truncated, final_observations,
            copies,
        )  # fmt: skip


def engine(game: Game, players: int, *, batch: int) -> Work:
    """The compiled loop alone."""
    games = Batch(game, batch, players)
    games.seeds[:] = _seeds(batch)
    games.reset()
    picks, actions = _seeds(batch), np.zeros(batch, np.int64)

    def work(rounds: int) -> int:
        drive(rounds, picks, *games.games, actions, games.reward, *games.views, *games.results)
        return rounds * batch

    return work


def vector(game: Game, players: int, *, batch: int, copy: bool) -> Work:
    """Gymnasium's VectorEnv."""
    env = lunar_envs.make_vec(game, batch, num_players=players, copy=copy)
    observations, _ = env.reset(seed=SEED)
    masks = observations["action_mask"]
    picks, actions = _seeds(batch), np.zeros(batch, np.int64)

    def work(rounds: int) -> int:
        nonlocal masks
        for _ in range(rounds):
            kernels.pick_random(masks, picks, actions)
            observations, *_ = env.step(actions)
            masks = observations["action_mask"]
        return rounds * batch

    return work


def aec(game: Game, players: int) -> Work:
    """PettingZoo's AECEnv, played as its documentation shows."""
    env = lunar_envs.make(game, num_players=players)
    env.reset(seed=SEED)
    rng = np.random.default_rng(SEED)

    def work(rounds: int) -> int:
        for _ in range(rounds):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                observation, *_ = env.last()
            env.step(_pick(observation["action_mask"], rng))
        return rounds

    return work


def seat(game: Game, players: int) -> Work:
    """Gymnasium's Env: the learner's decisions count, random opponents play in between."""
    env = lunar_envs.SeatEnv(game, players)
    mask = env.reset(seed=SEED)[1]["action_mask"]
    rng = np.random.default_rng(SEED)

    def work(rounds: int) -> int:
        nonlocal mask
        for _ in range(rounds):
            _, _, terminated, truncated, info = env.step(_pick(mask, rng))
            if terminated or truncated:
                _, info = env.reset()
            mask = info["action_mask"]
        return rounds

    return work


def _seeds(batch: int) -> np.ndarray:
    return np.arange(SEED, SEED + batch).astype(np.uint64)


def _pick(mask: np.ndarray, rng: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[rng.integers(legal.size)])


def doors() -> Iterator[tuple[str, int, Door]]:
    """Name, batch size and maker of everything that is measured."""
    for batch in BATCHES:
        yield "engine", batch, partial(engine, batch=batch)
    for name, copy in (("VectorEnv in place", False), ("VectorEnv with copies", True)):
        for batch in BATCHES:
            yield name, batch, partial(vector, batch=batch, copy=copy)
    yield "AECEnv", 1, aec
    yield "seat Env", 1, seat


def main(game: tyro.conf.Positional[str], players: int, seconds: float, repeats: int) -> None:
    """Measure every door once in this process."""
    pin()
    rules = lunar_envs.games[game]
    floor = floor_of(rules)
    rows = [
        {
            "door": name,
            "batch": batch,
            "rules": median(cpu_rates(make(rules, players), seconds, repeats)),
            "floor": median(cpu_rates(make(floor, players), seconds, repeats)),
        }
        for name, batch, make in doors()
    ]
    print(json.dumps(rows))


if __name__ == "__main__":
    tyro.cli(main)
