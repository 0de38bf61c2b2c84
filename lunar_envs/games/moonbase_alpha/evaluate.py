"""The baseline player: fixed preferences for each kind of decision; tactics.py weighs fire and moves."""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import first_legal

from .assault import participates
from .codes import (
    AREAS,
    BOUGHT_TYPES,
    CORPORATION_UNITS,
    HAND_SLOTS,
    LOCAL_UNITS,
    MARKERS,
    MAX_TOTAL,
    MIN_TOTAL,
    NEUTRAL_UNITS,
    NONE,
    UNITS,
    Action,
    Chart,
    Context,
    Defsat,
    FireResult,
    SaveStage,
    Status,
    UnitType,
    Upgrade,
)
from .control import main_base, science_symbols, unit_cost, upgrades_of
from .setup import units_placed
from .tactics import (
    EXPECTED,
    PAIRS,
    PAIRS_ROLLED,
    best_destination,
    best_move,
    power,
    power_near,
    retreat_value,
    wants_fire,
    wants_in_group,
)
from .units import is_in, slot_of

UNIT_VALUES = (1.2, 2.4, 3.2)
"""Of a PMC, an MCU and a crawler; a neutral unit counts NEUTRAL_VALUE times its cost."""
NEUTRAL_VALUE = 1.1
ENOUGH = 0.8
"""With this share of the enemy's unit value there is money for the stock."""
SAFE_STOCK = 4
"""Desperate measures leave at least this level less one."""
REROLL_STOCK, REROLL_CHANCE = 6, 0.6
"""Level and chance from which a failed upgrade is tried again."""
REROLL_STRENGTH = 8
"""Total attack strength from which a bad roll is rolled again."""
PMC_WANTED, DEAR_PMC_WANTED = 6, 4
CRAWLERS_WANTED = 3
"""With better missiles; one otherwise."""
MARKER_ORDER = (2, 0, 1, 3)
"""The 3-star goes to a card first, the 1-star to the area under threat."""
SETUP_AREAS = (3, 2, 4)
"""Own-frame areas of the first counters: mine, science, the plain beside the mine."""


@jit
def greedy(s, t, mask):
    """An action for the context that waits."""
    p = int(s.to_move)
    ctx = s.ctx
    if ctx == Context.ACTIVATE:
        return choose_activity(s, t, p, mask)
    if ctx == Context.FIREGROUP or ctx == Context.COUNTER_GROUP:
        return choose_group(s, t, p, mask)
    if ctx == Context.BUDGET:
        return choose_purchase(s, t, p, mask)
    if ctx == Context.EVENT_UNITS:
        kind = wanted_unit(s, t, p, mask)
        return Action.PASS.value if kind == NONE else kind
    if ctx == Context.MARKER_KIND:
        return choose_marker(mask)
    if ctx == Context.MARKER_WHERE:
        return choose_marker_place(s, t, p, mask)
    if offers(mask, Action.UNIT, Action.AREA):
        return choose_loss(s, t, p, mask)
    if offers(mask, Action.AREA, Action.COUNT):
        return choose_place(s, t, p, mask)
    return answer(s, t, p, mask)


@jit
def offers(mask, first, stop):
    """Whether an action from ``first`` on, up to ``stop``, is legal."""
    for a in range(first, stop):
        if mask[a]:
            return True
    return False


# -- Answers -----------------------------------------------------------------------------------------------------------


@jit
def answer(s, t, p, mask):
    """Contexts without areas and units."""
    ctx = s.ctx
    if ctx == Context.LEGAL_DIR:
        return choose_direction(s, p, mask)
    if ctx == Context.SETUP_BASE:
        return Action.BASE_WEST + random.below(s, 2)
    yes = ctx == Context.UPGRADE or ctx == Context.AI_CHOICE or ctx == Context.TRANSPORT_GROUP
    if ctx == Context.REROLL_OWN:
        yes = dislikes_roll(s, p)
    elif ctx == Context.REROLL_ENEMY:
        yes = s.fire_result >= FireResult.D
    elif ctx == Context.UPGRADE_REROLL:
        likely = success_chance(s, t, p, int(s.sel_slot)) >= REROLL_CHANCE
        yes = likely and s.stock[p] >= REROLL_STOCK
    return Action.CONFIRM.value if yes and mask[Action.CONFIRM] else Action.PASS.value


