"""Numbers with names: contexts, actions, phases, unit types, upgrade cards, sizes.

The map has 23 areas, turned by 180 degrees onto itself (``mirror``). West is at the left, north at the top::

           1 w_north      5* w_rim       10 north_shelf   21*m e_basin    19 s e_flats   16 e_north
    0 base_west   2 s w_observatory   8* w_ridge            18 e_causeway      15 m e_dig
           3 m w_dig      6 w_causeway        11*mms center       20* e_ridge   14 s e_observatory   12 base_east
    4 w_south   7 s w_flats     9*m w_basin     22 south_shelf     17* e_rim    13 e_south

``*`` is a crater, ``m`` a printed mine symbol, ``s`` a printed science symbol. Who borders on whom stands in
``data/borders.csv``. Sets of areas are integers with bit ``i`` for area ``i``.

The 52 unit slots: 0..22 green (11 PMC, 8 MCU, 4 crawlers), 23..45 orange in the same order, 46..51 neutral. The *local
index* of a player's unit is 0..22 for the own counters and 23..28 for the neutral ones.
"""

from enum import IntEnum

NONE = -1

PLAYERS = 2
AREAS = 23
ALL_AREAS = (1 << AREAS) - 1
CORPORATION_UNITS = 23
NEUTRAL_UNITS = 6
FIRST_NEUTRAL = PLAYERS * CORPORATION_UNITS
UNITS = FIRST_NEUTRAL + NEUTRAL_UNITS
LOCAL_UNITS = CORPORATION_UNITS + NEUTRAL_UNITS
CARDS = 25
HAND_SLOTS = 6
MARKERS = 4
MARKER_STEPS = PLAYERS * MARKERS
TRIANGLES = 6
STOCK_MAX = 16
EURO_PER_LEVEL = 100
SETTLED = 12
MIN_TOTAL = 2
MAX_TOTAL = 12
CARD_PLACE = 32
"""``marker_place`` of a marker on the card in slot 0; places below are areas."""

BOTH = 3
"""Both seats as bits: of ``hand_known`` and ``winner_mask``."""

SIDES = ("green", "orange")
MARKER_NAMES = ("1-star", "2-star", "3-star", "moon")
NEUTRAL_NAMES = ("bolo", "mobile_command", "turret_a", "turret_b", "stealth_a", "stealth_b")
RESULT_NAMES = ("NE", "S", "R", "D", "D1", "D2", "D3", "D4")


class Context(IntEnum):
    """What kind of decision waits ("Decisions" in docs/moonbase_alpha.md)."""

    GAME_OVER = 0
    SETUP_BASE = 1
    SETUP_PLACE = 2
    DEFSAT_PLACE = 3
    BUDGET = 4
    TURRET_DEST = 5
    LEGAL_DIR = 6
    MEDIA_PAID_DEST = 7
    EVENT_UNITS = 8
    MARKER_KIND = 9
    MARKER_WHERE = 10
    AI_CHOICE = 11
    ACTIVATE = 12
    MOVE_DEST = 13
    MEDIA_STEP_DEST = 14
    TRANSPORT_GROUP = 15
    TRANSPORT_DEST = 16
    FIREGROUP = 17
    REROLL_OWN = 18
    REROLL_ENEMY = 19
    AUTO_LOSS = 20
    SAVE_ALLOC = 21
    RETREAT = 22
    COUNTER_TARGET = 23
    COUNTER_GROUP = 24
    ASSAULT_LOSS = 25
    STACK_LOSS = 26
    UPGRADE = 27
    UPGRADE_REROLL = 28
    TOKEN_PLACE = 29
    STEAL_CARD = 30
    DEFSAT_TARGET = 31
    TURRET_REBUILD_PLACE = 32


class Action(IntEnum):
    """First id of each kind of action."""

    PASS = 0
    CONFIRM = 1
    ALL_IN = 2
    BUY = 3
    RAISE_STOCK = 6
    DESPERATE = 7
    LEGAL = 8
    MEDIA = 9
    LEGAL_ADVANCE = 10
    LEGAL_RETREAT = 11
    ASSAULT = 12
    TRANSPORT = 13
    MARK = 14
    BASE_WEST = 18
    BASE_EAST = 19
    REBUILD = 20
    TURRET_SHIFT = 26
    UNIT = 28
    AREA = 57
    FIRE_AT = 80
    CARD = 103
    COUNT = 109


