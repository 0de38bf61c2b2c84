"""The observation as named blocks ("Observation" in docs/moonbase_alpha.md).

``encode_slow`` writes zeros everywhere and then all that stays as it is while one seat goes through its budget step,
places a marker, or moves units in an activation between two attacks. ``encode_fast`` writes what changes meanwhile:
money, purchases, the moves of acting units, the media counter, what is being chosen. ``epoch`` is new at all other
decisions.

Of two players, ``k`` = 0 is the viewer and 1 the opponent. Areas are those of the viewer's frame.
"""

from itertools import accumulate

import numpy as np

from lunar_envs.engine.game import layout
from lunar_envs.engine.jit import jit

from .activation import may_move, overfull_area
from .assault import participates
from .codes import (
    AREAS,
    BOUGHT_TYPES,
    CARD_PLACE,
    CORPORATION_UNITS,
    EVENTS,
    FIRST_NEUTRAL,
    FIRST_OF_TYPE,
    FIRST_TURRET,
    HAND_SLOTS,
    LOCAL_UNITS,
    MARKER_STEPS,
    MARKERS,
    NONE,
    PLAYERS,
    TRIANGLES,
    TURRETS,
    UNIT_TYPES,
    UNITS,
    UPGRADES,
    CardState,
    Context,
    Defsat,
    FireResult,
    Flag,
    Outcome,
    Phase,
    SaveStage,
    Status,
    UnitType,
)
from .control import box_points
from .fire import group_reach, may_join
from .legal import are_alike
from .saves import is_waiting
from .setup import units_placed
from .tables import COLUMNS
from .units import is_in, local_index

FLAGS = len(Flag)
STRENGTHS = 3
"""How many different strengths the counters of a pile have."""

STATUSES = Status.OUT.value
"""Statuses that are shown; OUT is not."""

RESULTS = FireResult.D4.value + 1

