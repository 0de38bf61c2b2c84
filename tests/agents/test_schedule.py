"""The schedule is balanced, paired, and begins alike however long it is."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from agents.schedule import SCHEDULES, draw_deals, games_per_deal

TABLES = [(2, 2), (3, 2), (5, 2), (3, 3), (6, 3), (2, 3), (5, 4), (2, 5), (3, 5), (7, 5)]
"""(agents, seats): full tables, more agents than seats, fewer agents than seats."""


def names(count: int) -> tuple[str, ...]:
    return tuple(f"agent{i}" for i in range(count))


def lineup(deal) -> tuple[str, ...]:
    return tuple(sorted(deal.seatings[0]))


@pytest.mark.parametrize(("agents", "seats"), TABLES)
def test_lineups_are_played_equally_often(agents, seats):
    deals = draw_deals(names(agents), seats, 400 * seats, 7)
    counts = Counter(map(lineup, deals))
    assert max(counts.values()) - min(counts.values()) <= 1
    if agents >= seats:
        assert set(counts) == set(combinations(names(agents), seats))
    assert all(len(set(played)) > 1 for played in counts)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(("agents", "seats"), TABLES)
def test_every_lineup_member_sits_everywhere_on_every_deal(agents, seats, schedule):
    for deal in draw_deals(names(agents), seats, 30, 7, schedule):
        for seat in range(seats):
            assert tuple(sorted(seating[seat] for seating in deal.seatings)) == lineup(deal)


@pytest.mark.parametrize(("agents", "seats"), [(5, 2), (7, 5), (9, 4)])
def test_pairs_meet_evenly_before_all_lineups_are_played(agents, seats):
    deals = draw_deals(names(agents), seats, 12 * seats, 3)
    met = Counter(pair for deal in deals for pair in combinations(lineup(deal), 2))
    counts = [met[pair] for pair in combinations(names(agents), 2)]
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize(("agents", "seats"), TABLES)
def test_focus_seats_the_first_agent_once_and_the_others_evenly(agents, seats):
    first, *others = names(agents)
    deals = draw_deals(names(agents), seats, 400 * seats, 3, "focus")
    assert all(deal.seatings[0].count(first) == 1 for deal in deals)
    met = Counter(name for deal in deals for name in lineup(deal) if name != first)
    assert set(met) == set(others)
    assert max(met.values()) - min(met.values()) <= seats
    assert {tuple(seat for seat in range(seats) if s[seat] == first) for d in deals for s in d.seatings} == {
        (seat,) for seat in range(seats)
    }


@pytest.mark.parametrize(("agents", "seats"), TABLES)
def test_round_robin_seats_two_agents_and_favours_neither(agents, seats):
    deals = draw_deals(names(agents), seats, 2 * (seats - 1) * agents * (agents - 1) * seats // 2, 3, "round-robin")
    seated = Counter(seating for deal in deals for seating in [lineup(deal)])
    assert all(len(set(played)) == 2 for played in seated)
    assert len(set(seated.values())) == 1
    for one, other in permutations(names(agents), 2):
        pair = [played for played in seated if set(played) == {one, other}]
        assert sum(played.count(one) for played in pair) == sum(played.count(other) for played in pair)


def test_with_two_seats_all_pairs_meet_in_both():
    mixed, pairs = (draw_deals(names(4), 2, 48, 1, schedule) for schedule in ("mixed", "round-robin"))
    assert mixed == pairs


def test_neighbours_change():
    tables = {deal.seatings[0] for deal in draw_deals(names(3), 3, 60, 1)}
    assert len(tables) == 6


def test_more_games_begin_with_the_same_games():
    few, many = (draw_deals(names(6), 3, games, 5) for games in (30, 300))
    assert many[: len(few)] == few


def test_seeds_differ_by_deal_and_tournament():
    seeds = [deal.seed for seed in (1, 2) for deal in draw_deals(names(2), 2, 100, seed)]
    assert len(set(seeds)) == len(seeds) == 100


@pytest.mark.parametrize(("games", "seats", "deals"), [(400, 2, 200), (400, 3, 134), (1, 4, 1), (7, 1, 3)])
def test_games_are_rounded_up_to_whole_deals(games, seats, deals):
    drawn = draw_deals(names(3), seats, games, 1)
    assert len(drawn) == deals
    assert {len(deal.seatings) for deal in drawn} == {games_per_deal(names(3), seats)}


def test_solo_gives_every_deal_to_every_agent():
    for deal in draw_deals(names(3), 1, 12, 1):
        assert deal.seatings == (("agent0",), ("agent1",), ("agent2",))
