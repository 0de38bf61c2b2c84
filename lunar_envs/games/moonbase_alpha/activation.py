"""An activation from its end: stack checks, the transport, what is cleared (R34, R35, R77, R81)."""

from lunar_envs.engine.jit import jit

from .codes import (
    ALL_AREAS,
    AREAS,
    HAND_SLOTS,
    NONE,
    PLAYERS,
    UNITS,
    CardState,
    Context,
    Flag,
    Phase,
    Upgrade,
)
from .control import has_upgrade, use, used
from .dice import roll_die
from .markers import next_marker
from .resolution import resolve_losses
from .units import is_turret, occupied

COUNT_BITS = 5
COUNT_MASK = (1 << COUNT_BITS) - 1
SECOND_HALF = AREAS // 2 + 1


@jit
def check_stacks(s, t):
    """R35: excess units are chosen, the active player's first; then the activation or the defsat attack is over."""
    for k in range(PLAYERS):
        p = int(s.active_player) if k == 0 else 1 - int(s.active_player)
        if overfull_area(s, t, p) != NONE:
            s.to_move = p
            s.ctx = Context.STACK_LOSS
            return
    if s.phase == Phase.ACTION:
        end_activation(s, t)
    else:
        resolve_losses(s, t)


@jit
def overfull_area(s, t, p):
    """R35, R105: the first area, in the own frame, with too many units of a player, or -1; main bases have no limit.

    The areas are counted in 5 bits each, those from ``SECOND_HALF`` on in a number of their own.
    """
    low = 0
    high = 0
    for slot in range(UNITS):
        area = int(s.unit_area[slot])
        if area != NONE and s.unit_owner[slot] == p:
            if area < SECOND_HALF:
                low += 1 << COUNT_BITS * area
            else:
                high += 1 << COUNT_BITS * (area - SECOND_HALF)
    for i in range(AREAS):
        area = int(t.frame[s.home[p], i])
        counts = low >> COUNT_BITS * area if area < SECOND_HALF else high >> COUNT_BITS * (area - SECOND_HALF)
        is_base = area == t.home_area[0] or area == t.home_area[1]
        if (counts & COUNT_MASK) > t.stack_limit and not is_base:
            return area
    return NONE


@jit
def end_activation(s, t):
    """R31, R77: clear what belongs to an activation, AI Management may burn out; then the next marker."""
    p = int(s.active_player)
    extra = s.active_extra
    for slot in range(UNITS):
        s.unit_moved[slot] = 0
        s.unit_fired[slot] = 0
        s.unit_acting[slot] = 0
    for a in range(AREAS):
        s.attacked[a] = 0
    s.active_player = NONE
    s.active_area = NONE
    s.active_extra = 0
    s.act_started = 0
    s.nonmissile_fired = 0
    if extra and roll_die(s, t) <= t.ai_burnout_max:
        discard_card(s, t, p, Upgrade.AI_MANAGEMENT)
    next_marker(s, t)


@jit
def discard_card(s, t, p, upgrade):
    """R77: the player's face-up card is out of the game."""
    for slot in range(HAND_SLOTS):
        if s.hand_state[p, slot] == CardState.FACE_UP and t.card_type[s.hand_card[p, slot]] == upgrade:
            s.hand_state[p, slot] = CardState.DISCARDED


@jit
def step_media(s, p, area):
    """R34: the media counter moves to an adjacent area, once per turn."""
    use(s, p, Flag.MEDIA_STEP)
    s.media_area[p] = area
    s.ctx = Context.UPGRADE if s.active_area == NONE else Context.ACTIVATE


@jit
def may_move(s, t, slot):
    """R31, R39: whether a unit may move: acting, unsuppressed, neither moved nor fired, no turret."""
    busy = s.unit_suppressed[slot] | s.unit_moved[slot] | s.unit_fired[slot]
    return s.unit_acting[slot] == 1 and busy == 0 and not is_turret(t, slot)


@jit
def move_unit(s, slot, area):
    """R31: an acting unit moves."""
    s.unit_area[slot] = area
    s.unit_moved[slot] = 1


@jit
def may_transport(s, t, p):
    """R42, R81: whether the transport is owned, unused this turn and has somewhere to go."""
    owned = has_upgrade(s, t, p, Upgrade.EYRIES_TRANSPORT)
    return owned and not used(s, p, Flag.TRANSPORT) and transport_areas(s, p) != 0


@jit
def transport_areas(s, p):
    """R81: the set of the areas without enemy units that the transport may fly to."""
    return ALL_AREAS & ~occupied(s, 1 - p) & ~(1 << int(s.active_area))


@jit
def count_loaded(s):
    """R81: how many units are in the transport."""
    count = 0
    for slot in range(UNITS):
        count += s.unit_in_group[slot]
    return count


@jit
def fly(s, p, area):
    """R81: the chosen units go to ``area``; the marker lies there until clean-up."""
    for slot in range(UNITS):
        if s.unit_in_group[slot]:
            move_unit(s, slot, area)
            s.unit_in_group[slot] = 0
    s.transport_area[p] = area
    s.ctx = Context.ACTIVATE
