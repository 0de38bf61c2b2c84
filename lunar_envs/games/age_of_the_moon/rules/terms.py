"""Whom and what a card is about: targets, resources, amounts, hexes, assets (R35a, R66-R69, R78-R80, R86-R89)."""

import numpy as np

from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    MOST_OF_ONE_KIND,
    RESOURCES,
    Action,
    Agreement,
    Context,
    EmptyEffect,
    Kind,
    Phase,
    Resource,
    Rule,
    Sharing,
    Status,
)
from .bank import count_tokens, embargo_slot, holds, share_slot
from .board import offer_hexes, single_hexes
from .cards import hand_size
from .deal import may_give_some_asset
from .venture import is_free_asset, may_venture

# -- Targets -------------------------------------------------------------------------------------------


@jit
def is_target(s, t, p, q, kind):
    """R35a, table 4.4: whether a player may name another as the target of a card with completable terms."""
    if kind == Kind.EXCHANGE_RESOURCES:
        return may_swap_any(s, p, q)
    if kind == Kind.SHARING_A_REGION:
        return single_hexes(s, p, q) != 0
    if kind == Kind.COLLABORATIVE_CONSTRUCTION:
        return may_collaborate_on_any(s, t, p, q)
    if kind == Kind.TEMPORARY_SHARING:
        return may_share_any(s, p, q)
    if kind == Kind.SELL_AN_ASSET:
        return may_give_some_asset(s, p) and (count_tokens(s, q) > 0 or may_give_some_asset(s, q))
    if kind == Kind.RESOURCE_STEAL or kind == Kind.ECONOMIC_SANCTIONS:
        return count_tokens(s, q) > 0
    if kind == Kind.LUNAR_ESPIONAGE:
        return hand_size(s, q) > 0
    if kind == Kind.POWER_PLAY:
        return hand_size(s, q) > 0 and not holds(s, Rule.DEMILITARISATION)
    if kind == Kind.TRADE_EMBARGO:
        return embargo_slot(s, q) < 0
    if kind == Kind.MUTUAL_DEFENSE_PACT:
        return share_slot(s, Agreement.PACT, p, q) < 0
    if kind == Kind.EMPTY_CARD:
        return is_empty_target(s, q)
    return True


@jit
def is_empty_target(s, q):
    """R89: whether the effect of the Empty Card can hit or help a player."""
    if s.opt_empty == EmptyEffect.COMMS_JAMMING:
        return s.phase != Phase.OPERATE and not s.jammed[q]
    if s.opt_empty == EmptyEffect.DATA_BREACH:
        return s.res[q, Resource.SCIENCE] > 0
    if s.opt_empty == EmptyEffect.SUPPLY_SABOTAGE:
        return count_tokens(s, q) > 0
    return s.opt_empty != EmptyEffect.BLANK


@jit
def has_target(s, t, p, kind):
    """Table 4.4: whether a card has any target."""
    for q in range(s.num_players):
        if q != p and is_target(s, t, p, q, kind):
            return True
    return False


@jit
def offer_targets(s, t, p, can_draw, mask):
    """R35a: all targets of the card in play; for Power Play the bank too, if ``can_draw`` (R87)."""
    kind = np.int64(s.ng_kind)
    for q in range(s.num_players):
        if q != p and is_target(s, t, p, q, kind):
            mask[Action.PICK_PLAYER + (q - p) % s.num_players] = 1
    if kind == Kind.POWER_PLAY:
        mask[Action.PICK_PLAYER] = can_draw


# -- Resources -----------------------------------------------------------------------------------------


@jit
def may_swap_any(s, p, q):
    """R66: whether two players hold tokens of different kinds."""
    for a in range(RESOURCES):
        if s.res[p, a] > 0 and may_swap(s, q, a):
            return True
    return False


@jit
def may_swap(s, q, a):
    """R66: whether a player holds tokens of another kind than ``a``."""
    for b in range(RESOURCES):
        if b != a and s.res[q, b] > 0:
            return True
    return False


@jit
def offer_gifts(s, p, mask):
    """R66: a resource to give for which the target has another."""
    for a in range(RESOURCES):
        mask[Action.PICK_RES + a] = s.res[p, a] > 0 and may_swap(s, np.int64(s.ng_target), a)


