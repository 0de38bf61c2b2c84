"""The generator inside the states, and the streams of seeds."""

from collections import Counter
from itertools import permutations

import numpy as np
from toy import GAME

from lunar_envs.engine.random import branch, deal_anew, next_seed
from tests.chances import alike, assert_drawn_from


def stream(seed: int, length: int) -> list[int]:
    seeds = [seed]
    while len(seeds) <= length:
        seeds.append(int(next_seed(np.uint64(seeds[-1]))))
    return seeds


def test_branches_of_a_stream_are_apart_from_it_and_from_each_other() -> None:
    main = stream(7, 50)
    drawn = list(main)
    for seed in main:
        drawn += stream(int(branch(np.uint64(seed))), 20)
    assert len(set(drawn)) == len(drawn)


def test_a_new_deal_does_not_depend_on_the_old_one() -> None:
    orders = []
    for order in permutations((3, 5, 5, 8)):
        state, row = GAME.new(seed=9), np.array([1, *order, 2])
        deal_anew(state[0], row, 1, 5)
        orders.append(tuple(row.tolist()))
    assert len(set(orders)) == 1
    assert (orders[0][0], orders[0][-1]) == (1, 2)


def test_a_new_deal_has_every_order_equally_often() -> None:
    found = Counter()
    for seed in range(600):
        state, row = GAME.new(seed=seed), np.arange(3)
        deal_anew(state[0], row, 0, 3)
        found[tuple(row.tolist())] += 1
    assert_drawn_from(found, alike(permutations(range(3))))
