"""Scoring, ranks and tie-breaks (R38-R46, R49, R50)."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.rewards import write_rewards

from .codes import (
    ACHIEVEMENTS,
    DIRECTIONS,
    TILE_CAP,
    Achievement,
    Context,
    EndScheme,
    Expansion,
    LapScheme,
)
from .geometry import count_enclosed, count_with_neighbours, has_ringed_hex
from .payment import count_astronauts, count_resources, count_tokens

ROCKETS = 0
CRYSTALS = 1
RED_TILES = 2


@jit
def count_flag(s, p, flags):
    """Own tiles whose ``flags`` (u1[78], a column of the tables) is set; starting Quarters count."""
    count = 0
    for i in range(s.n_tiles[p]):
        count += flags[s.base_tile[p, i]]
    return count


@jit
def count_category(s, t, p, category):
    """The number of Rockets, Crystals or red tiles."""
    if category == ROCKETS:
        return int(s.rockets[p])
    if category == CRYSTALS:
        return int(s.crystals[p])
    return count_flag(s, p, t.red)


# -- Laps ----------------------------------------------------------------------------------------------


@jit
def score_lap(s, t):
    """R38: every player scores all three categories under the lap scheme."""
    for p in range(s.num_players):
        won = 0
        for category in range(3):
            won += lap_score(s, t, p, category)
        s.lap_points[p, s.laps] = won
    for p in range(s.num_players):
        s.points[p] += s.lap_points[p, s.laps]


@jit
def lap_score(s, t, p, category):
    """R39-R42: points of one player for one category."""
    param = t.lap_param[s.lap_scheme]
    own = count_category(s, t, p, category)
    more = 0
    equal = 0
    least = own
    for other in range(s.num_players):
        count = count_category(s, t, other, category)
        more += count > own
        equal += count == own
        least = min(least, count)
    if s.lap_scheme == LapScheme.INDEPENDENCE:
        return own * param[0]
    if s.lap_scheme == LapScheme.COMPETITION:
        ahead = min(own - least, 5)
        return int(param[ahead - 1]) if ahead > 0 else 0
    if own == 0:
        return 0
    if s.lap_scheme == LapScheme.DOMINANCE:
        return param[s.laps] // equal if more == 0 else 0
    return majority_score(param, more, equal)


@jit
def majority_score(param, more, equal):
    """R40: ``more`` players have more, ``equal`` as many, oneself included; a shared first place leaves no second."""
    if more == 0:
        return int(param[0]) if equal == 1 else param[2] // equal
    if more == 1:
        return int(param[1]) if equal == 1 else param[3] // equal
    return 0


# -- The end -------------------------------------------------------------------------------------------


@jit
def finish_game(s, t):
    """R43-R45: end and expansion scoring, ranks; the game is over."""
    for p in range(s.num_players):
        for i in range(2):
            s.end_points[p, i] = end_score(s, t, p, s.end_scheme[i])
        s.expansion_points[p] = expansion_score(s, t, p)
    for p in range(s.num_players):
        s.points[p] += s.end_points[p, 0] + s.end_points[p, 1] + s.expansion_points[p]
    close(s)


@jit
def close(s):
    """R45: ranks; nobody acts any more."""
    for p in range(s.num_players):
        better = 0
        for other in range(s.num_players):
            better += is_better(s, other, p)
        s.rank[p] = 1 + better
    s.ctx = Context.OVER


@jit
def is_better(s, a, b):
    """R45: whether seat ``a`` ranks before seat ``b``: points, then resources, then Astronauts on own tiles."""
    if s.points[a] != s.points[b]:
        return s.points[a] > s.points[b]
    resources_a = sum_counts(count_resources(s, a))
    resources_b = sum_counts(count_resources(s, b))
    if resources_a != resources_b:
        return resources_a > resources_b
    return count_astronauts(s, a) > count_astronauts(s, b)


@jit
def sum_counts(n):
    """The sum of four counts."""
    return n[0] + n[1] + n[2] + n[3]


@jit
def least_count(n):
    """The least of four counts."""
    return min(min(n[0], n[1]), min(n[2], n[3]))


@jit
def end_score(s, t, p, scheme):
    """R43: points of one player for one end scheme on the final state."""
    return end_units(s, t, p, scheme) * int(t.end_points[scheme])


@jit
def end_units(s, t, p, scheme):
    """R43: how often an end scheme's points count."""
    if scheme == EndScheme.SCARCITY:
        return count_missing_categories(s, t, p)
    if scheme == EndScheme.DENSITY:
        return count_with_neighbours(s, p, DIRECTIONS)
    if scheme == EndScheme.DIVERSITY:
        return min(min(count_flag(s, p, t.dome), count_flag(s, p, t.triangle)), count_flag(s, p, t.star))
    if scheme == EndScheme.EFFICIENCY or scheme == EndScheme.FRUGALITY:
        return most_tiles(s) - s.n_tiles[p]
    if scheme == EndScheme.ENCLOSURE:
        return count_enclosed(s, p)
    if scheme == EndScheme.FOCUS:
        return max(max(count_flag(s, p, t.dome), count_flag(s, p, t.triangle)), count_flag(s, p, t.star))
    if scheme == EndScheme.MOBILITY:
        return max(0, count_connected(s, t, p) - t.end_param[scheme])
    if scheme == EndScheme.REDUNDANCY:
        return min(int(s.rockets[p]), int(s.crystals[p]))
    if scheme == EndScheme.SPRAWL:
        return count_with_neighbours(s, p, t.end_param[scheme])
    if scheme == EndScheme.SUFFICIENCY:
        return least_count(count_resources(s, p))
    return int(s.n_tiles[p])  # SOLO TAXES


