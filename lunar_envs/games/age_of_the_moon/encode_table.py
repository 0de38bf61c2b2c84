"""Assets, hexes, rockets and agreements in the observation (blocks C to E, G and H3)."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from . import blocks
from .blocks import (
    ONE,
    ZERO,
    asset_number,
    encode_place,
    mark_seats,
    numbered,
    packed,
    seat_number,
    seats_after,
    turned,
    unit,
)
from .codes import (
    ASSET_TYPES,
    DEAL_ITEMS,
    FIRST_MODULE,
    GROUPS,
    HEXES,
    IN_MARKET,
    IN_PILE,
    MARKET,
    MOST_OF_ONE_KIND,
    PLAYERS,
    RESOURCES,
    ROCKET_KINDS,
    ROCKETS,
    SLOTS,
    Agreement,
    Placement,
    Sharing,
    Status,
)
from .rules.board import component, is_connected, is_operated

# -- D, E: assets and hexes --------------------------------------------------------------------------------------------


@jit
def encode_board(s, t, seat, out):
    """Assets and hexes (blocks D and E), and the modules of all players (block C)."""
    one = (0, 0, 0, 0)
    two = (0, 0, 0, 0)
    for c in range(s.num_players):
        colour = seats_after(s, c, seat)
        for k in range(ASSET_TYPES):
            at = blocks.ASSETS_AT + blocks.COLOUR_ROWS * colour + blocks.ASSET_ROW * k
            out[at + blocks.OWNER + colour] = ONE
            if s.asset_status[c, k] != Status.BLUEPRINT:
                encode_asset(s, t, c, k, colour, seat, out, at)
                if s.asset_hex[c, k] >= 0:
                    hexes = encode_token(s, t, c, k, int(s.asset_hex[c, k]), seat, out, at)
                    two = either(two, both(one, hexes))
                    one = either(one, hexes)
    encode_networks(s, t, one, two, seat, out)


@jit
def encode_networks(s, t, one, two, seat, out):
    """R55: shared hexes, the viewer's nodes, and what is disconnected.

    ``one`` and ``two`` hold, as a mask for each seat, the hexes with one and with two assets that it owns or co-owns,
    rovers not counted.
    """
    nodes = one
    if are_shared(s.hex_share):
        for h in range(HEXES):
            if s.hex_share[h]:
                out[blocks.HEXES_AT + blocks.HEX_ROW * h + blocks.SHARED] = packed(s, s.hex_share[h], seat)
                nodes = either(nodes, of_seats(int(s.hex_share[h]), 1 << h))
    left = nodes[seat]
    while left:
        out[blocks.HEXES_AT + blocks.HEX_ROW * count_bits(~left & (left - 1)) + blocks.NODE] = ONE
        left &= left - 1
    networks = (
        main_network(t, nodes[0], one[0], two[0]),
        main_network(t, nodes[1], one[1], two[1]),
        main_network(t, nodes[2], one[2], two[2]),
        main_network(t, nodes[3], one[3], two[3]),
    )
    if networks != nodes:
        encode_connections(s, t, networks, seat, out)


@jit
def encode_connections(s, t, networks, seat, out):
    """R55: what is disconnected."""
    for c in range(s.num_players):
        at = blocks.ASSETS_AT + blocks.COLOUR_ROWS * seats_after(s, c, seat) + blocks.CONNECTED
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] >= 0:
                out[at + blocks.ASSET_ROW * k] = np.float32(is_connected(s, t, c, k, networks))


@jit
def are_shared(hexes):
    """Whether any hex is shared."""
    shared = False
    for h in range(HEXES):
        shared |= hexes[h] != 0
    return shared


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
def encode_asset(s, t, c, k, colour, seat, out, at):
    """An asset that is no blueprint, in a row that shows its colour; a surface asset as if it were connected."""
    status = int(s.asset_status[c, k])
    out[at + blocks.STATUS + status - 1] = ONE
    deployed = status == Status.DEPLOYED
    out[at + blocks.OPERATED] = np.float32(deployed & (t.has_upkeep[k] == 0))
    out[at + blocks.CONNECTED] = np.float32(deployed)
    plain = (s.asset_owner[c, k] == c) & (s.co_kind[c, k] == 0)
    if not (plain & (s.op_paid[c, k] == 0) & (s.asset_blocked[c, k] == 0)):
        encode_special(s, t, c, k, colour, seat, out, at)
    if k >= FIRST_MODULE and deployed:
        encode_module(s, holders(s, c, k), k - FIRST_MODULE, out[at + blocks.OPERATED], seat, out)


@jit
def encode_special(s, t, c, k, colour, seat, out, row):
    """Whose an asset is, and who paid for its operation."""
    out[row + blocks.OWNER + colour] = ZERO
    out[row + blocks.OWNER + seats_after(s, s.asset_owner[c, k], seat)] = ONE
    out[row + blocks.CO_MEMBERS] = packed(s, s.co_mask[c, k], seat)
    out[row + blocks.CO_KIND] = unit(s.co_kind[c, k], blocks.MOST_SHARING)
    out[row + blocks.PAID] = packed(s, s.op_paid[c, k], seat)
    out[row + blocks.BLOCKED] = np.float32(s.asset_blocked[c, k])
    if s.op_paid[c, k]:
        out[row + blocks.OPERATED] = np.float32(is_operated(s, t, c, k))


@jit
def encode_token(s, t, c, k, h, seat, out, at):
    """A surface asset or rover on its hex, which is returned as a mask for each seat of whose network it is a node."""
    encode_place(t, h, out, at + blocks.PLACE)
    bonus = int(t.bonus[h])
    out[at + blocks.BONUS] = np.float32((bonus >= 0) & (t.output[k, bonus] > 0))
    row = blocks.HEXES_AT + blocks.HEX_ROW * h + seats_after(s, s.asset_owner[c, k], seat)
    if t.placement[k] == Placement.ROVER:
        out[row + blocks.ROVERS] = min(out[row + blocks.ROVERS] + np.float32(1 / blocks.MOST_ROVERS), ONE)
        return 0, 0, 0, 0
    out[row + blocks.TOKENS] = min(out[row + blocks.TOKENS] + np.float32(1 / blocks.MOST_ON_HEX), ONE)
    return of_seats(holders(s, c, k), 1 << h)


@jit
def encode_module(s, members, module, operated, seat, out):
    """A deployed module of all who hold it (block C)."""
    seats = turned(s, members, seat)
    for k in range(PLAYERS):
        if (seats >> k) & 1:
            at = blocks.PLAYERS_AT + blocks.PLAYER_ROW * k + module
            out[at + blocks.DEPLOYED_MODULES] = ONE
            out[at + blocks.OPERATED_MODULES] = max(out[at + blocks.OPERATED_MODULES], operated)


@jit
def encode_statuses(s, seat, out):
    """Where the assets are while some are bought or loaded."""
    for c in range(s.num_players):
        at = blocks.ASSETS_AT + blocks.ASSET_ROW * ASSET_TYPES * seats_after(s, c, seat) + blocks.STATUS
        for k in range(ASSET_TYPES):
            status = s.asset_status[c, k]
            out[at] = np.float32(status == Status.EARTH)
            out[at + 1] = np.float32(status == Status.LOADED)
            at += blocks.ASSET_ROW


@jit
def encode_rockets(s, t, seat, out):
    """Rockets by kind: those of all players (block C), on the market and in the pile (block F)."""
    for kind in range(ROCKET_KINDS):
        out[blocks.PILE + kind] = np.float32(t.rocket_count[kind]) * np.float32(1 / ROCKETS)
    for i in range(ROCKETS):
        owner = int(s.rocket_loc[i])
        if owner == IN_PILE:
            continue
        kind = int(s.rocket_kind[i])
        out[blocks.PILE + kind] -= np.float32(1 / ROCKETS)
        if owner == IN_MARKET:
            out[blocks.MARKET_AT + kind] += np.float32(1 / MARKET)
        else:
            part = blocks.FRESH + ROCKET_KINDS * (int(s.rocket_flown[i]) + int(s.rocket_reused[i]))
            at = blocks.PLAYERS_AT + blocks.PLAYER_ROW * seats_after(s, owner, seat) + part + kind
            count = np.float32(t.rocket_count[kind])
            out[at] = np.float32(int(out[at] * count + np.float32(0.5)) + 1) / count


# -- G: agreements -----------------------------------------------------------------------------------------------------


@jit
def encode_agreements(s, t, seat, out):
    """The table of agreements."""
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.NONE:
            continue
        at = blocks.AGREEMENTS + blocks.AG_ROW * i
        if s.ag_kind[i] == Agreement.EMBARGO:
            out[blocks.PLAYERS_AT + blocks.PLAYER_ROW * seats_after(s, s.ag_target[i], seat) + blocks.EMBARGOED] = ONE
        out[at + blocks.AG_KIND + int(s.ag_kind[i]) - 1] = ONE
        mark_seats(s, out, at + blocks.MEMBERS, s.ag_members[i], seat)
        out[at + blocks.AG_BY] = seat_number(s, s.ag_by[i], seat)
        out[at + blocks.AG_TARGET] = seat_number(s, s.ag_target[i], seat)
        out[at + blocks.AG_A] = numbered(s.ag_a[i], RESOURCES)
        out[at + blocks.AG_B] = numbered(s.ag_b[i], RESOURCES)
        out[at + blocks.AG_AMOUNT] = unit(s.ag_amt[i], MOST_OF_ONE_KIND)
        out[at + blocks.AG_USED] = np.float32(s.ag_used[i])
        encode_place(t, int(s.ag_hex[i]), out, at + blocks.AG_PLACE)
        out[at + blocks.AG_ASSET] = asset_number(s, s.ag_asset[i], seat)


@jit
def encode_pledges(s, seat, out):
    """What the members of joint groups have promised (block H3)."""
    for group in range(GROUPS):
        for i in range(s.pledge_n[group]):
            at = blocks.PLEDGES + blocks.PLEDGE_ROW * (DEAL_ITEMS * group + i)
            pledge = s.pledge[group, i]
            out[at + blocks.VALID] = ONE
            out[at + blocks.FROM] = seat_number(s, pledge[0], seat)
            out[at + blocks.TO] = seat_number(s, pledge[1], seat)
            out[at + blocks.PLEDGE_RES + int(pledge[2])] = ONE
            out[at + blocks.PLEDGE_QUANTITY] = unit(pledge[3], MOST_OF_ONE_KIND)
