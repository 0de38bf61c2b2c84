"""The baseline player's purchases and exchanges."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from .codes import (
    ASSET_TYPES,
    EXCHANGE_CARD,
    FIRST_MODULE,
    IN_MARKET,
    MODULES,
    NONE,
    RESOURCES,
    ROCKET_KINDS,
    ROCKETS,
    Action,
    Resource,
    Status,
)
from .outlook import held_modules, stock_payload, value
from .rules.bank import exchange_rate
from .rules.launch import is_in_stock
from .rules.rockets import rocket_price

FIRST_MODULE_ROUND = 3
"""Modules are bought from this round on."""
LEAST_GAIN = 1.0
"""What a purchase must bring at least."""
EXCHANGE_GAIN = 0.35
"""What an exchange must bring at least."""
DEAR_ROCKET = 4
"""Lunars for the dearest rocket."""
REUSABLE_WORTH = 0.5
"""By what share a reusable rocket is better."""


@jit
def choose_purchase(s, t, p, mask):
    """Modules first, then a rocket for what waits on Earth, then assets that pay, then exchanges that help."""
    if s.opt_pro and count_bits(held_modules(s, p)) == MODULES:
        action = exchange_for(s, t, p, t.module_upkeep, mask)
        if action != NONE:
            return action
    if s["round"] >= FIRST_MODULE_ROUND:
        action = module_purchase(s, t, p, mask)
        if action != NONE:
            return action
    rocket = wanted_rocket(s, t, p, stock_payload(s, t, p) - lift_capacity(s, t, p), mask)
    if rocket != NONE:
        return Action.PICK_ROCKET + rocket
    action = asset_purchase(s, t, p, mask)
    if action != NONE:
        return action
    action = useful_exchange(s, t, p, mask)
    return Action.PASS.value if action == NONE else action


@jit
def module_purchase(s, t, p, mask):
    """A missing module, or an exchange that brings the one that lacks fewest tokens into reach."""
    held = held_modules(s, p)
    best = NONE
    least = 100
    for k in range(FIRST_MODULE, ASSET_TYPES):
        if (held >> (k - FIRST_MODULE)) & 1 or s.asset_status[p, k] != Status.BLUEPRINT:
            continue
        if mask[Action.PICK_ASSET + k]:
            return Action.PICK_ASSET + k
        lack = lacking(s, p, t.cost[k])
        if lack < least and lack <= spare_exchanges(s, t, p, t.cost[k]):
            least = lack
            best = k
    return NONE if best == NONE else exchange_for(s, t, p, t.cost[best], mask)


@jit
def lacking(s, p, cost):
    """Tokens of a cost that a seat lacks."""
    lack = 0
    for r in range(RESOURCES):
        lack += max(0, np.int64(cost[r]) - np.int64(s.res[p, r]))
    return lack


@jit
def rate_into(s, t, p, r):
    """R25, R26: tokens for one token of a resource."""
    return 2 if t.advantage[s.faction[p]] == r else exchange_rate(s, t, p)


@jit
def spare_exchanges(s, t, p, cost):
    """How many tokens a seat can exchange for with what the cost leaves it, at the general rate."""
    count = 0
    rate = exchange_rate(s, t, p)
    for r in range(RESOURCES):
        count += max(0, np.int64(s.res[p, r]) - np.int64(cost[r])) // rate
    return count


@jit
def exchange_for(s, t, p, cost, mask):
    """An exchange of what the cost leaves, most plentiful first, into what it lacks; or NONE."""
    for get in range(RESOURCES):
        if s.res[p, get] >= cost[get]:
            continue
        best = NONE
        most = 0
        for give in range(RESOURCES):
            spare = np.int64(s.res[p, give]) - np.int64(cost[give])
            action = exchange_action(s, t, p, give, get, mask)
            if action != NONE and spare >= rate_into(s, t, p, get) and spare > most:
                best = action
                most = spare
        if best != NONE:
            return best
    return NONE


@jit
def exchange_action(s, t, p, give, get, mask):
    """The best legal exchange of one resource for another, or NONE."""
    if t.advantage[s.faction[p]] == get and mask[Action.ADVANTAGE + give]:
        return Action.ADVANTAGE + give
    action = Action.EXCHANGE + (EXCHANGE_CARD + 1) * give + get
    return action if mask[action] else NONE


@jit
def lift_capacity(s, t, p):
    """Payload that a seat can lift this round, reuses at 1 flight each."""
    capacity = 0
    for i in range(ROCKETS):
        if s.rocket_loc[i] == p and not s.rocket_reused[i]:
            capacity += np.int64(t.capacity[s.rocket_kind[i]])
    return capacity


@jit
def largest_capacity(s, t, p):
    """The most that one own rocket lifts."""
    most = 0
    for i in range(ROCKETS):
        if s.rocket_loc[i] == p and not s.rocket_reused[i]:
            most = max(most, np.int64(t.capacity[s.rocket_kind[i]]))
    return most


@jit
def largest_payload(s, t, p):
    """The payload of the heaviest asset in stock."""
    most = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if is_in_stock(s, p, c, k):
                most = max(most, np.int64(t.payload[k]))
    return most


@jit
def wanted_rocket(s, t, p, excess, mask):
    """The kind of the cheapest affordable rocket per payload that would otherwise stay on Earth; or NONE."""
    heaviest = largest_payload(s, t, p)
    least = heaviest if heaviest > largest_capacity(s, t, p) else 1
    if excess <= 0 and least == 1:
        return NONE
    best = NONE
    best_price = 0.0
    for kind in range(ROCKET_KINDS):
        if mask[Action.PICK_ROCKET + kind] and t.capacity[kind] >= least:
            useful = min(np.int64(t.capacity[kind]), max(excess, least))
            unit = rocket_price(s, t, kind) / (useful * (1.0 + REUSABLE_WORTH * t.reusable[kind]))
            if best == NONE or unit < best_price:
                best = kind
                best_price = unit
    if best == NONE and heaviest == least:
        return refreshing_rocket(s, t, p, mask)
    return best


@jit
def refreshing_rocket(s, t, p, mask):
    """A cheap rocket that makes room on the market, where none lifts what waits, if lunars for a heavy one remain."""
    for kind in range(ROCKET_KINDS):
        enough = s.res[p, Resource.LUNAR] >= rocket_price(s, t, kind) + DEAR_ROCKET
        if mask[Action.PICK_ROCKET + kind] and enough:
            return kind
    return NONE


@jit
def asset_purchase(s, t, p, mask):
    """The asset that raises the value most, if a rocket for it can be paid too; or NONE."""
    before = value(s, t, p)
    spare = lift_capacity(s, t, p) - stock_payload(s, t, p)
    best = NONE
    best_gain = LEAST_GAIN
    for k in range(FIRST_MODULE):
        if mask[Action.PICK_ASSET + k] == 0:
            continue
        left = np.int64(s.res[p, Resource.LUNAR]) - np.int64(t.cost[k, 0]) - lift_price(s, t, t.payload[k] - spare)
        if left < 0 and s.res[p, Resource.LUNAR] >= np.int64(t.budget_refill) + 1:
            continue
        gain = purchase_gain(s, t, p, k, before)
        if gain > best_gain and (left >= 0 or t.cost[k, 0] >= t.budget_refill):
            best = k
            best_gain = gain
    return NONE if best == NONE else Action.PICK_ASSET + best


@jit
def lift_price(s, t, payload):
    """Lunars for the cheapest rocket on the market that lifts a payload; half its payload if none does."""
    if payload <= 0:
        return 0
    best = (payload + 1) // 2
    found = False
    for i in range(ROCKETS):
        kind = np.int64(s.rocket_kind[i])
        if s.rocket_loc[i] == IN_MARKET and t.capacity[kind] >= payload:
            cost = rocket_price(s, t, kind)
            best = min(best, cost) if found else cost
            found = True
    return best


@jit
def purchase_gain(s, t, p, k, before):
    """What a blueprint would add to the value; the state is left as it was."""
    for r in range(RESOURCES):
        s.res[p, r] -= t.cost[k, r]
    s.asset_status[p, k] = Status.EARTH
    gain = value(s, t, p) - before
    s.asset_status[p, k] = Status.BLUEPRINT
    for r in range(RESOURCES):
        s.res[p, r] += t.cost[k, r]
    return gain


@jit
def useful_exchange(s, t, p, mask):
    """The exchange that raises the value most, or NONE; the state is left as it was."""
    before = value(s, t, p)
    best = NONE
    best_gain = EXCHANGE_GAIN
    for give in range(RESOURCES):
        for get in range(RESOURCES):
            action = NONE if give == get else exchange_action(s, t, p, give, get, mask)
            if action == NONE:
                continue
            rate = 2 if action >= Action.ADVANTAGE else exchange_rate(s, t, p)
            s.res[p, give] -= rate
            s.res[p, get] += 1
            gain = value(s, t, p) - before
            s.res[p, get] -= 1
            s.res[p, give] += rate
            if gain > best_gain:
                best = action
                best_gain = gain
    return best
