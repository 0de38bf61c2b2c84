"""What a seat cannot know, drawn anew: every world that fits all that it has seen, as often as it deserves.

Nothing here depends on how the hidden things really lie, so that worlds which look alike have the same draws.
"""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from .codes import (
    BOUGHT_TYPES,
    CARDS,
    CORPORATION_UNITS,
    FIRST_OF_TYPE,
    HAND_SLOTS,
    MARKERS,
    NONE,
    PLAYERS,
    TRIANGLES,
    Phase,
    Status,
)
from .setup import nth_missing
from .units import swap_counters

NEVER = 1000
"""Later than every turn: when the counters in a pile will be drawn."""

MOST_TRIES = 1_000_000
"""More than any hand needs that play can lead to."""

MOST_NAMINGS = 10_000
"""More than the revealed counters of a pile need, as good as always."""


@jit
def determinize(s, t, seat):
    """Draw the strengths of face-down counters, the opponent's cards, the events and the opponent's markers."""
    for p in range(PLAYERS):
        for kind in range(BOUGHT_TYPES):
            first = p * CORPORATION_UNITS + FIRST_OF_TYPE[kind]
            stop = p * CORPORATION_UNITS + FIRST_OF_TYPE[kind + 1]
            if has_twins(s, first, stop):
                name_revealed(s, first, stop)
            sort_counters(s, first, stop)
            draw_counters(s, first, stop, 0)
    draw_hand(s, t, seat)
    draw_events(s)
    draw_markers(s, seat)


# -- Counters ------------------------------------------------------------------------------------------


@jit
def sort_counters(s, first, stop):
    """Put the face-down counters of one pile's type into order, by their last return, then by strength."""
    for slot in range(first, stop):
        for earlier in range(first, slot):
            hidden = s.unit_revealed[slot] == 0 and s.unit_revealed[earlier] == 0
            if hidden and comes_before(s, slot, earlier):
                swap_counters(s, slot, earlier)


@jit
def comes_before(s, a, b):
    """Whether the counter in slot ``a`` has returned earlier than that in ``b``, or then and is weaker."""
    if s.unit_returned[a] != s.unit_returned[b]:
        return s.unit_returned[a] < s.unit_returned[b]
    return s.unit_strength[a] < s.unit_strength[b]


@jit
def draw_counters(s, first, stop, revealed):
    """R3, R97: every counter on the table was drawn after its last return; that of any slot may be any that fits.

    This draws for the slots that are revealed (1) or face-down (0). The slots that were drawn first choose first, each
    among all counters left that fit: what fits an early slot fits the later ones too, so that all arrangements are
    equally likely.
    """
    chosen = 0
    for _ in range(first, stop):
        slot = earliest_slot(s, first, stop, chosen, revealed)
        if slot == NONE:
            return
        count = count_fitting(s, first, stop, slot, chosen)
        n = random.below(s, count) if count > 0 else 0
        for other in range(first, stop):
            if fits(s, first, slot, other, chosen):
                if n == 0:
                    swap_counters(s, slot, other)
                    break
                n -= 1
        chosen |= 1 << (slot - first)


@jit
def earliest_slot(s, first, stop, chosen, revealed):
    """The revealed (1) or face-down (0) slot, not in the set ``chosen``, that was drawn first; -1 if there is none."""
    earliest = NONE
    for slot in range(first, stop):
        free = s.unit_revealed[slot] == revealed and (chosen >> (slot - first)) & 1 == 0
        if free and (earliest == NONE or drawn_at(s, slot) < drawn_at(s, earliest)):
            earliest = slot
    return earliest


@jit
def drawn_at(s, slot):
    """How many turns had seen their losses return when the counter in ``slot`` was drawn."""
    return NEVER if s.unit_status[slot] == Status.PILE else int(s.unit_drawn[slot])


@jit
def fits(s, first, slot, other, chosen):
    """Whether ``slot`` may hold the counter in ``other``: face-down as well, or of the strength that is revealed."""
    if (chosen >> (other - first)) & 1 or s.unit_returned[other] > drawn_at(s, slot):
        return False
    if s.unit_revealed[slot]:
        return s.unit_strength[other] == s.unit_strength[slot]
    return s.unit_revealed[other] == 0


@jit
def count_fitting(s, first, stop, slot, chosen):
    """How many counters outside of ``chosen`` fit a slot."""
    count = 0
    for other in range(first, stop):
        count += fits(s, first, slot, other, chosen)
    return count


# -- Revealed counters, which show their strength but not which of several equal ones they are ------------


@jit
def has_twins(s, first, stop):
    """Whether a revealed counter may be any of several that returned at different times."""
    for slot in range(first, stop):
        for other in range(first, stop):
            equal = s.unit_revealed[slot] == 1 and s.unit_strength[other] == s.unit_strength[slot]
            if equal and s.unit_returned[other] != s.unit_returned[slot]:
                return True
    return False


