"""What fire and moves are worth to the baseline player, by what it can see: hidden strengths count as expected."""

import numpy as np

from lunar_envs.engine.jit import jit

from .codes import AREAS, NONE, UNITS, Action, Defsat, FireResult, Status, UnitType
from .control import count_in, main_base, pmc_by_area
from .fire import can_fire
from .movement import destinations
from .units import count_units, is_in, is_turret

EXPECTED = (2.0, 3.0, 4.0, 7.0, 2.0, 4.0, 2.0)
"""Strength of a unit that is face-down, and of a BOLO's dice, by UnitType."""

# Ways to roll the totals 2 to 12: with two dice, and with three without the highest.
PAIRS = np.array((1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), float)
LOW_PAIRS = np.array((16, 27, 34, 36, 34, 27, 19, 12, 7, 3, 1), float)
PAIRS_ROLLED, LOW_PAIRS_ROLLED = 36, 216

SUPPRESSED_WORTH, ROUTED_WORTH = 0.2, 0.35
"""What suppressing and driving off a unit is worth, of what destroying it would be."""
COUNTERFIRE_WEIGHT = 0.5
FIRE_WORTH = 0.8
"""Expected loss points of the enemy from which fire is worth it."""
SUPERIORITY = 1.2
"""Strength of the movers over that of the defenders that makes an attack."""
MINE_WORTH, SCIENCE_WORTH = 2.5, 1.5
EQUAL_SHARE = 0.8
"""Of a symbol's worth, where the own PMC only equal the enemy's."""
NEARER = 0.5
"""How the worth of what is far away falls with each area."""
DANGER = 0.15
SATELLITE_DANGER = 2.0
FULL_STACK = 6
OFF_MAP = (0.0, 0.0, 0.0)
"""The ``stay_value`` where no unit is chosen."""
FAIL_OF_ARMOR = 6.0


# -- Strength ----------------------------------------------------------------------------------------------------------


@jit
def strength(s, t, slot):
    """The strength of a unit as both players see it."""
    kind = t.unit_type[slot]
    if s.unit_revealed[slot] and kind != UnitType.BOLO:
        return float(s.unit_strength[slot])
    return EXPECTED[kind]


@jit
def power(s, t, p, area):
    """The strength of all units of player ``p`` in an area."""
    total = 0.0
    for slot in range(UNITS):
        if is_in(s, p, slot, area):
            total += strength(s, t, slot)
    return total


@jit
def power_near(s, t, p, area):
    """The strength of all units of player ``p`` in and next to an area."""
    total = 0.0
    for slot in range(UNITS):
        if s.unit_owner[slot] == p and s.unit_status[slot] == Status.MAP and t.distance[s.unit_area[slot], area] <= 1:
            total += strength(s, t, slot)
    return total


# -- Fire --------------------------------------------------------------------------------------------------------------


@jit
def wants_fire(s, t, p, area, may_assault):
    """Whether to fire at an area; before an assault there only missiles do."""
    if area == s.active_area and may_assault:
        return has_missiles(s, t)
    if count_units(s, p, area) > 0:
        return True  # moved in for it
    return fire_value(s, t, p, area, True) >= FIRE_WORTH


@jit
def has_missiles(s, t):
    """Whether a missile unit in the activated area may fire."""
    for slot in range(UNITS):
        if can_fire(s, slot) and s.unit_area[slot] == s.active_area and t.missile[t.unit_type[slot]]:
            return True
    return False


@jit
def fire_value(s, t, p, area, with_penalty):
    """Expected loss points that all who can fire at an area cause there, less those of the counterfire.

    Without ``with_penalty`` units that fire badly at a distance stay out.
    """
    total = 0.0
    modifiers = 0
    origin = NONE
    bounding = False
    for slot in range(UNITS):
        if fires(s, t, slot, area, with_penalty):
            total += strength(s, t, slot)
            origin = int(s.unit_area[slot])
            bounding |= s.unit_moved[slot] == 1
            modifiers = min(modifiers, range_modifier(s, t, p, slot, area))
    if origin == NONE:
        return 0.0
    gain = expected_loss(s, t, 1 - p, area, area, total, modifiers, bounding or s.fire_counter == 1)
    back = power(s, t, 1 - p, area) if t.distance[origin, area] <= 1 else 0.0
    return gain - COUNTERFIRE_WEIGHT * expected_loss(s, t, p, origin, origin, back, 0, True)


