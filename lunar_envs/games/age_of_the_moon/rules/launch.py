"""Phase 5: launch, landing and deployment (R42-R51)."""

import numpy as np

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit

from ..codes import (
    ASSET_TYPES,
    NONE,
    ROCKETS,
    Action,
    Context,
    Flow,
    Landing,
    Placement,
    Primitive,
    Resource,
    Rule,
    Status,
)
from .bank import can_pay, count_tokens, holds, offer_exchanges, ongoing, pay, pay_cost, take
from .board import is_part, lose_asset, offer_hexes, place_asset, placeable_hexes, types_in
from .purchase import apply_turn, offer_turn
from .rockets import launchable_rocket, return_rocket

# -- Choice of the rocket ------------------------------------------------------------------------------


@jit
def are_fees_payable(s, t, p, rocket, orbital):
    """R43-R45: whether a player can pay for a flight, with the fee for orbital cargo if there is any."""
    fee = ongoing(s, t, Primitive.ORBIT_FEE) if orbital else 0
    if s.res[p, Resource.LUNAR] < fee:
        return False
    if not s.rocket_flown[rocket] or s.free_reuse[p]:
        return True
    if t.reuse_any[s.faction[p]]:
        return count_tokens(s, p) > fee
    reuse = t.reuse[s.rocket_kind[rocket]]
    return can_pay(s, p, reuse) and s.res[p, Resource.LUNAR] >= reuse[Resource.LUNAR] + fee


@jit
def is_in_stock(s, p, c, k):
    """R45: whether a player may load an asset: on Earth, and its own or co-owned for good."""
    return s.asset_status[c, k] == Status.EARTH and is_part(s, p, c, k)


@jit
def stock_of(s, p, c):
    """R45: the types of a colour that a player may load, as a mask: on Earth, and its own or co-owned for good."""
    types = types_in(s, c, Status.EARTH)
    for k in range(ASSET_TYPES if types else 0):
        if not is_part(s, p, c, k):
            types &= ~(1 << k)
    return types


@jit
def is_loadable(s, t, c, k):
    """R45: whether an asset may be loaded now: a surface asset or rover needs an open window and a hex."""
    if t.placement[k] == Placement.ORBITAL:
        return True
    return not s.no_surface and placeable_hexes(s, t, c, k) != 0


@jit
def may_launch(s, t, p, rocket):
    """R45: whether a rocket finds at least one asset to carry."""
    room = t.capacity[s.rocket_kind[rocket]]
    for c in range(s.num_players):
        stock = stock_of(s, p, c)
        for k in range(ASSET_TYPES if stock else 0):
            fits = (stock >> k) & 1 and t.payload[k] <= room
            payable = fits and are_fees_payable(s, t, p, rocket, t.placement[k] == Placement.ORBITAL)
            if payable and is_loadable(s, t, c, k):
                return True
    return False


@jit
def offer_launches(s, t, p, mask):
    """R42, R43, R45, R46: rockets that may fly, and what else a turn offers."""
    offer_turn(s, t, p, mask)
    if s.jammed[p]:
        return
    for i in range(ROCKETS):
        if s.rocket_loc[i] == p and not s.rocket_reused[i]:
            action = Action.PICK_ROCKET + np.int64(s.rocket_kind[i])
            if mask[action] == 0:
                mask[action] = may_launch(s, t, p, i)


@jit
def apply_launch_menu(s, t, p, action):
    """R42: choose a rocket to load, or what else a turn offers."""
    if Action.PICK_ROCKET <= action < Action.PICK_RULE:
        rocket = launchable_rocket(s, p, action - Action.PICK_ROCKET)
        s.launch_rocket = rocket
        s.launch_left = t.capacity[s.rocket_kind[rocket]]
        s.ctx = Context.LOAD
    else:
        apply_turn(s, t, p, action)


# -- Loading -------------------------------------------------------------------------------------------


