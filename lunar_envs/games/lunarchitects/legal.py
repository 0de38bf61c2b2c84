"""Legality: one function per decision context, mirrored by apply.py. All of it is exact.

Every ``offer_*`` function adds 1s to a blank mask for the seat to move.
"""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import clear_mask, count_legal

from .codes import (
    COLORS,
    DIRECTIONS,
    EXCHANGE_SLOTS,
    NONE,
    PLAYERS,
    QUEUE_TILES,
    REACH,
    RESOURCES,
    TILE_CAP,
    Action,
    Context,
    TileAction,
)
from .payment import (
    as_counts,
    changed,
    cost_after,
    cost_any,
    cost_different,
    cost_specific,
    count_astronauts,
    count_resources,
    count_tokens,
    may_meet,
    next_need,
    tile_cost,
)
from .placement import classes_around, connection_class, find_lines, may_place, placeable_classes

FOOD = (0, 0, 0, 1)
TWO_FOOD = (0, 0, 0, 2)
ROCK = (0, 0, 1, 0)
AIR_WATER = (1, 1, 0, 0)


@jit
def legal(s, t, mask):
    """Write the mask of the seat to move (int8[103]); returns the number of legal actions, 0 when the game is over."""
    clear_mask(mask)
    offer(s, t, int(s.to_move), mask)
    return count_legal(mask)


@jit
def offer(s, t, p, mask):
    """Route to the context that waits."""
    ctx = s.ctx
    if ctx == Context.START:
        offer_start(s, mask)
    elif ctx == Context.TAKE:
        offer_take(s, t, p, mask)
    elif ctx == Context.ACT:
        offer_act(s, t, p, mask)
    elif ctx == Context.PAY:
        offer_pay(s, t, p, mask)
    elif ctx == Context.PAY_SRC or ctx == Context.SELL_SRC:
        offer_token_source(s, p, mask)
    elif ctx == Context.PLACE_TILE:
        offer_place_tile(s, t, p, mask)
    elif ctx == Context.PLACE_DIR:
        offer_place_dir(s, t, p, mask)
    elif ctx == Context.GAIN:
        offer_gain(s, mask)
    elif ctx == Context.LEVEL:
        offer_level(s, t, p, mask)
    elif ctx == Context.MOVE_SRC:
        offer_move_source(s, p, mask)
    elif ctx == Context.MOVE_DST:
        offer_move_destination(s, p, mask)
    elif ctx == Context.POUR:
        offer_pour(s, t, p, mask)
    elif ctx == Context.DRINK_SRC or ctx == Context.DRINK_DST:
        offer_drink(s, t, p, mask)
    elif ctx == Context.RESCUE_SRC or ctx == Context.RESCUE_DST:
        offer_rescue(s, t, p, mask)


@jit
def offer_start(s, mask):
    """R4: both sides of every colour that is still free."""
    for color in range(len(COLORS)):
        free = True
        for p in range(PLAYERS):
            if s.start_side[p] >= 0 and s.start_side[p] // 2 == color:
                free = False
        if free:
            mask[Action.START + 2 * color] = 1
            mask[Action.START + 2 * color + 1] = 1


@jit
def queue_tile(s, d):
    """The queue tile ``d`` spaces ahead of where the acting pawn started, or NONE."""
    position = int(s.t0) + d
    return int(s.queue[position]) if 0 <= position < QUEUE_TILES else NONE


@jit
def is_buildable(s, t, n, classes, tile, points, sales):
    """R16: whether a tile of one of the placeable ``classes`` is also payable with ``points``."""
    if tile < 0 or not classes & connection_class(t, tile):
        return False
    return tile_cost(s, t, n, tile, sales) <= points


@jit
def offer_take(s, t, p, mask):
    """R15, R16, R30, R34, R35, R47: tiles that can be built, and what may be done before taking one."""
    n = count_resources(s, p)
    classes = placeable_classes(s, p, find_lines(s, t, p))
    takeable = 0
    for d in range(1, REACH + 1):
        if is_buildable(s, t, n, classes, queue_tile(s, d), s.points[p], False):
            mask[Action.QUEUE + d - 1] = 1
            takeable += 1
    offer_sales(s, n, mask)
    if s.coffee[p]:
        offer_coffee(s, t, p, mask)
    if takeable == 0 and count_buildable_with_sales(s, t, p, n, classes) == 0:
        if may_rescue(s, t, p):
            mask[Action.RESCUE] = 1
        elif nearest_tile(s) > 0:
            mask[Action.FORFEIT] = 1


