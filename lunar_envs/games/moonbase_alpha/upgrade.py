"""Upgrade attempts and what cards do at once (R68-R81)."""

from lunar_envs.engine.jit import jit

from .budget import wait_for_event
from .codes import (
    AREAS,
    BOTH,
    FIRST_NEUTRAL,
    MAX_TOTAL,
    MIN_TOTAL,
    NEUTRAL_UNITS,
    NONE,
    STOCK_MAX,
    UPGRADES,
    CardState,
    Chart,
    Context,
    Defsat,
    Flag,
    Upgrade,
)
from .control import (
    controller,
    find_slot,
    main_base,
    science_symbols,
    use,
    used,
)
from .dice import roll_die
from .markers import is_spent_defsat, next_marker
from .stock import DOWN, UP, change_stock
from .units import put_on_map


@jit
def upgrade_type(s, t, p):
    """The type of the card of the attempt."""
    return int(t.card_type[s.hand_card[p, s.sel_slot]])


@jit
def chart_entry(s, t, p):
    """R68: what the chart says to the last roll, Chart bits."""
    return int(t.chart[upgrade_type(s, t, p), s.up_total - MIN_TOTAL])


@jit
def roll_upgrade(s, t, p):
    """R68: two dice and the science symbols."""
    total = science_symbols(s, t, p)
    if is_spent_defsat(s, t, p, s.sel_slot):
        total += int(t.defsat_reupgrade_bonus)
    for i in range(s.up_dice.shape[0]):
        s.up_dice[i] = roll_die(s, t)
        total += int(s.up_dice[i])
    s.up_total = min(MAX_TOTAL, total)


@jit
def attempt(s, t, p):
    """R68, R69: the roll; a failure may be rolled again."""
    roll_upgrade(s, t, p)
    failed = chart_entry(s, t, p) & Chart.SUCCESS == 0
    if failed and not used(s, p, Flag.UPGRADE_REROLL) and s.stock[p] > 0:
        s.ctx = Context.UPGRADE_REROLL
    else:
        finish_attempt(s, t, p)


@jit
def reroll_upgrade(s, t, p):
    """R69: one level for a second roll; the first one counts no more."""
    exclude_types(s, t, p, Chart.SUCCESS)
    use(s, p, Flag.UPGRADE_REROLL)
    change_stock(s, t, p, DOWN)
    roll_upgrade(s, t, p)
    finish_attempt(s, t, p)


@jit
def exclude_types(s, t, p, seen):
    """Note which types the card can not be, because their charts differ from what the roll has shown the opponent.

    ``seen`` are the Chart bits that both players could see.
    """
    entry = chart_entry(s, t, p)
    for kind in range(UPGRADES):
        if (t.chart[kind, s.up_total - MIN_TOTAL] ^ entry) & seen:
            s.hand_excluded[p, s.sel_slot] |= 1 << kind


@jit
def finish_attempt(s, t, p):
    """R70: the arrow moves the stock, then a success takes effect."""
    seen = Chart.SUCCESS.value
    if s.stock[p] < STOCK_MAX:
        seen |= Chart.UP.value
    if s.stock[p] > 0:
        seen |= Chart.DOWN.value
    exclude_types(s, t, p, seen)
    entry = chart_entry(s, t, p)
    if entry & Chart.UP:
        change_stock(s, t, p, UP)
    elif entry & Chart.DOWN:
        change_stock(s, t, p, DOWN)
    if entry & Chart.SUCCESS == 0 or not take_effect(s, t, p):
        end_attempt(s, t, p)


@jit
def end_attempt(s, t, p):
    """R15: units found are bought, then the next marker."""
    s.sel_slot = NONE
    s.active_player = NONE
    if not wait_for_event(s, t, p):
        next_marker(s, t)


@jit
def take_effect(s, t, p):
    """R70, R72-R80: the card is turned face-up and takes effect; returns whether the player has a choice."""
    kind = upgrade_type(s, t, p)
    s.hand_state[p, s.sel_slot] = CardState.FACE_UP
    s.hand_known[p, s.sel_slot] = BOTH
    bring_units(s, t, p, kind)
    if kind == Upgrade.DEFENSIVE_SATELLITES:
        s.defsat_state[p] = Defsat.READY
    elif kind == Upgrade.SCIENCE_DIVISION_BREAKTHROUGH:
        change_stock(s, t, p, int(t.breakthrough_stock))
    elif kind == Upgrade.LUNAR_MINE or kind == Upgrade.RESEARCH_LAB:
        s.ctx = Context.TOKEN_PLACE
        return token_areas(s, t, p) != 0
    elif kind == Upgrade.PATENT_DATABASE:
        s.ctx = Context.STEAL_CARD
        return find_slot(s, 1 - p, CardState.FACE_DOWN) != NONE and find_slot(s, p, CardState.EMPTY) != NONE
    return False


@jit
def bring_units(s, t, p, kind):
    """R72: the neutral units of the card come to the main base, revealed."""
    for n in range(NEUTRAL_UNITS):
        if t.brings[kind, n]:
            slot = FIRST_NEUTRAL + n
            s.unit_owner[slot] = p
            s.unit_revealed[slot] = 1
            put_on_map(s, slot, main_base(s, t, p))


@jit
def token_areas(s, t, p):
    """R78: the set of the controlled areas without a marker of the kind that the card brings."""
    is_mine = upgrade_type(s, t, p) == Upgrade.LUNAR_MINE
    found = 0
    for a in range(AREAS):
        markers = s.mine_token[a] if is_mine else s.lab_token[a]
        if markers == 0 and controller(s, t, a) == p:
            found |= 1 << a
    return found


@jit
def place_token(s, t, p, area):
    """R78: the marker stays in ``area`` for good."""
    if upgrade_type(s, t, p) == Upgrade.LUNAR_MINE:
        s.mine_token[area] += 1
    else:
        s.lab_token[area] += 1
    end_attempt(s, t, p)


@jit
def steal_card(s, t, p, slot):
    """R79: the opponent's face-down card moves to the lowest empty slot, known to both players."""
    victim = 1 - p
    own = find_slot(s, p, CardState.EMPTY)
    s.hand_card[p, own] = s.hand_card[victim, slot]
    s.hand_state[p, own] = CardState.FACE_DOWN
    s.hand_known[p, own] = BOTH
    s.hand_card[victim, slot] = NONE
    s.hand_state[victim, slot] = CardState.EMPTY
    s.hand_known[victim, slot] = 0
    s.hand_excluded[victim, slot] = 0
    end_attempt(s, t, p)
