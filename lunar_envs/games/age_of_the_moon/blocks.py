"""The blocks of the observation, where their parts lie, and how single values are written.

Where parts begin is meant within the observation, or within a row for blocks of rows.
"""

from itertools import accumulate

import numpy as np

from lunar_envs.engine.game import layout
from lunar_envs.engine.jit import jit

from .codes import (
    ASSET_TYPES,
    ASSETS,
    DEAL_ITEMS,
    DIE_FACES,
    EMPTY_EFFECTS,
    EVENTS,
    FIRST_ONGOING,
    GROUPS,
    HEXES,
    KINDS,
    MODULES,
    NONE,
    PLAYERS,
    PRIMITIVES,
    QUARTERS,
    RESOURCES,
    ROCKET_KINDS,
    SLOTS,
    SUMMIT_RULES,
    TERM_CHOICES,
    Agreement,
    Context,
    Item,
    Kind,
    Phase,
    Rule,
    Sharing,
    Tried,
)

RULES = SUMMIT_RULES - Rule.BUDGET_INCREASE
FLAGS = PRIMITIVES - FIRST_ONGOING
TRIES = len(Tried)

GLOBAL_PARTS = (
    PLAYERS - 1, 1, len(Phase), PLAYERS, PLAYERS, 1, 1, DIE_FACES + 1, 1, 1,
    RESOURCES, EMPTY_EFFECTS, 1, 1, ROCKET_KINDS, 1, EVENTS, QUARTERS + 1,
)  # fmt: skip
CONTEXT_PARTS = (len(Context), PLAYERS)
PLAYER_PARTS = (
    1, 1, PLAYERS, RESOURCES, 1, 1, 1, 1, 1, 1, TRIES, GROUPS,
    ROCKET_KINDS, ROCKET_KINDS, ROCKET_KINDS, MODULES, MODULES, 1,
)  # fmt: skip
ASSET_PARTS = (PLAYERS, 3, 1, 1, 1, 1, 1, 1, 2, 1)
HEX_PARTS = (PLAYERS, PLAYERS, 1, 1)
CARD_PARTS = (KINDS, (PLAYERS - 1) * KINDS, KINDS, 1, 1, EVENTS, FLAGS, ROCKET_KINDS, ROCKET_KINDS, RULES)
AGREEMENT_PARTS = (len(Agreement) - 1, PLAYERS, 1, 1, 1, 1, 1, 1, 2, 1)
TALK_PARTS = (
    len(Kind), PLAYERS, PLAYERS, PLAYERS, PLAYERS, PLAYERS, RESOURCES, RESOURCES, 1, 3, PLAYERS, ASSET_TYPES,
    TERM_CHOICES, TERM_CHOICES, SUMMIT_RULES, 1, 1, PLAYERS, PLAYERS, len(Item),
)  # fmt: skip
ITEM_PARTS = (1, 1, 1, len(Item), RESOURCES, 1, 1, 1, 1)
PLEDGE_PARTS = (1, 1, 1, RESOURCES, 1)

BLOCKS = layout(
    {
        "global": (sum(GLOBAL_PARTS),),
        "context": (sum(CONTEXT_PARTS),),
        "players": (PLAYERS, sum(PLAYER_PARTS)),
        "assets": (ASSETS, sum(ASSET_PARTS)),
        "hexes": (HEXES, sum(HEX_PARTS)),
        "cards": (sum(CARD_PARTS),),
        "agreements": (SLOTS, sum(AGREEMENT_PARTS)),
        "negotiation": (sum(TALK_PARTS),),
        "deal": (DEAL_ITEMS, sum(ITEM_PARTS)),
        "pledges": (GROUPS, DEAL_ITEMS, sum(PLEDGE_PARTS)),
    }
)
GLOBAL, CONTEXT, PLAYERS_AT, ASSETS_AT, HEXES_AT, CARDS, AGREEMENTS, TALK, DEAL, PLEDGES = (
    block.start for block in BLOCKS
)
LENGTH = PLEDGES + BLOCKS[-1].length
assert LENGTH == 2538

