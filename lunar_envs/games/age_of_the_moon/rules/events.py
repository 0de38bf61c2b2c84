"""Phase 2: events (R20-R24)."""

import numpy as np

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    EVENTS,
    FIRST_MODULE,
    KINDS,
    NONE,
    PLAYERS,
    QUARTERS,
    RESOURCES,
    Action,
    Context,
    Flow,
    Kind,
    Phase,
    Place,
    Placement,
    Primitive,
    Status,
)
from .bank import lose, move_icp, offer_exchanges, pay, take
from .board import lose_asset
from .cards import draw_card, gain_openly, gain_secretly, hand_size, lose_openly, lose_secretly, random_kind
from .rockets import scrap_market


@jit
def begin_events(s):
    """R20: the Start-Player draws first."""
    s.phase = Phase.EVENTS
    s.cur = s.start
    s.ctx = Flow.DRAW_EVENT


@jit
def draw_event(s, t):
    """R20, R24: the drawer's event is resolved as far as nobody has to choose."""
    if s.event_deck_n == 0:
        shuffle_events(s)
    if s.event_deck_n > 0:
        s.event_deck_n -= 1
        event = np.int64(s.event_deck[s.event_deck_n])
        s.event_deck[s.event_deck_n] = NONE
        s.event_place[event] = Place.RESOLVING
        s.cur_event = event
        resolve_event(s, t, event, np.int64(t.primitive[event]))
    s.ctx = Flow.NEXT_AFFECTED


@jit
def shuffle_events(s):
    """R20: the discarded events become the deck."""
    n = 0
    for event in range(EVENTS):
        if s.event_place[event] == Place.DISCARD:
            s.event_place[event] = Place.DECK
            s.event_deck[n] = event
            n += 1
    s.event_deck_n = n
    random.shuffle(s, s.event_deck, 0, n)


@jit
def resolve_event(s, t, event, primitive):
    """R24: what happens to each quarter, to the orbit, to all players or to one."""
    if primitive <= Primitive.QUARTER_ROVER_GAIN and primitive != Primitive.ORBIT_BLOCK:
        roll_quarter(s, t)
    first = np.int64(t.param[event, 0])
    if primitive == Primitive.ORBIT_BLOCK:
        block_orbit(s, t)
    elif primitive == Primitive.NO_SURFACE_LAUNCH:
        s.no_surface = 1
    elif primitive == Primitive.SCRAP_MARKET:
        scrap_market(s)
    elif primitive == Primitive.ROCKET_DISCOUNT:
        s.rideshare += first
    elif primitive == Primitive.PASS_RANDOM_LEFT:
        pass_cards_left(s)
    else:
        resolve_for_players(s, t, event, primitive, first)


@jit
def resolve_for_players(s, t, event, primitive, first):
    """R22, R24: affected players resolve in Start-Player order; those who have to choose are kept for later."""
    only = named_player(s, t, event)
    for i in range(s.num_players):
        p = (s.start + i) % s.num_players
        if only != NONE and only != p:
            continue
        if primitive == Primitive.RES_ALL or primitive == Primitive.RES_ONE:
            change_resources(s, t, p, event)
        elif primitive == Primitive.ICP_ONE:
            move_icp(s, p, first)
        elif primitive == Primitive.ICP_TOWARD_ZERO:
            move_icp(s, p, min(max(-np.int64(s.icp[p]), -first), first))
        elif primitive == Primitive.DRAW_ALL or primitive == Primitive.DRAW_ONE:
            for _ in range(first):
                draw_card(s, p)
        elif primitive == Primitive.FREE_REUSE_ONE:
            s.free_reuse[p] += first
        elif primitive == Primitive.REFILL_ONE:
            s.refill_plus[p] += first
        elif primitive == Primitive.DISCARD_CHOICE_ALL:
            if s.open_priv[p] or hand_size(s, p) > 0:
                s.ev_pending = np.int64(s.ev_pending) | (1 << p)
        elif primitive <= Primitive.QUARTER_ROVER_GAIN:
            resolve_quarter(s, t, p, event, primitive)


@jit
def named_player(s, t, event):
    """R22: the player of the named faction, or the drawer if it is not in play; NONE for a global event."""
    faction = t.event_faction[event]
    if faction == NONE:
        return NONE
    for p in range(s.num_players):
        if s.faction[p] == faction:
            return p
    return np.int64(s.cur)


@jit
def change_resources(s, t, p, event):
    """R21, R24: gains as the supply allows, payments as far as the player can."""
    for r in range(RESOURCES):
        change = np.int64(t.param[event, r])
        if change > 0:
            take(s, p, r, change)
        elif change < 0:
            lose(s, p, r, -change)


# -- Quarters ------------------------------------------------------------------------------------------


@jit
def roll_quarter(s, t):
    """R23: the die names the quarter, other faces roll again; only the final face is kept."""
    face = random.roll(s, t.faces)
    while face > QUARTERS:
        face = random.roll(s, t.faces)
    s.die_last = face
    s.quarter_last = face


@jit
def in_quarter(s, t, c, k):
    """Whether an asset stands in the quarter that was rolled."""
    return s.asset_hex[c, k] >= 0 and t.quarter[s.asset_hex[c, k]] == s.quarter_last


@jit
def is_destructible(s, t, p, c, k):
    """R24: whether a player owns a surface asset or rover in the quarter that is no habitation module."""
    return k < FIRST_MODULE and s.asset_owner[c, k] == p and in_quarter(s, t, c, k)


@jit
def count_in_quarter(s, t, p, primitive):
    """R24: how many of a player's tokens in the quarter an event of this kind concerns."""
    count = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_owner[c, k] != p or not in_quarter(s, t, c, k):
                continue
            if primitive == Primitive.QUARTER_PAY_OR_DESTROY and k >= FIRST_MODULE:
                continue
            if primitive == Primitive.QUARTER_ROVER_GAIN and t.placement[k] != Placement.ROVER:
                continue
            count += 1
    return count


