"""The deal editor (R98-R102)."""

import numpy as np

from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    DEAL_ITEMS,
    ICP_LIMIT,
    KINDS,
    MOST_OF_ONE_KIND,
    NONE,
    PLAYERS,
    RESOURCES,
    ROCKET_KINDS,
    ROCKETS,
    SLOTS,
    Action,
    Agreement,
    Context,
    Item,
    Kind,
    Sharing,
    Status,
)
from .bank import move_icp, open_slot, share_slot
from .cards import gain_openly, gain_secretly, hand_size, lose_openly, lose_secretly, random_kind
from .rockets import count_rockets, transferable_rocket
from .talks import all_seats, ask_next, clear_deal, clear_draft, fail_talk

MOVING = PLAYERS
"""Added to the new owner of a rocket while a deal is being executed."""


# -- What the list says already ------------------------------------------------------------------------


@jit
def listed(s, p, item, arg):
    """R99: how many of an item the list already takes from a player; ``arg`` NONE counts all."""
    count = 0
    for i in range(s.deal_n):
        if s.deal[i, 0] == p and s.deal[i, 2] == item and (arg == NONE or s.deal[i, 3] == arg):
            count += int(s.deal[i, 4])
    return count


@jit
def listed_cards(s, p):
    """R99: how many cards, named and random, the list takes from a player."""
    return listed(s, p, Item.CARD, NONE) + listed(s, p, Item.RANDOM_CARD, NONE)


@jit
def listed_pacts(s, a, b):
    """R98: non-aggression items between two players; ``a`` NONE counts all."""
    count = 0
    for i in range(s.deal_n):
        if s.deal[i, 2] == Item.NON_AGGRESSION:
            same = (s.deal[i, 0] == a and s.deal[i, 1] == b) or (s.deal[i, 0] == b and s.deal[i, 1] == a)
            count += a == NONE or same
    return count


# -- What can still be given ---------------------------------------------------------------------------


@jit
def spare_tokens(s, p, r):
    """R99: tokens that a player can still promise."""
    return np.int64(s.res[p, r]) - listed(s, p, Item.RESOURCE, r)


@jit
def spare_icp(s, p):
    """R99: ICP that a player can still promise."""
    return np.int64(s.icp[p]) + ICP_LIMIT - listed(s, p, Item.ICP, NONE)


@jit
def is_transferable(s, p, c, k):
    """R98: whether a player owns an asset on Earth or deployed that nobody shares."""
    if s.asset_owner[c, k] != p or s.co_kind[c, k] != Sharing.NONE:
        return False
    return s.asset_status[c, k] == Status.EARTH or s.asset_status[c, k] == Status.DEPLOYED


@jit
def may_give_asset(s, p, c, k):
    """R99: whether an asset can still be promised."""
    return is_transferable(s, p, c, k) and listed(s, p, Item.ASSET, ASSET_TYPES * c + k) == 0


