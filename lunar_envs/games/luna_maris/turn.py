"""Whose turn it is, production, clean-up, rounds and the end (R10-R14, R28, R45, R53, R54, R72)."""

from lunar_envs.engine.jit import jit

from .automaton import perform
from .codes import AUTOMATON, NONE, ROUNDS, SITES, SOLAR_ENERGY, SOLAR_ROUNDS, Context
from .score import finish_game, score_clean_up
from .supplies import add_energy, add_ore, add_waste, free_space, gain, refill_food


@jit
def end_turn(s, t, p):
    """R14, R28: the next seat that still works; after the last one clean-up and the next round."""
    refill_food(s)
    seat = next_seat(s, p)
    while seat == NONE or is_automaton(s, seat):
        if seat == NONE:
            clean_up(s, t)
            if s["round"] == ROUNDS:
                finish_game(s, t)
                return
            begin_round(s, t)
            seat = int(s.order[0])
        else:
            play_automaton(s, t)
            refill_food(s)
            seat = next_seat(s, seat)
    s.to_move = seat
    s.ctx = Context.TURN


@jit
def next_seat(s, p):
    """R14: the seat after ``p`` in turn order that has not ended its shift, NONE if all have."""
    place = 0
    while s.order[place] != p:
        place += 1
    for i in range(1, s.seats + 1):
        seat = int(s.order[(place + i) % s.seats])
        if not s.ended[seat]:
            return seat
    return NONE


@jit
def is_automaton(s, p):
    """R70: whether the seat is the automaton's."""
    return s.solo == 1 and p == AUTOMATON


@jit
def play_automaton(s, t):
    """R72: the next action on the card of the round, then the end of the shift."""
    card = s.automaton_cards[s["round"] - 1]
    if s.automaton_step < t.deeds[card]:
        deed = t.deed[card, s.automaton_step]
        s.automaton_step += 1
        perform(s, t, deed)
    else:
        end_shift(s, AUTOMATON)


@jit
def end_shift(s, p):
    """R45: the seat frees its space and takes the first free one on the next-order track. Returns that space."""
    free_space(s, p)
    place = 0
    while s.next_order[place] != NONE:
        place += 1
    s.next_order[place] = p
    s.ended[p] = 1
    return place


@jit
def leave_work(s, t, p):
    """R45: a player ends the shift for the bonus of the space on the next-order track."""
    place = end_shift(s, p)
    gain(s, p, t.order_bonus[place], t.order_amount[place])
    end_turn(s, t, p)


# -- Rounds ------------------------------------------------------------------------------------------------------------


@jit
def begin_round(s, t):
    """R10, R11, R71: production; the automaton's card of the round is turned up."""
    s["round"] += 1
    s.automaton_step = 0
    for p in range(s.seats):
        if not is_automaton(s, p):
            move_belt(s, p)
        elif s["round"] > 1:
            add_waste(s, p, 1)  # R72
    for x in range(SITES):
        p = int(s.site[x])
        if p != NONE and not is_automaton(s, p):
            add_ore(s, p, t.site_ore[x], 1)


@jit
def move_belt(s, p):
    """R11: ore falls off the belt and becomes waste, the rest moves on; solar energy in rounds 3 and 5."""
    add_waste(s, p, int(s.belt[p, 1, 0]) + int(s.belt[p, 1, 1]))
    for ore in range(2):
        s.belt[p, 1, ore] = s.belt[p, 0, ore]
        s.belt[p, 0, ore] = 0
    if s["round"] in SOLAR_ROUNDS:
        add_energy(s, p, SOLAR_ENERGY)


@jit
def clean_up(s, t):
    """R50-R53: points; tools, oxygen and the turn order of the next round."""
    score_clean_up(s, t)
    for p in range(s.seats):
        s.tool_used[p] = 0
        s.o2_used[p] = 0
        s.ended[p] = 0
        s.order[p] = s.next_order[p]
        s.next_order[p] = NONE
