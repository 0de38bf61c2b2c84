"""Legality: one function per decision context, mirrored by apply.py. All of it is exact.

Every ``offer_*`` function adds 1s to a blank mask for the seat to move.
"""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import clear_mask, count_legal

from .activation import may_move, may_transport, overfull_area, transport_areas
from .assault import may_assault, participates
from .budget import fuel, rebuild_cost
from .codes import (
    ALL_AREAS,
    AREAS,
    BOUGHT_TYPES,
    FIRST_NEUTRAL,
    FIRST_TURRET,
    HAND_SLOTS,
    MARKERS,
    NEUTRAL_UNITS,
    NONE,
    SETTLED,
    STOCK_MAX,
    TURRETS,
    UNITS,
    Action,
    CardState,
    Context,
    Flag,
    Outcome,
    Status,
)
from .control import can_buy, main_base, used
from .fire import all_in_distance, counter_areas, fire_areas, group_reach, may_join, open_targets
from .markers import card_places
from .movement import destinations
from .saves import is_waiting, retreat_areas
from .units import friendly_areas, is_in, local_index, occupied
from .upgrade import token_areas


@jit
def legal(s, t, mask):
    """Write the mask of the seat to move (int8[109]); returns the number of legal actions, 0 when the game is over."""
    clear_mask(mask)
    if s.ctx != Context.GAME_OVER:
        offer(s, t, int(s.to_move), mask)
    return count_legal(mask)


@jit
def offer(s, t, p, mask):
    """Route to the context that waits."""
    ctx = s.ctx
    if ctx == Context.ACTIVATE:
        offer_activate(s, t, p, mask)
    elif ctx == Context.BUDGET:
        offer_budget(s, t, p, mask)
    elif ctx == Context.FIREGROUP or ctx == Context.COUNTER_GROUP:
        offer_group(s, t, p, mask)
    elif ctx == Context.MARKER_KIND:
        offer_marker_kind(s, p, mask)
    elif ctx == Context.MARKER_WHERE:
        offer_marker_place(s, t, p, mask)
    elif ctx == Context.SETUP_BASE:
        mask[Action.BASE_WEST] = 1
        mask[Action.BASE_EAST] = 1
    elif ctx == Context.EVENT_UNITS:
        offer_units_to_buy(s, t, p, int(s.pending_units[p]), 0, mask)
        mask[Action.PASS] = 1
    elif ctx == Context.LEGAL_DIR:
        offer_legal_direction(s, mask)
    elif ctx == Context.UPGRADE:
        mask[Action.CONFIRM] = 1
        mask[Action.PASS] = 1
        mask[Action.MEDIA] = not used(s, p, Flag.MEDIA_STEP)  # R34
    elif ctx == Context.STEAL_CARD:
        offer_cards(s, 1 - p, mask)
    elif ctx == Context.TRANSPORT_GROUP:
        offer_transport(s, t, p, mask)
    elif ctx == Context.AUTO_LOSS or ctx == Context.SAVE_ALLOC:
        offer_targets(s, t, p, mask)
    elif ctx == Context.ASSAULT_LOSS:
        offer_participants(s, t, p, mask)
    elif ctx == Context.STACK_LOSS:
        offer_stack(s, t, p, mask)
    elif ctx == Context.DEFSAT_TARGET:
        in_reach = int(t.reach[s.defsat_area[p]]) & open_targets(s, t, 1 - p)  # R92
        offer_areas(s, t, p, in_reach, Action.FIRE_AT, mask)
        mask[Action.PASS] = 1
    elif (
        ctx == Context.REROLL_OWN
        or ctx == Context.REROLL_ENEMY
        or ctx == Context.UPGRADE_REROLL
        or ctx == Context.AI_CHOICE
    ):
        mask[Action.CONFIRM] = 1
        mask[Action.PASS] = 1
    else:
        offer_destination(s, t, p, mask)


# -- Areas ---------------------------------------------------------------------------------------------


@jit
def offer_areas(s, t, p, areas, first, mask):
    """The actions from ``first`` on that name a set of areas, in the own frame of player ``p``."""
    for i in range(AREAS):
        mask[first + i] = (areas >> int(t.frame[s.home[p], i])) & 1


