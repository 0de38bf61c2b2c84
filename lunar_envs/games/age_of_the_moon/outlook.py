"""What a position is worth to a player: modules, and what will be left or lacking once all modules are paid for."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from .codes import (
    ASSET_TYPES,
    FIRST_MODULE,
    ICP_LIMIT,
    MODULES,
    RESOURCES,
    ROCKETS,
    Resource,
    Rule,
    Sharing,
    Status,
)
from .rules.bank import holds
from .rules.board import is_part
from .rules.cards import hand_size
from .rules.joint import deployed_modules, modules_on_earth_or_moon
from .rules.produce import output_of

LAST_ROUND = 10
"""Round for which a player plans."""
LEAST_AHEAD = 2
"""Rounds of production that count at least."""
EARTH_DELAY = 0.5
"""Rounds until a constructed asset produces, on average."""
DEPLOYED_MODULE = 30.0
CONSTRUCTED_MODULE = 10.0
SURPLUS = 0.2
"""Worth of a token that no module needs; one that is lacking is worth 1."""
TEMPO, TEMPO_ROUND = 0.1, 6
"""What a lunar is worth in addition for each round before a round."""
LUNARS_PER_PAYLOAD = 0.6
"""What it costs to lift the modules."""
ICP_VALUE = 1.2
CARD_VALUE = 0.8


@jit
def value(s, t, p):
    """What the position is worth to a seat, by public facts alone; about 1 a token (float)."""
    x = outlook(s, t, p)
    total = worth(s, 0, x[0]) + worth(s, 1, x[1]) + worth(s, 2, x[2]) + worth(s, 3, x[3])
    deployed = deployed_modules(s, t, 1 << p, False)
    constructed = modules_on_earth_or_moon(s, 1 << p) & ~deployed
    total += DEPLOYED_MODULE * count_bits(deployed) + CONSTRUCTED_MODULE * count_bits(constructed)
    return total + ICP_VALUE * s.icp[p] + CARD_VALUE * hand_size(s, p)


@jit
def worth(s, r, balance):
    """What a balance of a resource is worth: tokens that are lacking count in full, a surplus little."""
    total = balance if balance < 0 else SURPLUS * balance
    return total + tempo(s) * balance if r == Resource.LUNAR else total


@jit
def tempo(s):
    """What a lunar is worth beside what the modules cost, as long as it can buy production."""
    return TEMPO * max(0, TEMPO_ROUND - np.int64(s["round"]))


@jit
def rounds_ahead(s):
    """For how many rounds production still counts."""
    return max(LEAST_AHEAD, LAST_ROUND - np.int64(s["round"]))


@jit
def outlook(s, t, p):
    """Tokens of each resource that a seat will have left after paying for all modules, less than 0 if it lacks them."""
    ahead = rounds_ahead(s)
    held = held_modules(s, p)
    lunars = float(s.res[p, 0]) + ahead * refill(s, t, p) - LUNARS_PER_PAYLOAD * payload_to_lift(s, t, p, held)
    water = float(s.res[p, 1])
    power = float(s.res[p, 2])
    science = float(s.res[p, 3])
    for k in range(FIRST_MODULE, ASSET_TYPES):
        if (held >> (k - FIRST_MODULE)) & 1 == 0:
            lunars -= t.cost[k, 0]
            water -= t.cost[k, 1]
            power -= t.cost[k, 2]
            science -= t.cost[k, 3]
    if s.opt_pro:
        water -= MODULES
        power -= MODULES
    for c in range(s.num_players):
        for k in range(FIRST_MODULE):
            if Status.EARTH <= s.asset_status[c, k] <= Status.DEPLOYED:
                rounds = production_rounds(s, p, c, k, ahead)
                if rounds > 0:
                    lunars += rounds * net_output(s, t, c, k, 0)
                    water += rounds * net_output(s, t, c, k, 1)
                    power += rounds * net_output(s, t, c, k, 2)
                    science += rounds * net_output(s, t, c, k, 3)
    return lunars, water, power, science


@jit
def refill(s, t, p):
    """R13: the next budget refill as things stand."""
    due = np.int64(t.budget_refill) + np.int64(t.refill_bonus[s.icp[p] + ICP_LIMIT]) + np.int64(s.refill_plus[p])
    return max(0, due + holds(s, Rule.BUDGET_INCREASE) - holds(s, Rule.AUSTERITY))


@jit
def held_modules(s, p):
    """Bits of the module types that a seat holds, loaded ones too."""
    held = 0
    for c in range(s.num_players):
        for k in range(FIRST_MODULE, ASSET_TYPES):
            if Status.EARTH <= s.asset_status[c, k] <= Status.DEPLOYED and is_part(s, p, c, k):
                held |= 1 << (k - FIRST_MODULE)
    return held


@jit
def payload_to_lift(s, t, p, held):
    """Payload of the modules not held and of the stock on Earth, less the capacity of the own rockets."""
    payload = stock_payload(s, t, p)
    for k in range(FIRST_MODULE, ASSET_TYPES):
        if (held >> (k - FIRST_MODULE)) & 1 == 0:
            payload += np.int64(t.payload[k])
    for i in range(ROCKETS):
        if s.rocket_loc[i] == p:
            payload -= np.int64(t.capacity[s.rocket_kind[i]])
    return max(0, payload)


@jit
def stock_payload(s, t, p):
    """Payload of what a seat may load."""
    payload = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_status[c, k] == Status.EARTH and is_part(s, p, c, k):
                payload += np.int64(t.payload[k])
    return payload


@jit
def production_rounds(s, p, c, k, ahead):
    """For how many rounds a seat counts on the output of an asset; of a joint venture on its share."""
    rounds = float(ahead) if s.asset_status[c, k] == Status.DEPLOYED else ahead - EARTH_DELAY
    owner = s.asset_owner[c, k] == p
    if not owner and (np.int64(s.co_mask[c, k]) >> p) & 1 == 0:
        return 0.0
    if s.co_kind[c, k] == Sharing.JV:
        return rounds / (1 + count_bits(np.int64(s.co_mask[c, k])))
    if s.co_kind[c, k] == Sharing.TEMP and not owner:
        return 1.0
    return rounds


@jit
def net_output(s, t, c, k, r):
    """Tokens of one resource that an operated asset yields, less its operating cost."""
    return output_of(s, t, c, k, r) - np.int64(t.upkeep[k, r])


@jit
def price(s, r, balance):
    """What one token more is worth."""
    total = 1.0 if balance < 0 else SURPLUS
    return total + tempo(s) if r == Resource.LUNAR else total


@jit
def net_value(s, t, c, k, x):
    """What operating an asset once is worth at the prices of an outlook."""
    total = ICP_VALUE * t.output_icp[k]
    for r in range(RESOURCES):
        total += price(s, r, x[r]) * net_output(s, t, c, k, r)
    return total


@jit
def is_threat(s, t, p, q):
    """Whether another seat holds all module types but one, or all, and more than the own seat."""
    theirs = count_bits(deployed_modules(s, t, 1 << q, False))
    return theirs >= MODULES - 1 and theirs > count_bits(deployed_modules(s, t, 1 << p, False))


@jit
def cheapest(s, p, x):
    """The resource of which a token is most easily spared."""
    best = -1
    for r in range(RESOURCES):
        if s.res[p, r] > 0 and (best < 0 or x[r] > x[best]):
            best = r
    return best
