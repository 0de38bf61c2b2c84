"""Joint Ventures: asset, partners, terms, exit (R73)."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    NONE,
    RESOURCES,
    TERM_CHOICES,
    Action,
    Agreement,
    Build,
    Context,
    Sharing,
    Status,
)
from .bank import can_pay, open_slot, pay, pay_cost
from .board import end_sharing
from .talks import all_seats, ask_next, clear_talk, next_seat


@jit
def is_free_asset(s, c, k):
    """R69, R73: whether an asset is deployed and not shared in any way."""
    return s.asset_status[c, k] == Status.DEPLOYED and s.co_kind[c, k] == Sharing.NONE


@jit
def first_partner(s, by, members):
    """R73: the partner that follows the proposer clockwise."""
    return next_seat(s, members & ~(1 << by), by)


@jit
def share_of_cost(t, k, r, members):
    """R73: what each partner pays of one resource when all members pay."""
    return np.int64(t.cost[k, r]) // count_bits(members)


@jit
def is_build_payable(s, t, by, members, k, build):
    """R73: whether those who pay for a blueprint under these terms hold enough."""
    if build == Build.PROPOSER:
        return can_pay(s, by, t.cost[k])
    if build == Build.FIRST_PARTNER:
        return can_pay(s, first_partner(s, by, members), t.cost[k])
    partners = count_bits(members) - 1
    for r in range(RESOURCES):
        share = share_of_cost(t, k, r, members)
        if s.res[by, r] < t.cost[k, r] - partners * share:
            return False
        for p in range(s.num_players):
            if p != by and (members >> p) & 1 and s.res[p, r] < share:
                return False
    return True


@jit
def may_build(s, t, by, members, k):
    """R73: whether any terms for the blueprint are payable."""
    for build in range(TERM_CHOICES):
        if is_build_payable(s, t, by, members, k, build):
            return True
    return False


@jit
def may_build_with_one(s, t, p, k):
    """Table 4.4: whether a blueprint is payable with one partner."""
    for q in range(s.num_players):
        if q != p and may_build(s, t, p, (1 << p) | (1 << q), k):
            return True
    return False


@jit
def may_venture(s, t, p, c, k):
    """R73: whether an asset can be the subject: a blueprint of the own colour, or a deployed asset without sharers."""
    if c == p and s.asset_status[c, k] == Status.BLUEPRINT:
        return may_build_with_one(s, t, p, k)
    return is_free_asset(s, c, k)


@jit
def has_venture(s, t, p):
    """Table 4.4: whether there is an asset for a Joint Venture."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if is_free_asset(s, c, k):
                return True
    for k in range(ASSET_TYPES):
        if s.asset_status[p, k] == Status.BLUEPRINT and may_build_with_one(s, t, p, k):
            return True
    return False


@jit
def choose_venture_asset(s, p, c, k):
    """R73: the owner of another's asset has to be a partner."""
    owner = np.int64(s.asset_owner[c, k])
    if owner != p:
        s.ng_invited = 1 << owner
    s.ctx = Context.CARD_INVITE


