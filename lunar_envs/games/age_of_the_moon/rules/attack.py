"""Hostile cards: reveal, STOP, breaches, votes and effects (R77-R87, R89)."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    BREACH_ICP,
    ICP_LIMIT,
    NONE,
    PROPAGANDA_ICP,
    RESOURCES,
    SABOTAGED_TOKENS,
    SANCTIONED_TOKENS,
    SLOTS,
    STOLEN_SCIENCE,
    TENSION_LUNARS,
    Action,
    Agreement,
    Context,
    EmptyEffect,
    Kind,
    Resource,
)
from ..tables import TO_THE_BOTTOM
from .bank import close_slot, count_tokens, keep_card, move_icp, open_slot, pay
from .board import end_region, lose_asset, member_mask
from .cards import draw_card, gain_secretly, hand_size, learn_hand, lose_openly, lose_secretly, random_kind
from .talks import all_seats, finish_talk, next_seat

# -- Reveal --------------------------------------------------------------------------------------------


@jit
def attack(s, t):
    """R82: the user pays and commits breaches, stopped or not; then the others are asked for a STOP."""
    user = np.int64(s.ng_by)
    if s.ng_kind == Kind.DIPLOMATIC_TENSION:
        pay(s, user, Resource.LUNAR, TENSION_LUNARS)
    move_icp(s, user, user_icp(s, t))
    s.ng_targets = find_targets(s, user)
    breach_by_attack(s, user)
    asked = 0
    for p in range(s.num_players):
        if p != user and hand_size(s, p) > 0:
            asked |= 1 << p
    s.ng_stop_pending = asked
    next_stop(s, t)


@jit
def user_icp(s, t):
    """R78-R82, R89: what the card costs its user."""
    cost = np.int64(t.empty_user[s.opt_empty] if s.ng_kind == Kind.EMPTY_CARD else t.icp_user[s.ng_kind])
    return -2 * ICP_LIMIT if cost == TO_THE_BOTTOM else cost


@jit
def find_targets(s, user):
    """R85: the named player; all opponents; or all other owners and sharers in the hex."""
    if s.ng_kind == Kind.RESOURCE_MONOPOLY:
        return all_seats(s) & ~(1 << user)
    if s.ng_kind != Kind.ASSET_DESTRUCTION:
        return 1 << np.int64(s.ng_target)
    targets = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] == s.ng_hex:
                targets |= member_mask(s, c, k)
    return targets & ~(1 << user)


# -- Breaches ------------------------------------------------------------------------------------------


@jit
def breach(s, p, slot):
    """R85: the breaker loses ICP, and the agreement ends."""
    move_icp(s, p, BREACH_ICP)
    close_slot(s, slot)


@jit
def breach_by_attack(s, user):
    """R85 a: the user attacks a fellow member of a treaty or pact."""
    for i in range(SLOTS):
        members = np.int64(s.ag_members[i])
        peace = s.ag_kind[i] == Agreement.TREATY or s.ag_kind[i] == Agreement.PACT
        if peace and (members >> user) & 1 and members & np.int64(s.ng_targets):
            breach(s, user, i)


@jit
def breach_by_vote(s):
    """R85 b: a member of a pact voted against its partner."""
    target = np.int64(s.ng_target)
    for i in range(SLOTS):
        members = np.int64(s.ag_members[i])
        if s.ag_kind[i] == Agreement.PACT and (members >> target) & 1:
            partner = members & ~(1 << target)
            if partner & np.int64(s.ng_yes):
                breach(s, count_bits(partner - 1), i)


@jit
def breach_by_refusal(s):
    """R85 c: a member of a pact held a STOP and did not protect its partner against a third player."""
    user = np.int64(s.ng_by)
    for i in range(SLOTS):
        members = np.int64(s.ag_members[i])
        if s.ag_kind[i] != Agreement.PACT or (members >> user) & 1:
            continue
        for step in range(1, s.num_players):
            p = (user + step) % s.num_players
            if (members >> p) & 1 and refused_help(s, p, members & ~(1 << p)):
                show_stop(s, p)
                breach(s, p, i)
                break


@jit
def refused_help(s, p, partner):
    """R85 c: whether a player passed with a STOP in hand while its partner, a mask, was hit."""
    if (np.int64(s.ng_held_stop) >> p) & 1 == 0 or partner & np.int64(s.ng_targets) == 0:
        return False
    return s.ng_kind != Kind.RESOURCE_MONOPOLY or s.res[count_bits(partner - 1), s.ng_a] > 0


@jit
def show_stop(s, p):
    """R107: a punished refusal shows that the player holds a STOP."""
    for v in range(s.num_players):
        if v != p:
            s.known[v, p, Kind.STOP] = max(1, s.known[v, p, Kind.STOP])


# -- STOP ----------------------------------------------------------------------------------------------


@jit
def next_stop(s, t):
    """R82: the next player with cards is asked; when nobody has stopped it the attack goes on."""
    p = next_seat(s, np.int64(s.ng_stop_pending), np.int64(s.ng_by))
    if p == NONE:
        breach_by_refusal(s)
        take_attack_effect(s, t)
    else:
        s.to_move = p
        s.ctx = Context.STOP_WINDOW


@jit
def offer_stop(s, p, mask):
    """R83: let it happen, or play a STOP."""
    mask[Action.PASS] = 1
    mask[Action.PICK_CARD + Kind.STOP] = s.hand[p, Kind.STOP] > 0


@jit
def apply_stop(s, t, p, action):
    """R82, R83: the first STOP cancels the attack."""
    if action == Action.PASS:
        if s.hand[p, Kind.STOP] > 0:
            s.ng_held_stop = np.int64(s.ng_held_stop) | (1 << p)
        s.ng_stop_pending = np.int64(s.ng_stop_pending) & ~(1 << p)
        next_stop(s, t)
        return
    lose_openly(s, p, Kind.STOP)
    s.nego_discard[Kind.STOP] += 1
    move_icp(s, p, -np.int64(s.opt_stop_pen))
    finish_talk(s)


# -- Effects -------------------------------------------------------------------------------------------


@jit
def take_attack_effect(s, t):
    """R77-R81, R86, R87, R89: what a hostile card does when nobody stops it."""
    kind = s.ng_kind
    user = np.int64(s.ng_by)
    target = np.int64(s.ng_target)
    if kind == Kind.TRADE_EMBARGO or kind == Kind.ECONOMIC_SANCTIONS:
        start_vote(s, t, all_seats(s) & ~(1 << target))
        return
    if kind == Kind.LUNAR_ESPIONAGE:
        learn_hand(s, user, target)
        s.to_move = user
        s.ctx = Context.SPY_SHARE
        return
    if kind == Kind.EMPTY_CARD and s.opt_empty == EmptyEffect.SUPPLY_SABOTAGE:
        start_return(s, target, SABOTAGED_TOKENS)
        return
    if kind == Kind.RESOURCE_STEAL or kind == Kind.RESOURCE_MONOPOLY:
        seize(s, user, np.int64(s.ng_targets), np.int64(s.ng_a))
    elif kind == Kind.ASSET_DESTRUCTION:
        destroy_hex(s)
    elif kind == Kind.DIPLOMATIC_TENSION:
        lost = -move_icp(s, target, np.int64(t.icp_target[kind]))
        slot = open_slot(s, Agreement.TENSION, user, target, (1 << user) | (1 << target))
        s.ag_amt[slot] = lost
    elif kind == Kind.POWER_PLAY:
        rob_card(s, user, target)
    else:
        take_empty_effect(s, user, target)
    finish_talk(s)


@jit
def seize(s, user, targets, r):
    """R78: the user takes all tokens of a resource from the players of a mask."""
    for q in range(s.num_players):
        if (targets >> q) & 1:
            s.res[user, r] += s.res[q, r]
            s.res[q, r] = 0


@jit
def destroy_hex(s):
    """R60, R61, R79: all tokens of the hex are lost, and nobody shares it any more."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] == s.ng_hex:
                lose_asset(s, c, k)
    end_region(s, np.int64(s.ng_hex))


