"""Legality: one function per decision context, mirrored by apply.py. All of it is exact.

Every ``offer_*`` function adds 1s to a blank mask for the seat to move.
"""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import clear_mask, count_legal

from .codes import (
    ACTIVATION_ENERGY,
    BUILD_ENERGY,
    BUILD_TITANIUM,
    CO2_STEPS,
    DEMAND_TYPES,
    DEPOTS,
    ENERGY_CAP,
    EXTRACTIONS,
    FOOD_ALL_WATER,
    FOOD_SLOTS,
    FOODS,
    HIRE_SLOTS,
    IMPROVEMENTS,
    NONE,
    RECYCLINGS,
    RESEARCH_SPACES,
    RESEARCH_TOP,
    ROOMS,
    SCIENTISTS,
    SITES,
    STRESS_CAP,
    STRESS_FLOOR,
    TOOLS,
    WATER_CAP,
    Action,
    Advanced,
    Card,
    Context,
    Depot,
    Ore,
    Room,
    Tool,
    Track,
)
from .supplies import count_all_ore, count_ore, has_food, has_open_food


@jit
def legal(s, t, mask):
    """Write the mask of the seat to move (int8[147]); returns the number of legal actions, 0 when the game is over."""
    clear_mask(mask)
    offer(s, t, int(s.to_move), mask)
    return count_legal(mask)


@jit
def offer(s, t, p, mask):
    """Route to the context that waits."""
    ctx = s.ctx
    if ctx == Context.TURN:
        offer_turn(s, t, p, mask)
    elif ctx == Context.MOVE:
        offer_move(s, t, p, mask)
    elif ctx == Context.MODULE:
        offer_module(s, t, p, mask)
    elif ctx == Context.PAY:
        offer_pay(s, p, mask)
    elif ctx == Context.REST:
        offer_rest(s, p, mask)
    elif ctx == Context.FEED_FOOD:
        offer_feed_food(s, p, mask)
    elif ctx == Context.FEED_RET or ctx == Context.T_RET:
        offer_cards(s, p, Card.PILE, mask)
    elif ctx == Context.FEED_PTS:
        offer_feed_points(s, p, mask)
    elif ctx == Context.T_FOOD:
        offer_open_food(s, mask)
    elif ctx == Context.GREEN2:
        mask[Action.DONE] = 1
        offer_open_food(s, mask)
    elif ctx == Context.LAB2:
        mask[Action.DONE] = 1
        offer_research(s, p, mask)
    elif ctx == Context.RBONUS:
        offer_research_bonus(s, mask)
    elif ctx == Context.SETUP_TOOL:
        for tool in range(TOOLS):
            mask[Action.TOOL_CHOICE + tool] = s.tools_offer[tool]
    elif ctx == Context.SETUP_START:
        for room in range(ROOMS):
            mask[Action.MODULE + room] = s.start_mask[room]


# -- The turn ----------------------------------------------------------------------------------------------------------


@jit
def offer_turn(s, t, p, mask):
    """R14: scientists with a reachable room (R20), feeding, the end of the shift, free actions.

    The oxygen left is negative where the stress limit has fallen below what is used (R22).
    """
    mask[Action.END_SHIFT] = 1
    cards = s.sci[p]
    reach = t.reach_cost[s.at[p]]
    oxygen = s.stress[p] - s.o2_used[p]
    hand = 0
    pile = 0
    for card in range(SCIENTISTS):
        hand += cards[card] == Card.HAND
        pile += cards[card] == Card.PILE
        mask[Action.SCIENTIST + card] = (cards[card] == Card.HAND) & (reach[card] <= oxygen)
    if pile > 0 and (s.vp[p] > 0 or hand == 0 or has_food(s, p)):
        mask[Action.FEED] = 1  # R40
    offer_free_actions(s, t, p, mask)


@jit
def offer_move(s, t, p, mask):
    """R21, R27: rooms on the card within reach; the second room is optional and another one."""
    shown = t.shows[s.cur_sci]
    cost = t.move_cost[s.at[p]]
    oxygen = s.stress[p] - s.o2_used[p]
    for room in range(ROOMS):
        mask[Action.MODULE + room] = shown[room] & (cost[room] <= oxygen)
    if s.second:
        mask[Action.MODULE + s.first_room] = 0
        mask[Action.DONE] = 1
    offer_free_actions(s, t, p, mask)