@jit
def count_missing_categories(s, t, p):
    """R43 SCARCITY: categories without any item."""
    count = 0
    for category in range(3):
        count += count_category(s, t, p, category) == 0
    return count


@jit
def most_tiles(s):
    """R43 EFFICIENCY, FRUGALITY: the largest number of tiles of any player."""
    most = 0
    for p in range(s.num_players):
        most = max(most, int(s.n_tiles[p]))
    return most


@jit
def count_connected(s, t, p):
    """R43 MOBILITY: own tiles with a rail or a tube."""
    count = 0
    for i in range(s.n_tiles[p]):
        tile = s.base_tile[p, i]
        count += t.rail[tile] or t.tube[tile]
    return count


@jit
def expansion_score(s, t, p):
    """R44: claimed Achievements, and Coffee that was not used."""
    points = 0
    for i in range(ACHIEVEMENTS):
        if s.ach_owner[i] == p:
            points += int(t.achievement_points[i])
    if s.coffee[p]:
        points += int(t.coffee_points)
    return points


# -- Achievements --------------------------------------------------------------------------------------


@jit
def claim_achievements(s, t, p):
    """R46: the acting player claims what is in play, unowned and satisfied; for good."""
    if s.opt_expansion != Expansion.ACHIEVEMENTS:
        return
    for i in range(ACHIEVEMENTS):
        if s.ach_in_play[i] and s.ach_owner[i] < 0 and satisfies(s, t, p, i):
            s.ach_owner[i] = p


@jit
def satisfies(s, t, p, achievement):
    """R46: whether a player satisfies an Achievement."""
    if achievement == Achievement.ALL_RESOURCES:
        return least_count(count_resources(s, p)) > 0
    if achievement == Achievement.TWO_FULL_PRODUCERS:
        return count_full_producers(s, t, p) >= 2
    if achievement == Achievement.ALL_SCORING_ITEMS:
        return s.rockets[p] > 0 and s.crystals[p] > 0 and count_flag(s, p, t.red) > 0
    if achievement == Achievement.SURROUNDED_SPACE:
        return has_ringed_hex(s, p)
    return has_three_astronauts(s, p)


@jit
def count_full_producers(s, t, p):
    """R46: own resource-producing tiles that hold three resource tokens."""
    count = 0
    for i in range(s.n_tiles[p]):
        if t.adds[s.base_tile[p, i]] >= 0:
            count += count_tokens(s, p, i) == TILE_CAP
    return count


@jit
def has_three_astronauts(s, p):
    """R46: whether two adjacent tiles each hold an Astronaut and together at least three."""
    for i in range(s.n_tiles[p]):
        for k in range(DIRECTIONS):
            j = s.base_nbr[p, i, k]
            both = j >= 0 and s.base_astro[p, i] > 0 and s.base_astro[p, j] > 0
            if both and s.base_astro[p, i] + s.base_astro[p, j] >= 3:
                return True
    return False


# -- Results -------------------------------------------------------------------------------------------


@jit
def solo_band(s, t):
    """R50: 0 Below Average, 1 Good, 2 Great, 3 Amazing; a shared edge belongs to the higher band."""
    band = 0
    for i in range(4):
        if s.points[0] >= t.band_least[i]:
            band = i
    return band


@jit
def returns(s, t, kind, out):
    """Rewards of all seats (float32[5]); a solo game is won or lost by its band (R50)."""
    write_rewards(kind, s.rank, s.points, s.num_players, t.band_win[solo_band(s, t)], out)
