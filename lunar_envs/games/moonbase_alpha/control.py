"""Who controls what, symbols, upgrades in force and what they make of costs, once-per-turn flags (R9, R11, R82)."""

from lunar_envs.engine.jit import jit

from .codes import (
    AREAS,
    BOUGHT_TYPES,
    HAND_SLOTS,
    NONE,
    PLAYERS,
    UNITS,
    UPGRADES,
    CardState,
    Status,
)
from .units import is_in, top_of_pile

FIRST_AREAS, COUNT_BITS = 12, 5
"""How ``pmc_by_area`` packs the counts of all areas, of no more than LOCAL_UNITS each, in two integers."""


@jit
def used(s, p, flag):
    """Whether a player has done this turn what can be done once (``Flag``)."""
    return s["flags"][p, flag] != 0


@jit
def use(s, p, flag):
    """Note that a player has done what can be done once per turn."""
    s["flags"][p, flag] = 1


@jit
def main_base(s, t, p):
    """The area of a player's main base."""
    return int(t.home_area[s.home[p]])


@jit
def upgrades_of(s, t, p):
    """The set of the upgrades in force: bit per ``Upgrade`` of the player's face-up cards (R71)."""
    found = 0
    for slot in range(HAND_SLOTS):
        if s.hand_state[p, slot] == CardState.FACE_UP:
            found |= 1 << int(t.card_type[s.hand_card[p, slot]])
    return found


@jit
def has_upgrade(s, t, p, upgrade):
    """Whether a player has an upgrade in force."""
    return (upgrades_of(s, t, p) >> upgrade) & 1 == 1


@jit
def controller(s, t, area):
    """R9: the player who controls ``area``, or -1."""
    return holder(s, t, area, count_pmc(s, t, 0, area) - count_pmc(s, t, 1, area))


@jit
def holder(s, t, area, lead):
    """R9: the player who controls ``area``, where seat 0 has ``lead`` PMC more than seat 1, or -1."""
    for p in range(PLAYERS):
        if s.home[p] != NONE and main_base(s, t, p) == area:
            return p
    if lead == 0:
        return NONE
    return 0 if lead > 0 else 1


@jit
def count_pmc(s, t, p, area):
    """R9: how many PMC-counting units of a player are in ``area``."""
    count = 0
    for slot in range(UNITS):
        count += is_in(s, p, slot, area) and t.counts_as_pmc[t.unit_type[slot]]
    return count


@jit
def pmc_by_area(s, t, p):
    """R9: how many PMC-counting units of a player are in each area, for ``count_in``: one pass in place of many."""
    first = others = 0
    for slot in range(UNITS):
        area = int(s.unit_area[slot])
        if area != NONE and s.unit_owner[slot] == p and t.counts_as_pmc[t.unit_type[slot]]:
            if area < FIRST_AREAS:
                first += 1 << (COUNT_BITS * area)
            else:
                others += 1 << (COUNT_BITS * (area - FIRST_AREAS))
    return first, others


@jit
def count_in(pmc, area):
    """The count of one area in what ``pmc_by_area`` returns."""
    first, others = pmc
    bits = first >> (COUNT_BITS * area) if area < FIRST_AREAS else others >> (COUNT_BITS * (area - FIRST_AREAS))
    return bits & ((1 << COUNT_BITS) - 1)


@jit
def mining_symbols(s, t, p):
    """R11: mines and mine markers in controlled areas, and event mines."""
    return count_symbols(s, t, p, t.mines, s.mine_token) + int(s.perm_mine[p])


@jit
def science_symbols(s, t, p):
    """R11: science symbols and lab markers in controlled areas, and event labs."""
    return count_symbols(s, t, p, t.science, s.lab_token) + int(s.perm_lab[p])


@jit
def count_symbols(s, t, p, printed, markers):
    """R11: symbols, printed (int8[23]) and on markers (int8[23]), in the areas that a player controls."""
    pmc = pmc_by_area(s, t, 0)
    other_pmc = pmc_by_area(s, t, 1)
    count = 0
    for a in range(AREAS):
        symbols = int(printed[a]) + int(markers[a])
        if symbols > 0 and holder(s, t, a, count_in(pmc, a) - count_in(other_pmc, a)) == p:
            count += symbols
    return count


@jit
def unit_cost(s, t, p, kind):
    """R82: what a player pays for a PMC, MCU or crawler now."""
    cost = int(t.cost[kind])
    upgrades = upgrades_of(s, t, p)
    for upgrade in range(UPGRADES):
        if (upgrades >> upgrade) & 1:
            cost += t.cost_increase[upgrade, kind]
    return cost


@jit
def box_points(s, t, p, status):
    """R83, R94: the base costs of a player's units in one of the loss boxes."""
    points = 0
    for slot in range(UNITS):
        if s.unit_status[slot] == status and s.unit_owner[slot] == p:
            points += int(t.cost[t.unit_type[slot]])
    return points


@jit
def units_on_map(s, p):
    """R100: how many units a player has on the map."""
    count = 0
    for slot in range(UNITS):
        count += s.unit_status[slot] == Status.MAP and s.unit_owner[slot] == p
    return count


@jit
def find_slot(s, p, state):
    """The player's lowest card slot in a CardState, or -1."""
    for slot in range(HAND_SLOTS):
        if s.hand_state[p, slot] == state:
            return slot
    return NONE


@jit
def can_buy(s, t, p, kind, euros):
    """R20: whether the pile holds a counter and ``euros`` pay for it."""
    return unit_cost(s, t, p, kind) <= euros and top_of_pile(s, p, kind) != NONE


@jit
def can_buy_any(s, t, p, euros):
    """R15: whether ``euros`` buy anything."""
    for kind in range(BOUGHT_TYPES):
        if can_buy(s, t, p, kind, euros):
            return True
    return False