@jit
def dislikes_roll(s, p):
    """Whether the own attack roll is rolled again: a weak result of a strong attack, or a lost assault."""
    if s.fire_by == NONE:
        return s.assault_half[0] < s.assault_half[1]
    return s.fire_result <= FireResult.S and s.fire_tas >= REROLL_STRENGTH


@jit
def choose_direction(s, p, mask):
    """The lawsuit ends sooner for who leads on the stock market, later for who does not."""
    lead = int(s.stock[p]) - int(s.stock[1 - p])
    if lead > 0 and mask[Action.LEGAL_ADVANCE]:
        return Action.LEGAL_ADVANCE.value
    if lead < 0 and mask[Action.LEGAL_RETREAT]:
        return Action.LEGAL_RETREAT.value
    return Action.PASS.value


@jit
def success_chance(s, t, p, slot):
    """The chance that an attempt on a card succeeds."""
    kind = int(t.card_type[s.hand_card[p, slot]])
    bonus = science_symbols(s, t, p)
    if kind == Upgrade.DEFENSIVE_SATELLITES and s.defsat_state[p] == Defsat.SPENT:
        bonus += int(t.defsat_reupgrade_bonus)
    chance = 0.0
    for k in range(PAIRS.shape[0]):
        total = min(k + MIN_TOTAL + bonus, MAX_TOTAL)
        if t.chart[kind, total - MIN_TOTAL] & Chart.SUCCESS:
            chance += PAIRS[k] / PAIRS_ROLLED
    return chance


# -- Preparation -------------------------------------------------------------------------------------------------------


@jit
def choose_purchase(s, t, p, mask):
    """The stock first, then up to three units, then the lawsuit and the media with what is left."""
    if mask[Action.RAISE_STOCK] and unit_value(s, t, p) >= ENOUGH * unit_value(s, t, 1 - p):
        return Action.RAISE_STOCK.value
    if mask[Action.DESPERATE] and s.stock[p] >= SAFE_STOCK and is_outgunned(s, t, p):
        return Action.DESPERATE.value
    if s.lift_count[p] < t.free_lift:
        unit = wanted_unit(s, t, p, mask)
        if unit != NONE:
            return unit
    if mask[Action.LEGAL] and s.stock[p] != s.stock[1 - p]:
        return Action.LEGAL.value
    if mask[Action.MEDIA] and best_media_area(s, t, p) != s.media_area[p]:
        return Action.MEDIA.value
    return Action.PASS.value


@jit
def unit_value(s, t, p):
    """What a player's units on the map and on their way are worth."""
    value = 0.0
    for slot in range(UNITS):
        if s.unit_owner[slot] == p and (s.unit_status[slot] == Status.MAP or s.unit_status[slot] == Status.REINF):
            kind = t.unit_type[slot]
            value += UNIT_VALUES[kind] if kind < BOUGHT_TYPES else NEUTRAL_VALUE * t.cost[kind]
    return value


@jit
def is_outgunned(s, t, p):
    """Whether the enemy next to the own main base is stronger than what stands there."""
    base = main_base(s, t, p)
    return power_near(s, t, 1 - p, base) > power_near(s, t, p, base)


@jit
def wanted_unit(s, t, p, mask):
    """A destroyed neutral unit, PMC for the symbols, a crawler, else MCU; NONE if none can be had."""
    for n in range(NEUTRAL_UNITS):
        if mask[Action.REBUILD + n]:
            return Action.REBUILD + n
    upgrades = upgrades_of(s, t, p)
    missiles = (upgrades >> Upgrade.HEAVY_CRAWLER_MISSILES | upgrades >> Upgrade.LONG_RANGE_MISSILES) & 1
    pmc = PMC_WANTED if unit_cost(s, t, p, UnitType.PMC.value) == 1 else DEAR_PMC_WANTED
    if mask[Action.BUY + UnitType.PMC] and count_ordered(s, t, p, UnitType.PMC) < pmc:
        return Action.BUY + UnitType.PMC
    crawlers = CRAWLERS_WANTED if missiles else 1
    if mask[Action.BUY + UnitType.CRAWLER] and count_ordered(s, t, p, UnitType.CRAWLER) < crawlers:
        return Action.BUY + UnitType.CRAWLER
    return Action.BUY + UnitType.MCU if mask[Action.BUY + UnitType.MCU] else NONE


@jit
def count_ordered(s, t, p, kind):
    """Units of a type on the map or on their way."""
    count = 0
    for slot in range(p * CORPORATION_UNITS, (p + 1) * CORPORATION_UNITS):
        there = s.unit_status[slot] == Status.MAP or s.unit_status[slot] == Status.REINF
        count += there and t.unit_type[slot] == kind
    return count


