"""The observation as named blocks ("Observation" in docs/luna_maris.md).

``encode_slow`` writes what stays as it is while one seat goes through one turn and takes nothing from the board: the
other seats, the displays, the stacks. ``encode_fast`` writes all else. Seats are relative: ``k`` is how many seats
after the viewer a seat comes.
"""

from itertools import accumulate

import numpy as np

from lunar_envs.engine.game import layout
from lunar_envs.engine.jit import jit

from .codes import (
    ADVANCED,
    AUTOMATON_ACTIONS,
    AUTOMATON_CARDS,
    CAP,
    CO2_STEPS,
    DEMAND_TYPES,
    DEMANDS,
    DEMANDS_OF_TYPE,
    DEPOTS,
    ENERGY_CAP,
    EXTRACTIONS,
    FOOD_SLOTS,
    FOODS,
    HELIUM_CAP,
    HIRE_SLOTS,
    IMPROVEMENTS,
    LEVEL_1,
    LEVEL_2,
    NONE,
    PLAYERS,
    PROBE_SLOTS,
    RESEARCH_SPACES,
    RESEARCH_TOP,
    ROOMS,
    ROUNDS,
    SCIENTISTS,
    SITES,
    STACK,
    START_DISCS,
    STRESS_CAP,
    STRESS_FLOOR,
    TOOLS,
    WASTE_CAP,
    WATER_CAP,
    Action,
    Card,
    Context,
    Food,
    Level,
)

_CONTEXT_PARTS = (len(Context), ROUNDS, PLAYERS - 1, 1, len(Level), 1, PLAYERS, 1)
_TURN_PARTS = (SCIENTISTS, ROOMS, 3, 3, DEMAND_TYPES + EXTRACTIONS + 2, 3)
_SEAT_PARTS = (
    1, 5, 4, 3, 5, DEPOTS, 1, PLAYERS, PLAYERS, TOOLS, 1,
    ROOMS, SCIENTISTS, SCIENTISTS, FOODS, DEMANDS, 2,
)  # fmt: skip

BLOCKS = layout(
    {
        "context": (sum(_CONTEXT_PARTS),),
        "turn": (sum(_TURN_PARTS),),
        "seats": (PLAYERS, sum(_SEAT_PARTS)),
        "sites": (SITES, PLAYERS),
        "spaces": (ROOMS, PLAYERS),
        "hire_display": (HIRE_SLOTS, LEVEL_2),
        "level_2": (1 + LEVEL_2,),
        "demand_display": (DEMAND_TYPES, DEMANDS_OF_TYPE),
        "demand_stacks": (DEMAND_TYPES,),
        "food_display": (FOOD_SLOTS, FOODS),
        "food_piles": (2,),
        "discarded_food": (FOODS,),
        "offered_modules": (IMPROVEMENTS, ADVANCED),
        "built_modules": (ADVANCED,),
        "improvements": (IMPROVEMENTS, PLAYERS),
        "research_bonuses": (RESEARCH_SPACES, PLAYERS),
        "offered_tools": (TOOLS,),
        "start_rooms": (ROOMS,),
        "automaton": (2 * AUTOMATON_CARDS + 1,),
    }
)
(
    _CONTEXT, _TURN, _SEATS, _SITES, _SPACES, _HIRE, _LEVEL_2, _DISPLAY, _STACKS, _OPEN_FOOD, _PILES, _DISCARDED,
    _OFFERED, _BUILT, _IMPROVEMENTS, _BONUSES, _TOOLS, _START_ROOMS, _AUTOMATON,
) = (block.start for block in BLOCKS)  # fmt: skip
LENGTH = _AUTOMATON + BLOCKS[-1].length
assert LENGTH == 1216

# Where the parts of the first two blocks begin, and those of one seat within its row.
_CTX, _ROUND, _COUNT, _SOLO, _LEVEL, _VARIANT, _ACTOR, _STEPS, _ = accumulate(_CONTEXT_PARTS, initial=_CONTEXT)
_CARD, _FIRST_ROOM, _FLAGS, _DUE, _PENDING, _RESUME, _ = accumulate(_TURN_PARTS, initial=_TURN)
(
    _PRESENT, _STORES, _BELT, _OXYGEN, _TRACKS, _DEPOT, _ENDED, _PLACE, _NEXT_PLACE, _TOOL, _USED,
    _ROOM, _HAND, _PILE, _FOOD, _DEMANDS, _DISCS, _SEAT_ROW,
) = accumulate(_SEAT_PARTS, initial=0)  # fmt: skip

