"""Other worlds that look the same to a seat: everything that it cannot know is changed (R106, R107)."""

import numpy as np

from lunar_envs.engine import record
from lunar_envs.games.age_of_the_moon.codes import KINDS


def scrambled(state: np.ndarray, seat: int) -> np.ndarray:
    """A copy with other hands, as far as ``seat`` does not know them, other decks and other knowledge of others.

    What they know of the seat's own hand stays: it follows from what the seat has seen.
    """
    state = record.clone(state)
    s = state[0]
    others = [t for t in range(s.num_players) if t != seat]
    deal_anew(s, seat, others)
    s.event_deck[: s.event_deck_n] = s.event_deck[: s.event_deck_n][::-1].copy()
    unknown = slice(int(s.rocket_known_n), int(s.rocket_pile_n))
    s.rocket_pile[unknown] = s.rocket_pile[unknown][::-1].copy()
    s.rng = s.rng[::-1].copy()
    s.script = 5
    s.script_n = 1
    s.ng_held_stop ^= sum(1 << t for t in others)
    s.known[np.ix_(others, others)] = 0
    return state


def deal_anew(s: np.record, seat: int, others: list[int]) -> None:
    """Shuffle the cards that ``seat`` cannot place among the other hands and the deck."""
    unknown = [np.repeat(np.arange(KINDS), s.hand[t] - s.known[seat, t]) for t in others]
    pool = np.random.default_rng(0).permutation(np.concatenate([s.nego_deck[: s.nego_deck_n], *unknown]))
    for t, cards in zip(others, unknown, strict=True):
        drawn, pool = pool[: len(cards)], pool[len(cards) :]
        s.hand[t] = s.known[seat, t] + np.bincount(drawn, minlength=KINDS)
    s.nego_deck[: s.nego_deck_n] = pool