@jit
def best_media_area(s, t, p):
    """The area with the most enemy units, less the own ones, in and next to it; the present one if it is as good."""
    best = int(s.media_area[p])
    for a in range(AREAS):
        if media_value(s, t, p, a) > media_value(s, t, p, best):
            best = a
    return best


@jit
def media_value(s, t, p, area):
    """Enemy less own units in an area and next to it."""
    value = 0
    for slot in range(UNITS):
        if s.unit_status[slot] == Status.MAP and t.distance[s.unit_area[slot], area] <= 1:
            value += 1 if s.unit_owner[slot] != p else -1
    return value


@jit
def choose_marker(mask):
    """The next kind of marker."""
    for k in MARKER_ORDER:
        if mask[Action.MARK + k]:
            return Action.MARK + k
    return Action.PASS.value


@jit
def choose_marker_place(s, t, p, mask):
    """The 3-star on the likeliest card, the 1-star where the threat is greatest, others where most can be done."""
    if s.sel_kind == MARKER_ORDER[0]:
        card = likeliest_card(s, t, p, mask)
        if card != NONE:
            return Action.CARD + card
    best = NONE
    best_value = 0.0
    for i in range(AREAS):
        if mask[Action.AREA + i]:
            area = int(t.frame[s.home[p], i])
            value = marker_value(s, t, p, area, s.sel_kind == MARKER_ORDER[1])
            if best == NONE or value > best_value:
                best = i
                best_value = value
    if best != NONE:
        return Action.AREA + best
    return Action.CARD + likeliest_card(s, t, p, mask)


@jit
def likeliest_card(s, t, p, mask):
    """The card slot on offer with the best chance of success."""
    best = NONE
    for slot in range(HAND_SLOTS):
        better = best == NONE or success_chance(s, t, p, slot) > success_chance(s, t, p, best)
        if mask[Action.CARD + slot] and better:
            best = slot
    return best


@jit
def marker_value(s, t, p, area, first):
    """What an activation of an area is worth; one that has a marker already is worth least."""
    value = 0.0
    for k in range(MARKERS):
        if s.marker_place[p, k] == area:
            value -= 100
    own = power(s, t, p, area)
    threat = power_near(s, t, 1 - p, area)
    if threat > 0:
        value += 0.6 * own + (threat if first else 0.0)
    for slot in range(UNITS):
        if is_in(s, p, slot, area) and t.unit_type[slot] != UnitType.TURRET:
            if t.counts_as_pmc[t.unit_type[slot]] and best_move(s, t, p, slot) > 0:
                value += 2
            else:
                value += 0.5
    return value


# -- Places ------------------------------------------------------------------------------------------------------------


@jit
def choose_place(s, t, p, mask):
    """An area or a card."""
    ctx = s.ctx
    if ctx == Context.STEAL_CARD:
        return first_legal(mask, Action.CARD)
    if ctx == Context.SETUP_PLACE:
        wanted = Action.AREA + SETUP_AREAS[units_placed(s, t, p)]
        return wanted if mask[wanted] else first_legal(mask, Action.AREA)
    if ctx == Context.MOVE_DEST or ctx == Context.TRANSPORT_DEST:
        return own_action(s, t, p, best_destination(s, t, p, mask), Action.AREA)
    first = Action.FIRE_AT if ctx == Context.DEFSAT_TARGET else Action.AREA
    best = NONE
    best_value = 0.0
    for i in range(AREAS):
        if mask[first + i]:
            value = place_value(s, t, p, int(t.frame[s.home[p], i]))
            if best == NONE or value > best_value:
                best = i
                best_value = value
    if mask[Action.PASS] and not leaves(s, t, p, best_value):
        return Action.PASS.value
    return first + best


@jit
def leaves(s, t, p, value):
    """Whether what may be declined is done: a retreat from a stronger enemy, satellites if they see enemies."""
    if s.ctx == Context.RETREAT:
        area = int(s.unit_area[s.sel_unit])
        return power_near(s, t, 1 - p, area) > 1.5 * power(s, t, p, area)
    return value > 0