_ZERO = np.float32(0)
_ONE = np.float32(1)

# 1 for one Card: looking it up takes no branch, comparing would.
_IS_IN_HAND = np.eye(len(Card), dtype=np.float32)[Card.HAND]
_IS_IN_PILE = np.eye(len(Card), dtype=np.float32)[Card.PILE]


# -- entry points ------------------------------------------------------------------------------------------------------


@jit
def epoch(s):
    """A number (int64) that changes whenever something written by ``encode_slow`` may have changed.

    It holds the round, who has ended the shift, the automaton's step and what may be taken from the board.
    """
    number = int(s["round"]) + (s.ctx > Context.SETUP_TOOL)
    number = 8 * number + int(s.automaton_step)
    probes = 0
    discs = 0
    for p in range(PLAYERS):
        number = 2 * number + int(s.ended[p])
        probes += int(s.probes_left[p])
        discs += int(s.discs[p])
    number = (32 * number + probes) * 32 + discs
    for k in range(DEMAND_TYPES):
        number = 8 * number + int(s.dem_n[k])
    for k in range(HIRE_SLOTS):
        number = 32 * number + int(s.hire[k]) + 1
    for k in range(FOOD_SLOTS):
        number = 64 * number + int(s.food_open[k]) + 1
    return np.int64(number)


@jit
def encode_slow(s, t, seat, out):
    """Write all that stays while ``seat`` goes through one turn and takes nothing from the board."""
    clear(out, 0, LENGTH)
    for k in range(s.seats):
        at = _SEATS + _SEAT_ROW * k
        p = seat_of_row(s, seat, k)
        encode_belongings(s, p, out, at)
        if k > 0:
            encode_goods(s, p, out, at)
            encode_scientists(s, p, out, at)
    encode_holdings(s, seat, out)
    encode_order(s, seat, out)
    encode_owners(s, s.site, seat, out, _SITES)
    encode_displays(s, out)
    encode_improvements(s, seat, out)
    if s["round"] == 0:
        encode_setup(s, out)
    if s.solo:
        encode_automaton(s, out)


@jit
def encode_fast(s, t, seat, out):
    """Write all that ``encode_slow`` leaves out."""
    clear(out, _CONTEXT, _SEATS)
    encode_context(s, seat, out)
    encode_turn(s, out)
    clear(out, _SEATS + _ROOM, _SEATS + _HAND)
    encode_goods(s, seat, out, _SEATS)
    encode_scientists(s, seat, out, _SEATS)
    for k in range(1, s.seats):
        out[_SEATS + _SEAT_ROW * k + _STORES] = unit(s.vp[seat_of_row(s, seat, k)], 150)  # R24 rewards them
    clear(out, _SPACES, _HIRE)
    encode_owners(s, s.slot, seat, out, _SPACES)
    encode_food(s, seat, out)


# -- parts -------------------------------------------------------------------------------------------------------------


@jit
def unit(value, scale):
    """``value / scale``, 1 at most; ``value`` is never negative."""
    return np.float32(min(int(value), scale)) / np.float32(scale)


@jit
def clear(out, start, stop):
    """Write zeros."""
    for i in range(start, stop):
        out[i] = _ZERO


@jit
def row_of_seat(s, p, seat):
    """How many seats after ``seat`` seat ``p`` comes; some row for ``NONE``."""
    k = int(p) - int(seat)
    return k if k >= 0 else k + int(s.seats)


@jit
def seat_of_row(s, seat, k):
    """The seat that comes ``k`` seats after ``seat``; where there are not so many, a seat that is not in the game."""
    if k >= s.seats:
        return k
    p = int(seat) + k
    return p if p < s.seats else p - int(s.seats)


@jit
def encode_owners(s, owners, seat, out, at):
    """The seat that each place belongs to, one-hot in rows that are zero."""
    for i in range(owners.shape[0]):
        owner = int(owners[i])  # without a branch: owners follow no pattern that could be foreseen
        out[at + PLAYERS * i + row_of_seat(s, owner, seat)] = np.float32(1 + min(owner, 0))


# -- A: context --------------------------------------------------------------------------------------------------------