@jit
def offer_destination(s, t, p, mask):
    """The contexts that ask for an area, some of which may be declined."""
    offer_areas(s, t, p, destination_areas(s, t, p), Action.AREA, mask)
    declinable = s.ctx == Context.DEFSAT_PLACE or s.ctx == Context.COUNTER_TARGET
    if declinable or (s.ctx == Context.RETREAT and s.outcome[s.sel_unit] == Outcome.OPTIONAL_RETREAT):
        mask[Action.PASS] = 1


@jit
def destination_areas(s, t, p):
    """The set of the areas that may be named."""
    ctx = s.ctx
    if ctx == Context.MOVE_DEST:
        return destinations(s, t, p, int(s.sel_unit))
    if ctx == Context.RETREAT:
        return retreat_areas(s, t, p, int(s.sel_unit))
    if ctx == Context.MEDIA_STEP_DEST:
        return int(t.near[s.media_area[p]])
    if ctx == Context.MEDIA_PAID_DEST:
        return ALL_AREAS & ~(1 << int(s.media_area[p]))
    if ctx == Context.TRANSPORT_DEST:
        return transport_areas(s, p)
    if ctx == Context.COUNTER_TARGET:
        return counter_areas(s, t, p)
    if ctx == Context.SETUP_PLACE:
        return int(t.near[main_base(s, t, p)]) & ~occupied(s, p)
    if ctx == Context.TURRET_DEST:
        return turret_areas(s, p, int(s.sel_unit))
    if ctx == Context.TURRET_REBUILD_PLACE:
        return friendly_areas(s, p) | (1 << main_base(s, t, p))
    if ctx == Context.TOKEN_PLACE:
        return token_areas(s, t, p)
    return ALL_AREAS  # DEFSAT_PLACE


@jit
def turret_areas(s, p, slot):
    """R23: the set of the friendly areas that a turret may be shifted to."""
    return friendly_areas(s, p) & ~(1 << int(s.unit_area[slot]))


# -- Preparation ---------------------------------------------------------------------------------------


@jit
def offer_budget(s, t, p, mask):
    """R19-R27: what the budget pays for."""
    budget = int(s.budget[p])
    mask[Action.PASS] = 1
    offer_units_to_buy(s, t, p, budget, fuel(s, t, p), mask)
    for n in range(NEUTRAL_UNITS):
        slot = FIRST_NEUTRAL + n
        destroyed = s.unit_owner[slot] == p and s.unit_status[slot] == Status.PILE
        mask[Action.REBUILD + n] = destroyed and rebuild_cost(s, t, p, n) <= budget
    for n in range(TURRETS):
        slot = FIRST_NEUTRAL + FIRST_TURRET + n
        on_map = s.unit_owner[slot] == p and s.unit_area[slot] != NONE
        payable = on_map and t.cost[t.unit_type[slot]] <= budget
        mask[Action.TURRET_SHIFT + n] = payable and turret_areas(s, p, slot) != 0
    mask[Action.RAISE_STOCK] = budget >= t.raise_stock_cost and s.stock[p] < STOCK_MAX and not used(s, p, Flag.RAISE)
    mask[Action.DESPERATE] = s.stock[p] > 0 and not used(s, p, Flag.DESPERATE)
    mask[Action.LEGAL] = budget >= t.legal_cost and not used(s, p, Flag.LEGAL)
    mask[Action.MEDIA] = budget >= t.media_cost and not used(s, p, Flag.MEDIA_PAID)


@jit
def offer_units_to_buy(s, t, p, euros, lift, mask):
    """R20, R21: counters that ``euros`` pay for, ``lift`` euros being for the fuel."""
    for kind in range(BOUGHT_TYPES):
        mask[Action.BUY + kind] = can_buy(s, t, p, kind, euros - lift)


@jit
def offer_legal_direction(s, mask):
    """R25: the settlement marker may go either way, not beyond the numbered spaces."""
    mask[Action.LEGAL_ADVANCE] = s.settlement < SETTLED - 1
    mask[Action.LEGAL_RETREAT] = s.settlement > 0
    mask[Action.PASS] = 1


@jit
def offer_marker_kind(s, p, mask):
    """R28: the markers that are not placed."""
    for k in range(MARKERS):
        mask[Action.MARK + k] = s.marker_place[p, k] == NONE


