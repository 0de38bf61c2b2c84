"""What follows from a state, in plain Python: the text view and the picture show it."""

import numpy as np

from .codes import (
    ADVANTAGE_RATE,
    ASSET_TYPES,
    FIRST_MODULE,
    ICP_LIMIT,
    NONE,
    SLOTS,
    Agreement,
    Place,
    Placement,
    Primitive,
    Rule,
    Sharing,
    Status,
)
from .score import MODULE_POINTS, OPERATED_POINTS

Key = tuple[int, int]
"""An asset: colour and type."""


def has_bit(mask: int, k: int) -> bool:
    """Whether a mask holds a seat, a hex or a rule."""
    return bool(int(mask) >> k & 1)


def seats_of(mask: int) -> list[int]:
    """The seats of a mask, ascending."""
    return [p for p in range(int(mask).bit_length()) if has_bit(mask, p)]


def where(condition: np.ndarray) -> list[Key]:
    """The assets for which a condition (bool[4, 16]) is true."""
    return [(c, k) for c, k in np.argwhere(condition).tolist()]


def owned(s: np.record, seat: int, status: Status) -> list[Key]:
    """The assets of a seat with a status, of whatever colour."""
    return where((s.asset_owner == seat) & (s.asset_status == status))


def key_of(index: int) -> Key:
    """The asset with an index."""
    return divmod(int(index), ASSET_TYPES)


def tokens_on(s: np.record, h: int) -> list[Key]:
    """The assets on a hex."""
    return where(s.asset_hex == h)


# -- networks, operation -------------------------------------------------------------------------------


def parts_of(s: np.record, seat: int) -> np.ndarray:
    """R55, R93: which assets a seat owns or co-owns, bool[4, 16]; temporary sharing never counts."""
    lasting = (s.co_kind == Sharing.COLLAB) | (s.co_kind == Sharing.JV)
    return (s.asset_owner == seat) | (lasting & (s.co_mask >> seat & 1 == 1))


def bases(s: np.record, t: np.record, seat: int) -> list[int]:
    """The hexes of all surface assets that a seat has part in."""
    placed = (s.asset_hex != NONE) & (t.placement == Placement.SURFACE)
    return s.asset_hex[placed & parts_of(s, seat)].tolist()


def nodes(s: np.record, t: np.record, seat: int) -> set[int]:
    """R55: the hexes of a seat's bases and those that it shares."""
    return {*bases(s, t, seat), *np.flatnonzero(s.hex_share >> seat & 1).tolist()}


def main_network(s: np.record, t: np.record, seat: int) -> set[int]:
    """R55: the hexes of the main network of a seat."""
    based, rest = bases(s, t, seat), nodes(s, t, seat)
    parts = []
    while rest:
        part: set[int] = set()
        grown = {min(rest)}
        while grown:
            part |= grown
            grown = {h for h in rest - part if any(has_bit(t.near[g], h) for g in grown)}
        rest -= part
        parts.append(part)
    return max(parts, key=lambda part: sum(h in part for h in based), default=set())


def is_connected(s: np.record, t: np.record, key: Key) -> bool:
    """R55: whether a surface asset is in the main network of a seat that has part in it; others always are."""
    if t.placement[key[1]] != Placement.SURFACE:
        return True
    owners = [int(s.asset_owner[key]), *(seats_of(s.co_mask[key]) if s.co_kind[key] != Sharing.TEMP else [])]
    return any(int(s.asset_hex[key]) in main_network(s, t, p) for p in owners)


def is_operated(s: np.record, t: np.record, key: Key) -> bool:
    """R62: whether the operating cost of an asset is covered."""
    paid, due = int(s.op_paid[key]), 1 << int(s.asset_owner[key]) | int(s.co_mask[key])
    rover = t.placement[key[1]] == Placement.ROVER
    one_pays = s.co_kind[key] == Sharing.JV or (s.co_kind[key] == Sharing.COLLAB and rover)
    return bool(not t.has_upkeep[key[1]] or (paid if one_pays else paid & due == due))


def modules(s: np.record, t: np.record, seat: int, operated: bool = False) -> set[int]:
    """R93: the module types that a seat holds deployed, or holds deployed and operated."""
    deployed = (s.asset_status == Status.DEPLOYED) & (np.arange(ASSET_TYPES) >= FIRST_MODULE)
    held = where(deployed & parts_of(s, seat))
    return {key[1] for key in held if not operated or is_operated(s, t, key)}


def points(s: np.record, t: np.record, seat: int) -> int:
    """The score of a seat as it stands."""
    held, operated = modules(s, t, seat), modules(s, t, seat, operated=True)
    return MODULE_POINTS * len(held) + OPERATED_POINTS * len(operated) + int(s.icp[seat])


# -- prices and rates ----------------------------------------------------------------------------------


def ongoing(s: np.record, t: np.record, primitive: Primitive) -> int:
    """R24: the parameter of an ongoing event, 0 where it does not lie there."""
    event = t.event_of[primitive]
    return int(t.param[event, 0]) if s.event_place[event] == Place.ONGOING else 0


def rocket_price(s: np.record, t: np.record, kind: int) -> int:
    """R38: the price of a market rocket, lunars."""
    return max(1, int(t.rocket_cost[kind]) + ongoing(s, t, Primitive.ROCKET_PRICE) - int(s.rideshare))


def exchange_rate(s: np.record, t: np.record, seat: int) -> int:
    """R25: tokens of one kind for a token of another."""
    rate = int(t.general_rate[s.faction[seat]]) + ongoing(s, t, Primitive.EXCHANGE_RATE)
    return max(ADVANTAGE_RATE, rate - has_bit(s.rules, Rule.OPEN_MARKET))


def is_isolated(s: np.record, t: np.record, seat: int) -> bool:
    """R34: whether a seat may play no negotiation cards."""
    return bool(t.isolated[s.icp[seat] + ICP_LIMIT])


def is_embargoed(s: np.record, seat: int) -> bool:
    """R77: whether the assets of a seat give no lunars."""
    return any(s.ag_kind[i] == Agreement.EMBARGO and s.ag_target[i] == seat for i in range(SLOTS))


def rockets_at(s: np.record, place: int) -> list[int]:
    """The rockets of a seat, in the market by slot, or in the pile."""
    return sorted(np.flatnonzero(s.rocket_loc == place).tolist(), key=lambda i: (s.rocket_slot[i], s.rocket_kind[i]))
