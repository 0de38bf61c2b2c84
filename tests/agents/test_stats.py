"""Statistics of made-up results whose truth is known."""

import random
from itertools import pairwise

import numpy as np
import pytest

from agents.alpha_rank import alpha_rank, fixation
from agents.intervals import T, Z, estimate, student_t
from agents.match import Outcome
from agents.stats import Played, pairing, pairs, rate, seats, standings, summarize

NAMES = ("strong", "middle", "weak")


def played(deal, seating, agents, ranks, *, scores=None, seconds=0.5) -> Played:
    first = ranks.count(1)
    return Played(
        deal,
        seating,
        agents,
        Outcome(
            ranks=list(ranks),
            wins=[(rank == 1) / first for rank in ranks],
            scores=list(scores or [0] * len(ranks)),
            decisions=[10] * len(ranks),
            seconds=[seconds] * len(ranks),
            forfeits=[None] * len(ranks),
            end="over",
        ),
    )


def bradley_terry_games(deals: int, strengths: dict[str, float], seed: int) -> list[Played]:
    """Three-player games whose order of finish follows the Plackett-Luce model."""
    rng = np.random.default_rng(seed)
    games = []
    for deal in range(deals):
        for seating in range(3):
            table = NAMES[seating:] + NAMES[:seating]
            keys = [np.log(strengths[name]) + rng.gumbel() for name in table]
            games.append(played(deal, seating, table, (np.argsort(np.argsort(keys)[::-1]) + 1).tolist()))
    return games


STRENGTHS = {"strong": 4.0, "middle": 2.0, "weak": 1.0}


def test_standings_recover_the_truth():
    table = standings(NAMES, bradley_terry_games(150, STRENGTHS, 1))
    assert [s.agent for s in table] == list(NAMES)
    assert [s.games for s in table] == [450] * 3
    for standing in table:
        truth = STRENGTHS[standing.agent] / sum(STRENGTHS.values())
        assert abs(standing.win_share.mean - truth) < 1.5 * standing.win_share.margin
        assert 0.02 < standing.win_share.margin < 0.06
    assert sum(s.win_share.mean for s in table) == pytest.approx(1)
    assert sum(s.mean_rank.mean for s in table) == pytest.approx(6)
    assert table[0].ms_per_decision == pytest.approx(50)


def test_pairs_recover_the_truth():
    for pair in pairs(NAMES, bradley_terry_games(150, STRENGTHS, 2)):
        truth = STRENGTHS[pair.agent] / (STRENGTHS[pair.agent] + STRENGTHS[pair.other])
        assert abs(pair.ahead.mean - truth) < 1.5 * pair.ahead.margin
        assert pair.deals == 150


def test_equal_agents_are_rated_equal_within_their_uncertainty():
    ratings = rate(NAMES, bradley_terry_games(100, dict.fromkeys(NAMES, 1.0), 3))
    mus = [mu for mu, _ in ratings.values()]
    assert max(mus) - min(mus) < 2 * max(sigma for _, sigma in ratings.values())


def test_order_of_the_games_does_not_matter():
    games = bradley_terry_games(20, STRENGTHS, 4)
    shuffled = random.Random(0).sample(games, len(games))
    assert standings(NAMES, games) == standings(NAMES, shuffled)
    assert pairs(NAMES, games) == pairs(NAMES, shuffled)


def test_the_interval_covers_as_promised():
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(500):
        deal_luck = rng.normal(size=40)
        values = [(deal, deal_luck[deal] + rng.normal()) for deal in range(40) for _ in range(2)]
        result = estimate(values)
        covered += abs(result.mean) < result.margin
    assert 0.92 < covered / 500 < 0.97


def test_pairing_by_deal_removes_the_luck_of_the_seat():
    games = [played(d, r, t, [1, 2]) for d in range(10) for r, t in enumerate((("a", "b"), ("b", "a")))]
    table = standings(("a", "b"), games)
    assert [s.win_share.mean for s in table] == [0.5, 0.5]
    assert pairing(games).reduction == 1
    assert [seat.win_share.mean for seat in seats(games)] == [1.0, 0.0]


def test_ties_share():
    table = standings(NAMES, [played(0, 0, NAMES, [1, 1, 3])])
    shares = {s.agent: s.win_share.mean for s in table}
    assert shares == {"strong": 0.5, "middle": 0.5, "weak": 0.0}
    assert {(p.agent, p.other): p.ahead.mean for p in pairs(NAMES, [played(0, 0, NAMES, [1, 1, 3])])} == {
        ("strong", "middle"): 0.5,
        ("middle", "strong"): 0.5,
        ("strong", "weak"): 1.0,
        ("weak", "strong"): 0.0,
        ("middle", "weak"): 1.0,
        ("weak", "middle"): 0.0,
    }


def test_one_deal_has_no_interval():
    result = estimate([(3, 1.0), (3, 0.0)])
    assert (result.mean, result.margin) == (0.5, None)
    assert result.text(100, 0) == "50"
    assert estimate([]).text(1, 1) == "-"


