"""Rockets: market, pile and who owns them (R3, R38, R40, R41, R43, R49)."""

import numpy as np

from lunar_envs.engine.jit import jit

from ..codes import IN_MARKET, IN_PILE, MARKET, NONE, ROCKETS, Primitive
from .bank import ongoing


@jit
def rocket_price(s, t, kind):
    """R38: the price of a market rocket, lunars."""
    return max(1, np.int64(t.rocket_cost[kind]) + ongoing(s, t, Primitive.ROCKET_PRICE) - np.int64(s.rideshare))


@jit
def market_rocket(s, kind):
    """R38: the market card of a kind in the lowest slot, or NONE."""
    found = NONE
    for i in range(ROCKETS):
        offered = s.rocket_loc[i] == IN_MARKET and s.rocket_kind[i] == kind
        if offered and (found == NONE or s.rocket_slot[i] < s.rocket_slot[found]):
            found = i
    return found


@jit
def refill_market(s):
    """R3, R38: cards from the top of the pile go to the lowest empty market slots."""
    taken = 0
    for i in range(ROCKETS):
        if s.rocket_loc[i] == IN_MARKET:
            taken |= 1 << int(s.rocket_slot[i])
    for slot in range(MARKET):
        if (taken >> slot) & 1 == 0 and s.rocket_pile_n > 0:
            s.rocket_pile_n -= 1
            i = int(s.rocket_pile[s.rocket_pile_n])
            s.rocket_pile[s.rocket_pile_n] = NONE
            s.rocket_known_n = min(s.rocket_known_n, s.rocket_pile_n)
            s.rocket_loc[i] = IN_MARKET
            s.rocket_slot[i] = slot


@jit
def own_rocket(s, p, i):
    """A rocket leaves the market or the box for its player, fresh."""
    s.rocket_loc[i] = p
    s.rocket_slot[i] = NONE


@jit
def put_under_pile(s, i):
    """R41, R49: a rocket goes to the bottom of the pile, for all to see."""
    for place in range(s.rocket_pile_n, 0, -1):
        s.rocket_pile[place] = s.rocket_pile[place - 1]
    s.rocket_pile[0] = i
    s.rocket_pile_n += 1
    s.rocket_known_n += 1
    s.rocket_loc[i] = IN_PILE
    s.rocket_slot[i] = NONE
    s.rocket_flown[i] = 0
    s.rocket_reused[i] = 0


@jit
def return_rocket(s, i):
    """R41, R49: as ``put_under_pile``; the market may be refilled with it."""
    put_under_pile(s, i)
    refill_market(s)


@jit
def scrap_market(s):
    """R41: the market goes under the pile in slot order, each card below the one before; then it is refilled."""
    for slot in range(MARKET):
        for i in range(ROCKETS):
            if s.rocket_loc[i] == IN_MARKET and s.rocket_slot[i] == slot:
                put_under_pile(s, i)
                break
    refill_market(s)


@jit
def launchable_rocket(s, p, kind):
    """R43: a player's rocket of a kind that may fly now, fresh ones first, lowest id first; or NONE."""
    flown = NONE
    for i in range(ROCKETS):
        if s.rocket_loc[i] == p and s.rocket_kind[i] == kind:
            if not s.rocket_flown[i]:
                return i
            if not s.rocket_reused[i] and flown == NONE:
                flown = i
    return flown


@jit
def transferable_rocket(s, p, kind):
    """R98: a player's rocket of a kind: fresh, then flown and not reused, then reused; lowest id first; or NONE."""
    found = launchable_rocket(s, p, kind)
    if found == NONE:
        for i in range(ROCKETS - 1, -1, -1):
            if s.rocket_loc[i] == p and s.rocket_kind[i] == kind:
                found = i
    return found


@jit
def count_rockets(s, p, kind):
    """How many rockets of a kind a player owns."""
    count = 0
    for i in range(ROCKETS):
        count += s.rocket_loc[i] == p and s.rocket_kind[i] == kind
    return count
