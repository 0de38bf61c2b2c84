"""Unit counters: slots and local indices, sets of areas, drawing, arriving, leaving (R3, R10, R59)."""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from .codes import (
    AREAS,
    CORPORATION_UNITS,
    FIRST_NEUTRAL,
    FIRST_OF_TYPE,
    LOCAL_UNITS,
    NONE,
    PLAYERS,
    Phase,
    Status,
    UnitType,
)


@jit
def slot_of(p, u):
    """The slot of the unit with a player's local index ``u``."""
    return p * CORPORATION_UNITS + u if u < CORPORATION_UNITS else FIRST_NEUTRAL - CORPORATION_UNITS + u


@jit
def is_own(s, p, u):
    """Whether the unit with local index ``u`` belongs to player ``p``."""
    return u < CORPORATION_UNITS or s.unit_owner[slot_of(p, u)] == p


@jit
def own_slot_in(s, p, u, area):
    """The slot of local index ``u`` if that unit is the player's and in ``area``, else -1."""
    slot = slot_of(p, u)
    return slot if s.unit_area[slot] == area and is_own(s, p, u) else NONE


@jit
def contains(areas, area):
    """Whether a set of areas holds ``area``."""
    return (int(areas) >> int(area)) & 1 == 1


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
    for slot in range(p * CORPORATION_UNITS, (p + 1) * CORPORATION_UNITS):
        found |= 1 << (int(s.unit_area[slot]) + 1)
    for slot in range(FIRST_NEUTRAL, FIRST_NEUTRAL + LOCAL_UNITS - CORPORATION_UNITS):
        if s.unit_owner[slot] == p:
            found |= 1 << (int(s.unit_area[slot]) + 1)
    return found >> 1


@jit
def friendly_areas(s, p):
    """The set of the areas with units of player ``p`` and none of the opponent (R10)."""
    return occupied(s, p) & ~occupied(s, 1 - p)


@jit
def count_units(s, p, area):
    """How many units of player ``p`` are in ``area``."""
    count = 0
    for u in range(LOCAL_UNITS):
        count += own_slot_in(s, p, u, area) != NONE
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
    s.unit_drawn[slot] = returns_made(s)
    return slot


@jit
def shuffle_pile(s, p, kind):
    """R3, R97: shuffle the counters of a pile over its slots (a fresh place for each, one after another)."""
    first = p * CORPORATION_UNITS + FIRST_OF_TYPE[kind]
    stop = p * CORPORATION_UNITS + FIRST_OF_TYPE[kind + 1]
    count = 0
    for slot in range(first, stop):
        if s.unit_status[slot] == Status.PILE:
            count += 1
            other = nth_in_pile(s, first, random.below(s, count))
            swap_counters(s, slot, other)


@jit
def nth_in_pile(s, first, n):
    """The slot of counter number ``n`` of the pile whose first slot is ``first``."""
    slot = first
    while s.unit_status[slot] != Status.PILE or n > 0:
        n -= s.unit_status[slot] == Status.PILE
        slot += 1
    return slot


@jit
def swap_counters(s, a, b):
    """Two slots exchange their counters, whose strengths are hidden, with all that is known of them."""
    s.unit_strength[a], s.unit_strength[b] = s.unit_strength[b], s.unit_strength[a]
    s.unit_returned[a], s.unit_returned[b] = s.unit_returned[b], s.unit_returned[a]


@jit
def returns_made(s):
    """How many turns have seen their losses return (R97)."""
    return int(s.turn) - (s.phase != Phase.RESOLUTION)


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
        seen |= s.media_area[p] != NONE and contains(t.reach[area], s.media_area[p])
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