@jit
def nearest_tile(s):
    """R35: distance from t0 to the nearest tile ahead, 0 if there is none."""
    for d in range(1, REACH + 1):
        if queue_tile(s, d) >= 0:
            return d
    return 0


@jit
def count_buildable_with_sales(s, t, p, n, classes):
    """R16: number of queue tiles that are buildable with sales."""
    count = 0
    for d in range(1, REACH + 1):
        count += is_buildable(s, t, n, classes, queue_tile(s, d), s.points[p], True)
    return count


@jit
def payable_classes(s, t, n, points):
    """R16: bits of the classes of all queue tiles that are payable with sales."""
    classes = 0
    for d in range(1, REACH + 1):
        tile = queue_tile(s, d)
        if tile >= 0 and tile_cost(s, t, n, tile, True) <= points:
            classes |= connection_class(t, tile)
    return classes


@jit
def offer_sales(s, n, mask):
    """R30: a token that is owned, of a type that has a pile."""
    for r in range(RESOURCES):
        if s.filled[r] > 0 and n[r] > 0:
            mask[Action.SELL + r] = 1


# -- Coffee and rescue ---------------------------------------------------------------------------------


@jit
def offer_coffee(s, t, p, mask):
    """R47: DRINK and POUR where at least one drink or pour is allowed."""
    needed = classes_to_keep(s, t, p)
    for i in range(s.n_tiles[p]):
        if may_leave(s, t, p, needed, i):
            mask[Action.DRINK] = 1
            break
    for d in range(1, REACH + 1):
        if may_pour(s, t, p, d):
            mask[Action.POUR] = 1
            break


@jit
def in_take(s):
    """Whether the turn is still before its take (a side decision returns to TAKE)."""
    return s.ctx == Context.TAKE or (s.ctx != Context.ACT and s.ret_ctx == Context.TAKE)


@jit
def classes_to_keep(s, t, p):
    """R47: bits of which at least one class must stay placeable after a drink; 0 = no condition."""
    if not in_take(s):
        return 0
    payable = payable_classes(s, t, count_resources(s, p), s.points[p])
    return payable if payable & placeable_classes(s, p, find_lines(s, t, p)) else 0


@jit
def may_drink(s, t, p, needed, source, target):
    """R47: whether an Astronaut may go from one tile to another so that ``needed`` stays met."""
    if source == target or s.base_astro[p, source] == 0:
        return False
    if needed == 0:
        return True
    lines = find_lines(s, t, p)
    classes = classes_around(s, p, lines, target)
    for i in range(s.n_tiles[p]):
        if s.base_astro[p, i] > (1 if i == source else 0):
            classes |= classes_around(s, p, lines, i)
    return needed & classes != 0


@jit
def may_leave(s, t, p, needed, source):
    """R47: whether an Astronaut on ``source`` has an allowed destination."""
    for target in range(s.n_tiles[p]):
        if may_drink(s, t, p, needed, source, target):
            return True
    return False


@jit
def offer_drink(s, t, p, mask):
    """R47: tiles to take the Astronaut from, then tiles to put it on."""
    needed = classes_to_keep(s, t, p)
    for i in range(s.n_tiles[p]):
        if s.ctx == Context.DRINK_SRC:
            mask[Action.TILE + i] = may_leave(s, t, p, needed, i)
        else:
            mask[Action.TILE + i] = may_drink(s, t, p, needed, s.sel, i)


@jit
def may_pour(s, t, p, d):
    """R47: whether the queue tile at distance ``d`` may be returned to the box."""
    tile = queue_tile(s, d)
    if tile < 0:
        return False
    if not in_take(s):
        return True
    n = count_resources(s, p)
    classes = placeable_classes(s, p, find_lines(s, t, p))
    buildable = count_buildable_with_sales(s, t, p, n, classes)
    return buildable != 1 or not is_buildable(s, t, n, classes, tile, s.points[p], True)