# Where the parts of a block begin, and those of a row within it.
(
    COUNT, ROUND, PHASE, START, CUR, PASSES, ACTED, DIE, PRO, TALKS,
    SUPPLY, EMPTY, NO_SURFACE, RIDESHARE, LAUNCH, LEFT, EVENT, QUARTER, _,
) = accumulate(GLOBAL_PARTS, initial=GLOBAL)  # fmt: skip
CTX, ACTOR, _ = accumulate(CONTEXT_PARTS, initial=CONTEXT)
(
    PRESENT, REFILL, FACTION, RES, ICP, ISOLATED, HAND_SIZE, PRIVILEGE, REUSE, JAMMED, TRIED, JOINT,
    FRESH, FLOWN, REUSED, DEPLOYED_MODULES, OPERATED_MODULES, EMBARGOED, PLAYER_ROW,
) = accumulate(PLAYER_PARTS, initial=0)  # fmt: skip
(
    OWNER, STATUS, OPERATED, PAID, CONNECTED, BLOCKED, CO_MEMBERS, CO_KIND, PLACE, BONUS, ASSET_ROW,
) = accumulate(ASSET_PARTS, initial=0)  # fmt: skip
TOKENS, ROVERS, SHARED, NODE, HEX_ROW = accumulate(HEX_PARTS, initial=0)
HAND, KNOWN, DISCARD, DECK, EVENT_DECK, SEEN, ONGOING, MARKET_AT, PILE, IN_FORCE, _ = accumulate(
    CARD_PARTS, initial=CARDS
)
AG_KIND, MEMBERS, AG_BY, AG_TARGET, AG_A, AG_B, AG_AMOUNT, AG_USED, AG_PLACE, AG_ASSET, AG_ROW = accumulate(
    AGREEMENT_PARTS, initial=0
)
(
    KIND, BY, TARGET, INVITED, PENDING, ACCEPTED, A, B, AMOUNT, GOAL, COLOUR, TYPE,
    X, Y, RULE, COUNTERS, STEPS, DRAFT_FROM, DRAFT_TO, DRAFT_ITEM, _,
) = accumulate(TALK_PARTS, initial=TALK)  # fmt: skip
VALID, FROM, TO, ITEM, ITEM_RES, ITEM_ASSET, ITEM_CARD, ITEM_ROCKET, QUANTITY, ITEM_ROW = accumulate(
    ITEM_PARTS, initial=0
)
_, _, _, PLEDGE_RES, PLEDGE_QUANTITY, PLEDGE_ROW = accumulate(PLEDGE_PARTS, initial=0)

# What counts are divided by: the data may allow more, then they are clipped.
MOST_ROUNDS = 30
MOST_TALKS = 32
MOST_TOKENS = 29
MOST_COPIES = 4
MOST_CARDS = 32
MOST_CAPACITY = 6
MOST_REFILL = 2
MOST_COUNTERS = 2
MOST_STEPS = 24
MOST_ON_HEX = 2
MOST_ROVERS = 3
RADIUS = 3
MOST_SHARING = Sharing.JV.value
ALL_SEATS = (1 << PLAYERS) - 1
LAST_SEAT = PLAYERS - 1

ZERO = np.float32(0)
ONE = np.float32(1)

COLOUR_ROWS = ASSET_TYPES * ASSET_ROW


@jit
def clear(out, start, stop):
    """Write zeros."""
    for i in range(start, stop):
        out[i] = ZERO


@jit
def unit(value, scale):
    """``value / scale``, 1 at most; ``value`` is never negative."""
    return np.float32(min(int(value), scale)) / np.float32(scale)


@jit
def numbered(value, count):
    """A number from 0 to ``count`` - 1 as one value, 0 for ``NONE``."""
    return np.float32(int(value) + 1) / np.float32(count)


@jit
def mark(out, at, value, count):
    """One-hot in a part that is zero; nothing for a value that is not below ``count``."""
    if 0 <= value < count:
        out[at + int(value)] = ONE


@jit
def seats_after(s, p, seat):
    """How many seats after ``seat`` seat ``p`` comes; no negative number, which spares checks wherever it is added."""
    k = int(p) - int(seat)
    return (k if k >= 0 else k + int(s.num_players)) & LAST_SEAT


@jit
def seat_after(s, seat, k):
    """The seat that comes ``k`` seats after ``seat``."""
    p = int(seat) + k
    return (p if p < s.num_players else p - int(s.num_players)) & LAST_SEAT


@jit
def mark_seat(s, out, at, p, seat):
    """One-hot of a relative seat in a part that is zero; nothing for ``NONE``."""
    if p >= 0:
        out[at + seats_after(s, p, seat)] = ONE


@jit
def seat_number(s, p, seat):
    """A relative seat as one value, 0 for ``NONE``."""
    return numbered(seats_after(s, p, seat) if p >= 0 else NONE, PLAYERS)


@jit
def asset_number(s, asset, seat):
    """An asset as one value, its colour relative; 0 for ``NONE``."""
    if asset < 0:
        return ZERO
    colour = seats_after(s, int(asset) // ASSET_TYPES, seat)
    return numbered(ASSET_TYPES * colour + int(asset) % ASSET_TYPES, ASSETS)


@jit
def turned(s, mask, seat):
    """A mask of seats with the bits of relative seats."""
    seats = int(mask)
    return (seats >> seat | seats << (int(s.num_players) - seat)) & ((1 << int(s.num_players)) - 1)


@jit
def packed(s, mask, seat):
    """A mask of seats as one value."""
    return np.float32(turned(s, mask, seat)) / np.float32(ALL_SEATS)


@jit
def mark_seats(s, out, at, mask, seat):
    """1 for each relative seat of a mask."""
    seats = turned(s, mask, seat)
    for k in range(PLAYERS):
        out[at + k] = np.float32((seats >> k) & 1)


@jit
def encode_place(t, h, out, at):
    """Where a hex lies; nothing for ``NONE``."""
    if h >= 0:
        out[at] = np.float32(t.hex_q[h]) / np.float32(RADIUS)
        out[at + 1] = np.float32(t.hex_r[h]) / np.float32(RADIUS)
