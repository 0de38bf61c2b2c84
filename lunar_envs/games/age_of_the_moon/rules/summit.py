"""The Lunar Summit (R88) and the counting of votes (R84)."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    EVENTS,
    NONE,
    RESOURCES,
    SLOTS,
    SUMMIT_RULES,
    Action,
    Agreement,
    Context,
    Kind,
    Place,
    Resource,
    Rule,
    Sharing,
    Status,
)
from .attack import close_vote, start_vote
from .bank import close_slot, move_icp, take
from .board import end_region, end_sharing
from .talks import all_seats, ask_next, fail_talk, finish_talk
from .terms import token_hexes


@jit
def may_decide(s, rule):
    """R88: whether a rule would do something."""
    if rule == Rule.CLEAR_REGION:
        return token_hexes(s) != 0
    if rule == Rule.END_ONGOING_EVENTS:
        return has_ongoing_events(s)
    if rule == Rule.AMNESTY:
        return may_pardon(s)
    return True


@jit
def has_ongoing_events(s):
    """R88: whether an event card lies in the Ongoing area."""
    for event in range(EVENTS):
        if s.event_place[event] == Place.ONGOING:
            return True
    return False


@jit
def may_pardon(s):
    """R88: whether a marker is negative or an embargo holds."""
    for p in range(s.num_players):
        if s.icp[p] < 0:
            return True
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.EMBARGO:
            return True
    return False


@jit
def offer_rules(s, mask):
    """R88: rules that would do something."""
    for rule in range(SUMMIT_RULES):
        mask[Action.PICK_RULE + rule] = may_decide(s, rule)


@jit
def choose_rule(s, t, rule):
    """R88: the rule to be voted on; clear_region needs a hex."""
    s.ng_rule = rule
    if rule == Rule.CLEAR_REGION:
        s.ctx = Context.CARD_HEX
    else:
        start_vote(s, t, all_seats(s))


@jit
def apply_vote(s, t, p, action):
    """R84, R88: votes are open; the last one decides."""
    if action == Action.ACCEPT:
        s.ng_yes = np.int64(s.ng_yes) | (1 << p)
    s.ng_pending = np.int64(s.ng_pending) & ~(1 << p)
    if ask_next(s, Context.VOTE):
        return
    if s.ng_kind == Kind.LUNAR_SUMMIT:
        close_summit(s, t)
    else:
        close_vote(s, t)


@jit
def close_summit(s, t):
    """R88: more than half of all players pass the rule."""
    yes = np.int64(s.ng_yes)
    if 2 * count_bits(yes) <= s.num_players:
        fail_talk(s)
        return
    decide(s, np.int64(s.ng_rule))
    for p in range(s.num_players):
        if (yes >> p) & 1:
            move_icp(s, p, np.int64(t.icp_voter[Kind.LUNAR_SUMMIT]))
    finish_talk(s)


@jit
def decide(s, rule):
    """R88: one-time rules are applied, ongoing ones enacted or repealed."""
    if rule == Rule.CLEAR_REGION:
        clear_region(s, np.int64(s.ng_hex))
    elif rule == Rule.END_ONGOING_EVENTS:
        end_ongoing_events(s)
    elif rule == Rule.AMNESTY:
        pardon(s)
    elif rule == Rule.EMERGENCY_AID:
        for i in range(s.num_players):
            for r in range(Resource.WATER.value, RESOURCES):
                take(s, (s.start + i) % s.num_players, r, 1)
    else:
        rules = np.int64(s.rules) ^ (1 << rule)
        if rule == Rule.BUDGET_INCREASE:
            rules &= ~(1 << Rule.AUSTERITY.value)
        elif rule == Rule.AUSTERITY:
            rules &= ~(1 << Rule.BUDGET_INCREASE.value)
        s.rules = rules


@jit
def clear_region(s, h):
    """R88: all tokens of the hex return to their owners' stock on Earth, still constructed."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] == h:
                if s.co_kind[c, k] == Sharing.TEMP:
                    end_sharing(s, c, k)
                s.asset_status[c, k] = Status.EARTH
                s.asset_hex[c, k] = NONE
                s.asset_blocked[c, k] = 0
                s.op_paid[c, k] = 0
    end_region(s, h)


@jit
def end_ongoing_events(s):
    """R24, R88: all cards of the Ongoing area are discarded."""
    for event in range(EVENTS):
        if s.event_place[event] == Place.ONGOING:
            s.event_place[event] = Place.DISCARD
    for p in range(s.num_players):
        s.refill_plus[p] = 0


@jit
def pardon(s):
    """R88: negative markers return to 0, and all embargoes end."""
    for p in range(s.num_players):
        if s.icp[p] < 0:
            move_icp(s, p, -np.int64(s.icp[p]))
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.EMBARGO:
            close_slot(s, i)
