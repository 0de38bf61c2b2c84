"""Phase 4: assets and rockets are bought (R36-R40)."""

import numpy as np

from lunar_envs.engine.jit import jit

from ..codes import ASSET_TYPES, IN_MARKET, ROCKETS, Action, Flow, Resource, Status
from .bank import can_pay, pay, pay_cost
from .joint import dissolve_group
from .menu import offer_cards, play_card
from .rockets import market_rocket, own_rocket, refill_market, rocket_price


@jit
def offer_turn(s, t, p, mask):
    """R36, R72, R90: what is offered in Phases 4 and 5 alike: pass, cards, leaving a joint victory."""
    mask[Action.PASS] = 1
    mask[Action.JOINT_WITHDRAW] = s.joint[p] > 0
    offer_cards(s, t, p, mask)


@jit
def apply_turn(s, t, p, action):
    """R36, R90: pass, play a card or leave a joint victory."""
    if action == Action.PASS:
        s.pass_count = 0 if s.turn_acted else s.pass_count + 1
        s.ctx = Flow.NEXT_TURN
    elif action == Action.JOINT_WITHDRAW:
        dissolve_group(s, np.int64(s.joint[p]))
    else:
        play_card(s, t, p, action - Action.PICK_CARD)


@jit
def offer_purchases(s, t, p, mask):
    """R36-R38: blueprints of the own colour and market rockets that are affordable."""
    offer_turn(s, t, p, mask)
    for k in range(ASSET_TYPES):
        mask[Action.PICK_ASSET + k] = (s.asset_status[p, k] == Status.BLUEPRINT) & can_pay(s, p, t.cost[k])
    if s.res[p, Resource.LUNAR] == 0:
        return  # no rocket is free
    for i in range(ROCKETS):
        if s.rocket_loc[i] == IN_MARKET:
            kind = np.int64(s.rocket_kind[i])
            mask[Action.PICK_ROCKET + kind] = s.res[p, Resource.LUNAR] >= rocket_price(s, t, kind)


@jit
def apply_purchase(s, t, p, action):
    """R36-R39: a purchase keeps the turn."""
    if action >= Action.PICK_ASSET:
        k = action - Action.PICK_ASSET
        pay_cost(s, p, t.cost[k])
        s.asset_status[p, k] = Status.EARTH
        s.turn_acted = 1
    elif action >= Action.PICK_ROCKET:
        kind = action - Action.PICK_ROCKET
        pay(s, p, Resource.LUNAR, rocket_price(s, t, kind))
        own_rocket(s, p, market_rocket(s, kind))
        refill_market(s)
        s.turn_acted = 1
    else:
        apply_turn(s, t, p, action)