@jit
def place_value(s, t, p, area):
    """How good an area is for what is asked."""
    ctx = s.ctx
    if ctx == Context.RETREAT:
        return retreat_value(s, t, p, area)
    if ctx == Context.MEDIA_PAID_DEST or ctx == Context.MEDIA_STEP_DEST:
        return float(media_value(s, t, p, area))
    if ctx == Context.DEFSAT_PLACE:
        return enemies_seen(s, t, p, area, 1)
    if ctx == Context.DEFSAT_TARGET:
        return enemies_seen(s, t, p, area, 0)
    if ctx == Context.TOKEN_PLACE:
        return (1.0 if area == main_base(s, t, p) else 0.0) - power_near(s, t, 1 - p, area)
    return power(s, t, 1 - p, area) + 0.5 * power_near(s, t, 1 - p, area)  # COUNTER_TARGET, turrets


@jit
def enemies_seen(s, t, p, area, distance):
    """The cost of the enemies that satellites can hit up to a distance; suppressed ones are lost more easily."""
    value = 0.0
    for slot in range(UNITS):
        kind = t.unit_type[slot]
        on_map = s.unit_status[slot] == Status.MAP and s.unit_owner[slot] == 1 - p
        if on_map and not t.only_same_area[kind] and t.distance[s.unit_area[slot], area] <= distance:
            value += t.cost[kind] * (1.5 if s.unit_suppressed[slot] else 1.0)
    return value


@jit
def own_action(s, t, p, area, first):
    """The action that names an area, in the own frame."""
    return first + int(t.frame[s.home[p], area])


# -- Activation and fire -----------------------------------------------------------------------------------------------


@jit
def choose_activity(s, t, p, mask):
    """Fire from afar, assault, fire, then moves; PASS when nothing is worth doing."""
    for i in range(AREAS):
        area = int(t.frame[s.home[p], i])
        if mask[Action.FIRE_AT + i] and wants_fire(s, t, p, area, mask[Action.ASSAULT] == 1):
            return Action.FIRE_AT + i
    if mask[Action.ASSAULT] and assault_odds(s, t, p) > 0:
        return Action.ASSAULT.value
    best = NONE
    best_value = 0.0
    for u in range(LOCAL_UNITS):
        if mask[Action.UNIT + u]:
            value = best_move(s, t, p, slot_of(p, u))
            if value > best_value:
                best = u
                best_value = value
    return Action.PASS.value if best == NONE else Action.UNIT + best


@jit
def assault_odds(s, t, p):
    """Own participants less enemies, suppressed ones counting half."""
    odds = 0.0
    for slot in range(UNITS):
        weight = 0.5 if s.unit_suppressed[slot] else 1.0
        if is_in(s, p, slot, s.active_area):
            odds += weight if participates(s, t, p, slot) else 0.0
        elif is_in(s, 1 - p, slot, s.active_area):
            odds -= weight
    return odds


@jit
def choose_group(s, t, p, mask):
    """All that fit, but for units whose penalty costs more than their strength brings."""
    chosen = NONE
    all_wanted = True
    for u in range(LOCAL_UNITS):
        if mask[Action.UNIT + u]:
            if wants_in_group(s, t, p, slot_of(p, u)):
                chosen = u if chosen == NONE else chosen
            else:
                all_wanted = False
    if mask[Action.ALL_IN] and all_wanted:
        return Action.ALL_IN.value
    if chosen != NONE:
        return Action.UNIT + chosen
    if mask[Action.CONFIRM]:
        return Action.CONFIRM.value
    return first_legal(mask, Action.UNIT)


@jit
def choose_loss(s, t, p, mask):
    """The unit that can best be spared; a die that ignores the result goes to the one that needs it most."""
    if s.ctx == Context.TRANSPORT_GROUP:
        return first_legal(mask, Action.UNIT)
    keep = s.ctx == Context.SAVE_ALLOC and s.save_stage == SaveStage.IGNORING
    best = NONE
    best_value = 0.0
    for u in range(LOCAL_UNITS):
        if mask[Action.UNIT + u]:
            value = spare_value(s, t, slot_of(p, u), keep)
            if best == NONE or value > best_value:
                best = u
                best_value = value
    return Action.UNIT + best


@jit
def spare_value(s, t, slot, keep):
    """Suppressed units first; then the cheapest and weakest, or the best where one is to be kept."""
    kind = t.unit_type[slot]
    strength = float(s.unit_strength[slot]) if s.unit_revealed[slot] else EXPECTED[kind]
    worth = 10.0 * t.cost[kind] + strength
    return 100.0 * s.unit_suppressed[slot] + (worth if keep else -worth)
