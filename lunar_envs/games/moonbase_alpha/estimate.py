"""What both seats can expect of a position, for players that look ahead."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.rewards import expect_rewards

from .codes import HAND_SLOTS, PLAYERS, SETTLED, CardState, Status
from .control import box_points, mining_symbols, science_symbols
from .evaluate import unit_value

ADVICE = 0.4
"""Share of a search's prior for the greedy player's action: with more of it 1,000 simulations win fewer games."""
FAR = 40.0
"""Four levels of stock ahead is nearly won."""
LEVEL_VALUE = 10.0
SAFE, SAFE_LEVEL, DOOMED_LEVEL = 40.0, 15, 1
"""What a stock close to either end is worth more or less."""
MINE_VALUE, MOST_TURNS = 2.5, 1.5
TURNS, SPACES_PER_TURN = 6.0, 1.4
LAB_VALUE, CARD_VALUE = 1.5, 3.0
LOSS_VALUE = 1.7 * 10 / 2 / 6
"""Of a point in the loss box; six of them cost a level or so."""


@jit
def evaluate(s, t, out, work):
    """Rank rewards to expect (float32[2]), from what each seat's position is worth."""
    for p in range(PLAYERS):
        work[p] = position_value(s, t, p)
    expect_rewards(work, PLAYERS, FAR, 0.0, out)


@jit
def position_value(s, t, p):
    """What the stock, symbols, units, losses and cards of a player are worth, in tenths of a level."""
    value = LEVEL_VALUE * s.stock[p]
    value += SAFE * (s.stock[p] >= SAFE_LEVEL) - SAFE * (s.stock[p] <= DOOMED_LEVEL)
    value += MINE_VALUE * mining_symbols(s, t, p) * min(MOST_TURNS, (SETTLED - s.settlement) / SPACES_PER_TURN / TURNS)
    value += cards_value(s, t, p) + unit_value(s, t, p)
    return value - LOSS_VALUE * (box_points(s, t, p, Status.LOSS_REG) + 2 * box_points(s, t, p, Status.LOSS_MEDIA))


@jit
def cards_value(s, t, p):
    """Cards in use, and science for those that are still tried for."""
    value = 0.0
    waiting = False
    for slot in range(HAND_SLOTS):
        value += CARD_VALUE * (s.hand_state[p, slot] == CardState.FACE_UP)
        waiting |= s.hand_state[p, slot] == CardState.FACE_DOWN
    return value + LAB_VALUE * waiting * science_symbols(s, t, p)
