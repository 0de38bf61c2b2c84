"""Legality: the router to the contexts. All of it is exact."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import clear_mask, count_legal

from .codes import Action, Context, Kind
from .rules.attack import offer_own_tokens, offer_stop
from .rules.bank import offer_exchanges
from .rules.cards import can_draw
from .rules.deal import offer_deal_menu, offer_items, offer_quantities, offer_receivers
from .rules.events import offer_event_assets, offer_event_cards, offer_event_pay
from .rules.joint import offer_allies
from .rules.launch import offer_cargo, offer_deployments, offer_landing_hexes, offer_launches, offer_rescue
from .rules.menu import offer_members, offer_negotiation
from .rules.operate import offer_moves, offer_operations
from .rules.proposals import offer_answers
from .rules.purchase import offer_purchases
from .rules.summit import offer_rules
from .rules.terms import (
    offer_amounts,
    offer_gifts,
    offer_loot,
    offer_returns,
    offer_subject_hexes,
    offer_subjects,
    offer_targets,
)
from .rules.venture import offer_builds, offer_partners, offer_splits


@jit
def legal(s, t, mask):
    """Write the mask of the seat to move (int8[222]); returns the number of legal actions, 0 when the game is over."""
    clear_mask(mask)
    if s.ctx == Context.TERMINAL:
        return 0
    p = int(s.to_move)
    if s.ctx <= Context.OPERATE_MENU:
        offer_phase(s, t, p, mask)
    elif s.ctx <= Context.SUMMIT_RULE:
        offer_terms(s, t, p, mask)
    else:
        offer_talk(s, t, p, mask)
    return count_legal(mask)


@jit
def offer_phase(s, t, p, mask):
    """Events, menus, launch and deployment."""
    ctx = s.ctx
    if ctx == Context.NEGO_MENU:
        offer_negotiation(s, t, p, mask)
        offer_exchanges(s, t, p, mask)
    elif ctx == Context.BUY_MENU:
        offer_purchases(s, t, p, mask)
        offer_exchanges(s, t, p, mask)
    elif ctx == Context.LAUNCH_MENU:
        offer_launches(s, t, p, mask)
        offer_exchanges(s, t, p, mask)
    elif ctx == Context.OPERATE_MENU:
        offer_operations(s, t, p, mask)
    elif ctx == Context.LOAD:
        offer_cargo(s, t, p, mask)
    elif ctx == Context.REUSE_PAY:
        offer_own_tokens(s, p, mask)
    elif ctx == Context.FACE2:
        offer_rescue(s, t, p, mask)
    elif ctx == Context.DEPLOY_PICK:
        offer_deployments(s, t, p, mask)
    elif ctx == Context.DEPLOY_HEX:
        offer_landing_hexes(s, t, mask)
    elif ctx == Context.EVENT_PAY:
        offer_event_pay(s, t, p, mask)
    elif ctx == Context.EVENT_PICK_ASSET:
        offer_event_assets(s, t, p, mask)
    else:
        offer_event_cards(s, p, mask)


@jit
def offer_terms(s, t, p, mask):
    """Rover moves, and whom and what a card is about."""
    ctx = s.ctx
    if ctx == Context.ROVER_MOVE:
        offer_moves(s, t, mask)
    elif ctx == Context.ROVER_CONSENT:
        offer_yes_no(mask)
    elif ctx == Context.CARD_TARGET:
        offer_targets(s, t, p, can_draw(s), mask)
    elif ctx == Context.CARD_GIVE_RES:
        offer_gifts(s, p, mask)
    elif ctx == Context.CARD_GET_RES:
        offer_returns(s, mask)
    elif ctx == Context.CARD_AMOUNT:
        offer_amounts(s, p, mask)
    elif ctx == Context.CARD_HEX:
        offer_subject_hexes(s, p, mask)
    elif ctx == Context.CARD_ASSET:
        offer_subjects(s, t, p, mask)
    elif ctx == Context.CARD_INVITE:
        offer_invitations(s, t, p, mask)
    elif ctx == Context.CARD_RES:
        offer_loot(s, p, mask)
    elif ctx == Context.JV_BUILD:
        offer_builds(s, t, mask)
    elif ctx == Context.JV_SPLIT:
        offer_splits(mask)
    else:
        offer_rules(s, mask)


@jit
def offer_invitations(s, t, p, mask):
    """R73, R74, R90: one more partner, or go on with those invited."""
    mask[Action.PASS] = s.ng_invited != 0
    if s.ng_kind == Kind.JOINT_VENTURE:
        offer_partners(s, t, p, mask)
    elif s.ng_kind == Kind.JOINT_VICTORY:
        offer_allies(s, p, mask)
    else:
        offer_members(s, p, mask)


@jit
def offer_talk(s, t, p, mask):
    """The deal editor, answers, votes, STOP and what follows an attack."""
    ctx = s.ctx
    if ctx == Context.DEAL_MENU:
        offer_deal_menu(s, t, p, mask)
    elif ctx == Context.DEAL_TO:
        offer_receivers(s, p, mask)
    elif ctx == Context.DEAL_ITEM:
        offer_items(s, p, mask)
    elif ctx == Context.DEAL_QTY:
        offer_quantities(s, mask)
    elif ctx == Context.RESPOND:
        offer_answers(s, t, p, mask)
    elif ctx == Context.STOP_WINDOW:
        offer_stop(s, p, mask)
    elif ctx == Context.SANCTION_PAY:
        offer_own_tokens(s, p, mask)
    else:
        offer_yes_no(mask)


@jit
def offer_yes_no(mask):
    """Votes, consents and the choice to publish a hand."""
    mask[Action.ACCEPT] = 1
    mask[Action.REJECT] = 1
