"""Tournaments of made-up players of known strength: what is reported is true as often as promised."""

import numpy as np
import pytest

from agents.match import Outcome
from agents.schedule import Deal, draw_deals
from agents.stats import Played, pairing, seats, win_share

REPEATS = 1000
LUCK_OF_SEATS, FIRST_SEAT = 1.0, 0.4
"""Spread of what a deal gives to each seat, and what the first seat always has."""


def keys(strengths, rng, games: int) -> np.ndarray:
    """[games, seats]: the highest wins; each row is a deal of its own with these strengths in its seats."""
    shape = (games, len(strengths))
    return np.asarray(strengths) + _luck(rng, shape) + rng.gumbel(size=shape)


def _luck(rng, shape) -> np.ndarray:
    luck = LUCK_OF_SEATS * rng.standard_normal(shape)
    luck[..., 0] += FIRST_SEAT
    return luck


def true_share(strengths) -> float:
    """Share of games that the first player wins, all rotations alike."""
    rng = np.random.default_rng(0)
    count = len(strengths)
    rotations = [(strengths[k:] + strengths[:k], (count - k) % count) for k in range(count)]
    return float(np.mean([(keys(table, rng, 200_000).argmax(1) == seat).mean() for table, seat in rotations]))


def tournament(strengths: dict[str, float], deals: int) -> list[Deal]:
    return draw_deals(tuple(strengths), len(strengths), deals * len(strengths), 1)


def play(deals: list[Deal], strengths: dict[str, float], rng: np.random.Generator) -> list[Played]:
    """The games of a schedule; the luck of a deal is that of its seats, in all seatings."""
    count = len(strengths)
    games = []
    for deal, luck in zip(deals, _luck(rng, (len(deals), count)), strict=True):
        for number, seating in enumerate(deal.seatings):
            winner = ([strengths[name] for name in seating] + luck + rng.gumbel(size=count)).argmax()
            games.append(Played(deal.number, number, seating, OUTCOMES[count][winner]))
    return games


def _won_by(winner: int, count: int) -> Outcome:
    wins = [float(seat == winner) for seat in range(count)]
    return Outcome([2 - int(win) for win in wins], wins, [0] * count, [1] * count, [0.0] * count, [None] * count, "")


OUTCOMES = {count: [_won_by(winner, count) for winner in range(count)] for count in (2, 3)}
TABLES = {
    "even": ({"a": 0.0, "b": 0.0}, 40),
    "uneven": ({"a": 1.5, "b": 0.0}, 40),
    "few deals": ({"a": 0.5, "b": 0.0}, 15),
    "three seats": ({"a": 0.7, "b": 0.0, "c": 0.0}, 25),
}


@pytest.mark.parametrize("table", TABLES)
def test_intervals_cover_the_truth_as_often_as_promised(table):
    strengths, deals = TABLES[table]
    truth = true_share(tuple(strengths.values()))
    schedule, rng = tournament(strengths, deals), np.random.default_rng(1)
    found = [win_share("a", play(schedule, strengths, rng)) for _ in range(REPEATS)]
    covered = np.mean([one.low <= truth <= one.high for one in found])
    assert 0.93 <= covered <= 0.97
    assert np.mean([one.mean for one in found]) == pytest.approx(truth, abs=0.01)


def test_equals_come_out_even_whatever_their_seats():
    strengths = {"a": 0.0, "b": 0.0, "c": 0.0}
    games = play(tournament(strengths, 600), strengths, np.random.default_rng(1))
    for name in "abc":
        one = win_share(name, games)
        assert one.low <= 1 / 3 <= one.high
        assert one.margin < 0.05
    first, *others = seats(games)
    assert first.win_share.low > 1 / 3
    assert all(seat.win_share.high < first.win_share.low for seat in others)


def test_pairing_removes_the_variance_that_deals_share():
    strengths = {"a": 0.5, "b": 0.0}
    games = play(tournament(strengths, 1000), strengths, np.random.default_rng(2))
    found = pairing(games)
    assert 0.1 < found.reduction < 0.4
    apart = [Played(2 * game.deal + game.seating, 0, game.agents, game.outcome) for game in games]
    assert pairing(apart) is None
    paired, unpaired = (win_share("a", these) for these in (games, apart))
    assert (paired.margin / unpaired.margin) ** 2 == pytest.approx(1 - found.reduction, abs=0.02)
