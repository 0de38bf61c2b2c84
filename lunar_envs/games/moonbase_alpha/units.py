"""Unit counters: slots and local indices, sets of areas, drawing, arriving, leaving (R3, R10, R59)."""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from .codes import (
    AREAS,
    CORPORATION_UNITS,
    FIRST_NEUTRAL,
    FIRST_OF_TYPE,
    NONE,
    PLAYERS,
    UNITS,
    Phase,
    Status,
    UnitType,
)


@jit
def slot_of(p, u):
    """The slot of the unit with a player's local index ``u``."""
    return p * CORPORATION_UNITS + u if u < CORPORATION_UNITS else FIRST_NEUTRAL - CORPORATION_UNITS + u


@jit
def local_index(p, slot):
    """The local index of a player's unit."""
    return slot - p * CORPORATION_UNITS if slot < FIRST_NEUTRAL else slot - FIRST_NEUTRAL + CORPORATION_UNITS


@jit
def is_in(s, p, slot, area):
    """Whether a unit belongs to player ``p`` and is in ``area``."""
    return s.unit_area[slot] == area and s.unit_owner[slot] == p


@jit
def next_to(t, areas):
    """The set of the areas that are adjacent to at least one of ``areas``."""
    found = 0
    for a in range(AREAS):
        found |= int(t.near[a]) * ((areas >> a) & 1)
    return found


@jit
def occupied(s, p):
    """The set of the areas that hold at least one unit of player ``p`` (R10)."""
    found = 0
    for slot in range(UNITS):
        if s.unit_owner[slot] == p:
            found |= 1 << (int(s.unit_area[slot]) + 1)  # bit 0 takes the units that are not on the map
    return found >> 1


@jit
def friendly_areas(s, p):
    """The set of the areas with units of player ``p`` and none of the opponent (R10)."""
    return occupied(s, p) & ~occupied(s, 1 - p)


@jit
def count_units(s, p, area):
    """How many units of player ``p`` are in ``area``."""
    count = 0
    for slot in range(UNITS):
        count += is_in(s, p, slot, area)
    return count


@jit
def top_of_pile(s, p, kind):
    """The slot of the lowest-numbered counter in a pile, -1 if the pile is empty (R3)."""
    for u in range(FIRST_OF_TYPE[kind], FIRST_OF_TYPE[kind + 1]):
        slot = p * CORPORATION_UNITS + u
        if s.unit_status[slot] == Status.PILE:
            return slot
    return NONE


@jit
def draw_counter(s, p, kind):
    """R3: take the top counter of a pile that is not empty, face-down; returns its slot."""
    slot = top_of_pile(s, p, kind)
    s.unit_drawn[slot] = int(s.turn) - (s.phase != Phase.RESOLUTION)  # R97: so many turns have seen losses return
    return slot


@jit
def shuffle_pile(s, p, kind):
    """R3, R97: shuffle the counters of a pile over its slots, each drawn among itself and the later ones."""
    stop = p * CORPORATION_UNITS + FIRST_OF_TYPE[kind + 1]
    for slot in range(p * CORPORATION_UNITS + FIRST_OF_TYPE[kind], stop):
        if s.unit_status[slot] == Status.PILE:
            other = slot + random.below(s, stop - slot)
            while s.unit_status[other] != Status.PILE:
                other = slot + random.below(s, stop - slot)
            swap_counters(s, slot, other)


@jit
def swap_counters(s, a, b):
    """Two slots exchange their counters, whose strengths are hidden, with all that is known of them."""
    s.unit_strength[a], s.unit_strength[b] = s.unit_strength[b], s.unit_strength[a]
    s.unit_returned[a], s.unit_returned[b] = s.unit_returned[b], s.unit_returned[a]


@jit
def put_on_map(s, slot, area):
    """A unit arrives."""
    s.unit_status[slot] = Status.MAP
    s.unit_area[slot] = area


@jit
def destroy(s, t, slot):
    """R59, R62: to the owner's media loss box if a media counter is in the area or next to it, else the regular one."""
    area = s.unit_area[slot]
    seen = False
    for p in range(PLAYERS):
        seen |= s.media_area[p] != NONE and t.distance[area, s.media_area[p]] <= 1
    s.unit_status[slot] = Status.LOSS_MEDIA if seen else Status.LOSS_REG
    s.unit_area[slot] = NONE
    s.unit_revealed[slot] = 1
    s.unit_suppressed[slot] = 0
    s.unit_moved[slot] = 0
    s.unit_fired[slot] = 0
    s.unit_acting[slot] = 0
    s.unit_in_group[slot] = 0


@jit
def is_turret(t, slot):
    """Whether a unit is a missile turret."""
    return t.unit_type[slot] == UnitType.TURRET
