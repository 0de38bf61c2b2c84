"""What actions do: a router and one handler per context, mirroring legal.py."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import first_legal

from .activation import check_stacks, count_loaded, fly, move_unit, step_media
from .assault import ask_losses, begin_assault, lose_in_assault, reroll_assault
from .attack import choose_counter_area, end_attack, end_defsat
from .budget import (
    begin_budget,
    buy_with_event,
    determine_leader,
    go_desperate,
    go_to_court,
    move_media,
    place_defsat,
    raise_stock,
    rebuild,
    requisition,
    shift_turret,
    wait_for_event,
)
from .codes import (
    CARD_PLACE,
    FIRST_NEUTRAL,
    FIRST_TURRET,
    NONE,
    UNITS,
    Action,
    Context,
    Flag,
    Phase,
)
from .combat import ask_enemy, begin_fire, fire_defsat, fire_group, reroll
from .control import use
from .fire import all_in_distance, group_reach, may_join
from .legal import legal
from .markers import ask_marker, begin_activation, next_marker, place_marker
from .resolution import place_turrets, serve_events
from .saves import apply_result, give_die, lose_target, retreat
from .score import truncate
from .setup import choose_base, place_next, setup_state
from .units import destroy, put_on_map, slot_of
from .upgrade import attempt, end_attempt, finish_attempt, place_token, reroll_upgrade, steal_card


@jit
def setup(s, t, options, mask):
    """R1-R8: from a blank record to the choice of the main base."""
    setup_state(s, t)
    return legal(s, t, mask)


@jit
def step(s, t, action, mask):
    """Apply a legal action and every forced one after it; returns the count of legal actions then."""
    s.decisions += 1
    apply(s, t, int(s.to_move), action)
    count = settle(s, t, mask)
    if s.decisions >= t.max_decisions and s.ctx != Context.GAME_OVER:
        truncate(s, t)
        count = legal(s, t, mask)
    return count


@jit
def settle(s, t, mask):
    """Auto-resolution: while exactly one action is legal, it is applied."""
    count = legal(s, t, mask)
    while count == 1:
        apply(s, t, int(s.to_move), first_legal(mask, 0))
        count = legal(s, t, mask)
    return count


@jit
def is_over(s):
    """Whether the game has ended or was truncated."""
    return s.ctx == Context.GAME_OVER


@jit
def apply(s, t, p, action):
    """Route to the handler of the context by the kind of the action."""
    if action >= Action.CARD:
        apply_card(s, t, p, action - Action.CARD)
    elif action >= Action.AREA:
        seen = action - (Action.FIRE_AT if action >= Action.FIRE_AT else Action.AREA)
        apply_area(s, t, p, int(t.frame[s.home[p], seen]))
    elif action >= Action.UNIT:
        apply_unit(s, t, p, slot_of(p, action - Action.UNIT))
    elif action == Action.PASS:
        apply_pass(s, t, p)
    elif action == Action.CONFIRM:
        apply_confirm(s, t, p)
    elif action == Action.ALL_IN:
        join_all(s, t, p)
        fire_group(s, t, p)
    elif action == Action.BASE_WEST or action == Action.BASE_EAST:
        choose_base(s, t, p, action - Action.BASE_WEST)
    elif action == Action.ASSAULT:
        begin_assault(s, t, p)
    elif action == Action.TRANSPORT:
        use(s, p, Flag.TRANSPORT)
        s.act_started = 1
        s.ctx = Context.TRANSPORT_GROUP
    elif Action.MARK <= action < Action.BASE_WEST:
        s.sel_kind = action - Action.MARK
        s.ctx = Context.MARKER_WHERE
    elif s.ctx == Context.EVENT_UNITS:
        buy_with_event(s, t, p, action - Action.BUY)
        if not wait_for_event(s, t, p):
            resume(s, t)
    elif action == Action.MEDIA:
        s.ctx = Context.MEDIA_PAID_DEST if s.ctx == Context.BUDGET else Context.MEDIA_STEP_DEST
    else:
        apply_budget(s, t, p, action)


@jit
def apply_budget(s, t, p, action):
    """R19-R25: purchases of the budget step."""
    if action >= Action.TURRET_SHIFT:
        s.sel_unit = FIRST_NEUTRAL + FIRST_TURRET + action - Action.TURRET_SHIFT
        s.ctx = Context.TURRET_DEST
    elif action >= Action.REBUILD:
        rebuild(s, t, p, action - Action.REBUILD)
    elif action == Action.LEGAL_ADVANCE or action == Action.LEGAL_RETREAT:
        s.settlement += 1 if action == Action.LEGAL_ADVANCE else -1
        s.ctx = Context.BUDGET
    elif action == Action.RAISE_STOCK:
        raise_stock(s, t, p)
    elif action == Action.DESPERATE:
        go_desperate(s, t, p)
    elif action == Action.LEGAL:
        go_to_court(s, t, p)
    else:
        requisition(s, t, p, action - Action.BUY)


@jit
def resume(s, t):
    """R15: what comes after the service point of the phase."""
    if s.phase == Phase.PREPARATION:
        s.ctx = Context.BUDGET
    elif s.phase == Phase.ACTION:
        next_marker(s, t)
    else:
        serve_events(s, t)


# -- PASS and CONFIRM ----------------------------------------------------------------------------------


@jit
def apply_pass(s, t, p):
    """End, decline, stay, keep or leave."""
    ctx = s.ctx
    if ctx == Context.ACTIVATE:
        check_stacks(s, t)
    elif ctx == Context.BUDGET:
        end_budget(s, t, p)
    elif ctx == Context.COUNTER_TARGET or ctx == Context.COUNTER_GROUP:
        end_attack(s)
    elif ctx == Context.RETREAT:
        retreat(s, t, p, NONE)
    elif ctx == Context.REROLL_OWN:
        keep_own_roll(s, t, p)
    elif ctx == Context.REROLL_ENEMY:
        apply_result(s, t)
    elif ctx == Context.UPGRADE:
        end_attempt(s, t, p)
    elif ctx == Context.UPGRADE_REROLL:
        finish_attempt(s, t, p)
    elif ctx == Context.AI_CHOICE:
        s.active_player = NONE
        s.active_area = NONE
        next_marker(s, t)
    elif ctx == Context.EVENT_UNITS:
        s.pending_units[p] = 0
        resume(s, t)
    elif ctx == Context.DEFSAT_TARGET:
        end_defsat(s, t)
    else:  # DEFSAT_PLACE, LEGAL_DIR
        s.ctx = Context.BUDGET


@jit
def end_budget(s, t, p):
    """R16, R27: the rest is lost; the other player's step follows, then the leader places the first marker."""
    s.budget[p] = 0
    if p == s.leader:
        begin_budget(s, t, 1 - p)
    else:
        determine_leader(s, t)
        ask_marker(s, t, int(s.leader))


