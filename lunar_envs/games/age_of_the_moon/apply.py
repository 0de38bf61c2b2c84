"""What actions do: the router to the contexts, and the way from one decision to the next."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import first_legal

from .codes import ASSET_TYPES, Action, Context, Flow, Kind, Rule
from .legal import legal
from .rules.attack import apply_return, apply_spy_share, apply_stop, attack, start_vote
from .rules.bank import apply_exchange
from .rules.cards import hand_size
from .rules.deal import apply_deal_menu, apply_item, apply_quantity, apply_receiver
from .rules.events import apply_event_asset, apply_event_card, apply_event_pay
from .rules.launch import (
    apply_launch_menu,
    apply_rescue,
    apply_reuse_pay,
    choose_deployment,
    deploy,
    lift_off,
    load,
)
from .rules.menu import apply_negotiation, choose_target, choose_victim_hex, edit_deal, invite_or_go_on
from .rules.operate import apply_consent, apply_move, apply_operation
from .rules.proposals import apply_answer
from .rules.purchase import apply_purchase
from .rules.rounds import go_on
from .rules.summit import apply_vote, choose_rule
from .rules.talks import all_seats, ask_target
from .rules.terms import choose_gift, choose_return
from .rules.venture import apply_end_consent, apply_split, choose_venture_asset, write_terms
from .score import finish_game
from .setup import setup_state


@jit
def setup(s, t, options, mask):
    """R1-R12: from a blank record to the first decision."""
    setup_state(s, t, options)
    return settle(s, t, mask)


@jit
def step(s, t, action, mask):
    """Apply a legal action and all that follows by itself; returns the count of legal actions then."""
    s.decisions += 1
    ctx = int(s.ctx)
    number = int(s["round"])
    route(s, t, int(s.to_move), action)
    count = settle(s, t, mask)
    s.table_changes += s["round"] != number or changes_table(ctx, action, int(s.ctx))
    if s.decisions >= t.max_decisions and count > 0:
        s.truncated = 1
        finish_game(s, t)
        count = legal(s, t, mask)
    return count


@jit
def changes_table(before, action, after):
    """Whether an action between two contexts of a round may change more than talk, tokens, ICP, cards and turns.

    So that observations need not be written anew: where assets are bought or loaded their status may change too.
    """
    quiet = action == Action.PASS or Action.EXCHANGE <= action < Action.PICK_RES
    prepares = after == Context.LOAD or Context.CARD_TARGET <= after <= Context.RESPOND
    if before == Context.BUY_MENU or before == Context.LOAD:
        return after != before or not (quiet or action >= Action.PICK_ASSET)
    if before == Context.NEGO_MENU or before == Context.LAUNCH_MENU:
        return not prepares and not (quiet and Context.NEGO_MENU <= after <= Context.LAUNCH_MENU)
    return not (prepares and Context.CARD_TARGET <= before <= Context.RESPOND)


@jit
def settle(s, t, mask):
    """The game goes on until a decision is due; a forced one is applied, unless it is asked for all the same."""
    while True:
        while s.ctx >= Flow.DRAW_EVENT:
            go_on(s, t)
        count = legal(s, t, mask)
        if count != 1 or asks_alone(s):
            return count
        route(s, t, int(s.to_move), first_legal(mask, 0))


@jit
def is_over(s):
    """Whether the game has ended or was truncated."""
    return s.done == 1


@jit
def asks_alone(s):
    """Option ask_idle: whether a lone PASS of the menu or STOP window that waits is asked for."""
    ctx = s.ctx
    menu = ctx == Context.NEGO_MENU or ctx == Context.BUY_MENU or ctx == Context.LAUNCH_MENU
    menu = menu or ctx == Context.OPERATE_MENU
    if s.opt_ask_idle == 0 or not (menu or ctx == Context.STOP_WINDOW):
        return False
    return s.opt_ask_idle == 2 or hand_size(s, int(s.to_move)) > 0


@jit
def route(s, t, p, action):
    """Route to the handler of the context."""
    if Action.EXCHANGE <= action < Action.PICK_RES:
        apply_exchange(s, t, p, action)
    elif s.ctx <= Context.OPERATE_MENU:
        route_phase(s, t, p, action)
    elif s.ctx <= Context.SUMMIT_RULE:
        route_terms(s, t, p, action)
    else:
        route_talk(s, t, p, action)


@jit
def picked_asset(s, p, action):
    """The index of the asset that an action names by relative colour and type."""
    relative = action - Action.PICK_ASSET
    return ASSET_TYPES * ((p + relative // ASSET_TYPES) % s.num_players) + relative % ASSET_TYPES


@jit
def route_phase(s, t, p, action):
    """Events, menus, launch and deployment."""
    ctx = s.ctx
    asset = picked_asset(s, p, action)
    if ctx == Context.NEGO_MENU:
        apply_negotiation(s, t, p, action)
    elif ctx == Context.BUY_MENU:
        apply_purchase(s, t, p, action)
    elif ctx == Context.LAUNCH_MENU:
        apply_launch_menu(s, t, p, action)
    elif ctx == Context.OPERATE_MENU:
        apply_operation(s, t, p, action)
    elif ctx == Context.LOAD:
        if action == Action.SUBMIT:
            lift_off(s, t, p)
        else:
            load(s, t, asset // ASSET_TYPES, asset % ASSET_TYPES)
    elif ctx == Context.REUSE_PAY:
        apply_reuse_pay(s, t, p, action - Action.PICK_RES)
    elif ctx == Context.FACE2:
        apply_rescue(s, t, p, action)
    elif ctx == Context.DEPLOY_PICK:
        choose_deployment(s, asset)
    elif ctx == Context.DEPLOY_HEX:
        deploy(s, t, action - Action.PICK_HEX)
    elif ctx == Context.EVENT_PAY:
        apply_event_pay(s, t, p, action)
    elif ctx == Context.EVENT_PICK_ASSET:
        apply_event_asset(s, p, asset // ASSET_TYPES, asset % ASSET_TYPES)
    else:
        apply_event_card(s, p, action - Action.PICK_CARD)


@jit
def route_terms(s, t, p, action):
    """Rover moves, and whom and what a card is about."""
    ctx = s.ctx
    if ctx == Context.ROVER_MOVE:
        apply_move(s, p, action)
    elif ctx == Context.ROVER_CONSENT:
        apply_consent(s, p, action)
    elif ctx == Context.CARD_TARGET:
        choose_target(s, t, p, (p + action - Action.PICK_PLAYER) % s.num_players)
    elif ctx == Context.CARD_GIVE_RES:
        choose_gift(s, action - Action.PICK_RES)
    elif ctx == Context.CARD_GET_RES:
        choose_return(s, action - Action.PICK_RES)
    elif ctx == Context.CARD_AMOUNT:
        s.ng_amt = action - Action.PICK_NUM
        ask_target(s)
    elif ctx == Context.CARD_HEX:
        choose_hex(s, t, p, action - Action.PICK_HEX)
    elif ctx == Context.CARD_ASSET:
        choose_subject(s, p, picked_asset(s, p, action))
    elif ctx == Context.CARD_INVITE:
        apply_invitation(s, p, action)
    elif ctx == Context.CARD_RES:
        s.ng_a = action - Action.PICK_RES
        attack(s, t)
    elif ctx == Context.JV_BUILD:
        s.ng_x = action - Action.PICK_NUM
        s.ctx = Context.JV_SPLIT
    elif ctx == Context.JV_SPLIT:
        apply_split(s, action - Action.PICK_NUM)
    else:
        choose_rule(s, t, action - Action.PICK_RULE)


@jit
def choose_hex(s, t, p, h):
    """R67, R79, R88: the hex that the card is about."""
    if s.ng_kind == Kind.ASSET_DESTRUCTION:
        choose_victim_hex(s, t, p, h)
        return
    s.ng_hex = h
    if s.ng_rule == Rule.CLEAR_REGION:
        start_vote(s, t, all_seats(s))
    else:
        ask_target(s)


@jit
def choose_subject(s, p, asset):
    """R68, R69, R73: the asset that the card is about."""
    s.ng_asset = asset
    if s.ng_kind == Kind.JOINT_VENTURE:
        choose_venture_asset(s, p, asset // ASSET_TYPES, asset % ASSET_TYPES)
    else:
        ask_target(s)


@jit
def apply_invitation(s, p, action):
    """R73, R74, R90: one more partner; then the terms, the pledges or the answers."""
    if action == Action.PASS and s.ng_kind == Kind.JOINT_VENTURE:
        write_terms(s, p)
    elif action == Action.PASS and s.ng_kind == Kind.JOINT_VICTORY:
        edit_deal(s, p)
    else:
        invite_or_go_on(s, p, action)


@jit
def route_talk(s, t, p, action):
    """The deal editor, answers, votes, STOP and what follows an attack."""
    ctx = s.ctx
    if ctx == Context.DEAL_MENU:
        apply_deal_menu(s, p, action)
    elif ctx == Context.DEAL_TO:
        apply_receiver(s, p, action - Action.PICK_PLAYER)
    elif ctx == Context.DEAL_ITEM:
        apply_item(s, p, action)
    elif ctx == Context.DEAL_QTY:
        apply_quantity(s, action - Action.PICK_NUM)
    elif ctx == Context.RESPOND:
        apply_answer(s, t, p, action)
    elif ctx == Context.VOTE:
        apply_vote(s, t, p, action)
    elif ctx == Context.STOP_WINDOW:
        apply_stop(s, t, p, action)
    elif ctx == Context.SANCTION_PAY:
        apply_return(s, p, action - Action.PICK_RES)
    elif ctx == Context.SPY_SHARE:
        apply_spy_share(s, action)
    else:
        apply_end_consent(s, p, action)