@jit
def encode_context(s, seat, out):
    """What waits, round, kind of game, whose decision it is, decisions taken (block A)."""
    out[_CTX + int(s.ctx)] = _ONE
    if s["round"] > 0:
        out[_ROUND + int(s["round"]) - 1] = _ONE
    out[_COUNT + int(s.seats) - 2] = _ONE
    if s.solo:
        out[_SOLO] = _ONE
        out[_LEVEL + int(s.solo_level)] = _ONE
    out[_VARIANT] = np.float32(s.variant)
    if s.ctx != Context.OVER:
        out[_ACTOR + row_of_seat(s, s.to_move, seat)] = _ONE
    out[_STEPS] = unit(s.decisions, CAP)


# -- B: turn -----------------------------------------------------------------------------------------------------------


@jit
def encode_turn(s, out):
    """The scientist in play, what is done and what is due (block B)."""
    if s.cur_sci != NONE:
        out[_CARD + int(s.cur_sci)] = _ONE
    if s.first_room != NONE:
        out[_FIRST_ROOM + int(s.first_room)] = _ONE
    out[_FLAGS] = np.float32(s.second)
    out[_FLAGS + 1] = np.float32(s.main_done)
    out[_FLAGS + 2] = np.float32(s.extra_done)
    out[_DUE] = unit(s.pay_left, 3)
    out[_DUE + 1] = unit(s.feed_total, 20)
    out[_DUE + 2] = unit(s.feed_count, 10)
    if s.pend_action != NONE:
        out[_PENDING + paid_option(int(s.pend_action))] = _ONE
    if s.resume_ctx != NONE:
        out[_RESUME + int(s.resume_ctx) - Context.TURN] = _ONE


@jit
def paid_option(action):
    """The place of an option that is paid in ore: demands, extraction, refining, energy."""
    if action < Action.EXTRACT:
        return action - Action.SHIP
    if action < Action.MINE_PROBES:
        return DEMAND_TYPES + action - Action.EXTRACT
    return DEMAND_TYPES + EXTRACTIONS + action - Action.MINE_REFINE


# -- C: seats ----------------------------------------------------------------------------------------------------------


@jit
def encode_goods(s, p, out, at):
    """Numbers that change in a turn of seat ``p`` (block C)."""
    out[at + _STORES] = unit(s.vp[p], 150)
    out[at + _STORES + 1] = unit(s.energy[p], ENERGY_CAP)
    out[at + _STORES + 2] = unit(s.water[p], WATER_CAP)
    out[at + _STORES + 3] = unit(s.helium[p], HELIUM_CAP)
    out[at + _STORES + 4] = unit(s.waste[p], WASTE_CAP)
    for section in range(2):
        for ore in range(2):
            out[at + _BELT + 2 * section + ore] = unit(s.belt[p, section, ore], 10)
    limit = int(s.stress[p])
    used = int(s.o2_used[p])
    out[at + _OXYGEN] = unit(used, STRESS_CAP)
    out[at + _OXYGEN + 1] = unit(limit - STRESS_FLOOR, STRESS_CAP - STRESS_FLOOR)
    out[at + _OXYGEN + 2] = unit(max(limit - used, 0), STRESS_CAP)
    out[at + _TRACKS] = unit(s.probes_left[p], PROBE_SLOTS)
    out[at + _TRACKS + 1] = unit(s.co2[p], CO2_STEPS)
    out[at + _TRACKS + 2] = unit(s.research[p, 0], RESEARCH_TOP)
    out[at + _TRACKS + 3] = unit(s.research[p, 1], RESEARCH_TOP)
    out[at + _TRACKS + 4] = unit(s.discs[p], START_DISCS)
    for i in range(DEPOTS):
        out[at + _DEPOT + i] = np.float32(s.depot[p, i])
    out[at + _USED] = np.float32(s.tool_used[p])


@jit
def encode_scientists(s, p, out, at):
    """The astronaut of seat ``p``, in a part that is zero, and its scientists (block C)."""
    if s.at[p] != NONE:
        out[at + _ROOM + int(s.at[p])] = _ONE
    cards = s.sci[p]
    for card in range(SCIENTISTS):
        out[at + _HAND + card] = _IS_IN_HAND[cards[card]]
        out[at + _PILE + card] = _IS_IN_PILE[cards[card]]


@jit
def encode_belongings(s, p, out, at):
    """What seat ``p`` keeps through a turn of its own that takes nothing from the board (block C)."""
    out[at + _PRESENT] = _ONE
    out[at + _ENDED] = np.float32(s.ended[p])
    if s.tool[p] != NONE:
        out[at + _TOOL + int(s.tool[p])] = _ONE
    out[at + _DISCS] = unit(count_equal(s.imp_owner, p), START_DISCS)
    out[at + _DISCS + 1] = unit(count_equal(s.rb_owner, p), 2)


