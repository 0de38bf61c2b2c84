"""Set-up (R1-R8)."""

import numpy as np

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from .codes import (
    ASSET_TYPES,
    CARDS,
    EMPTY_EFFECTS,
    EVENTS,
    IN_PILE,
    KINDS,
    NONE,
    PLAYERS,
    RESOURCES,
    ROCKET_KINDS,
    ROCKETS,
    SLOTS,
    Resource,
    Status,
)
from .rules.bank import close_slot, take
from .rules.cards import draw_card
from .rules.produce import choose_start
from .rules.rockets import own_rocket, refill_market
from .rules.rounds import begin_round
from .rules.talks import clear_talk


@jit
def setup_state(s, t, options):
    """R1-R8: a blank record becomes a game before the first decision.

    ``options`` int64[6]: variant_pro, round1_refill, factions, empty_card_effect, stop_icp_penalty, ask_idle, each the
    index of the chosen value.
    """
    s.opt_pro = options[0]
    s.opt_round1_refill = options[1]
    s.opt_empty = options[3] if options[3] < EMPTY_EFFECTS else random.below(s, EMPTY_EFFECTS)
    s.opt_stop_pen = options[4]
    s.opt_ask_idle = options[5]
    clear_fields(s)
    deal_factions(s, options[2])
    fill_supply(s, t)
    make_rockets(s, t)
    make_decks(s, t)
    for p in range(s.num_players):
        give_start(s, t, p)
    s["round"] = 1
    choose_first(s, t)
    begin_round(s, t)


@jit
def clear_fields(s):
    """Write NONE where 0 would mean something."""
    clear_talk(s)
    for i in range(SLOTS):
        close_slot(s, i)
    s.cur_event = NONE
    s.in_play = NONE
    s.launch_rocket = NONE
    s.sel_asset = NONE
    s.op_pending_hex = NONE
    for p in range(PLAYERS):
        s.faction[p] = NONE
        for k in range(ASSET_TYPES):
            s.asset_owner[p, k] = p
            s.asset_hex[p, k] = NONE
            s.asset_status[p, k] = Status.BLUEPRINT if p < s.num_players else Status.ABSENT


@jit
def deal_factions(s, option):
    """R1: the factions of the first seats by option, all others at random.

    Option 0 fixes none; the others count the ordered choices of 1, 2, 3 and 4 factions.
    """
    order = option - 1
    fixed = 0
    choices = 1
    if option > 0:
        while True:
            choices *= PLAYERS - fixed
            fixed += 1
            if order < choices:
                break
            order -= choices
    used = 0
    for p in range(s.num_players):
        rank = random.below(s, PLAYERS - p)
        if p < fixed:
            choices //= PLAYERS - p
            rank = (order // choices) % (PLAYERS - p)
        s.faction[p] = nth_unused(used, rank)
        used |= 1 << int(s.faction[p])


@jit
def nth_unused(used, rank):
    """Number ``rank`` of the factions that are not in the mask ``used``."""
    for faction in range(PLAYERS):
        if (used >> faction) & 1 == 0:
            if rank == 0:
                return faction
            rank -= 1
    return NONE


@jit
def fill_supply(s, t):
    """R2: the supply, and the first lunars of each player."""
    for r in range(RESOURCES):
        s.supply[r] = t.supply[r]
    for p in range(s.num_players):
        take(s, p, Resource.LUNAR, np.int64(t.start_lunars))


@jit
def make_rockets(s, t):
    """R3, R7: starting rockets are set aside; the others form pile and market."""
    i = 0
    for kind in range(ROCKET_KINDS):
        for _ in range(t.rocket_count[kind]):
            s.rocket_kind[i] = kind
            s.rocket_loc[i] = IN_PILE
            s.rocket_slot[i] = NONE
            i += 1
    for p in range(s.num_players):
        if t.start_rocket[s.faction[p]] >= 0:
            own_rocket(s, p, first_in_pile(s, np.int64(t.start_rocket[s.faction[p]])))
    n = 0
    for i in range(ROCKETS):
        s.rocket_pile[i] = NONE
        if s.rocket_loc[i] == IN_PILE:
            s.rocket_pile[n] = i
            n += 1
    s.rocket_pile_n = n
    random.shuffle(s, s.rocket_pile, 0, n)
    refill_market(s)


@jit
def first_in_pile(s, kind):
    """The lowest id of a kind that nobody owns."""
    for i in range(ROCKETS):
        if s.rocket_loc[i] == IN_PILE and s.rocket_kind[i] == kind:
            return i
    return NONE


@jit
def make_decks(s, t):
    """R4, R5: shuffled decks; three cards at a time to each player, seat 0 first."""
    n = 0
    for kind in range(KINDS):
        for _ in range(t.card_count[kind]):
            s.nego_deck[n] = kind
            n += 1
    s.nego_deck_n = n
    random.shuffle(s, s.nego_deck, 0, CARDS)
    for event in range(EVENTS):
        s.event_deck[event] = event
    s.event_deck_n = EVENTS
    random.shuffle(s, s.event_deck, 0, EVENTS)
    for p in range(s.num_players):
        for _ in range(t.start_hand):
            draw_card(s, p)


@jit
def give_start(s, t, p):
    """R7: starting advantages."""
    faction = s.faction[p]
    for r in range(RESOURCES):
        take(s, p, r, np.int64(t.start_res[faction, r]))
    for _ in range(t.start_cards[faction]):
        draw_card(s, p)
    if t.start_asset[faction] >= 0:
        s.asset_status[p, t.start_asset[faction]] = Status.DEPLOYED


@jit
def choose_first(s, t):
    """R8: the faction that starts round 1, if it is in play; otherwise the tied players roll."""
    for p in range(s.num_players):
        if t.starts_round_1[s.faction[p]]:
            s.start = p
            return
    choose_start(s, t)