@jit
def carries(s, t, orbital):
    """R47: whether an orbital asset, or with ``orbital`` False another asset, is loaded."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_status[c, k] == Status.LOADED and (t.placement[k] == Placement.ORBITAL) == orbital:
                return True
    return False


@jit
def offer_cargo(s, t, p, mask):
    """R45: assets that still fit and whose fees stay payable; SUBMIT once something is loaded."""
    orbital = carries(s, t, True)
    mask[Action.SUBMIT] = orbital or carries(s, t, False)
    fee_free = are_fees_payable(s, t, p, s.launch_rocket, orbital)
    fee_orbital = are_fees_payable(s, t, p, s.launch_rocket, True)
    for c in range(s.num_players):
        first = Action.PICK_ASSET + ASSET_TYPES * ((c - p) % s.num_players)
        stock = stock_of(s, p, c)
        for k in range(ASSET_TYPES if stock else 0):
            payable = fee_orbital if t.placement[k] == Placement.ORBITAL else fee_free
            if (stock >> k) & 1 and payable and t.payload[k] <= s.launch_left and is_loadable(s, t, c, k):
                mask[first + k] = 1


@jit
def load(s, t, c, k):
    """R45: an asset is loaded."""
    s.asset_status[c, k] = Status.LOADED
    s.launch_left -= t.payload[k]


@jit
def lift_off(s, t, p):
    """R43-R45: the fees are paid; the Innovator first chooses with what."""
    if carries(s, t, True):
        pay(s, p, Resource.LUNAR, ongoing(s, t, Primitive.ORBIT_FEE))
    rocket = np.int64(s.launch_rocket)
    if not s.rocket_flown[rocket]:
        s.rocket_flown[rocket] = 1
        land(s, t, p)
        return
    s.rocket_reused[rocket] = 1
    if s.free_reuse[p]:
        s.free_reuse[p] -= 1
    elif t.reuse_any[s.faction[p]]:
        s.ctx = Context.REUSE_PAY
        return
    else:
        pay_cost(s, p, t.reuse[s.rocket_kind[rocket]])
    land(s, t, p)


@jit
def apply_reuse_pay(s, t, p, r):
    """R44: the Innovator pays 1 token of any kind."""
    pay(s, p, r, 1)
    land(s, t, p)


# -- Landing -------------------------------------------------------------------------------------------


@jit
def land(s, t, p):
    """R47, R49: a roll for any surface cargo; the rocket is settled at once, then the cargo."""
    landing = np.int64(Landing.SUCCESS)
    if carries(s, t, False):
        s.die_last = random.roll(s, t.faces)
        landing = np.int64(t.landing[s.die_last])
    if landing == Landing.AT_RISK_PAY_1_SCIENCE and holds(s, Rule.SAFE_LANDING_STANDARD):
        landing = np.int64(Landing.SUCCESS)
    settle_rocket(s, t, landing == Landing.EXPLOSION)
    if landing == Landing.EXPLOSION:
        lose_cargo(s)
    elif landing == Landing.AT_RISK_PAY_1_SCIENCE:
        s.ctx = Context.FACE2
    else:
        if landing == Landing.SUCCESS_PLUS_1_LUNAR:
            take(s, p, Resource.LUNAR, 1)
        enter_orbit(s, t)
        go_on_deploying(s, t)


@jit
def settle_rocket(s, t, exploded):
    """R49: a reusable rocket stays with its player, unless it exploded; any other goes under the pile."""
    rocket = np.int64(s.launch_rocket)
    s.launch_rocket = NONE
    s.launch_left = 0
    if exploded or not t.reusable[s.rocket_kind[rocket]]:
        return_rocket(s, rocket)


@jit
def offer_rescue(s, t, p, mask):
    """R47: save the cargo for 1 science, or lose it."""
    mask[Action.ACCEPT] = s.res[p, Resource.SCIENCE] > 0
    mask[Action.REJECT] = 1
    offer_exchanges(s, t, p, mask)


@jit
def apply_rescue(s, t, p, action):
    """R47: the cargo at risk is saved or lost."""
    if action == Action.ACCEPT:
        pay(s, p, Resource.SCIENCE, 1)
        enter_orbit(s, t)
        go_on_deploying(s, t)
    else:
        lose_cargo(s)


@jit
def lose_cargo(s):
    """R48: everything loaded becomes a blueprint again."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_status[c, k] == Status.LOADED:
                lose_asset(s, c, k)
    end_launch(s)


@jit
def end_launch(s):
    """R42: one launch a turn."""
    s.pass_count = 0
    s.ctx = Flow.NEXT_TURN


# -- Deployment ----------------------------------------------------------------------------------------


@jit
def enter_orbit(s, t):
    """R50: orbital assets are deployed at once."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_status[c, k] == Status.LOADED and t.placement[k] == Placement.ORBITAL:
                s.asset_status[c, k] = Status.DEPLOYED


@jit
def is_deployable(s, t, c, k):
    """R50: whether a loaded asset has a legal hex now."""
    return s.asset_status[c, k] == Status.LOADED and placeable_hexes(s, t, c, k) != 0


@jit
def go_on_deploying(s, t):
    """R50: while a loaded asset has a legal hex the player deploys; what is left returns to Earth."""
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if is_deployable(s, t, c, k):
                s.ctx = Context.DEPLOY_PICK
                return
    for c in range(s.num_players):
        for k in range(ASSET_TYPES):
            if s.asset_status[c, k] == Status.LOADED:
                s.asset_status[c, k] = Status.EARTH
    end_launch(s)


@jit
def offer_deployments(s, t, p, mask):
    """R50: loaded assets with a legal hex."""
    for c in range(s.num_players):
        first = Action.PICK_ASSET + ASSET_TYPES * ((c - p) % s.num_players)
        for k in range(ASSET_TYPES):
            mask[first + k] = is_deployable(s, t, c, k)


@jit
def choose_deployment(s, asset):
    """R50: the asset that is deployed next."""
    s.sel_asset = asset
    s.ctx = Context.DEPLOY_HEX


@jit
def offer_landing_hexes(s, t, mask):
    """R51-R54: where the chosen asset may be placed."""
    hexes = placeable_hexes(s, t, s.sel_asset // ASSET_TYPES, s.sel_asset % ASSET_TYPES)
    offer_hexes(hexes, Action.PICK_HEX, mask)


@jit
def deploy(s, t, h):
    """R50: the chosen asset is placed, the others follow."""
    place_asset(s, s.sel_asset // ASSET_TYPES, s.sel_asset % ASSET_TYPES, h)
    s.sel_asset = NONE
    go_on_deploying(s, t)