@jit
def offer_returns(s, mask):
    """R66: a resource of the target, another than the one given."""
    for b in range(RESOURCES):
        mask[Action.PICK_RES + b] = b != s.ng_a and s.res[s.ng_target, b] > 0


@jit
def offer_amounts(s, p, mask):
    """R66: equal amounts that both hold, at most 6."""
    both = min(int(s.res[p, s.ng_a]), int(s.res[s.ng_target, s.ng_b]))
    for count in range(1, min(MOST_OF_ONE_KIND, both) + 1):
        mask[Action.PICK_NUM + count] = 1


@jit
def offer_loot(s, p, mask):
    """R78: a resource that the target, or for a Monopoly any opponent, holds."""
    for r in range(RESOURCES):
        for q in range(s.num_players):
            named = s.ng_kind == Kind.RESOURCE_MONOPOLY or q == s.ng_target
            if q != p and named and s.res[q, r] > 0:
                mask[Action.PICK_RES + r] = 1


# -- Assets and hexes ----------------------------------------------------------------------------------


@jit
def may_collaborate(s, t, p, q, k):
    """R68: whether a blueprint is payable when the target pays half of each resource, rounded down."""
    if s.asset_status[p, k] != Status.BLUEPRINT:
        return False
    for r in range(RESOURCES):
        half = np.int64(t.cost[k, r]) // 2
        if s.res[q, r] < half or s.res[p, r] < t.cost[k, r] - half:
            return False
    return True


@jit
def may_collaborate_on_any(s, t, p, q):
    """R68: whether any blueprint is payable together."""
    for k in range(ASSET_TYPES):
        if may_collaborate(s, t, p, q, k):
            return True
    return False


@jit
def may_share(s, p, q, c, k):
    """R69: whether a deployed asset of one of two players is shared by nobody."""
    owner = s.asset_owner[c, k]
    return is_free_asset(s, c, k) and owner in (p, q)


@jit
def may_share_any(s, p, q):
    """R69: whether one of two players has an asset to share."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if may_share(s, p, q, c, k):
                return True
    return False


@jit
def is_subject(s, t, p, c, k):
    """R68, R69, R73: whether an asset can be the subject of the card in play."""
    if s.ng_kind == Kind.COLLABORATIVE_CONSTRUCTION:
        return c == p and may_collaborate(s, t, p, np.int64(s.ng_target), k)
    if s.ng_kind == Kind.TEMPORARY_SHARING:
        return may_share(s, p, np.int64(s.ng_target), c, k)
    return may_venture(s, t, p, c, k)


@jit
def offer_subjects(s, t, p, mask):
    """R68, R69, R73: all assets that the card in play can be about."""
    for c in range(s.num_players):
        first = Action.PICK_ASSET + ASSET_TYPES * ((c - p) % s.num_players)
        for k in range(ASSET_TYPES):
            mask[first + k] = is_subject(s, t, p, c, k)


@jit
def token_hexes(s):
    """Hexes that hold a token."""
    some = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] >= 0:
                some |= 1 << int(s.asset_hex[c, k])
    return some


@jit
def hexes_of_others(s, p):
    """R79: hexes with a token that another owns or shares."""
    others = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] >= 0 and (s.asset_owner[c, k] != p or s.co_kind[c, k] != Sharing.NONE):
                others |= 1 << int(s.asset_hex[c, k])
    return others


@jit
def destructible_hexes(s, p):
    """R79, table 4.4: hexes with a token; under demilitarisation those with own unshared tokens only."""
    hexes = token_hexes(s)
    return hexes & ~hexes_of_others(s, p) if holds(s, Rule.DEMILITARISATION) else hexes


@jit
def offer_subject_hexes(s, p, mask):
    """R67, R79, R88: hexes that the card in play can be about."""
    if s.ng_kind == Kind.SHARING_A_REGION:
        hexes = single_hexes(s, p, np.int64(s.ng_target))
    elif s.ng_kind == Kind.ASSET_DESTRUCTION:
        hexes = destructible_hexes(s, p)
    else:
        hexes = token_hexes(s)
    offer_hexes(hexes, Action.PICK_HEX, mask)


@jit
def choose_gift(s, a):
    """R66: what the proposer gives."""
    s.ng_a = a
    s.ctx = Context.CARD_GET_RES


@jit
def choose_return(s, b):
    """R66: what the proposer gets."""
    s.ng_b = b
    s.ctx = Context.CARD_AMOUNT
