"""What a seat cannot know, drawn anew (R106, R107)."""

import numpy as np

from lunar_envs.engine.jit import jit
from lunar_envs.engine.random import deal_anew, shuffle

from .codes import EVENTS, KINDS, Kind, Place
from .rules.cards import draw_card, hand_size


@jit
def determinize(s, t, seat):
    """The cards that ``seat`` cannot place go to the other hands and the deck at random; all decks are shuffled."""
    sizes = (hand_size(s, 0), hand_size(s, 1), hand_size(s, 2), hand_size(s, 3))
    gather_unknown(s, seat)
    deal_anew(s, s.nego_deck, 0, np.int64(s.nego_deck_n))
    for p in range(s.num_players):
        if p != seat:
            while hand_size(s, p) < sizes[p]:
                draw_card(s, p)
    assume_knowledge(s, seat)
    draw_held_stops(s, seat)
    shuffle_events(s)
    deal_anew(s, s.rocket_pile, np.int64(s.rocket_known_n), np.int64(s.rocket_pile_n))


@jit
def gather_unknown(s, seat):
    """All cards of other hands that ``seat`` does not know join the deck."""
    for p in range(s.num_players):
        if p == seat:
            continue
        for k in range(KINDS):
            for _ in range(s.hand[p, k] - s.known[seat, p, k]):
                s.nego_deck[s.nego_deck_n] = k
                s.nego_deck_n += 1
            s.hand[p, k] = s.known[seat, p, k]


@jit
def assume_knowledge(s, seat):
    """R106: what others know of each other is hidden too; they are taken to know what ``seat`` knows.

    That holds all that was shown to everybody. The truth, even cut down to the drawn hands, would tell of them.
    """
    for v in range(s.num_players):
        for p in range(s.num_players):
            if v != seat and p != seat and p != v:
                for k in range(KINDS):
                    s.known[v, p, k] = s.known[seat, p, k]


@jit
def draw_held_stops(s, seat):
    """Who has passed in the STOP window with a STOP in hand follows from the drawn hands; the seat knows its own."""
    held = np.int64(s.ng_held_stop) & (1 << seat)
    for p in range(s.num_players):
        passed = s.ng_targets and p != s.ng_by and (np.int64(s.ng_stop_pending) >> p) & 1 == 0
        if passed and p != seat and s.hand[p, Kind.STOP] > 0:
            held |= 1 << p
    s.ng_held_stop = held


@jit
def shuffle_events(s):
    """The order of the event deck."""
    n = 0
    for event in range(EVENTS):
        if s.event_place[event] == Place.DECK:
            s.event_deck[n] = event
            n += 1
    shuffle(s, s.event_deck, 0, n)