@jit
def fires(s, t, slot, area, with_penalty):
    """Whether a unit would join a firegroup of all in range of an area."""
    if not can_fire(s, slot):
        return False
    kind = t.unit_type[slot]
    distance = t.distance[s.unit_area[slot], area]
    if distance > 1:
        return False
    return with_penalty or distance == 0 or t.long_range_penalty[kind] == 0


@jit
def range_modifier(s, t, p, slot, area):
    """The penalty that a unit brings to its firegroup (R48)."""
    far = s.unit_area[slot] != area and t.long_range_penalty[t.unit_type[slot]] == 1
    return int(t.long_range_drm) if far else 0


@jit
def expected_loss(s, t, p, area, target, total, modifiers, spoiled):
    """Loss points of player ``p`` expected in an area from an attack of strength ``total`` (R46-R53)."""
    column = -1
    for c in range(t.column_start.shape[0]):
        column += total >= t.column_start[c]
    if t.crater[target]:
        column += int(t.crater_column_shift)
    if column < 0:
        return 0.0
    loss = 0.0
    for k in range(PAIRS.shape[0]):
        chance = LOW_PAIRS[k] / LOW_PAIRS_ROLLED if spoiled else PAIRS[k] / PAIRS_ROLLED
        row = min(max(k + modifiers, 0), PAIRS.shape[0] - 1)
        loss += chance * result_loss(s, t, p, area, t.fire_table[row, column])
    return loss


@jit
def result_loss(s, t, p, area, result):
    """Loss points of player ``p`` in an area from one result of the fire table."""
    if result == FireResult.NE:
        return 0.0
    share = 1.0
    if result == FireResult.S:
        share = SUPPRESSED_WORTH
    elif result == FireResult.R:
        share = ROUTED_WORTH
    lost = 0.0
    units = 0
    cost = 0.0
    for slot in range(UNITS):
        if is_in(s, p, slot, area):
            kind = t.unit_type[slot]
            fail = (t.armor[kind] - 1) / FAIL_OF_ARMOR
            worth = 1.0 if s.unit_suppressed[slot] else share
            lost += worth * fail * t.cost[kind]
            cost += t.cost[kind]
            units += 1
    at_once = max(result - FireResult.D, 0)
    if units == 0 or at_once == 0:
        return lost
    destroyed = min(at_once, units) / units
    return destroyed * cost + (1 - destroyed) * lost


@jit
def wants_in_group(s, t, p, slot):
    """Whether a unit joins the firegroup: missiles before an assault, else those whose penalty pays."""
    area = int(s.fire_target)
    if s.fire_counter:
        return True
    missile = t.missile[t.unit_type[slot]] == 1
    if area == s.active_area and s.nonmissile_fired == 0 and assault_follows(s, t, p):
        return missile
    if s.unit_area[slot] == area or t.long_range_penalty[t.unit_type[slot]] == 0:
        return True
    return fire_value(s, t, p, area, True) >= fire_value(s, t, p, area, False)


@jit
def assault_follows(s, t, p):
    """Whether more units without missiles than enemies are in the activated area."""
    lead = 0.0
    for slot in range(UNITS):
        weight = 0.5 if s.unit_suppressed[slot] else 1.0
        if is_in(s, 1 - p, slot, s.active_area):
            lead -= weight
        elif is_in(s, p, slot, s.active_area) and not t.missile[t.unit_type[slot]]:
            lead += weight
    return lead > 0


# -- Moves -------------------------------------------------------------------------------------------------------------


@jit
def best_destination(s, t, p, mask):
    """The best of the areas that the mask offers."""
    slot = int(s.sel_unit)
    pmc = (pmc_by_area(s, t, p), pmc_by_area(s, t, 1 - p))
    stays = OFF_MAP if slot == NONE else stay_value(s, t, p, slot, pmc)
    best = NONE
    best_value = 0.0
    for i in range(AREAS):
        if mask[Action.AREA + i]:
            area = int(t.frame[s.home[p], i])
            value = symbol_pull(s, t, p, area, pmc) if slot == NONE else move_value(s, t, p, slot, area, pmc, stays)
            if best == NONE or value > best_value:
                best = area
                best_value = value
    return best


@jit
def best_move(s, t, p, slot):
    """What the best move of a unit is worth."""
    if is_turret(t, slot):
        return 0.0
    areas = destinations(s, t, p, slot)
    pmc = (pmc_by_area(s, t, p), pmc_by_area(s, t, 1 - p))
    stays = stay_value(s, t, p, slot, pmc)
    best = 0.0
    for area in range(AREAS):
        if areas >> area & 1:
            best = max(best, move_value(s, t, p, slot, area, pmc, stays))
    return best


