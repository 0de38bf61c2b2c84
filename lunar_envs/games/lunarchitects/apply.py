"""What actions do: a router and one handler per context, mirroring legal.py."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import first_legal

from .codes import (
    CAP,
    DIRECTIONS,
    NONE,
    QUEUE_TILES,
    RESOURCES,
    Action,
    Bonus,
    Context,
    Pays,
    Resource,
    TileAction,
)
from .legal import can_supply, legal, nearest_tile, rescue_fee
from .payment import count_resources, is_due, meet_need, return_token
from .placement import add_to_base, hex_beside
from .score import claim_achievements, close, count_flag, sum_counts
from .state import setup_state
from .turn import begin_play, end_turn, remove_tile


@jit
def setup(s, t, options, mask):
    """R1-R10: from a blank record to the first START choice, which is never forced."""
    setup_state(s, t, options)
    return legal(s, t, mask)


@jit
def step(s, t, action, mask):
    """Apply a legal action and every forced one after it; returns the count of legal actions then."""
    apply(s, t, action)
    return settle(s, t, mask)


@jit
def settle(s, t, mask):
    """Auto-resolution: while exactly one action is legal, it is applied."""
    count = legal(s, t, mask)
    while count == 1:
        apply(s, t, first_legal(mask, 0))
        count = legal(s, t, mask)
    return count


@jit
def is_over(s):
    """Whether the game has ended or was truncated."""
    return s.ctx == Context.OVER


@jit
def apply(s, t, action):
    """One legal action; the operating cap truncates the game (ranks by current points)."""
    route(s, t, int(s.to_move), action)
    s.decisions += 1
    if s.decisions >= CAP and s.ctx != Context.OVER:
        s.truncated = 1
        close(s)


@jit
def route(s, t, p, action):
    """Route to the handler of the context."""
    ctx = s.ctx
    if ctx == Context.START:
        apply_start(s, t, p, action - Action.START)
    elif ctx == Context.TAKE:
        apply_take(s, t, p, action)
    elif ctx == Context.PAY:
        apply_pay(s, t, p, action)
    elif ctx == Context.PAY_SRC:
        apply_pay_source(s, t, p, action - Action.TILE)
    elif ctx == Context.PLACE_TILE:
        choose_slot(s, action - Action.TILE, Context.PLACE_DIR)
    elif ctx == Context.PLACE_DIR:
        apply_place(s, t, p, action - Action.DIR)
    elif ctx == Context.GAIN:
        apply_gain(s, t, p, action - Action.GAIN)
    elif ctx == Context.ACT:
        apply_act(s, t, p, action)
    elif ctx == Context.LEVEL:
        apply_level(s, t, p, action - Action.LEVEL + 1)
    elif ctx == Context.MOVE_SRC:
        choose_slot(s, action - Action.TILE, Context.MOVE_DST)
    elif ctx == Context.MOVE_DST:
        apply_move(s, t, p, action)
    elif ctx == Context.SELL_SRC:
        apply_sale(s, t, p, action - Action.TILE)
    elif ctx == Context.DRINK_SRC:
        choose_slot(s, action - Action.TILE, Context.DRINK_DST)
    elif ctx == Context.DRINK_DST:
        move_astronaut(s, t, p, s.sel, action - Action.TILE)
        return_from_side_decision(s)
    elif ctx == Context.POUR:
        remove_tile(s, s.t0 + action - Action.QUEUE + 1)
        return_from_side_decision(s)
    elif ctx == Context.RESCUE_SRC:
        choose_slot(s, action - Action.TILE, Context.RESCUE_DST)
    elif ctx == Context.RESCUE_DST:
        move_astronaut(s, t, p, s.sel, action - Action.TILE)
        s.ctx = Context.TAKE


@jit
def choose_slot(s, slot, following):
    """R28: the chosen slot stays chosen until the decision ``following`` it is made; there is no way back."""
    s.sel = slot
    s.ctx = following


# -- Start ---------------------------------------------------------------------------------------------


@jit
def apply_start(s, t, p, side):
    """R4: the chosen side of a Quarters becomes slot 0 with its items; after the last seat play begins (R5-R7)."""
    tile = QUEUE_TILES + side
    s.start_side[p] = side
    add_to_base(s, p, tile, 0, 0)
    take_fixed_bonuses(s, t, p, 0, tile)
    s.points[p] += t.bonus_points[tile]
    if p + 1 < s.num_players:
        s.to_move = p + 1
    else:
        begin_play(s, t)


@jit
def take_fixed_bonuses(s, t, p, slot, tile):
    """R18: Astronauts, fixed resources, Rockets and Crystals, as many as the supply has (R9)."""
    astronauts = min(t.bonus_astro[tile], s.supply_astro)
    s.supply_astro -= astronauts
    s.base_astro[p, slot] += astronauts
    for r in range(RESOURCES):
        tokens = min(t.bonus_res[tile, r], s.supply[r])
        s.supply[r] -= tokens
        s.base_res[p, slot, r] += tokens
    rockets = min(t.bonus_rocket[tile], s.supply_rocket)
    s.supply_rocket -= rockets
    s.rockets[p] += rockets
    crystals = min(t.bonus_crystal[tile], s.supply_crystal)
    s.supply_crystal -= crystals
    s.crystals[p] += crystals


# -- Take ----------------------------------------------------------------------------------------------


@jit
def apply_take(s, t, p, action):
    """R15, R34, R35: take a queue tile, or what is allowed before it."""
    if Action.QUEUE <= action < Action.DIR:
        take_tile(s, t, p, action - Action.QUEUE + 1)
    elif action == Action.RESCUE:
        s.points[p] -= rescue_fee(s, t, p)
        s.rescued = 1
        s.ctx = Context.RESCUE_SRC
    elif action == Action.FORFEIT:
        d = nearest_tile(s)
        s.pawn_pos[p] = s.t0 + d
        remove_tile(s, s.t0 + d)
        end_turn(s, t)
    else:
        start_side_decision(s, p, action)


@jit
def take_tile(s, t, p, d):
    """R15, R17: the pawn moves, the tile leaves the queue and is paid for."""
    position = s.t0 + d
    s.pawn_pos[p] = position
    s.taken = s.queue[position]
    s.queue[position] = NONE
    if t.cost_total[s.taken] > 0:
        for r in range(RESOURCES):
            s.need[r] = t.cost[s.taken, r]
        s.pay_what = Pays.TILE
        s.ctx = Context.PAY
    else:
        s.ctx = Context.PLACE_TILE


@jit
def start_side_decision(s, p, action):
    """R30, R47: SELL, DRINK and POUR, in TAKE and ACT alike."""
    s.ret_ctx = s.ctx
    if action == Action.DRINK:
        s.coffee[p] = 0
        s.ctx = Context.DRINK_SRC
    elif action == Action.POUR:
        s.coffee[p] = 0
        s.ctx = Context.POUR
    else:
        s.sel_res = action - Action.SELL
        s.ctx = Context.SELL_SRC


@jit
def return_from_side_decision(s):
    """Back to TAKE or ACT."""
    s.ctx = s.ret_ctx
    s.ret_ctx = 0


@jit
def apply_sale(s, t, p, slot):
    """R30, R31: the token goes to the supply, the player takes the highest pile."""
    r = s.sel_res
    return_token(s, p, slot, r)
    s.points[p] += t.slot_points[s.filled[r]]
    s.filled[r] -= 1
    s.sel_res = NONE
    return_from_side_decision(s)


@jit
def move_astronaut(s, t, p, source, target):
    """R20, R34, R47: one Astronaut goes from one own tile to another."""
    s.base_astro[p, source] -= 1
    s.base_astro[p, target] += 1
    s.sel = NONE
    claim_achievements(s, t, p)


# -- Pay -----------------------------------------------------------------------------------------------


@jit
def apply_pay(s, t, p, action):
    """R29, R33: meet the current need with a token, or with a credit from the Exchange."""
    if action < Action.BUY:
        s.sel_res = action - Action.PAY_TOKEN
        s.ctx = Context.PAY_SRC
        return
    r = action - Action.BUY
    s.filled[r] += 1
    s.points[p] -= t.slot_points[s.filled[r]]
    meet_need(s, r)
    continue_payment(s, t, p)


@jit
def apply_pay_source(s, t, p, slot):
    """R33: the token of the chosen tile goes to the supply."""
    return_token(s, p, slot, s.sel_res)
    meet_need(s, s.sel_res)
    s.sel_res = NONE
    continue_payment(s, t, p)


@jit
def continue_payment(s, t, p):
    """R33: pay on while something is due; then place the tile, or book the gain of the action."""
    s.ctx = Context.PAY
    if is_due(s):
        return
    s.need_mask = 0
    if s.pay_what == Pays.TILE:
        s.ctx = Context.PLACE_TILE
    else:
        book_gain(s, t, p)
        finish_action(s, t, p)
    s.pay_what = Pays.NOTHING


@jit
def book_gain(s, t, p):
    """R22-R25: what the paid action gives."""
    action = t.action[s.base_tile[p, s.use_slot]]
    if action == TileAction.ROCK_CRYSTAL or action == TileAction.ANY2_CRYSTAL:
        s.supply_crystal -= 1
        s.crystals[p] += 1
    else:
        s.points[p] += t.trade_points[action, max(1, int(s.level))]
    s.level = 0


@jit
def finish_action(s, t, p):
    """The action of a tile is done."""
    s.use_slot = NONE
    s.ctx = Context.ACT
    claim_achievements(s, t, p)


# -- Place ---------------------------------------------------------------------------------------------


@jit
def apply_place(s, t, p, k):
    """R17-R19: place the tile, take its bonuses, activate it and its neighbours."""
    tile = s.taken
    q, r = hex_beside(s, p, s.sel, k)
    slot = add_to_base(s, p, tile, q, r)
    s.taken = NONE
    s.sel = NONE
    take_fixed_bonuses(s, t, p, slot, tile)
    s.ctx = Context.ACT
    take_special_bonus(s, t, p, slot, t.bonus_special[tile])
    activate_around(s, p, slot)
    claim_achievements(s, t, p)


@jit
def take_special_bonus(s, t, p, slot, bonus):
    """R18: the special bonus of a tile just placed."""
    if bonus == Bonus.ANY2:
        start_gain(s, slot, 2)
    elif bonus == Bonus.PER_DOME:
        s.points[p] += t.each_points[bonus] * count_flag(s, p, t.dome)
    elif bonus == Bonus.PER_TRIANGLE:
        s.points[p] += t.each_points[bonus] * count_flag(s, p, t.triangle)
    elif bonus == Bonus.PER_STAR:
        s.points[p] += t.each_points[bonus] * count_flag(s, p, t.star)
    elif bonus == Bonus.PER_RESOURCE:
        s.points[p] += t.each_points[bonus] * sum_counts(count_resources(s, p))
    elif bonus == Bonus.ACTIVATE_TRIANGLE_STAR:
        for i in range(s.n_tiles[p]):
            if t.triangle[s.base_tile[p, i]] or t.star[s.base_tile[p, i]]:
                s.activated[i] = 1
    elif bonus == Bonus.ACTIVATE_1:
        s.credits += 1
    elif bonus == Bonus.ACTIVATE_5:
        s.credits += 5


@jit
def activate_around(s, p, slot):
    """R19: the new tile and all own tiles adjacent to it."""
    s.activated[slot] = 1
    for k in range(DIRECTIONS):
        if s.base_nbr[p, slot, k] >= 0:
            s.activated[s.base_nbr[p, slot, k]] = 1


@jit
def start_gain(s, slot, count):
    """R18, R21: resources of choice for a tile, skipped while all supplies are empty."""
    if can_supply(s, RESOURCES):
        s.gain_slot = slot
        s.gain_left = count
        s.ctx = Context.GAIN


@jit
def apply_gain(s, t, p, r):
    """R18, R21: the chosen resource goes on the receiving tile."""
    s.supply[r] -= 1
    s.base_res[p, s.gain_slot, r] += 1
    s.gain_left -= 1
    if s.gain_left > 0 and can_supply(s, RESOURCES):
        claim_achievements(s, t, p)
        return
    s.gain_left = 0
    s.gain_slot = NONE
    finish_action(s, t, p)


# -- Act -----------------------------------------------------------------------------------------------


@jit
def apply_act(s, t, p, action):
    """R19, R36: use a tile, end the turn, or what else is allowed in it."""
    if action == Action.END:
        end_turn(s, t)
    elif action >= Action.TILE:
        use_tile(s, t, p, action - Action.TILE)
    else:
        start_side_decision(s, p, action)


@jit
def use_tile(s, t, p, slot):
    """R19: a tile that is not activated costs a credit; R20-R26: its action starts."""
    s.used[slot] = 1
    if not s.activated[slot]:
        s.credits -= 1
    tile = s.base_tile[p, slot]
    action = t.action[tile]
    s.use_slot = slot
    if action == TileAction.MOVE:
        s.ctx = Context.MOVE_SRC
    elif action == TileAction.ADD_ANY:
        start_gain(s, slot, 1)
    elif t.adds[tile] >= 0:
        s.supply[t.adds[tile]] -= 1
        s.base_res[p, slot, t.adds[tile]] += 1
        finish_action(s, t, p)
    elif action == TileAction.TAKE_POINTS:
        s.points[p] += t.action_param[tile]
        finish_action(s, t, p)
    elif action == TileAction.ACTIVATE_2:
        s.credits += 2
        finish_action(s, t, p)
    elif action == TileAction.TRADE_DIFFERENT or action == TileAction.FOOD_POINTS:
        s.ctx = Context.LEVEL
    else:
        start_payment(s, action)


@jit
def start_payment(s, action):
    """R24, R25: what an action without levels costs."""
    s.pay_what = Pays.ACTION
    s.ctx = Context.PAY
    if action == TileAction.ROCK_CRYSTAL:
        s.need[Resource.ROCK] = 1
    elif action == TileAction.ANY2_CRYSTAL:
        s.need_any = 2
    elif action == TileAction.AIR_WATER_POINTS:
        s.need[Resource.AIR] = 1
        s.need[Resource.WATER] = 1
    else:
        s.need_any = 3


@jit
def apply_level(s, t, p, level):
    """R22, R23: the level of a graded trade sets what is due."""
    s.level = level
    s.pay_what = Pays.ACTION
    s.ctx = Context.PAY
    if t.action[s.base_tile[p, s.use_slot]] == TileAction.TRADE_DIFFERENT:
        s.need_diff = level + 1
    else:
        s.need[Resource.FOOD] = level


@jit
def apply_move(s, t, p, action):
    """R20: an Astronaut moves to an adjacent own tile, or returns to the supply for a Rocket."""
    if action == Action.ROCKET:
        s.base_astro[p, s.sel] -= 1
        s.supply_astro += 1
        s.supply_rocket -= 1
        s.rockets[p] += 1
        s.sel = NONE
    else:
        move_astronaut(s, t, p, s.sel, s.base_nbr[p, s.sel, action - Action.DIR])
    finish_action(s, t, p)
