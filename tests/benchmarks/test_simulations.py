import pytest

import lunar_envs
from benchmarks.simulations import POSITIONS, positions, rate

pytestmark = pytest.mark.slow
GAME = lunar_envs.games["lunarchitects"]


def test_positions_leave_a_choice():
    found = positions(GAME, 3)
    assert 1 < len(found) <= POSITIONS
    assert all(GAME.legal(state).sum() > 1 for state in found)


def test_a_rate_is_measured():
    assert rate(GAME, 2, 20, 0.05) > 100
