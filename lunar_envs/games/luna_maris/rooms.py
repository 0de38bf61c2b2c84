"""What the options of the ten rooms do (R29-R39, R55)."""

from lunar_envs.engine.jit import jit

from .codes import (
    ACTIVATION_ENERGY,
    BUILD_ENERGY,
    BUILD_TITANIUM,
    FOOD_ALL_VP,
    FOOD_ALL_WATER,
    FOOD_SLOTS,
    HOLDER_VP,
    NONE,
    POWER_ORE_ENERGY,
    POWER_VP,
    POWER_WATER_ENERGY,
    PROBE_SLOTS,
    RECYCLINGS,
    REFINE_TITANIUM,
    REFINE_WASTE,
    RESEARCH_TOP,
    RESEARCH_TOP_VP,
    SECOND_ROOM_RELIEF,
    SITES,
    STACK,
    Action,
    Advanced,
    Card,
    Context,
    Ore,
    Room,
    Track,
)
from .supplies import (
    add_energy,
    add_helium,
    add_ore,
    add_vp,
    add_waste,
    add_water,
    count_ore,
    gain,
    has_open_food,
    open_research_space,
    relieve_stress,
    slide_display,
    spend_ore,
    take_food,
)


@jit
def apply_option(s, t, p, action):
    """R23: one option of the room; the decision returns to MODULE unless the option leads elsewhere."""
    room = int(s.at[p])
    if Action.BUILD <= action < Action.PAY:
        s.extra_done = 1
        apply_extra(s, t, p, action)
        return
    s.main_done = 1
    activate(s, t, p, room)
    if room == Room.EXPLORATION:
        explore(s, t, p, action - Action.SITE)
    elif room == Room.COMMUNICATION:
        hire(s, t, p, action - Action.HIRE)
    elif room == Room.EXPEDITION:
        load_ship(s, t, p, action - Action.SHIP)
    elif room == Room.LABORATORY:
        research(s, t, p, action - Action.RESEARCH)
    elif room == Room.INDUSTRIAL:
        charge_ore(s, t, p, action, t.extract_ore[action - Action.EXTRACT])
    elif room == Room.MINING:
        mine(s, t, p, action)
    elif room == Room.POWER:
        generate(s, t, p, action)
    elif room == Room.RECYCLING:
        recycle(s, t, p, action - Action.RECYCLE)
    elif room == Room.GREENHOUSE:
        harvest(s, p, action)
    else:
        rest(s, t, p)


@jit
def activate(s, t, p, room):
    """R24: pay for the empty space and take it, or reward another holder."""
    if t.needs_activation[room]:
        if s.slot[room] == NONE:
            s.energy[p] -= ACTIVATION_ENERGY
        claim_space(s, p, room)


@jit
def claim_space(s, p, room):
    """R24, R73: take the activation space if it is empty; another holder gains a point."""
    holder = s.slot[room]
    if holder == NONE:
        s.slot[room] = p
    elif holder != p:
        add_vp(s, holder, HOLDER_VP)


@jit
def apply_extra(s, t, p, action):
    """R33, R34: the extra action of the laboratory or the Industrial Complex."""
    if action < Action.CO2:
        spend_ore(s, p, Ore.TITANIUM, BUILD_TITANIUM)
        s.energy[p] -= BUILD_ENERGY
        build(s, t, p, space_of(s, action - Action.BUILD))
    else:
        steps = action - Action.CO2 + 1
        s.energy[p] -= steps
        s.co2[p] += steps


@jit
def space_of(s, tile):
    """The improvement space that offers an advanced module."""
    space = 0
    while s.adv_offer[space] != tile:
        space += 1
    return space


@jit
def build(s, t, p, space):
    """R33: a disc replaces the tile, which covers its room for everybody."""
    s.discs[p] -= 1
    s.imp_owner[space] = p
    s.adv_built[s.adv_offer[space]] = 1
    s.adv_offer[space] = NONE
    add_vp(s, p, t.improvement_vp[space])


# -- Payment in ore ----------------------------------------------------------------------------------------------------


@jit
def charge_ore(s, t, p, action, amount):
    """R29: ``amount`` cubes are due; when they are paid, the option ``action`` takes effect."""
    s.pend_action = action
    s.pay_left = amount
    settle_payment(s, t, p)


