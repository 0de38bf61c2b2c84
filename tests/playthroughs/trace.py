"""Whole games as readable text: every decision with its choices, and the view at the start and after each round."""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lunar_envs.engine import kernels
from lunar_envs.engine.game import Game
from lunar_envs.engine.random import next_seed

FOLDER = Path(__file__).parent
SEED = 2026


def trace(
    game: Game, num_players: int, options: dict[str, Any], clock: str, recorded: str = "", ask_every: int = 1
) -> str:
    """A game of the greedy player in seat 0 against random ones; the state's field ``clock`` counts its rounds.

    The players choose at every ``ask_every``-th decision; at the others the action is the one in the text ``recorded``.
    """
    known = [game.action_id(name) for name in re.findall(r"^ *\d+ player_\d \w+: (\S+) - ", recorded, re.MULTILINE)]
    return "\n".join(_lines(game, num_players, options, clock, known, ask_every)) + "\n"


def _lines(
    game: Game, num_players: int, options: dict[str, Any], clock: str, known: list[int], ask_every: int
) -> Iterator[str]:
    state = game.new(num_players, SEED, **options)
    chosen = ", ".join(f"{name}={value}" for name, value in options.items()) or "none"
    yield f"{game.name} v{game.version}, {num_players} players, seed {SEED}, options: {chosen}"
    yield game.show(state)
    seed, time, decision = np.uint64(SEED), int(state[clock][0]), 0
    while not game.is_over(state):
        seed = np.uint64(next_seed(seed))
        action = known[decision] if decision % ask_every else _choose(game, state, seed)
        yield from _decision(game, state, decision, action)
        game.step(state, action)
        decision += 1
        if state[clock][0] != time:
            time = int(state[clock][0])
            yield f"\n{clock} {time}\n{game.show(state)}\n"
    yield f"end: {game.end_reason(state)}; ranks {game.ranks(state).tolist()}, scores {game.scores(state).tolist()}"


def _choose(game: Game, state: np.ndarray, seed: np.uint64) -> int:
    masks = game.legal(state)[np.newaxis]
    if game.to_move(state) == 0:
        return kernels.advise(game.determinize(state, 0, int(seed)), game.tables, masks)
    actions = np.zeros(1, np.int64)
    kernels.pick_random(masks, np.array([seed]), actions)
    return int(actions[0])


def _decision(game: Game, state: np.ndarray, number: int, action: int) -> Iterator[str]:
    seat = game.to_move(state)
    legal = " ".join(game.action_name(int(a)) for a in np.flatnonzero(game.legal(state)))
    digest = zlib.crc32(game.observe(state, seat).tobytes())
    yield f"{number:4} player_{seat} {game.context(state)}: {game.action_name(action)} - {game.describe(state, action)}"
    yield f"     legal: {legal}; observation {digest:08x}"
