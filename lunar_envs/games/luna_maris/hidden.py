"""What a seat cannot know, drawn anew. All seats know the same: hands and food are taken openly."""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from .codes import DEMAND_TYPES, DEMANDS_OF_TYPE
from .setup import draw_automaton_cards, stands_before


@jit
def determinize(s, t, seat):
    """Deck orders, the demand tiles under the open ones and the automaton's cards of later rounds."""
    for k in range(DEMAND_TYPES):
        draw_covered_demands(s, k)
    random.deal_anew(s, s.l2_deck, 0, int(s.l2_n))
    random.deal_anew(s, s.food_deck, 0, int(s.food_n))
    if s.solo:
        draw_automaton_cards(s, int(s["round"]))


@jit
def draw_covered_demands(s, k):
    """R4: any tiles of the type that are neither owned nor open, those that left the game among them."""
    row = s.dem_stack[k]
    for i in range(1, s.dem_n[k]):
        row[i] = draw_demand(s, k)
        while s.dem_owner[row[i]] >= 0 or stands_before(row, i):
            row[i] = draw_demand(s, k)


@jit
def draw_demand(s, k):
    """A random tile of a type."""
    return k * DEMANDS_OF_TYPE + random.below(s, DEMANDS_OF_TYPE)
