"""The Moon: tokens on hexes, networks, where an asset may be placed, and its loss (R52-R55, R60-R62)."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    HEXES,
    NONE,
    PLAYERS,
    SLOTS,
    Agreement,
    Placement,
    Rule,
    Sharing,
    Status,
)
from .bank import close_slot, holds

ALL_HEXES = (1 << HEXES) - 1


@jit
def types_in(s, c, status):
    """The asset types of a colour that are in a status, as a mask."""
    types = 0
    for k in range(ASSET_TYPES):
        types |= (s.asset_status[c, k] == status) << k
    return types


# -- Networks ------------------------------------------------------------------------------------------


@jit
def widen(t, mask):
    """All hexes adjacent to a hex of ``mask``."""
    near = 0
    while mask:
        near |= t.near[count_bits(~mask & (mask - 1))]
        mask &= mask - 1
    return near


@jit
def owner_mask(s, c, k):
    """R55, R93: owner and co-owners of an asset, as a mask; temporary sharing never counts."""
    owners = 1 << np.int64(s.asset_owner[c, k])
    if s.co_kind[c, k] == Sharing.COLLAB or s.co_kind[c, k] == Sharing.JV:
        owners |= np.int64(s.co_mask[c, k])
    return owners


@jit
def is_part(s, p, c, k):
    """R55, R93: whether a player owns or co-owns an asset; temporary sharing never counts."""
    return (owner_mask(s, c, k) >> p) & 1 == 1


@jit
def member_mask(s, c, k):
    """R57: owner and sharers of an asset, as a mask."""
    return (1 << np.int64(s.asset_owner[c, k])) | np.int64(s.co_mask[c, k])


@jit
def network_nodes(s, t, p):
    """R55: hexes with a non-rover surface asset of a player, those with two of them, and hexes shared with it."""
    one = 0
    two = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] >= 0 and t.placement[k] == Placement.SURFACE and (owner_mask(s, c, k) >> p) & 1:
                bit = 1 << int(s.asset_hex[c, k])
                two |= one & bit
                one |= bit
    shared = 0
    for h in range(HEXES):
        shared |= ((np.int64(s.hex_share[h]) >> p) & 1) << h
    return one, two, shared


@jit
def component(t, seed, nodes):
    """The nodes that are linked with the nodes of ``seed``."""
    part = seed
    while part != nodes:
        grown = (part | widen(t, part)) & nodes
        if grown == part:
            break
        part = grown
    return part


@jit
def main_network(s, t, p):
    """R55: the component with most assets of the player; of equal ones that with the smallest hex id."""
    if p >= s.num_players:
        return 0
    one, two, shared = network_nodes(s, t, p)
    nodes = one | shared
    main = 0
    most = -1
    rest = nodes
    while rest:
        part = component(t, rest & -rest, nodes)
        assets = count_bits(part & one) + count_bits(part & two)
        if assets > most:
            most = assets
            main = part
        rest &= ~part
    return main


@jit
def main_networks(s, t):
    """R55: the main networks of all four seats."""
    return main_network(s, t, 0), main_network(s, t, 1), main_network(s, t, 2), main_network(s, t, 3)


@jit
def is_connected(s, t, c, k, networks):
    """R55: rovers and orbital assets always are; others by their owner's or a lasting co-owner's main network."""
    if t.placement[k] != Placement.SURFACE:
        return True
    owners = owner_mask(s, c, k)
    for p in range(PLAYERS):
        if (owners >> p) & 1 and (networks[p] >> np.int64(s.asset_hex[c, k])) & 1:
            return True
    return False


@jit
def is_operated(s, t, c, k):
    """R62: whether the operating cost of an asset is covered."""
    if not t.has_upkeep[k]:
        return True
    paid = np.int64(s.op_paid[c, k])
    rover = t.placement[k] == Placement.ROVER
    if s.co_kind[c, k] == Sharing.JV or (s.co_kind[c, k] == Sharing.COLLAB and rover):
        return paid != 0
    due = member_mask(s, c, k)
    return paid & due == due


# -- Placement -----------------------------------------------------------------------------------------


@jit
def survey(s, t, owner):
    """Hexes with a token, with several, with a token of another owner, and with any but a rover of ``owner``."""
    some = 0
    several = 0
    foreign = 0
    fixed = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] >= 0:
                bit = 1 << int(s.asset_hex[c, k])
                several |= some & bit
                some |= bit
                if s.asset_owner[c, k] != owner:
                    foreign |= bit
                    fixed |= bit
                elif t.placement[k] != Placement.ROVER:
                    fixed |= bit
    return some, several, foreign, fixed


@jit
def room_beside(s, owner, single, venture):
    """R54: hexes of ``single``, which hold one foreign token each, where an asset of ``owner`` has room.

    ``venture`` is the mask of the other members of a joint venture that builds it.
    """
    room = single if holds(s, Rule.OPEN_REGIONS) else 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            h = np.int64(s.asset_hex[c, k])
            if h < 0 or (single >> h) & 1 == 0:
                continue
            other = np.int64(s.asset_owner[c, k])
            pair = (1 << owner) | (1 << other)
            share = np.int64(s.hex_share[h])
            if share == pair or (share == 0 and (venture >> other) & 1):
                room |= 1 << h
    return room


@jit
def venture_mask(s, c, k):
    """The other members of the joint venture that an asset belongs to, as a mask."""
    return np.int64(s.co_mask[c, k]) if s.co_kind[c, k] == Sharing.JV else 0


@jit
def placeable_hexes(s, t, c, k):
    """R52-R54: mask of the hexes where a surface asset or rover may be placed; the placing player is its owner."""
    owner = np.int64(s.asset_owner[c, k])
    some, several, foreign, fixed = survey(s, t, owner)
    free = ALL_HEXES & ~some
    single = foreign & ~several
    beside = room_beside(s, owner, single, venture_mask(s, c, k)) if single else 0
    if t.placement[k] == Placement.ROVER:
        return free | beside
    room = free | (some & ~fixed) | beside
    nodes = 0
    owners = owner_mask(s, c, k)
    for p in range(s.num_players):
        if (owners >> p) & 1:
            one, _, shared = network_nodes(s, t, p)
            nodes |= one | shared
    return room & (nodes | widen(t, nodes)) if nodes else room


@jit
def enterable_hexes(s, t, c, k):
    """R58: mask of the adjacent hexes that a rover may enter."""
    owner = np.int64(s.asset_owner[c, k])
    near = t.near[s.asset_hex[c, k]]
    some, several, foreign, _ = survey(s, t, owner)
    enterable = near & ~fixed_hexes(s, t)
    single = near & some & ~several & foreign
    for h in range(HEXES):
        if (single >> h) & 1 and (np.int64(s.hex_share[h]) >> owner) & 1:
            other = np.int64(s.hex_share[h]) & ~(1 << owner)
            if other == 1 << token_owner(s, h):
                enterable |= 1 << h
    return enterable


@jit
def fixed_hexes(s, t):
    """Hexes with a token that is no rover."""
    fixed = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] >= 0 and t.placement[k] == Placement.SURFACE:
                fixed |= 1 << int(s.asset_hex[c, k])
    return fixed


@jit
def token_owner(s, h):
    """The owner of a token on a hex that holds one."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] == h:
                return np.int64(s.asset_owner[c, k])
    return NONE