@jit
def pay_ore(s, t, p, ore):
    """R29: one cube of the chosen kind."""
    spend_ore(s, p, ore, 1)
    s.pay_left -= 1
    settle_payment(s, t, p)


@jit
def settle_payment(s, t, p):
    """R29: ask for a kind where there is a choice, else pay what is due and go on with the option."""
    iron = count_ore(s, p, Ore.IRON)
    titanium = count_ore(s, p, Ore.TITANIUM)
    due = int(s.pay_left)
    if iron > 0 and titanium > 0 and 0 < due < iron + titanium:
        s.ctx = Context.PAY
        return
    spend_ore(s, p, Ore.IRON, min(iron, due))
    spend_ore(s, p, Ore.TITANIUM, due - min(iron, due))
    action = int(s.pend_action)
    s.pay_left = 0
    s.pend_action = NONE
    s.ctx = Context.MODULE
    apply_paid_option(s, t, p, action)


@jit
def apply_paid_option(s, t, p, action):
    """What the ore was paid for."""
    if action < Action.EXTRACT:
        ship(s, t, p, action - Action.SHIP)
    elif action < Action.MINE_PROBES:
        extract(s, t, p, action - Action.EXTRACT)
    elif action == Action.MINE_REFINE:
        add_ore(s, p, Ore.TITANIUM, REFINE_TITANIUM)
        add_waste(s, p, REFINE_WASTE)
    else:
        produce_energy(s, t, p, POWER_ORE_ENERGY)


# -- Main actions ------------------------------------------------------------------------------------------------------


@jit
def explore(s, t, p, x):
    """R30, R55: a probe to an empty site, with the bonus of the place that it leaves."""
    if not s.adv_built[Advanced.EXPLORATION]:
        s.stress[p] -= 1
    place = PROBE_SLOTS - s.probes_left[p]
    s.probes_left[p] -= 1
    s.site[x] = p
    gain(s, p, t.probe_bonus[place], t.probe_amount[place])


@jit
def hire(s, t, p, k):
    """R31, R55: a level-2 scientist to hand."""
    s.energy[p] -= t.hire_energy[k]
    s.water[p] -= t.hire_water[k]
    s.sci[p, s.hire[k]] = Card.HAND
    slide_display(s, k)
    if s.adv_built[Advanced.COMMUNICATION]:
        add_vp(s, p, t.advanced_amount[Advanced.COMMUNICATION])


@jit
def load_ship(s, t, p, k):
    """R32, R29: discard what the open demand of a type asks for, its titanium before its iron."""
    tile = s.dem_stack[k, 0]
    s.water[p] -= t.demand_water[tile]
    s.helium[p] -= t.demand_helium[tile]
    spend_ore(s, p, Ore.TITANIUM, int(t.demand_titanium[tile]))
    charge_ore(s, t, p, Action.SHIP + k, t.demand_iron[tile])


@jit
def ship(s, t, p, k):
    """R32: points, bonus and tile."""
    tile = take_demand(s, t, p, k)
    gain(s, p, t.demand_bonus[tile], t.demand_amount[tile])


@jit
def take_demand(s, t, p, k):
    """R32, R55: the open tile of a type and its points; the next one is revealed. Returns the tile."""
    tile = int(s.dem_stack[k, 0])
    s.dem_owner[tile] = p
    for i in range(STACK - 1):
        s.dem_stack[k, i] = s.dem_stack[k, i + 1]
    s.dem_stack[k, STACK - 1] = NONE
    s.dem_n[k] -= 1
    add_vp(s, p, t.demand_vp[tile])
    if s.adv_built[Advanced.EXPEDITION]:
        add_vp(s, p, t.advanced_amount[Advanced.EXPEDITION])
    return tile


@jit
def research(s, t, p, track):
    """R33: one step, with a bonus at the top if there is one to choose."""
    if advance_research(s, p, track):
        s.lab_first = 1
        s.ctx = Context.RBONUS
    else:
        allow_second_step(s, t, p)


@jit
def advance_research(s, p, track):
    """R33: one step and the points of the top; returns whether a research bonus is due."""
    s.research[p, track] += 1
    if s.research[p, track] < RESEARCH_TOP:
        return False
    add_vp(s, p, RESEARCH_TOP_VP)
    return s.discs[p] > 0 and open_research_space(s) != NONE