@jit
def offer_pour(s, t, p, mask):
    """R47: queue tiles that may be returned to the box."""
    for d in range(1, REACH + 1):
        mask[Action.QUEUE + d - 1] = may_pour(s, t, p, d)


@jit
def rescue_fee(s, t, p):
    """R34: the points that a rescue costs; all of them if there are fewer."""
    return min(int(t.rescue_cost), int(s.points[p]))


@jit
def is_helpful(s, t, p, needed, source, target):
    """R34: whether moving an Astronaut makes some tile buildable; what stays behind cannot, or no rescue were due."""
    if source == target or s.base_astro[p, source] == 0:
        return False
    return classes_around(s, p, find_lines(s, t, p), target) & needed != 0


@jit
def has_helpful_target(s, t, p, needed, source):
    """R34: whether an Astronaut on ``source`` has a helpful destination."""
    for target in range(s.n_tiles[p]):
        if is_helpful(s, t, p, needed, source, target):
            return True
    return False


@jit
def may_rescue(s, t, p):
    """R34: once a turn, where it helps, given that no tile is buildable with sales."""
    if s.rescued:
        return False
    needed = payable_classes(s, t, count_resources(s, p), s.points[p] - rescue_fee(s, t, p))
    for i in range(s.n_tiles[p]):
        if has_helpful_target(s, t, p, needed, i):
            return True
    return False


@jit
def offer_rescue(s, t, p, mask):
    """R34: tiles to take the Astronaut from, then tiles to put it on; the fee is paid already."""
    needed = payable_classes(s, t, count_resources(s, p), s.points[p])
    for i in range(s.n_tiles[p]):
        if s.ctx == Context.RESCUE_SRC:
            mask[Action.TILE + i] = has_helpful_target(s, t, p, needed, i)
        else:
            mask[Action.TILE + i] = is_helpful(s, t, p, needed, s.sel, i)


# -- Payment and placement -----------------------------------------------------------------------------


@jit
def offer_pay(s, t, p, mask):
    """R33: tokens and credits after which the rest of the payment stays payable without sales."""
    n = count_resources(s, p)
    f = as_counts(s.filled)
    points = int(s.points[p])
    first = next_need(s)
    for r in range(RESOURCES):
        if may_meet(s, first, r):
            if n[r] > 0 and cost_after(s, t, changed(n, r, -1), f, first, r) <= points:
                mask[Action.PAY_TOKEN + r] = 1
            if f[r] < EXCHANGE_SLOTS:
                left = points - t.slot_points[f[r] + 1]  # R29
                if left >= 0 and cost_after(s, t, n, changed(f, r, 1), first, r) <= left:
                    mask[Action.BUY + r] = 1


@jit
def offer_token_source(s, p, mask):
    """R30, R33: own tiles that hold a token of the chosen type."""
    for i in range(s.n_tiles[p]):
        if s.base_res[p, i, s.sel_res] > 0:
            mask[Action.TILE + i] = 1


@jit
def offer_place_tile(s, t, p, mask):
    """R12, R13: slots that are the anchor of at least one legal hex for the taken tile."""
    lines = find_lines(s, t, p)
    wanted = connection_class(t, s.taken)
    for i in range(s.n_tiles[p]):
        if s.base_astro[p, i] > 0:
            for k in range(DIRECTIONS):
                if may_place(s, p, lines, wanted, i, k):
                    mask[Action.TILE + i] = 1


@jit
def offer_place_dir(s, t, p, mask):
    """R12, R13: legal hexes whose anchor is the chosen slot."""
    lines = find_lines(s, t, p)
    wanted = connection_class(t, s.taken)
    for k in range(DIRECTIONS):
        mask[Action.DIR + k] = may_place(s, p, lines, wanted, s.sel, k)


@jit
def offer_gain(s, mask):
    """R9, R18, R21: types that the supply still has."""
    for r in range(RESOURCES):
        mask[Action.GAIN + r] = s.supply[r] > 0