class Phase(IntEnum):
    """Set-up, then the three phases of a turn."""

    SETUP = 0
    PREPARATION = 1
    ACTION = 2
    RESOLUTION = 3


class Flag(IntEnum):
    """What a player may do once per turn: second index of ``flags``."""

    RAISE = 0
    DESPERATE = 1
    LEGAL = 2
    MEDIA_PAID = 3
    MEDIA_STEP = 4
    UPGRADE_REROLL = 5
    TARGETING = 6
    CAMOUFLAGE = 7
    TRANSPORT = 8


class UnitType(IntEnum):
    """Types of unit counters."""

    PMC = 0
    MCU = 1
    CRAWLER = 2
    BOLO = 3
    MOBILE_COMMAND = 4
    TURRET = 5
    STEALTH = 6


UNIT_TYPES = len(UnitType)
BOUGHT_TYPES = UnitType.CRAWLER.value + 1
"""The first three types are requisitioned; each corporation has a pile of each."""

FIRST_OF_TYPE = (0, 11, 19, CORPORATION_UNITS)
"""Local index of the first counter of each pile, and the end of the last pile."""

SAVE_ORDER = (1, 0, 2, 3, 4, 5, 6)
"""Types in the order in which they save (R51)."""

MARKER_MOON = 3
FIRST_TURRET, TURRETS = 2, 2
"""Index of turret_a among the neutral units, and how many there are."""


class Status(IntEnum):
    """Where a unit counter is."""

    PILE = 0
    REINF = 1
    MAP = 2
    LOSS_REG = 3
    LOSS_MEDIA = 4
    OUT = 5


class Upgrade(IntEnum):
    """The 21 types of upgrade cards."""

    ACTIVE_CAMOUFLAGE = 0
    AI_MANAGEMENT = 1
    BOLO_PROJECT = 2
    DEFENSIVE_SATELLITES = 3
    EYRIES_TRANSPORT = 4
    HEAVY_CRAWLER_MISSILES = 5
    HEAVY_MCU = 6
    IMPROVED_TYRES = 7
    LONG_RANGE_MISSILES = 8
    LUNAR_MINE = 9
    MISSILE_TURRETS = 10
    MMU_BOOSTER_PACKS = 11
    MOBILE_COMMAND_UNIT = 12
    NETWORK_DATA_FILTERS = 13
    PATENT_DATABASE = 14
    POWERED_INFANTRY = 15
    REACTIVE_ARMOR = 16
    RESEARCH_LAB = 17
    SCIENCE_DIVISION_BREAKTHROUGH = 18
    STEALTH_SUITS = 19
    TARGETING_COMPUTERS = 20


UPGRADES = len(Upgrade)


class CardState(IntEnum):
    """State of a card slot."""

    EMPTY = 0
    FACE_DOWN = 1
    FACE_UP = 2
    DISCARDED = 3


class Chart(IntEnum):
    """Bits of an entry of a success chart."""

    SUCCESS = 1
    UP = 2
    DOWN = 4


class Event(IntEnum):
    """Kinds of stock market events (R15)."""

    MINE = 0
    LAB = 1
    UNITS = 2
    UP = 3
    DOWN = 4


EVENTS = len(Event)


class Defsat(IntEnum):
    """State of a player's defsat marker (R80)."""

    NONE = 0
    READY = 1
    PLACED = 2
    SPENT = 3


class FireResult(IntEnum):
    """Results of the fire table; D1 to D4 are D with 1 to 4 targets lost before the saves (R50)."""

    NE = 0
    S = 1
    R = 2
    D = 3
    D1 = 4
    D4 = 7


class Outcome(IntEnum):
    """What an attack does to a target (R52, R53)."""

    NONE = 0
    FAIL = 1
    SAVE = 2
    IGNORE = 3
    FORCED_RETREAT = 4
    OPTIONAL_RETREAT = 5


class SaveStage(IntEnum):
    """Which dice the owner is giving to its units (R55)."""

    NONE = 0
    FAILING = 1
    IGNORING = 2


class ResultKind(IntEnum):
    """How the game ended (R99, R102, R107)."""

    RUNNING = 0
    MAJOR = 1
    MINOR = 2
    TRUNCATED = 3