@jit
def offer_free_actions(s, t, p, mask):
    """R15, R16: depot and tool."""
    for i in range(DEPOTS):
        if s.depot[p, i] and s.vp[p] >= t.depot_cost[i]:
            mask[Action.DEPOT + i] = has_room_for(s, p, i)
    if s.tool[p] > Tool.RECYCLER and not s.tool_used[p]:
        mask[Action.USE_TOOL] = has_effect(s, t, p, s.tool[p])


@jit
def has_room_for(s, p, resource):
    """R15: whether the store takes a resource of the depot."""
    if resource == Depot.ENERGY:
        return s.energy[p] < ENERGY_CAP
    return resource == Depot.IRON or s.water[p] < WATER_CAP


@jit
def has_effect(s, t, p, tool):
    """R16: whether using an unused tool other than the recycler would do something."""
    if tool == Tool.OXYGEN_TANK:
        return s.o2_used[p] > 0
    if tool == Tool.BATTERY:
        return s.energy[p] < ENERGY_CAP
    if tool == Tool.HYDROPONICS:
        return s.energy[p] >= t.tool_amount[tool] and has_open_food(s)
    if tool == Tool.MESS_KIT:
        return has_card(s, p, Card.PILE)
    if tool == Tool.REFINER:
        return count_ore(s, p, Ore.IRON) > 0
    return True


@jit
def has_card(s, p, place):
    """Whether a seat's scientist is in ``place`` (Card)."""
    found = False
    for card in range(SCIENTISTS):
        found |= s.sci[p, card] == place
    return found


@jit
def offer_cards(s, p, place, mask):
    """Own scientists in ``place`` (Card)."""
    for card in range(SCIENTISTS):
        mask[Action.SCIENTIST + card] = s.sci[p, card] == place


# -- In a room ---------------------------------------------------------------------------------------------------------


@jit
def offer_module(s, t, p, mask):
    """R23: what is not done yet of the room's main and extra action, free actions, and the end of the visit."""
    room = int(s.at[p])
    mask[Action.DONE] = 1
    energy = s.energy[p] - activation_cost(s, t, room)
    if not s.main_done and energy >= 0:
        offer_main(s, t, p, room, energy, mask)
    if not s.extra_done:
        if room == Room.LABORATORY:
            offer_build(s, p, mask)
        elif room == Room.INDUSTRIAL:
            offer_co2(s, p, mask)
    offer_free_actions(s, t, p, mask)


@jit
def activation_cost(s, t, room):
    """R24, R25: energy to pay for a main action."""
    return ACTIVATION_ENERGY if t.needs_activation[room] and s.slot[room] == NONE else 0


@jit
def offer_main(s, t, p, room, energy, mask):
    """Route to the main action of the room; ``energy`` is what the activation leaves."""
    if room == Room.EXPLORATION:
        offer_sites(s, p, mask)
    elif room == Room.COMMUNICATION:
        offer_hires(s, t, p, energy, mask)
    elif room == Room.EXPEDITION:
        offer_demands(s, t, p, mask)
    elif room == Room.LABORATORY:
        offer_research(s, p, mask)
    elif room == Room.INDUSTRIAL:
        offer_extractions(s, t, p, mask)
    elif room == Room.MINING:
        mask[Action.MINE_PROBES] = 1
        mask[Action.MINE_REFINE] = count_all_ore(s, p) > 0
    elif room == Room.POWER:
        mask[Action.POWER_ORE] = count_all_ore(s, p) > 0
        mask[Action.POWER_WATER] = s.water[p] > 0 and s.waste[p] > 0
    elif room == Room.RECYCLING:
        offer_recycling(s, t, p, mask)
    elif room == Room.GREENHOUSE:
        offer_open_food(s, mask)
        mask[Action.FOOD_ALL] = s.water[p] >= FOOD_ALL_WATER and has_open_food(s)
    else:
        mask[Action.REST_START] = 1


@jit
def offer_sites(s, p, mask):
    """R30, R55: empty sites, if a probe is left and the stress limit may fall."""
    if s.probes_left[p] > 0 and (s.stress[p] > STRESS_FLOOR or s.adv_built[Advanced.EXPLORATION]):
        for x in range(SITES):
            mask[Action.SITE + x] = s.site[x] == NONE


