"""The observation as named blocks ("Observation" in docs/age_of_the_moon.md).

``encode_slow`` writes what lies on the table: it stays through the talk before a deal, through exchanges and turns
that are passed. ``encode_fast`` writes all else. Seats are relative: ``k`` is how many seats after the viewer a seat
comes.
"""

from itertools import accumulate

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.game import layout
from lunar_envs.engine.jit import jit

from .codes import (
    ASSET_TYPES,
    ASSETS,
    DEAL_ITEMS,
    DIE_FACES,
    EMPTY_EFFECTS,
    EVENTS,
    FIRST_MODULE,
    FIRST_ONGOING,
    GROUPS,
    HEXES,
    ICP_LIMIT,
    IN_MARKET,
    IN_PILE,
    KINDS,
    MARKET,
    MODULES,
    MOST_OF_ONE_KIND,
    NONE,
    PLAYERS,
    PRIMITIVES,
    QUARTERS,
    RESOURCES,
    ROCKET_KINDS,
    ROCKETS,
    SLOTS,
    SUMMIT_RULES,
    TERM_CHOICES,
    Agreement,
    Context,
    Item,
    Kind,
    Phase,
    Place,
    Placement,
    Rule,
    Sharing,
    Status,
    Tried,
)
from .rules.board import component, is_operated

_RULES = SUMMIT_RULES - Rule.BUDGET_INCREASE
_FLAGS = PRIMITIVES - FIRST_ONGOING
_TRIES = len(Tried)

_GLOBAL_PARTS = (
    PLAYERS - 1, 1, len(Phase), PLAYERS, PLAYERS, 1, 1, DIE_FACES + 1, 1, 1,
    RESOURCES, EMPTY_EFFECTS, 1, 1, ROCKET_KINDS, 1, EVENTS, QUARTERS + 1,
)  # fmt: skip
_CONTEXT_PARTS = (len(Context), PLAYERS)
_PLAYER_PARTS = (
    1, 1, PLAYERS, RESOURCES, 1, 1, 1, 1, 1, 1, _TRIES, GROUPS,
    ROCKET_KINDS, ROCKET_KINDS, ROCKET_KINDS, MODULES, MODULES, 1,
)  # fmt: skip
_ASSET_PARTS = (PLAYERS, 3, 1, 1, 1, 1, 1, 1, 2, 1)
_HEX_PARTS = (PLAYERS, PLAYERS, 1, 1)
_CARD_PARTS = (KINDS, (PLAYERS - 1) * KINDS, KINDS, 1, 1, EVENTS, _FLAGS, ROCKET_KINDS, ROCKET_KINDS, _RULES)
_AGREEMENT_PARTS = (len(Agreement) - 1, PLAYERS, 1, 1, 1, 1, 1, 1, 2, 1)
_TALK_PARTS = (
    len(Kind), PLAYERS, PLAYERS, PLAYERS, PLAYERS, PLAYERS, RESOURCES, RESOURCES, 1, 3, PLAYERS, ASSET_TYPES,
    TERM_CHOICES, TERM_CHOICES, SUMMIT_RULES, 1, 1, PLAYERS, PLAYERS, len(Item),
)  # fmt: skip
_ITEM_PARTS = (1, 1, 1, len(Item), RESOURCES, 1, 1, 1, 1)
_PLEDGE_PARTS = (1, 1, 1, RESOURCES, 1)

BLOCKS = layout(
    {
        "global": (sum(_GLOBAL_PARTS),),
        "context": (sum(_CONTEXT_PARTS),),
        "players": (PLAYERS, sum(_PLAYER_PARTS)),
        "assets": (ASSETS, sum(_ASSET_PARTS)),
        "hexes": (HEXES, sum(_HEX_PARTS)),
        "cards": (sum(_CARD_PARTS),),
        "agreements": (SLOTS, sum(_AGREEMENT_PARTS)),
        "negotiation": (sum(_TALK_PARTS),),
        "deal": (DEAL_ITEMS, sum(_ITEM_PARTS)),
        "pledges": (GROUPS, DEAL_ITEMS, sum(_PLEDGE_PARTS)),
    }
)
_GLOBAL, _CONTEXT, _PLAYERS, _ASSETS, _HEXES, _CARDS, _AGREEMENTS, _TALK, _DEAL, _PLEDGES = (
    block.start for block in BLOCKS
)
LENGTH = _PLEDGES + BLOCKS[-1].length
assert LENGTH == 2538

