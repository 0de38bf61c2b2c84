"""Victory, ranks, scores and rewards (R93-R97)."""

import numpy as np

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit
from lunar_envs.engine.rewards import SCORE, write_rewards

from .codes import ASSET_TYPES, GROUPS, ICP_LIMIT, MODULES, NONE, PLAYERS, Context, Status
from .rules.joint import deployed_modules, group_mask, is_successful

MODULE_POINTS = 100
OPERATED_POINTS = 10


@jit
def count_modules(s, t, p, operated):
    """R93: module types that a player holds deployed; with ``operated`` only operated ones."""
    return count_bits(deployed_modules(s, t, 1 << p, operated))


@jit
def has_all(s, t, p):
    """R93: whether a player holds a deployed module of each type."""
    return count_modules(s, t, p, False) == MODULES


@jit
def is_full(s, t, p):
    """R93: whether a player holds an operated module of each type."""
    return count_modules(s, t, p, True) == MODULES


@jit
def game_is_won(s, t):
    """R94: whether the round ends the game."""
    for group in range(1, GROUPS + 1):
        if is_successful(s, t, group):
            return True
    for p in range(s.num_players):
        if (s.opt_pro and is_full(s, t, p)) or (not s.opt_pro and has_all(s, t, p)):
            return True
    return False


@jit
def unit_of(s, t, p):
    """R95: the players who win or lose together with a player, as a mask; 0 if it has not reached the goal."""
    group = np.int64(s.joint[p])
    if group > 0 and is_successful(s, t, group):
        return group_mask(s, group)
    return 1 << p if has_all(s, t, p) else 0


@jit
def is_unit_full(s, t, p, unit):
    """R95: a successful group is fully operational, a single player if all four modules are operated."""
    return is_full(s, t, p) or (s.joint[p] > 0 and unit & (unit - 1) != 0)


@jit
def unit_icp(s, unit):
    """R95: the ICP of a unit is that of its best member."""
    best = -ICP_LIMIT - 1
    for p in range(s.num_players):
        if (unit >> p) & 1:
            best = max(best, int(s.icp[p]))
    return best


@jit
def find_winners(s, t):
    """R95: fully operational units first, then the highest ICP; units still tied share the victory."""
    full = 0
    for p in range(s.num_players):
        unit = unit_of(s, t, p)
        if unit and is_unit_full(s, t, p, unit):
            full |= 1 << p
    winners = 0
    best = -ICP_LIMIT - 1
    for p in range(s.num_players):
        unit = unit_of(s, t, p)
        if unit == 0 or (full and (full >> p) & 1 == 0):
            continue
        icp = unit_icp(s, unit)
        if icp > best:
            best = icp
            winners = 0
        if icp == best:
            winners |= unit
    return winners


@jit
def finish_game(s, t):
    """R95-R97: winners, ranks and scores; a truncated game has no winner. Nobody acts any more."""
    winners = 0 if s.truncated else find_winners(s, t)
    s.winners = winners
    for p in range(s.num_players):
        s.rank[p] = 1
        if (winners >> p) & 1 == 0:
            s.rank[p] += count_bits(winners)
            for other in range(s.num_players):
                s.rank[p] += (winners >> other) & 1 == 0 and standing(s, t, other) > standing(s, t, p)
        s.points[p] = score_of(s, t, p)
    s.done = 1
    s.ctx = Context.TERMINAL
    s.to_move = NONE


@jit
def standing(s, t, p):
    """R96: modules deployed, then operated, then ICP, then owned deployed assets, in one number."""
    assets = 0
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            assets += s.asset_status[c, k] == Status.DEPLOYED and s.asset_owner[c, k] == p
    value = (MODULES + 1) * count_modules(s, t, p, False) + count_modules(s, t, p, True)
    value = value * (2 * ICP_LIMIT + 1) + np.int64(s.icp[p]) + ICP_LIMIT
    return value * (PLAYERS * ASSET_TYPES + 1) + assets


@jit
def score_of(s, t, p):
    """The score that is shown; it never decides."""
    deployed = MODULE_POINTS * count_modules(s, t, p, False)
    return deployed + OPERATED_POINTS * count_modules(s, t, p, True) + np.int64(s.icp[p])


@jit
def returns(s, t, kind, out):
    """Rewards of all seats (float32[4]); a truncated game has no winner and is worth 0 to all, but for its score."""
    write_rewards(kind, s.rank, s.points, s.num_players, False, out)
    if s.truncated and kind != SCORE:
        for p in range(PLAYERS):
            out[p] = 0
