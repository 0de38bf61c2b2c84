"""Who may fire at what, and how strongly (R43-R49, R60)."""

from lunar_envs.engine.jit import jit

from .codes import (
    AREAS,
    FIRST_NEUTRAL,
    NONE,
    UNITS,
    UnitType,
    Upgrade,
)
from .control import upgrades_of
from .dice import roll_die
from .units import is_in, occupied

FAR = 2
"""The distance that missile units alone reach (R12, R43)."""

MISSILES_ONLY = -1
"""``group_reach`` of a group that fires from afar."""


@jit
def open_targets(s, t, p):
    """R45: the set of the areas with units of player ``p`` that can be targets from another area (no stealth)."""
    found = 0
    for slot in range(UNITS):
        if s.unit_owner[slot] == p and not t.only_same_area[t.unit_type[slot]]:
            found |= 1 << (int(s.unit_area[slot]) + 1)
    return found >> 1


@jit
def can_fire(s, slot):
    """R43, R60: whether a unit may join a firegroup: acting and not fired, in counterfire a target of the attack."""
    if s.unit_area[slot] == NONE or s.unit_suppressed[slot]:
        return False
    if s.fire_counter:
        return s.is_target[slot] == 1
    return s.unit_acting[slot] == 1 and s.unit_fired[slot] == 0


@jit
def fire_areas(s, t, p):
    """R43, R45: the set of the areas, not attacked yet, that an acting unit of player ``p`` can fire at."""
    here = 0
    near = 0
    for slot in range(UNITS):
        if can_fire(s, slot):
            area = int(s.unit_area[slot])
            here |= 1 << area
            near |= int(t.reach[area])
            if t.missile[t.unit_type[slot]]:
                near |= int(t.ring[area])
    if near == 0:
        return 0
    found = (open_targets(s, t, 1 - p) & near) | (occupied(s, 1 - p) & here)
    for a in range(AREAS):
        found &= ~(int(s.attacked[a]) << a)
    return found


@jit
def counter_areas(s, t, p):
    """R60: the set of the areas that the targets of the attack, units of player ``p``, can fire back at."""
    origin = int(s.fire_target)
    near = 0
    for slot in range(UNITS):
        if can_fire(s, slot):
            near |= int(t.reach[origin])
            if t.missile[t.unit_type[slot]]:
                near |= int(t.ring[origin])
    if near == 0:
        return 0
    sources = 0
    for a in range(AREAS):
        sources |= int(s.fire_src[a]) << a
    return sources & ((open_targets(s, t, 1 - p) & near) | (1 << origin))


@jit
def group_reach(s, t, p):
    """R44, R45: the greatest distance from the target that the group so far allows, or MISSILES_ONLY."""
    target = int(s.fire_target)
    if (open_targets(s, t, 1 - p) >> target) & 1 == 0:
        return 0
    reach = FAR
    for slot in range(UNITS):
        if s.unit_in_group[slot]:
            if t.distance[s.unit_area[slot], target] == FAR:
                return MISSILES_ONLY
            if t.missile[t.unit_type[slot]] == 0:
                reach = 1
    return reach


@jit
def may_join(s, t, slot, reach):
    """R43, R44: whether a unit may join the group; ``reach`` is that of ``group_reach``."""
    if s.unit_in_group[slot] or not can_fire(s, slot):
        return False
    distance = t.distance[s.unit_area[slot], s.fire_target]
    if t.missile[t.unit_type[slot]]:
        return distance <= (FAR if reach == MISSILES_ONLY else reach)
    return reach != MISSILES_ONLY and distance <= min(reach, 1)


@jit
def all_in_distance(s, t, reach):
    """ALL_IN adds the units that may join up to this distance: the near ones unless the group fires from afar."""
    if reach == MISSILES_ONLY:
        return FAR
    for slot in range(UNITS):
        if s.unit_in_group[slot]:
            return 1
        if may_join(s, t, slot, reach) and t.distance[s.unit_area[slot], s.fire_target] < FAR:
            return 1
    return FAR


