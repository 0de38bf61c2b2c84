"""The end of an attack: counterfire, and what is cleared (R60, R61, R92, R93)."""

from lunar_envs.engine.jit import jit

from .activation import check_stacks
from .codes import AREAS, NONE, UNITS, Context, Defsat, Outcome
from .fire import counter_areas


@jit
def after_attack(s, t):
    """R60, R61, R92: the result is applied; an attack of an activation may be answered by counterfire."""
    if s.fire_defsat:
        s.defsat_shots += 1
        end_attack(s)
        if s.defsat_shots < t.defsat_attacks:
            s.ctx = Context.DEFSAT_TARGET
        else:
            end_defsat(s, t)
    elif s.fire_counter:
        end_attack(s)
    else:
        begin_counterfire(s, t)


@jit
def end_defsat(s, t):
    """R93: the defsat attacks are over; used or not, the marker is spent."""
    s.defsat_state[s.active_player] = Defsat.SPENT
    s.defsat_area[s.active_player] = NONE
    s.defsat_shots = 0
    check_stacks(s, t)


@jit
def begin_counterfire(s, t):
    """R60: the defender chooses an area if there are several; if there is one it forms a firegroup at once."""
    defender = 1 - int(s.fire_by)
    s.fire_by = defender
    s.fire_counter = 1
    for slot in range(UNITS):
        s.unit_in_group[slot] = 0
    areas = counter_areas(s, t, defender)
    if areas == 0:
        end_attack(s)
        return
    s.to_move = defender
    s.ctx = Context.COUNTER_TARGET
    if areas & (areas - 1) == 0:
        area = 0
        while areas >> area != 1:
            area += 1
        choose_counter_area(s, area)


@jit
def choose_counter_area(s, area):
    """R60: the area that is fired back at."""
    s.fire_target = area
    s.ctx = Context.COUNTER_GROUP


@jit
def end_attack(s):
    """The attack with its counterfire is over: its marks are cleared and the active player goes on."""
    s.fire_by = NONE
    s.fire_target = NONE
    s.fire_counter = 0
    s.fire_bounding = 0
    s.fire_defsat = 0
    for a in range(AREAS):
        s.fire_src[a] = 0
    for slot in range(UNITS):
        s.unit_in_group[slot] = 0
        s.is_target[slot] = 0
        s.outcome[slot] = Outcome.NONE
    s.to_move = s.active_player
    s.ctx = Context.ACTIVATE
