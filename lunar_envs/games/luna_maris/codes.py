"""Numbers with names: contexts, actions, rooms, resources, bonuses, tools, advanced modules, sizes, limits.

The ten rooms and their corridors (R21)::

              exploration - mining - industrial
             /            /          /        \\
        power - laboratory - recycling - expedition
             \\     /           |             |
            greenhouse ------ rest ---- communication
"""

from enum import IntEnum

NONE = -1

PLAYERS = 4
ROUNDS = 5
ROOMS = 10
SITES = 18
SCIENTISTS = 22
LEVEL_1 = 6
LEVEL_2 = SCIENTISTS - LEVEL_1
HIRE_SLOTS = 3
DEMAND_TYPES = 3
DEMANDS = 30
DEMANDS_OF_TYPE = DEMANDS // DEMAND_TYPES
STACK = PLAYERS + 1
FOODS = 36
FOOD_KINDS = 6
FOOD_SLOTS = 3
ADVANCED = 8
IMPROVEMENTS = 5
RESEARCH_SPACES = 6
EXTRACTIONS = 6
RECYCLINGS = 6
TOOLS = 7
DEPOTS = 3
PROBE_SLOTS = 3
AUTOMATON_CARDS = 12
AUTOMATON_ACTIONS = 6
FINAL_TERMS = 5
CLEAN_UP_TERMS = 3
CAP = 4000

AUTOMATON = 1
"""The automaton's seat in a solo game (R70)."""

# R1, R70: what a seat starts with.
START_VP = 5
START_ENERGY = 3
START_WATER = 2
START_IRON = 1
START_WASTE = 1
START_STRESS = 6
START_DISCS = 4
AUTOMATON_DISCS = 3

# Stores and tracks.
ENERGY_CAP = 6
WATER_CAP = 4
HELIUM_CAP = 3
WASTE_CAP = 10
STRESS_CAP = 10
STRESS_FLOOR = 3
CO2_STEPS = 10
RESEARCH_TOP = 4

# Prices and gains that are printed on the boards.
SOLAR_ENERGY = 3  # R11
SOLAR_ROUNDS = (3, 5)
ACTIVATION_ENERGY = 1  # R24
HOLDER_VP = 1
RESEARCH_TOP_VP = 5  # R33
BUILD_ENERGY = 1  # R33
BUILD_TITANIUM = 2
REFINE_TITANIUM = 2  # R35
REFINE_WASTE = 1
POWER_ORE_ENERGY = 2  # R36
POWER_WATER_ENERGY = 4
POWER_VP = 1
FOOD_ALL_WATER = 1  # R38
FOOD_ALL_VP = 1
SECOND_ROOM_RELIEF = 1  # R39
FEED_VP = 2  # R42
FOOD_VALUE_PER_VP = 3  # R60


class Context(IntEnum):
    """What kind of decision waits ("Decisions" in docs/luna_maris.md)."""

    SETUP_TOOL = 0
    SETUP_START = 1
    TURN = 2
    MOVE = 3
    MODULE = 4
    PAY = 5
    RBONUS = 6
    LAB2 = 7
    GREEN2 = 8
    REST = 9
    FEED_FOOD = 10
    FEED_RET = 11
    FEED_PTS = 12
    T_FOOD = 13
    T_RET = 14
    OVER = 15


class Action(IntEnum):
    """First id of each kind of action."""

    END_SHIFT = 0
    FEED = 1
    DONE = 2
    USE_TOOL = 3
    DEPOT = 4
    SCIENTIST = 7
    MODULE = 29
    SITE = 39
    HIRE = 57
    SHIP = 60
    RESEARCH = 63
    RESEARCH_BONUS = 65
    EXTRACT = 71
    MINE_PROBES = 77
    MINE_REFINE = 78
    POWER_ORE = 79
    POWER_WATER = 80
    RECYCLE = 81
    FOOD_SLOT = 87
    FOOD_ALL = 90
    REST_START = 91
    BUILD = 92
    CO2 = 100
    PAY = 102
    FOOD_CARD = 104
    TOOL_CHOICE = 140
    COUNT = 147


class Room(IntEnum):
    """The ten rooms of the station, called modules in the action table."""

    EXPLORATION = 0
    COMMUNICATION = 1
    EXPEDITION = 2
    LABORATORY = 3
    INDUSTRIAL = 4
    MINING = 5
    POWER = 6
    RECYCLING = 7
    GREENHOUSE = 8
    REST = 9


class Ore(IntEnum):
    """The two kinds of ore on the belt."""

    IRON = 0
    TITANIUM = 1


class Track(IntEnum):
    """The two researches (R33)."""

    EXTRACTION = 0
    SUSTAINABILITY = 1


class Demand(IntEnum):
    """The three types of demand tiles (R4)."""

    WATER = 0
    HELIUM = 1
    MATERIALS = 2


class Depot(IntEnum):
    """The resources of an emergency depot (R15)."""

    ENERGY = 0
    WATER = 1
    IRON = 2


class Card(IntEnum):
    """Where a scientist is, seen from one seat (``sci``)."""

    AWAY = 0
    HAND = 1
    PILE = 2
    PLAYED = 3


class Food(IntEnum):
    """Where a food card is if in nobody's hand (``food_loc``)."""

    OUT = -4
    DECK = -3
    DISCARD = -2
    OPEN = -1


class Bonus(IntEnum):
    """What printed bonuses give; ``supplies.gain`` applies them."""

    NONE = 0
    VP = 1
    ENERGY = 2
    WATER = 3
    HELIUM = 4
    IRON = 5
    TITANIUM = 6
    STRESS = 7
    OXYGEN = 8
    CO2 = 9
    WASTE = 10


class Tool(IntEnum):
    """The special tools (R16)."""

    RECYCLER = 0
    OXYGEN_TANK = 1
    BATTERY = 2
    LASER_DRILL = 3
    HYDROPONICS = 4
    MESS_KIT = 5
    REFINER = 6


class Advanced(IntEnum):
    """The advanced modules (R55), one for each room but the Industrial Complex and the Recycling Plant."""

    EXPLORATION = 0
    COMMUNICATION = 1
    EXPEDITION = 2
    LABORATORY = 3
    MINING = 4
    POWER = 5
    GREENHOUSE = 6
    REST = 7


class Level(IntEnum):
    """Levels of the automaton (R71)."""

    BASIC = 0
    INTERMEDIATE = 1
    ADVANCED = 2


class Deed(IntEnum):
    """Actions on the automaton's cards (R74)."""

    EXPLORE = 0
    MINE = 1
    COMMUNICATION = 2
    SHIP = 3
    LAB_EXTRACTION = 4
    LAB_SUSTAINABILITY = 5
    BUILD = 6
    INDUSTRIAL = 7
    CO2 = 8
    POWER = 9
    REST = 10
    RECYCLE = 11
    GREENHOUSE = 12