@jit
def name_revealed(s, first, stop):
    """R97: draw which counters the revealed ones are, as often as the face-down ones can then be arranged."""
    name_latest(s, first, stop)
    sort_counters(s, first, stop)
    most = arrangements(s, first, stop)
    for _ in range(MOST_NAMINGS):
        draw_counters(s, first, stop, 1)
        if random.below(s, most) < arrangements(s, first, stop):
            return
    name_latest(s, first, stop)


@jit
def name_latest(s, first, stop):
    """Let each revealed counter be the last to return of those that fit: no other choice leaves more arrangements."""
    chosen = 0
    for _ in range(first, stop):
        slot = earliest_slot(s, first, stop, chosen, 1)
        if slot == NONE:
            return
        latest = slot
        for other in range(first, stop):
            if fits(s, first, slot, other, chosen) and s.unit_returned[other] > s.unit_returned[latest]:
                latest = other
        swap_counters(s, slot, latest)
        chosen |= 1 << (slot - first)


@jit
def arrangements(s, first, stop):
    """How many ways there are to lay the face-down counters into their slots, 11! at most."""
    ways = 1
    chosen = 0
    for rank in range(stop - first):
        slot = earliest_slot(s, first, stop, chosen, 0)
        if slot == NONE:
            break
        ways *= count_fitting(s, first, stop, slot, 0) - rank
        chosen |= 1 << (slot - first)
    return ways


# -- Cards, events, markers ----------------------------------------------------------------------------


@jit
def draw_hand(s, t, seat):
    """R7, R68: the opponent's unknown cards are any of those that the seat does not know.

    Hands with a card that an attempt has ruled out are drawn once more.
    """
    known = known_cards(s, seat)
    for _ in range(MOST_TRIES):
        if draw_cards(s, t, seat, known):
            return


@jit
def known_cards(s, seat):
    """The set of the cards whose place the seat knows."""
    known = 0
    for p in range(PLAYERS):
        for slot in range(HAND_SLOTS):
            if s.hand_card[p, slot] != NONE and (s.hand_known[p, slot] >> seat) & 1:
                known |= 1 << int(s.hand_card[p, slot])
    return known


@jit
def draw_cards(s, t, seat, known):
    """Draw a card for each of the opponent's unknown slots; returns False when an attempt has ruled one out."""
    left = CARDS
    for card in range(CARDS):
        left -= (known >> card) & 1
    for slot in range(HAND_SLOTS):
        if s.hand_card[1 - seat, slot] != NONE and (s.hand_known[1 - seat, slot] >> seat) & 1 == 0:
            card = nth_missing(known, random.below(s, left))
            if (int(s.hand_excluded[1 - seat, slot]) >> int(t.card_type[card])) & 1:
                return False
            s.hand_card[1 - seat, slot] = card
            known |= 1 << card
            left -= 1
    return True


@jit
def draw_events(s):
    """R4: the face-down events are in any order."""
    for i in range(TRIANGLES):
        for earlier in range(i):
            hidden = s.event_kind[i] != NONE and s.event_kind[earlier] != NONE
            if hidden and s.event_kind[i] < s.event_kind[earlier]:
                s.event_kind[i], s.event_kind[earlier] = s.event_kind[earlier], s.event_kind[i]
    for i in range(TRIANGLES):
        if s.event_kind[i] != NONE:
            other = i + random.below(s, TRIANGLES - i)
            while s.event_kind[other] == NONE:
                other = i + random.below(s, TRIANGLES - i)
            s.event_kind[i], s.event_kind[other] = s.event_kind[other], s.event_kind[i]


@jit
def draw_markers(s, seat):
    """R28-R30: the opponent's markers whose step has not come may be any of them, also the one about to be placed."""
    p = 1 - seat
    first = first_hidden_marker(s, p)
    for k in range(first, MARKERS):
        for earlier in range(first, k):
            if s.marker_order[p, k] < s.marker_order[p, earlier]:
                swap_markers(s, p, k, earlier)
    for k in range(MARKERS - 1, first, -1):
        swap_markers(s, p, k, first + random.below(s, k - first + 1))
    if s.sel_kind != NONE and s.to_move == p:
        s.sel_kind = draw_unplaced(s, p)


@jit
def first_hidden_marker(s, p):
    """R29: the first kind of marker of a player whose step has not come yet."""
    if s.phase == Phase.RESOLUTION:
        return MARKERS
    if s.phase != Phase.ACTION:
        return 0
    return (int(s.round_index) + (p == s.leader) + 1) // PLAYERS


@jit
def swap_markers(s, p, a, b):
    """Two markers exchange their places."""
    s.marker_place[p, a], s.marker_place[p, b] = s.marker_place[p, b], s.marker_place[p, a]
    s.marker_order[p, a], s.marker_order[p, b] = s.marker_order[p, b], s.marker_order[p, a]


@jit
def draw_unplaced(s, p):
    """One of the kinds that the player has not placed."""
    count = 0
    for k in range(MARKERS):
        count += s.marker_place[p, k] == NONE
    n = random.below(s, count)
    k = 0
    while s.marker_place[p, k] != NONE or n > 0:
        n -= s.marker_place[p, k] == NONE
        k += 1
    return k
