"""Answers to proposals, and what acceptance and refusal do (R63-R75, R89)."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    KINDS,
    NONE,
    RESOURCES,
    Action,
    Agreement,
    Context,
    EmptyEffect,
    Kind,
    Primitive,
    Resource,
    Sharing,
    Status,
)
from .bank import free_slot, keep_card, move_icp, offer_exchanges, ongoing, open_slot, pay, take
from .cards import draw_card
from .deal import execute_deal, is_deliverable
from .joint import form_group
from .talks import ask_next, clear_deal, fail_talk, finish_talk
from .terms import may_collaborate
from .venture import form_venture, may_build_otherwise, may_form_venture, write_terms


@jit
def is_fulfillable(s, t):
    """R63: whether the terms can be fulfilled now."""
    by = np.int64(s.ng_by)
    target = np.int64(s.ng_target)
    if s.ng_kind == Kind.EXCHANGE_RESOURCES:
        return s.res[by, s.ng_a] >= s.ng_amt and s.res[target, s.ng_b] >= s.ng_amt
    if s.ng_kind == Kind.COLLABORATIVE_CONSTRUCTION:
        return may_collaborate(s, t, by, target, s.ng_asset % ASSET_TYPES)
    if s.ng_kind == Kind.SELL_AN_ASSET or s.ng_kind == Kind.FREE_NEGOTIATION:
        return is_deliverable(s)
    if s.ng_kind == Kind.JOINT_VENTURE:
        return may_form_venture(s, t)
    return True


@jit
def may_counter(s, t):
    """R101: whether a counter-offer is allowed."""
    if s.ng_kind >= KINDS or not t.counter_allowed[s.ng_kind] or s.ng_counters >= t.max_counters:
        return False
    if count_bits(np.int64(s.ng_invited)) != 1:
        return False
    return s.ng_kind != Kind.JOINT_VENTURE or may_build_otherwise(s, t)


@jit
def offer_answers(s, t, p, mask):
    """R63, R101: accept what can be fulfilled, refuse, counter; exchange first."""
    mask[Action.ACCEPT] = is_fulfillable(s, t)
    mask[Action.REJECT] = 1
    mask[Action.COUNTER] = may_counter(s, t)
    offer_exchanges(s, t, p, mask)


@jit
def apply_answer(s, t, p, action):
    """R63: the first refusal ends a proposal; a treaty asks everybody (R74)."""
    if action == Action.COUNTER:
        counter(s, p)
        return
    if action == Action.ACCEPT:
        s.ng_accepted = np.int64(s.ng_accepted) | (1 << p)
    elif s.ng_kind != Kind.PEACE_TREATY:
        refuse(s, t, p)
        return
    s.ng_pending = np.int64(s.ng_pending) & ~(1 << p)
    if not ask_next(s, Context.RESPOND):
        conclude(s, t)


@jit
def counter(s, p):
    """R101: the responder writes the terms."""
    s.ng_counters += 1
    s.ng_steps = 0
    s.ng_pending = 0
    if s.ng_kind == Kind.JOINT_VENTURE:
        write_terms(s, p)
        return
    s.ng_editor = p
    s.ctx = Context.DEAL_MENU
    if not is_deliverable(s):
        clear_deal(s)


@jit
def refuse(s, t, p):
    """R63, R64: a refusal costs ICP only if the terms could have been fulfilled."""
    if s.ng_kind < KINDS and is_fulfillable(s, t):
        penalty = t.empty_reject[s.opt_empty] if s.ng_kind == Kind.EMPTY_CARD else t.icp_reject[s.ng_kind]
        move_icp(s, p, np.int64(penalty))
    fail_talk(s)


@jit
def conclude(s, t):
    """R63, R64: all have answered; the agreement takes effect, and then its ICP."""
    if s.ng_kind == Kind.JOINT_VICTORY:
        form_group(s)
    elif s.ng_accepted:
        take_effect(s, t, np.int64(s.ng_by), np.int64(s.ng_target))
        reward(s, t)
    finish_talk(s)


@jit
def take_effect(s, t, by, target):
    """R66-R75, R89: what an accepted proposal does."""
    kind = s.ng_kind
    if kind == Kind.EXCHANGE_RESOURCES:
        swap(s, by, target)
    elif kind == Kind.SHARING_A_REGION:
        share_region(s, by, target)
    elif kind == Kind.COLLABORATIVE_CONSTRUCTION:
        collaborate(s, t, by, target)
    elif kind == Kind.TEMPORARY_SHARING:
        share_for_a_round(s, by, target)
    elif kind == Kind.SELL_AN_ASSET or kind == Kind.FREE_NEGOTIATION:
        execute_deal(s)
    elif kind == Kind.PEACE_TREATY:
        keep_card(s, open_slot(s, Agreement.TREATY, by, NONE, (1 << by) | np.int64(s.ng_accepted)))
    elif kind == Kind.MUTUAL_DEFENSE_PACT:
        keep_card(s, open_slot(s, Agreement.PACT, by, target, (1 << by) | (1 << target)))
    elif kind == Kind.JOINT_VENTURE:
        form_venture(s, t)
    else:
        help_both(s, by, target)


@jit
def reward(s, t):
    """R64: ICP for the proposer, one more under the Lunar Accords, and for every partner who agreed."""
    by = np.int64(s.ng_by)
    partners = np.int64(s.ng_accepted if s.ng_kind == Kind.PEACE_TREATY else s.ng_invited)
    own = np.int64(t.icp_proposer[s.ng_kind])
    other = np.int64(t.icp_target[s.ng_kind])
    if s.ng_kind == Kind.EMPTY_CARD:
        own = np.int64(t.empty_accept[s.opt_empty])
        other = own
    move_icp(s, by, own + ongoing(s, t, Primitive.ACCORDS_BONUS))
    for p in range(s.num_players):
        if (partners >> p) & 1:
            move_icp(s, p, other)


# -- Effects -------------------------------------------------------------------------------------------


@jit
def exchange_tokens(s, a_seat, a, b_seat, b, amount):
    """R66: equal amounts of two kinds change hands."""
    s.res[a_seat, a] -= amount
    s.res[b_seat, a] += amount
    s.res[b_seat, b] -= amount
    s.res[a_seat, b] += amount


@jit
def swap(s, by, target):
    """R65, R66: the exchange, which stands from the next round on if a slot is free."""
    amount = np.int64(s.ng_amt)
    exchange_tokens(s, by, np.int64(s.ng_a), target, np.int64(s.ng_b), amount)
    if free_slot(s) >= 0:
        slot = open_slot(s, Agreement.EXCHANGE, by, target, (1 << by) | (1 << target))
        s.ag_a[slot] = s.ng_a
        s.ag_b[slot] = s.ng_b
        s.ag_amt[slot] = amount
        s.ag_used[slot] = 1


@jit
def share_region(s, by, target):
    """R67: the two share the hex."""
    pair = (1 << by) | (1 << target)
    s.hex_share[s.ng_hex] = pair
    slot = open_slot(s, Agreement.REGION, by, target, pair)
    s.ag_hex[slot] = s.ng_hex


@jit
def collaborate(s, t, by, target):
    """R68: both pay, and the asset is constructed for both."""
    k = s.ng_asset % ASSET_TYPES
    for r in range(RESOURCES):
        half = np.int64(t.cost[k, r]) // 2
        pay(s, target, r, half)
        pay(s, by, r, np.int64(t.cost[k, r]) - half)
    s.asset_status[by, k] = Status.EARTH
    share_asset(s, by, k, target, Sharing.COLLAB)
    slot = open_slot(s, Agreement.COLLAB, by, target, (1 << by) | (1 << target))
    s.ag_asset[slot] = s.ng_asset


@jit
def share_asset(s, c, k, partner, kind):
    """The partner shares an asset."""
    s.co_mask[c, k] = 1 << partner
    s.co_kind[c, k] = kind


@jit
def share_for_a_round(s, by, target):
    """R69, R70: the other one shares the asset until Phase 1 of the next round is over."""
    c = s.ng_asset // ASSET_TYPES
    k = s.ng_asset % ASSET_TYPES
    share_asset(s, c, k, target if s.asset_owner[c, k] == by else by, Sharing.TEMP)
    s.co_until[c, k] = s["round"] + 1
    slot = open_slot(s, Agreement.TEMP, by, target, (1 << by) | (1 << target))
    s.ag_asset[slot] = s.ng_asset


@jit
def help_both(s, by, target):
    """R89: effects 4 to 6 of the Empty Card, proposer first."""
    for i in range(2):
        p = by if i == 0 else target
        if s.opt_empty == EmptyEffect.JOINT_RESEARCH:
            take(s, p, Resource.SCIENCE, 1)
        elif s.opt_empty == EmptyEffect.RELIEF_MISSION:
            take(s, p, Resource.LUNAR, 1)
        else:
            draw_card(s, p)


# -- Standing exchanges --------------------------------------------------------------------------------


@jit
def may_invoke(s, p, i):
    """R66: whether a party may have a standing exchange executed, which both must be able to pay."""
    if s.ag_kind[i] != Agreement.EXCHANGE or s.ag_used[i] or (np.int64(s.ag_members[i]) >> p) & 1 == 0:
        return False
    amount = s.ag_amt[i]
    return s.res[s.ag_by[i], s.ag_a[i]] >= amount and s.res[s.ag_target[i], s.ag_b[i]] >= amount


@jit
def invoke(s, i):
    """R66: the standing exchange is executed, once a round, and is the turn's active action."""
    exchange_tokens(
        s,
        np.int64(s.ag_by[i]),
        np.int64(s.ag_a[i]),
        np.int64(s.ag_target[i]),
        np.int64(s.ag_b[i]),
        np.int64(s.ag_amt[i]),
    )
    s.ag_used[i] = 1
    s.nego_count += 1
    s.ret_ctx = Context.NEGO_MENU
    finish_talk(s)
