"""Menus: which cards may be played, and the turn in Phase 3 (R28, R30-R34, R66, R73, R76, table 4.4)."""

import numpy as np

from lunar_envs.engine.jit import jit

from ..codes import (
    ICP_LIMIT,
    KINDS,
    SLOTS,
    SUMMIT_RULES,
    Action,
    Agreement,
    CardType,
    Context,
    Flow,
    Kind,
    Resource,
    Rule,
    Tried,
)
from .attack import attack, destroy_hex, draw_from_bank
from .bank import close_slot, count_tokens, free_slot, holds
from .cards import can_draw
from .joint import may_propose_joint, propose_joint
from .proposals import invoke, may_invoke
from .summit import may_decide
from .talks import all_seats, ask_target, finish_talk, invite, reveal_card
from .terms import destructible_hexes, has_target, hexes_of_others
from .venture import has_venture, propose_exit

# -- Cards ---------------------------------------------------------------------------------------------


@jit
def card_type(s, t, kind):
    """Whether a card is a negotiation or a conflict; an Empty Card is what its effect is (R89)."""
    return t.empty_type[s.opt_empty] if kind == Kind.EMPTY_CARD else t.card_type[kind]


@jit
def is_hostile(s, t, kind):
    """R77-R82, R89: whether a card attacks somebody."""
    return card_type(s, t, kind) == CardType.CONFLICT if kind == Kind.EMPTY_CARD else t.hostile[kind] == 1


@jit
def is_forbidden(s, t, p, kind):
    """R34, R65, R88, table 4.4: isolation, demilitarisation, too few players, no free slot."""
    if s.num_players < t.card_players[kind]:
        return True
    if card_type(s, t, kind) == CardType.NEGOTIATION and t.isolated[s.icp[p] + ICP_LIMIT]:
        return True
    refined = kind == Kind.ASSET_DESTRUCTION or kind == Kind.POWER_PLAY
    if holds(s, Rule.DEMILITARISATION) and is_hostile(s, t, kind) and not refined:
        return True
    needs_slot = t.card_agreement[kind] != Agreement.NONE and kind != Kind.EXCHANGE_RESOURCES
    return needs_slot and free_slot(s) < 0


@jit
def may_play(s, t, p, kind):
    """Table 4.4: whether a card in hand can be played, but for the cap of active actions."""
    if is_forbidden(s, t, p, kind):
        return False
    if kind == Kind.PEACE_TREATY or kind == Kind.OPEN_NEGOTIATION_PRIVILEGE:
        return True
    if kind == Kind.STOP:
        return False
    if kind == Kind.FREE_NEGOTIATION:
        return np.int64(s.tried[p]) & Tried.FREE == 0
    if kind == Kind.RESOURCE_MONOPOLY:
        return may_monopolise(s, p)
    if kind == Kind.ASSET_DESTRUCTION:
        return destructible_hexes(s, p) != 0
    if kind == Kind.DIPLOMATIC_TENSION:
        return s.res[p, Resource.LUNAR] > 0
    if kind == Kind.LUNAR_SUMMIT:
        return may_call_summit(s, p)
    if kind == Kind.JOINT_VENTURE:
        return has_venture(s, t, p)
    if kind == Kind.POWER_PLAY and can_draw(s):
        return True
    return has_target(s, t, p, kind)


@jit
def may_monopolise(s, p):
    """R78: whether any opponent holds a token."""
    for q in range(s.num_players):
        if q != p and count_tokens(s, q) > 0:
            return True
    return False


@jit
def may_call_summit(s, p):
    """R33, R88: not tried this round, and some rule would do something."""
    if np.int64(s.tried[p]) & Tried.SUMMIT:
        return False
    for rule in range(SUMMIT_RULES):
        if may_decide(s, rule):
            return True
    return False


@jit
def offer_cards(s, t, p, mask):
    """R30, R32, R72, R76: outside Phase 3 only Free Negotiations, unless the privilege lies face up."""
    if s.nego_count >= t.nego_cap:
        return
    negotiates = s.ctx == Context.NEGO_MENU
    if not (negotiates or s.open_priv[p] or s.hand[p, Kind.FREE_NEGOTIATION]):
        return
    for kind in range(KINDS):
        if s.hand[p, kind] == 0:
            continue
        anytime = kind == Kind.FREE_NEGOTIATION or (s.open_priv[p] and kind != Kind.OPEN_NEGOTIATION_PRIVILEGE)
        if (negotiates or anytime) and may_play(s, t, p, kind):
            mask[Action.PICK_CARD + kind] = 1