# Where the parts of a block begin, and those of a row within it.
(
    _COUNT, _ROUND, _PHASE, _START, _CUR, _PASSES, _ACTED, _DIE, _PRO, _TALKS,
    _SUPPLY, _EMPTY, _NO_SURFACE, _RIDESHARE, _LAUNCH, _LEFT, _EVENT, _QUARTER, _,
) = accumulate(_GLOBAL_PARTS, initial=_GLOBAL)  # fmt: skip
_CTX, _ACTOR, _ = accumulate(_CONTEXT_PARTS, initial=_CONTEXT)
(
    _PRESENT, _REFILL, _FACTION, _RES, _ICP, _ISOLATED, _HAND_SIZE, _PRIVILEGE, _REUSE, _JAMMED, _TRIED, _JOINT,
    _FRESH, _FLOWN, _REUSED, _DEPLOYED_MODULES, _OPERATED_MODULES, _EMBARGOED, _PLAYER_ROW,
) = accumulate(_PLAYER_PARTS, initial=0)  # fmt: skip
(
    _OWNER, _STATUS, _OPERATED, _PAID, _CONNECTED, _BLOCKED, _CO_MEMBERS, _CO_KIND, _PLACE, _BONUS, _ASSET_ROW,
) = accumulate(_ASSET_PARTS, initial=0)  # fmt: skip
_TOKENS, _ROVERS, _SHARED, _NODE, _HEX_ROW = accumulate(_HEX_PARTS, initial=0)
_HAND, _KNOWN, _DISCARD, _DECK, _EVENT_DECK, _SEEN, _ONGOING, _MARKET, _PILE, _IN_FORCE, _ = accumulate(
    _CARD_PARTS, initial=_CARDS
)
_AG_KIND, _MEMBERS, _AG_BY, _AG_TARGET, _AG_A, _AG_B, _AG_AMOUNT, _AG_USED, _AG_PLACE, _AG_ASSET, _AG_ROW = accumulate(
    _AGREEMENT_PARTS, initial=0
)
(
    _KIND, _BY, _TARGET, _INVITED, _PENDING, _ACCEPTED, _A, _B, _AMOUNT, _GOAL, _COLOUR, _TYPE,
    _X, _Y, _RULE, _COUNTERS, _STEPS, _DRAFT_FROM, _DRAFT_TO, _DRAFT_ITEM, _,
) = accumulate(_TALK_PARTS, initial=_TALK)  # fmt: skip
_VALID, _FROM, _TO, _ITEM, _ITEM_RES, _ITEM_ASSET, _ITEM_CARD, _ITEM_ROCKET, _QUANTITY, _ITEM_ROW = accumulate(
    _ITEM_PARTS, initial=0
)
_, _, _, _PLEDGE_RES, _PLEDGE_QUANTITY, _PLEDGE_ROW = accumulate(_PLEDGE_PARTS, initial=0)

# What counts are divided by: the data may allow more, then they are clipped.
_MOST_ROUNDS = 30
_MOST_TALKS = 32
_MOST_TOKENS = 29
_MOST_COPIES = 4
_MOST_CARDS = 32
_MOST_CAPACITY = 6
_MOST_REFILL = 2
_MOST_COUNTERS = 2
_MOST_STEPS = 24
_MOST_ON_HEX = 2
_MOST_ROVERS = 3
_RADIUS = 3
_ROCKET_BITS = ROCKETS.bit_length()
_ROCKET_MASK = (1 << _ROCKET_BITS) - 1
_MOST_SHARING = Sharing.JV.value
_ALL_SEATS = (1 << PLAYERS) - 1

_ZERO = np.float32(0)
_ONE = np.float32(1)