@jit
def is_for_blueprint(s):
    """R73: whether the venture is to build a blueprint."""
    return s.asset_status[s.ng_asset // ASSET_TYPES, s.ng_asset % ASSET_TYPES] == Status.BLUEPRINT


@jit
def venture_members(s):
    """R73: proposer and partners."""
    return (1 << np.int64(s.ng_by)) | np.int64(s.ng_invited)


@jit
def may_join(s, t, by, q):
    """R73: whether a further partner leaves at least one way to pay."""
    members = venture_members(s) | (1 << q)
    return not is_for_blueprint(s) or may_build(s, t, by, members, s.ng_asset % ASSET_TYPES)


@jit
def write_terms(s, editor):
    """R73: a member chooses who pays, for a blueprint, and how the output is split."""
    s.ng_editor = editor
    s.to_move = editor
    s.ctx = Context.JV_BUILD if is_for_blueprint(s) else Context.JV_SPLIT


@jit
def offer_builds(s, t, mask):
    """R73: the payable ways to build."""
    for build in range(TERM_CHOICES):
        payable = is_build_payable(s, t, np.int64(s.ng_by), venture_members(s), s.ng_asset % ASSET_TYPES, build)
        mask[Action.PICK_NUM + build] = payable


@jit
def offer_splits(mask):
    """R73: the three splits of the output."""
    for split in range(TERM_CHOICES):
        mask[Action.PICK_NUM + split] = 1


@jit
def apply_split(s, split):
    """R73, R101: the terms are complete; the partners answer, or to a counter-offer the proposer."""
    s.ng_y = split
    by = np.int64(s.ng_by)
    s.ng_pending = np.int64(s.ng_invited) if s.ng_editor == by else 1 << by
    ask_next(s, Context.RESPOND)


@jit
def may_form_venture(s, t):
    """R73: whether the terms can be fulfilled now."""
    if s.ng_x == NONE:
        return True
    return is_build_payable(s, t, np.int64(s.ng_by), venture_members(s), s.ng_asset % ASSET_TYPES, np.int64(s.ng_x))


@jit
def may_build_otherwise(s, t):
    """R101: whether a counter-offer finds payable terms."""
    by = np.int64(s.ng_by)
    return not is_for_blueprint(s) or may_build(s, t, by, venture_members(s), s.ng_asset % ASSET_TYPES)


@jit
def form_venture(s, t):
    """R73: the asset is paid for and constructed, and all members but the owner become co-owners."""
    c = s.ng_asset // ASSET_TYPES
    k = s.ng_asset % ASSET_TYPES
    members = venture_members(s)
    if is_for_blueprint(s):
        pay_for_venture(s, t, np.int64(s.ng_by), members, k)
        s.asset_status[c, k] = Status.EARTH
    s.co_mask[c, k] = members & ~(1 << np.int64(s.asset_owner[c, k]))
    s.co_kind[c, k] = Sharing.JV
    s.co_split[c, k] = s.ng_y
    slot = open_slot(s, Agreement.JV, np.int64(s.ng_by), NONE, members)
    s.ag_asset[slot] = s.ng_asset
    s.ag_a[slot] = s.ng_y


@jit
def pay_for_venture(s, t, by, members, k):
    """R73: the cost is paid under the agreed terms."""
    if s.ng_x == Build.PROPOSER:
        pay_cost(s, by, t.cost[k])
    elif s.ng_x == Build.FIRST_PARTNER:
        pay_cost(s, first_partner(s, by, members), t.cost[k])
    else:
        for r in range(RESOURCES):
            share = share_of_cost(t, k, r, members)
            for p in range(s.num_players):
                if p != by and (members >> p) & 1:
                    pay(s, p, r, share)
            pay(s, by, r, np.int64(t.cost[k, r]) - (count_bits(members) - 1) * share)


# -- Exit ----------------------------------------------------------------------------------------------


@jit
def propose_exit(s, p, slot, kind):
    """R73: a member wants to end a venture; all others have to consent."""
    s.ng_kind = kind
    s.ng_by = p
    s.ng_x = slot
    s.ng_pending = np.int64(s.ag_members[slot]) & ~(1 << p)
    ask_next(s, Context.END_CONSENT)


@jit
def apply_end_consent(s, p, action):
    """R73: with all consents the owner owns the asset alone; the first refusal settles it for this round."""
    slot = np.int64(s.ng_x)
    if action == Action.ACCEPT:
        s.ng_pending = np.int64(s.ng_pending) & ~(1 << p)
        if ask_next(s, Context.END_CONSENT):
            return
        end_sharing(s, s.ag_asset[slot] // ASSET_TYPES, s.ag_asset[slot] % ASSET_TYPES)
    else:
        s.ag_used[slot] = 1
    s.to_move = s.ng_by
    s.ctx = Context.NEGO_MENU
    clear_talk(s)


@jit
def offer_partners(s, t, p, mask):
    """R73: whoever is not yet invited and leaves the asset payable."""
    rest = all_seats(s) & ~venture_members(s)
    for q in range(s.num_players):
        if (rest >> q) & 1 and may_join(s, t, p, q):
            mask[Action.PICK_PLAYER + (q - p) % s.num_players] = 1
