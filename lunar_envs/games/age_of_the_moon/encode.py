"""The observation as named blocks ("Observation" in docs/age_of_the_moon.md).

``encode_slow`` writes what lies on the table: it stays through the talk before a deal, through exchanges and turns
that are passed. ``encode_fast`` writes all else. Seats are relative: ``k`` is how many seats after the viewer a seat
comes.
"""

import numpy as np

from lunar_envs.engine.jit import jit

from . import blocks
from .blocks import (
    ONE,
    clear,
    mark,
    mark_seat,
    seat_after,
    seats_after,
    unit,
)
from .codes import (
    EVENTS,
    FIRST_ONGOING,
    ICP_LIMIT,
    KINDS,
    NONE,
    PLAYERS,
    RESOURCES,
    Context,
    Place,
    Rule,
)
from .encode_table import encode_agreements, encode_board, encode_pledges, encode_rockets, encode_statuses
from .encode_talk import encode_deal, encode_selection, encode_talk

BLOCKS = blocks.BLOCKS

# -- entry points ------------------------------------------------------------------------------------------------------


@jit
def epoch(s):
    """A number (int64) that changes whenever something written by ``encode_slow`` may have changed."""
    return np.int64(s.table_changes)


@jit
def encode_slow(s, t, seat, out):
    """Write what lies on the table."""
    clear(out, blocks.PLAYERS_AT, blocks.LENGTH)
    for k in range(s.num_players):
        encode_player(s, t, seat_after(s, seat, k), out, blocks.PLAYERS_AT + blocks.PLAYER_ROW * k)
    encode_rockets(s, t, seat, out)
    encode_events(s, t, out)
    encode_board(s, t, seat, out)
    encode_agreements(s, t, seat, out)
    encode_pledges(s, seat, out)


@jit
def encode_fast(s, t, seat, out):
    """Write all that ``encode_slow`` leaves out."""
    clear(out, blocks.GLOBAL, blocks.PLAYERS_AT)
    encode_global(s, t, seat, out)
    if seat == s.to_move or not is_hidden_turn(s):
        encode_turn(s, seat, out)
    for k in range(s.num_players):
        encode_means(s, t, seat_after(s, seat, k), out, blocks.PLAYERS_AT + blocks.PLAYER_ROW * k)
    encode_cards(s, seat, out)
    clear(out, blocks.TALK, blocks.DEAL)
    if s.ng_kind != NONE:
        encode_talk(s, t, seat, out)
    encode_selection(s, t, seat, out)
    encode_deal(s, seat, out)
    if s.ctx == Context.BUY_MENU or s.ctx == Context.LOAD:
        encode_statuses(s, seat, out)


# -- A, B: game and turn -----------------------------------------------------------------------------------------------


@jit
def encode_global(s, t, seat, out):
    """What all share (block A)."""
    out[blocks.COUNT + int(s.num_players) - 2] = ONE
    out[blocks.ROUND] = unit(s["round"], blocks.MOST_ROUNDS)
    out[blocks.PHASE + int(s.phase) - 1] = ONE
    out[blocks.START + seats_after(s, s.start, seat)] = ONE
    out[blocks.DIE + int(s.die_last)] = ONE
    out[blocks.PRO] = np.float32(s.opt_pro)
    out[blocks.TALKS] = unit(s.nego_count, blocks.MOST_TALKS)
    for r in range(RESOURCES):
        out[blocks.SUPPLY + r] = unit(s.supply[r], blocks.MOST_TOKENS)
    out[blocks.EMPTY + int(s.opt_empty)] = ONE
    out[blocks.NO_SURFACE] = np.float32(s.no_surface)
    out[blocks.RIDESHARE] = unit(s.rideshare, 1)
    if s.launch_rocket >= 0:
        out[blocks.LAUNCH + int(s.rocket_kind[s.launch_rocket])] = ONE
    out[blocks.LEFT] = unit(s.launch_left, blocks.MOST_CAPACITY)
    mark(out, blocks.EVENT, s.cur_event, EVENTS)
    out[blocks.QUARTER + int(s.quarter_last)] = ONE


