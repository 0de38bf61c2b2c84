"""Negotiation cards: deck, hands and what the players know of them (R29, R31, R106, R107)."""

import numpy as np

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from ..codes import KINDS, NONE


@jit
def hand_size(s, p):
    """How many cards a player holds; a face-up privilege counts for no hand (R76)."""
    size = 0
    for k in range(KINDS):
        size += s.hand[p, k]
    return size


@jit
def can_draw(s):
    """R29: whether the deck or the discards hold a card."""
    if s.nego_deck_n > 0:
        return True
    count = 0
    for k in range(KINDS):
        count += s.nego_discard[k]
    return count > 0


@jit
def draw_card(s, p):
    """R29: the top card goes to a hand; an empty deck is made anew from the discards first."""
    if s.nego_deck_n == 0:
        shuffle_discards(s)
    if s.nego_deck_n > 0:
        s.nego_deck_n -= 1
        s.hand[p, s.nego_deck[s.nego_deck_n]] += 1
        s.nego_deck[s.nego_deck_n] = NONE


@jit
def shuffle_discards(s):
    """R29: the discards become the deck."""
    n = 0
    for k in range(KINDS):
        for _ in range(s.nego_discard[k]):
            s.nego_deck[n] = k
            n += 1
        s.nego_discard[k] = 0
    s.nego_deck_n = n
    random.shuffle(s, s.nego_deck, 0, n)


@jit
def random_kind(s, p):
    """The kind of a uniformly random card of a hand, which must not be empty."""
    left = random.below(s, hand_size(s, p))
    for k in range(KINDS):
        left -= s.hand[p, k]
        if left < 0:
            return k
    return NONE


# -- Knowledge -----------------------------------------------------------------------------------------


@jit
def lose_openly(s, p, kind):
    """R107: a card of this kind leaves a hand for all to see."""
    s.hand[p, kind] -= 1
    for v in range(s.num_players):
        s.known[v, p, kind] = max(0, s.known[v, p, kind] - 1)


@jit
def gain_openly(s, p, kind):
    """R107: a card of this kind comes to a hand for all to see."""
    s.hand[p, kind] += 1
    for v in range(s.num_players):
        if v != p:
            s.known[v, p, kind] += 1


@jit
def lose_secretly(s, p, kind, receiver):
    """R107: a card leaves a hand, and only ``receiver`` and the giver see which."""
    s.hand[p, kind] -= 1
    for v in range(s.num_players):
        if v == receiver:
            s.known[v, p, kind] = max(0, s.known[v, p, kind] - 1)
        elif v != p:
            for k in range(KINDS):
                s.known[v, p, k] = max(0, s.known[v, p, k] - 1)


@jit
def gain_secretly(s, p, kind, giver):
    """R107: a card comes to a hand, and only ``giver`` and the receiver see which."""
    s.hand[p, kind] += 1
    s.known[giver, p, kind] += 1


@jit
def learn_hand(s, v, p):
    """R80, R107: seat ``v`` sees the whole hand of seat ``p``."""
    for k in range(KINDS):
        s.known[v, p, k] = s.hand[p, k]


@jit
def discard_played(s):
    """R31: the card in play, if any, goes to the discards."""
    if s.in_play >= 0:
        s.nego_discard[s.in_play] += 1
        s.in_play = NONE


@jit
def return_played(s, p):
    """R33: the card in play goes back to the hand of its player, for all to see."""
    gain_openly(s, p, np.int64(s.in_play))
    s.in_play = NONE