@jit
def offer_marker_place(s, t, p, mask):
    """R28: areas with own units, and cards."""
    offer_areas(s, t, p, occupied(s, p), Action.AREA, mask)
    cards = card_places(s, t, p)
    for slot in range(HAND_SLOTS):
        mask[Action.CARD + slot] = (cards >> slot) & 1


@jit
def offer_cards(s, owner, mask):
    """R79: the face-down cards of a player."""
    for slot in range(HAND_SLOTS):
        mask[Action.CARD + slot] = s.hand_state[owner, slot] == CardState.FACE_DOWN


# -- Units ---------------------------------------------------------------------------------------------


@jit
def offer_unit(s, t, p, slot, mask):
    """Offer a unit unless one that is equal for every decision is offered already."""
    first = Action.UNIT + local_index(p, slot) - slot
    other = slot - 1
    while other >= 0 and t.unit_type[other] == t.unit_type[slot]:
        if mask[first + other] and are_alike(s, slot, other):
            return
        other -= 1
    mask[first + slot] = 1


@jit
def are_alike(s, a, b):
    """Whether nobody can tell two units of one type apart; hidden strengths do not count."""
    here = s.unit_area[a] == s.unit_area[b] and s.unit_suppressed[a] == s.unit_suppressed[b]
    seen = s.unit_revealed[a] == s.unit_revealed[b]
    seen &= s.unit_revealed[a] == 0 or s.unit_strength[a] == s.unit_strength[b]
    done = s.unit_moved[a] == s.unit_moved[b] and s.unit_fired[a] == s.unit_fired[b]
    part = s.unit_in_group[a] == s.unit_in_group[b] and s.unit_acting[a] == s.unit_acting[b]
    return here and seen and done and part


@jit
def offer_activate(s, t, p, mask):
    """R31-R34, R81: what the acting units may still do."""
    mask[Action.PASS] = 1
    movable = False
    for slot in range(UNITS):
        if may_move(s, t, slot):
            offer_unit(s, t, p, slot, mask)
            movable = True
    offer_areas(s, t, p, fire_areas(s, t, p), Action.FIRE_AT, mask)
    mask[Action.ASSAULT] = may_assault(s, t, p)
    mask[Action.TRANSPORT] = movable and may_transport(s, t, p)
    mask[Action.MEDIA] = s.act_started == 0 and not used(s, p, Flag.MEDIA_STEP)


@jit
def offer_transport(s, t, p, mask):
    """R81: units that may move, and taking off with those that are in."""
    for slot in range(UNITS):
        if s.unit_in_group[slot]:
            mask[Action.CONFIRM] = 1
        elif may_move(s, t, slot):
            offer_unit(s, t, p, slot, mask)


@jit
def offer_group(s, t, p, mask):
    """R43-R45, R60: units that may join the firegroup, all of them at once, and fire."""
    reach = group_reach(s, t, p)
    distance = all_in_distance(s, t, reach)
    count = 0
    grouped = 0
    for slot in range(UNITS):
        grouped |= s.unit_in_group[slot]
        if may_join(s, t, slot, reach):
            offer_unit(s, t, p, slot, mask)
            count += t.distance[s.unit_area[slot], s.fire_target] <= distance
    mask[Action.ALL_IN] = count > 1
    mask[Action.CONFIRM] = grouped
    mask[Action.PASS] = s.ctx == Context.COUNTER_GROUP and grouped == 0


@jit
def offer_targets(s, t, p, mask):
    """R50, R55: targets that may be lost, or that may get a die."""
    for slot in range(UNITS):
        if is_waiting(s, t, slot):
            offer_unit(s, t, p, slot, mask)


@jit
def offer_participants(s, t, p, mask):
    """R66: participants of the assault."""
    for slot in range(UNITS):
        if participates(s, t, p, slot):
            offer_unit(s, t, p, slot, mask)


@jit
def offer_stack(s, t, p, mask):
    """R35: units in the overfull area."""
    area = overfull_area(s, t, p)
    for slot in range(UNITS):
        if is_in(s, p, slot, area):
            offer_unit(s, t, p, slot, mask)