@jit
def total_strength(s, t, p):
    """R46, R47: the strengths of the firegroup with bonuses; a BOLO rolls for its own."""
    upgrades = upgrades_of(s, t, p)
    total = 0
    for slot in range(UNITS):
        if s.unit_in_group[slot]:
            kind = t.unit_type[slot]
            total += int(s.unit_strength[slot])
            if kind == UnitType.BOLO:
                total += roll_die(s, t) + roll_die(s, t)
            elif kind == UnitType.MCU and (upgrades >> Upgrade.HEAVY_MCU) & 1:
                total += int(t.heavy_mcu_strength)
            elif t.counts_as_pmc[kind] and (upgrades >> Upgrade.POWERED_INFANTRY) & 1:
                total += int(t.powered_infantry_strength)
    return total


@jit
def range_modifiers(s, t, p):
    """R48: the modifiers for long and extended range and for Heavy Crawler Missiles."""
    upgrades = upgrades_of(s, t, p)
    long_range = False
    extended = False
    crawlers = True
    for slot in range(UNITS):
        if s.unit_in_group[slot]:
            kind = t.unit_type[slot]
            distance = t.distance[s.unit_area[slot], s.fire_target]
            long_range |= distance > 0 and t.long_range_penalty[kind] == 1
            extended |= distance == FAR
            crawlers &= kind == UnitType.CRAWLER
    modifiers = int(t.long_range_drm) if long_range else 0
    if extended and (upgrades >> Upgrade.LONG_RANGE_MISSILES) & 1 == 0:
        modifiers += int(t.extended_drm)
    if crawlers and (upgrades >> Upgrade.HEAVY_CRAWLER_MISSILES) & 1:
        modifiers += int(t.heavy_crawler_drm)
    return modifiers


@jit
def command_modifier(s, t, p):
    """R48: an unsuppressed Mobile Command Unit in an area of the firegroup helps."""
    for slot in range(FIRST_NEUTRAL, UNITS):
        commands = t.unit_type[slot] == UnitType.MOBILE_COMMAND and s.unit_owner[slot] == p
        if commands and s.unit_area[slot] != NONE and s.unit_suppressed[slot] == 0 and s.fire_src[s.unit_area[slot]]:
            return int(t.mobile_command_drm)
    return 0


@jit
def suppression_modifier(s, t):
    """R48: some or all targets are suppressed."""
    targets = 0
    suppressed = 0
    for slot in range(UNITS):
        targets += s.is_target[slot]
        suppressed += s.is_target[slot] & s.unit_suppressed[slot]
    if suppressed == 0:
        return 0
    return int(t.all_suppressed_drm) if suppressed == targets else int(t.some_suppressed_drm)


@jit
def fire_column(s, t, strength):
    """R46: the column of the fire table for a total strength, one to the left for a crater; -1 is off the table."""
    column = NONE
    for c in range(t.column_start.shape[0]):
        column += strength >= t.column_start[c]
    if t.crater[s.fire_target]:
        column += int(t.crater_column_shift)
    return max(column, NONE)


@jit
def mark_targets(s, t, p, only_open):
    """R45: all units of player ``p`` in the target area are targets, stealth ones unless ``only_open``."""
    for slot in range(UNITS):
        exempt = only_open and t.only_same_area[t.unit_type[slot]]
        s.is_target[slot] = is_in(s, p, slot, s.fire_target) and not exempt


@jit
def close_group(s, t):
    """R32, R33, R46: the firegroup is complete: it is revealed, and what its members did is noted."""
    s.fire_bounding = 0
    for a in range(AREAS):
        s.fire_src[a] = 0
    for slot in range(UNITS):
        if s.unit_in_group[slot]:
            area = s.unit_area[slot]
            s.unit_revealed[slot] = 1
            s.fire_src[area] = 1
            s.fire_bounding |= s.unit_moved[slot]
            if s.fire_counter == 0:
                s.unit_fired[slot] = 1
                if area == s.active_area and t.missile[t.unit_type[slot]] == 0:
                    s.nonmissile_fired = 1


@jit
def fires_from_target(s):
    """R45: whether the whole firegroup is in the target area."""
    for a in range(AREAS):
        if s.fire_src[a] and a != s.fire_target:
            return False
    return True
