"""The same game seen from another chair: every seat becomes the next one."""

import numpy as np

from lunar_envs.engine import record
from lunar_envs.games.age_of_the_moon.codes import ASSET_TYPES, PLAYERS, Item

ROWS = (
    *("faction", "res", "icp", "hand", "open_priv", "free_reuse", "jammed", "tried", "refill_plus", "known", "joint"),
    *("asset_status", "asset_owner", "asset_hex", "asset_blocked", "op_paid", "co_mask", "co_kind", "co_split"),
    *("co_until", "rank", "points"),
)
"""Fields with one row for each seat."""
SEATS = (
    *("to_move", "start", "cur", "rocket_loc", "asset_owner", "ag_by", "ag_target", "ng_by", "ng_target"),
    *("ng_editor", "ret_player"),
)
"""Fields that hold a seat, or a negative number."""
MASKS = (
    *("op_paid", "co_mask", "hex_share", "ag_members", "ng_invited", "ng_pending", "ng_accepted", "ng_yes"),
    *("ng_stop_pending", "ng_targets", "ng_held_stop", "ev_pending", "consent_mask", "winners"),
)
"""Fields with one bit for each seat."""
INDICES = ("ag_asset", "sel_asset", "ng_asset")
"""Fields that hold the index of an asset, or -1."""


def rotated(state: np.ndarray) -> np.ndarray:
    """A copy of ``state`` in which seat p has become seat p + 1."""
    state = record.clone(state)
    s = state[0]
    n = int(s.num_players)
    order = [(p - 1) % n if p < n else p for p in range(PLAYERS)]
    for name in SEATS:
        s[name] = next_seat(s[name], n)
    for name in MASKS:
        s[name] = next_mask(s[name], n)
    for name in INDICES:
        s[name] = next_index(s[name], n)
    for name in ROWS:
        s[name] = s[name][order]
    s.known = s.known[:, order]
    for rows, last in ((s.deal, int(s.deal_n)), *zip(s.pledge, map(int, s.pledge_n), strict=True)):
        rows[:last, :2] = next_seat(rows[:last, :2], n)
    for entry in s.deal[: s.deal_n]:
        entry[3] = next_index(entry[3], n) if entry[2] == Item.ASSET else entry[3]
    s.draft[:2] = next_seat(s.draft[:2], n)
    return state


def next_seat(seats: np.ndarray, n: int) -> np.ndarray:
    """The seats that come after these; what is no seat stays."""
    return np.where((seats >= 0) & (seats < n), (seats + 1) % n, seats)


def next_mask(masks: np.ndarray, n: int) -> np.ndarray:
    """Masks of the seats that come after those of ``masks``."""
    masks = np.asarray(masks, int)
    return (masks << 1 | masks >> (n - 1)) & ((1 << n) - 1)


def next_index(indices: np.ndarray, n: int) -> np.ndarray:
    """Indices of the assets of the next colour."""
    return np.where(indices >= 0, (indices + ASSET_TYPES) % (n * ASSET_TYPES), indices)