_COLOUR_ROWS = ASSET_TYPES * _ASSET_ROW
_BLUEPRINTS = np.tile(np.eye(PLAYERS, _ASSET_ROW, dtype=np.float32), ASSET_TYPES)
"""All assets of each relative colour as blueprints, which belong to its seat."""


# -- entry points ------------------------------------------------------------------------------------------------------


@jit
def epoch(s):
    """A number (int64) that changes whenever something written by ``encode_slow`` may have changed."""
    return np.int64(s.table_changes)


@jit
def encode_slow(s, t, seat, out):
    """Write what lies on the table."""
    clear(out, _PLAYERS, LENGTH)
    for k in range(s.num_players):
        encode_player(s, t, seat_after(s, seat, k), out, _PLAYERS + _PLAYER_ROW * k)
    encode_rockets(s, t, seat, out)
    encode_events(s, t, out)
    encode_board(s, t, seat, out)
    encode_agreements(s, t, seat, out)
    encode_pledges(s, seat, out)


@jit
def encode_fast(s, t, seat, out):
    """Write all that ``encode_slow`` leaves out."""
    clear(out, _GLOBAL, _PLAYERS)
    encode_global(s, t, seat, out)
    if seat == s.to_move or not is_hidden_turn(s):
        encode_turn(s, seat, out)
    for k in range(s.num_players):
        encode_means(s, t, seat_after(s, seat, k), out, _PLAYERS + _PLAYER_ROW * k)
    encode_cards(s, seat, out)
    clear(out, _TALK, _DEAL)
    if s.ng_kind != NONE:
        encode_talk(s, t, seat, out)
    encode_selection(s, t, seat, out)
    encode_deal(s, seat, out)
    if s.ctx == Context.BUY_MENU or s.ctx == Context.LOAD:
        encode_statuses(s, seat, out)


# -- parts -------------------------------------------------------------------------------------------------------------


@jit
def clear(out, start, stop):
    """Write zeros."""
    for i in range(start, stop):
        out[i] = _ZERO


@jit
def copy(row, out):
    """Write a row of the same length. A part of ``out`` from anywhere on would not be vectorised."""
    for i in range(out.shape[0]):
        out[i] = row[i]


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
        out[at + int(value)] = _ONE


@jit
def seats_after(s, p, seat):
    """How many seats after ``seat`` seat ``p`` comes."""
    k = int(p) - int(seat)
    return k if k >= 0 else k + int(s.num_players)


@jit
def seat_after(s, seat, k):
    """The seat that comes ``k`` seats after ``seat``."""
    p = int(seat) + k
    return p if p < s.num_players else p - int(s.num_players)


@jit
def mark_seat(s, out, at, p, seat):
    """One-hot of a relative seat in a part that is zero; nothing for ``NONE``."""
    if p >= 0:
        out[at + seats_after(s, p, seat)] = _ONE


@jit
def seat_number(s, p, seat):
    """A relative seat as one value, 0 for ``NONE``."""
    return numbered(seats_after(s, p, seat) if p >= 0 else NONE, PLAYERS)


@jit
def asset_number(s, asset, seat):
    """An asset as one value, its colour relative; 0 for ``NONE``."""
    if asset < 0:
        return _ZERO
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
    return np.float32(turned(s, mask, seat)) / np.float32(_ALL_SEATS)


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
        out[at] = np.float32(t.hex_q[h]) / np.float32(_RADIUS)
        out[at + 1] = np.float32(t.hex_r[h]) / np.float32(_RADIUS)


# -- A, B: game and turn -----------------------------------------------------------------------------------------------


