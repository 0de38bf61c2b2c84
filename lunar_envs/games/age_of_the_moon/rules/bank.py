"""Resources, the ICP scale and the table of agreements (R14, R21, R25-R28, R39, R64, R65, R77)."""

import numpy as np

from lunar_envs.engine.jit import jit

from ..codes import (
    ADVANTAGE_RATE,
    EXCHANGE_CARD,
    ICP_LIMIT,
    NONE,
    RESOURCES,
    SLOTS,
    Action,
    Agreement,
    Kind,
    Place,
    Primitive,
    Rule,
)
from .cards import can_draw, draw_card

CARD_OF = (
    NONE,
    Kind.EXCHANGE_RESOURCES.value,
    Kind.SHARING_A_REGION.value,
    Kind.COLLABORATIVE_CONSTRUCTION.value,
    Kind.TEMPORARY_SHARING.value,
    Kind.PEACE_TREATY.value,
    Kind.JOINT_VENTURE.value,
    Kind.TRADE_EMBARGO.value,
    Kind.MUTUAL_DEFENSE_PACT.value,
    Kind.DIPLOMATIC_TENSION.value,
)
"""The card that makes each Agreement."""


@jit
def ongoing(s, t, primitive):
    """R24: the parameter of an ongoing event while its card lies in the Ongoing area, else 0."""
    event = t.event_of[primitive]
    return np.int64(t.param[event, 0]) if s.event_place[event] == Place.ONGOING else 0


@jit
def holds(s, rule):
    """R88: whether an ongoing summit rule is in force."""
    return (np.int64(s.rules) >> rule) & 1


# -- Resources -----------------------------------------------------------------------------------------


@jit
def take(s, p, r, amount):
    """R14: a player takes tokens, as many as the supply has."""
    given = min(amount, np.int64(s.supply[r]))
    s.supply[r] -= given
    s.res[p, r] += given


@jit
def pay(s, p, r, amount):
    """R39: spent tokens return to the supply."""
    s.res[p, r] -= amount
    s.supply[r] += amount


@jit
def lose(s, p, r, amount):
    """R21: a player pays what it can."""
    pay(s, p, r, min(amount, np.int64(s.res[p, r])))


@jit
def can_pay(s, p, cost):
    """Whether a player holds all of ``cost`` (int16[4])."""
    short = 0
    for r in range(RESOURCES):
        short += s.res[p, r] < cost[r]
    return short == 0


@jit
def pay_cost(s, p, cost):
    """R39: pay all of ``cost`` (int16[4])."""
    for r in range(RESOURCES):
        pay(s, p, r, np.int64(cost[r]))


@jit
def count_tokens(s, p):
    """How many resource tokens a player holds."""
    count = 0
    for r in range(RESOURCES):
        count += int(s.res[p, r])
    return count


# -- Exchanges -----------------------------------------------------------------------------------------


@jit
def exchange_rate(s, t, p):
    """R25: tokens of one kind for a token of another."""
    rate = np.int64(t.general_rate[s.faction[p]]) + ongoing(s, t, Primitive.EXCHANGE_RATE)
    return max(ADVANTAGE_RATE, rate - holds(s, Rule.OPEN_MARKET))


@jit
def offer_exchanges(s, t, p, mask):
    """R25-R27: exchanges into resources and cards, at the general rate and at the faction's own."""
    card_rate = np.int64(t.card_rate[s.faction[p]])
    least = min(ADVANTAGE_RATE, card_rate)
    most = 0
    for give in range(RESOURCES):
        most = max(most, np.int64(s.res[p, give]))
    if most < least:
        return
    rate = exchange_rate(s, t, p)
    wanted = np.int64(t.advantage[s.faction[p]])
    for give in range(RESOURCES):
        held = s.res[p, give]
        if held < least:
            continue
        first = Action.EXCHANGE + (EXCHANGE_CARD + 1) * give
        if held >= rate:
            for get in range(RESOURCES):
                mask[first + get] = get != give and s.supply[get] > 0
        if held >= card_rate:
            mask[first + EXCHANGE_CARD] = can_draw(s)
        if wanted >= 0 and wanted != give:
            mask[Action.ADVANTAGE + give] = s.supply[wanted] > 0


@jit
def apply_exchange(s, t, p, action):
    """R25, R26, R28: an exchange costs no turn."""
    if action >= Action.ADVANTAGE:
        pay(s, p, action - Action.ADVANTAGE, ADVANTAGE_RATE)
        take(s, p, np.int64(t.advantage[s.faction[p]]), 1)
        return
    give = (action - Action.EXCHANGE) // (EXCHANGE_CARD + 1)
    get = (action - Action.EXCHANGE) % (EXCHANGE_CARD + 1)
    if get == EXCHANGE_CARD:
        pay(s, p, give, np.int64(t.card_rate[s.faction[p]]))
        draw_card(s, p)
    else:
        pay(s, p, give, exchange_rate(s, t, p))
        take(s, p, get, 1)


# -- Agreements ----------------------------------------------------------------------------------------


@jit
def free_slot(s):
    """R65: the lowest empty slot, or NONE."""
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.NONE:
            return i
    return NONE


@jit
def open_slot(s, kind, by, target, members):
    """R65: an agreement takes the lowest empty slot, which there must be; returns it."""
    i = free_slot(s)
    s.ag_kind[i] = kind
    s.ag_by[i] = by
    s.ag_target[i] = target
    s.ag_members[i] = members
    s.ag_round[i] = s["round"]
    return i


@jit
def keep_card(s, slot):
    """R31: the card in play stays with its agreement."""
    s.ag_card[slot] = 1
    s.in_play = NONE


@jit
def close_slot(s, i):
    """An agreement ends; a card that lies there is discarded."""
    if s.ag_card[i]:
        s.nego_discard[CARD_OF[s.ag_kind[i]]] += 1
    s.ag_kind[i] = Agreement.NONE
    s.ag_by[i] = NONE
    s.ag_target[i] = NONE
    s.ag_members[i] = 0
    s.ag_a[i] = NONE
    s.ag_b[i] = NONE
    s.ag_amt[i] = 0
    s.ag_hex[i] = NONE
    s.ag_asset[i] = NONE
    s.ag_round[i] = 0
    s.ag_used[i] = 0
    s.ag_card[i] = 0


@jit
def share_slot(s, kind, a, b):
    """A slot with an agreement of this kind whose members include seats ``a`` and ``b``, or NONE."""
    both = (1 << a) | (1 << b)
    for i in range(SLOTS):
        if s.ag_kind[i] == kind and np.int64(s.ag_members[i]) & both == both:
            return i
    return NONE


@jit
def embargo_slot(s, p):
    """R77: the slot of the embargo against a player, or NONE."""
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.EMBARGO and s.ag_target[i] == p:
            return i
    return NONE


# -- ICP -----------------------------------------------------------------------------------------------


@jit
def move_icp(s, p, change):
    """R64: a marker moves within the scale; a move upwards ends an embargo (R77). Returns the spaces really moved."""
    before = np.int64(s.icp[p])
    after = min(max(before + change, -ICP_LIMIT), ICP_LIMIT)
    s.icp[p] = after
    if after > before:
        slot = embargo_slot(s, p)
        if slot >= 0:
            close_slot(s, slot)
    return after - before
