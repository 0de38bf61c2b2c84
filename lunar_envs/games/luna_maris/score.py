"""Clean-up, final scoring, ranks and tie-breaks (R50-R52, R60, R61, R75)."""

from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit
from lunar_envs.engine.rewards import write_rewards

from .codes import (
    DEMANDS,
    FINAL_TERMS,
    FOOD_VALUE_PER_VP,
    FOODS,
    IMPROVEMENTS,
    SITES,
    Context,
)
from .supplies import add_vp

# -- Clean-up ----------------------------------------------------------------------------------------------------------


@jit
def score_clean_up(s, t):
    """R50-R52: points of all seats for probes, carbon credits and improvements."""
    for p in range(s.seats):
        log = s.clean_log[s["round"] - 1, p]
        log[0] = probe_score(s, t, p)
        log[1] = carbon_score(s, t, p)
        log[2] = improvement_score(s, t, p)
        add_vp(s, p, int(log[0]) + int(log[1]) + int(log[2]))


@jit
def probe_score(s, t, p):
    """R50: points for the groups of connected probes."""
    score = 0
    left = sites_of(s, p)
    while left:
        group = connected_sites(t, left, left & -left)
        left ^= group
        score += t.group_vp[count_bits(group)]
    return score


@jit
def sites_of(s, p):
    """The sites (as bits) with a probe of a seat."""
    sites = 0
    for x in range(SITES):
        sites |= int(s.site[x] == p) << x
    return sites


@jit
def connected_sites(t, sites, start):
    """R50: those of ``sites`` that are connected to ``start``, which is one of them; all as bits."""
    group = 0
    new = start
    while new:
        group |= new
        beside = 0
        for x in range(SITES):
            beside |= int(t.site_beside[x]) if new >> x & 1 else 0
        new = beside & sites & ~group
    return group


@jit
def carbon_score(s, t, p):
    """R51: points by rank on the CO2 track; none without a step."""
    rank = 1
    for other in range(s.seats):
        rank += s.co2[other] > s.co2[p]
    return int(t.carbon_vp[s.seats, rank]) if s.co2[p] > 0 else 0


@jit
def improvement_score(s, t, p):
    """R52: points for own discs on improvement spaces."""
    score = 0
    for space in range(IMPROVEMENTS):
        if s.imp_owner[space] == p:
            score += t.improvement_clean_up[space]
    return score


# -- The end -----------------------------------------------------------------------------------------------------------


@jit
def finish_game(s, t):
    """R60, R61: final scoring and ranks; nobody acts any more."""
    for p in range(s.seats):
        write_final_parts(s, t, p)
        total = 0
        for i in range(FINAL_TERMS):
            total += s.final_parts[p, i]
        add_vp(s, p, total)
    for p in range(s.seats):
        s.rank[p] = 1
        for other in range(s.seats):
            s.rank[p] += is_better(s, other, p)
    s.ctx = Context.OVER


@jit
def write_final_parts(s, t, p):
    """R60: demand tiles, food kinds, food value, CO2, waste."""
    parts = s.final_parts[p]
    parts[0] = t.tiles_vp[count_demands(s, p)]
    parts[1] = t.kinds_vp[count_food_kinds(s, t, p)]
    parts[2] = food_value(s, t, p) // FOOD_VALUE_PER_VP
    parts[3] = t.co2_vp[s.co2[p]]
    parts[4] = t.waste_vp[s.waste[p]]


@jit
def count_demands(s, p):
    """Demand tiles of a seat."""
    count = 0
    for tile in range(DEMANDS):
        count += s.dem_owner[tile] == p
    return count


@jit
def count_food_kinds(s, t, p):
    """Different kinds of food in hand."""
    kinds = 0  # as bits
    for card in range(FOODS):
        if s.food_loc[card] == p:
            kinds |= 1 << t.food_kind[card]
    return count_bits(kinds)


@jit
def food_value(s, t, p):
    """Total value of the food in hand."""
    value = 0
    for card in range(FOODS):
        value += t.food_value[card] * (s.food_loc[card] == p)
    return value


@jit
def is_better(s, a, b):
    """R61: whether seat ``a`` ranks before ``b``: points, demand tiles, less waste, CO2 steps."""
    if s.vp[a] != s.vp[b]:
        return s.vp[a] > s.vp[b]
    tiles = count_demands(s, a) - count_demands(s, b)
    if tiles != 0:
        return tiles > 0
    if s.waste[a] != s.waste[b]:
        return s.waste[a] < s.waste[b]
    return s.co2[a] > s.co2[b]


@jit
def returns(s, t, kind, out):
    """Rewards of all seats (float32[4]); a solo game is won by at least the automaton's rank (R75)."""
    write_rewards(kind, s.rank, s.vp, s.num_players, s.rank[0] == 1, out)