@jit
def keep_own_roll(s, t, p):
    """R75: the dice stand; in an assault the losses follow."""
    if s.fire_by == NONE:
        ask_losses(s, t, p)
    else:
        ask_enemy(s, t)


@jit
def apply_confirm(s, t, p):
    """Yes, roll, fire or go."""
    ctx = s.ctx
    if ctx == Context.FIREGROUP or ctx == Context.COUNTER_GROUP:
        fire_group(s, t, p)
    elif ctx == Context.UPGRADE:
        attempt(s, t, p)
    elif ctx == Context.UPGRADE_REROLL:
        reroll_upgrade(s, t, p)
    elif ctx == Context.REROLL_OWN:
        if s.fire_by == NONE:
            reroll_assault(s, t, p)
        else:
            reroll(s, t, p, Flag.TARGETING)
        keep_own_roll(s, t, p)
    elif ctx == Context.REROLL_ENEMY:
        reroll(s, t, p, Flag.CAMOUFLAGE)
        apply_result(s, t)
    elif ctx == Context.AI_CHOICE:
        s.active_extra = 1
        begin_activation(s, p, s.active_area)
    else:  # TRANSPORT_GROUP
        s.ctx = Context.TRANSPORT_DEST


@jit
def join_all(s, t, p):
    """ALL_IN: every unit that fits joins the firegroup."""
    reach = group_reach(s, t, p)
    distance = all_in_distance(s, t, reach)
    for slot in range(UNITS):
        if may_join(s, t, slot, reach) and t.distance[s.unit_area[slot], s.fire_target] <= distance:
            s.unit_in_group[slot] = 1


# -- Units, areas, cards -------------------------------------------------------------------------------


@jit
def apply_unit(s, t, p, slot):
    """A unit is named."""
    ctx = s.ctx
    if ctx == Context.ACTIVATE:
        s.act_started = 1
        s.sel_unit = slot
        s.ctx = Context.MOVE_DEST
    elif ctx == Context.FIREGROUP or ctx == Context.COUNTER_GROUP:
        s.unit_in_group[slot] = 1
    elif ctx == Context.TRANSPORT_GROUP:
        s.unit_in_group[slot] = 1
        if count_loaded(s) == t.transport_capacity:
            s.ctx = Context.TRANSPORT_DEST
    elif ctx == Context.AUTO_LOSS:
        lose_target(s, t, p, slot)
    elif ctx == Context.SAVE_ALLOC:
        give_die(s, t, p, slot)
    elif ctx == Context.ASSAULT_LOSS:
        lose_in_assault(s, t, p, slot)
    else:  # STACK_LOSS
        destroy(s, t, slot)
        check_stacks(s, t)


@jit
def apply_area(s, t, p, area):
    """An area is named, or fired at."""
    ctx = s.ctx
    if ctx == Context.MARKER_WHERE:
        place_marker(s, t, p, area)
    elif ctx == Context.MOVE_DEST:
        move_unit(s, int(s.sel_unit), area)
        s.sel_unit = NONE
        s.ctx = Context.ACTIVATE
    elif ctx == Context.ACTIVATE:
        begin_fire(s, p, area)
    elif ctx == Context.RETREAT:
        retreat(s, t, p, area)
    elif ctx == Context.COUNTER_TARGET:
        choose_counter_area(s, area)
    elif ctx == Context.MEDIA_STEP_DEST:
        step_media(s, p, area)
    elif ctx == Context.MEDIA_PAID_DEST:
        move_media(s, t, p, area)
    elif ctx == Context.SETUP_PLACE:
        place_next(s, t, p, area)
    elif ctx == Context.TRANSPORT_DEST:
        fly(s, p, area)
    elif ctx == Context.TOKEN_PLACE:
        place_token(s, t, p, area)
    elif ctx == Context.DEFSAT_PLACE:
        place_defsat(s, p, area)
    elif ctx == Context.DEFSAT_TARGET:
        fire_defsat(s, t, p, area)
    elif ctx == Context.TURRET_DEST:
        shift_turret(s, t, p, area)
    else:  # TURRET_REBUILD_PLACE
        put_on_map(s, int(s.sel_unit), area)
        s.sel_unit = NONE
        place_turrets(s, t)


@jit
def apply_card(s, t, p, slot):
    """A card is named."""
    if s.ctx == Context.MARKER_WHERE:
        place_marker(s, t, p, CARD_PLACE + slot)
    else:
        steal_card(s, t, p, slot)