@jit
def is_hidden_turn(s):
    """Whether nobody but the seat to move may see whose turn it is: a lone PASS would not be asked for here."""
    ctx = s.ctx
    menu = ctx == Context.NEGO_MENU or ctx == Context.BUY_MENU or ctx == Context.LAUNCH_MENU
    return menu or ctx == Context.OPERATE_MENU or ctx == Context.STOP_WINDOW


@jit
def encode_turn(s, seat, out):
    """Whose turn it is and what waits (blocks A and B)."""
    out[blocks.CUR + seats_after(s, s.cur, seat)] = ONE
    out[blocks.PASSES] = unit(s.pass_count, PLAYERS)
    out[blocks.ACTED] = np.float32(s.turn_acted)
    out[blocks.CTX + int(s.ctx)] = ONE
    mark_seat(s, out, blocks.ACTOR, s.to_move, seat)


# -- C: players --------------------------------------------------------------------------------------------------------


@jit
def encode_player(s, t, p, out, at):
    """What seldom changes about seat ``p``; its rockets and modules are written elsewhere."""
    out[at + blocks.PRESENT] = ONE
    out[at + blocks.REFILL] = unit(s.refill_plus[p], blocks.MOST_REFILL)
    out[at + blocks.FACTION + int(s.faction[p])] = ONE
    out[at + blocks.PRIVILEGE] = np.float32(s.open_priv[p])
    out[at + blocks.REUSE] = unit(s.free_reuse[p], 1)
    out[at + blocks.JAMMED] = np.float32(s.jammed[p])
    if s.joint[p]:
        out[at + blocks.JOINT + int(s.joint[p]) - 1] = ONE


@jit
def encode_means(s, t, p, out, at):
    """What often changes about seat ``p``."""
    for r in range(RESOURCES):
        out[at + blocks.RES + r] = unit(s.res[p, r], blocks.MOST_TOKENS)
    icp = int(s.icp[p])
    out[at + blocks.ICP] = np.float32(icp) / np.float32(ICP_LIMIT)
    out[at + blocks.ISOLATED] = np.float32(t.isolated[icp + ICP_LIMIT])
    cards = 0
    for k in range(KINDS):
        cards += s.hand[p, k]
    out[at + blocks.HAND_SIZE] = unit(cards, blocks.MOST_CARDS)
    tried = int(s.tried[p])
    for i in range(blocks.TRIES):
        out[at + blocks.TRIED + i] = np.float32((tried >> i) & 1)


# -- F: cards ----------------------------------------------------------------------------------------------------------


@jit
def encode_cards(s, seat, out):
    """Negotiation cards. Loops over single rows would be unrolled and not vectorised."""
    first, second, third = other_seats(s, seat)
    for k in range(KINDS):
        out[blocks.HAND + k] = copies(s.hand[seat, k])
        out[blocks.DISCARD + k] = copies(s.nego_discard[k])
        out[blocks.KNOWN + k] = copies(s.known[seat, first, k])
        out[blocks.KNOWN + KINDS + k] = copies(s.known[seat, second, k])
        out[blocks.KNOWN + 2 * KINDS + k] = copies(s.known[seat, third, k])
    out[blocks.DECK] = unit(s.nego_deck_n, blocks.MOST_CARDS)


@jit
def other_seats(s, seat):
    """The seats after ``seat``; for those that are not in the game, some that are not."""
    n = int(s.num_players)
    return seat_after(s, seat, 1), seat_after(s, seat, 2) if n > 2 else 2, seat_after(s, seat, 3) if n > 3 else 3


@jit
def copies(count):
    """How many cards of one kind there are."""
    return min(np.float32(count) * np.float32(1 / blocks.MOST_COPIES), ONE)


@jit
def encode_events(s, t, out):
    """Events that have been drawn, those that last, and the rules of the summit."""
    out[blocks.EVENT_DECK] = unit(s.event_deck_n, EVENTS)
    for event in range(EVENTS):
        out[blocks.SEEN + event] = min(np.float32(s.event_place[event]), ONE)  # 0 is Place.DECK
    for i in range(blocks.FLAGS):
        out[blocks.ONGOING + i] = np.float32(s.event_place[t.event_of[FIRST_ONGOING + i]] == Place.ONGOING)
    rules = int(s.rules)
    for i in range(blocks.RULES):
        out[blocks.IN_FORCE + i] = np.float32((rules >> (Rule.BUDGET_INCREASE + i)) & 1)