_CONTEXT_PARTS = (len(Context), 1, len(Phase), MARKERS, 1, 1, 1, 1, 1, 1)
_CORPORATION_PARTS = (
    *(1, 1, 1, FLAGS, 1, 1, 1, 1, 1, 1, BOUGHT_TYPES, BOUGHT_TYPES, BOUGHT_TYPES * STRENGTHS, 1),
    len(Defsat),
)
_UNIT_PARTS = (STATUSES, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
_AREA_PARTS = (1, 1, PLAYERS, PLAYERS, PLAYERS, MARKERS, 1, 1, 1, 1, 3, 3)
_OWN_CARD_PARTS = (UPGRADES, len(CardState), MARKERS, 1)
_CARD_PARTS = (1, len(CardState), 1)
_PROCEDURE_PARTS = (
    *(1, 1, 1, 1, 1 + COLUMNS, 1, 3, 1, 1 + RESULTS, 1, len(SaveStage), UNIT_TYPES, 3),
    *(2, 2, 2, 1, 1, 1, 1, 1, MARKERS),
)
_MARKER_PARTS = (MARKERS, MARKERS, MARKERS, 1)

BLOCKS = layout(
    {
        "context": (sum(_CONTEXT_PARTS),),
        "corporations": (PLAYERS, sum(_CORPORATION_PARTS)),
        "own_units": (LOCAL_UNITS, sum(_UNIT_PARTS)),
        "opponent_units": (LOCAL_UNITS, sum(_UNIT_PARTS) - 1),
        "areas": (AREAS, sum(_AREA_PARTS)),
        "own_cards": (HAND_SLOTS, sum(_OWN_CARD_PARTS)),
        "opponent_cards": (HAND_SLOTS, sum(_CARD_PARTS)),
        "opponent_upgrades": (UPGRADES,),
        "events": (TRIANGLES + EVENTS,),
        "procedure": (sum(_PROCEDURE_PARTS),),
        "markers": (sum(_MARKER_PARTS),),
    }
)
(
    _CONTEXT, _CORPORATIONS, _OWN_UNITS, _UNITS, _AREAS, _OWN_CARDS, _CARDS, _UPGRADES, _EVENTS, _PROCEDURE, _MARKERS,
) = (block.start for block in BLOCKS)  # fmt: skip
LENGTH = _MARKERS + BLOCKS[-1].length
assert LENGTH == 1960

# Where the parts of a block begin, or those of one of its rows.
(
    _CTX, _ACTS, _PHASE, _STEP, _OWN_STEP, _TURN, _SETTLEMENT, _LEADS, _WEST, _DECISIONS, _,
) = accumulate(_CONTEXT_PARTS, initial=_CONTEXT)  # fmt: skip
(
    _STOCK, _BUDGET, _LIFT, _FLAGS, _MINING, _SCIENCE, _PERM_MINE, _PERM_LAB, _LOSSES, _MEDIA_LOSSES,
    _PILES, _COSTS, _HIDDEN, _PENDING, _DEFSAT, _CORPORATION_ROW,
) = accumulate(_CORPORATION_PARTS, initial=0)  # fmt: skip
(
    _STATUS, _PLACE, _REVEALED, _STRENGTH, _SUPPRESSED, _MOVED, _FIRED, _ACTING, _IN_GROUP, _TARGET, _OUTCOME,
    _CHOSEN, _SELECTABLE, _OWN_UNIT_ROW,
) = accumulate(_UNIT_PARTS, initial=0)  # fmt: skip
_UNIT_ROW = _SELECTABLE
(
    _MINE, _LAB, _CONTROL, _MEDIA, _DEFSAT_AREA, _OWN_MARKERS, _OTHER_MARKERS, _ACTIVE, _FIRE_TARGET, _ATTACKED,
    _PRESENCE, _OTHER_PRESENCE, _AREA_ROW,
) = accumulate(_AREA_PARTS, initial=0)  # fmt: skip
_TYPE, _CARD_STATE, _CARD_MARKERS, _KNOWN, _OWN_CARD_ROW = accumulate(_OWN_CARD_PARTS, initial=0)
_OTHER_TYPE, _OTHER_STATE, _OTHER_MARKER, _CARD_ROW = accumulate(_CARD_PARTS, initial=0)
(
    _ATTACKS, _COUNTERFIRE, _BOUNDING, _TAS, _COLUMN, _MODIFIERS, _DICE, _TOTAL, _RESULT, _CHOOSE_LEFT, _SAVE_STAGE,
    _SAVE_TYPE, _SAVE_DICE, _ASSAULT_DICE, _ASSAULT_TOTALS, _UPGRADE_DICE, _UPGRADE_TOTAL, _UPGRADE_TYPE, _LEGAL_ROLL,
    _SHOTS, _SET_UP, _PENDING_KIND, _,
) = accumulate(_PROCEDURE_PARTS, initial=_PROCEDURE)  # fmt: skip
_PLACED, _SHOWN, _OTHER_SHOWN, _OTHER_PLACED, _ = accumulate(_MARKER_PARTS, initial=_MARKERS)

_ZERO = np.float32(0)
_ONE = np.float32(1)
_THIRD = np.float32(1 / 3)
_QUARTER = np.float32(1 / 4)


def _per(scale: int) -> np.float64:
    """What ``share`` multiplies by, in place of a division: in double precision the values come out the same."""
    return np.float64(1 / scale)


_PER_2, _PER_3, _PER_4, _PER_5, _PER_6, _PER_8 = map(_per, (2, 3, 4, 5, 6, 8))
_PER_11, _PER_12, _PER_16, _PER_20, _PER_21, _PER_30 = map(_per, (11, 12, 16, 20, 21, 30))
_PER_32, _PER_36, _PER_40, _PER_60 = map(_per, (32, 36, 40, 60))
_PER_1100, _PER_1700, _PER_6000 = map(_per, (1100, 1700, 6000))

_PILE_OF = np.repeat(np.arange(PLAYERS * BOUGHT_TYPES), np.tile(np.diff(FIRST_OF_TYPE), PLAYERS))
_ONE_IN_PILE = 1 << 8 * _PILE_OF
"""What a corporation's counter adds to the sizes of all six piles, which are bytes of one number."""
_SHIFT = 6 * (2 * _PILE_OF[:CORPORATION_UNITS] - 1)
"""Where the counters of strength 0 would be counted: each strength of each type has six bits, 1 to 3 for PMC first."""

BOLO_STRENGTH = 7
"""What stands for the two dice of a BOLO."""


# -- entry points ------------------------------------------------------------------------------------------------------


_BASE = AREAS + 1
"""More than any part of an epoch."""


@jit
def epoch(s):
    """A number (int64) that changes whenever something written by ``encode_slow`` may have changed.

    Within one turn it counts what the contexts of ``encode_fast`` can not undo: events taken, markers placed, marker
    steps and attacks made.
    """
    ctx = s.ctx
    detail = 0
    if is_budget(ctx):
        for i in range(TRIANGLES):
            detail += s.event_kind[i] == NONE
        for i in range(TURRETS):  # shifted at once where there is one place to go to
            detail = detail * _BASE + int(s.unit_area[FIRST_NEUTRAL + FIRST_TURRET + i]) + 1
        part = 0
    elif ctx == Context.MARKER_KIND or ctx == Context.MARKER_WHERE:
        for p in range(PLAYERS):
            for k in range(MARKERS):
                detail += s.marker_place[p, k] != NONE
        part = 1
    elif is_activation(ctx):
        for area in range(AREAS):
            detail += int(s.attacked[area])
        part = 2
    else:
        return np.int64(-1 - s.decisions)
    return np.int64(((int(s.turn) * 3 + part) * MARKER_STEPS + int(s.round_index)) * _BASE**3 + detail)


@jit
def encode_slow(s, t, seat, out):
    """Write all that stays while ``seat`` goes on with the same thing, see above."""
    clear(out, 0, LENGTH)
    home = home_of(s, seat)
    encode_stage(s, seat, out)
    piles = count_piles(s)
    for k in range(PLAYERS):
        p = seat if k == 0 else 1 - seat
        encode_corporation(s, t, p, out, _CORPORATIONS + _CORPORATION_ROW * k)
        encode_counters(s, t, p, piles, out, _CORPORATIONS + _CORPORATION_ROW * k)
    encode_losses(s, t, seat, out)
    encode_units(s, t, seat, home, out, _OWN_UNITS, _OWN_UNIT_ROW, _PRESENCE)
    encode_units(s, t, 1 - seat, home, out, _UNITS, _UNIT_ROW, _OTHER_PRESENCE)
    encode_marks(s, t, seat, home, out)
    encode_control(s, t, seat, home, out)
    encode_areas(s, t, seat, home, out)
    encode_own_cards(s, t, seat, out)
    encode_opponent_cards(s, t, seat, out)
    encode_events(s, t, out)
    encode_procedure(s, t, seat, out)
    encode_markers(s, t, seat, home, out)
    if s.to_move == seat:
        encode_choices(s, t, seat, out)


@jit
def encode_fast(s, t, seat, out):
    """Write all that ``encode_slow`` leaves out, and what may have changed since."""
    encode_decision(s, seat, out)
    encode_purse(s, seat, out, _CORPORATIONS)
    encode_own_media(s, t, seat, out)
    if s.ctx == Context.BUDGET:
        encode_orders(s, seat, out)
    elif is_activation(s.ctx) and s.to_move == seat:
        encode_acting(s, t, seat, out)


@jit
def is_budget(ctx):
    """Whether a context belongs to a budget step and asks for nothing that ``encode_fast`` can not follow."""
    return ctx == Context.BUDGET or ctx == Context.LEGAL_DIR or ctx == Context.MEDIA_PAID_DEST


@jit
def is_activation(ctx):
    """Whether a context belongs to an activation in which units move, one at a time."""
    return ctx == Context.ACTIVATE or ctx == Context.MOVE_DEST or ctx == Context.MEDIA_STEP_DEST


# -- numbers -----------------------------------------------------------------------------------------------------------


@jit
def share(value, per):
    """``value``, never negative, by its scale, whose reciprocal is ``per``; 1 at most."""
    quotient = np.float32(value * per)
    return quotient if quotient < _ONE else _ONE


@jit
def small(value):
    """A number 0..31 that indexes: the compiler sees that it is not negative and so means no place from the end."""
    return int(value) & 31


@jit
def cell(value):
    """The same for a place in the observation."""
    return int(value) & 2047


@jit
def clear(out, start, stop):
    """Write zeros."""
    for i in range(start, stop):
        out[i] = _ZERO


@jit
def home_of(s, seat):
    """Whose frame a seat sees, 0 or 1; before the main bases are chosen that of the west."""
    return 1 if s.home[seat] == 1 else 0


@jit
def area_row(t, home, area):
    """Where the row of an area begins."""
    return _AREAS + _AREA_ROW * small(t.frame[home, small(area)])


@jit
def bit(bits, number):
    """Bit ``number`` of ``bits`` as a value of the observation."""
    return np.float32((int(bits) >> int(number)) & 1)


# -- A: context --------------------------------------------------------------------------------------------------------


@jit
def encode_stage(s, seat, out):
    """Where the game stands (block A)."""
    out[_ACTS] = np.float32(s.to_move == seat)
    out[_PHASE + int(s.phase)] = _ONE
    if s.phase == Phase.ACTION:
        step = int(s.round_index)
        out[_STEP + (step >> 1)] = _ONE
        out[_OWN_STEP] = np.float32((s.leader == seat) == (step & 1 == 0))
    out[_TURN] = share(s.turn, _PER_30)
    out[_LEADS] = np.float32(s.leader == seat)
    out[_WEST] = np.float32(s.home[seat] == 0)


@jit
def encode_decision(s, seat, out):
    """What waits, the settlement, decisions taken (block A), the lawyers' die, the marker to be placed (block G)."""
    clear(out, _CTX, _ACTS)
    out[_CTX + int(s.ctx)] = _ONE
    out[_SETTLEMENT] = share(s.settlement, _PER_12)
    out[_DECISIONS] = share(s.decisions, _PER_6000)
    out[_LEGAL_ROLL] = share(s.legal_roll, _PER_6)
    kind = int(s.sel_kind) if s.to_move == seat else NONE
    for k in range(MARKERS):
        out[_PENDING_KIND + k] = np.float32(kind == k)


# -- B: corporations ---------------------------------------------------------------------------------------------------


@jit
def encode_corporation(s, t, p, out, at):
    """Symbols of events, costs, state of the defsat marker (block B)."""
    encode_purse(s, p, out, at)
    out[at + _PERM_MINE] = share(s.perm_mine[p], _PER_2)
    out[at + _PERM_LAB] = share(s.perm_lab[p], _PER_2)
    out[at + _PENDING] = share(s.pending_units[p], _PER_8)
    out[at + _DEFSAT + int(s.defsat_state[p])] = _ONE
    pmc, mcu, crawler = int(t.cost[UnitType.PMC]), int(t.cost[UnitType.MCU]), int(t.cost[UnitType.CRAWLER])
    seen = 0
    for slot in range(HAND_SLOTS):
        if s.hand_state[p, slot] == CardState.FACE_UP:
            upgrade = int(t.card_type[s.hand_card[p, slot]])
            new = 1 - ((seen >> upgrade) & 1)
            seen |= 1 << upgrade
            pmc += new * int(t.cost_increase[upgrade, UnitType.PMC])
            mcu += new * int(t.cost_increase[upgrade, UnitType.MCU])
            crawler += new * int(t.cost_increase[upgrade, UnitType.CRAWLER])
    out[at + _COSTS] = share(pmc, _PER_3)
    out[at + _COSTS + 1] = share(mcu, _PER_4)
    out[at + _COSTS + 2] = share(crawler, _PER_6)


@jit
def encode_purse(s, p, out, at):
    """Stock, euros, fuel and what can be done once per turn (block B)."""
    out[at + _STOCK] = share(s.stock[p], _PER_16)
    out[at + _BUDGET] = share(s.budget[p], _PER_32)
    out[at + _LIFT] = share(s.lift_count[p], _PER_20)
    for flag in range(FLAGS):
        out[at + _FLAGS + flag] = np.float32(s["flags"][p, flag])


@jit
def encode_counters(s, t, p, piles, out, at):
    """Piles and hidden strengths (block B)."""
    encode_piles(piles, p, out, at)
    first = CORPORATION_UNITS if p else 0
    hidden = 0
    for u in range(CORPORATION_UNITS):
        hidden += (1 - int(s.unit_revealed[first + u])) << (_SHIFT[u] + 6 * int(s.unit_strength[first + u]))
    for j in range(STRENGTHS):
        out[at + _HIDDEN + j] = share((hidden >> (6 * j)) & 63, _PER_5)
        out[at + _HIDDEN + STRENGTHS + j] = share((hidden >> (6 * (STRENGTHS + j))) & 63, _PER_4)
        out[at + _HIDDEN + 2 * STRENGTHS + j] = share((hidden >> (6 * (2 * STRENGTHS + j))) & 63, _PER_2)


@jit
def count_piles(s):
    """How many counters there are in the six piles, a byte for each."""
    piles = 0
    for slot in range(FIRST_NEUTRAL):
        piles += _ONE_IN_PILE[slot] if s.unit_status[slot] == Status.PILE else 0
    return piles


@jit
def encode_piles(piles, p, out, at):
    """Counters left to a player (block B)."""
    first = 8 * BOUGHT_TYPES * p
    out[at + _PILES] = share((piles >> first) & 255, _PER_11)
    out[at + _PILES + 1] = share((piles >> (first + 8)) & 255, _PER_8)
    out[at + _PILES + 2] = share((piles >> (first + 16)) & 255, _PER_4)


@jit
def encode_losses(s, t, seat, out):
    """Points of the units in the loss boxes (block B); there are none most of the time."""
    lost = False
    for slot in range(UNITS):
        lost |= (s.unit_status[slot] == Status.LOSS_REG) | (s.unit_status[slot] == Status.LOSS_MEDIA)
    if lost:
        for k in range(PLAYERS):
            p = seat if k == 0 else 1 - seat
            at = _CORPORATIONS + _CORPORATION_ROW * k
            out[at + _LOSSES] = share(box_points(s, t, p, Status.LOSS_REG), _PER_60)
            points = int(t.media_factor) * box_points(s, t, p, Status.LOSS_MEDIA)
            out[at + _MEDIA_LOSSES] = share(points, _PER_60)


# -- C: units ----------------------------------------------------------------------------------------------------------


@jit
def own_row(seat, slot):
    """Where the row of a unit of the viewer begins."""
    return _OWN_UNITS + _OWN_UNIT_ROW * local_index(int(seat), slot)


@jit
def row_of(s, seat, slot):
    """Where the row of a unit that is in play begins."""
    if s.unit_owner[slot] == seat:
        return own_row(seat, slot)
    return _UNITS + _UNIT_ROW * local_index(1 - int(seat), slot)


@jit
def encode_units(s, t, p, home, out, start, length, presence):
    """Statuses, places and revealed strengths of a player's units (block C), how many are where (block D).

    There are zeros so far; ``encode_control`` divides the counts.
    """
    first = CORPORATION_UNITS if p else 0
    for u in range(CORPORATION_UNITS):
        slot = first + u
        row = cell(start + length * u)
        out[row + small(s.unit_status[slot])] = _ONE
        if s.unit_area[slot] != NONE:
            area = small(t.frame[home, small(s.unit_area[slot])])
            out[row + _PLACE] = np.float32(t.x[area] * _PER_1700)
            out[row + _PLACE + 1] = np.float32(t.y[area] * _PER_1100)
            at = cell(_AREAS + presence + _AREA_ROW * area)
            out[at] += _ONE
            if t.counts_as_pmc[small(t.unit_type[slot])]:
                out[at + 2] += _ONE
        if s.unit_revealed[slot]:
            out[row + _REVEALED] = _ONE
            out[row + _STRENGTH] = share(s.unit_strength[slot], _PER_12)
    for slot in range(FIRST_NEUTRAL, UNITS):
        if s.unit_owner[slot] == p:
            row = cell(start + length * (slot - FIRST_NEUTRAL + CORPORATION_UNITS))
            out[row + small(s.unit_status[slot])] = _ONE
            if s.unit_area[slot] != NONE:
                area = small(t.frame[home, small(s.unit_area[slot])])
                out[row + _PLACE] = np.float32(t.x[area] * _PER_1700)
                out[row + _PLACE + 1] = np.float32(t.y[area] * _PER_1100)
                at = cell(_AREAS + presence + _AREA_ROW * area)
                out[at] += _ONE
                if t.counts_as_pmc[small(t.unit_type[slot])]:
                    out[at + 2] += _ONE
            if s.unit_revealed[slot]:
                strength = BOLO_STRENGTH if t.unit_type[slot] == UnitType.BOLO else int(s.unit_strength[slot])
                out[row + _REVEALED] = _ONE
                out[row + _STRENGTH] = share(strength, _PER_12)


@jit
def encode_marks(s, t, seat, home, out):
    """Suppression, activation, attack and choice (blocks C and D); most of the time most of it is missing."""
    suppressed = moved = fired = acting = grouped = targets = outcomes = np.uint8(0)
    for slot in range(UNITS):
        suppressed = np.uint8(suppressed | s.unit_suppressed[slot])
        moved = np.uint8(moved | s.unit_moved[slot])
        fired = np.uint8(fired | s.unit_fired[slot])
        acting = np.uint8(acting | s.unit_acting[slot])
        grouped = np.uint8(grouped | s.unit_in_group[slot])
        targets = np.uint8(targets | s.is_target[slot])
        outcomes = np.uint8(outcomes | np.uint8(s.outcome[slot]))
    if suppressed:
        encode_flags(s, s.unit_suppressed, seat, out, _SUPPRESSED)
        count_suppressed(s, t, seat, home, out)
    if moved:
        encode_flags(s, s.unit_moved, seat, out, _MOVED)
    if fired:
        encode_flags(s, s.unit_fired, seat, out, _FIRED)
    if acting:
        encode_flags(s, s.unit_acting, seat, out, _ACTING)
    if grouped:
        encode_flags(s, s.unit_in_group, seat, out, _IN_GROUP)
    if targets:
        encode_flags(s, s.is_target, seat, out, _TARGET)
    if outcomes:
        encode_outcomes(s, seat, out)
    if s.sel_unit != NONE and s.unit_owner[s.sel_unit] != NONE:
        out[row_of(s, seat, int(s.sel_unit)) + _CHOSEN] = _ONE


@jit
def encode_flags(s, flags, seat, out, column):
    """A flag of all units (uint8[52]) in a column that is zero."""
    for slot in range(UNITS):
        if flags[slot] and s.unit_owner[slot] != NONE:
            out[row_of(s, seat, slot) + column] = _ONE


@jit
def count_suppressed(s, t, seat, home, out):
    """How many suppressed units are where (block D); ``encode_control`` divides."""
    for slot in range(UNITS):
        if s.unit_suppressed[slot] and s.unit_area[slot] != NONE:
            at = area_row(t, home, s.unit_area[slot]) + 1
            out[at + (_PRESENCE if s.unit_owner[slot] == seat else _OTHER_PRESENCE)] += _ONE


@jit
def encode_outcomes(s, seat, out):
    """What an attack does to its targets (block C)."""
    for slot in range(UNITS):
        if s.outcome[slot] != Outcome.NONE and s.unit_owner[slot] != NONE:
            out[row_of(s, seat, slot) + _OUTCOME] = share(s.outcome[slot], _PER_5)


@jit
def small_slot(p, u):
    """``slot_of`` in a form that never looks negative to the compiler."""
    return u + FIRST_NEUTRAL - CORPORATION_UNITS if u >= CORPORATION_UNITS else u + CORPORATION_UNITS if p else u


@jit
def encode_orders(s, seat, out):
    """What the viewer has requisitioned and rebuilt (block C), and its piles (block B)."""
    for u in range(LOCAL_UNITS):
        slot = small_slot(seat, u)
        if s.unit_owner[slot] == seat:
            row = _OWN_UNITS + _OWN_UNIT_ROW * u + _STATUS
            out[row + Status.PILE] = np.float32(s.unit_status[slot] == Status.PILE)
            out[row + Status.REINF] = np.float32(s.unit_status[slot] == Status.REINF)
    encode_piles(count_piles(s), seat, out, _CORPORATIONS)


@jit
def encode_acting(s, t, seat, out):
    """The viewer's acting units: which have moved, which may move, which one does (block C), and what that changes."""
    home = home_of(s, seat)
    moved = False
    for slot in range(UNITS):
        if s.unit_acting[slot]:
            row = own_row(seat, slot)
            if out[row + _MOVED] != np.float32(s.unit_moved[slot]):
                area = small(t.frame[home, small(s.unit_area[slot])])
                out[row + _PLACE] = share(t.x[area], _PER_1700)
                out[row + _PLACE + 1] = share(t.y[area], _PER_1100)
                out[row + _MOVED] = np.float32(s.unit_moved[slot])
                moved = True
            out[row + _CHOSEN] = np.float32(slot == s.sel_unit)
            out[row + _SELECTABLE] = _ZERO
            if s.ctx == Context.ACTIVATE and may_move(s, t, slot):
                offer_unit(s, t, seat, slot, out)
    if moved:
        recount_units(s, t, seat, home, out)
        encode_control(s, t, seat, home, out)


@jit
def encode_choices(s, t, p, out):
    """The units that may be named for something else than a move (block C); legal.py offers the same."""
    ctx = s.ctx
    if ctx == Context.FIREGROUP or ctx == Context.COUNTER_GROUP:
        reach = group_reach(s, t, p)
        for slot in range(UNITS):
            if may_join(s, t, slot, reach):
                offer_unit(s, t, p, slot, out)
    elif ctx == Context.TRANSPORT_GROUP:
        for slot in range(UNITS):
            if may_move(s, t, slot) and s.unit_in_group[slot] == 0:
                offer_unit(s, t, p, slot, out)
    elif ctx == Context.AUTO_LOSS or ctx == Context.SAVE_ALLOC:
        for slot in range(UNITS):
            if is_waiting(s, t, slot):
                offer_unit(s, t, p, slot, out)
    elif ctx == Context.ASSAULT_LOSS:
        for slot in range(UNITS):
            if participates(s, t, p, slot):
                offer_unit(s, t, p, slot, out)
    elif ctx == Context.STACK_LOSS:
        area = overfull_area(s, t, p)
        for slot in range(UNITS):
            if is_in(s, p, slot, area):
                offer_unit(s, t, p, slot, out)


@jit
def offer_unit(s, t, p, slot, out):
    """Show that a unit may be named, unless an equal one is shown already."""
    other = slot - 1
    while other >= 0 and t.unit_type[other] == t.unit_type[slot]:
        if out[own_row(p, other) + _SELECTABLE] and are_alike(s, slot, other):
            return
        other -= 1
    out[own_row(p, slot) + _SELECTABLE] = _ONE


# -- D: areas ----------------------------------------------------------------------------------------------------------


@jit
def recount_units(s, t, seat, home, out):
    """How many units are where (block D), once some have moved; ``encode_control`` divides."""
    for i in range(AREAS):
        for j in range(_PRESENCE, _AREA_ROW):
            out[_AREAS + _AREA_ROW * i + j] = _ZERO
    for slot in range(UNITS):
        if s.unit_area[slot] != NONE:
            at = area_row(t, home, s.unit_area[slot])
            at += _PRESENCE if s.unit_owner[slot] == seat else _OTHER_PRESENCE
            out[at] += _ONE
            if t.counts_as_pmc[small(t.unit_type[slot])]:
                out[at + 2] += _ONE
    count_suppressed(s, t, seat, home, out)


@jit
def encode_control(s, t, seat, home, out):
    """Who controls what, where units are counted (block D), and the symbols that this gives (block B)."""
    for i in range(AREAS):
        row = _AREAS + _AREA_ROW * i
        lead = out[row + _PRESENCE + 2] - out[row + _OTHER_PRESENCE + 2]
        out[row + _CONTROL] = _ONE if lead > _ZERO else _ZERO
        out[row + _CONTROL + 1] = _ONE if lead < _ZERO else _ZERO
        for j in range(_PRESENCE, _AREA_ROW):
            out[row + j] = share(out[row + j], _PER_12)
    for k in range(PLAYERS):
        side = s.home[seat if k == 0 else 1 - seat]
        if side != NONE:
            row = area_row(t, home, t.home_area[side])
            out[row + _CONTROL + k] = _ONE
            out[row + _CONTROL + 1 - k] = _ZERO
    own = other = 0  # mines and, in the upper half, labs
    for area in range(AREAS):
        symbols = int(t.mines[area]) + int(s.mine_token[area])
        symbols += (int(t.science[area]) + int(s.lab_token[area])) << 16
        if symbols > 0:
            row = area_row(t, home, area)
            own += symbols if out[row + _CONTROL] > _ZERO else 0
            other += symbols if out[row + _CONTROL + 1] > _ZERO else 0
    encode_symbols(s, seat, own, out, _CORPORATIONS)
    encode_symbols(s, 1 - seat, other, out, _CORPORATIONS + _CORPORATION_ROW)


@jit
def encode_symbols(s, p, symbols, out, at):
    """The symbols of a player (block B)."""
    out[at + _MINING] = share((symbols & 65535) + int(s.perm_mine[p]), _PER_16)
    out[at + _SCIENCE] = share((symbols >> 16) + int(s.perm_lab[p]), _PER_16)


@jit
def encode_areas(s, t, seat, home, out):
    """Mine and lab markers, media, defsats, the area of the activation and those of attacks (block D)."""
    marks = np.uint8(0)
    for area in range(AREAS):
        marks = np.uint8(marks | np.uint8(s.mine_token[area]) | np.uint8(s.lab_token[area]) | s.attacked[area])
    if marks:
        for area in range(AREAS):
            if s.mine_token[area] | s.lab_token[area] | s.attacked[area]:
                row = area_row(t, home, area)
                out[row + _MINE] = np.float32(s.mine_token[area])
                out[row + _LAB] = np.float32(s.lab_token[area])
                out[row + _ATTACKED] = np.float32(s.attacked[area])
    for k in range(PLAYERS):
        p = seat if k == 0 else 1 - seat
        if s.media_area[p] != NONE:
            out[area_row(t, home, s.media_area[p]) + _MEDIA + k] = _ONE
        if s.defsat_area[p] != NONE:
            out[area_row(t, home, s.defsat_area[p]) + _DEFSAT_AREA + k] = _ONE
    if s.active_area != NONE:
        out[area_row(t, home, s.active_area) + _ACTIVE] = _ONE
    if s.fire_target != NONE:
        out[area_row(t, home, s.fire_target) + _FIRE_TARGET] = _ONE


@jit
def encode_own_media(s, t, seat, out):
    """The viewer's media counter, where it has moved (block D)."""
    if s.media_area[seat] != NONE:
        at = area_row(t, home_of(s, seat), s.media_area[seat]) + _MEDIA
        if out[at] != _ONE:
            for i in range(AREAS):
                out[_AREAS + _AREA_ROW * i + _MEDIA] = _ZERO
            out[at] = _ONE


# -- E: cards ----------------------------------------------------------------------------------------------------------


@jit
def encode_own_cards(s, t, seat, out):
    """The viewer's cards (block E)."""
    for slot in range(HAND_SLOTS):
        row = _OWN_CARDS + _OWN_CARD_ROW * slot
        card = s.hand_card[seat, slot]
        if card != NONE:
            out[row + _TYPE + int(t.card_type[card])] = _ONE
        out[row + _CARD_STATE + int(s.hand_state[seat, slot])] = _ONE
        out[row + _KNOWN] = bit(s.hand_known[seat, slot], 1 - seat)


@jit
def encode_opponent_cards(s, t, seat, out):
    """The opponent's cards, as far as the viewer knows them (block E)."""
    p = 1 - seat
    for slot in range(HAND_SLOTS):
        row = _CARDS + _CARD_ROW * slot
        state = int(s.hand_state[p, slot])
        out[row + _OTHER_STATE + state] = _ONE
        if (int(s.hand_known[p, slot]) >> seat) & 1:
            kind = int(t.card_type[s.hand_card[p, slot]])
            out[row + _OTHER_TYPE] = share(kind + 1, _PER_21)
            if state == CardState.FACE_UP:
                out[_UPGRADES + kind] += _THIRD


# -- F: events ---------------------------------------------------------------------------------------------------------


@jit
def encode_events(s, t, out):
    """Events that lie face-down on their levels, and how many of each kind are taken (block F)."""
    if s.home[0] == NONE:
        return
    left = 0  # counts by kind, a byte for each
    for i in range(TRIANGLES):
        if s.event_kind[i] != NONE:
            out[_EVENTS + i] = _ONE
            left += 1 << (8 * int(s.event_kind[i]))
    for kind in range(EVENTS):
        out[_EVENTS + TRIANGLES + kind] = share(int(t.event_count[kind]) - ((left >> (8 * kind)) & 255), _PER_2)


# -- G: procedure ------------------------------------------------------------------------------------------------------


@jit
def encode_procedure(s, t, seat, out):
    """Attack, saves, assault, upgrade attempt, set-up (block G)."""
    out[_ATTACKS] = np.float32(s.fire_by == seat)
    out[_COUNTERFIRE] = np.float32(s.fire_counter)
    out[_BOUNDING] = np.float32(s.fire_bounding)
    out[_TAS] = share(s.fire_tas, _PER_40)
    out[_COLUMN + 1 + int(s.fire_col)] = _ONE
    modifiers = np.float32(s.fire_drm * _PER_6)
    out[_MODIFIERS] = min(max(modifiers, -_ONE), _ONE)
    for i in range(3):
        out[_DICE + i] = share(s.dice[i], _PER_6)
    out[_TOTAL] = share(s.fire_total, _PER_12)
    out[_RESULT + 1 + int(s.fire_result)] = _ONE
    out[_CHOOSE_LEFT] = share(s.choose_left, _PER_12)
    out[_SAVE_STAGE + int(s.save_stage)] = _ONE
    if s.save_type != NONE:
        out[_SAVE_TYPE + int(s.save_type)] = _ONE
    out[_SAVE_DICE] = share(s.n_fail, _PER_12)
    out[_SAVE_DICE + 1] = share(s.n_save, _PER_12)
    out[_SAVE_DICE + 2] = share(s.n_ignore, _PER_12)
    for i in range(2):
        out[_ASSAULT_DICE + i] = share(s.assault_dice[i], _PER_6)
        out[_ASSAULT_TOTALS + i] = share(s.assault_half[i], _PER_36)
        out[_UPGRADE_DICE + i] = share(s.up_dice[i], _PER_6)
    out[_UPGRADE_TOTAL] = share(s.up_total, _PER_12)
    if s.sel_slot != NONE and (int(s.hand_known[s.active_player, s.sel_slot]) >> seat) & 1:
        kind = int(t.card_type[s.hand_card[s.active_player, s.sel_slot]])
        out[_UPGRADE_TYPE] = share(kind + 1, _PER_21)
    out[_SHOTS] = share(s.defsat_shots, _PER_2)
    if s.ctx == Context.SETUP_PLACE:
        out[_SET_UP] = share(units_placed(s, t, int(s.to_move)), _PER_3)


# -- H: action markers -------------------------------------------------------------------------------------------------


@jit
def encode_markers(s, t, seat, home, out):
    """Action markers: where they lie (blocks D and E), which are placed and revealed (block H)."""
    placed = 0
    for k in range(MARKERS):
        place = int(s.marker_place[seat, k])
        if place != NONE:
            out[_PLACED + k] = _ONE
            if s.marker_revealed[seat, k]:
                out[_SHOWN + k] = _ONE
            elif place >= CARD_PLACE:
                out[_OWN_CARDS + _OWN_CARD_ROW * (place - CARD_PLACE) + _CARD_MARKERS + k] = _ONE
            else:
                out[area_row(t, home, place) + _OWN_MARKERS + k] = _ONE
        place = int(s.marker_place[1 - seat, k])
        if place != NONE:
            placed += 1
            if s.marker_revealed[1 - seat, k]:
                out[_OTHER_SHOWN + k] = _ONE
            elif place >= CARD_PLACE:
                out[_CARDS + _CARD_ROW * (place - CARD_PLACE) + _OTHER_MARKER] = _ONE
            else:
                out[area_row(t, home, place) + _OTHER_MARKERS] += _QUARTER
    out[_OTHER_PLACED] = share(placed, _PER_4)
