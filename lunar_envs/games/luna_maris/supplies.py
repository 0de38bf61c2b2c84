"""What the seats own and what lies on display: points, stores, belts, tracks, food, scientists (R12, R13, R26-R28)."""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from .codes import (
    CO2_STEPS,
    ENERGY_CAP,
    FOOD_SLOTS,
    FOODS,
    HELIUM_CAP,
    HIRE_SLOTS,
    NONE,
    RESEARCH_SPACES,
    ROOMS,
    STRESS_CAP,
    WASTE_CAP,
    WATER_CAP,
    Bonus,
    Food,
    Ore,
)


@jit
def add_vp(s, p, points):
    """Points won or, if negative, lost; a seat never has fewer than 0."""
    s.vp[p] = max(int(s.vp[p]) + points, 0)


@jit
def add_energy(s, p, amount):
    """Energy up to the store's limit; the rest is lost."""
    s.energy[p] = min(int(s.energy[p]) + amount, ENERGY_CAP)


@jit
def add_water(s, p, amount):
    """Water up to the store's limit; the rest is lost."""
    s.water[p] = min(int(s.water[p]) + amount, WATER_CAP)


@jit
def add_helium(s, p, amount):
    """Helium up to the store's limit; the rest is lost."""
    s.helium[p] = min(int(s.helium[p]) + amount, HELIUM_CAP)


@jit
def add_ore(s, p, ore, amount):
    """Cubes into the first section of the belt."""
    s.belt[p, 0, ore] += amount


@jit
def add_waste(s, p, amount):
    """R12: waste that does not fit costs 1 VP each."""
    surplus = int(s.waste[p]) + amount - WASTE_CAP
    s.waste[p] = WASTE_CAP + min(surplus, 0)
    add_vp(s, p, -max(surplus, 0))


@jit
def lower_co2(s, p, steps):
    """Steps down the CO2 track, to its end."""
    s.co2[p] = min(int(s.co2[p]) + steps, CO2_STEPS)


@jit
def relieve_stress(s, p, amount):
    """R39: the stress limit rises, to 10 at most."""
    s.stress[p] = min(int(s.stress[p]) + amount, STRESS_CAP)


@jit
def regain_oxygen(s, p, amount):
    """Less oxygen counts as used."""
    s.o2_used[p] = max(int(s.o2_used[p]) - amount, 0)


@jit
def gain(s, p, kind, amount):
    """Apply a printed bonus."""
    if kind == Bonus.VP:
        add_vp(s, p, amount)
    elif kind == Bonus.ENERGY:
        add_energy(s, p, amount)
    elif kind == Bonus.WATER:
        add_water(s, p, amount)
    elif kind == Bonus.HELIUM:
        add_helium(s, p, amount)
    elif kind == Bonus.IRON:
        add_ore(s, p, Ore.IRON, amount)
    elif kind == Bonus.TITANIUM:
        add_ore(s, p, Ore.TITANIUM, amount)
    elif kind == Bonus.STRESS:
        relieve_stress(s, p, amount)
    elif kind == Bonus.OXYGEN:
        regain_oxygen(s, p, amount)
    elif kind == Bonus.CO2:
        lower_co2(s, p, amount)
    elif kind == Bonus.WASTE:
        s.waste[p] = max(int(s.waste[p]) - amount, 0)


@jit
def count_ore(s, p, ore):
    """Cubes of one kind on the belt."""
    return int(s.belt[p, 0, ore]) + int(s.belt[p, 1, ore])


@jit
def count_all_ore(s, p):
    """Cubes on the belt."""
    return count_ore(s, p, Ore.IRON) + count_ore(s, p, Ore.TITANIUM)


@jit
def spend_ore(s, p, ore, amount):
    """R13: cubes in the second section go first."""
    second = min(int(s.belt[p, 1, ore]), amount)
    s.belt[p, 1, ore] -= second
    s.belt[p, 0, ore] -= amount - second


@jit
def free_space(s, p):
    """R26: the seat no longer holds the activation space of its room."""
    for room in range(ROOMS):
        if s.slot[room] == p:
            s.slot[room] = NONE


@jit
def open_research_space(s):
    """R33: the lowest research bonus space without a disc, NONE if there is none."""
    for space in range(RESEARCH_SPACES):
        if s.rb_owner[space] == NONE:
            return space
    return NONE


# -- Food --------------------------------------------------------------------------------------------------------------


@jit
def has_food(s, p):
    """Whether the seat holds a food card."""
    held = False
    for card in range(FOODS):
        held |= s.food_loc[card] == p
    return held


@jit
def has_open_food(s):
    """Whether a food card lies open."""
    return s.food_open[0] >= 0 or s.food_open[1] >= 0 or s.food_open[2] >= 0


@jit
def take_food(s, p, k):
    """The open card in slot ``k`` goes to the seat's hand."""
    s.food_loc[s.food_open[k]] = p
    s.food_open[k] = NONE


@jit
def refill_food(s):
    """R28: empty slots are filled in ascending order, from a new deck of the discarded cards if need be."""
    for k in range(FOOD_SLOTS):
        if s.food_open[k] == NONE:
            if s.food_n == 0:
                renew_food_deck(s)
            if s.food_n > 0:
                s.food_n -= 1
                card = s.food_deck[s.food_n]
                s.food_deck[s.food_n] = NONE
                s.food_open[k] = card
                s.food_loc[card] = Food.OPEN


@jit
def renew_food_deck(s):
    """R28: the discarded cards become the deck."""
    for card in range(FOODS):
        if s.food_loc[card] == Food.DISCARD:
            s.food_loc[card] = Food.DECK
            s.food_deck[s.food_n] = card
            s.food_n += 1
    random.shuffle(s, s.food_deck, 0, int(s.food_n))


# -- Scientists on display ---------------------------------------------------------------------------------------------


@jit
def slide_display(s, k):
    """R31: the card in slot ``k`` has gone, cards in higher slots move down, a new one fills the last slot."""
    for i in range(k, HIRE_SLOTS - 1):
        s.hire[i] = s.hire[i + 1]
    s.hire[HIRE_SLOTS - 1] = draw_scientist(s)


@jit
def draw_scientist(s):
    """The top card of the level-2 deck, NONE if the deck is empty."""
    if s.l2_n == 0:
        return NONE
    s.l2_n -= 1
    card = int(s.l2_deck[s.l2_n])
    s.l2_deck[s.l2_n] = NONE
    return card
