"""The greedy baseline: every legal choice gets a value, the best is taken, ties at random.

It looks at what lies open alone, one choice deep. Values are in points, roughly; ``left`` is the share of the game
that is still to come for the acting pawn.
"""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import next_legal
from lunar_envs.engine.random import below

from .codes import (
    DIRECTIONS,
    LAPS,
    QUEUE_TILES,
    RESOURCES,
    SPACES,
    TILE_CAP,
    Action,
    Bonus,
    Context,
    EndScheme,
    LapScheme,
    TileAction,
)
from .legal import action_cost, queue_tile
from .payment import as_counts, cost_different, cost_specific, count_astronauts, count_resources, count_tokens
from .placement import PLAIN, RAIL, connection_class, find_lines, hex_beside, hex_class, is_anchor, may_place, touches
from .score import (
    CRYSTALS,
    RED_TILES,
    ROCKETS,
    count_category,
    count_connected,
    count_flag,
    sum_counts,
)

FINISH = LAPS * SPACES
TOKEN_VALUE = 1.0
UNWANTED = -1.0
"""Less than ending the turn, which is worth 0."""
NOWHERE = -1000.0
"""Of a tile that fits on no hex."""
NO_CONTACTS = (NOWHERE,) * 6
"""What stands for ``best_contacts`` where no tile is taken, since nobody reads it."""


@jit
def greedy(s, t, mask):
    """The greedy player's action for the seat to move; draws from the generator of ``s`` among equals."""
    p = int(s.to_move)
    contacts = best_contacts(s, t, p) if s.ctx == Context.TAKE else NO_CONTACTS
    best = -1
    most = 0.0
    ties = 0
    a = next_legal(mask, 0)
    while a < mask.shape[0]:
        value = action_value(s, t, p, a, contacts)
        if best < 0 or value > most:
            best = a
            most = value
            ties = 1
        elif value == most:
            ties += 1
            if below(s, ties) == 0:
                best = a
        a = next_legal(mask, a + 1)
    return best


@jit
def action_value(s, t, p, action, contacts):
    """What a legal action is worth in the context that waits; ``contacts`` as of ``best_contacts``."""
    ctx = s.ctx
    if ctx == Context.START:
        return start_value(s, t, action - Action.START)
    if ctx == Context.TAKE:
        return take_value(s, t, p, action, contacts)
    if ctx == Context.PAY:
        return pay_value(s, t, p, action)
    if ctx == Context.PAY_SRC or ctx == Context.SELL_SRC:
        return 1.0 * count_tokens(s, p, action - Action.TILE)
    if ctx == Context.PLACE_TILE:
        return best_hex_value(s, t, p, s.taken, action - Action.TILE)
    if ctx == Context.PLACE_DIR:
        return hex_value(s, t, p, s.taken, s.sel, action - Action.DIR)
    if ctx == Context.GAIN:
        return -1.0 * count_resources(s, p)[action - Action.GAIN]
    if ctx == Context.ACT:
        return act_value(s, t, p, action)
    if ctx == Context.LEVEL:
        return level_value(s, t, p, action - Action.LEVEL + 1)
    if ctx == Context.MOVE_SRC:
        return source_value(s, t, p, find_lines(s, t, p), action - Action.TILE)
    if ctx == Context.MOVE_DST:
        return destination_value(s, t, p, action)
    if ctx == Context.DRINK_SRC or ctx == Context.RESCUE_SRC:
        return -1.0 * count_outlets(s, p, find_lines(s, t, p), action - Action.TILE)
    if ctx == Context.DRINK_DST or ctx == Context.RESCUE_DST:
        return 1.0 * count_outlets(s, p, find_lines(s, t, p), action - Action.TILE)
    return 0.0


@jit
def has_scheme(s, scheme):
    """Whether an end scheme is in play."""
    return s.end_scheme[0] == scheme or s.end_scheme[1] == scheme


@jit
def share_left(s):
    """The share of the way that the acting pawn still had at the start of its turn."""
    return max(0.0, (FINISH - s.t0) / FINISH)


@jit
def is_last_turn(s, p):
    """Whether the pawn has passed the line for the last time, so that no turn is sure to come."""
    return s.pawn_pos[p] >= FINISH


@jit
def start_value(s, t, side):
    """Any side; under SCARCITY none with a Rocket or Crystal."""
    tile = QUEUE_TILES + side
    if has_scheme(s, EndScheme.SCARCITY) and t.bonus_rocket[tile] + t.bonus_crystal[tile] > 0:
        return UNWANTED
    return 0.0


# -- Take ----------------------------------------------------------------------------------------------


