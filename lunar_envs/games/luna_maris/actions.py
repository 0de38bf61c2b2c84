"""The action table: id <-> name, and actions in words."""

from collections.abc import Sequence

import numpy as np

from .codes import (
    ADVANCED,
    DEMAND_TYPES,
    DEMANDS,
    DEPOTS,
    EXTRACTIONS,
    FOOD_SLOTS,
    FOODS,
    HIRE_SLOTS,
    NONE,
    RECYCLINGS,
    RESEARCH_SPACES,
    ROOMS,
    SCIENTISTS,
    SITES,
    TOOLS,
    Action,
    Advanced,
    Bonus,
    Context,
    Demand,
    Depot,
    Ore,
    Room,
    Tool,
    Track,
)
from .tables import read_name

_PARAMETERS: dict[Action, Sequence[int]] = {
    Action.DEPOT: range(DEPOTS),
    Action.SCIENTIST: range(SCIENTISTS),
    Action.MODULE: range(ROOMS),
    Action.SITE: range(SITES),
    Action.HIRE: range(HIRE_SLOTS),
    Action.SHIP: range(DEMAND_TYPES),
    Action.RESEARCH: range(len(Track)),
    Action.RESEARCH_BONUS: range(RESEARCH_SPACES),
    Action.EXTRACT: range(EXTRACTIONS),
    Action.RECYCLE: range(RECYCLINGS),
    Action.FOOD_SLOT: range(FOOD_SLOTS),
    Action.BUILD: range(ADVANCED),
    Action.CO2: (1, 2),
    Action.PAY: range(len(Ore)),
    Action.FOOD_CARD: range(FOODS),
    Action.TOOL_CHOICE: range(TOOLS),
}
_WORDS = {
    Action.DEPOT: Depot,
    Action.MODULE: Room,
    Action.SHIP: Demand,
    Action.RESEARCH: Track,
    Action.BUILD: Advanced,
    Action.TOOL_CHOICE: Tool,
}


def _names_of(kind: Action) -> list[str]:
    if kind == Action.PAY:
        return [f"PAY({ore.name.lower()})" for ore in Ore]
    return [f"{kind.name}({k})" for k in _PARAMETERS[kind]] if kind in _PARAMETERS else [kind.name]


ACTION_NAMES = tuple(name for kind in Action if kind != Action.COUNT for name in _names_of(kind))
assert len(ACTION_NAMES) == Action.COUNT

ACTION_ALIASES = {
    **{
        f"{kind.name}({word.name.lower()})": f"{kind.name}({word.value})"
        for kind, words in _WORDS.items()
        for word in words
    },
    **{f"PAY({ore.value})": f"PAY({ore.name.lower()})" for ore in Ore},
}
"""The same actions with words for resources, rooms, types, tracks and tools, and numbers for ores."""

_PLAIN: dict[int, str] = {
    Action.END_SHIFT: "end the shift",
    Action.FEED: "feed scientists",
    Action.MINE_PROBES: "mine: take the ore of all own probes",
    Action.MINE_REFINE: "refine 1 ore",
    Action.POWER_ORE: "burn 1 ore for energy",
    Action.POWER_WATER: "burn 1 water and 1 waste for energy",
    Action.FOOD_ALL: "pay water and harvest all open food",
    Action.REST_START: "rest",
    Action.CO2: "discard 1 energy: 1 CO2 step down",
    Action.CO2 + 1: "discard 2 energy: 2 CO2 steps down",
    Action.PAY: "pay 1 iron",
    Action.PAY + 1: "pay 1 titanium",
}
_SCIENTIST_VERBS = {
    Context.REST: "rest, too:",
    Context.FEED_RET: "return",
    Context.FEED_PTS: "return for points",
    Context.T_RET: "return",
}
_BONUS_WORDS = {
    Bonus.VP: "{} VP",
    Bonus.STRESS: "{} stress relief",
    Bonus.OXYGEN: "{} oxygen back",
    Bonus.CO2: "{} CO2 steps down",
    Bonus.WASTE: "{} waste less",
}
_TOOL_WORDS = {
    Tool.OXYGEN_TANK: "get {} oxygen back",
    Tool.BATTERY: "gain {} energy",
    Tool.LASER_DRILL: "gain {} iron",
    Tool.HYDROPONICS: "pay {} energy for an open food card",
    Tool.MESS_KIT: "return {} scientist to hand",
    Tool.REFINER: "discard 1 iron for {} titanium and 1 waste",
}