@jit
def move_value(s, t, p, slot, area, pmc, stays):
    """What moving a unit to an area is worth; ``stays`` is its ``stay_value``."""
    if count_units(s, p, area) >= FULL_STACK and area != main_base(s, t, p):
        return -1.0
    if count_units(s, 1 - p, area) > 0:
        return attack_value(s, t, p, area)
    lost, pull, threat = stays
    if t.counts_as_pmc[t.unit_type[slot]]:
        gain = hold_value(s, t, p, area, 1, pmc) - hold_value(s, t, p, area, 0, pmc) + lost
        value = gain + NEARER * (symbol_pull(s, t, p, area, pmc) - pull)
    else:
        value = front_pull(s, t, p, area, pmc) - pull
    return value - danger(s, t, p, area) + threat


@jit
def stay_value(s, t, p, slot, pmc):
    """What a unit that moves leaves: the change of held symbols, the pull and the danger of its area."""
    start = int(s.unit_area[slot])
    lost = 0.0
    if t.counts_as_pmc[t.unit_type[slot]]:
        lost = hold_value(s, t, p, start, -1, pmc) - hold_value(s, t, p, start, 0, pmc)
        pull = symbol_pull(s, t, p, start, pmc)
    else:
        pull = front_pull(s, t, p, start, pmc)
    return lost, pull, danger(s, t, p, start)


@jit
def danger(s, t, p, area):
    """What the enemy's superior strength in and next to an area, or above it, takes from its worth."""
    odds = power_near(s, t, 1 - p, area) - power_near(s, t, p, area)
    value = DANGER * max(odds, 0.0)
    if s.defsat_state[1 - p] == Defsat.PLACED and t.distance[s.defsat_area[1 - p], area] <= 1:
        value += SATELLITE_DANGER
    return value


@jit
def attack_value(s, t, p, area):
    """What moving in and firing is worth: the defenders' cost, if all that can move in are clearly stronger."""
    force = 0.0
    for slot in range(UNITS):
        if s.unit_acting[slot] and not s.unit_fired[slot] and not s.unit_suppressed[slot]:
            there = s.unit_area[slot] == area
            if there or (not s.unit_moved[slot] and not is_turret(t, slot) and destinations(s, t, p, slot) >> area & 1):
                force += strength(s, t, slot)
    defence = power(s, t, 1 - p, area)
    if force <= SUPERIORITY * defence:
        return -1.0
    cost = 0.0
    for slot in range(UNITS):
        if is_in(s, 1 - p, slot, area):
            cost += t.cost[t.unit_type[slot]]
    return 0.5 * cost + symbol_value(s, t, area) - danger(s, t, p, area)


@jit
def symbol_value(s, t, area):
    """The worth of the symbols in an area."""
    mines = int(t.mines[area]) + int(s.mine_token[area])
    return MINE_WORTH * mines + SCIENCE_WORTH * (int(t.science[area]) + int(s.lab_token[area]))


@jit
def hold_value(s, t, p, area, more, pmc):
    """The worth of an area's symbols to player ``p`` with ``more`` PMC there (R9); ``pmc``: own and enemy's."""
    value = symbol_value(s, t, area)
    if value == 0 or area == main_base(s, t, p) or area == main_base(s, t, 1 - p):
        return 0.0
    own, others = pmc
    enemies = count_in(others, area)
    lead = count_in(own, area) + more - enemies
    if lead > 0:
        return float(value)
    return EQUAL_SHARE * value if lead == 0 and enemies > 0 else 0.0


@jit
def symbol_pull(s, t, p, area, pmc):
    """The greatest worth of a symbol not held, less for each area on the way."""
    best = 0.0
    for other in range(AREAS):
        value = symbol_value(s, t, other) - hold_value(s, t, p, other, 0, pmc)
        if value > 0 and other != main_base(s, t, p) and other != main_base(s, t, 1 - p):
            best = max(best, value * NEARER ** t.distance[area, other])
    return best


@jit
def front_pull(s, t, p, area, pmc):
    """The greatest worth of an own symbol with an enemy next to it, less for each area on the way."""
    best = 0.0
    for other in range(AREAS):
        value = hold_value(s, t, p, other, 0, pmc)
        if other == main_base(s, t, p):
            value = MINE_WORTH
        if value > 0 and power_near(s, t, 1 - p, other) > 0:
            best = max(best, value * NEARER ** t.distance[area, other])
    return best


@jit
def retreat_value(s, t, p, area):
    """Away from the enemy, toward the own base."""
    return -power_near(s, t, 1 - p, area) - 0.5 * t.distance[area, main_base(s, t, p)]