@jit
def may_give_some_asset(s, p):
    """R99: whether a player can still promise any asset."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if may_give_asset(s, p, c, k):
                return True
    return False


@jit
def may_give_some_token(s, p):
    """R99: whether a player can still promise a token."""
    for r in range(RESOURCES):
        if spare_tokens(s, p, r) > 0:
            return True
    return False


@jit
def may_give_card(s, p):
    """R99: whether a hand holds more cards than the list takes from it."""
    return hand_size(s, p) > listed_cards(s, p)


@jit
def may_give_rocket(s, p, kind):
    """R99: whether a rocket of a kind can still be promised."""
    return count_rockets(s, p, kind) > listed(s, p, Item.ROCKET, kind)


@jit
def has_treaty(s, a, b):
    """R98: whether two players share a treaty or a pact."""
    return share_slot(s, Agreement.TREATY, a, b) >= 0 or share_slot(s, Agreement.PACT, a, b) >= 0


@jit
def may_pact(s, a, b):
    """R98: whether two players can promise not to attack each other."""
    free = 0
    for i in range(SLOTS):
        free += s.ag_kind[i] == Agreement.NONE
    return free > listed_pacts(s, NONE, NONE) and listed_pacts(s, a, b) == 0 and not has_treaty(s, a, b)


@jit
def deal_parties(s):
    """R99: who may give and receive."""
    if s.ng_kind == Kind.FREE_NEGOTIATION and s.ng_counters == 0:
        return all_seats(s)
    if s.ng_kind == Kind.SELL_AN_ASSET:
        return (1 << np.int64(s.ng_by)) | (1 << np.int64(s.ng_target))
    return (1 << np.int64(s.ng_by)) | np.int64(s.ng_invited)


@jit
def may_give(s, giver, receiver):
    """R71, R72, R99: whether one party can add a transfer to another to the list."""
    if giver == receiver or (deal_parties(s) >> receiver) & 1 == 0:
        return False
    if s.ng_kind == Kind.JOINT_VICTORY:
        return True
    if s.ng_kind == Kind.SELL_AN_ASSET:
        if s.deal_n == 0:
            return giver == s.ng_by and may_give_some_asset(s, giver)
        return may_give_some_token(s, giver) or may_give_some_asset(s, giver)
    if s.deal_n == 0 and giver != s.ng_by and receiver != s.ng_by:
        return False
    return may_give_anything(s, giver, receiver)


@jit
def may_give_anything(s, giver, receiver):
    """R98, R99: whether a party can add a transfer of any class."""
    if spare_icp(s, giver) > 0 or may_give_some_token(s, giver) or may_give_card(s, giver):
        return True
    for kind in range(ROCKET_KINDS):
        if may_give_rocket(s, giver, kind):
            return True
    return may_give_some_asset(s, giver) or may_pact(s, giver, receiver)


@jit
def may_give_to_any(s, giver):
    """R99: whether a party can add a transfer to anybody."""
    if (deal_parties(s) >> giver) & 1 == 0:
        return False
    for receiver in range(s.num_players):
        if may_give(s, giver, receiver):
            return True
    return False


# -- Editing -------------------------------------------------------------------------------------------


@jit
def may_submit(s, p):
    """R71, R72, R101: whether the list is an offer."""
    if s.ng_kind == Kind.JOINT_VICTORY:
        return True
    if s.deal_n == 0 or (s.ng_counters > 0 and s.ng_steps == 0):
        return False
    return s.ng_kind != Kind.SELL_AN_ASSET or is_sale(s)


@jit
def is_sale(s):
    """R71: an asset of the proposer comes first, and something comes back."""
    if s.deal[0, 0] != s.ng_by or s.deal[0, 2] != Item.ASSET:
        return False
    for i in range(s.deal_n):
        if s.deal[i, 0] == s.ng_target:
            return True
    return False


@jit
def offer_deal_menu(s, t, p, mask):
    """R100: givers, SUBMIT, CLEAR; CANCEL if there is neither giver nor offer."""
    go_on = s.ng_steps < t.max_edit_steps
    choices = 0
    if go_on and s.deal_n < DEAL_ITEMS:
        for giver in range(s.num_players):
            if may_give_to_any(s, giver):
                mask[Action.PICK_PLAYER + (giver - p) % s.num_players] = 1
                choices += 1
    if may_submit(s, p):
        mask[Action.SUBMIT] = 1
        choices += 1
    mask[Action.CLEAR] = go_on and s.deal_n > 0
    mask[Action.CANCEL] = choices == 0


@jit
def offer_receivers(s, p, mask):
    """R99: parties to whom the chosen giver can give something."""
    for receiver in range(s.num_players):
        if may_give(s, np.int64(s.draft[0]), receiver):
            mask[Action.PICK_PLAYER + (receiver - p) % s.num_players] = 1


@jit
def offer_items(s, p, mask):
    """R71, R90, R98, R99: items that can still be delivered and that the kind of deal allows."""
    giver = np.int64(s.draft[0])
    joint = s.ng_kind == Kind.JOINT_VICTORY
    sale = s.ng_kind == Kind.SELL_AN_ASSET
    if not (sale and s.deal_n == 0):
        for r in range(RESOURCES):
            mask[Action.PICK_RES + r] = joint or spare_tokens(s, giver, r) > 0
    if joint:
        return
    offer_deal_assets(s, p, giver, mask)
    if sale:
        return
    mask[Action.ITEM_ICP] = spare_icp(s, giver) > 0
    mask[Action.ITEM_NON_AGGRESSION] = may_pact(s, giver, np.int64(s.draft[1]))
    for kind in range(ROCKET_KINDS):
        mask[Action.PICK_ROCKET + kind] = may_give_rocket(s, giver, kind)
    if may_give_card(s, giver):
        offer_deal_cards(s, p, giver, mask)


@jit
def offer_deal_assets(s, p, giver, mask):
    """R98: assets of the giver."""
    for c in range(s.num_players):
        first = Action.PICK_ASSET + ASSET_TYPES * ((c - p) % s.num_players)
        for k in range(ASSET_TYPES):
            mask[first + k] = may_give_asset(s, giver, c, k)


@jit
def offer_deal_cards(s, p, giver, mask):
    """R98: the editor names its own cards; a card of another is drawn at random."""
    if giver != p:
        mask[Action.ITEM_RANDOM_CARD] = 1
        return
    for k in range(KINDS):
        if s.hand[p, k] > 0:
            mask[Action.PICK_CARD + k] = s.hand[p, k] > listed(s, p, Item.CARD, k)


@jit
def offer_quantities(s, mask):
    """R98, R99: 1 to 6, as far as the giver can deliver; pledges are not checked yet."""
    giver = np.int64(s.draft[0])
    most = MOST_OF_ONE_KIND
    if s.ng_kind != Kind.JOINT_VICTORY:
        icp = s.draft[2] == Item.ICP
        most = min(most, spare_icp(s, giver) if icp else spare_tokens(s, giver, np.int64(s.draft[3])))
    for count in range(1, most + 1):
        mask[Action.PICK_NUM + count] = 1


@jit
def add_item(s, quantity):
    """R100: the item that was written goes on the list."""
    for j in range(4):
        s.deal[s.deal_n, j] = s.draft[j]
    s.deal[s.deal_n, 4] = quantity
    s.deal_n += 1
    if s.draft[2] == Item.CARD:
        show_listed_card(s, np.int64(s.draft[0]), np.int64(s.draft[3]))
    clear_draft(s)
    s.ctx = Context.DEAL_MENU


@jit
def show_listed_card(s, p, kind):
    """R98: putting a card on the list shows it to all."""
    count = listed(s, p, Item.CARD, kind)
    for v in range(s.num_players):
        if v != p:
            s.known[v, p, kind] = max(np.int64(s.known[v, p, kind]), count)


@jit
def apply_deal_menu(s, p, action):
    """R100, R101: choose a giver, submit, clear or give up."""
    s.ng_steps += 1
    if action == Action.SUBMIT:
        submit_deal(s, p)
    elif action == Action.CLEAR:
        clear_deal(s)
    elif action == Action.CANCEL:
        fail_talk(s)
    else:
        s.draft[0] = (p + action - Action.PICK_PLAYER) % s.num_players
        s.ctx = Context.DEAL_TO


@jit
def submit_deal(s, p):
    """R63, R101: all other parties answer; to a counter-offer the one other."""
    by = np.int64(s.ng_by)
    if s.ng_counters > 0:
        s.ng_pending = deal_parties(s) & ~(1 << p)
    else:
        if s.ng_kind == Kind.SELL_AN_ASSET:
            s.ng_invited = 1 << np.int64(s.ng_target)
        elif s.ng_kind == Kind.FREE_NEGOTIATION:
            s.ng_invited = deal_members(s) & ~(1 << by)
        s.ng_pending = s.ng_invited
    s.ng_accepted = 0
    ask_next(s, Context.RESPOND)


@jit
def deal_members(s):
    """R99: all players in transfers."""
    members = 0
    for i in range(s.deal_n):
        members |= (1 << int(s.deal[i, 0])) | (1 << int(s.deal[i, 1]))
    return members


@jit
def apply_receiver(s, p, relative):
    """R100: the receiver of the item."""
    s.ng_steps += 1
    s.draft[1] = (p + relative) % s.num_players
    s.ctx = Context.DEAL_ITEM


@jit
def apply_item(s, p, action):
    """R100: the item; resources and ICP need a quantity."""
    s.ng_steps += 1
    if action == Action.ITEM_ICP:
        write_item(s, Item.ICP, 0, Context.DEAL_QTY)
    elif action == Action.ITEM_RANDOM_CARD:
        write_item(s, Item.RANDOM_CARD, 0, Context.DEAL_MENU)
    elif action == Action.ITEM_NON_AGGRESSION:
        write_item(s, Item.NON_AGGRESSION, 0, Context.DEAL_MENU)
    elif action >= Action.PICK_ASSET:
        relative = (action - Action.PICK_ASSET) // ASSET_TYPES
        colour = (p + relative) % s.num_players
        write_item(s, Item.ASSET, ASSET_TYPES * colour + (action - Action.PICK_ASSET) % ASSET_TYPES, Context.DEAL_MENU)
    elif action >= Action.PICK_ROCKET:
        write_item(s, Item.ROCKET, action - Action.PICK_ROCKET, Context.DEAL_MENU)
    elif action >= Action.PICK_CARD:
        write_item(s, Item.CARD, action - Action.PICK_CARD, Context.DEAL_MENU)
    else:
        write_item(s, Item.RESOURCE, action - Action.PICK_RES, Context.DEAL_QTY)


@jit
def write_item(s, item, arg, following):
    """R100: the class and argument of the item; one without a quantity is complete."""
    s.draft[2] = item
    s.draft[3] = arg
    s.ctx = following
    if following == Context.DEAL_MENU:
        add_item(s, 1)


@jit
def apply_quantity(s, quantity):
    """R100: the quantity completes the item."""
    s.ng_steps += 1
    add_item(s, quantity)


# -- Delivery ------------------------------------------------------------------------------------------


@jit
def is_deliverable(s):
    """R99: whether every giver holds all that the list takes from it."""
    for p in range(s.num_players):
        if spare_icp(s, p) < 0 or hand_size(s, p) < listed_cards(s, p):
            return False
        for r in range(RESOURCES):
            if spare_tokens(s, p, r) < 0:
                return False
    for i in range(s.deal_n):
        if not is_item_deliverable(s, i):
            return False
    return True


@jit
def is_item_deliverable(s, i):
    """R99: whether one item of the list, beside resources and ICP, is still there to be given."""
    giver = np.int64(s.deal[i, 0])
    item = s.deal[i, 2]
    arg = np.int64(s.deal[i, 3])
    if item == Item.ASSET:
        return is_transferable(s, giver, arg // ASSET_TYPES, arg % ASSET_TYPES)
    if item == Item.CARD:
        return s.hand[giver, arg] >= listed(s, giver, Item.CARD, arg)
    if item == Item.ROCKET:
        return count_rockets(s, giver, arg) >= listed(s, giver, Item.ROCKET, arg)
    return True


@jit
def execute_deal(s):
    """R102: everything changes hands at once."""
    for i in range(s.deal_n):
        send_item(s, i)
    for i in range(s.deal_n):
        if s.deal[i, 2] == Item.RANDOM_CARD:
            giver = np.int64(s.deal[i, 0])
            s.deal[i, 3] = random_kind(s, giver)
            lose_secretly(s, giver, np.int64(s.deal[i, 3]), np.int64(s.deal[i, 1]))
    for i in range(s.deal_n):
        receive_item(s, i)
    for i in range(ROCKETS):
        if s.rocket_loc[i] >= MOVING:
            s.rocket_loc[i] -= MOVING


@jit
def send_item(s, i):
    """R102: the giver's side of a transfer; random cards leave after all named ones."""
    giver = np.int64(s.deal[i, 0])
    item = s.deal[i, 2]
    arg = np.int64(s.deal[i, 3])
    quantity = np.int64(s.deal[i, 4])
    if item == Item.RESOURCE:
        s.res[giver, arg] -= quantity
    elif item == Item.ICP:
        move_icp(s, giver, -quantity)
    elif item == Item.CARD:
        lose_openly(s, giver, arg)
    elif item == Item.ROCKET:
        s.rocket_loc[transferable_rocket(s, giver, arg)] = MOVING + s.deal[i, 1]


