"""Numbers with names: contexts, actions, resources, assets, cards, events, sizes.

Hexes are pointy-top with axial coordinates (q, r), r growing southwards; ids run row by row. Quarters I to IV are
NE, SE, SW, NW; the centre 18 lies in none::

              0  1  2  3
            4  5  6  7  8
          9 10 11 12 13 14
       15 16 17 18 19 20 21
         22 23 24 25 26 27
           28 29 30 31 32
             33 34 35 36

An asset is named by its colour, which is the seat whose blueprint it is, and its type; its index is 16 * colour + type.
"""

from enum import IntEnum

NONE = -1

PLAYERS = 4
RESOURCES = 4
ASSET_TYPES = 16
ASSETS = PLAYERS * ASSET_TYPES
HEXES = 37
QUARTERS = 4
DIE_FACES = 6
ROCKETS = 16
ROCKET_KINDS = 5
MARKET = 4
EVENTS = 38
KINDS = 21
CARDS = 32
SLOTS = 16
GROUPS = 2
DEAL_ITEMS = 6
ICP_LIMIT = 10
EMPTY_EFFECTS = 8
SUMMIT_RULES = 10

MOST_OF_ONE_KIND = 6
"""Largest quantity in an exchange or in one item of a deal (R66, R98)."""
ADVANTAGE_RATE = 2
"""Tokens of one kind that the faction exchange takes; no rate is lower (R25, R26)."""
BREACH_ICP = -2
"""What the breach of a treaty or pact costs (R85)."""
SANCTIONED_TOKENS = 3
"""Tokens that Economic Sanctions take (R86)."""
SABOTAGED_TOKENS = 2
"""Tokens that Supply Sabotage takes (R89)."""
STOLEN_SCIENCE = 2
"""Science that a Data Breach takes (R89)."""
PROPAGANDA_ICP = -2
"""What Propaganda costs its target (R89)."""
TENSION_LUNARS = 1
"""What Diplomatic Tension costs its user (R81)."""

RESOURCE_NAMES = ("lunar", "water", "power", "science")


class Context(IntEnum):
    """What kind of decision waits ("Contexts" in docs/age_of_the_moon.md)."""

    TERMINAL = 0
    EVENT_PAY = 1
    EVENT_PICK_ASSET = 2
    EVENT_PICK_CARD = 3
    NEGO_MENU = 4
    BUY_MENU = 5
    LAUNCH_MENU = 6
    LOAD = 7
    REUSE_PAY = 8
    FACE2 = 9
    DEPLOY_PICK = 10
    DEPLOY_HEX = 11
    OPERATE_MENU = 12
    ROVER_MOVE = 13
    ROVER_CONSENT = 14
    CARD_TARGET = 15
    CARD_GIVE_RES = 16
    CARD_GET_RES = 17
    CARD_AMOUNT = 18
    CARD_HEX = 19
    CARD_ASSET = 20
    CARD_INVITE = 21
    CARD_RES = 22
    JV_BUILD = 23
    JV_SPLIT = 24
    SUMMIT_RULE = 25
    DEAL_MENU = 26
    DEAL_TO = 27
    DEAL_ITEM = 28
    DEAL_QTY = 29
    RESPOND = 30
    VOTE = 31
    STOP_WINDOW = 32
    SANCTION_PAY = 33
    SPY_SHARE = 34
    END_CONSENT = 35


class Flow(IntEnum):
    """Values of ``ctx`` inside a step, where no decision waits and the game goes on by itself."""

    DRAW_EVENT = 36
    NEXT_AFFECTED = 37
    NEGOTIATE = 38
    NEXT_TURN = 39