# -- Activations ---------------------------------------------------------------------------------------


@jit
def offer_act(s, t, p, mask):
    """R19, R30, R47: usable tiles, sales, Coffee, and the end of the turn."""
    mask[Action.END] = 1
    n = count_resources(s, p)
    for i in range(s.n_tiles[p]):
        if not s.used[i] and (s.activated[i] or s.credits > 0) and is_feasible(s, t, p, n, i):
            mask[Action.TILE + i] = 1
    offer_sales(s, n, mask)
    if s.coffee[p]:
        offer_coffee(s, t, p, mask)


@jit
def is_feasible(s, t, p, n, slot):
    """R20-R26: whether the action of an own tile can be done."""
    tile = s.base_tile[p, slot]
    action = t.action[tile]
    if action == TileAction.NONE:
        return False
    if action == TileAction.MOVE:
        return s.n_tiles[p] > 1
    if action == TileAction.TAKE_POINTS:
        return True
    if t.adds[tile] >= 0:
        return has_room(s, p, slot) and can_supply(s, t.adds[tile])
    if action == TileAction.ACTIVATE_2:
        return has_idle_tile(s, p, slot)
    if action == TileAction.ROCK_CRYSTAL or action == TileAction.ANY2_CRYSTAL:
        return s.supply_crystal > 0 and action_cost(s, t, n, action) <= s.points[p]
    return action_cost(s, t, n, action) <= s.points[p]


@jit
def has_room(s, p, slot):
    """R21: whether a tile holds fewer than three resource tokens."""
    return count_tokens(s, p, slot) < TILE_CAP


@jit
def can_supply(s, adds):
    """R21: whether the supply has the resource that a tile adds (4 = any)."""
    if adds < RESOURCES:
        return s.supply[adds] > 0
    return s.supply[0] > 0 or s.supply[1] > 0 or s.supply[2] > 0 or s.supply[3] > 0


@jit
def has_idle_tile(s, p, slot):
    """R26: whether another own tile is neither used nor activated."""
    for i in range(s.n_tiles[p]):
        if i != slot and not s.used[i] and not s.activated[i]:
            return True
    return False


@jit
def action_cost(s, t, n, action):
    """R22-R25: least points to pay for an action, at its lowest level."""
    f = as_counts(s.filled)
    if action == TileAction.TRADE_DIFFERENT:
        return cost_different(t, n, f, 2, 0, False)
    if action == TileAction.FOOD_POINTS:
        return cost_specific(t, n, f, FOOD, False)
    if action == TileAction.ROCK_CRYSTAL:
        return cost_specific(t, n, f, ROCK, False)
    if action == TileAction.AIR_WATER_POINTS:
        return cost_specific(t, n, f, AIR_WATER, False)
    return cost_any(t, n, f, 2 if action == TileAction.ANY2_CRYSTAL else 3, False)


@jit
def offer_level(s, t, p, mask):
    """R22, R23: payable levels of a graded trade."""
    n = count_resources(s, p)
    f = as_counts(s.filled)
    if t.action[s.base_tile[p, s.use_slot]] == TileAction.TRADE_DIFFERENT:
        for k in range(3):
            mask[Action.LEVEL + k] = cost_different(t, n, f, k + 2, 0, False) <= s.points[p]
    else:
        mask[Action.LEVEL] = cost_specific(t, n, f, FOOD, False) <= s.points[p]
        mask[Action.LEVEL + 1] = cost_specific(t, n, f, TWO_FOOD, False) <= s.points[p]


@jit
def offer_move_source(s, p, mask):
    """R20: own tiles with an Astronaut."""
    for i in range(s.n_tiles[p]):
        if s.base_astro[p, i] > 0:
            mask[Action.TILE + i] = 1


@jit
def offer_move_destination(s, p, mask):
    """R20: directions towards an own tile; a Rocket, but never for the last Astronaut."""
    for k in range(DIRECTIONS):
        mask[Action.DIR + k] = s.base_nbr[p, s.sel, k] >= 0
    mask[Action.ROCKET] = count_astronauts(s, p) >= 2 and s.supply_rocket > 0
