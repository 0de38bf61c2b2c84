"""The baseline player: the best end of the own turn, by a linear estimate of the final points."""

from enum import IntEnum

import numpy as np

from lunar_envs.engine import random
from lunar_envs.engine.bits import count_bits
from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import count_legal, next_legal, nth_legal

from .apply import apply
from .codes import (
    DEMAND_TYPES,
    DEPOTS,
    FINAL_TERMS,
    IMPROVEMENTS,
    LEVEL_1,
    NONE,
    RESEARCH_TOP,
    ROUNDS,
    SCIENTISTS,
    SITES,
    Action,
    Card,
    Context,
    Ore,
    Tool,
)
from .legal import can_ship, legal
from .score import (
    carbon_score,
    count_demands,
    count_food_kinds,
    food_value,
    improvement_score,
    probe_score,
    sites_of,
    write_final_parts,
)
from .state import STATE

NODES = 200
"""Positions that one decision looks at."""
NODES_PER_CHOICE = 60
"""Positions that it looks at after each of the actions to choose from."""
DEPTH = 48
"""Actions of the longest turn that it follows to its end."""
SITES_TRIED = 4
"""Sites that it tries for a probe."""


class Feature(IntEnum):
    """Rows of WEIGHTS; all are of the own seat at the end of its turn."""

    ONE = 0
    ENDED = 1
    WATER = 2
    HELIUM = 3
    ENERGY = 4
    IRON_1 = 5
    TITANIUM_1 = 6
    IRON_2 = 7
    TITANIUM_2 = 8
    OXYGEN = 9
    OXYGEN_TO_3 = 10
    STRESS = 11
    HAND_LEVEL_1 = 12
    HAND_LEVEL_2 = 13
    PILE_LEVEL_1 = 14
    PILE_LEVEL_2 = 15
    HAND_TO_2 = 16
    FOOD_VALUE = 17
    FOOD_KINDS = 18
    FOOD_FOR_PILE = 19
    WASTE = 20
    CO2 = 21
    CARBON_VP = 22
    EXTRACTION = 23
    SUSTAINABILITY = 27
    PROBES_IRON = 31
    PROBES_TITANIUM = 32
    PROBES_VP = 33
    IMPROVEMENTS = 34
    DEMANDS = 35
    PAYABLE_VP = 36
    DEPOT = 37
    SEATS_3 = 40
    SEATS_4 = 41
    COUNT = 42


# Points by Feature and round.
WEIGHTS = np.array(
    [
        (60.92, 47.51, 15.35, -18.68, -20.99),
        (-0.79, -0.44, -0.43, 0.41, 0),
        (3.94, 2.52, 2.12, 0.38, 0.49),
        (0, 2.05, 1.74, -0.06, -0.08),
        (1.92, 1.15, 1.35, 1.02, 0.74),
        (-0.4, 0.31, 0.31, 0.14, -0.15),
        (1.06, 1.34, 1.03, 0.16, 0.22),
        (2.19, 0.74, 0.74, 0.09, 0.55),
        (0, 0.93, 0.47, 0.9, 0.86),
        (2.15, 2.55, 2.41, 2.02, 1.79),
        (0.83, 0.17, -0.22, -0.33, -0.3),
        (1.33, 0.49, -0.19, 0.43, -0.43),
        (0.62, 0.72, 1.02, 0.87, 0.5),
        (1.49, 1.25, 1.1, 0.69, 0.21),
        (-0.62, -0.72, -1.02, -0.87, -0.5),
        (0.2, -0.35, -0.47, -0.37, -0.28),
        (0.33, 1.05, 1.26, 0.8, 0.45),
        (0.63, 0.6, 0.69, 1.02, 0.68),
        (2.27, 1.1, 0.85, 0.71, 0.74),
        (0.34, 0.62, 1.44, 0.91, 0.61),
        (0.11, -0.65, -0.41, -0.46, -0.7),
        (2.65, 2, 1.36, 1.33, 1.51),
        (0.98, 0.71, 1.34, 1.08, 1),
        (2.02, 3.4, 8.46, 2.87, 1.16),  # a row for each level of EXTRACTION
        (7.11, 4.53, 6.42, 11.96, 1.16),
        (-5.78, 3.11, 3.95, 7.05, 5.78),
        (-5.78, -6.9, -4.2, -3.93, -0.24),
        (-1.61, -0.4, 0.32, -0.44, 0.99),  # a row for each level of SUSTAINABILITY
        (0, 5.44, 2.5, 1.56, 0.85),
        (0, -1.83, -1.79, -0.64, -0.67),
        (0, -1.83, -1.79, -1.41, -1.63),
        (-0.82, 0.26, 0.01, 1.52, 1.13),
        (3.73, 1.17, 0.04, 1.01, 0.45),
        (4.38, 4.86, 3.87, 2.3, 1.09),
        (6.05, 3.17, 2, 1.11, 0.65),
        (3.06, 1.06, 0.79, 2.5, 3.59),
        (-0.04, 0.04, 0.06, 0.47, 0.25),
        (1.29, 0.14, -10.66, 0, 0),  # DEPOT: energy, water, iron
        (1.72, -0.67, 0.43, -2.21, -3.85),
        (-1.51, 0.05, 0.11, -0.64, -1.39),
        (5.91, 4.4, 2.87, 0.99, 0.84),
        (2.21, 1.56, 0.77, -1.02, 0.05),
    ]
)


