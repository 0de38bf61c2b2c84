"""Phase 1 and the Start-Player (R9, R12-R19)."""

import numpy as np

from lunar_envs.engine import random
from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    ICP_LIMIT,
    PLAYERS,
    RESOURCES,
    SLOTS,
    Agreement,
    Asset,
    Primitive,
    Resource,
    Rule,
    Sharing,
    Split,
    Status,
)
from .bank import embargo_slot, holds, move_icp, ongoing, take
from .board import end_sharing, is_connected, is_operated, main_networks


@jit
def choose_start(s, t):
    """R9: the highest ICP starts; those who are tied roll, equal highest rolls again among themselves."""
    tied = 0
    best = -ICP_LIMIT - 1
    for p in range(s.num_players):
        if s.icp[p] > best:
            best = int(s.icp[p])
            tied = 0
        if s.icp[p] == best:
            tied |= 1 << p
    while count_bits(tied) > 1:
        tied = roll_off(s, t, tied)
    s.start = count_bits(tied - 1)


@jit
def roll_off(s, t, tied):
    """R9: the seats of a mask roll in ascending order; the mask of those with the highest roll remains."""
    highest = 0
    left = 0
    for p in range(s.num_players):
        if (tied >> p) & 1:
            s.die_last = random.roll(s, t.faces)
            if s.die_last > highest:
                highest = int(s.die_last)
                left = 0
            if s.die_last == highest:
                left |= 1 << p
    return left


@jit
def refill_budgets(s, t):
    """R13: the budget refill, in Start-Player order."""
    for i in range(s.num_players):
        p = (s.start + i) % s.num_players
        due = np.int64(t.budget_refill) + np.int64(t.refill_bonus[s.icp[p] + ICP_LIMIT]) + np.int64(s.refill_plus[p])
        due += holds(s, Rule.BUDGET_INCREASE) - holds(s, Rule.AUSTERITY)
        take(s, p, Resource.LUNAR, max(0, due))


@jit
def produce(s, t):
    """R14, R15: all output is claimed in Start-Player order, then flags are cleared (R19)."""
    producing = producing_assets(s, t)
    for i in range(s.num_players):
        p = (s.start + i) % s.num_players
        for c in range(s.num_players):
            for k in range(ASSET_TYPES):
                if (producing >> (ASSET_TYPES * c + k)) & 1 and may_claim(s, p, c, k):
                    claim(s, t, p, c, k)
    clear_operation(s)


@jit
def producing_assets(s, t):
    """R15: deployed assets that are neither blocked nor disconnected, and operated if that costs something; bits."""
    networks = main_networks(s, t)
    producing = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            idle = s.asset_status[c, k] != Status.DEPLOYED or s.asset_blocked[c, k]
            if not idle and is_operated(s, t, c, k) and is_connected(s, t, c, k, networks):
                producing |= 1 << (ASSET_TYPES * c + k)
    return producing


@jit
def may_claim(s, p, c, k):
    """R17: whether a player claims the output of an asset: its owner, or a sharer outside a venture."""
    if s.asset_owner[c, k] == p:
        return True
    return s.co_kind[c, k] != Sharing.JV and (np.int64(s.co_mask[c, k]) >> p) & 1 == 1


@jit
def output_of(s, t, c, k, r):
    """R16, R18: tokens of one resource that an asset yields, with the bonus of its hex and all modifiers."""
    output = int(t.output[k, r])
    if output == 0:
        return 0
    if s.asset_hex[c, k] >= 0 and t.bonus[s.asset_hex[c, k]] == r:
        output += 1
    if k == Asset.SOLAR_ARRAY and r == Resource.POWER:
        output = max(0, output - ongoing(s, t, Primitive.SOLAR_MINUS))
    if r == Resource.LUNAR:
        output += ongoing(s, t, Primitive.COMMERCIAL_PLUS)
    return output


@jit
def claim(s, t, p, c, k):
    """R14, R17: a player claims the output of an asset; of a joint venture the owner, for all members."""
    if s.co_kind[c, k] == Sharing.JV:
        deal_output(s, t, p, c, k)
    else:
        for r in range(RESOURCES):
            output = output_of(s, t, c, k, r)
            if output > 0:
                receive(s, p, r, output)
    if t.output_icp[k]:
        move_icp(s, p, np.int64(t.output_icp[k]))


@jit
def receive(s, p, r, amount):
    """R77: an embargoed player gets no lunars from assets."""
    if r != Resource.LUNAR or embargo_slot(s, p) < 0:
        take(s, p, r, amount)


@jit
def deal_output(s, t, owner, c, k):
    """R73: the output of a joint venture is dealt token by token along its cycle; lost shares are not passed on."""
    turn = 0
    for r in range(RESOURCES):
        for _ in range(output_of(s, t, c, k, r)):
            receive(s, venture_receiver(s, owner, c, k, turn), r, 1)
            turn += 1


@jit
def venture_receiver(s, owner, c, k, turn):
    """R73: who gets the token number ``turn`` of a joint venture."""
    partners = count_bits(np.int64(s.co_mask[c, k]))
    favoured = s.co_split[c, k]
    if favoured == Split.PARTNER_FAVOURED:
        place = turn % (2 * partners + 1)
        return owner if place == 2 * partners else nth_partner(s, owner, c, k, place % partners)
    first = 2 if favoured == Split.OWNER_FAVOURED else 1
    place = turn % (partners + first)
    return owner if place < first else nth_partner(s, owner, c, k, place - first)


@jit
def nth_partner(s, owner, c, k, n):
    """R73: partner number ``n`` clockwise from the owner."""
    for i in range(1, PLAYERS):
        p = (owner + i) % s.num_players
        if (np.int64(s.co_mask[c, k]) >> p) & 1:
            if n == 0:
                return p
            n -= 1
    return owner


@jit
def clear_operation(s):
    """R19, R70: payments and blocks are cleared, temporary sharings of earlier rounds end."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            s.op_paid[c, k] = 0
            s.asset_blocked[c, k] = 0
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.TEMP and s.ag_round[i] < s["round"]:
            asset = np.int64(s.ag_asset[i])
            end_sharing(s, asset // ASSET_TYPES, asset % ASSET_TYPES)