def test_agent_with_two_seats():
    games = [played(d, 0, ("a", "b", "a"), [1, 2, 3]) for d in range(4)]
    by_name = {s.agent: s for s in standings(("a", "b"), games)}
    assert by_name["a"].games == 8
    assert by_name["a"].mean_rank.mean == by_name["b"].mean_rank.mean == 2
    assert [p.ahead.mean for p in pairs(("a", "b"), games)] == [0.5, 0.5]


def test_solo_is_ordered_by_score_and_has_no_rating():
    games = [
        played(d, k, (name,), [1], scores=[score])
        for d in range(3)
        for k, (name, score) in enumerate(zip("ab", (5, 9), strict=True))
    ]
    table = standings("ab", games)
    assert [(s.agent, s.mu, s.mean_score.mean) for s in table] == [("b", None, 9.0), ("a", None, 5.0)]
    assert pairs("ab", games) == []


def test_quantiles_of_student():
    exact = {1: 12.706, 2: 4.303, 5: 2.571, 6: 2.447, 8: 2.306, 10: 2.228, 20: 2.086, 30: 2.042, 100: 1.984}
    for freedom, quantile in exact.items():
        assert student_t(freedom) == pytest.approx(quantile, rel=0.005)
    assert all(a > b > Z for a, b in pairwise(map(student_t, range(1, 200))))
    assert len(T) == 5


def test_intervals_of_shares_stay_within_bounds_and_have_a_width():
    won = estimate(((deal, 1.0) for deal in range(100)), (0, 1))
    assert (won.mean, won.high) == (1.0, 1.0)
    assert won.low == pytest.approx(0.963, abs=0.001)  # Wilson's interval for 100 of 100
    lost = estimate(((deal, 3.0) for deal in range(100)), (1, 3))
    assert (lost.mean, lost.high) == (3.0, 3.0)
    assert lost.low == pytest.approx(3 - 2 * (1 - won.low))
    even = estimate(((deal, 0.5) for deal in range(100)), (0, 1))
    assert 0 < even.margin == pytest.approx(won.margin / 2)
    almost = estimate(((deal, float(deal > 0)) for deal in range(100)), (0, 1))
    assert won.low > almost.low > 0.9
    assert almost.mean < almost.high < 1
    few = estimate([(0, 1.0), (1, 0.5)], (0, 1))
    assert 0 < few.low < 0.3
    assert few.high < 1


def test_as_many_coins_give_wilsons_interval():
    result = estimate(((deal, float(deal < 130)) for deal in range(200)), (0, 1))
    assert (result.low, result.high) == pytest.approx((0.5815, 0.7127), abs=0.002)


def test_alpha_rank_of_dominance_and_of_a_circle():
    chain = np.array([[0.5, 0.7, 0.8], [0.3, 0.5, 0.7], [0.2, 0.3, 0.5]])
    assert alpha_rank(chain) == pytest.approx([1, 0, 0], abs=1e-6)
    circle = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
    assert alpha_rank(circle) == pytest.approx([1 / 3] * 3)
    with_victim = np.pad(circle, (0, 1), constant_values=0.9)
    with_victim[3] = [0.1, 0.1, 0.1, 0.5]
    assert alpha_rank(with_victim) == pytest.approx([1 / 3] * 3 + [0], abs=1e-6)
    assert alpha_rank(np.full((4, 4), 0.5)) == pytest.approx([0.25] * 4)
    assert alpha_rank(np.array([[0.5]])) == pytest.approx([1.0])


def test_fixation_is_that_of_the_paper():
    for advantage in (0.004, -0.004, 0.02):
        x = 100 * advantage
        assert fixation(advantage) == pytest.approx((1 - np.exp(-x)) / (1 - np.exp(-50 * x)))
    assert fixation(0.0) == fixation(1e-12) == 1 / 50
    assert fixation(-1.0) == 0.0


def test_alpha_rank_needs_all_to_have_met():
    games = bradley_terry_games(60, STRENGTHS, 6)
    assert [s.alpha_rank for s in standings(NAMES, games)] == pytest.approx([1, 0, 0], abs=0.01)
    assert [s.alpha_rank for s in standings((*NAMES, "absent"), games)] == [None] * 3


def test_alpha_rank_takes_chance_for_no_difference():
    games = bradley_terry_games(30, dict.fromkeys(NAMES, 1.0), 1)
    assert [s.alpha_rank for s in standings(NAMES, games)] == pytest.approx([1 / 3] * 3)


def test_games_needed_for_an_interval():
    few, many = (bradley_terry_games(deals, STRENGTHS, 7) for deals in (40, 250))
    needed = summarize(NAMES, few).games_needed(0.02)
    assert needed == pytest.approx(summarize(NAMES, many).games_needed(0.02), rel=0.3)
    assert summarize(NAMES, few[:3]).games_needed(0.02) is None
    assert summarize(NAMES, []).games_needed(0.02) is None


def test_pairing_counts_whole_deals_only():
    games = bradley_terry_games(30, STRENGTHS, 8)
    assert pairing(games[:-1]) == pairing(games[:-3])
    assert pairing(games[:3]) is None
    assert abs(pairing(bradley_terry_games(1000, STRENGTHS, 9)).reduction) < 0.15
