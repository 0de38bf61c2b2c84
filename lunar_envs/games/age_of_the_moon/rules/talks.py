"""What all negotiations share: beginning, whose answer is due, end (R30, R31, R33, R63)."""

import numpy as np

from lunar_envs.engine.jit import jit

from ..codes import DEAL_ITEMS, NONE, PLAYERS, Context, Flow, Kind, Tried
from .cards import discard_played, lose_openly, return_played


@jit
def next_seat(s, seats, after):
    """The first seat of a mask clockwise after a seat, which itself comes last; NONE if the mask is empty."""
    for i in range(1, PLAYERS + 1):
        p = (after + i) % s.num_players
        if (seats >> p) & 1:
            return p
    return NONE


@jit
def all_seats(s):
    """The mask of all players."""
    return (1 << np.int64(s.num_players)) - 1


@jit
def begin_talk(s, p, kind):
    """R30, R32: an active action of a player begins in the menu that waits."""
    s.nego_count += 1
    s.ng_kind = kind
    s.ng_by = p
    s.ret_ctx = s.ctx
    s.ret_player = p


@jit
def reveal_card(s, p, kind):
    """R31: a card leaves the hand and is in play."""
    lose_openly(s, p, kind)
    s.in_play = kind
    begin_talk(s, p, kind)


@jit
def ask_next(s, ctx):
    """R63: the next one of those who still have to answer is asked; returns whether there was one."""
    p = next_seat(s, np.int64(s.ng_pending), np.int64(s.ng_by))
    if p == NONE:
        return False
    s.to_move = p
    s.ctx = ctx
    return True


@jit
def ask_target(s):
    """R63: the target of a proposal is the only one invited."""
    invite(s, 1 << np.int64(s.ng_target))


@jit
def invite(s, seats):
    """R63: the terms are complete, and the invited players answer."""
    s.ng_invited = seats
    s.ng_pending = seats
    ask_next(s, Context.RESPOND)


@jit
def finish_talk(s):
    """R30: after an active action of Phase 3 the turn passes; from other menus play returns there."""
    discard_played(s)
    if s.ret_ctx == Context.NEGO_MENU:
        s.pass_count = 0
        s.ctx = Flow.NEXT_TURN
    else:
        s.turn_acted = 1
        s.ctx = s.ret_ctx
        s.to_move = s.ret_player
    clear_talk(s)


@jit
def fail_talk(s):
    """R33: a failed Free Negotiation or Lunar Summit goes back to hand and is not tried again this round."""
    if s.ng_kind == Kind.FREE_NEGOTIATION or s.ng_kind == Kind.LUNAR_SUMMIT:
        bit = Tried.FREE if s.ng_kind == Kind.FREE_NEGOTIATION else Tried.SUMMIT
        p = np.int64(s.ng_by)
        s.tried[p] = np.int64(s.tried[p]) | bit
        return_played(s, p)
    finish_talk(s)


@jit
def clear_talk(s):
    """No negotiation is under way."""
    s.ret_ctx = Context.TERMINAL
    s.ret_player = NONE
    s.ng_kind = NONE
    s.ng_by = NONE
    s.ng_target = NONE
    s.ng_editor = NONE
    s.ng_counters = 0
    s.ng_steps = 0
    s.ng_invited = 0
    s.ng_pending = 0
    s.ng_accepted = 0
    s.ng_yes = 0
    s.ng_stop_pending = 0
    s.ng_targets = 0
    s.ng_held_stop = 0
    s.ng_a = NONE
    s.ng_b = NONE
    s.ng_amt = 0
    s.ng_hex = NONE
    s.ng_asset = NONE
    s.ng_x = NONE
    s.ng_y = NONE
    s.ng_rule = NONE
    s.pay_left = 0
    clear_draft(s)
    clear_deal(s)


@jit
def clear_draft(s):
    """No item of a deal is being written."""
    for i in range(4):
        s.draft[i] = NONE


@jit
def clear_deal(s):
    """The list of transfers is empty."""
    for i in range(DEAL_ITEMS):
        for j in range(5):
            s.deal[i, j] = 0
    s.deal_n = 0
