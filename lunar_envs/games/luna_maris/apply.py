"""What actions do: a router and the handlers of set-up, turn and move; rooms.py and feed.py hold the others."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.masks import first_legal

from .codes import (
    AUTOMATON,
    CAP,
    LEVEL_1,
    NONE,
    REFINE_WASTE,
    ROOMS,
    TOOLS,
    Action,
    Card,
    Context,
    Depot,
    Ore,
    Tool,
)
from .feed import begin_feeding, return_fed, return_paid, serve
from .legal import legal
from .rooms import apply_option, choose_research_bonus, pay_ore, research_again
from .score import finish_game
from .setup import setup_state
from .supplies import (
    add_energy,
    add_ore,
    add_vp,
    add_waste,
    add_water,
    free_space,
    regain_oxygen,
    relieve_stress,
    spend_ore,
    take_food,
)
from .turn import begin_round, end_turn, leave_work


@jit
def setup(s, t, options, mask):
    """R1-R9: from a blank record to the first choice of a tool, which is never forced."""
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
    """One legal action; the operating cap truncates the game, which is scored as it stands."""
    route(s, t, int(s.to_move), action)
    s.decisions += 1
    if s.decisions >= CAP and s.ctx != Context.OVER:
        s.truncated = 1
        finish_game(s, t)


@jit
def route(s, t, p, action):
    """Route to the handler of the context."""
    ctx = s.ctx
    if ctx == Context.TURN:
        apply_turn(s, t, p, action)
    elif ctx == Context.MOVE:
        apply_move(s, t, p, action)
    elif ctx == Context.MODULE:
        apply_module(s, t, p, action)
    elif ctx == Context.PAY:
        pay_ore(s, t, p, action - Action.PAY)
    elif ctx == Context.REST:
        apply_rest(s, t, p, action)
    elif ctx == Context.FEED_FOOD:
        serve(s, t, p, action)
    elif ctx == Context.FEED_RET:
        return_fed(s, t, p, action - Action.SCIENTIST)
    elif ctx == Context.FEED_PTS:
        return_paid(s, t, p, action)
    elif ctx == Context.T_FOOD:
        take_food(s, p, action - Action.FOOD_SLOT)
        resume(s)
    elif ctx == Context.T_RET:
        s.sci[p, action - Action.SCIENTIST] = Card.HAND
        resume(s)
    elif ctx == Context.GREEN2:
        if action != Action.DONE:
            take_food(s, p, action - Action.FOOD_SLOT)
        s.ctx = Context.MODULE
    elif ctx == Context.LAB2:
        research_again(s, t, p, action)
    elif ctx == Context.RBONUS:
        choose_research_bonus(s, t, p, action - Action.RESEARCH_BONUS)
    elif ctx == Context.SETUP_TOOL:
        apply_tool_choice(s, p, action - Action.TOOL_CHOICE)
    elif ctx == Context.SETUP_START:
        apply_start(s, t, p, action - Action.MODULE)


# -- Set-up ------------------------------------------------------------------------------------------------------------


@jit
def apply_tool_choice(s, p, tool):
    """R8: each player takes a tool, in reverse turn order; the one that is left leaves the game."""
    s.tool[p] = tool
    s.tools_offer[tool] = 0
    s.setup_idx += 1
    if s.setup_idx < s.num_players:
        s.to_move = s.order[s.seats - 1 - s.setup_idx]
        return
    for i in range(TOOLS):
        s.tools_offer[i] = 0
    s.setup_idx = 0
    s.to_move = s.order[0]
    s.ctx = Context.SETUP_START


@jit
def apply_start(s, t, p, room):
    """R9: each player takes a start room, in turn order, the automaton the last one; then the first round begins."""
    s.at[p] = room
    s.start_mask[room] = 0
    s.setup_idx += 1
    if s.setup_idx < s.num_players:
        s.to_move = s.order[s.setup_idx]
        return
    for other in range(ROOMS):
        if s.start_mask[other]:
            s.at[AUTOMATON] = other
            s.start_mask[other] = 0
    s.setup_idx = 0
    begin_round(s, t)
    s.to_move = s.order[0]
    s.ctx = Context.TURN


# -- The turn ----------------------------------------------------------------------------------------------------------


@jit
def apply_turn(s, t, p, action):
    """R14-R16: a scientist, feeding, the end of the shift, or a free action before one of them."""
    if action >= Action.SCIENTIST:
        s.cur_sci = action - Action.SCIENTIST
        s.sci[p, s.cur_sci] = Card.PLAYED
        s.ctx = Context.MOVE
    elif action == Action.END_SHIFT:
        leave_work(s, t, p)
    elif action == Action.FEED:
        begin_feeding(s, p)
    else:
        apply_free_action(s, t, p, action)


@jit
def apply_move(s, t, p, action):
    """R21, R27: to a room on the card, or no second room."""
    if action >= Action.MODULE:
        enter_room(s, t, p, action - Action.MODULE)
    elif action == Action.DONE:
        end_card(s, t, p)
    else:
        apply_free_action(s, t, p, action)


@jit
def enter_room(s, t, p, room):
    """R21, R26: oxygen for the way; leaving a room frees its activation space."""
    origin = s.at[p]
    s.o2_used[p] += t.move_cost[origin, room]
    if origin != room:
        free_space(s, p)
        s.at[p] = room
    if not s.second:
        s.first_room = room
    s.ctx = Context.MODULE


@jit
def apply_module(s, t, p, action):
    """R23: an option of the room, a free action, or the end of the visit."""
    if action > Action.SCIENTIST:
        apply_option(s, t, p, action)
    elif action == Action.DONE:
        finish_visit(s, t, p)
    else:
        apply_free_action(s, t, p, action)


@jit
def finish_visit(s, t, p):
    """R27: a level-2 card has a second room."""
    s.main_done = 0
    s.extra_done = 0
    if s.cur_sci >= LEVEL_1 and not s.second:
        s.second = 1
        s.ctx = Context.MOVE
    else:
        end_card(s, t, p)


@jit
def end_card(s, t, p):
    """R20: the scientist rests, the turn ends."""
    s.sci[p, s.cur_sci] = Card.PILE
    s.cur_sci = NONE
    s.first_room = NONE
    s.second = 0
    end_turn(s, t, p)


@jit
def apply_rest(s, t, p, action):
    """R39: a scientist from hand rests too, or no more do."""
    if action == Action.DONE:
        s.ctx = Context.MODULE
        return
    card = action - Action.SCIENTIST
    s.sci[p, card] = Card.PILE
    relieve_stress(s, p, t.scientist_value[card])


# -- Free actions ------------------------------------------------------------------------------------------------------


@jit
def apply_free_action(s, t, p, action):
    """R15, R16: depot or tool; the decision that waits stays, but for tools that ask for a card."""
    if action == Action.USE_TOOL:
        s.tool_used[p] = 1
        use_tool(s, t, p, s.tool[p])
    else:
        take_from_depot(s, t, p, action - Action.DEPOT)


@jit
def take_from_depot(s, t, p, resource):
    """R15: a resource for points, once a game."""
    s.depot[p, resource] = 0
    add_vp(s, p, -t.depot_cost[resource])
    amount = t.depot_amount[resource]
    if resource == Depot.ENERGY:
        add_energy(s, p, amount)
    elif resource == Depot.WATER:
        add_water(s, p, amount)
    else:
        add_ore(s, p, Ore.IRON, amount)


@jit
def use_tool(s, t, p, tool):
    """R16: what the tools do."""
    amount = t.tool_amount[tool]
    if tool == Tool.OXYGEN_TANK:
        regain_oxygen(s, p, amount)
    elif tool == Tool.BATTERY:
        add_energy(s, p, amount)
    elif tool == Tool.LASER_DRILL:
        add_ore(s, p, Ore.IRON, amount)
    elif tool == Tool.HYDROPONICS:
        s.energy[p] -= amount
        interrupt(s, Context.T_FOOD)
    elif tool == Tool.MESS_KIT:
        interrupt(s, Context.T_RET)
    elif tool == Tool.REFINER:
        spend_ore(s, p, Ore.IRON, 1)
        add_ore(s, p, Ore.TITANIUM, amount)
        add_waste(s, p, REFINE_WASTE)


@jit
def interrupt(s, ctx):
    """R16: the tool asks for a card before the decision that waits."""
    s.resume_ctx = s.ctx
    s.ctx = ctx


@jit
def resume(s):
    """R16: back to the decision that the tool interrupted."""
    s.ctx = s.resume_ctx
    s.resume_ctx = NONE
