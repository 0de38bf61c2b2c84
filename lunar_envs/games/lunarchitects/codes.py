"""Numbers with names: contexts, resources, directions, tile actions and bonuses, schemes, sizes.

Hexes are flat-top with axial coordinates (q, r); directions run clockwise (R11)::

             0 N (0,-1)
    5 NW (-1,0)  ____  1 NE (+1,-1)
                /    \\
                \\____/
    4 SW (-1,+1)       2 SE (+1,0)
             3 S (0,+1)

A rail runs NW-SE, so all rails of a base lie on r = 0; a tube runs NE-SW, so all tubes lie on r = -q.

Positions on the queue are absolute: the scoring line lies between -1 and 0, and before every multiple of 14 (R3).
"""

from enum import IntEnum

NONE = -1
ABSENT = -128

PLAYERS = 5
SLOTS = 50
QUEUE_TILES = 68
TILES = 78
RESOURCES = 4
DIRECTIONS = 6
SPACES = 14
REACH = SPACES - 2
LAPS = 4
EXCHANGE_SLOTS = 3
TILE_CAP = 3
ACHIEVEMENTS = 5
CAP = 5000

DIRECTION_Q = (0, 1, 1, 0, -1, -1)
DIRECTION_R = (-1, -1, 0, 1, 1, 0)

COLORS = ("purple", "gray", "green", "blue", "orange")
RESOURCE_NAMES = ("Air", "Water", "Rock", "Food")
DIRECTION_NAMES = ("N", "NE", "SE", "S", "SW", "NW")
PHASES = ("initial", "early", "mid", "late")
BANDS = ("Below Average", "Good", "Great", "Amazing")


class Context(IntEnum):
    """What kind of decision waits ("Decisions" in docs/lunarchitects.md)."""

    START = 0
    TAKE = 1
    PAY = 2
    PAY_SRC = 3
    PLACE_TILE = 4
    PLACE_DIR = 5
    GAIN = 6
    ACT = 7
    LEVEL = 8
    MOVE_SRC = 9
    MOVE_DST = 10
    SELL_SRC = 11
    DRINK_SRC = 12
    DRINK_DST = 13
    POUR = 14
    RESCUE_SRC = 15
    RESCUE_DST = 16
    OVER = 17


class Action(IntEnum):
    """First id of each kind of action."""

    END = 0
    SELL = 1
    PAY_TOKEN = 5
    BUY = 9
    GAIN = 13
    QUEUE = 17
    DIR = 29
    ROCKET = 35
    LEVEL = 36
    DRINK = 39
    POUR = 40
    RESCUE = 41
    FORFEIT = 42
    START = 43
    TILE = 53
    COUNT = 103


class Resource(IntEnum):
    """The four resources."""

    AIR = 0
    WATER = 1
    ROCK = 2
    FOOD = 3


class Direction(IntEnum):
    """The six sides of a hex (R11)."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5


class TileAction(IntEnum):
    """What a tile does when it is used (R20-R26)."""

    NONE = 0
    MOVE = 1
    ADD_AIR = 2
    ADD_WATER = 3
    ADD_ROCK = 4
    ADD_FOOD = 5
    ADD_ANY = 6
    TRADE_DIFFERENT = 7
    FOOD_POINTS = 8
    ROCK_CRYSTAL = 9
    ANY2_CRYSTAL = 10
    TAKE_POINTS = 11
    ACTIVATE_2 = 12
    AIR_WATER_POINTS = 13
    ANY3_POINTS = 14


class Bonus(IntEnum):
    """Special one-time bonuses (R18)."""

    NONE = 0
    ANY2 = 1
    PER_DOME = 2
    PER_TRIANGLE = 3
    PER_STAR = 4
    PER_RESOURCE = 5
    ACTIVATE_TRIANGLE_STAR = 6
    ACTIVATE_1 = 7
    ACTIVATE_5 = 8


class LapScheme(IntEnum):
    """Lap-scoring schemes (R39-R42)."""

    INDEPENDENCE = 0
    MAJORITY = 1
    DOMINANCE = 2
    COMPETITION = 3


class EndScheme(IntEnum):
    """End-scoring schemes (R43)."""

    SCARCITY = 0
    DENSITY = 1
    DIVERSITY = 2
    EFFICIENCY = 3
    ENCLOSURE = 4
    FOCUS = 5
    FRUGALITY = 6
    MOBILITY = 7
    REDUNDANCY = 8
    SPRAWL = 9
    SUFFICIENCY = 10
    SOLO_TAXES = 11


LAP_SCHEMES = len(LapScheme)
END_SCHEMES = len(EndScheme)


class Achievement(IntEnum):
    """What the Achievements ask for (R46)."""

    ALL_RESOURCES = 0
    TWO_FULL_PRODUCERS = 1
    ALL_SCORING_ITEMS = 2
    SURROUNDED_SPACE = 3
    THREE_ASTRONAUTS = 4


class Expansion(IntEnum):
    """Sides of the expansion tiles (R10)."""

    NONE = 0
    ACHIEVEMENTS = 1
    COFFEE = 2


class Pays(IntEnum):
    """What a payment is for."""

    NOTHING = 0
    TILE = 1
    ACTION = 2
