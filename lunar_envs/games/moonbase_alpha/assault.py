"""Assaults (R33, R63-R67)."""

from lunar_envs.engine.jit import jit

from .activation import check_stacks
from .codes import UNITS, Context, Flag, UnitType, Upgrade
from .combat import may_reroll
from .control import use
from .dice import roll_die
from .units import count_units, destroy, is_in

ATTACKER = 0
DEFENDER = 1


@jit
def participates(s, t, p, slot):
    """R63: whether a unit of player ``p`` takes part; missile units that have fired do not."""
    return is_in(s, p, slot, s.active_area) and not (s.unit_fired[slot] and t.missile[t.unit_type[slot]])


@jit
def may_assault(s, t, p):
    """R33, R63: whether enemies are there, nothing bars the assault and an unsuppressed unit takes part."""
    if s.nonmissile_fired or count_units(s, 1 - p, s.active_area) == 0:
        return False
    for slot in range(UNITS):
        if participates(s, t, p, slot) and s.unit_suppressed[slot] == 0:
            return True
    return False


@jit
def begin_assault(s, t, p):
    """R63, R64: all participants are revealed, both sides roll; the attacker may roll again (R75)."""
    s.act_started = 1
    for slot in range(UNITS):
        if participates(s, t, s.unit_owner[slot], slot):
            s.unit_revealed[slot] = 1
    s.assault_dice[ATTACKER] = roll_die(s, t)
    s.assault_dice[DEFENDER] = roll_die(s, t)
    add_up(s, t, p)
    if may_reroll(s, t, p, Upgrade.TARGETING_COMPUTERS, Flag.TARGETING):
        s.ctx = Context.REROLL_OWN
    else:
        ask_losses(s, t, p)


@jit
def reroll_assault(s, t, p):
    """R75: the attacker's die is rolled again."""
    use(s, p, Flag.TARGETING)
    s.assault_dice[ATTACKER] = roll_die(s, t)
    add_up(s, t, p)


@jit
def add_up(s, t, p):
    """R65: the totals of both sides in half units."""
    s.assault_half[ATTACKER] = half_units(s, t, p, True) + 2 * int(s.assault_dice[ATTACKER])
    s.assault_half[DEFENDER] = half_units(s, t, 1 - p, False) + 2 * int(s.assault_dice[DEFENDER])


@jit
def half_units(s, t, p, attacks):
    """R65: participants, suppressed ones half, with the bonuses of stealth and of the attacker's command unit."""
    halves = 0
    for slot in range(UNITS):
        if participates(s, t, p, slot) and s.unit_suppressed[slot]:
            halves += 1
        elif participates(s, t, p, slot):
            kind = t.unit_type[slot]
            halves += 2 + 2 * int(t.assault_bonus[kind])
            if attacks and kind == UnitType.MOBILE_COMMAND:
                halves += 2 * int(t.mobile_command_drm)
    return halves


@jit
def losses_due(s, side):
    """R66: how many units the dice and totals cost a side."""
    low = min(int(s.assault_dice[ATTACKER]), int(s.assault_dice[DEFENDER]))
    high = max(int(s.assault_dice[ATTACKER]), int(s.assault_dice[DEFENDER]))
    lead = int(s.assault_half[side]) - int(s.assault_half[1 - side])
    if lead == 0:
        return high
    return low - 1 if lead > 0 else high + 1


@jit
def ask_losses(s, t, p):
    """R66, R67: attacker ``p``, then the defender loses units of its choice; then the activation is over."""
    if not choose_losses(s, t, p, losses_due(s, ATTACKER)):
        ask_defender(s, t, 1 - p)


@jit
def ask_defender(s, t, p):
    """R66: the defender's losses."""
    if not choose_losses(s, t, p, losses_due(s, DEFENDER)):
        check_stacks(s, t)


@jit
def choose_losses(s, t, p, due):
    """R66: a player loses ``due`` participants, all if there are no more; returns whether it has to choose."""
    count = 0
    for slot in range(UNITS):
        count += participates(s, t, p, slot)
    if due == 0:
        return False
    if due < count:
        s.choose_left = due
        s.to_move = p
        s.ctx = Context.ASSAULT_LOSS
        return True
    for slot in range(UNITS):
        if participates(s, t, p, slot):
            destroy(s, t, slot)
    return False


@jit
def lose_in_assault(s, t, p, slot):
    """R66: a participant is destroyed; after the last one due the other side or the end follows."""
    destroy(s, t, slot)
    s.choose_left -= 1
    if s.choose_left > 0:
        return
    if p == s.active_player:
        ask_defender(s, t, 1 - p)
    else:
        check_stacks(s, t)