@jit
def allow_second_step(s, t, p):
    """R55: with the advanced laboratory, energy and a research below the top another step may follow."""
    energy = s.energy[p] >= t.advanced_amount[Advanced.LABORATORY]
    below = s.research[p, Track.EXTRACTION] < RESEARCH_TOP or s.research[p, Track.SUSTAINABILITY] < RESEARCH_TOP
    if s.adv_built[Advanced.LABORATORY] and energy and below:
        s.ctx = Context.LAB2


@jit
def choose_research_bonus(s, t, p, space):
    """R33: a disc on a research bonus space; the second step may follow the first one's bonus."""
    claim_research_bonus(s, p, space)
    gain(s, p, t.research_bonus[space], t.research_amount[space])
    s.ctx = Context.MODULE
    if s.lab_first:
        s.lab_first = 0
        allow_second_step(s, t, p)


@jit
def claim_research_bonus(s, p, space):
    """R33: a disc on a research bonus space."""
    s.discs[p] -= 1
    s.rb_owner[space] = p


@jit
def research_again(s, t, p, action):
    """R55: the second step, or none."""
    s.ctx = Context.MODULE
    if action != Action.DONE:
        s.energy[p] -= t.advanced_amount[Advanced.LABORATORY]
        if advance_research(s, p, action - Action.RESEARCH):
            s.ctx = Context.RBONUS


@jit
def extract(s, t, p, k):
    """R34: water, helium, waste, points."""
    add_water(s, p, t.extract_water[k])
    add_helium(s, p, t.extract_helium[k])
    add_waste(s, p, t.extract_waste[k])
    add_vp(s, p, t.extract_vp[k])


@jit
def mine(s, t, p, action):
    """R35, R55: ore from all own probes, or refining."""
    if action == Action.MINE_REFINE:
        charge_ore(s, t, p, action, 1)
        return
    activate_probes(s, t, p)
    if s.adv_built[Advanced.MINING]:
        add_ore(s, p, Ore.IRON, t.advanced_amount[Advanced.MINING])


@jit
def activate_probes(s, t, p):
    """R11, R35: one ore from each own probe on the board."""
    for x in range(SITES):
        if s.site[x] == p:
            add_ore(s, p, t.site_ore[x], 1)


@jit
def generate(s, t, p, action):
    """R36: energy from ore, or from water and waste."""
    if action == Action.POWER_ORE:
        charge_ore(s, t, p, action, 1)
    else:
        s.water[p] -= 1
        s.waste[p] -= 1
        produce_energy(s, t, p, POWER_WATER_ENERGY)


@jit
def produce_energy(s, t, p, amount):
    """R36, R55: energy and a point."""
    extra = t.advanced_amount[Advanced.POWER] if s.adv_built[Advanced.POWER] else 0
    add_energy(s, p, amount + extra)
    add_vp(s, p, POWER_VP)


@jit
def recycle(s, t, p, k):
    """R37, R80: waste becomes what the option gives; the last option uses the tool."""
    v = s.variant
    s.waste[p] -= t.recycle_waste[v, k]
    add_ore(s, p, Ore.IRON, t.recycle_iron[v, k])
    add_ore(s, p, Ore.TITANIUM, t.recycle_titanium[v, k])
    add_water(s, p, t.recycle_water[v, k])
    add_helium(s, p, t.recycle_helium[v, k])
    add_energy(s, p, t.recycle_energy[v, k])
    add_vp(s, p, t.recycle_vp[v, k])
    if k == RECYCLINGS - 1:
        s.tool_used[p] = 1


@jit
def harvest(s, p, action):
    """R38, R55: one open food card, and a second one in the advanced greenhouse; or all of them."""
    if action != Action.FOOD_ALL:
        take_food(s, p, action - Action.FOOD_SLOT)
        if s.adv_built[Advanced.GREENHOUSE] and has_open_food(s):
            s.ctx = Context.GREEN2
        return
    s.water[p] -= FOOD_ALL_WATER
    for k in range(FOOD_SLOTS):
        if s.food_open[k] != NONE:
            take_food(s, p, k)
    add_vp(s, p, FOOD_ALL_VP)


@jit
def rest(s, t, p):
    """R39, R55: the value of the played card counts first; then others may rest too."""
    relief = SECOND_ROOM_RELIEF if s.second else int(t.scientist_value[s.cur_sci])
    if s.adv_built[Advanced.REST]:
        relief += t.advanced_amount[Advanced.REST]
    relieve_stress(s, p, relief)
    s.ctx = Context.REST