@jit
def play_card(s, t, p, kind):
    """R31, table 4.4: the card is revealed; its first context follows."""
    reveal_card(s, p, kind)
    if kind == Kind.OPEN_NEGOTIATION_PRIVILEGE:
        s.open_priv[p] = 1
        s.in_play = -1
        finish_talk(s)
    elif kind == Kind.PEACE_TREATY:
        s.ctx = Context.CARD_INVITE
    elif kind == Kind.FREE_NEGOTIATION:
        edit_deal(s, p)
    elif kind == Kind.RESOURCE_MONOPOLY:
        s.ctx = Context.CARD_RES
    elif kind == Kind.ASSET_DESTRUCTION:
        s.ctx = Context.CARD_HEX
    elif kind == Kind.LUNAR_SUMMIT:
        s.ctx = Context.SUMMIT_RULE
    elif kind == Kind.JOINT_VENTURE:
        s.ctx = Context.CARD_ASSET
    else:
        s.ctx = Context.CARD_TARGET


@jit
def edit_deal(s, p):
    """R100: the proposer writes a list."""
    s.ng_editor = p
    s.ctx = Context.DEAL_MENU


@jit
def choose_target(s, t, p, q):
    """Table 4.4: the target; the next term, the proposal or the attack follows."""
    kind = s.ng_kind
    if q == p:
        draw_from_bank(s)
        return
    s.ng_target = q
    if kind == Kind.EXCHANGE_RESOURCES:
        s.ctx = Context.CARD_GIVE_RES
    elif kind == Kind.SHARING_A_REGION:
        s.ctx = Context.CARD_HEX
    elif kind == Kind.COLLABORATIVE_CONSTRUCTION or kind == Kind.TEMPORARY_SHARING:
        s.ctx = Context.CARD_ASSET
    elif kind == Kind.SELL_AN_ASSET:
        edit_deal(s, p)
    elif kind == Kind.RESOURCE_STEAL:
        s.ctx = Context.CARD_RES
    elif is_hostile(s, t, np.int64(kind)):
        attack(s, t)
    else:
        ask_target(s)


@jit
def choose_victim_hex(s, t, p, h):
    """R79: the destruction of own assets that nobody shares is no attack."""
    s.ng_hex = h
    if (hexes_of_others(s, p) >> h) & 1:
        attack(s, t)
    else:
        destroy_hex(s)
        finish_talk(s)


@jit
def invite_or_go_on(s, p, action):
    """R73, R74, R90: invite one more; PASS ends the invitations of a treaty."""
    if action == Action.PASS:
        invite(s, np.int64(s.ng_invited))
    else:
        q = (p + action - Action.PICK_PLAYER) % s.num_players
        s.ng_invited = np.int64(s.ng_invited) | (1 << q)


@jit
def offer_members(s, p, mask):
    """R74: whoever is not yet invited."""
    rest = all_seats(s) & ~np.int64(s.ng_invited) & ~(1 << p)
    for q in range(s.num_players):
        if (rest >> q) & 1:
            mask[Action.PICK_PLAYER + (q - p) % s.num_players] = 1


# -- Phase 3 -------------------------------------------------------------------------------------------


@jit
def offer_negotiation(s, t, p, mask):
    """R30: pass, one active action, or end an agreement."""
    mask[Action.PASS] = 1
    offer_cards(s, t, p, mask)
    more = s.nego_count < t.nego_cap
    mask[Action.JOINT_VICTORY] = more and may_propose_joint(s, t, p)
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.EXCHANGE or s.ag_kind[i] == Agreement.JV:
            mask[Action.INVOKE + i] = more and may_invoke(s, p, i)
            mask[Action.END + i] = may_end(s, p, i)


@jit
def may_end(s, p, i):
    """R66, R73: a party may suspend a standing exchange; a member may ask to leave a venture, once a round."""
    if (np.int64(s.ag_members[i]) >> p) & 1 == 0:
        return False
    return s.ag_kind[i] == Agreement.EXCHANGE or (s.ag_kind[i] == Agreement.JV and not s.ag_used[i])


@jit
def apply_negotiation(s, t, p, action):
    """R30: what a player does on its turn in Phase 3."""
    if action == Action.PASS:
        s.pass_count += 1
        s.ctx = Flow.NEXT_TURN
    elif action == Action.JOINT_VICTORY:
        propose_joint(s, p)
    elif action >= Action.END:
        end_agreement(s, p, action - Action.END)
    elif action >= Action.INVOKE:
        invoke(s, action - Action.INVOKE)
    else:
        play_card(s, t, p, action - Action.PICK_CARD)


@jit
def end_agreement(s, p, i):
    """R66, R73: ending an agreement is free and keeps the turn."""
    if s.ag_kind[i] == Agreement.EXCHANGE:
        close_slot(s, i)
    else:
        propose_exit(s, p, i, Kind.VENTURE_EXIT)
