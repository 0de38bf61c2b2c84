"""Which cards the baseline player plays, and how it attacks, defends and votes."""

import numpy as np

from lunar_envs.engine import random
from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import first_legal

from .bargain import NOTHING, best_partner, swap_gain, wants_joint
from .codes import (
    ASSET_TYPES,
    FIRST_MODULE,
    HEXES,
    KINDS,
    MODULES,
    NONE,
    RESOURCES,
    SLOTS,
    Action,
    Agreement,
    Kind,
    Resource,
    Rule,
)
from .outlook import CARD_VALUE, ICP_VALUE, is_threat, outlook, stock_payload, worth
from .rules.bank import count_tokens, share_slot
from .rules.joint import deployed_modules, modules_on_earth_or_moon
from .rules.menu import is_hostile
from .score import standing

HOSTILITY = 40
"""Percent: how often an attack that pays is made when there is an opportunity."""
LEADER_SHARE = 0.5
"""How far what the leader loses counts."""
DEAR_LOSS = 1.5
"""The loss from which a STOP is played."""
KEEPING_ORDER = (
    Kind.LUNAR_ESPIONAGE.value, Kind.EMPTY_CARD.value, Kind.DIPLOMATIC_TENSION.value, Kind.ASSET_DESTRUCTION.value,
    Kind.RESOURCE_MONOPOLY.value, Kind.ECONOMIC_SANCTIONS.value, Kind.TRADE_EMBARGO.value, Kind.POWER_PLAY.value,
    Kind.OPEN_NEGOTIATION_PRIVILEGE.value, Kind.SHARING_A_REGION.value, Kind.SELL_AN_ASSET.value,
    Kind.MUTUAL_DEFENSE_PACT.value, Kind.PEACE_TREATY.value, Kind.TEMPORARY_SHARING.value,
    Kind.COLLABORATIVE_CONSTRUCTION.value, Kind.JOINT_VENTURE.value, Kind.LUNAR_SUMMIT.value,
    Kind.EXCHANGE_RESOURCES.value, Kind.FREE_NEGOTIATION.value, Kind.RESOURCE_STEAL.value, Kind.STOP.value,
)  # fmt: skip
"""Cards from the first to be given up to the last."""

# -- Phase 3 -------------------------------------------------------------------------------------------


@jit
def choose_negotiation(s, t, p, mask, c):
    """A joint victory that may save the game, useful standing exchanges, then cards; bad agreements end."""
    if mask[Action.JOINT_VICTORY] and joint_partner(s, t, p, mask) != NONE:
        return Action.JOINT_VICTORY.value
    x = outlook(s, t, p)
    for i in range(SLOTS):
        if s.ag_kind[i] == Agreement.EXCHANGE and (mask[Action.END + i] or mask[Action.INVOKE + i]):
            gain = standing_gain(s, p, x, i)
            if gain > 0 and mask[Action.INVOKE + i]:
                return Action.INVOKE + i
            if gain < 0 and mask[Action.END + i]:
                return Action.END + i
    card = wanted_card(s, t, p, mask, c)
    return Action.PASS.value if card == NONE else Action.PICK_CARD + card


@jit
def joint_partner(s, t, p, mask):
    """The first seat with which a joint victory is worth proposing, of those on offer; or NONE."""
    menu = mask[Action.JOINT_VICTORY] == 1
    for i in range(1, s.num_players):
        q = (p + i) % s.num_players
        outside = s.joint[q] == 0 and (menu or mask[Action.PICK_PLAYER + i])
        if outside and wants_joint(s, t, p, q) and wants_joint(s, t, q, p):
            return q
    return NONE


@jit
def standing_gain(s, p, x, i):
    """What the standing exchange of a slot changes in an outlook."""
    amount = np.int64(s.ag_amt[i])
    if s.ag_by[i] == p:
        return swap_gain(s, x, np.int64(s.ag_a[i]), amount, np.int64(s.ag_b[i]), amount)
    return swap_gain(s, x, np.int64(s.ag_b[i]), amount, np.int64(s.ag_a[i]), amount)


@jit
def wanted_card(s, t, p, mask, c):
    """A card to play: one that helps, or now and then an attack that pays; or NONE."""
    for kind in range(KINDS):
        if mask[Action.PICK_CARD + kind] and not is_hostile(s, t, kind) and is_helpful(s, t, p, kind, c, mask):
            return kind
    for kind in range(KINDS):
        pays = mask[Action.PICK_CARD + kind] and is_hostile(s, t, kind) and attack_score(s, t, p, kind) > 0
        if pays and random.below(s, 100) < HOSTILITY:
            return kind
    return NONE


