"""What the automaton does (R73, R74)."""

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from .codes import (
    AUTOMATON,
    DEMAND_TYPES,
    FOOD_SLOTS,
    IMPROVEMENTS,
    LEVEL_1,
    NONE,
    RESEARCH_TOP,
    SITES,
    Bonus,
    Deed,
    Room,
)
from .rooms import advance_research, build, claim_research_bonus, claim_space, take_demand
from .score import sites_of
from .supplies import (
    add_vp,
    add_waste,
    add_water,
    free_space,
    gain,
    lower_co2,
    open_research_space,
    slide_display,
    take_food,
)

ROOM_OF = (
    Room.EXPLORATION,
    Room.MINING,
    Room.COMMUNICATION,
    Room.EXPEDITION,
    Room.LABORATORY,
    Room.LABORATORY,
    Room.LABORATORY,
    Room.INDUSTRIAL,
    Room.INDUSTRIAL,
    Room.POWER,
    Room.REST,
    Room.RECYCLING,
    Room.GREENHOUSE,
)
"""R73: where each Deed is done."""

SHIPMENT_WATER = 2
"""R74: what the automaton pays for any demand."""

INDUSTRY_WATER = 2
STEPS_DOWN = 2


@jit
def perform(s, t, deed):
    """R73, R74: the disc goes to the room of the deed, which is done."""
    enter(s, t, ROOM_OF[deed])
    if deed == Deed.EXPLORE:
        explore(s, t)
    elif deed == Deed.MINE:
        add_vp(s, AUTOMATON, count_probes(s) // 2)
    elif deed == Deed.COMMUNICATION:
        dismiss_scientist(s)
    elif deed == Deed.SHIP:
        ship(s, t)
    elif deed == Deed.LAB_EXTRACTION or deed == Deed.LAB_SUSTAINABILITY:
        research(s, t, deed - Deed.LAB_EXTRACTION)
    elif deed == Deed.BUILD:
        build_lowest(s, t)
    elif deed == Deed.INDUSTRIAL:
        add_water(s, AUTOMATON, INDUSTRY_WATER)
        add_waste(s, AUTOMATON, 1)
    elif deed == Deed.CO2:
        lower_co2(s, AUTOMATON, STEPS_DOWN)
    elif deed == Deed.RECYCLE:
        recycle(s)
    elif deed == Deed.GREENHOUSE:
        take_best_food(s, t)
    else:
        add_vp(s, AUTOMATON, 1)


@jit
def enter(s, t, room):
    """R73: leaving frees the space, entering takes an empty one or rewards its holder; nothing is paid."""
    if s.at[AUTOMATON] != room:
        free_space(s, AUTOMATON)
        s.at[AUTOMATON] = room
    if t.needs_activation[room]:
        claim_space(s, AUTOMATON, room)


@jit
def explore(s, t):
    """R74: a probe beside most of its own, then on titanium, then on the lowest id."""
    if s.probes_left[AUTOMATON] == 0:
        add_vp(s, AUTOMATON, 1)
        return
    best = NONE
    most = NONE
    own = sites_of(s, AUTOMATON)
    for x in range(SITES):
        worth = 2 * count_bits(t.site_beside[x] & own) + t.site_ore[x]
        if s.site[x] == NONE and worth > most:
            best = x
            most = worth
    s.site[best] = AUTOMATON
    s.probes_left[AUTOMATON] -= 1


@jit
def count_probes(s):
    """The automaton's probes on the board."""
    count = 0
    for x in range(SITES):
        count += s.site[x] == AUTOMATON
    return count


@jit
def dismiss_scientist(s):
    """R74: the first card on display leaves the game."""
    if s.hire[0] != NONE:
        s.l2_removed[s.hire[0] - LEVEL_1] = 1
        slide_display(s, 0)
    add_vp(s, AUTOMATON, 1)


@jit
def ship(s, t):
    """R74: the open demand of most points for 2 water, whatever it asks for; without them 1 water more."""
    best = NONE
    most = NONE
    for k in range(DEMAND_TYPES):
        if s.dem_n[k] > 0 and t.demand_vp[s.dem_stack[k, 0]] > most:
            best = k
            most = int(t.demand_vp[s.dem_stack[k, 0]])
    if best == NONE or s.water[AUTOMATON] < SHIPMENT_WATER:
        add_water(s, AUTOMATON, 1)
    else:
        s.water[AUTOMATON] -= SHIPMENT_WATER
        take_demand(s, t, AUTOMATON, best)


@jit
def research(s, t, track):
    """R74: the research on the card, or the other one; at the top the lowest research bonus."""
    if s.research[AUTOMATON, track] == RESEARCH_TOP:
        track = 1 - track
    if s.research[AUTOMATON, track] == RESEARCH_TOP:
        add_vp(s, AUTOMATON, 1)
    elif advance_research(s, AUTOMATON, track):
        space = open_research_space(s)
        claim_research_bonus(s, AUTOMATON, space)
        kind = t.research_bonus[space]
        if kind == Bonus.VP or kind == Bonus.CO2 or kind == Bonus.WATER:
            gain(s, AUTOMATON, kind, t.research_amount[space])


@jit
def build_lowest(s, t):
    """R74: the lowest improvement space that still offers a tile."""
    if s.discs[AUTOMATON] > 0:
        for space in range(IMPROVEMENTS):
            if s.adv_offer[space] != NONE:
                build(s, t, AUTOMATON, space)
                return
    add_vp(s, AUTOMATON, 1)


@jit
def recycle(s):
    """R74: one waste less is worth a point."""
    if s.waste[AUTOMATON] > 0:
        s.waste[AUTOMATON] -= 1
        add_vp(s, AUTOMATON, 1)


@jit
def take_best_food(s, t):
    """R74: the open food card of highest value."""
    best = NONE
    most = 0
    for k in range(FOOD_SLOTS):
        if s.food_open[k] != NONE and t.food_value[s.food_open[k]] > most:
            best = k
            most = int(t.food_value[s.food_open[k]])
    if best != NONE:
        take_food(s, AUTOMATON, best)
