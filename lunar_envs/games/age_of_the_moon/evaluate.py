"""The baseline player: fixed preferences for each kind of decision, weighed by a linear value of the position."""

import numpy as np

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import first_legal

from .bargain import NOTHING, answer, best_exchange, best_loan, best_partner, best_project, is_open, write_deal
from .codes import ASSET_TYPES, NONE, Action, Build, Context, Kind, Split
from .diplomacy import (
    choose_discard,
    choose_loot,
    choose_negotiation,
    choose_rule,
    choose_subject_hex,
    choose_victim,
    joint_partner,
    wants_stop,
    wants_vote,
)
from .rules.menu import is_hostile
from .spending import choose_purchase
from .state import STATE
from .tactics import (
    choose_cargo,
    choose_hex,
    choose_launch,
    choose_loss,
    choose_move,
    choose_operation,
    choose_payment,
    choose_rescue,
)


@jit
def greedy(s, t, mask):
    """An action for the context that waits; any, if somebody else began what the seat would not go on with."""
    action = prefer(s, t, np.int64(s.to_move), mask)
    return action if mask[action] else first_legal(mask, 0)


@jit
def prefer(s, t, p, mask):
    """The action that the player's plan asks for."""
    ctx = s.ctx
    if ctx == Context.BUY_MENU:
        return choose_purchase(s, t, p, mask)
    if ctx == Context.LAUNCH_MENU:
        return choose_launch(s, t, p, mask)
    if ctx == Context.OPERATE_MENU:
        return choose_operation(s, t, p, mask)
    if ctx == Context.NEGO_MENU or ctx == Context.RESPOND or Context.CARD_TARGET <= ctx <= Context.CARD_INVITE:
        return negotiate(s, t, p, mask)
    if Context.DEAL_MENU <= ctx <= Context.DEAL_QTY:
        return write_deal(s, t, p, mask)
    if ctx <= Context.ROVER_MOVE:
        return manage(s, t, p, mask)
    return decide(s, t, p, mask)


@jit
def manage(s, t, p, mask):
    """Events, cargo, landing, deployment and rovers."""
    ctx = s.ctx
    if ctx == Context.EVENT_PAY:
        return Action.ACCEPT.value if mask[Action.ACCEPT] else Action.REJECT.value
    if ctx == Context.EVENT_PICK_ASSET:
        return choose_loss(s, t, p, mask)
    if ctx == Context.EVENT_PICK_CARD:
        return choose_discard(mask)
    if ctx == Context.LOAD:
        return choose_cargo(s, t, p, mask)
    if ctx == Context.REUSE_PAY:
        return choose_payment(s, t, p)
    if ctx == Context.FACE2:
        return choose_rescue(s, t, p, mask)
    if ctx == Context.DEPLOY_HEX:
        return choose_hex(s, t, mask)
    if ctx == Context.ROVER_MOVE:
        return choose_move(s, t, mask)
    return last_legal(mask)  # DEPLOY_PICK: modules are the last types


@jit
def last_legal(mask):
    """The legal action with the highest id."""
    action = mask.shape[0] - 1
    while mask[action] == 0:
        action -= 1
    return action


@jit(allocates=True)
def negotiate(s, t, p, mask):
    """The menu of Phase 3, the terms of a card, answers; with a copy of the state to try agreements in."""
    c = np.empty(1, STATE)
    ctx = s.ctx
    if ctx == Context.NEGO_MENU:
        return choose_negotiation(s, t, p, mask, c)
    if ctx == Context.RESPOND:
        return answer(s, t, p, mask, c)
    if ctx == Context.CARD_TARGET:
        return choose_target(s, t, p, mask, c)
    if ctx == Context.CARD_HEX:
        return choose_subject_hex(s, t, p, mask)
    if ctx == Context.CARD_ASSET:
        return choose_subject(s, t, p, mask, c)
    if ctx == Context.CARD_INVITE:
        return choose_invitation(s, t, p, mask, c)
    _, give, get, amount = best_exchange(s, t, p, np.int64(s.ng_target))
    if ctx == Context.CARD_AMOUNT:
        return Action.PICK_NUM + amount
    return Action.PICK_RES + (give if ctx == Context.CARD_GIVE_RES else get)


@jit
def choose_target(s, t, p, mask, c):
    """The victim of an attack, or the partner to whom most can be promised."""
    kind = np.int64(s.ng_kind)
    if is_hostile(s, t, kind):
        return choose_victim(s, t, p, mask)
    q = best_partner(s, t, p, kind, c, mask)
    return first_legal(mask, Action.PICK_PLAYER) if q == NONE else Action.PICK_PLAYER + (q - p) % s.num_players


@jit
def choose_subject(s, t, p, mask, c):
    """R68, R69, R73: the asset to build with the best partner, or to share."""
    best = NONE
    best_score = NOTHING
    for i in range(1, s.num_players):
        q = (p + i) % s.num_players
        if not is_open(np.int64(s.ng_target), q):
            continue
        if s.ng_kind == Kind.TEMPORARY_SHARING:
            score, asset = best_loan(s, t, p, q, c)
        else:
            score, kind = best_project(s, t, p, q, np.int64(s.ng_kind), c)
            asset = ASSET_TYPES * p + kind
        if score > best_score:
            best = asset
            best_score = score
    if best == NONE:
        return last_legal(mask)
    return Action.PICK_ASSET + ASSET_TYPES * ((best // ASSET_TYPES - p) % s.num_players) + best % ASSET_TYPES


@jit
def choose_invitation(s, t, p, mask, c):
    """R73, R74, R90: all into a treaty, the best partner into a venture or a joint victory."""
    if s.ng_kind == Kind.PEACE_TREATY:
        for a in range(Action.PICK_PLAYER, Action.PICK_NUM):
            if mask[a]:
                return a
    if mask[Action.PASS]:
        return Action.PASS.value
    if s.ng_kind == Kind.JOINT_VICTORY:
        q = joint_partner(s, t, p, mask)
    else:
        q = best_partner(s, t, p, np.int64(s.ng_kind), c, mask)
    return first_legal(mask, Action.PICK_PLAYER) if q == NONE else Action.PICK_PLAYER + (q - p) % s.num_players


@jit
def decide(s, t, p, mask):
    """Consents, terms of a venture, rules, loot, votes, STOP and what follows."""
    ctx = s.ctx
    if ctx == Context.CARD_RES:
        return choose_loot(s, t, p)
    if ctx == Context.JV_BUILD:
        equal = Action.PICK_NUM + Build.EQUAL
        return equal if mask[equal] else last_legal(mask)
    if ctx == Context.JV_SPLIT:
        return Action.PICK_NUM + Split.EQUAL
    if ctx == Context.SUMMIT_RULE:
        return choose_rule(s, t, p, mask)
    if ctx == Context.STOP_WINDOW:
        stops = mask[Action.PICK_CARD + Kind.STOP] and wants_stop(s, t, p)
        return Action.PICK_CARD + Kind.STOP if stops else Action.PASS.value
    if ctx == Context.SANCTION_PAY:
        return choose_payment(s, t, p)
    yes = ctx == Context.ROVER_CONSENT or (ctx == Context.VOTE and wants_vote(s, t, p))
    if ctx == Context.END_CONSENT:
        asset = np.int64(s.ag_asset[s.ng_x])
        yes = s.asset_owner[asset // ASSET_TYPES, asset % ASSET_TYPES] == p
    return Action.ACCEPT.value if yes else Action.REJECT.value
