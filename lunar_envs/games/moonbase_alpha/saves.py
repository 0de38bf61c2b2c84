"""What an attack does to its targets: losses, armor saves, retreats, suppression (R50-R57)."""

from lunar_envs.engine.jit import jit

from .attack import after_attack
from .codes import (
    NONE,
    SAVE_ORDER,
    UNIT_TYPES,
    UNITS,
    Context,
    FireResult,
    Outcome,
    SaveStage,
    UnitType,
    Upgrade,
)
from .control import has_upgrade
from .dice import roll_die
from .units import destroy, occupied

IGNORING_DIE = 6


@jit
def apply_result(s, t):
    """R50: the result of the roll on all targets."""
    p = 1 - int(s.fire_by)
    for slot in range(UNITS):
        s.unit_revealed[slot] |= s.is_target[slot]
    if s.fire_result == FireResult.NE:
        after_attack(s, t)
        return
    due = max(0, int(s.fire_result) - FireResult.D)
    if due >= count_waiting(s, t):
        for slot in range(UNITS):
            if is_waiting(s, t, slot):
                destroy(s, t, slot)
        after_attack(s, t)
    elif due > 0:
        s.choose_left = due
        s.to_move = p
        s.ctx = Context.AUTO_LOSS
    else:
        go_on_saving(s, t, p, 0)


@jit
def is_waiting(s, t, slot):
    """Whether a unit is a target to which nothing has happened yet; while a type saves, one of that type."""
    saves = s.save_type == NONE or s.save_type == t.unit_type[slot]
    return saves and s.is_target[slot] == 1 and s.unit_area[slot] != NONE and s.outcome[slot] == Outcome.NONE


@jit
def count_waiting(s, t):
    """How many units wait for a die or for being lost."""
    count = 0
    for slot in range(UNITS):
        count += is_waiting(s, t, slot)
    return count


@jit
def lose_target(s, t, p, slot):
    """R50: a target of the defender's choice is destroyed without a save."""
    destroy(s, t, slot)
    s.choose_left -= 1
    if s.choose_left == 0:
        go_on_saving(s, t, p, 0)


# -- Saves ---------------------------------------------------------------------------------------------


@jit
def go_on_saving(s, t, p, first):
    """R51: the types from number ``first`` of the order on save, until the owner has to choose or all have."""
    for k in range(first, UNIT_TYPES):
        if roll_saves(s, t, p, SAVE_ORDER[k]) and allocate_dice(s, t, p):
            return
    s.save_type = NONE
    s.save_stage = SaveStage.NONE
    s.n_fail = 0
    s.n_save = 0
    s.n_ignore = 0
    apply_outcomes(s, t, p)


@jit
def roll_saves(s, t, p, kind):
    """R51, R52, R54: one die for each target of a type, none if an R result leaves the type alone.

    Returns whether any die was rolled.
    """
    s.save_type = kind
    s.save_stage = SaveStage.FAILING
    s.n_fail = 0
    s.n_save = 0
    s.n_ignore = 0
    if s.fire_result == FireResult.R and t.ignores_retreat[kind]:
        return False
    count = count_waiting(s, t)
    bonus = armor_bonus(s, t, p, kind) if count > 0 else 0
    for _ in range(count):
        die = roll_die(s, t)
        if die == IGNORING_DIE and s.fire_result != FireResult.S:  # R55: on S ignoring and saving are the same
            s.n_ignore += 1
        elif die == IGNORING_DIE or die + bonus >= t.armor[kind]:
            s.n_save += 1
        else:
            s.n_fail += 1
    return count > 0


@jit
def armor_bonus(s, t, p, kind):
    """R52: Reactive Armor helps MCU and crawlers."""
    helps = kind == UnitType.MCU or kind == UnitType.CRAWLER
    return int(t.reactive_armor_bonus) if helps and has_upgrade(s, t, p, Upgrade.REACTIVE_ARMOR) else 0


@jit
def allocate_dice(s, t, p):
    """R55: the dice go to the units; returns whether the owner has to choose."""
    if s.save_stage == SaveStage.FAILING:
        if ask_for(s, t, p, s.n_fail, Outcome.FAIL):
            return True
        s.save_stage = SaveStage.IGNORING
    if ask_for(s, t, p, s.n_ignore, Outcome.IGNORE):
        return True
    give_all(s, t, Outcome.SAVE)
    return False