def bonus_in_words(kind: int, amount: int) -> str:
    """A printed bonus, as ``2 energy``; ``nothing`` if there is none."""
    if kind == Bonus.NONE:
        return "nothing"
    return _BONUS_WORDS.get(Bonus(kind), "{} " + Bonus(kind).name.lower()).format(amount)


def describe(state: np.ndarray, tables: np.ndarray, action: int) -> str:
    """An action in words, as the seat to move would read it."""
    s, t = state[0], tables[0]
    if plain := _PLAIN.get(action):
        return plain
    kind = max(first for first in Action if first <= action)
    return _DESCRIPTIONS[kind](s, t, action - kind)


def _describe_done(s: np.record, t: np.record, k: int) -> str:
    if s.ctx == Context.MODULE:
        return f"finish in {_room(t, s.at[s.to_move])}"
    if s.ctx == Context.MOVE:
        return "do without a second room"
    return "do without" if s.ctx in (Context.LAB2, Context.GREEN2) else "finish"


def _describe_tool(s: np.record, t: np.record, k: int) -> str:
    tool = s.tool[s.to_move]
    if tool not in _TOOL_WORDS:
        return "use the tool"
    return f"use the {_tool(t, tool)}: " + _TOOL_WORDS[Tool(tool)].format(t.tool_amount[tool])


def _describe_depot(s: np.record, t: np.record, k: int) -> str:
    return f"take {t.depot_amount[k]} {Depot(k).name.lower()} from the depot for {t.depot_cost[k]} VP"


def _describe_scientist(s: np.record, t: np.record, k: int) -> str:
    rooms = ", ".join(_room(t, room) for room in t.scientist_room[k] if room != NONE)
    verb = _SCIENTIST_VERBS.get(Context(s.ctx), "play")
    return f"{verb} {_scientist(t, k)} ({rooms})"


def _describe_room(s: np.record, t: np.record, k: int) -> str:
    if s.ctx == Context.SETUP_START:
        return f"start in {_room(t, k)}"
    at = s.at[s.to_move]
    way = "stay in" if k == at else "go to"
    cost = f" for {t.move_cost[at, k]} oxygen" if at != NONE else ""
    return f"{way} {_room(t, k)}{cost}"


def _describe_site(s: np.record, t: np.record, k: int) -> str:
    return f"place a probe on site {k} ({Ore(t.site_ore[k]).name.lower()})"


def _describe_hire(s: np.record, t: np.record, k: int) -> str:
    card = s.hire[k]
    name = _scientist(t, card) if card != NONE else "nobody"
    return f"hire {name} for {t.hire_energy[k]} energy and {t.hire_water[k]} water"


def _describe_ship(s: np.record, t: np.record, k: int) -> str:
    tile = s.dem_stack[k, 0] if s.dem_n[k] else NONE
    if tile == NONE:
        return f"ship {Demand(k).name.lower()}"
    parts = [f"{t[f'demand_{what}'][tile]} {what}" for what in ("water", "helium", "titanium", "iron")]
    goods = ", ".join(part for part in parts if not part.startswith("0"))
    bonus = bonus_in_words(t.demand_bonus[tile], t.demand_amount[tile])
    return f"ship {goods} for {t.demand_vp[tile]} VP and {bonus}"


def _describe_research(s: np.record, t: np.record, k: int) -> str:
    cost = f" for {t.advanced_amount[Advanced.LABORATORY]} energy" if s.ctx == Context.LAB2 else ""
    return f"advance the {Track(k).name.lower()} research{cost}"


def _describe_research_bonus(s: np.record, t: np.record, k: int) -> str:
    return f"take the research bonus {bonus_in_words(t.research_bonus[k], t.research_amount[k])}"


def _describe_extract(s: np.record, t: np.record, k: int) -> str:
    return f"extract {_gains(t, 'extract', k, ('water', 'helium', 'waste', 'vp'))} from {t.extract_ore[k]} ore"


def _describe_recycle(s: np.record, t: np.record, k: int) -> str:
    option = int(s.variant), k
    gains = _gains(t, "recycle", option, ("iron", "titanium", "water", "helium", "energy", "vp"))
    tool = " with the recycler" if k == RECYCLINGS - 1 else ""
    return f"recycle {t.recycle_waste[option]} waste to {gains}{tool}"