@jit
def encode_global(s, t, seat, out):
    """What all share (block A)."""
    out[_COUNT + int(s.num_players) - 2] = _ONE
    out[_ROUND] = unit(s["round"], _MOST_ROUNDS)
    out[_PHASE + int(s.phase) - 1] = _ONE
    out[_START + seats_after(s, s.start, seat)] = _ONE
    out[_DIE + int(s.die_last)] = _ONE
    out[_PRO] = np.float32(s.opt_pro)
    out[_TALKS] = unit(s.nego_count, _MOST_TALKS)
    for r in range(RESOURCES):
        out[_SUPPLY + r] = unit(s.supply[r], _MOST_TOKENS)
    out[_EMPTY + int(s.opt_empty)] = _ONE
    out[_NO_SURFACE] = np.float32(s.no_surface)
    out[_RIDESHARE] = unit(s.rideshare, 1)
    if s.launch_rocket >= 0:
        out[_LAUNCH + int(s.rocket_kind[s.launch_rocket])] = _ONE
    out[_LEFT] = unit(s.launch_left, _MOST_CAPACITY)
    mark(out, _EVENT, s.cur_event, EVENTS)
    out[_QUARTER + int(s.quarter_last)] = _ONE


@jit
def is_hidden_turn(s):
    """Whether nobody but the seat to move may see whose turn it is: a lone PASS would not be asked for here."""
    ctx = s.ctx
    menu = ctx == Context.NEGO_MENU or ctx == Context.BUY_MENU or ctx == Context.LAUNCH_MENU
    return menu or ctx == Context.OPERATE_MENU or ctx == Context.STOP_WINDOW


@jit
def encode_turn(s, seat, out):
    """Whose turn it is and what waits (blocks A and B)."""
    out[_CUR + seats_after(s, s.cur, seat)] = _ONE
    out[_PASSES] = unit(s.pass_count, PLAYERS)
    out[_ACTED] = np.float32(s.turn_acted)
    out[_CTX + int(s.ctx)] = _ONE
    mark_seat(s, out, _ACTOR, s.to_move, seat)


# -- C: players --------------------------------------------------------------------------------------------------------


@jit
def encode_player(s, t, p, out, at):
    """What seldom changes about seat ``p``; its rockets and modules are written elsewhere."""
    out[at + _PRESENT] = _ONE
    out[at + _REFILL] = unit(s.refill_plus[p], _MOST_REFILL)
    out[at + _FACTION + int(s.faction[p])] = _ONE
    out[at + _PRIVILEGE] = np.float32(s.open_priv[p])
    out[at + _REUSE] = unit(s.free_reuse[p], 1)
    out[at + _JAMMED] = np.float32(s.jammed[p])
    if s.joint[p]:
        out[at + _JOINT + int(s.joint[p]) - 1] = _ONE


@jit
def encode_means(s, t, p, out, at):
    """What often changes about seat ``p``."""
    for r in range(RESOURCES):
        out[at + _RES + r] = unit(s.res[p, r], _MOST_TOKENS)
    icp = int(s.icp[p])
    out[at + _ICP] = np.float32(icp) / np.float32(ICP_LIMIT)
    out[at + _ISOLATED] = np.float32(t.isolated[icp + ICP_LIMIT])
    cards = 0
    for k in range(KINDS):
        cards += s.hand[p, k]
    out[at + _HAND_SIZE] = unit(cards, _MOST_CARDS)
    tried = int(s.tried[p])
    for i in range(_TRIES):
        out[at + _TRIED + i] = np.float32((tried >> i) & 1)


@jit
def encode_rockets(s, t, seat, out):
    """Rockets by kind: those of all players (block C), on the market and in the pile (block F)."""
    market = 0
    pile = 0
    for i in range(ROCKETS):
        one = 1 << (_ROCKET_BITS * int(s.rocket_kind[i]))
        market += one * (s.rocket_loc[i] == IN_MARKET)
        pile += one * (s.rocket_loc[i] == IN_PILE)
    for kind in range(ROCKET_KINDS):
        out[_MARKET + kind] = np.float32(market >> (_ROCKET_BITS * kind) & _ROCKET_MASK) * np.float32(1 / MARKET)
        out[_PILE + kind] = np.float32(pile >> (_ROCKET_BITS * kind) & _ROCKET_MASK) * np.float32(1 / ROCKETS)
    left = bits_of_hexes(s.rocket_loc)
    while left:
        i = lowest(left)
        left &= left - 1
        kind = int(s.rocket_kind[i])
        part = _FRESH + ROCKET_KINDS * (int(s.rocket_flown[i]) + int(s.rocket_reused[i]))
        at = _PLAYERS + _PLAYER_ROW * seats_after(s, s.rocket_loc[i], seat) + part + kind
        count = np.float32(t.rocket_count[kind])
        held = int(out[at] * count + np.float32(0.5))
        out[at] = np.float32(held + 1) / count


