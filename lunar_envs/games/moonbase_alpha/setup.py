"""Set-up (R1-R8)."""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from .budget import begin_turn
from .codes import (
    BOUGHT_TYPES,
    CARDS,
    CORPORATION_UNITS,
    FIRST_NEUTRAL,
    HAND_SLOTS,
    MARKERS,
    NONE,
    PLAYERS,
    TRIANGLES,
    UNITS,
    CardState,
    Context,
    Phase,
    Status,
    UnitType,
)
from .control import main_base, units_on_map
from .dice import roll_low
from .units import draw_counter, put_on_map, shuffle_pile


@jit
def setup_state(s, t):
    """R1, R2, R8: a blank record becomes a game whose high roller chooses its main base."""
    clear_fields(s)
    s.turn = 1
    s.phase = Phase.SETUP
    for slot in range(UNITS):
        s.unit_owner[slot] = slot // CORPORATION_UNITS if slot < FIRST_NEUTRAL else NONE
        s.unit_status[slot] = Status.PILE if slot < FIRST_NEUTRAL else Status.OUT
        s.unit_area[slot] = NONE
        s.unit_strength[slot] = t.strength[slot]
    for p in range(PLAYERS):
        s.stock[p] = t.start_stock_level  # R4
    s.start_player = roll_low(s, t)
    s.leader = s.start_player
    s.to_move = 1 - s.start_player
    s.ctx = Context.SETUP_BASE


@jit
def clear_fields(s):
    """Write NONE where 0 would mean something."""
    s.active_player = NONE
    s.active_area = NONE
    s.fire_by = NONE
    s.fire_target = NONE
    s.fire_col = NONE
    s.fire_result = NONE
    s.save_type = NONE
    s.sel_unit = NONE
    s.sel_kind = NONE
    s.sel_slot = NONE
    for i in range(TRIANGLES):
        s.event_kind[i] = NONE
    for p in range(PLAYERS):
        s.home[p] = NONE
        s.media_area[p] = NONE
        s.transport_area[p] = NONE
        s.defsat_area[p] = NONE
        for k in range(MARKERS):
            s.marker_place[p, k] = NONE
            s.marker_order[p, k] = NONE
        for slot in range(HAND_SLOTS):
            s.hand_card[p, slot] = NONE


@jit
def choose_base(s, t, p, home):
    """R2-R5, R7: player ``p`` takes ``home``, 0 in the west or 1 in the east; everything is shuffled and laid out."""
    s.home[p] = home
    s.home[1 - p] = 1 - home
    for q in range(PLAYERS):
        for kind in range(BOUGHT_TYPES):
            shuffle_pile(s, q, kind)
    for i in range(TRIANGLES):
        s.event_kind[i] = t.event_token[i]
    random.shuffle(s, s.event_kind, 0, TRIANGLES)
    deal_cards(s, t)
    for q in range(PLAYERS):
        base = main_base(s, t, q)
        s.media_area[q] = base
        for _ in range(t.base_pmc):
            put_on_map(s, draw_counter(s, q, UnitType.PMC), base)
        for _ in range(t.base_mcu):
            put_on_map(s, draw_counter(s, q, UnitType.MCU), base)
    s.to_move = s.start_player
    s.ctx = Context.SETUP_PLACE


@jit
def deal_cards(s, t):
    """R7: cards to each player, known to their owner alone; the others leave the game unseen."""
    dealt = 0
    left = CARDS
    for p in range(PLAYERS):
        for slot in range(t.cards_dealt):
            card = nth_missing(dealt, random.below(s, left))
            dealt |= 1 << card
            left -= 1
            s.hand_card[p, slot] = card
            s.hand_state[p, slot] = CardState.FACE_DOWN
            s.hand_known[p, slot] = 1 << p


@jit
def nth_missing(taken, n):
    """The card number ``n`` of those that are not in the set ``taken``."""
    card = 0
    while (taken >> card) & 1 or n > 0:
        n -= 1 - ((taken >> card) & 1)
        card += 1
    return card


@jit
def units_placed(s, t, p):
    """R6: how many units a player has placed next to its main base."""
    return units_on_map(s, p) - int(t.base_pmc) - int(t.base_mcu)


@jit
def place_next(s, t, p, area):
    """R6: PMC first, then MCU; after the start player the other one places, then the first turn begins."""
    kind = UnitType.PMC.value if units_placed(s, t, p) < t.adjacent_pmc else UnitType.MCU.value
    put_on_map(s, draw_counter(s, p, kind), area)
    if units_placed(s, t, p) < t.adjacent_pmc + t.adjacent_mcu:
        return
    if p == s.start_player:
        s.to_move = 1 - p
    else:
        begin_turn(s, t)
