"""What the baseline player proposes, offers and accepts: by the change of its own outlook and of its partner's."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from .codes import (
    ASSET_TYPES,
    FIRST_MODULE,
    MODULES,
    MOST_OF_ONE_KIND,
    NONE,
    RESOURCES,
    Action,
    Build,
    Context,
    Item,
    Kind,
    Resource,
    Split,
    Status,
)
from .outlook import (
    ICP_VALUE,
    is_threat,
    net_output,
    outlook,
    production_rounds,
    rounds_ahead,
    value,
    worth,
)
from .rules.deal import is_transferable, may_pact
from .rules.joint import deployed_modules, modules_on_earth_or_moon
from .rules.proposals import reward, take_effect
from .rules.terms import may_collaborate, may_share
from .rules.venture import is_build_payable
from .score import standing

LEAST_ACCEPTED = 0.3
"""What a deal that may be refused for nothing must bring."""
PARTNER_SHARE = 0.3
"""How far the gain of a partner counts among proposals that the partner would accept."""
MOST_OFFERED = 4
"""Tokens of a kind on one side of a deal."""
NOTHING = -1000.0
"""The gain of what cannot be done."""

# -- Gains ---------------------------------------------------------------------------------------------


@jit
def swap_gain(s, x, give, amount, get, received):
    """What giving some tokens for others changes in an outlook."""
    gain = worth(s, get, x[get] + received) - worth(s, get, x[get])
    return gain + worth(s, give, x[give] - amount) - worth(s, give, x[give])


@jit
def refusal_cost(s, t):
    """What the refusal of the proposal under way costs, at least 0."""
    if s.ng_kind >= Kind.JOINT_VICTORY:
        return 0.0
    penalty = t.empty_reject[s.opt_empty] if s.ng_kind == Kind.EMPTY_CARD else t.icp_reject[s.ng_kind]
    return -ICP_VALUE * penalty


@jit
def agree(c, t):
    """In the copy ``c`` all invited players accept the proposal under way."""
    c.ng_accepted = c.ng_invited
    take_effect(c, t, np.int64(c.ng_by), np.int64(c.ng_target))
    reward(c, t)


@jit
def propose(c, s, p, q, kind):
    """Make ``c`` a copy of the state in which ``p`` proposes something to ``q`` alone."""
    c[0] = s
    c[0].ng_kind = kind
    c[0].ng_by = p
    c[0].ng_target = q
    c[0].ng_invited = 1 << q


@jit
def joint_score(s, t, c, p, q, least):
    """The own gain of the agreement in the copy ``c``, if the partner gains ``least`` too; else NOTHING."""
    agree(c, t)
    theirs = value(c, t, q) - value(s, t, q)
    if theirs < least:
        return NOTHING
    return value(c, t, p) - value(s, t, p) + PARTNER_SHARE * theirs


@jit
def is_open(term, choice):
    """Whether a term of the proposal under way is this choice or not yet chosen."""
    return term in (choice, NONE)


# -- Exchanges and deals -------------------------------------------------------------------------------


@jit
def best_exchange(s, t, p, q):
    """R66: score, what to give, what to get and how many of each."""
    ours = outlook(s, t, p)
    theirs = outlook(s, t, q)
    best = (NOTHING, NONE, NONE, 0)
    for give in range(RESOURCES):
        for get in range(RESOURCES):
            if give == get or not (is_open(np.int64(s.ng_a), give) and is_open(np.int64(s.ng_b), get)):
                continue
            most = min(MOST_OF_ONE_KIND, np.int64(s.res[p, give]), np.int64(s.res[q, get]))
            for amount in range(1, most + 1):
                gain = swap_gain(s, ours, give, amount, get, amount)
                back = swap_gain(s, theirs, get, amount, give, amount)
                score = gain + PARTNER_SHARE * back
                if back > -ICP_VALUE and gain > -ICP_VALUE and score > best[0]:
                    best = (score, give, get, amount)
    return best


@jit
def best_trade(s, t, p, q):
    """R72: score, what and how many to give, what and how many to get, so that both gain."""
    ours = outlook(s, t, p)
    theirs = outlook(s, t, q)
    best = (NOTHING, NONE, 0, NONE, 0)
    for give in range(RESOURCES):
        for get in range(RESOURCES):
            if give == get:
                continue
            for amount in range(1, min(MOST_OFFERED, np.int64(s.res[p, give])) + 1):
                for received in range(1, min(MOST_OFFERED, np.int64(s.res[q, get])) + 1):
                    gain = swap_gain(s, ours, give, amount, get, received)
                    back = swap_gain(s, theirs, get, received, give, amount)
                    score = gain + PARTNER_SHARE * back
                    if back >= LEAST_ACCEPTED and gain >= LEAST_ACCEPTED and score > best[0]:
                        best = (score, give, amount, get, received)
    return best


@jit
def best_sale(s, t, p, seller, buyer):
    """R71: score for ``p``, one of the two, the asset to sell, what and how many tokens to pay, so that both gain."""
    ours = outlook(s, t, seller)
    theirs = outlook(s, t, buyer)
    best = (NOTHING, NONE, NONE, 0)
    for c in range(s.num_players):
        for k in range(FIRST_MODULE):
            if not is_transferable(s, seller, c, k):
                continue
            for r in range(RESOURCES):
                for amount in range(1, min(MOST_OF_ONE_KIND, np.int64(s.res[buyer, r])) + 1):
                    gain = sale_gain(s, t, ours, seller, c, k, -1, r, amount)
                    back = sale_gain(s, t, theirs, seller, c, k, 1, r, -amount)
                    if gain < LEAST_ACCEPTED or back < LEAST_ACCEPTED:
                        continue
                    score = gain + PARTNER_SHARE * back if p == seller else back + PARTNER_SHARE * gain
                    if score > best[0]:
                        best = (score, ASSET_TYPES * c + k, r, amount)
    return best


@jit
def sale_gain(s, t, x, owner, c, k, sign, r, amount):
    """What the loss (``sign`` -1) or the gain of an asset and ``amount`` tokens change in an outlook."""
    rounds = sign * production_rounds(s, owner, c, k, rounds_ahead(s))
    gain = 0.0
    for other in range(RESOURCES):
        change = rounds * net_output(s, t, c, k, other)
        if other == r:
            change += amount
        gain += worth(s, other, x[other] + change) - worth(s, other, x[other])
    return gain


# -- The deal editor -----------------------------------------------------------------------------------


@jit
def deal_partner(s, t, p):
    """R72: with whom to write the list: the other party of a counter-offer, else who promises most; or NONE."""
    if s.ng_kind == Kind.SELL_AN_ASSET:
        return np.int64(s.ng_target) if p == s.ng_by else np.int64(s.ng_by)
    if s.ng_counters > 0:
        return np.int64(s.ng_by) if p != s.ng_by else count_bits(np.int64(s.ng_invited) - 1)
    best = NONE
    best_score = NOTHING
    for i in range(1, s.num_players):
        q = (p + i) % s.num_players
        score = partner_score(s, t, p, q)
        if score > best_score:
            best = q
            best_score = score
    return best


@jit
def partner_score(s, t, p, q):
    """What a Free Negotiation with a player promises: a trade, else a promise of peace."""
    if is_threat(s, t, p, q):
        return NOTHING
    score = best_trade(s, t, p, q)[0]
    if score > NOTHING:
        return score
    return 0.0 if may_pact(s, p, q) else NOTHING


@jit
def next_item(s, t, p):
    """What the list lacks: giver, receiver, Item, its argument and quantity; giver NONE once it is complete."""
    q = deal_partner(s, t, p)
    done = (NONE, NONE, NONE, NONE, 0)
    if q == NONE:
        return done
    if s.ng_kind == Kind.SELL_AN_ASSET:
        seller = np.int64(s.ng_by)
        buyer = np.int64(s.ng_target)
        _, asset, r, amount = best_sale(s, t, p, seller, buyer)
        if s.deal_n == 0:
            return seller, buyer, Item.ASSET.value, asset, 1
        return (buyer, seller, Item.RESOURCE.value, r, amount) if s.deal_n == 1 else done
    score, give, amount, get, received = best_trade(s, t, p, q)
    if score == NOTHING:
        return (p, q, Item.NON_AGGRESSION.value, 0, 1) if s.deal_n == 0 else done
    if s.deal_n == 0:
        return p, q, Item.RESOURCE.value, give, amount
    return (q, p, Item.RESOURCE.value, get, received) if s.deal_n == 1 else done


@jit
def write_deal(s, t, p, mask):
    """R98-R101: the next choice in the deal editor; a joint victory needs no pledges."""
    if s.ng_kind == Kind.JOINT_VICTORY:
        return Action.SUBMIT.value
    if s.ctx == Context.DEAL_MENU and s.ng_counters > 0 and s.ng_steps == 0 and mask[Action.CLEAR]:
        return Action.CLEAR.value
    giver, receiver, item, arg, quantity = next_item(s, t, p)
    if s.ctx == Context.DEAL_MENU:
        return Action.SUBMIT.value if giver == NONE else Action.PICK_PLAYER + (giver - p) % s.num_players
    if s.ctx == Context.DEAL_TO:
        return Action.PICK_PLAYER + (receiver - p) % s.num_players
    if s.ctx == Context.DEAL_QTY:
        return Action.PICK_NUM + quantity
    if item == Item.ASSET:
        colour = (arg // ASSET_TYPES - p) % s.num_players
        return Action.PICK_ASSET + ASSET_TYPES * colour + arg % ASSET_TYPES
    return Action.PICK_RES + arg if item == Item.RESOURCE else Action.ITEM_NON_AGGRESSION.value


# -- Projects ------------------------------------------------------------------------------------------


@jit
def best_project(s, t, p, q, kind, c):
    """R68, R73: score and type of the blueprint to build with a partner, who pays half."""
    best = (NOTHING, NONE)
    members = (1 << p) | (1 << q)
    least = LEAST_ACCEPTED if kind == Kind.JOINT_VENTURE else -ICP_VALUE
    for k in range(ASSET_TYPES):
        if s.asset_status[p, k] != Status.BLUEPRINT or (s.ng_asset >= 0 and s.ng_asset != ASSET_TYPES * p + k):
            continue
        if kind == Kind.JOINT_VENTURE:
            payable = is_build_payable(s, t, p, members, k, Build.EQUAL.value)
        else:
            payable = may_collaborate(s, t, p, q, k)
        if payable:
            propose(c, s, p, q, kind)
            c[0].ng_asset = ASSET_TYPES * p + k
            c[0].ng_x = Build.EQUAL
            c[0].ng_y = Split.EQUAL
            score = joint_score(s, t, c[0], p, q, least)
            if score > best[0]:
                best = (score, k)
    return best


@jit
def best_loan(s, t, p, q, c):
    """R69: score and index of the asset to share for a round."""
    best = (NOTHING, NONE)
    for colour in range(s.num_players):
        for k in range(ASSET_TYPES):
            if may_share(s, p, q, colour, k):
                propose(c, s, p, q, Kind.TEMPORARY_SHARING.value)
                c[0].ng_asset = ASSET_TYPES * colour + k
                score = joint_score(s, t, c[0], p, q, -ICP_VALUE)
                if score > best[0]:
                    best = (score, ASSET_TYPES * colour + k)
    return best


@jit
def offer_score(s, t, p, q, kind, c):
    """What a proposal to a player promises; NOTHING if it would not help or be refused."""
    if is_threat(s, t, p, q):
        return NOTHING
    if kind == Kind.EXCHANGE_RESOURCES:
        return best_exchange(s, t, p, q)[0]
    if kind == Kind.COLLABORATIVE_CONSTRUCTION or kind == Kind.JOINT_VENTURE:
        return best_project(s, t, p, q, kind, c)[0]
    if kind == Kind.TEMPORARY_SHARING:
        return best_loan(s, t, p, q, c)[0]
    if kind == Kind.SELL_AN_ASSET:
        return best_sale(s, t, p, p, q)[0]
    if kind == Kind.FREE_NEGOTIATION:
        return partner_score(s, t, p, q)
    return ICP_VALUE - 0.1 * count_bits(deployed_modules(s, t, 1 << q, False))


@jit
def best_partner(s, t, p, kind, c, mask):
    """The player to whom a proposal promises most; with ``mask`` only those on offer there. NONE if none does."""
    best = NONE
    best_score = NOTHING
    menu = s.ctx != Context.CARD_TARGET and s.ctx != Context.CARD_INVITE
    for i in range(1, s.num_players):
        q = (p + i) % s.num_players
        if not (menu or mask[Action.PICK_PLAYER + i]):
            continue
        score = offer_score(s, t, p, q, kind, c)
        if score > best_score:
            best = q
            best_score = score
    return best


# -- Answers -------------------------------------------------------------------------------------------


@jit
def answer(s, t, p, mask, c):
    """R63, R101: accept what is better than a refusal, but from nobody who is about to win; else counter a deal."""
    if mask[Action.ACCEPT]:
        if s.ng_kind == Kind.JOINT_VICTORY:
            return Action.ACCEPT.value if wants_joint(s, t, p, np.int64(s.ng_by)) else Action.REJECT.value
        if not is_threat(s, t, p, np.int64(s.ng_by)):
            c[0] = s
            agree(c[0], t)
            gain = value(c[0], t, p) - value(s, t, p)
            if gain >= LEAST_ACCEPTED - refusal_cost(s, t):
                return Action.ACCEPT.value
    if mask[Action.COUNTER] and s.ng_kind != Kind.JOINT_VENTURE and counter_score(s, t, p) > 0:
        return Action.COUNTER.value
    return Action.REJECT.value


@jit
def counter_score(s, t, p):
    """What an own deal with the other side promises."""
    other = np.int64(s.ng_by) if p != s.ng_by else count_bits(np.int64(s.ng_invited) - 1)
    if is_threat(s, t, p, other):
        return NOTHING
    if s.ng_kind == Kind.SELL_AN_ASSET:
        return best_sale(s, t, p, np.int64(s.ng_by), np.int64(s.ng_target))[0]
    return best_trade(s, t, p, other)[0]


@jit
def wants_joint(s, t, p, q):
    """R90: whether two seats have all modules only together and enough to operate them, and another one leads."""
    own = modules_on_earth_or_moon(s, 1 << p)
    both = modules_on_earth_or_moon(s, (1 << p) | (1 << q))
    if count_bits(both) < MODULES or count_bits(own) == MODULES:
        return False
    for r in range(Resource.WATER.value, Resource.SCIENCE.value):
        if np.int64(s.res[p, r]) + np.int64(s.res[q, r]) < MODULES:
            return False
    leads = True
    for other in range(s.num_players):
        if other != p and other != q and count_bits(deployed_modules(s, t, 1 << other, False)) >= MODULES - 1:
            return True
        if other != p and standing(s, t, other) > standing(s, t, p):
            leads = False
    return not leads