@jit
def greedy(s, t, mask):
    """The first action of the best way to the end of the own turn; start rooms and tools at random."""
    if s.ctx == Context.SETUP_TOOL or s.ctx == Context.SETUP_START:
        return nth_legal(mask, random.below(s, count_legal(mask)))
    let_another_seat_act(s)
    return look_ahead(s, t, mask)


@jit(allocates=True)
def look_ahead(s, t, mask):
    """The first action of the best way; with memory for the turn that is followed."""
    states = np.empty(DEPTH, STATE)
    masks = np.empty((DEPTH, mask.shape[0]), np.int8)
    tried = np.empty(DEPTH, np.int64)
    features = np.empty(Feature.COUNT.value)
    states[0] = s
    masks[0] = mask
    prune(states[0], t, int(s.to_move), False, 0, masks[0])
    return choose(states, t, masks, tried, features)


@jit
def let_another_seat_act(s):
    """Some other human seat acts after the own turn, so that the search sees the turn's end and nothing beyond it."""
    s.solo = 0
    s.ended[(s.to_move + 1) % s.seats] = 0


@jit
def choose(states, t, masks, tried, features):
    """The action of ``masks[0]`` with the best end of turn; every action gets its share of the nodes."""
    mask = masks[0]
    choices = count_legal(mask)
    best = NONE
    best_value = -np.inf
    nodes = NODES
    a = next_legal(mask, 0)
    while choices > 0:
        budget = min(NODES_PER_CHOICE, nodes // choices)
        value, used = best_end(states, t, masks, tried, features, a, budget)
        nodes -= used
        choices -= 1
        if best == NONE or value > best_value:
            best = a
            best_value = value
        a = next_legal(mask, a + 1)
    return best


@jit
def best_end(states, t, masks, tried, features, first, budget):
    """The best value of a turn that goes on with ``first`` from ``states[0]``, and the positions looked at.

    Depth first: ``states[d]`` is the position at depth d, ``masks[d]`` holds what is to be tried there, in ascending
    order, and ``tried[d]`` is the last action that was.
    """
    p = int(states[0].to_move)
    best = -np.inf
    depth = 0
    action = first
    nodes = 0
    while nodes < budget:
        nodes += 1
        states[depth + 1] = states[depth]
        s = states[depth + 1]
        if take(s, t, p, action, masks[depth + 1]):
            value = value_at_end(s, t, p, states[0], features)
            best = max(best, value)
        elif depth + 2 < DEPTH:
            prune(s, t, p, states[depth].ctx == s.ctx, action, masks[depth + 1])
            depth += 1
            tried[depth] = NONE
        while depth > 0:
            action = next_legal(masks[depth], tried[depth] + 1)
            if action < masks.shape[1]:
                break
            depth -= 1
        if depth == 0:
            break
        tried[depth] = action
    return best, nodes


@jit
def take(s, t, p, action, mask):
    """An action and the forced ones after it, up to the end of the own turn; returns whether it has ended."""
    apply(s, t, action)
    while s.to_move == p and s.ctx != Context.OVER:
        if legal(s, t, mask) > 1:
            return False
        apply(s, t, next_legal(mask, 0))
    return True


@jit
def prune(s, t, p, again, last, mask):
    """Strike out what is not worth trying; ``again``: the decision is of the kind that ``last`` has answered before."""
    ctx = s.ctx
    if ctx == Context.TURN and again:
        strike_free_actions(mask)
    elif ctx == Context.MODULE:
        strike_free_actions(mask)
        keep_best_sites(s, t, p, mask)
    elif ctx == Context.MOVE:
        tank = mask[Action.USE_TOOL] and s.second and s.tool[p] == Tool.OXYGEN_TANK
        strike_free_actions(mask)
        mask[Action.USE_TOOL] = tank
    elif again and (ctx == Context.REST or ctx == Context.FEED_RET or ctx == Context.FEED_PTS):
        strike_up_to(Action.SCIENTIST, last, mask)
    elif again and ctx == Context.FEED_FOOD:
        strike_up_to(Action.FOOD_CARD, last, mask)


@jit
def strike_free_actions(mask):
    """Depot and tool."""
    mask[Action.USE_TOOL] = 0
    for i in range(DEPOTS):
        mask[Action.DEPOT + i] = 0


@jit
def strike_up_to(first, last, mask):
    """Cards are chosen in ascending order: each set of them is tried once."""
    for a in range(first, last + 1):
        mask[a] = 0


@jit
def keep_best_sites(s, t, p, mask):
    """Of the sites those with the most own neighbours; titanium counts a third of a neighbour."""
    own = sites_of(s, p)
    kept = 0  # as bits
    for _ in range(SITES_TRIED):
        best = NONE
        most = NONE
        for x in range(SITES):
            value = 3 * count_bits(t.site_beside[x] & own) + int(t.site_ore[x] == Ore.TITANIUM)
            if mask[Action.SITE + x] and value > most:
                best = x
                most = value
        if best != NONE:
            mask[Action.SITE + best] = 0
            kept |= 1 << best
    for x in range(SITES):
        mask[Action.SITE + x] = kept >> x & 1


# -- Value -------------------------------------------------------------------------------------------------------------


@jit
def value_at_end(s, t, p, before, features):
    """The estimated final points of a seat, best when its turn has ended; ``before``: where the search began.

    Exact for what the seat can still influence once its last shift has ended.
    """
    if s["round"] == ROUNDS and s.ended[p]:
        return float(points_of_finished_seat(s, t, p))
    write_features(s, t, p, before, features)
    value = float(s.vp[p])
    column = max(0, s["round"] - 1)
    for i in range(Feature.COUNT.value):
        value += WEIGHTS[i, column] * features[i]
    return value


@jit
def points_of_finished_seat(s, t, p):
    """Points with the last clean-up and the final scoring (R50-R52, R60)."""
    write_final_parts(s, t, p)
    points = int(s.vp[p]) + probe_score(s, t, p) + carbon_score(s, t, p) + improvement_score(s, t, p)
    for i in range(FINAL_TERMS):
        points += s.final_parts[p, i]
    return points


@jit
def write_features(s, t, p, before, features):
    """All features of a seat."""
    for i in range(Feature.COUNT.value):
        features[i] = 0
    features[Feature.ONE] = 1
    features[Feature.SEATS_3] = s.seats == 3
    features[Feature.SEATS_4] = s.seats == 4
    write_stores(s, p, features)
    write_cards(s, t, p, features)
    write_tracks(s, t, p, features)
    write_board(s, t, p, features)
    write_demands(s, t, p, before, features)


@jit
def write_stores(s, p, features):
    """Stores, belt, oxygen, waste, depot."""
    oxygen = 0 if s.ended[p] else max(int(s.stress[p]) - int(s.o2_used[p]), 0)
    features[Feature.ENDED] = s.ended[p]
    features[Feature.WATER] = s.water[p]
    features[Feature.HELIUM] = s.helium[p]
    features[Feature.ENERGY] = s.energy[p]
    features[Feature.IRON_1] = s.belt[p, 0, Ore.IRON]
    features[Feature.TITANIUM_1] = s.belt[p, 0, Ore.TITANIUM]
    features[Feature.IRON_2] = s.belt[p, 1, Ore.IRON]
    features[Feature.TITANIUM_2] = s.belt[p, 1, Ore.TITANIUM]
    features[Feature.OXYGEN] = oxygen
    features[Feature.OXYGEN_TO_3] = min(oxygen, 3)
    features[Feature.STRESS] = s.stress[p]
    features[Feature.WASTE] = s.waste[p]
    for i in range(DEPOTS):
        features[Feature.DEPOT + i] = s.depot[p, i]


@jit
def write_cards(s, t, p, features):
    """Scientists in hand and resting, food."""
    for card in range(SCIENTISTS):
        level = 0 if card < LEVEL_1 else 1
        features[Feature.HAND_LEVEL_1 + level] += s.sci[p, card] == Card.HAND
        features[Feature.PILE_LEVEL_1 + level] += s.sci[p, card] == Card.PILE
    hand = features[Feature.HAND_LEVEL_1] + features[Feature.HAND_LEVEL_2]
    pile = features[Feature.PILE_LEVEL_1] + features[Feature.PILE_LEVEL_2]
    food = food_value(s, t, p)
    features[Feature.HAND_TO_2] = min(hand, 2.0)
    features[Feature.FOOD_VALUE] = food
    features[Feature.FOOD_KINDS] = count_food_kinds(s, t, p)
    features[Feature.FOOD_FOR_PILE] = min(float(food), pile)


@jit
def write_tracks(s, t, p, features):
    """CO2 and researches."""
    features[Feature.CO2] = s.co2[p]
    features[Feature.CARBON_VP] = carbon_score(s, t, p)
    for level in range(RESEARCH_TOP):
        features[Feature.EXTRACTION + level] = s.research[p, 0] > level
        features[Feature.SUSTAINABILITY + level] = s.research[p, 1] > level


@jit
def write_board(s, t, p, features):
    """Probes and improvements."""
    for x in range(SITES):
        if s.site[x] == p:
            features[Feature.PROBES_IRON + t.site_ore[x]] += 1
    features[Feature.PROBES_VP] = probe_score(s, t, p)
    for space in range(IMPROVEMENTS):
        features[Feature.IMPROVEMENTS] += s.imp_owner[space] == p


@jit
def write_demands(s, t, p, before, features):
    """Own tiles, and what the open ones would give now; a tile that was revealed in the search is unknown."""
    features[Feature.DEMANDS] = count_demands(s, p)
    for k in range(DEMAND_TYPES):
        tile = s.dem_stack[k, 0]
        if s.dem_n[k] > 0 and tile == before.dem_stack[k, 0] and can_ship(s, t, p, tile):
            features[Feature.PAYABLE_VP] += t.demand_vp[tile]