@jit
def take_value(s, t, p, action, contacts):
    """Queue tiles by their value; without one a drink, a rescue, a sale at the best price, a forfeit."""
    if Action.QUEUE <= action < Action.DIR:
        d = action - Action.QUEUE + 1
        tile = queue_tile(s, d)
        return tile_value(s, t, p, tile) + best_contact(t, tile, contacts) - step_cost(s, t) * d
    if action == Action.RESCUE:
        return -1001.0
    if action == Action.DRINK:
        return -1000.0
    if action == Action.POUR:
        return -2000.0
    if action == Action.FORFEIT:
        return -1003.0
    return -1002.0 + s.filled[action - Action.SELL] / 10


@jit
def step_cost(s, t):
    """What each space of the way costs; where tiles cost points, the way saves some of the tiles to come."""
    per_tile = 0
    for i in range(2):
        scheme = s.end_scheme[i]
        if scheme == EndScheme.EFFICIENCY or scheme == EndScheme.FRUGALITY or scheme == EndScheme.SOLO_TAXES:
            per_tile += abs(t.end_points[scheme])
    return 1.3 - per_tile / 6


@jit
def tile_value(s, t, p, tile):
    """A queue tile for its action, its bonuses and the schemes, less its cost."""
    left = share_left(s)
    value = use_value(s, t, p, tile, left) - 2.0 * t.cost_total[tile]
    value += t.bonus_astro[tile] * (2 + 2 * left)
    for r in range(RESOURCES):
        value += 2.0 * t.bonus_res[tile, r]
    value += t.bonus_rocket[tile] * item_value(s, t, p, ROCKETS)
    value += t.bonus_crystal[tile] * item_value(s, t, p, CRYSTALS)
    value += t.red[tile] * item_value(s, t, p, RED_TILES)
    return value + special_value(s, t, p, t.bonus_special[tile]) + symbol_value(s, t, p, tile)


@jit
def use_value(s, t, p, tile, left):
    """What the action of a tile brings over the rest of the game."""
    action = t.action[tile]
    if t.adds[tile] >= 0:
        return 3 * (0.3 + left) + (1.0 if action == TileAction.ADD_ANY else 0.0)
    if action == TileAction.MOVE:
        return 0.5 + left
    if action == TileAction.TAKE_POINTS:
        return t.action_param[tile] * (1 + 2 * left)
    if action == TileAction.ACTIVATE_2:
        return 3.0
    if action == TileAction.ROCK_CRYSTAL or action == TileAction.ANY2_CRYSTAL:
        return 3.5 * (0.4 + left)
    return 5 * (0.4 + 0.8 * left) + 0.5 * min(4, sum_counts(count_resources(s, p)))


@jit
def special_value(s, t, p, bonus):
    """What a special bonus brings at once."""
    if bonus == Bonus.ANY2:
        return 4.0
    if bonus == Bonus.PER_DOME:
        return 1.0 * t.each_points[bonus] * (count_flag(s, p, t.dome) + 1)
    if bonus == Bonus.PER_TRIANGLE:
        return 1.0 * t.each_points[bonus] * count_flag(s, p, t.triangle)
    if bonus == Bonus.PER_STAR:
        return 1.0 * t.each_points[bonus] * count_flag(s, p, t.star)
    if bonus == Bonus.PER_RESOURCE:
        return 1.0 * t.each_points[bonus] * sum_counts(count_resources(s, p))
    if bonus == Bonus.ACTIVATE_TRIANGLE_STAR:
        return 1.5 * (count_flag(s, p, t.triangle) + count_flag(s, p, t.star))
    if bonus == Bonus.ACTIVATE_1:
        return 2.0
    if bonus == Bonus.ACTIVATE_5:
        return 7.0
    return 0.0


@jit
def item_value(s, t, p, category):
    """One more Rocket, Crystal or red tile: the laps to come and the end schemes."""
    own = count_category(s, t, p, category)
    laps = LAPS - s.laps
    value = 3.0
    if s.lap_scheme == LapScheme.INDEPENDENCE:
        value = 1.0 * laps
    elif s.lap_scheme == LapScheme.COMPETITION:
        value = 1.2 * laps
    elif most_of_others(s, t, p, category) <= own + 1:
        value = 1.5 * laps
    if own == 0 and has_scheme(s, EndScheme.SCARCITY):
        value -= t.end_points[EndScheme.SCARCITY]
    if category != RED_TILES and has_scheme(s, EndScheme.REDUNDANCY):
        other = s.crystals[p] if category == ROCKETS else s.rockets[p]
        value += t.end_points[EndScheme.REDUNDANCY] * (1.0 if own < other else 0.3)
    return value


@jit
def most_of_others(s, t, p, category):
    """The largest count of a category among the other players."""
    most = 0
    for other in range(s.num_players):
        if other != p:
            most = max(most, count_category(s, t, other, category))
    return most