@jit
def is_helpful(s, t, p, kind, c, mask):
    """Whether a friendly card is worth more than in hand."""
    alone = kind == Kind.OPEN_NEGOTIATION_PRIVILEGE or kind == Kind.PEACE_TREATY or kind == Kind.LUNAR_SUMMIT
    return alone or best_partner(s, t, p, kind, c, mask) != NONE


# -- Attacks -------------------------------------------------------------------------------------------


@jit
def leader(s, t, p):
    """The rival who stands best."""
    best = NONE
    most = -1
    for i in range(1, s.num_players):
        q = (p + i) % s.num_players
        if standing(s, t, q) > most:
            best = q
            most = standing(s, t, q)
    return best


@jit
def best_loot(s, t, p, targets):
    """The resource of which all tokens, taken from the seats of a mask, are worth most, and what they are worth."""
    first = leader(s, t, p)
    return better_loot(s, p, targets, first, outlook(s, t, first), outlook(s, t, p))


@jit
def better_loot(s, p, targets, first, theirs, ours):
    """``best_loot`` with the leader's and the own outlook."""
    best = 0
    best_score = loot_score(s, p, targets, 0, first, theirs, ours)
    for r in range(1, RESOURCES):
        score = loot_score(s, p, targets, r, first, theirs, ours)
        if score > best_score:
            best = r
            best_score = score
    return best, best_score


@jit
def loot_score(s, p, targets, r, first, theirs, ours):
    """What all tokens of a resource, taken from the seats of a mask, are worth, with what the leader loses."""
    score = 0.0
    taken = 0
    for q in range(s.num_players):
        if (targets >> q) & 1:
            taken += np.int64(s.res[q, r])
            if q == first:
                score += LEADER_SHARE * (worth(s, r, theirs[r]) - worth(s, r, theirs[r] - s.res[q, r]))
    return score + worth(s, r, ours[r] + taken) - worth(s, r, ours[r])


@jit
def best_victim(s, t, p):
    """From whom a steal is worth most, and what it is worth."""
    first = leader(s, t, p)
    theirs = outlook(s, t, first)
    ours = outlook(s, t, p)
    best = NONE
    best_score = NOTHING
    for i in range(1, s.num_players):
        q = (p + i) % s.num_players
        score = better_loot(s, p, 1 << q, first, theirs, ours)[1]
        if score > best_score:
            best = q
            best_score = score
    return best, best_score


@jit
def others(s, p):
    """The mask of all seats but one."""
    return ((1 << np.int64(s.num_players)) - 1) & ~(1 << p)


@jit
def attack_score(s, t, p, kind):
    """What an attack brings, less what it costs; more than 0 if it pays."""
    first = leader(s, t, p)
    if kind == Kind.RESOURCE_STEAL:
        return best_victim(s, t, p)[1] + ICP_VALUE * t.icp_user[kind]
    if kind == Kind.RESOURCE_MONOPOLY:
        return best_loot(s, t, p, others(s, p))[1] + ICP_VALUE * t.icp_user[kind]
    if kind == Kind.ASSET_DESTRUCTION:
        return 1.0 if threat_hex(s, t, p) != NONE and may_win(s, t, first) and not may_win(s, t, p) else 0.0
    if kind == Kind.POWER_PLAY:
        return CARD_VALUE
    if kind == Kind.TRADE_EMBARGO or kind == Kind.ECONOMIC_SANCTIONS:
        return 1.0 if is_threat(s, t, p, first) else 0.0
    if kind == Kind.EMPTY_CARD:
        return 1.0 if may_win(s, t, first) and not may_win(s, t, p) else 0.0
    if kind == Kind.DIPLOMATIC_TENSION:
        return 1.0 if s.icp[first] >= s.icp[p] and s.res[p, Resource.LUNAR] > t.budget_refill else 0.0
    return 1.0 if s.icp[p] > 0 and s.res[p, Resource.LUNAR] == 0 else 0.0


@jit
def may_win(s, t, p):
    """Whether a seat holds all module types, on Earth or deployed, or all but one deployed."""
    if count_bits(modules_on_earth_or_moon(s, 1 << p)) == MODULES:
        return True
    return count_bits(deployed_modules(s, t, 1 << p, False)) == MODULES - 1


