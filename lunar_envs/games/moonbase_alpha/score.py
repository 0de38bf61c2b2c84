"""Victory, ranks, rewards (R99, R100, R102, R107)."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.rewards import SCORE, write_rewards

from .codes import BOTH, EURO_PER_LEVEL, NONE, PLAYERS, STOCK_MAX, Context, ResultKind
from .control import mining_symbols, science_symbols, units_on_map


@jit
def major_winners(s, t):
    """R99: the winners of a major victory, bit per seat; 0 if nobody has won one."""
    winners = 0
    for p in range(PLAYERS):
        if s.stock[p] == STOCK_MAX or s.stock[1 - p] == 0:
            winners |= 1 << p
    return break_tie(s, t) if winners == BOTH else winners


@jit
def minor_winners(s, t):
    """R102: the winners by stock, bit per seat."""
    if s.stock[0] == s.stock[1]:
        return break_tie(s, t)
    return 1 if s.stock[0] > s.stock[1] else 2


@jit
def break_tie(s, t):
    """R100: more science symbols, then mining symbols, then units on the map; else both."""
    lead = science_symbols(s, t, 0) - science_symbols(s, t, 1)
    if lead == 0:
        lead = mining_symbols(s, t, 0) - mining_symbols(s, t, 1)
    if lead == 0:
        lead = units_on_map(s, 0) - units_on_map(s, 1)
    if lead == 0:
        return BOTH
    return 1 if lead > 0 else 2


@jit
def finish(s, kind, winners):
    """The game is over: ``kind`` is a ResultKind, ``winners`` has a bit per seat."""
    s.result_kind = kind
    s.winner_mask = winners
    for p in range(PLAYERS):
        s.rank[p] = 1 if (winners >> p) & 1 else 2
    s.to_move = NONE
    s.ctx = Context.GAME_OVER


@jit
def truncate(s, t):
    """R107: a cap ends the game, ranked as a minor victory."""
    s.truncated = 1
    finish(s, ResultKind.TRUNCATED, minor_winners(s, t))


@jit
def returns(s, t, kind, out):
    """Rewards of both seats (float32[2]); the score is the stock price in euros."""
    write_rewards(kind, s.rank, s.stock, PLAYERS, 0, out)
    if kind == SCORE:
        for p in range(PLAYERS):
            out[p] *= EURO_PER_LEVEL
