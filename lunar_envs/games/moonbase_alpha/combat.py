"""How an attack is made: the group fires, dice, re-rolls (R32, R46, R75, R76, R92)."""

from lunar_envs.engine.jit import jit

from .attack import after_attack
from .codes import MAX_TOTAL, MIN_TOTAL, NONE, Context, FireResult, Flag, Upgrade
from .control import has_upgrade, use, used
from .dice import roll_die
from .fire import (
    close_group,
    command_modifier,
    fire_column,
    fires_from_target,
    mark_targets,
    range_modifiers,
    suppression_modifier,
    total_strength,
)
from .saves import apply_result

ATTACK_DICE = 2


@jit
def begin_fire(s, p, area):
    """R32: an area is fired at once in an activation, by one firegroup."""
    s.act_started = 1
    s.attacked[area] = 1
    s.fire_by = p
    s.fire_target = area
    s.ctx = Context.FIREGROUP


@jit
def fire_group(s, t, p):
    """R46: the firegroup of player ``p`` is complete and fires."""
    close_group(s, t)
    s.fire_tas = total_strength(s, t, p)
    mark_targets(s, t, 1 - p, not fires_from_target(s))
    s.fire_drm = range_modifiers(s, t, p) + command_modifier(s, t, p) + suppression_modifier(s, t)
    attack(s, t)


@jit
def fire_defsat(s, t, p, area):
    """R92: one attack of the defensive satellites."""
    s.fire_by = p
    s.fire_target = area
    s.fire_defsat = 1
    s.fire_tas = t.defsat_strength
    mark_targets(s, t, 1 - p, True)
    s.fire_drm = suppression_modifier(s, t)
    attack(s, t)


@jit
def attack(s, t):
    """R46: the column, and the dice; an attack that is off the table fails without any."""
    s.fire_col = fire_column(s, t, s.fire_tas)
    if s.fire_col == NONE:
        for i in range(s.dice.shape[0]):
            s.dice[i] = 0
        s.fire_drm = 0
        s.fire_total = 0
        s.fire_result = FireResult.NE
        after_attack(s, t)
        return
    roll_attack(s, t)
    if may_reroll(s, t, s.fire_by, Upgrade.TARGETING_COMPUTERS, Flag.TARGETING):
        s.to_move = s.fire_by
        s.ctx = Context.REROLL_OWN
    else:
        ask_enemy(s, t)


@jit
def roll_attack(s, t):
    """R46: two dice, or three without the highest for bounding fire and counterfire; the table gives the result."""
    spoiled = s.fire_bounding or s.fire_counter
    s.dice[2] = 0
    total = 0
    highest = 0
    for i in range(ATTACK_DICE + 1 if spoiled else ATTACK_DICE):
        die = roll_die(s, t)
        s.dice[i] = die
        total += die
        highest = max(highest, die)
    if spoiled:
        total -= highest
    s.fire_total = min(MAX_TOTAL, max(MIN_TOTAL, total + int(s.fire_drm)))
    s.fire_result = t.fire_table[s.fire_total - MIN_TOTAL, s.fire_col]


@jit
def may_reroll(s, t, p, upgrade, flag):
    """R75, R76: whether a player has the card for a new roll and has not used it this turn."""
    return not used(s, p, flag) and has_upgrade(s, t, p, upgrade)


@jit
def ask_enemy(s, t):
    """R76: the owner of the targets may ask for a new roll; else the result stands."""
    defender = 1 - int(s.fire_by)
    if may_reroll(s, t, defender, Upgrade.ACTIVE_CAMOUFLAGE, Flag.CAMOUFLAGE):
        s.to_move = defender
        s.ctx = Context.REROLL_ENEMY
    else:
        apply_result(s, t)


@jit
def reroll(s, t, p, flag):
    """R75, R76: player ``p`` has all attack dice rolled again."""
    use(s, p, flag)
    roll_attack(s, t)