def _describe_food_slot(s: np.record, t: np.record, k: int) -> str:
    return f"take {_food(t, s.food_open[k])}"


def _describe_build(s: np.record, t: np.record, k: int) -> str:
    spaces = [space for space, tile in enumerate(s.adv_offer) if tile == k]
    points = f" for {t.improvement_vp[spaces[0]]} VP" if spaces else ""
    return f"build the advanced {_room(t, t.advanced_room[k])}{points}"


def _describe_food_card(s: np.record, t: np.record, k: int) -> str:
    return f"serve {_food(t, k)}"


def _describe_tool_choice(s: np.record, t: np.record, k: int) -> str:
    return f"take the {_tool(t, k)}"


def _gains(t: np.record, option: str, index: int | tuple[int, int], kinds: Sequence[str]) -> str:
    amounts = [(int(t[f"{option}_{kind}"][index]), kind) for kind in kinds]
    return ", ".join(f"{amount} {kind.upper() if kind == 'vp' else kind}" for amount, kind in amounts if amount)


def _room(t: np.record, room: int) -> str:
    return read_name(t.room_name[room])


def _scientist(t: np.record, card: int) -> str:
    return read_name(t.scientist_name[card]).replace("_", " ")


def _tool(t: np.record, tool: int) -> str:
    return read_name(t.tool_name[tool]).replace("_", " ")


def _food(t: np.record, card: int) -> str:
    if card == NONE:
        return "nothing"
    bonus = "" if t.food_bonus[card] == Bonus.NONE else f", {bonus_in_words(t.food_bonus[card], t.food_amount[card])}"
    return f"{read_name(t.food_name[t.food_kind[card]])} [{card}] (value {t.food_value[card]}{bonus})"


_DESCRIPTIONS = {
    Action.DONE: _describe_done,
    Action.USE_TOOL: _describe_tool,
    Action.DEPOT: _describe_depot,
    Action.SCIENTIST: _describe_scientist,
    Action.MODULE: _describe_room,
    Action.SITE: _describe_site,
    Action.HIRE: _describe_hire,
    Action.SHIP: _describe_ship,
    Action.RESEARCH: _describe_research,
    Action.RESEARCH_BONUS: _describe_research_bonus,
    Action.EXTRACT: _describe_extract,
    Action.RECYCLE: _describe_recycle,
    Action.FOOD_SLOT: _describe_food_slot,
    Action.BUILD: _describe_build,
    Action.FOOD_CARD: _describe_food_card,
    Action.TOOL_CHOICE: _describe_tool_choice,
}


# -- Cards and tiles ---------------------------------------------------------------------------------------------------

_DEMAND = SCIENTISTS
_FOOD = _DEMAND + DEMANDS
_MODULE = _FOOD + FOODS
_BONUS = _MODULE + ADVANCED
_TOOL = _BONUS + RESEARCH_SPACES


def name_components(tables: np.ndarray) -> tuple[str, ...]:
    """Scientists, demand tiles, food cards, advanced modules, research bonuses and tools."""
    t = tables[0]
    return (
        *(f"scientist {card} {_scientist(t, card)}" for card in range(SCIENTISTS)),
        *(f"demand {tile}" for tile in range(DEMANDS)),
        *(f"food {card} {read_name(t.food_name[t.food_kind[card]])}" for card in range(FOODS)),
        *(f"advanced {_room(t, room)}" for room in t.advanced_room),
        *(f"research bonus {space}" for space in range(RESEARCH_SPACES)),
        *(_tool(t, tool) for tool in range(TOOLS)),
    )


def component_of(state: np.ndarray, tables: np.ndarray, action: int) -> int:
    """The card played, tile shipped, food served, module built, bonus taken or tool used."""
    s = state[0]
    if action == Action.USE_TOOL or action == Action.RECYCLE + RECYCLINGS - 1:
        return _TOOL + int(s.tool[s.to_move])
    kind = max(first for first in Action if first <= action)
    k = action - kind
    if kind == Action.SCIENTIST:
        return k if s.ctx == Context.TURN else NONE
    if kind == Action.SHIP:
        return _DEMAND + int(s.dem_stack[k, 0])
    first = {Action.FOOD_CARD: _FOOD, Action.BUILD: _MODULE, Action.RESEARCH_BONUS: _BONUS}.get(kind)
    return NONE if first is None else first + k
