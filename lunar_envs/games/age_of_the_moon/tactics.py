"""The baseline player's launches, deployments and operations."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from .codes import (
    ASSET_TYPES,
    FIRST_MODULE,
    HEXES,
    MODULES,
    NONE,
    RESOURCES,
    ROCKET_KINDS,
    Action,
    Placement,
    Resource,
    Sharing,
)
from .outlook import cheapest, net_output, net_value, outlook
from .rules.launch import carries, is_in_stock
from .rules.rockets import launchable_rocket
from .score import count_modules, has_all
from .spending import exchange_action

# -- Launch --------------------------------------------------------------------------------------------


@jit
def choose_launch(s, t, p, mask):
    """The smallest rocket that lifts all orbital or all other cargo, else the largest; lunars for one on the way."""
    orbital = 0
    other = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if is_in_stock(s, p, c, k):
                if t.placement[k] == Placement.ORBITAL:
                    orbital += np.int64(t.payload[k])
                else:
                    other += np.int64(t.payload[k])
    wanted = max(orbital, other)
    best = NONE
    for kind in range(ROCKET_KINDS):
        if mask[Action.PICK_ROCKET + kind] and (best == NONE or fits_better(t, kind, best, wanted)):
            best = kind
    return Action.PASS.value if best == NONE else Action.PICK_ROCKET + best


@jit
def fits_better(t, kind, best, wanted):
    """Whether a rocket suits a payload better than another."""
    ours = np.int64(t.capacity[kind])
    theirs = np.int64(t.capacity[best])
    if ours >= wanted and theirs >= wanted:
        return ours < theirs or (ours == theirs and t.reusable[kind] > t.reusable[best])
    return ours > theirs


@jit
def choose_cargo(s, t, p, mask):
    """Modules first, heavy assets first; orbital and other cargo together only on the last rocket."""
    orbital = carries(s, t, True)
    other = carries(s, t, False)
    alone = (orbital or other) and has_another_rocket(s, p)
    best = NONE
    best_rank = 0
    for a in range(Action.PICK_ASSET, Action.PICK_HEX):
        if mask[a] == 0:
            continue
        k = (a - Action.PICK_ASSET) % ASSET_TYPES
        in_orbit = t.placement[k] == Placement.ORBITAL
        if alone and in_orbit != orbital:
            continue
        rank = 1 + np.int64(t.payload[k]) + (100 if k >= FIRST_MODULE else 0)
        if orbital != other:
            rank += 10 if in_orbit == orbital else 0
        if rank > best_rank:
            best_rank = rank
            best = a
    return Action.SUBMIT.value if best == NONE else best


@jit
def has_another_rocket(s, p):
    """Whether a second rocket may fly this round."""
    for kind in range(ROCKET_KINDS):
        i = launchable_rocket(s, p, kind)
        if i != NONE and i != s.launch_rocket:
            return True
    return False


@jit
def choose_rescue(s, t, p, mask):
    """Science for the cargo, by way of an exchange if need be."""
    if mask[Action.ACCEPT]:
        return Action.ACCEPT.value
    x = outlook(s, t, p)
    best = NONE
    for give in range(RESOURCES):
        if exchange_action(s, t, p, give, Resource.SCIENCE.value, mask) != NONE and (best == NONE or x[give] > x[best]):
            best = give
    if best == NONE:
        return Action.REJECT.value
    return exchange_action(s, t, p, best, Resource.SCIENCE.value, mask)


@jit
def choose_hex(s, t, mask):
    """For the chosen asset: its bonus first, then bonuses and free hexes nearby."""
    k = np.int64(s.sel_asset) % ASSET_TYPES
    free = free_hexes(s)
    best = NONE
    best_value = 0.0
    for h in range(HEXES):
        if mask[Action.PICK_HEX + h]:
            worth = hex_value(t, k, h, free)
            if best == NONE or worth > best_value:
                best = h
                best_value = worth
    return Action.PICK_HEX + best


@jit
def free_hexes(s):
    """Mask of the hexes without tokens."""
    free = (1 << HEXES) - 1
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] >= 0:
                free &= ~(1 << np.int64(s.asset_hex[c, k]))
    return free


@jit
def hex_value(t, k, h, free):
    """How good a hex is for a type of asset."""
    bonus = t.bonus[h]
    near = t.near[h] & free
    total = 0.1 * count_bits(near)
    if bonus >= 0:
        total += 3.0 if t.output[k, bonus] > 0 else -0.5
    if t.placement[k] == Placement.SURFACE:
        for other in range(HEXES):
            if (near >> other) & 1 and t.bonus[other] >= 0:
                total += 0.4
    return total


# -- Operation -----------------------------------------------------------------------------------------


@jit
def choose_operation(s, t, p, mask):
    """Modules first if they decide the game, then what yields more than it costs, best first."""
    x = outlook(s, t, p)
    saving = s.opt_pro and has_all(s, t, p) and is_short(s, t, p)
    decisive = s.joint[p] > 0 or (has_all(s, t, p) and not saving)
    best = NONE
    best_value = 0.0
    for a in range(Action.PICK_ASSET, Action.PICK_HEX):
        if mask[a] == 0:
            continue
        c = (p + (a - Action.PICK_ASSET) // ASSET_TYPES) % s.num_players
        k = (a - Action.PICK_ASSET) % ASSET_TYPES
        if is_paid(s, p, c, k) or (saving and is_drain(s, t, c, k)):
            continue
        worth = net_value(s, t, c, k, x)
        if decisive and k >= FIRST_MODULE:
            worth += 100
        if worth > best_value:
            best = a
            best_value = worth
    return Action.PASS.value if best == NONE else best


@jit
def is_short(s, t, p):
    """Whether water or power does not suffice to operate all modules."""
    due = MODULES - count_modules(s, t, p, True)
    return s.res[p, Resource.WATER] < due or s.res[p, Resource.POWER] < due


@jit
def is_drain(s, t, c, k):
    """R94: whether operation costs water or power that the pro variant needs for all modules in one round."""
    return net_output(s, t, c, k, Resource.WATER.value) + net_output(s, t, c, k, Resource.POWER.value) < 0


@jit
def is_paid(s, p, c, k):
    """Whether a payment would only drive a rover on."""
    paid = np.int64(s.op_paid[c, k])
    if s.co_kind[c, k] == Sharing.JV:
        return paid != 0
    return (paid >> p) & 1 == 1


@jit
def choose_move(s, t, mask):
    """A rover moves to a hex with its bonus."""
    k = np.int64(s.sel_asset) % ASSET_TYPES
    here = np.int64(s.asset_hex[s.sel_asset // ASSET_TYPES, k])
    if has_bonus(t, k, here):
        return Action.PASS.value
    for h in range(HEXES):
        if mask[Action.PICK_HEX + h] and has_bonus(t, k, h):
            return Action.PICK_HEX + h
    return Action.PASS.value


@jit
def has_bonus(t, k, h):
    """Whether a hex gives a type of asset its bonus."""
    return t.bonus[h] >= 0 and t.output[k, t.bonus[h]] > 0


@jit
def choose_payment(s, t, p):
    """The token most easily spared."""
    return Action.PICK_RES + cheapest(s, p, outlook(s, t, p))


@jit
def choose_loss(s, t, p, mask):
    """The asset of least value."""
    x = outlook(s, t, p)
    best = NONE
    best_value = 0.0
    for a in range(Action.PICK_ASSET, Action.PICK_HEX):
        if mask[a]:
            c = (p + (a - Action.PICK_ASSET) // ASSET_TYPES) % s.num_players
            worth = net_value(s, t, c, (a - Action.PICK_ASSET) % ASSET_TYPES, x)
            if best == NONE or worth < best_value:
                best = a
                best_value = worth
    return best
