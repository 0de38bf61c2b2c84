"""Phase 6: operation, rover moves (R56-R59, R62, R91)."""

import numpy as np

from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    FIRST_MODULE,
    NONE,
    Action,
    Context,
    Flow,
    Placement,
    Sharing,
    Status,
)
from .bank import can_pay, offer_exchanges, pay_cost
from .board import enterable_hexes, is_connected, main_networks, member_mask, offer_hexes, types_in
from .menu import offer_cards, play_card
from .talks import next_seat


@jit
def bit_to_pay(s, p, c, k):
    """R57, R91: the seat whose payment a player can make for an asset, its own first; or NONE."""
    paid = np.int64(s.op_paid[c, k])
    if s.co_kind[c, k] == Sharing.JV and paid:
        return NONE
    if ((member_mask(s, c, k) & ~paid) >> p) & 1:
        return p
    owner = np.int64(s.asset_owner[c, k])
    ally = owner != p and s.joint[p] > 0 and s.joint[p] == s.joint[owner]
    if ally and k >= FIRST_MODULE and (paid >> owner) & 1 == 0:
        return owner
    return NONE


@jit
def may_drive_again(s, t, p, c, k):
    """R58: whether a player who has paid for a rover may pay for one more move."""
    if t.placement[k] != Placement.ROVER or (member_mask(s, c, k) >> p) & 1 == 0:
        return False
    paid = np.int64(s.op_paid[c, k])
    has_paid = paid != 0 if s.co_kind[c, k] == Sharing.JV else (paid >> p) & 1 == 1
    return has_paid and enterable_hexes(s, t, c, k) != 0


@jit
def payable_types(s, t, p):
    """Bits of the types whose operating cost a player can pay."""
    types = 0
    for k in range(ASSET_TYPES):
        if t.has_upkeep[k] and can_pay(s, p, t.upkeep[k]):
            types |= 1 << k
    return types


@jit
def may_operate(s, t, p, c, k):
    """R57, R58: whether a player may pay for a deployed asset, if it can and the asset is connected."""
    if s.asset_blocked[c, k]:
        return False
    return bit_to_pay(s, p, c, k) >= 0 or may_drive_again(s, t, p, c, k)


@jit
def offer_operations(s, t, p, mask):
    """R56-R58, R72: pass, assets to operate, rovers to move on, cards, exchanges."""
    mask[Action.PASS] = 1
    offer_cards(s, t, p, mask)
    offer_exchanges(s, t, p, mask)
    types = payable_types(s, t, p)
    if types == 0:
        return
    fixed = 0
    for c in range(s.num_players):
        first = Action.PICK_ASSET + ASSET_TYPES * ((c - p) % s.num_players)
        ready = types & types_in(s, c, Status.DEPLOYED)
        for k in range(ASSET_TYPES if ready else 0):
            if (ready >> k) & 1 and may_operate(s, t, p, c, k):
                mask[first + k] = 1
                fixed += t.placement[k] == Placement.SURFACE
    if fixed:
        withdraw_disconnected(s, t, p, mask)


@jit
def withdraw_disconnected(s, t, p, mask):
    """R55: assets that no main network reaches cannot be operated."""
    networks = main_networks(s, t)
    for c in range(s.num_players):
        first = Action.PICK_ASSET + ASSET_TYPES * ((c - p) % s.num_players)
        for k in range(ASSET_TYPES):
            if mask[first + k] and not is_connected(s, t, c, k, networks):
                mask[first + k] = 0


@jit
def apply_operation(s, t, p, action):
    """R56, R57: pay for an asset, play a card, or finish the turn."""
    if action >= Action.PICK_ASSET:
        c = (p + (action - Action.PICK_ASSET) // ASSET_TYPES) % s.num_players
        operate(s, t, p, c, (action - Action.PICK_ASSET) % ASSET_TYPES)
    elif action == Action.PASS:
        s.ctx = Flow.NEXT_TURN
    else:
        play_card(s, t, p, action - Action.PICK_CARD)


@jit
def operate(s, t, p, c, k):
    """R57, R58, R91: the operating cost is paid; a member of a rover may then move it."""
    bit = bit_to_pay(s, p, c, k)
    pay_cost(s, p, t.upkeep[k])
    if bit >= 0:
        s.op_paid[c, k] = np.int64(s.op_paid[c, k]) | (1 << bit)
    member = bit in (p, NONE)
    if member and t.placement[k] == Placement.ROVER and enterable_hexes(s, t, c, k):
        s.sel_asset = ASSET_TYPES * c + k
        s.ctx = Context.ROVER_MOVE


@jit
def offer_moves(s, t, mask):
    """R58: one hex, or stay."""
    mask[Action.PASS] = 1
    offer_hexes(enterable_hexes(s, t, s.sel_asset // ASSET_TYPES, s.sel_asset % ASSET_TYPES), Action.PICK_HEX, mask)


@jit
def apply_move(s, p, action):
    """R58, R59: the rover moves, if nobody shares it; otherwise all others have to agree."""
    if action == Action.PASS:
        end_move(s)
        return
    s.op_pending_hex = action - Action.PICK_HEX
    s.consent_mask = member_mask(s, s.sel_asset // ASSET_TYPES, s.sel_asset % ASSET_TYPES) & ~(1 << p)
    ask_consent(s)


@jit
def ask_consent(s):
    """R59: the next of those who have to agree is asked, clockwise from the mover; after the last the rover moves."""
    p = next_seat(s, np.int64(s.consent_mask), np.int64(s.cur))
    if p == NONE:
        s.asset_hex[s.sel_asset // ASSET_TYPES, s.sel_asset % ASSET_TYPES] = s.op_pending_hex
        end_move(s)
    else:
        s.to_move = p
        s.ctx = Context.ROVER_CONSENT


@jit
def apply_consent(s, p, action):
    """R59: the first refusal ends the move; the payment stands."""
    if action == Action.ACCEPT:
        s.consent_mask = np.int64(s.consent_mask) & ~(1 << p)
        ask_consent(s)
    else:
        end_move(s)


@jit
def end_move(s):
    """R58: back to the menu of the mover."""
    s.sel_asset = NONE
    s.op_pending_hex = NONE
    s.consent_mask = 0
    s.to_move = s.cur
    s.ctx = Context.OPERATE_MENU