@jit
def offer_hires(s, t, p, energy, mask):
    """R31: cards on display whose slot can be paid."""
    for k in range(HIRE_SLOTS):
        payable = energy >= t.hire_energy[k] and s.water[p] >= t.hire_water[k]
        mask[Action.HIRE + k] = s.hire[k] != NONE and payable


@jit
def offer_demands(s, t, p, mask):
    """R32: open tiles whose resources the seat has."""
    for k in range(DEMAND_TYPES):
        mask[Action.SHIP + k] = s.dem_n[k] > 0 and can_ship(s, t, p, s.dem_stack[k, 0])


@jit
def can_ship(s, t, p, tile):
    """R29, R32: whether a seat has what a demand asks for; its titanium is set aside before the iron is counted."""
    titanium = count_ore(s, p, Ore.TITANIUM) - t.demand_titanium[tile]
    iron = count_ore(s, p, Ore.IRON) + titanium - t.demand_iron[tile]
    stored = s.water[p] >= t.demand_water[tile] and s.helium[p] >= t.demand_helium[tile]
    return stored and titanium >= 0 and iron >= 0


@jit
def offer_research(s, p, mask):
    """R33: researches below the top."""
    for track in range(2):
        mask[Action.RESEARCH + track] = s.research[p, track] < RESEARCH_TOP


@jit
def offer_build(s, p, mask):
    """R33: offered advanced modules."""
    titanium = count_ore(s, p, Ore.TITANIUM)
    if s.energy[p] >= BUILD_ENERGY and titanium >= BUILD_TITANIUM and s.discs[p] > 0:
        for space in range(IMPROVEMENTS):
            if s.adv_offer[space] != NONE:
                mask[Action.BUILD + s.adv_offer[space]] = 1


@jit
def offer_extractions(s, t, p, mask):
    """R34: options that research and ore allow."""
    ore = count_all_ore(s, p)
    for k in range(EXTRACTIONS):
        reached = s.research[p, Track.EXTRACTION] >= t.extract_level[k]
        mask[Action.EXTRACT + k] = reached and ore >= t.extract_ore[k]


@jit
def offer_co2(s, p, mask):
    """R34: 1 or 2 steps down, each for 1 energy."""
    for n in range(1, 3):
        mask[Action.CO2 + n - 1] = s.energy[p] >= n and s.co2[p] + n <= CO2_STEPS


@jit
def offer_recycling(s, t, p, mask):
    """R37: options that research and waste allow; the last one belongs to the unused tool."""
    for k in range(RECYCLINGS):
        reached = s.research[p, Track.SUSTAINABILITY] >= t.recycle_level[s.variant, k]
        mask[Action.RECYCLE + k] = reached and s.waste[p] >= t.recycle_waste[s.variant, k]
    if s.tool[p] != Tool.RECYCLER or s.tool_used[p]:
        mask[Action.RECYCLE + RECYCLINGS - 1] = 0


@jit
def offer_open_food(s, mask):
    """R38: open food cards."""
    for k in range(FOOD_SLOTS):
        mask[Action.FOOD_SLOT + k] = s.food_open[k] != NONE


# -- What follows an option --------------------------------------------------------------------------------------------


@jit
def offer_pay(s, p, mask):
    """R29: iron or titanium for the next cube."""
    for ore in range(2):
        mask[Action.PAY + ore] = count_ore(s, p, ore) > 0


@jit
def offer_research_bonus(s, mask):
    """R33: research bonus spaces without a disc."""
    for space in range(RESEARCH_SPACES):
        mask[Action.RESEARCH_BONUS + space] = s.rb_owner[space] == NONE


@jit
def offer_rest(s, p, mask):
    """R39: scientists in hand, unless the limit is at its highest."""
    mask[Action.DONE] = 1
    if s.stress[p] < STRESS_CAP:
        offer_cards(s, p, Card.HAND, mask)


# -- Feeding -----------------------------------------------------------------------------------------------------------


@jit
def offer_feed_food(s, p, mask):
    """R41: food in hand, at least one card."""
    for card in range(FOODS):
        mask[Action.FOOD_CARD + card] = s.food_loc[card] == p
    mask[Action.DONE] = s.feed_count > 0


@jit
def offer_feed_points(s, p, mask):
    """R42: scientists that can be paid, or the first one of a seat without points."""
    mask[Action.DONE] = s.feed_count > 0
    if s.vp[p] > 0 or s.feed_count == 0:
        offer_cards(s, p, Card.PILE, mask)