# -- D, E: assets and hexes --------------------------------------------------------------------------------------------


@jit
def encode_board(s, t, seat, out):
    """Assets and hexes (blocks D and E), and the modules of all players (block C)."""
    tokens = (
        bits_of_hexes(s.asset_hex[0]),
        bits_of_hexes(s.asset_hex[1]),
        bits_of_hexes(s.asset_hex[2]),
        bits_of_hexes(s.asset_hex[3]),
    )
    nodes, networks = find_networks(s, t, tokens)
    encode_hexes(s, nodes[seat], seat, out)
    for c in range(s.num_players):
        colour = seats_after(s, c, seat)
        at = _ASSETS + _COLOUR_ROWS * colour
        copy(_BLUEPRINTS[colour], out[at : at + _COLOUR_ROWS])
        encode_built(s, t, c, colour, seat, out, at)
        left = tokens[c]
        while left:
            k = lowest(left)
            left &= left - 1
            encode_token(s, t, c, k, int(s.asset_hex[c, k]), networks, seat, out, at + _ASSET_ROW * k)


@jit
def lowest(bits):
    """The place of the lowest bit."""
    return count_bits(~bits & (bits - 1))


@jit
def bits_of(row):
    """Bits of the places in a row that do not hold 0."""
    bits = 0
    for i in range(row.shape[0]):
        bits |= np.int64(row[i] != 0) << i
    return bits


@jit
def bits_of_hexes(row):
    """Bits of the places in a row that do not hold a negative number."""
    bits = 0
    for i in range(row.shape[0]):
        bits |= np.int64(row[i] >= 0) << i
    return bits


@jit
def encode_hexes(s, nodes, seat, out):
    """Shared hexes and the viewer's nodes."""
    left = nodes
    while left:
        h = lowest(left)
        left &= left - 1
        out[_HEXES + _HEX_ROW * h + _NODE] = _ONE
    if are_shared(s.hex_share):
        for h in range(HEXES):
            out[_HEXES + _HEX_ROW * h + _SHARED] = packed(s, s.hex_share[h], seat)


@jit
def are_shared(hexes):
    """Whether any hex is shared."""
    shared = False
    for h in range(HEXES):
        shared |= hexes[h] != 0
    return shared


@jit
def find_networks(s, t, tokens):
    """R55: masks of the nodes and of the main networks of all four seats."""
    one = (0, 0, 0, 0)
    two = (0, 0, 0, 0)
    for c in range(s.num_players):
        left = tokens[c]
        while left:
            k = lowest(left)
            left &= left - 1
            seats = holders(s, c, k) * (t.placement[k] == Placement.SURFACE)
            hexes = of_seats(seats, 1 << int(s.asset_hex[c, k]))
            two = either(two, both(one, hexes))
            one = either(one, hexes)
    nodes = one
    if are_shared(s.hex_share):
        for h in range(HEXES):
            nodes = either(nodes, of_seats(int(s.hex_share[h]), 1 << h))
    networks = (
        main_network(t, nodes[0], one[0], two[0]),
        main_network(t, nodes[1], one[1], two[1]),
        main_network(t, nodes[2], one[2], two[2]),
        main_network(t, nodes[3], one[3], two[3]),
    )
    return nodes, networks


@jit
def holders(s, c, k):
    """R55, R93: the seats that own or co-own an asset, as a mask; temporary sharing never counts."""
    owner = 1 << int(s.asset_owner[c, k])
    lasting = s.co_kind[c, k] == Sharing.COLLAB or s.co_kind[c, k] == Sharing.JV
    return owner | int(s.co_mask[c, k]) if lasting else owner


@jit
def of_seats(seats, hexes):
    """``hexes`` for each seat of a mask, nothing for the others."""
    return hexes * (seats & 1), hexes * (seats >> 1 & 1), hexes * (seats >> 2 & 1), hexes * (seats >> 3 & 1)


