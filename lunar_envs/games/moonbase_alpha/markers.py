"""Action markers: placing them and their steps (R28-R31, R68, R77)."""

from lunar_envs.engine.jit import jit

from .budget import determine_leader
from .codes import (
    CARD_PLACE,
    HAND_SLOTS,
    MARKER_MOON,
    MARKER_STEPS,
    MARKERS,
    NONE,
    UNITS,
    CardState,
    Context,
    Defsat,
    Phase,
    Upgrade,
)
from .control import has_upgrade
from .resolution import begin_resolution
from .units import is_in, occupied


@jit
def ask_marker(s, t, p):
    """R28: player ``p`` places a marker, else the other one; if neither can, the action phase begins."""
    s.ctx = Context.MARKER_KIND
    if can_place(s, t, p):
        s.to_move = p
    elif can_place(s, t, 1 - p):
        s.to_move = 1 - p
    else:
        begin_action(s, t)


@jit
def can_place(s, t, p):
    """R28: whether a player has a marker left and a place for it."""
    if count_placed(s, p) == MARKERS:
        return False
    return occupied(s, p) != 0 or card_places(s, t, p) != 0


@jit
def count_placed(s, p):
    """How many markers a player has placed."""
    count = 0
    for k in range(MARKERS):
        count += s.marker_place[p, k] != NONE
    return count


@jit
def card_places(s, t, p):
    """R28: the set of the card slots that a marker may go to: face-down cards and the spent Defensive Satellites."""
    for k in range(MARKERS):
        if s.marker_place[p, k] >= CARD_PLACE:
            return 0
    found = 0
    for slot in range(HAND_SLOTS):
        state = s.hand_state[p, slot]
        if state == CardState.FACE_DOWN or (state == CardState.FACE_UP and is_spent_defsat(s, t, p, slot)):
            found |= 1 << slot
    return found


@jit
def is_spent_defsat(s, t, p, slot):
    """R80: whether the card is Defensive Satellites and waits to be upgraded again."""
    return t.card_type[s.hand_card[p, slot]] == Upgrade.DEFENSIVE_SATELLITES and s.defsat_state[p] == Defsat.SPENT


@jit
def place_marker(s, t, p, place):
    """R28: the chosen marker is put down; the other player is next."""
    s.marker_order[p, s.sel_kind] = count_placed(s, p)
    s.marker_place[p, s.sel_kind] = place
    s.sel_kind = NONE
    ask_marker(s, t, 1 - p)


@jit
def begin_action(s, t):
    """R29: the leader is fixed for the phase, the first marker is revealed."""
    s.phase = Phase.ACTION
    determine_leader(s, t)
    s.round_index = -1
    next_marker(s, t)


@jit
def next_marker(s, t):
    """R29: the next marker that gives its owner a choice; after the last one the resolution phase begins."""
    while s.round_index < MARKER_STEPS - 1:
        s.round_index += 1
        if reveal_marker(s, t):
            return
    begin_resolution(s, t)


@jit
def reveal_marker(s, t):
    """R30: reveal the marker of this step, if it is placed; returns whether its owner has a choice."""
    k = int(s.round_index) >> 1
    p = int(s.leader) if s.round_index & 1 == 0 else 1 - int(s.leader)
    place = int(s.marker_place[p, k])
    if place == NONE:
        return False
    s.marker_revealed[p, k] = 1
    if place >= CARD_PLACE:
        return k != MARKER_MOON and begin_upgrade(s, p, place - CARD_PLACE)
    if (occupied(s, p) >> place) & 1 == 0:
        return False
    if k != MARKER_MOON:
        begin_activation(s, p, place)
        return True
    return offer_moon(s, t, p, place)


@jit
def begin_upgrade(s, p, slot):
    """R68: the attempt begins unless the card was stolen; returns whether it was there."""
    if s.hand_state[p, slot] == CardState.EMPTY:
        return False
    s.active_player = p
    s.sel_slot = slot
    s.to_move = p
    s.ctx = Context.UPGRADE
    return True


@jit
def offer_moon(s, t, p, area):
    """R77: with AI Management System the moon marker may activate; returns whether it may."""
    if not has_upgrade(s, t, p, Upgrade.AI_MANAGEMENT):
        return False
    s.active_player = p
    s.active_area = area
    s.to_move = p
    s.ctx = Context.AI_CHOICE
    return True


@jit
def begin_activation(s, p, area):
    """R31: the units in the area at this moment are the acting units."""
    s.active_player = p
    s.active_area = area
    s.act_started = 0
    s.nonmissile_fired = 0
    for slot in range(UNITS):
        if is_in(s, p, slot, area):
            s.unit_acting[slot] = 1
    s.to_move = p
    s.ctx = Context.ACTIVATE
