"""The same seed and the same actions give the same bytes, wherever and however they are played."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from helpers import play

HERE = Path(__file__).parent
SCRIPT = """
import sys
from helpers import play
from toy import GAME
from lunar_envs.games import games

game = GAME if sys.argv[1] == "toy" else games[sys.argv[1]]
print(play(game, game.max_players, seed=5, limit=int(sys.argv[2])).digest)
"""


def digest_elsewhere(name: str, limit: int, **environment: str) -> str:
    """What another process gets."""
    path = os.pathsep.join([str(HERE), str(HERE.parents[1])])
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, name, str(limit)],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "environment"),
    [
        (1000, {"PYTHONHASHSEED": "1"}),
        (1000, {"PYTHONHASHSEED": "2", "LC_ALL": "C", "TZ": "Asia/Tokyo"}),
        (40, {"NUMBA_DISABLE_JIT": "1"}),
    ],
    ids=["hash seed 1", "hash seed 2", "without JIT"],
)
def test_other_processes_get_the_same_bytes(game, limit, environment):
    here = play(game, game.max_players, seed=5, limit=limit).digest
    assert digest_elsewhere(game.name, limit, **environment) == here


def test_other_seeds_get_other_bytes(game):
    digests = {play(game, game.max_players, seed=seed, limit=20).digest for seed in range(20)}
    assert len(digests) == 20


def test_global_generators_do_not_matter(game):
    quiet = play(game, game.max_players, seed=5, limit=100)
    disturbed = play(game, game.max_players, seed=5, limit=100, between=disturb)
    assert disturbed == quiet


def disturb() -> None:
    random.seed(random.random())
    np.random.seed(random.randrange(2**32))  # noqa: NPY002


def test_global_generators_are_not_used(game):
    before = random.getstate(), np.random.get_state()[1].tobytes()  # noqa: NPY002
    play(game, game.max_players, seed=5, limit=100)
    game.determinize(game.new(seed=1), 0)
    game.new()
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == before  # noqa: NPY002