@jit
def single_hexes(s, a, b):
    """R67: unshared hexes that hold exactly one token, owned by seat ``a`` or ``b``."""
    some = 0
    several = 0
    owned = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            h = int(s.asset_hex[c, k])
            if h >= 0:
                several |= some & (1 << h)
                some |= 1 << h
                owner = s.asset_owner[c, k]
                if owner in (a, b) and s.hex_share[h] == 0:
                    owned |= 1 << h
    return owned & ~several


@jit
def offer_hexes(hexes, first, mask):
    """Offer the hexes of a mask from the action id ``first`` on."""
    for h in range(HEXES):
        mask[first + h] = (hexes >> h) & 1


@jit
def place_asset(s, c, k, h):
    """R53, R54: a loaded asset is deployed; a venture over another member's asset makes the two share the hex."""
    owner = np.int64(s.asset_owner[c, k])
    if venture_mask(s, c, k) and s.hex_share[h] == 0:
        other = token_owner(s, h)
        if other >= 0 and other != owner and (venture_mask(s, c, k) >> other) & 1:
            s.hex_share[h] = (1 << owner) | (1 << other)
    s.asset_status[c, k] = Status.DEPLOYED
    s.asset_hex[c, k] = h


# -- Loss ----------------------------------------------------------------------------------------------


@jit
def end_sharing(s, c, k):
    """The collaboration, temporary sharing or venture of an asset ends, and its agreement with it."""
    if s.co_kind[c, k] == Sharing.NONE:
        return
    s.co_mask[c, k] = 0
    s.co_kind[c, k] = Sharing.NONE
    s.co_split[c, k] = 0
    s.co_until[c, k] = 0
    for i in range(SLOTS):
        kind = s.ag_kind[i]
        shares = kind == Agreement.COLLAB or kind == Agreement.TEMP or kind == Agreement.JV
        if shares and s.ag_asset[i] == ASSET_TYPES * c + k:
            close_slot(s, i)


@jit
def lose_asset(s, c, k):
    """R60, R105: a destroyed or lost asset is a blueprint of its colour again."""
    end_sharing(s, c, k)
    s.asset_status[c, k] = Status.BLUEPRINT
    s.asset_owner[c, k] = c
    s.asset_hex[c, k] = NONE
    s.asset_blocked[c, k] = 0
    s.op_paid[c, k] = 0


@jit
def end_region(s, h):
    """R61: a hex is shared no more."""
    s.hex_share[h] = 0
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.REGION and s.ag_hex[i] == h:
            close_slot(s, i)
