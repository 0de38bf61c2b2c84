"""What a seat cannot know (R5, R48): the order of the stack within each phase group, and nothing else."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

import lunar_envs
from lunar_envs.contract import ContractError, check_game
from lunar_envs.engine import kernels, record
from tests.chances import alike, assert_drawn_from

GAME = lunar_envs.games["lunarchitects"]
GROUPS = ((0, 17), (17, 36), (36, 59), (59, 68))

pytestmark = pytest.mark.slow


def played(decisions, seed=4):
    state = GAME.new(num_players=3, seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        GAME.step(state, int(rng.choice(np.flatnonzero(GAME.legal(state)))))
    return state


def with_stack_of(count):
    """A late state whose stack holds ``count`` tiles."""
    state = played(60)
    state["stack_n"] = count
    state["stack"][0, count:] = -1
    return state


def stacks(state, draws, seat=1):
    """The stacks of many draws."""
    return [tuple(GAME.determinize(state, seat, seed)["stack"][0, : state["stack_n"][0]]) for seed in range(draws)]


@pytest.mark.parametrize("count", [3, 4])
def test_all_orders_of_a_small_stack_are_drawn_alike(count):
    state = with_stack_of(count)
    worlds = set(permutations(state["stack"][0, :count].tolist()))
    drawn = Counter(stacks(state, 20_000))
    assert set(drawn) == worlds
    assert_drawn_from(drawn, alike(worlds))


def test_groups_are_drawn_independently():
    state = with_stack_of(19)  # all of LATE below two of MID
    stack = state["stack"][0].tolist()
    drawn = Counter((stack[16], stack[17]) for stack in stacks(state, 20_000))
    assert_drawn_from(drawn, alike(product(stack[:17], stack[17:19])))


@pytest.mark.parametrize("decisions", [1, 40, 150])
def test_only_the_stack_and_the_generator_change_and_groups_keep_their_tiles(decisions):
    state = played(decisions)
    copy = GAME.determinize(state, 0, 9)
    assert set(record.difference(state, copy)) <= {"stack", "rng"}
    for start, stop in GROUPS:
        assert sorted(state["stack"][0, start:stop]) == sorted(copy["stack"][0, start:stop])


def test_a_draw_does_not_depend_on_the_true_order():
    state = played(40)
    other = GAME.clone(state)
    other["stack"][0, :17] = other["stack"][0, :17][::-1]
    assert record.to_bytes(GAME.determinize(state, 2, 5)) == record.to_bytes(GAME.determinize(other, 2, 5))
    for seat in range(3):
        np.testing.assert_array_equal(GAME.observe(state, seat), GAME.observe(other, seat))
    np.testing.assert_array_equal(GAME.legal(state), GAME.legal(other))


def test_a_planted_leak_is_found(monkeypatch):
    observe = kernels.observe

    def leak(states, tables, seat, observations):
        observe(states, tables, seat, observations)
        observations[0, -1] = states["stack"][0, 0] / 68

    monkeypatch.setattr(kernels, "observe", leak)
    with pytest.raises(ContractError, match="decision"):
        check_game(GAME, games=1)
