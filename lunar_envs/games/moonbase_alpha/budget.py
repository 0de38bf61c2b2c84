"""The start of a turn and the budget steps (R13, R15-R26)."""

from lunar_envs.engine.jit import jit

from .codes import FIRST_NEUTRAL, NONE, Context, Defsat, Flag, Phase, Status
from .control import can_buy_any, main_base, mining_symbols, unit_cost, use
from .dice import roll_die, roll_low
from .stock import DOWN, UP, change_stock
from .units import draw_counter, put_on_map


@jit
def begin_turn(s, t):
    """R16: the leader's budget step is the first."""
    s.phase = Phase.PREPARATION
    determine_leader(s, t)
    begin_budget(s, t, int(s.leader))


@jit
def determine_leader(s, t):
    """R13: the lower stock goes first; if tied a roll decides, in turn 1 the start player."""
    if s.stock[0] != s.stock[1]:
        s.leader = 0 if s.stock[0] < s.stock[1] else 1
    elif s.turn == 1:
        s.leader = s.start_player
    else:
        s.leader = roll_low(s, t)


@jit
def begin_budget(s, t, p):
    """R17, R18: the budget is read; a ready defsat marker may be placed first."""
    s.budget[p] = int(t.base_income) + mining_symbols(s, t, p)
    s.to_move = p
    s.ctx = Context.DEFSAT_PLACE if s.defsat_state[p] == Defsat.READY else Context.BUDGET


@jit
def place_defsat(s, p, area):
    """R17: the marker lies in ``area`` until the resolution phase."""
    s.defsat_state[p] = Defsat.PLACED
    s.defsat_area[p] = area
    s.ctx = Context.BUDGET


@jit
def fuel(s, t, p):
    """R21: euros that lifting the next unit costs."""
    return int(t.fuel_penalty) if s.lift_count[p] >= t.free_lift else 0


@jit
def requisition(s, t, p, kind):
    """R20, R21: a counter from the pile to the reinforcement box."""
    s.budget[p] -= unit_cost(s, t, p, kind) + fuel(s, t, p)
    s.lift_count[p] += 1
    s.unit_status[draw_counter(s, p, kind)] = Status.REINF


@jit
def rebuild_cost(s, t, p, n):
    """R21, R22: euros for rebuilding neutral unit ``n``."""
    return int(t.cost[t.unit_type[FIRST_NEUTRAL + n]]) + fuel(s, t, p)


@jit
def rebuild(s, t, p, n):
    """R22: a destroyed neutral unit goes to the reinforcement box."""
    s.budget[p] -= rebuild_cost(s, t, p, n)
    s.lift_count[p] += 1
    s.unit_status[FIRST_NEUTRAL + n] = Status.REINF


@jit
def shift_turret(s, t, p, area):
    """R23: the chosen turret moves for its rebuild cost, without fuel."""
    s.budget[p] -= t.cost[t.unit_type[s.sel_unit]]
    s.unit_area[s.sel_unit] = area
    s.sel_unit = NONE
    s.ctx = Context.BUDGET


@jit
def raise_stock(s, t, p):
    """R24: one level for euros."""
    use(s, p, Flag.RAISE)
    s.budget[p] -= t.raise_stock_cost
    change_stock(s, t, p, UP)
    return_to_budget(s, t, p)


@jit
def go_desperate(s, t, p):
    """R19: one level for a die of euros."""
    use(s, p, Flag.DESPERATE)
    change_stock(s, t, p, DOWN)
    s.budget[p] += roll_die(s, t)
    return_to_budget(s, t, p)


@jit
def return_to_budget(s, t, p):
    """R15: after a stock change the budget step goes on, once found units are bought."""
    if not wait_for_event(s, t, p):
        s.ctx = Context.BUDGET


@jit
def go_to_court(s, t, p):
    """R25: pay and roll; a success lets the player move the settlement marker."""
    use(s, p, Flag.LEGAL)
    s.budget[p] -= t.legal_cost
    s.legal_roll = roll_die(s, t)
    if s.legal_roll >= t.legal_success_min:
        s.ctx = Context.LEGAL_DIR


@jit
def move_media(s, t, p, area):
    """R26: the media counter goes anywhere for a fee."""
    use(s, p, Flag.MEDIA_PAID)
    s.budget[p] -= t.media_cost
    s.media_area[p] = area
    s.ctx = Context.BUDGET


@jit
def wait_for_event(s, t, p):
    """R15: let a player spend the euros of unit events; what buys nothing is lost. Returns whether it can choose."""
    if s.pending_units[p] > 0 and can_buy_any(s, t, p, int(s.pending_units[p])):
        s.to_move = p
        s.ctx = Context.EVENT_UNITS
        return True
    s.pending_units[p] = 0
    return False


@jit
def buy_with_event(s, t, p, kind):
    """R15: a counter from the pile straight into the main base, no fuel."""
    s.pending_units[p] -= unit_cost(s, t, p, kind)
    put_on_map(s, draw_counter(s, p, kind), main_base(s, t, p))
