"""What a player can pay (R29-R33).

``n`` and ``f`` are the own tokens and the filled Exchange slots, tuples of four int64. A pile of g slots always holds
``t.pile_points[g]`` points, and a slot never costs less than the one before it; so the cheapest way to pay is found by
taking the cheapest next slot, and equals the search over all 256 combinations of R32.
"""

from lunar_envs.engine.jit import jit

from .codes import EXCHANGE_SLOTS, RESOURCES

UNPAYABLE = 1 << 20


@jit
def count_resources(s, p):
    """Own resource tokens by type."""
    air = 0
    water = 0
    rock = 0
    food = 0
    for i in range(s.n_tiles[p]):
        air += s.base_res[p, i, 0]
        water += s.base_res[p, i, 1]
        rock += s.base_res[p, i, 2]
        food += s.base_res[p, i, 3]
    return (air, water, rock, food)


@jit
def count_tokens(s, p, slot):
    """Resource tokens on an own tile."""
    total = 0
    for r in range(RESOURCES):
        total += s.base_res[p, slot, r]
    return total


@jit
def count_astronauts(s, p):
    """Astronauts on own tiles."""
    count = 0
    for i in range(s.n_tiles[p]):
        count += s.base_astro[p, i]
    return count


@jit
def as_counts(row):
    """A row of four numbers as a tuple."""
    return (int(row[0]), int(row[1]), int(row[2]), int(row[3]))


@jit
def changed(counts, r, by):
    """``counts`` with ``by`` added at ``r``."""
    return (
        counts[0] + (by if r == 0 else 0),
        counts[1] + (by if r == 1 else 0),
        counts[2] + (by if r == 2 else 0),
        counts[3] + (by if r == 3 else 0),
    )


@jit
def least_slots(n, f, need, r, sales):
    """R32: the least number of filled slots of ``r`` with which ``need`` more tokens of ``r`` can be met."""
    least = f[r] + need - n[r]
    return max(least, 0) if sales else max(least, f[r])


@jit
def cost_specific(t, n, f, need, sales):
    """R32: least points to meet the specific needs; negative if sales bring more than they cost."""
    cost = 0
    for r in range(RESOURCES):
        g = least_slots(n, f, need[r], r, sales)
        if g > EXCHANGE_SLOTS:
            return UNPAYABLE
        cost += t.pile_points[g] - t.pile_points[f[r]]
    return cost


@jit
def cost_any(t, n, f, count, sales):
    """R32: least points to have ``count`` tokens of any types."""
    g = (
        least_slots(n, f, 0, 0, sales),
        least_slots(n, f, 0, 1, sales),
        least_slots(n, f, 0, 2, sales),
        least_slots(n, f, 0, 3, sales),
    )
    cost = 0
    have = 0
    for r in range(RESOURCES):
        if g[r] > EXCHANGE_SLOTS:
            return UNPAYABLE
        cost += t.pile_points[g[r]] - t.pile_points[f[r]]
        have += n[r] + g[r] - f[r]
    while have < count:
        best = -1
        for r in range(RESOURCES):
            if g[r] < EXCHANGE_SLOTS and (best < 0 or t.slot_points[g[r] + 1] < t.slot_points[g[best] + 1]):
                best = r
        if best < 0:
            return UNPAYABLE
        g = changed(g, best, 1)
        cost += t.slot_points[g[best]]
        have += 1
    return cost


@jit
def cost_different(t, n, f, count, mask, sales):
    """R32: least points to have tokens of ``count`` types outside ``mask``."""
    cost = 0
    taken = mask
    for r in range(RESOURCES):
        g = least_slots(n, f, 0, r, sales)
        if g > EXCHANGE_SLOTS:
            return UNPAYABLE
        cost += t.pile_points[g] - t.pile_points[f[r]]
    for _ in range(count):
        best = -1
        least = UNPAYABLE
        for r in range(RESOURCES):
            extra = t.pile_points[min(least_slots(n, f, 1, r, sales), EXCHANGE_SLOTS)]
            extra -= t.pile_points[min(least_slots(n, f, 0, r, sales), EXCHANGE_SLOTS)]
            if not taken >> r & 1 and least_slots(n, f, 1, r, sales) <= EXCHANGE_SLOTS and extra < least:
                best = r
                least = extra
        if best < 0:
            return UNPAYABLE
        taken |= 1 << best
        cost += least
    return cost


@jit
def cost_due(t, n, f, need, need_any, need_diff, need_mask, sales):
    """R32: least points for a payment; specific, any and different needs never occur together."""
    if need_any > 0:
        return cost_any(t, n, f, need_any, sales)
    if need_diff > 0:
        return cost_different(t, n, f, need_diff, need_mask, sales)
    return cost_specific(t, n, f, need, sales)


@jit
def tile_cost(s, t, n, tile, sales):
    """R16, R32: least points to pay for a tile."""
    if t.cost_total[tile] == 0 and not sales:
        return 0
    return cost_specific(t, n, as_counts(s.filled), as_counts(t.cost[tile]), sales)


@jit
def next_need(s):
    """R33: the specific resource that is due first, or -1."""
    for r in range(RESOURCES):
        if s.need[r] > 0:
            return r
    return -1


@jit
def is_due(s):
    """R33: whether something is left to pay."""
    return next_need(s) >= 0 or s.need_any > 0 or s.need_diff > 0


@jit
def may_meet(s, first, r):
    """R33: whether a token or credit of ``r`` meets the current need (``first`` = ``next_need``)."""
    if first >= 0:
        return r == first
    return s.need_any > 0 or not s.need_mask >> r & 1


@jit
def cost_after(s, t, n, f, first, r):
    """R33: least points for the rest of the payment once one token of ``r`` is met."""
    need = as_counts(s.need)
    need_any = int(s.need_any)
    need_diff = int(s.need_diff)
    need_mask = int(s.need_mask)
    if first >= 0:
        need = changed(need, r, -1)
    elif need_any > 0:
        need_any -= 1
    else:
        need_diff -= 1
        need_mask |= 1 << r
    return cost_due(t, n, f, need, need_any, need_diff, need_mask, False)


@jit
def meet_need(s, r):
    """R33: one token of ``r`` is met."""
    if next_need(s) >= 0:
        s.need[r] -= 1
    elif s.need_any > 0:
        s.need_any -= 1
    else:
        s.need_diff -= 1
        s.need_mask |= 1 << r


@jit
def return_token(s, p, slot, r):
    """One token of ``r`` goes from a tile to the supply."""
    s.base_res[p, slot, r] -= 1
    s.supply[r] += 1
