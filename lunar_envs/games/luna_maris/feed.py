"""Feeding (R40-R42)."""

from lunar_envs.engine.jit import jit

from .codes import FEED_VP, SCIENTISTS, Action, Card, Context, Food
from .supplies import add_vp, add_waste, free_space, gain, has_food
from .turn import end_turn


@jit
def begin_feeding(s, p):
    """R40: the astronaut frees its space; food must be used if there is any."""
    free_space(s, p)
    s.ctx = Context.FEED_FOOD if has_food(s, p) else Context.FEED_PTS


@jit
def serve(s, t, p, action):
    """R41: one food card is discarded for its bonus; or the meal is over and scientists return."""
    if action == Action.DONE:
        finish_meal(s, t, p)
        return
    card = action - Action.FOOD_CARD
    s.food_loc[card] = Food.DISCARD
    s.feed_total += t.food_value[card]
    s.feed_count += 1
    gain(s, p, t.food_bonus[card], t.food_amount[card])


@jit
def finish_meal(s, t, p):
    """R41: all scientists return and food left over becomes waste, or as many return as there is food."""
    resting = 0
    for card in range(SCIENTISTS):
        resting += s.sci[p, card] == Card.PILE
    surplus = int(s.feed_total) - resting
    if surplus < 0:
        s.feed_count = 0
        s.ctx = Context.FEED_RET
        return
    for card in range(SCIENTISTS):
        if s.sci[p, card] == Card.PILE:
            s.sci[p, card] = Card.HAND
    add_waste(s, p, surplus)
    finish_feeding(s, t, p)


@jit
def return_fed(s, t, p, card):
    """R41: one scientist of choice returns."""
    s.sci[p, card] = Card.HAND
    s.feed_count += 1
    if s.feed_count == s.feed_total:
        finish_feeding(s, t, p)


@jit
def return_paid(s, t, p, action):
    """R42: one scientist returns for points, the last one for what is left; or that is enough."""
    if action == Action.DONE:
        finish_feeding(s, t, p)
        return
    s.sci[p, action - Action.SCIENTIST] = Card.HAND
    s.feed_count += 1
    add_vp(s, p, -FEED_VP)


@jit
def finish_feeding(s, t, p):
    """The turn is over."""
    s.feed_total = 0
    s.feed_count = 0
    end_turn(s, t, p)