@jit
def resolve_quarter(s, t, p, event, primitive):
    """R24: a quarter event for the owner of tokens there."""
    count = count_in_quarter(s, t, p, primitive)
    if count == 0:
        return
    if primitive == Primitive.QUARTER_BLOCK:
        block_quarter(s, t, p)
    elif primitive == Primitive.QUARTER_GAIN:
        change_resources(s, t, p, event)
    elif primitive == Primitive.QUARTER_ROVER_GAIN:
        take(s, p, np.int64(t.param[event, 0]), count * np.int64(t.param[event, 1]))
    else:
        s.ev_pending = np.int64(s.ev_pending) | (1 << p)


@jit
def block_quarter(s, t, p):
    """R24: all surface assets and rovers of a player in the quarter are blocked."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_owner[c, k] == p and in_quarter(s, t, c, k):
                s.asset_blocked[c, k] = 1


@jit
def block_orbit(s, t):
    """R24: every deployed orbital asset is blocked."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_status[c, k] == Status.DEPLOYED and t.placement[k] == Placement.ORBITAL:
                s.asset_blocked[c, k] = 1


# -- Cards ---------------------------------------------------------------------------------------------


@jit
def pass_cards_left(s):
    """R24, R107: all pick a random card of hand and face-up privilege first; all losses come before all gains."""
    picks = (pick_card(s, 0), pick_card(s, 1), pick_card(s, 2), pick_card(s, 3))
    for p in range(s.num_players):
        if 0 <= picks[p] < KINDS:
            lose_secretly(s, p, picks[p], (p + 1) % s.num_players)
        elif picks[p] == KINDS:
            s.open_priv[p] = 0
    for p in range(s.num_players):
        left = (p + 1) % s.num_players
        if 0 <= picks[p] < KINDS:
            gain_secretly(s, left, picks[p], p)
        elif picks[p] == KINDS:
            gain_openly(s, left, Kind.OPEN_NEGOTIATION_PRIVILEGE)


@jit
def pick_card(s, p):
    """R24: the kind of a random card of a hand; KINDS for the face-up privilege; NONE for nothing."""
    if p >= s.num_players:
        return NONE
    size = hand_size(s, p)
    if s.open_priv[p] and random.below(s, size + 1) == size:
        return KINDS
    return random_kind(s, p) if size > 0 else NONE


# -- Decisions -----------------------------------------------------------------------------------------


@jit
def next_affected(s, t):
    """R24: the next player who has to choose; when there is none the event is done and the next player draws."""
    for i in range(PLAYERS):
        p = (s.start + i) % s.num_players
        if (np.int64(s.ev_pending) >> p) & 1:
            s.to_move = p
            discards = t.primitive[s.cur_event] == Primitive.DISCARD_CHOICE_ALL
            s.ctx = Context.EVENT_PICK_CARD if discards else Context.EVENT_PAY
            return
    if s.cur_event >= 0:
        s.event_place[s.cur_event] = Place.ONGOING if t.event_stays[s.cur_event] else Place.DISCARD
        s.cur_event = NONE
    s.cur = (s.cur + 1) % s.num_players
    s.ctx = Flow.NEGOTIATE if s.cur == s.start else Flow.DRAW_EVENT


@jit
def settle_affected(s, p):
    """R24: a player has resolved its part of the event."""
    s.ev_pending = np.int64(s.ev_pending) & ~(1 << p)
    s.ctx = Flow.NEXT_AFFECTED


@jit
def offer_event_pay(s, t, p, mask):
    """R24: pay, if the player holds the amount, or suffer."""
    mask[Action.ACCEPT] = s.res[p, t.param[s.cur_event, 0]] >= t.param[s.cur_event, 1]
    mask[Action.REJECT] = 1
    offer_exchanges(s, t, p, mask)


@jit
def apply_event_pay(s, t, p, action):
    """R24: pay, or be blocked, or choose what is destroyed."""
    if action == Action.ACCEPT:
        pay(s, p, np.int64(t.param[s.cur_event, 0]), np.int64(t.param[s.cur_event, 1]))
        settle_affected(s, p)
    elif t.primitive[s.cur_event] == Primitive.QUARTER_PAY_OR_DESTROY:
        s.ctx = Context.EVENT_PICK_ASSET
    else:
        block_quarter(s, t, p)
        settle_affected(s, p)


@jit
def offer_event_assets(s, t, p, mask):
    """R24: own surface assets and rovers in the quarter that are no habitation modules."""
    for c in range(s.num_players):
        first = Action.PICK_ASSET + ASSET_TYPES * ((c - p) % s.num_players)
        for k in range(ASSET_TYPES):
            mask[first + k] = is_destructible(s, t, p, c, k)


@jit
def apply_event_asset(s, p, c, k):
    """R24, R60: the chosen asset is destroyed."""
    lose_asset(s, c, k)
    settle_affected(s, p)


@jit
def offer_event_cards(s, p, mask):
    """R24: a card of the hand, or the face-up privilege."""
    for k in range(KINDS):
        mask[Action.PICK_CARD + k] = s.hand[p, k] > 0
    if s.open_priv[p]:
        mask[Action.PICK_CARD + Kind.OPEN_NEGOTIATION_PRIVILEGE] = 1


@jit
def apply_event_card(s, p, kind):
    """R24, R107: the chosen card is discarded."""
    if s.hand[p, kind] > 0:
        lose_openly(s, p, kind)
    else:
        s.open_priv[p] = 0
    s.nego_discard[kind] += 1
    settle_affected(s, p)