@jit
def choose_victim(s, t, p, mask):
    """Whom to attack: who has most to take, the bank for a card, else the leader."""
    if s.ng_kind == Kind.POWER_PLAY and mask[Action.PICK_PLAYER]:
        return Action.PICK_PLAYER.value
    q = best_victim(s, t, p)[0] if s.ng_kind == Kind.RESOURCE_STEAL else leader(s, t, p)
    action = Action.PICK_PLAYER + (q - p) % s.num_players
    return action if mask[action] else first_legal(mask, Action.PICK_PLAYER)


@jit
def choose_loot(s, t, p):
    """R78: the resource to take."""
    targets = others(s, p) if s.ng_kind == Kind.RESOURCE_MONOPOLY else 1 << np.int64(s.ng_target)
    return Action.PICK_RES + best_loot(s, t, p, targets)[0]


# -- STOP ----------------------------------------------------------------------------------------------


@jit
def wants_stop(s, t, p):
    """R83, R85: when the own seat is hit hard, or an ally."""
    targets = np.int64(s.ng_targets)
    if (targets >> p) & 1 and own_loss(s, t, p) >= DEAR_LOSS:
        return True
    for q in range(s.num_players):
        if q == p or (targets >> q) & 1 == 0:
            continue
        if share_slot(s, Agreement.PACT, p, q) >= 0 or (s.joint[p] > 0 and s.joint[p] == s.joint[q]):
            return True
    return False


@jit
def own_loss(s, t, p):
    """What the attack under way would cost a seat that it hits."""
    kind = s.ng_kind
    if kind == Kind.RESOURCE_STEAL or kind == Kind.RESOURCE_MONOPOLY:
        x = outlook(s, t, p)
        r = np.int64(s.ng_a)
        return worth(s, r, x[r]) - worth(s, r, x[r] - s.res[p, r])
    if kind == Kind.ASSET_DESTRUCTION:
        return 10.0
    if kind == Kind.EMPTY_CARD:
        return float(stock_payload(s, t, p))
    if kind == Kind.ECONOMIC_SANCTIONS:
        return min(3.0, count_tokens(s, p) / 2)
    return 2.0 if kind == Kind.TRADE_EMBARGO else 0.0


# -- Votes and other choices ---------------------------------------------------------------------------


@jit
def wants_vote(s, t, p):
    """R84, R88: yes against a player who is about to win, and to rules that help."""
    if s.ng_kind != Kind.LUNAR_SUMMIT:
        return is_threat(s, t, p, np.int64(s.ng_target))
    if s.ng_rule == Rule.CLEAR_REGION:
        return threat_on(s, t, p, np.int64(s.ng_hex))
    repeal = (np.int64(s.rules) >> np.int64(s.ng_rule)) & 1
    return (s.ng_rule == Rule.AUSTERITY) == (repeal == 1)


@jit
def threat_on(s, t, p, h):
    """Whether a hex holds a module of a player who is about to win, and nothing of the own."""
    found = False
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_hex[c, k] == h:
                owner = np.int64(s.asset_owner[c, k])
                if owner == p or (np.int64(s.co_mask[c, k]) >> p) & 1:
                    return False
                found = found or (k >= FIRST_MODULE and is_threat(s, t, p, owner))
    return found


@jit
def threat_hex(s, t, p):
    """A hex as in ``threat_on``, or NONE."""
    for h in range(HEXES):
        if threat_on(s, t, p, h):
            return h
    return NONE


@jit
def choose_rule(s, t, p, mask):
    """R88: against a player who is about to win; else help for all."""
    if mask[Action.PICK_RULE + Rule.CLEAR_REGION] and s.num_players > 2 and threat_hex(s, t, p) != NONE:
        return Action.PICK_RULE + Rule.CLEAR_REGION
    return Action.PICK_RULE + Rule.EMERGENCY_AID


@jit
def choose_subject_hex(s, t, p, mask):
    """R67, R79, R88: a hex with a bonus to share; a module of a player who is about to win to strike."""
    if s.ng_kind != Kind.SHARING_A_REGION:
        h = threat_hex(s, t, p)
        if h != NONE and mask[Action.PICK_HEX + h]:
            return Action.PICK_HEX + h
    best = NONE
    for h in range(HEXES):
        if mask[Action.PICK_HEX + h] and (best == NONE or (t.bonus[h] >= 0 and t.bonus[best] < 0)):
            best = h
    return Action.PICK_HEX + best


@jit
def choose_discard(mask):
    """The card that is missed least."""
    for kind in KEEPING_ORDER:
        if mask[Action.PICK_CARD + kind]:
            return Action.PICK_CARD + kind
    return NONE
