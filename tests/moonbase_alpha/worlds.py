"""What a seat cannot know, changed: other worlds that look the same to it."""

import numpy as np

from lunar_envs.engine import record

from .reference import CARDS, FACE_DOWN, SLOT_TYPES

PREPARATION, ACTION = 1, 2


def hidden_counters(s: np.record) -> list[np.ndarray]:
    """Slots of the face-down counters by seat and type."""
    face_down = (s.unit_revealed == 0) & (s.unit_owner >= 0)
    kinds = np.array(SLOT_TYPES)
    return [
        np.flatnonzero(face_down & (s.unit_owner == seat) & (kinds == kind))
        for seat in (0, 1)
        for kind in ("pmc", "mcu", "crawler")
    ]


def hidden_cards(s: np.record, seat: int) -> np.ndarray:
    """Slots of the opponent's cards that a seat does not know."""
    unknown = (s.hand_state[1 - seat] == FACE_DOWN) & (s.hand_known[1 - seat] >> seat & 1 == 0)
    return np.flatnonzero(unknown)


def unseen_cards(s: np.record, seat: int) -> list[int]:
    """Cards that may lie in the opponent's unknown slots: those in them, and those that left the game."""
    open_cards = set(s.hand_card[s.hand_card >= 0].tolist())
    return sorted(set(range(len(CARDS))) - open_cards | set(s.hand_card[1 - seat, hidden_cards(s, seat)].tolist()))


def hidden_kinds(s: np.record, seat: int) -> list[int]:
    """Kinds of the opponent's markers whose step has not come yet."""
    if s.phase == PREPARATION:
        return [0, 1, 2, 3]
    if s.phase != ACTION:
        return []
    second = int(1 - seat != s.leader)
    return [kind for kind in range(4) if 2 * kind + second > s.round_index]


def other_world(state: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """A copy in which everything hidden from ``seat`` is something else, if it can be."""
    other = record.clone(state)
    s = other[0]
    for slots in hidden_counters(s):
        order = rng.permutation(slots)
        s.unit_strength[slots] = s.unit_strength[order]
        s.unit_returned[slots] = s.unit_returned[order]
    slots = hidden_cards(s, seat)
    s.hand_card[1 - seat, slots] = rng.permutation(unseen_cards(s, seat))[: len(slots)]
    events = np.flatnonzero(s.event_kind >= 0)
    s.event_kind[events] = s.event_kind[rng.permutation(events)]
    change_markers(s, seat, rng)
    s.rng = rng.integers(2**64, size=4, dtype=np.uint64)
    return other


def change_markers(s: np.record, seat: int, rng: np.random.Generator) -> None:
    """Permute the opponent's hidden markers, and the one that it is about to place."""
    kinds = hidden_kinds(s, seat)
    order = rng.permutation(kinds).astype(int)
    for row in (s.marker_place[1 - seat], s.marker_order[1 - seat]):
        row[kinds] = row[order]
    if s.sel_kind >= 0 and s.to_move == 1 - seat:
        s.sel_kind = rng.choice(np.flatnonzero(s.marker_place[1 - seat] < 0))