class Action(IntEnum):
    """First id of each kind of action."""

    PASS = 0
    ACCEPT = 1
    REJECT = 2
    COUNTER = 3
    SUBMIT = 4
    CLEAR = 5
    CANCEL = 6
    JOINT_VICTORY = 7
    JOINT_WITHDRAW = 8
    ITEM_ICP = 9
    ITEM_RANDOM_CARD = 10
    ITEM_NON_AGGRESSION = 11
    EXCHANGE = 12
    ADVANTAGE = 32
    PICK_RES = 36
    PICK_PLAYER = 40
    PICK_NUM = 44
    PICK_CARD = 53
    PICK_ROCKET = 74
    PICK_RULE = 79
    INVOKE = 89
    END = 105
    PICK_ASSET = 121
    PICK_HEX = 185
    COUNT = 222


EXCHANGE_CARD = 4
"""What an EXCHANGE gets, after the four resources: a negotiation card."""


class Phase(IntEnum):
    """The six phases of a round (R11)."""

    PRODUCE = 1
    EVENTS = 2
    NEGOTIATE = 3
    PURCHASE = 4
    LAUNCH = 5
    OPERATE = 6


class Resource(IntEnum):
    """The four resources."""

    LUNAR = 0
    WATER = 1
    POWER = 2
    SCIENCE = 3


class Faction(IntEnum):
    """The four factions, one a colour."""

    ECOHARMONIST = 0
    ENTREPRENEUR = 1
    DIPLOMAT = 2
    INNOVATOR = 3


class Asset(IntEnum):
    """The sixteen infrastructure types of each colour."""

    POWER_ORBITER = 0
    H2O_ORBITER = 1
    SCIENCE_ORBITER = 2
    COMMS_ORBITER = 3
    PROSPECTING_ROVER = 4
    SCIENCE_ROVER = 5
    SOLAR_ARRAY = 6
    ICE_MINE = 7
    SCIENCE_LAB = 8
    FISSION_REACTOR = 9
    REGOLITH_REFINERY = 10
    LUNAR_HOTEL = 11
    HABITAT = 12
    GREENHOUSE = 13
    CREWED_ROVER = 14
    ORBITAL_HABITAT = 15


FIRST_MODULE = Asset.HABITAT.value
MODULES = ASSET_TYPES - FIRST_MODULE


class Placement(IntEnum):
    """Where an asset is deployed."""

    ORBITAL = 0
    SURFACE = 1
    ROVER = 2


class Status(IntEnum):
    """What becomes of an asset."""

    BLUEPRINT = 0
    EARTH = 1
    LOADED = 2
    DEPLOYED = 3
    ABSENT = 4


class RocketKind(IntEnum):
    """The five kinds of rockets."""

    LIGHT = 0
    MEDIUM = 1
    HEAVY = 2
    REUSABLE = 3
    HEAVY_REUSABLE = 4


IN_PILE = -2
IN_MARKET = -1


class Landing(IntEnum):
    """What a face of the die means for a landing (R47)."""

    SUCCESS = 0
    SUCCESS_PLUS_1_LUNAR = 1
    AT_RISK_PAY_1_SCIENCE = 2
    EXPLOSION = 3


class Kind(IntEnum):
    """Kinds of negotiation cards; the last two are negotiations without a card."""

    EXCHANGE_RESOURCES = 0
    SHARING_A_REGION = 1
    COLLABORATIVE_CONSTRUCTION = 2
    TEMPORARY_SHARING = 3
    SELL_AN_ASSET = 4
    PEACE_TREATY = 5
    FREE_NEGOTIATION = 6
    OPEN_NEGOTIATION_PRIVILEGE = 7
    STOP = 8
    RESOURCE_STEAL = 9
    RESOURCE_MONOPOLY = 10
    ASSET_DESTRUCTION = 11
    DIPLOMATIC_TENSION = 12
    LUNAR_SUMMIT = 13
    LUNAR_ESPIONAGE = 14
    JOINT_VENTURE = 15
    TRADE_EMBARGO = 16
    MUTUAL_DEFENSE_PACT = 17
    ECONOMIC_SANCTIONS = 18
    POWER_PLAY = 19
    EMPTY_CARD = 20
    JOINT_VICTORY = 21
    VENTURE_EXIT = 22