@jit
def either(a, b):
    """The hexes that lie in one of two masks of each seat."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@jit
def both(a, b):
    """The hexes that lie in both masks of each seat."""
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@jit
def main_network(t, nodes, one, two):
    """R55: the component with most assets; of equal ones that with the smallest hex id."""
    main = nodes
    most = -1
    rest = nodes
    while rest & (rest - 1):  # a single node needs no search
        part = component(t, rest & -rest, nodes)
        if part == nodes:
            return nodes
        assets = count_bits(part & one) + count_bits(part & two)
        if assets > most:
            most = assets
            main = part
        rest &= ~part
    if rest and 0 <= most < count_bits(rest & one) + count_bits(rest & two):
        main = rest
    return main


@jit
def encode_built(s, t, c, colour, seat, out, at):
    """The assets of a colour that are no blueprints, in rows of blueprints."""
    left = bits_of(s.asset_status[c])
    while left:
        k = lowest(left)
        left &= left - 1
        row = at + _ASSET_ROW * k
        status = int(s.asset_status[c, k])
        deployed = status == Status.DEPLOYED
        out[row + _STATUS + status - 1] = _ONE
        out[row + _OPERATED] = np.float32(deployed & (t.has_upkeep[k] == 0))
        out[row + _CONNECTED] = np.float32(deployed & (t.placement[k] != Placement.SURFACE))
        plain = (s.asset_owner[c, k] == c) & (s.co_kind[c, k] == 0)
        if not (plain & (s.op_paid[c, k] == 0) & (s.asset_blocked[c, k] == 0)):
            encode_special(s, t, c, k, colour, seat, out, row)
        if k >= FIRST_MODULE and deployed:
            encode_module(s, holders(s, c, k), k - FIRST_MODULE, is_operated(s, t, c, k), seat, out)


@jit
def encode_special(s, t, c, k, colour, seat, out, row):
    """Whose an asset is, and who paid for its operation."""
    out[row + _OWNER + colour] = _ZERO
    out[row + _OWNER + seats_after(s, s.asset_owner[c, k], seat)] = _ONE
    out[row + _CO_MEMBERS] = packed(s, s.co_mask[c, k], seat)
    out[row + _CO_KIND] = unit(s.co_kind[c, k], _MOST_SHARING)
    out[row + _PAID] = packed(s, s.op_paid[c, k], seat)
    out[row + _BLOCKED] = np.float32(s.asset_blocked[c, k])
    if s.op_paid[c, k]:
        out[row + _OPERATED] = np.float32(is_operated(s, t, c, k))


@jit
def encode_token(s, t, c, k, h, networks, seat, out, at):
    """A surface asset or rover on its hex."""
    encode_place(t, h, out, at + _PLACE)
    bonus = int(t.bonus[h])
    out[at + _BONUS] = np.float32((bonus >= 0) & (t.output[k, bonus] > 0))
    row = _HEXES + _HEX_ROW * h + seats_after(s, s.asset_owner[c, k], seat)
    if t.placement[k] == Placement.ROVER:
        out[row + _ROVERS] = min(out[row + _ROVERS] + np.float32(1 / _MOST_ROVERS), _ONE)
    else:
        links = both(of_seats(holders(s, c, k), 1 << h), networks)
        out[at + _CONNECTED] = np.float32(links[0] | links[1] | links[2] | links[3] != 0)
        out[row + _TOKENS] = min(out[row + _TOKENS] + np.float32(1 / _MOST_ON_HEX), _ONE)


@jit
def encode_module(s, members, module, operated, seat, out):
    """A deployed module of all who hold it (block C)."""
    seats = turned(s, members, seat)
    for k in range(PLAYERS):
        if (seats >> k) & 1:
            at = _PLAYERS + _PLAYER_ROW * k + module
            out[at + _DEPLOYED_MODULES] = _ONE
            if operated:
                out[at + _OPERATED_MODULES] = _ONE


@jit
def encode_statuses(s, seat, out):
    """Where the assets are while some are bought or loaded."""
    for c in range(s.num_players):
        at = _ASSETS + _ASSET_ROW * ASSET_TYPES * seats_after(s, c, seat) + _STATUS
        for k in range(ASSET_TYPES):
            status = s.asset_status[c, k]
            out[at] = np.float32(status == Status.EARTH)
            out[at + 1] = np.float32(status == Status.LOADED)
            at += _ASSET_ROW


# -- F: cards ----------------------------------------------------------------------------------------------------------


@jit
def encode_cards(s, seat, out):
    """Negotiation cards. Loops over single rows would be unrolled and not vectorised."""
    first, second, third = other_seats(s, seat)
    for k in range(KINDS):
        out[_HAND + k] = copies(s.hand[seat, k])
        out[_DISCARD + k] = copies(s.nego_discard[k])
        out[_KNOWN + k] = copies(s.known[seat, first, k])
        out[_KNOWN + KINDS + k] = copies(s.known[seat, second, k])
        out[_KNOWN + 2 * KINDS + k] = copies(s.known[seat, third, k])
    out[_DECK] = unit(s.nego_deck_n, _MOST_CARDS)


@jit
def other_seats(s, seat):
    """The seats after ``seat``; for those that are not in the game, some that are not."""
    n = int(s.num_players)
    return seat_after(s, seat, 1), seat_after(s, seat, 2) if n > 2 else 2, seat_after(s, seat, 3) if n > 3 else 3


@jit
def copies(count):
    """How many cards of one kind there are."""
    return min(np.float32(count) * np.float32(1 / _MOST_COPIES), _ONE)


@jit
def encode_events(s, t, out):
    """Events that have been drawn, those that last, and the rules of the summit."""
    out[_EVENT_DECK] = unit(s.event_deck_n, EVENTS)
    for event in range(EVENTS):
        out[_SEEN + event] = np.float32(s.event_place[event] != Place.DECK)
    for i in range(_FLAGS):
        out[_ONGOING + i] = np.float32(s.event_place[t.event_of[FIRST_ONGOING + i]] == Place.ONGOING)
    rules = int(s.rules)
    for i in range(_RULES):
        out[_IN_FORCE + i] = np.float32((rules >> (Rule.BUDGET_INCREASE + i)) & 1)


# -- G: agreements -----------------------------------------------------------------------------------------------------


@jit
def encode_agreements(s, t, seat, out):
    """The table of agreements."""
    left = bits_of(s.ag_kind)
    while left:
        i = lowest(left)
        left &= left - 1
        at = _AGREEMENTS + _AG_ROW * i
        if s.ag_kind[i] == Agreement.EMBARGO:
            out[_PLAYERS + _PLAYER_ROW * seats_after(s, s.ag_target[i], seat) + _EMBARGOED] = _ONE
        out[at + _AG_KIND + int(s.ag_kind[i]) - 1] = _ONE
        mark_seats(s, out, at + _MEMBERS, s.ag_members[i], seat)
        out[at + _AG_BY] = seat_number(s, s.ag_by[i], seat)
        out[at + _AG_TARGET] = seat_number(s, s.ag_target[i], seat)
        out[at + _AG_A] = numbered(s.ag_a[i], RESOURCES)
        out[at + _AG_B] = numbered(s.ag_b[i], RESOURCES)
        out[at + _AG_AMOUNT] = unit(s.ag_amt[i], MOST_OF_ONE_KIND)
        out[at + _AG_USED] = np.float32(s.ag_used[i])
        encode_place(t, int(s.ag_hex[i]), out, at + _AG_PLACE)
        out[at + _AG_ASSET] = asset_number(s, s.ag_asset[i], seat)


# -- H: negotiation ----------------------------------------------------------------------------------------------------


@jit
def encode_talk(s, t, seat, out):
    """The negotiation under way (block H)."""
    out[_KIND + int(s.ng_kind)] = _ONE
    mark_seat(s, out, _BY, s.ng_by, seat)
    mark_seat(s, out, _TARGET, s.ng_target, seat)
    mark_seats(s, out, _INVITED, s.ng_invited, seat)
    if s.ctx != Context.STOP_WINDOW:
        mark_seats(s, out, _PENDING, s.ng_pending, seat)
    mark_seats(s, out, _ACCEPTED, int(s.ng_accepted) | int(s.ng_yes), seat)
    mark(out, _A, s.ng_a, RESOURCES)
    mark(out, _B, s.ng_b, RESOURCES)
    out[_AMOUNT] = unit(s.pay_left if s.ctx == Context.SANCTION_PAY else s.ng_amt, MOST_OF_ONE_KIND)
    mark(out, _X, s.ng_x, TERM_CHOICES)
    mark(out, _Y, s.ng_y, TERM_CHOICES)
    mark(out, _RULE, s.ng_rule, SUMMIT_RULES)
    out[_COUNTERS] = unit(s.ng_counters, _MOST_COUNTERS)
    out[_STEPS] = unit(s.ng_steps, _MOST_STEPS)
    mark_seat(s, out, _DRAFT_FROM, s.draft[0], seat)
    mark_seat(s, out, _DRAFT_TO, s.draft[1], seat)
    if s.draft[2] >= 0:
        out[_DRAFT_ITEM + int(s.draft[2])] = _ONE


@jit
def encode_selection(s, t, seat, out):
    """The hex and the asset that a negotiation, a deployment or a move is about (block H)."""
    ctx = s.ctx
    moved = ctx == Context.ROVER_MOVE or ctx == Context.ROVER_CONSENT
    asset = int(s.sel_asset if moved or ctx == Context.DEPLOY_HEX else s.ng_asset)
    if asset >= 0:
        mark_seat(s, out, _COLOUR, asset // ASSET_TYPES, seat)
        out[_TYPE + asset % ASSET_TYPES] = _ONE
    h = int(s.op_pending_hex if ctx == Context.ROVER_CONSENT else s.ng_hex)
    if h >= 0:
        encode_place(t, h, out, _GOAL)
        out[_GOAL + 2] = _ONE


@jit
def encode_deal(s, seat, out):
    """The transfers on the list (block H2)."""
    for i in range(s.deal_n):
        encode_item(s, s.deal[i], seat, out, _DEAL + _ITEM_ROW * i)
    for i in range(s.deal_n, DEAL_ITEMS):
        at = _DEAL + _ITEM_ROW * i
        if out[at + _VALID] == 0:
            break  # the transfers that the row shows lie at its beginning
        clear(out, at, at + _ITEM_ROW)


@jit
def encode_item(s, item, seat, out, at):
    """One transfer."""
    clear(out, at, at + _ITEM_ROW)
    out[at + _VALID] = _ONE
    out[at + _FROM] = seat_number(s, item[0], seat)
    out[at + _TO] = seat_number(s, item[1], seat)
    kind = int(item[2])
    out[at + _ITEM + kind] = _ONE
    if kind == Item.RESOURCE:
        out[at + _ITEM_RES + int(item[3])] = _ONE
    elif kind == Item.ASSET:
        out[at + _ITEM_ASSET] = asset_number(s, item[3], seat)
    elif kind == Item.CARD:
        out[at + _ITEM_CARD] = numbered(item[3], KINDS)
    elif kind == Item.ROCKET:
        out[at + _ITEM_ROCKET] = numbered(item[3], ROCKET_KINDS)
    out[at + _QUANTITY] = unit(item[4], MOST_OF_ONE_KIND)


@jit
def encode_pledges(s, seat, out):
    """What the members of joint groups have promised (block H3)."""
    for group in range(GROUPS):
        for i in range(s.pledge_n[group]):
            at = _PLEDGES + _PLEDGE_ROW * (DEAL_ITEMS * group + i)
            pledge = s.pledge[group, i]
            out[at + _VALID] = _ONE
            out[at + _FROM] = seat_number(s, pledge[0], seat)
            out[at + _TO] = seat_number(s, pledge[1], seat)
            out[at + _PLEDGE_RES + int(pledge[2])] = _ONE
            out[at + _PLEDGE_QUANTITY] = unit(pledge[3], MOST_OF_ONE_KIND)