@jit
def rob_card(s, user, target):
    """R87: a random card of the target, which only the two see."""
    if hand_size(s, target) > 0:
        kind = random_kind(s, target)
        lose_secretly(s, target, kind, user)
        gain_secretly(s, user, kind, target)


@jit
def draw_from_bank(s):
    """R87: Power Play against the bank draws a card."""
    draw_card(s, np.int64(s.ng_by))
    finish_talk(s)


@jit
def take_empty_effect(s, user, target):
    """R89: effects 0, 1 and 3 of the Empty Card."""
    if s.opt_empty == EmptyEffect.COMMS_JAMMING:
        s.jammed[target] = 1
    elif s.opt_empty == EmptyEffect.DATA_BREACH:
        stolen = min(STOLEN_SCIENCE, np.int64(s.res[target, Resource.SCIENCE]))
        s.res[target, Resource.SCIENCE] -= stolen
        s.res[user, Resource.SCIENCE] += stolen
    else:
        move_icp(s, target, PROPAGANDA_ICP)


@jit
def apply_spy_share(s, action):
    """R80: the hand is shown to all, or only the user has seen it."""
    if action == Action.ACCEPT:
        for v in range(s.num_players):
            if v != s.ng_target:
                learn_hand(s, v, np.int64(s.ng_target))
    finish_talk(s)


@jit
def start_return(s, target, count):
    """R86, R89: the target returns tokens of its choice, all if it has fewer."""
    s.pay_left = min(count, count_tokens(s, target))
    s.to_move = target
    s.ctx = Context.SANCTION_PAY
    if s.pay_left == 0:
        finish_talk(s)


@jit
def offer_own_tokens(s, p, mask):
    """R44, R86: a resource of which the player holds a token."""
    for r in range(RESOURCES):
        mask[Action.PICK_RES + r] = s.res[p, r] > 0


@jit
def apply_return(s, p, r):
    """R86, R89: one token returns to the supply."""
    pay(s, p, r, 1)
    s.pay_left -= 1
    if s.pay_left == 0:
        finish_talk(s)


# -- Votes on players ----------------------------------------------------------------------------------


@jit
def start_vote(s, t, seats):
    """R84: the proposer counts as a yes, the other seats of a mask vote clockwise."""
    by = np.int64(s.ng_by)
    s.ng_yes = 1 << by
    s.ng_pending = seats & ~(1 << by)
    s.to_move = next_seat(s, np.int64(s.ng_pending), by)
    s.ctx = Context.VOTE


@jit
def close_vote(s, t):
    """R77, R84-R86: two votes pass an embargo or sanctions; breaches come first."""
    target = np.int64(s.ng_target)
    yes = np.int64(s.ng_yes)
    breach_by_vote(s)
    if count_bits(yes) < 2:
        finish_talk(s)
        return
    for p in range(s.num_players):
        if (yes >> p) & 1:
            move_icp(s, p, np.int64(t.icp_voter[s.ng_kind]))
    if s.ng_kind == Kind.TRADE_EMBARGO:
        by = np.int64(s.ng_by)
        keep_card(s, open_slot(s, Agreement.EMBARGO, by, target, (1 << by) | (1 << target)))
        finish_talk(s)
    else:
        start_return(s, target, SANCTIONED_TOKENS)