class CardType(IntEnum):
    """Types of negotiation cards."""

    NEGOTIATION = 0
    CONFLICT = 1
    CONFIG = 2


class EmptyEffect(IntEnum):
    """What an Empty Card does (R89)."""

    COMMS_JAMMING = 0
    DATA_BREACH = 1
    SUPPLY_SABOTAGE = 2
    PROPAGANDA = 3
    JOINT_RESEARCH = 4
    RELIEF_MISSION = 5
    TECHNOLOGY_TRANSFER = 6
    BLANK = 7


class Rule(IntEnum):
    """What a Lunar Summit may decide (R88)."""

    CLEAR_REGION = 0
    END_ONGOING_EVENTS = 1
    AMNESTY = 2
    EMERGENCY_AID = 3
    BUDGET_INCREASE = 4
    AUSTERITY = 5
    OPEN_MARKET = 6
    SAFE_LANDING_STANDARD = 7
    OPEN_REGIONS = 8
    DEMILITARISATION = 9


class Agreement(IntEnum):
    """What holds in a slot of the agreements table (R65)."""

    NONE = 0
    EXCHANGE = 1
    REGION = 2
    COLLAB = 3
    TEMP = 4
    TREATY = 5
    JV = 6
    EMBARGO = 7
    PACT = 8
    TENSION = 9


class Sharing(IntEnum):
    """How an asset is shared (``co_kind``)."""

    NONE = 0
    COLLAB = 1
    TEMP = 2
    JV = 3


class Build(IntEnum):
    """Who pays for the blueprint of a Joint Venture (R73)."""

    PROPOSER = 0
    EQUAL = 1
    FIRST_PARTNER = 2


class Split(IntEnum):
    """Who gets the output of a Joint Venture (R73)."""

    EQUAL = 0
    OWNER_FAVOURED = 1
    PARTNER_FAVOURED = 2


TERM_CHOICES = 3
"""Numbers of builds and of splits."""


class Item(IntEnum):
    """Classes of items in a deal (R98)."""

    RESOURCE = 0
    ICP = 1
    ASSET = 2
    CARD = 3
    RANDOM_CARD = 4
    ROCKET = 5
    NON_AGGRESSION = 6


class Tried(IntEnum):
    """Bits of what a player cannot try again this round (R33)."""

    FREE = 1
    SUMMIT = 2
    JOINT = 4


class Place(IntEnum):
    """Where an event card is."""

    DECK = 0
    DISCARD = 1
    ONGOING = 2
    RESOLVING = 3


class Primitive(IntEnum):
    """What an event does (R24); the parameters are in the data."""

    QUARTER_BLOCK = 0
    ORBIT_BLOCK = 1
    QUARTER_PAY_OR_BLOCK = 2
    QUARTER_PAY_OR_DESTROY = 3
    QUARTER_GAIN = 4
    QUARTER_ROVER_GAIN = 5
    RES_ALL = 6
    NO_SURFACE_LAUNCH = 7
    SCRAP_MARKET = 8
    ROCKET_DISCOUNT = 9
    DRAW_ALL = 10
    PASS_RANDOM_LEFT = 11
    DISCARD_CHOICE_ALL = 12
    ICP_TOWARD_ZERO = 13
    RES_ONE = 14
    ICP_ONE = 15
    DRAW_ONE = 16
    FREE_REUSE_ONE = 17
    SOLAR_MINUS = 18
    ROCKET_PRICE = 19
    COMMERCIAL_PLUS = 20
    EXCHANGE_RATE = 21
    ORBIT_FEE = 22
    ACCORDS_BONUS = 23
    REFILL_ONE = 24


PRIMITIVES = len(Primitive)
FIRST_ONGOING = Primitive.SOLAR_MINUS.value