@jit
def symbol_value(s, t, p, tile):
    """What the symbols and the connection of a tile change under the end schemes."""
    domes = count_flag(s, p, t.dome)
    triangles = count_flag(s, p, t.triangle)
    stars = count_flag(s, p, t.star)
    value = 0.0
    if has_scheme(s, EndScheme.DIVERSITY):
        least = min(min(domes, triangles), stars)
        rarer = (
            t.dome[tile] * (domes == least) + t.triangle[tile] * (triangles == least) + t.star[tile] * (stars == least)
        )
        value += 0.5 * t.end_points[EndScheme.DIVERSITY] * rarer
    if has_scheme(s, EndScheme.FOCUS):
        most = max(max(domes, triangles), stars)
        more = t.dome[tile] * (domes == most) + t.triangle[tile] * (triangles == most) + t.star[tile] * (stars == most)
        value += t.end_points[EndScheme.FOCUS] * min(1, more)
    if has_scheme(s, EndScheme.MOBILITY) and (t.rail[tile] or t.tube[tile]):
        enough = count_connected(s, t, p) >= t.end_param[EndScheme.MOBILITY]
        value += t.end_points[EndScheme.MOBILITY] * (1.0 if enough else 0.4)
    return value


# -- Placement -----------------------------------------------------------------------------------------


@jit
def best_contacts(s, t, p):
    """The best hex for plain tiles, rails and tubes, and for those of each that bring Astronauts (six floats)."""
    lines = find_lines(s, t, p)
    plain = rail = tube = NOWHERE
    manned_plain = manned_rail = manned_tube = NOWHERE
    for i in range(s.n_tiles[p]):
        for k in range(DIRECTIONS):
            if s.base_astro[p, i] > 0 and s.base_nbr[p, i, k] < 0:
                q, r = hex_beside(s, p, i, k)
                kind = hex_class(s, p, lines, q, r)
                if kind and is_anchor(s, p, i, q, r):
                    value, room = hex_worth(s, t, p, q, r)
                    if kind == PLAIN:
                        plain, manned_plain = max(plain, value), max(manned_plain, value + room)
                    elif kind == RAIL:
                        rail, manned_rail = max(rail, value), max(manned_rail, value + room)
                    else:
                        tube, manned_tube = max(tube, value), max(manned_tube, value + room)
    return (plain, rail, tube, manned_plain, manned_rail, manned_tube)


@jit
def best_contact(t, tile, contacts):
    """The best hex for a tile that can be placed, of ``best_contacts``."""
    plain, rail, tube = contacts[3:] if t.bonus_astro[tile] > 0 else contacts[:3]
    kind = connection_class(t, tile)
    return plain if kind == PLAIN else rail if kind == RAIL else tube


@jit
def best_hex_value(s, t, p, tile, anchor):
    """The best legal hex at an anchor for a tile."""
    lines = find_lines(s, t, p)
    wanted = connection_class(t, tile)
    best = NOWHERE
    for k in range(DIRECTIONS):
        if may_place(s, p, lines, wanted, anchor, k):
            best = max(best, hex_value(s, t, p, tile, anchor, k))
    return best


@jit
def hex_value(s, t, p, tile, anchor, k):
    """What the hex in a direction of an anchor is worth for a tile."""
    q, r = hex_beside(s, p, anchor, k)
    value, room = hex_worth(s, t, p, q, r)
    return value + (room if t.bonus_astro[tile] > 0 else 0.0)


@jit
def hex_worth(s, t, p, q, r):
    """A hex's worth for any tile, by the tiles round it, and what more for an Astronaut, who needs room to build."""
    value = 0.0
    neighbours = 0
    for i in range(s.n_tiles[p]):
        if touches(s.base_q[p, i] - q, s.base_r[p, i] - r):
            neighbours += 1
            value += contact_value(s, t, p, i)
    if has_scheme(s, EndScheme.DENSITY):
        value += 0.4 * t.end_points[EndScheme.DENSITY] * (neighbours - 2)
    if has_scheme(s, EndScheme.SPRAWL) and neighbours == t.end_param[EndScheme.SPRAWL]:
        value += 0.5 * t.end_points[EndScheme.SPRAWL]
    return value, 0.2 * (DIRECTIONS - neighbours)


@jit
def contact_value(s, t, p, slot):
    """What activating an own tile is worth."""
    tile = s.base_tile[p, slot]
    if t.adds[tile] >= 0:
        return 1.5 if count_tokens(s, p, slot) < TILE_CAP else 0.0
    if t.action[tile] == TileAction.MOVE:
        return 1.0
    if t.action[tile] == TileAction.TAKE_POINTS:
        return 1.0 * t.action_param[tile]
    return 1.5


