"""Set-up (R1-R9, R70, R71, R80)."""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from .codes import (
    ADVANCED,
    AUTOMATON,
    AUTOMATON_CARDS,
    AUTOMATON_DISCS,
    DEMAND_TYPES,
    DEMANDS,
    DEMANDS_OF_TYPE,
    DEPOTS,
    FOODS,
    HIRE_SLOTS,
    IMPROVEMENTS,
    LEVEL_1,
    LEVEL_2,
    NONE,
    PLAYERS,
    PROBE_SLOTS,
    RESEARCH_SPACES,
    ROOMS,
    ROUNDS,
    SITES,
    STACK,
    START_DISCS,
    START_ENERGY,
    START_IRON,
    START_STRESS,
    START_VP,
    START_WASTE,
    START_WATER,
    TOOLS,
    Card,
    Context,
    Food,
    Level,
    Ore,
)
from .supplies import draw_scientist, refill_food


@jit
def setup_state(s, t, options):
    """R1-R9: a blank record becomes a game that waits for the first choice of a tool.

    ``options`` int64[2]: solo_level, advanced_sustainability, each the index of the chosen value.
    """
    s.solo = s.num_players == 1
    s.seats = max(int(s.num_players), 2)
    s.solo_level = options[0] if s.solo else 0
    s.variant = options[1]
    clear_fields(s)
    for p in range(s.seats):
        give_start_set(s, p, s.solo and p == AUTOMATON)
        s.order[p] = p
    if not s.solo:
        random.shuffle(s, s.order, 0, int(s.seats))  # R2
    for k in range(s.seats):
        s.site[t.start_site[k]] = s.order[k]  # R3
    stack_demands(s)
    deal_food(s, t)
    draw_distinct(s, s.adv_offer, 0, IMPROVEMENTS, 0, ADVANCED)  # R7
    offer_tools(s)
    show_start_rooms(s, t)
    deal_scientists(s)
    if s.solo:
        draw_automaton_cards(s, 0)
    s.ctx = Context.SETUP_TOOL
    s.to_move = 0 if s.solo else s.order[s.seats - 1]


@jit
def clear_fields(s):
    """Write NONE where 0 would mean something."""
    s.cur_sci = NONE
    s.first_room = NONE
    s.pend_action = NONE
    s.resume_ctx = NONE
    for p in range(PLAYERS):
        s.order[p] = NONE
        s.next_order[p] = NONE
        s.tool[p] = NONE
        s.at[p] = NONE
    for i in range(LEVEL_2):
        s.l2_deck[i] = NONE
    for i in range(HIRE_SLOTS):
        s.hire[i] = NONE
        s.food_open[i] = NONE
    for i in range(FOODS):
        s.food_deck[i] = NONE
        s.food_loc[i] = Food.OUT
    for i in range(DEMANDS):
        s.dem_owner[i] = NONE
    for k in range(DEMAND_TYPES):
        for i in range(STACK):
            s.dem_stack[k, i] = NONE
    for room in range(ROOMS):
        s.slot[room] = NONE
    for x in range(SITES):
        s.site[x] = NONE
    for i in range(IMPROVEMENTS):
        s.imp_owner[i] = NONE
    for i in range(RESEARCH_SPACES):
        s.rb_owner[i] = NONE
    for i in range(ROUNDS):
        s.automaton_cards[i] = NONE


@jit
def give_start_set(s, p, automaton):
    """R1, R70: what a player or the automaton starts with."""
    s.vp[p] = START_VP
    s.water[p] = START_WATER
    s.waste[p] = START_WASTE
    s.stress[p] = START_STRESS
    s.probes_left[p] = PROBE_SLOTS
    s.discs[p] = AUTOMATON_DISCS if automaton else START_DISCS
    if not automaton:
        s.energy[p] = START_ENERGY
        s.belt[p, 0, Ore.IRON] = START_IRON
        for card in range(LEVEL_1):
            s.sci[p, card] = Card.HAND
        for i in range(DEPOTS):
            s.depot[p, i] = 1


@jit
def draw_distinct(s, row, start, stop, first, count):
    """Fill ``row[start:stop]`` with random ids of ``first .. first + count - 1``, none twice in ``row[:stop]``."""
    for i in range(start, stop):
        row[i] = first + random.below(s, count)
        while stands_before(row, i):
            row[i] = first + random.below(s, count)


@jit
def stands_before(row, i):
    """Whether ``row[i]`` is in ``row[:i]`` too."""
    for j in range(i):
        if row[j] == row[i]:
            return True
    return False


@jit
def stack_demands(s):
    """R4: seats + 1 of the ten tiles of each type, the top one open."""
    for k in range(DEMAND_TYPES):
        s.dem_n[k] = s.seats + 1
        draw_distinct(s, s.dem_stack[k], 0, int(s.dem_n[k]), k * DEMANDS_OF_TYPE, DEMANDS_OF_TYPE)


@jit
def deal_food(s, t):
    """R6: the cards for this number of seats, three of them open."""
    for card in range(FOODS):
        if t.food_players[card] <= s.seats:
            s.food_loc[card] = Food.DECK
            s.food_deck[s.food_n] = card
            s.food_n += 1
    random.shuffle(s, s.food_deck, 0, int(s.food_n))
    refill_food(s)


@jit
def offer_tools(s):
    """R8: one tool more than there are human players."""
    left = s.num_players + 1
    while left > 0:
        tool = random.below(s, TOOLS)
        left -= 1 - s.tools_offer[tool]
        s.tools_offer[tool] = 1


@jit
def show_start_rooms(s, t):
    """R9: the symbols of one or two random cards, as many as seats."""
    if s.seats == 3:
        show_rooms(s, t, LEVEL_1 + random.below(s, LEVEL_2))
        return
    first = random.below(s, LEVEL_1)
    show_rooms(s, t, first)
    if s.seats == 4:
        second = random.below(s, LEVEL_1)
        while share_symbol(t, first, second):
            second = random.below(s, LEVEL_1)
        show_rooms(s, t, second)


@jit
def show_rooms(s, t, card):
    """R9: the rooms of a card may be chosen."""
    for room in range(ROOMS):
        s.start_mask[room] |= t.shows[card, room]


@jit
def share_symbol(t, a, b):
    """Whether two cards show the same room."""
    shared = False
    for room in range(ROOMS):
        shared |= (t.shows[a, room] & t.shows[b, room]) != 0
    return shared


@jit
def deal_scientists(s):
    """R5: the level-2 deck with three cards on display."""
    for i in range(LEVEL_2):
        s.l2_deck[i] = LEVEL_1 + i
    s.l2_n = LEVEL_2
    random.shuffle(s, s.l2_deck, 0, LEVEL_2)
    for k in range(HIRE_SLOTS):
        s.hire[k] = draw_scientist(s)


@jit
def draw_automaton_cards(s, start):
    """R71: random cards of the level for the rounds from ``start`` (counted from 0) on."""
    deck = AUTOMATON_CARDS // 2
    first = deck if s.solo_level == Level.ADVANCED else 0
    count = AUTOMATON_CARDS if s.solo_level == Level.INTERMEDIATE else deck
    draw_distinct(s, s.automaton_cards, start, ROUNDS, first, count)