@jit
def count_equal(values, value):
    """How many of the ``values`` are ``value``."""
    count = 0
    for i in range(values.shape[0]):
        count += values[i] == value
    return count


@jit
def encode_holdings(s, seat, out):
    """Food and demand tiles of all seats (block C). Loops over single rows would be unrolled and not vectorised."""
    seats = seat, seat_of_row(s, seat, 1), seat_of_row(s, seat, 2), seat_of_row(s, seat, 3)
    for card in range(FOODS):
        for k in range(PLAYERS):
            out[_SEATS + _SEAT_ROW * k + _FOOD + card] = np.float32(s.food_loc[card] == np.int8(seats[k]))
    for tile in range(DEMANDS):
        for k in range(PLAYERS):
            out[_SEATS + _SEAT_ROW * k + _DEMANDS + tile] = np.float32(s.dem_owner[tile] == np.int8(seats[k]))


@jit
def encode_order(s, seat, out):
    """Places of the seats in the turn order and in the next one (block C)."""
    for i in range(s.seats):
        if s.order[i] != NONE:
            out[_SEATS + _SEAT_ROW * row_of_seat(s, s.order[i], seat) + _PLACE + i] = _ONE
        if s.next_order[i] != NONE:
            out[_SEATS + _SEAT_ROW * row_of_seat(s, s.next_order[i], seat) + _NEXT_PLACE + i] = _ONE


# -- D: board ----------------------------------------------------------------------------------------------------------


@jit
def encode_displays(s, out):
    """Scientists, demands and food that lie open, and how much more there is (block D)."""
    for k in range(HIRE_SLOTS):
        if s.hire[k] != NONE:
            out[_HIRE + LEVEL_2 * k + int(s.hire[k]) - LEVEL_1] = _ONE
    out[_LEVEL_2] = unit(s.l2_n, LEVEL_2)
    for k in range(DEMAND_TYPES):
        if s.dem_n[k] > 0:
            out[_DISPLAY + int(s.dem_stack[k, 0])] = _ONE
        out[_STACKS + k] = unit(s.dem_n[k], STACK)
    for k in range(FOOD_SLOTS):
        if s.food_open[k] != NONE:
            out[_OPEN_FOOD + FOODS * k + int(s.food_open[k])] = _ONE


@jit
def encode_food(s, seat, out):
    """Food in the viewer's hand (block C), in the deck and on the discard pile (block D)."""
    out[_PILES] = unit(s.food_n, FOODS)
    viewer = np.int8(seat)
    count = 0
    for card in range(FOODS):
        place = s.food_loc[card]
        out[_SEATS + _FOOD + card] = np.float32(place == viewer)
        out[_DISCARDED + card] = np.float32(place == Food.DISCARD)
        count += place == Food.DISCARD
    out[_PILES + 1] = unit(count, FOODS)


@jit
def encode_improvements(s, seat, out):
    """Advanced modules and who placed discs for them and for research (block D)."""
    for space in range(IMPROVEMENTS):
        if s.adv_offer[space] != NONE:
            out[_OFFERED + ADVANCED * space + int(s.adv_offer[space])] = _ONE
    for i in range(ADVANCED):
        out[_BUILT + i] = np.float32(s.adv_built[i])
    encode_owners(s, s.imp_owner, seat, out, _IMPROVEMENTS)
    encode_owners(s, s.rb_owner, seat, out, _BONUSES)


@jit
def encode_setup(s, out):
    """Tools and start rooms that are still free (block D)."""
    for i in range(TOOLS):
        out[_TOOLS + i] = np.float32(s.tools_offer[i])
    for room in range(ROOMS):
        out[_START_ROOMS + room] = np.float32(s.start_mask[room])


@jit
def encode_automaton(s, out):
    """The automaton's cards that were turned up, its next action, scientists that it took away (block D)."""
    for i in range(s["round"]):
        earlier = AUTOMATON_CARDS if i + 1 < s["round"] else 0
        out[_AUTOMATON + earlier + int(s.automaton_cards[i])] = _ONE
    out[_AUTOMATON + 2 * AUTOMATON_CARDS] = unit(s.automaton_step, AUTOMATON_ACTIONS)
    for i in range(LEVEL_2):
        out[_LEVEL_2 + 1 + i] = np.float32(s.l2_removed[i])