@jit
def ask_for(s, t, p, dice, outcome):
    """R55: ``dice`` units get ``outcome``; returns whether the owner has to name them."""
    if dice == 0:
        return False
    if dice == count_waiting(s, t):
        give_all(s, t, outcome)
        return False
    s.choose_left = dice
    s.to_move = p
    s.ctx = Context.SAVE_ALLOC
    return True


@jit
def give_all(s, t, outcome):
    """All units of the type without a die get ``outcome``."""
    for slot in range(UNITS):
        if is_waiting(s, t, slot):
            s.outcome[slot] = outcome


@jit
def give_die(s, t, p, slot):
    """R55: a named unit gets a failing or an ignoring die; then the next stage or type."""
    failing = s.save_stage == SaveStage.FAILING
    s.outcome[slot] = Outcome.FAIL if failing else Outcome.IGNORE
    s.choose_left -= 1
    if s.choose_left > 0:
        return
    if failing:
        s.save_stage = SaveStage.IGNORING
        if allocate_dice(s, t, p):
            return
    else:
        give_all(s, t, Outcome.SAVE)
    done = 0
    while SAVE_ORDER[done] != s.save_type:
        done += 1
    go_on_saving(s, t, p, done + 1)


# -- Effects -------------------------------------------------------------------------------------------


@jit
def apply_outcomes(s, t, p):
    """R53, R56: the destroyed leave, then the others are suppressed or about to retreat."""
    for slot in range(UNITS):
        if s.is_target[slot] and s.unit_area[slot] != NONE and is_lost(s, slot):
            destroy(s, t, slot)
    for slot in range(UNITS):
        if s.is_target[slot] and s.unit_area[slot] != NONE:
            suffer(s, t, slot)
    next_retreat(s, t, p)


@jit
def is_lost(s, slot):
    """R53: whether a unit with its die is destroyed."""
    failed = s.outcome[slot] == Outcome.FAIL
    if failed and (s.fire_result >= FireResult.D or s.unit_suppressed[slot]):
        return True
    saved = s.outcome[slot] == Outcome.SAVE
    return saved and s.fire_result != FireResult.S and s.unit_suppressed[slot] == 1


@jit
def suffer(s, t, slot):
    """R53, R54: what happens to a unit that is not destroyed; the number of discs is no limit (R58)."""
    failed = s.outcome[slot] == Outcome.FAIL
    saved = s.outcome[slot] == Outcome.SAVE
    if failed and s.fire_result == FireResult.R:
        s.outcome[slot] = Outcome.FORCED_RETREAT
    elif saved and s.fire_result >= FireResult.D and not t.ignores_retreat[t.unit_type[slot]]:
        s.outcome[slot] = Outcome.OPTIONAL_RETREAT
    elif failed or (saved and s.fire_result != FireResult.S):
        s.unit_suppressed[slot] = 1


@jit
def retreat_areas(s, t, p, slot):
    """R56: the set of the adjacent areas without enemies of player ``p``."""
    return int(t.near[s.unit_area[slot]]) & ~occupied(s, 1 - p)


@jit
def next_retreat(s, t, p):
    """R56: the retreats in ascending local index; after them the attack is over."""
    for slot in range(UNITS):
        forced = s.outcome[slot] == Outcome.FORCED_RETREAT
        if s.unit_area[slot] != NONE and (forced or s.outcome[slot] == Outcome.OPTIONAL_RETREAT):
            if retreat_areas(s, t, p, slot) != 0:
                s.sel_unit = slot
                s.to_move = p
                s.ctx = Context.RETREAT
                return
            if forced:
                destroy(s, t, slot)
            else:
                end_retreat(s, slot)
    after_attack(s, t)


@jit
def end_retreat(s, slot):
    """R56: a unit is suppressed once it has retreated, has declined to or could not."""
    s.unit_suppressed[slot] = 1
    s.outcome[slot] = Outcome.FAIL if s.outcome[slot] == Outcome.FORCED_RETREAT else Outcome.SAVE


@jit
def retreat(s, t, p, area):
    """R56: the chosen unit retreats to ``area``, or stays if that is -1; then the next one."""
    slot = int(s.sel_unit)
    if area != NONE:
        s.unit_area[slot] = area
    end_retreat(s, slot)
    s.sel_unit = NONE
    next_retreat(s, t, p)
