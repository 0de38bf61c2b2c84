"""Turns, phases and rounds (R8-R12, R30, R35, R36, R42, R56, R94, R97)."""

import numpy as np

from lunar_envs.engine.jit import jit

from ..codes import PLAYERS, ROCKETS, SLOTS, Agreement, Context, Flow, Phase
from ..score import finish_game, game_is_won
from .bank import close_slot, move_icp
from .events import begin_events, draw_event, next_affected
from .joint import dissolve_group, settle_pledges
from .produce import choose_start, produce, refill_budgets


@jit
def go_on(s, t):
    """What happens by itself until a decision may be due."""
    if s.ctx == Flow.DRAW_EVENT:
        draw_event(s, t)
    elif s.ctx == Flow.NEXT_AFFECTED:
        next_affected(s, t)
    elif s.ctx == Flow.NEGOTIATE:
        begin_negotiation(s)
    else:
        next_turn(s, t)


@jit
def begin_round(s, t):
    """R12, R13, R20: refill and production; events from round 2 on."""
    s.phase = Phase.PRODUCE
    if s["round"] > 1 or s.opt_round1_refill:
        refill_budgets(s, t)
    produce(s, t)
    if s["round"] > 1:
        begin_events(s)
    else:
        s.ctx = Flow.NEGOTIATE


@jit
def begin_negotiation(s):
    """R35, R81: expired tensions end, then the Start-Player has the first turn."""
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.TENSION and s.ag_round[i] < s["round"]:
            move_icp(s, np.int64(s.ag_target[i]), np.int64(s.ag_amt[i]))
            close_slot(s, i)
    begin_phase(s, Phase.NEGOTIATE)


@jit
def begin_phase(s, phase):
    """R10: each phase starts with the Start-Player."""
    s.phase = phase
    s.pass_count = 0
    begin_turn(s, np.int64(s.start))


@jit
def begin_turn(s, p):
    """R30, R36, R42, R56: the menu of a player."""
    s.cur = p
    s.to_move = p
    s.turn_acted = 0
    if s.phase == Phase.NEGOTIATE:
        s.ctx = Context.NEGO_MENU
    elif s.phase == Phase.PURCHASE:
        s.ctx = Context.BUY_MENU
    elif s.phase == Phase.LAUNCH:
        s.ctx = Context.LAUNCH_MENU
    else:
        s.ctx = Context.OPERATE_MENU


@jit
def next_turn(s, t):
    """R30, R36, R42, R56: the next player, or after all have passed, or operated, the next phase."""
    following = (s.cur + 1) % s.num_players
    if s.phase == Phase.OPERATE:
        if following == s.start:
            end_round(s, t)
        else:
            begin_turn(s, following)
    elif s.pass_count < s.num_players:
        begin_turn(s, following)
    elif s.phase == Phase.LAUNCH:
        settle_pledges(s)
        begin_phase(s, Phase.OPERATE)
    else:
        begin_phase(s, np.int64(s.phase) + 1)


@jit
def end_round(s, t):
    """R94, R97: the game ends, or the next round starts with nothing left of this one."""
    if game_is_won(s, t):
        finish_game(s, t)
        return
    if s["round"] >= t.max_rounds:
        s.truncated = 1
        finish_game(s, t)
        return
    clear_round(s)
    s["round"] += 1
    choose_start(s, t)
    begin_round(s, t)


@jit
def clear_round(s):
    """R97: what lasts for one round only."""
    dissolve_group(s, 1)
    dissolve_group(s, 2)
    for p in range(PLAYERS):
        s.jammed[p] = 0
        s.tried[p] = 0
    for i in range(SLOTS):
        s.ag_used[i] = 0
    for i in range(ROCKETS):
        s.rocket_reused[i] = 0
    s.nego_count = 0
    s.no_surface = 0
    s.rideshare = 0
    s.pass_count = 0