@jit
def receive_item(s, i):
    """R102: the receiver's side of a transfer."""
    giver = np.int64(s.deal[i, 0])
    receiver = np.int64(s.deal[i, 1])
    item = s.deal[i, 2]
    arg = np.int64(s.deal[i, 3])
    quantity = np.int64(s.deal[i, 4])
    if item == Item.RESOURCE:
        s.res[receiver, arg] += quantity
    elif item == Item.ICP:
        move_icp(s, receiver, quantity)
    elif item == Item.CARD:
        gain_openly(s, receiver, arg)
    elif item == Item.RANDOM_CARD:
        gain_secretly(s, receiver, arg, giver)
    elif item == Item.ASSET:
        hand_over_asset(s, arg // ASSET_TYPES, arg % ASSET_TYPES, giver, receiver)
    elif item == Item.NON_AGGRESSION:
        open_slot(s, Agreement.TREATY, giver, receiver, (1 << giver) | (1 << receiver))


@jit
def hand_over_asset(s, c, k, giver, receiver):
    """R102: the owner changes, with the payment for operation; the hex stays."""
    s.asset_owner[c, k] = receiver
    paid = np.int64(s.op_paid[c, k])
    if (paid >> giver) & 1:
        s.op_paid[c, k] = (paid & ~(1 << giver)) | (1 << receiver)