@jit
def count_outlets(s, p, lines, slot):
    """Empty hexes round an own tile that some tile can be placed on."""
    count = 0
    for k in range(DIRECTIONS):
        if s.base_nbr[p, slot, k] < 0:
            q, r = hex_beside(s, p, slot, k)
            count += hex_class(s, p, lines, q, r) > 0
    return count


# -- Payment -------------------------------------------------------------------------------------------


@jit
def pay_value(s, t, p, action):
    """Buy while the price is 1, else pay the type owned most, else buy as cheaply as possible."""
    if action < Action.BUY:
        return 1.0 * count_resources(s, p)[action - Action.PAY_TOKEN]
    price = t.slot_points[s.filled[action - Action.BUY] + 1]
    return 100.0 if price <= 1 else -1.0 * price


@jit
def level_value(s, t, p, level):
    """Points of a level of a graded trade, less what it takes."""
    n = count_resources(s, p)
    f = as_counts(s.filled)
    if t.action[s.base_tile[p, s.use_slot]] == TileAction.TRADE_DIFFERENT:
        points = t.trade_points[TileAction.TRADE_DIFFERENT, level]
        return points - TOKEN_VALUE * (level + 1) - cost_different(t, n, f, level + 1, 0, False)
    points = t.trade_points[TileAction.FOOD_POINTS, level]
    return points - TOKEN_VALUE * level - cost_specific(t, n, f, (0, 0, 0, level), False)


# -- Activations ---------------------------------------------------------------------------------------


@jit
def act_value(s, t, p, action):
    """More activations first, then resources, points, trades, and moves last; END is worth 0."""
    if action >= Action.TILE:
        return tile_use_value(s, t, p, action - Action.TILE)
    if Action.SELL <= action < Action.PAY_TOKEN:
        if is_last_turn(s, p) and not has_scheme(s, EndScheme.SUFFICIENCY):
            return s.filled[action - Action.SELL] / 100
        return UNWANTED
    return 0.0 if action == Action.END else UNWANTED


@jit
def tile_use_value(s, t, p, slot):
    """The order in which own tiles are used, activated ones first; UNWANTED for what does not pay."""
    tile = s.base_tile[p, slot]
    action = t.action[tile]
    order = 0.5 if s.activated[slot] else 0.0
    if action == TileAction.ACTIVATE_2:
        return 60 + order
    if t.adds[tile] >= 0:
        return 50 + order
    if action == TileAction.TAKE_POINTS:
        return 40 + order + t.action_param[tile] / 100
    if action == TileAction.MOVE:
        return 1 + order if some_move_pays(s, t, p) else UNWANTED
    gain = trade_gain(s, t, p, action)
    return 10 + gain + order if gain > 0 else UNWANTED


@jit
def trade_gain(s, t, p, action):
    """What a trade brings at its lowest level, less what it takes."""
    cost = action_cost(s, t, count_resources(s, p), action)
    if action == TileAction.ROCK_CRYSTAL:
        return item_value(s, t, p, CRYSTALS) - TOKEN_VALUE - cost
    if action == TileAction.ANY2_CRYSTAL:
        return item_value(s, t, p, CRYSTALS) - 2 * TOKEN_VALUE - cost
    tokens = 3 if action == TileAction.ANY3_POINTS else 1 if action == TileAction.FOOD_POINTS else 2
    return t.trade_points[action, 1] - TOKEN_VALUE * tokens - cost


# -- Astronauts ----------------------------------------------------------------------------------------


@jit
def may_convert(s, t, p):
    """Whether an Astronaut should become a Rocket: three or more in the base, or two on the last turn."""
    spare = count_astronauts(s, p) - (1 if is_last_turn(s, p) else 2)
    return spare > 0 and s.supply_rocket > 0 and item_value(s, t, p, ROCKETS) > 0


@jit
def some_move_pays(s, t, p):
    """Whether a Move has a use."""
    lines = find_lines(s, t, p)
    for i in range(s.n_tiles[p]):
        if s.base_astro[p, i] > 0 and source_value(s, t, p, lines, i) > 0:
            return True
    return False


@jit
def source_value(s, t, p, lines, slot):
    """A Rocket for the Astronaut with the least room, or the best step from a tile to one with more room."""
    room = count_outlets(s, p, lines, slot)
    if may_convert(s, t, p):
        return 20.0 - room
    best = UNWANTED
    for k in range(DIRECTIONS):
        target = s.base_nbr[p, slot, k]
        if target >= 0:
            best = max(best, 1.0 * count_outlets(s, p, lines, target) - room)
    return best


@jit
def destination_value(s, t, p, action):
    """A Rocket where it pays, else the tile with most room."""
    if action == Action.ROCKET:
        return 20.0 if may_convert(s, t, p) else UNWANTED
    return 1.0 * count_outlets(s, p, find_lines(s, t, p), s.base_nbr[p, s.sel, action - Action.DIR])
