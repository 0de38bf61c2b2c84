"""The text view, and the words that text and picture share."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from .actions import bonus_in_words, describe
from .codes import (
    AUTOMATON,
    CO2_STEPS,
    DEMANDS_OF_TYPE,
    ENERGY_CAP,
    EXTRACTIONS,
    FEED_VP,
    HELIUM_CAP,
    LEVEL_1,
    NONE,
    PROBE_SLOTS,
    RECYCLINGS,
    RESEARCH_TOP,
    ROUNDS,
    WASTE_CAP,
    WATER_CAP,
    Advanced,
    Card,
    Context,
    Deed,
    Demand,
    Depot,
    Food,
    Ore,
    Room,
    Tool,
)
from .tables import read_name

if TYPE_CHECKING:
    from lunar_envs.engine.game import Game

COLUMNS = 100
SEAT_NAMES = ("Red", "Blue", "Yellow", "Green")
FINAL_HEADS = ("tiles", "kinds", "food", "CO2", "waste")
"""The terms of R60 in its order: demand tiles, kinds of food, value of food, CO2, waste."""

_EFFECT_WORDS = {
    Advanced.EXPLORATION: "no stress",
    Advanced.COMMUNICATION: "+{} VP a hire",
    Advanced.EXPEDITION: "+{} VP a demand",
    Advanced.LABORATORY: "2nd step: {} energy",
    Advanced.MINING: "+{} iron",
    Advanced.POWER: "+{} energy",
    Advanced.GREENHOUSE: "2nd card",
    Advanced.REST: "+{} relief",
}
TOOL_WORDS = {
    Tool.RECYCLER: "one more recycling",
    Tool.OXYGEN_TANK: "{} oxygen back",
    Tool.BATTERY: "{} energy",
    Tool.LASER_DRILL: "{} iron",
    Tool.HYDROPONICS: "food for {} energy",
    Tool.MESS_KIT: "{} scientist back",
    Tool.REFINER: "iron to {} titanium",
}
_DECISION_WORDS = {
    Context.SETUP_TOOL: "choose a tool",
    Context.SETUP_START: "choose the room to start in",
    Context.TURN: "play a scientist, feed or end the shift",
    Context.MOVE: "where does the {card} go",
    Context.MODULE: "what does the {card} do in {room}",
    Context.PAY: "{purpose}: iron or titanium ({due} ore due)",
    Context.RBONUS: "which research bonus",
    Context.LAB2: "one more research step for energy",
    Context.GREEN2: "which food card, too",
    Context.REST: "which scientists rest, too",
    Context.FEED_FOOD: "which food is served (value so far {value})",
    Context.FEED_RET: "which scientist returns ({left} more)",
    Context.FEED_PTS: "which scientist returns for {price} VP",
    Context.T_FOOD: "hydroponics: which food card",
    Context.T_RET: "mess kit: which scientist returns",
}
_SECOND_ROOM = "which second room does the {card} use"


def show(game: Game, state: np.ndarray, view: int | None) -> str:
    """The state as text of at most 100 columns.

    All seats know the same, so it does not depend on ``view``; what is hidden from all is never shown.
    """
    s, t = state[0], game.tables[0]
    parts = [_header(game, state), _orders(s, t), _station(s, t), _sites(s, t), _tracks(s, t), _options(s, t)]
    parts += [_improvements(s, t), _displays(s, t)]
    if s.ctx in (Context.SETUP_TOOL, Context.SETUP_START):
        parts.insert(1, _set_up(s, t))
    if s.ctx == Context.OVER:
        parts.insert(1, _results(s))
    for seat in range(s.seats):
        parts.append(_automaton(s, t) if is_automaton(s, seat) else _player(s, t, seat))
    return "\n\n".join("\n".join(lines) for lines in parts)


# -- words shared with the picture -------------------------------------------------------------------


def deed_name(deed: int) -> str:
    """An action of the automaton in words."""
    return Deed(deed).name.lower().replace("_", " ")


def is_automaton(s: np.record, seat: int) -> bool:
    """Whether a seat is the automaton's (R70)."""
    return bool(s.solo) and seat == AUTOMATON


def player_name(s: np.record, seat: int) -> str:
    """The colour of a seat, or the automaton."""
    return "Automaton" if is_automaton(s, seat) else SEAT_NAMES[seat]


def name_words(name: np.ndarray) -> str:
    """A name field of the tables (``t.tool_name[3]``) with spaces."""
    return read_name(name).replace("_", " ")


def card_name(t: np.record, card: int) -> str:
    """The name of a scientist."""
    return name_words(t.scientist_name[card])


def room_name(t: np.record, room: int) -> str:
    """The name of a room."""
    return name_words(t.room_name[room])


def tool_words(t: np.record, tool: int) -> tuple[str, str]:
    """Name and gist of a tool."""
    return name_words(t.tool_name[tool]), TOOL_WORDS[Tool(tool)].format(t.tool_amount[tool])


def effect_words(t: np.record, tile: int) -> str:
    """The gist of an advanced module."""
    return _EFFECT_WORDS[Advanced(tile)].format(t.advanced_amount[tile])


def round_words(s: np.record) -> str:
    """Which round, day or night (R10)."""
    if s["round"] == 0:
        return "set-up"
    return f"round {s['round']} of {ROUNDS}, {'day' if s['round'] % 2 else 'night'}"


def decision_words(state: np.ndarray, tables: np.ndarray) -> str:
    """What the seat to move decides."""
    s, t = state[0], tables[0]
    seat = s.to_move
    facts = {
        "card": card_name(t, s.cur_sci) if s.cur_sci != NONE else "",
        "room": room_name(t, s.at[seat]) if s.at[seat] != NONE else "",
        "purpose": describe(state, tables, int(s.pend_action)) if s.ctx == Context.PAY else "",
        "due": s.pay_left,
        "value": s.feed_total,
        "left": s.feed_total - s.feed_count,
        "price": FEED_VP,
    }
    second = s.ctx == Context.MOVE and s.second
    return (_SECOND_ROOM if second else _DECISION_WORDS[Context(s.ctx)]).format(**facts)


def progress_words(s: np.record, t: np.record) -> str:
    """What the scientist in play has done so far."""
    done = [word for word, flag in (("main", s.main_done), ("extra", s.extra_done)) if flag]
    words = [f"{' and '.join(done)} action done"] if done else []
    words += [f"first room {room_name(t, s.first_room)}"] if s.second else []
    return ", ".join(words) or "no action done"


def cards_at(s: np.record, seat: int, place: Card) -> list[int]:
    """The scientists of a seat that are in hand, resting or in play."""
    return np.flatnonzero(s.sci[seat] == place).tolist()


def foods_at(s: np.record, place: int) -> list[int]:
    """The food cards in the hand of a seat, or at another place (``Food``)."""
    return np.flatnonzero(s.food_loc == place).tolist()


def tiles_of(s: np.record, seat: int) -> list[int]:
    """The demand tiles of a seat."""
    return np.flatnonzero(s.dem_owner == seat).tolist()


def clean_up_words(s: np.record, round_index: int, seat: int) -> str:
    """What a seat won in a clean-up: probes, carbon credits and improvements."""
    return "+".join(str(n) for n in s.clean_log[round_index, seat])


def rounds_cleaned(s: np.record) -> int:
    """The number of clean-ups so far."""
    finished = s.ctx == Context.OVER and not s.truncated
    return int(s["round"]) if finished else max(0, int(s["round"]) - 1)


def ranking(s: np.record) -> list[int]:
    """The seats from the first to the last."""
    return sorted(range(s.seats), key=lambda seat: s.rank[seat])


# -- parts of the text -----------------------------------------------------------------------------


def _listed(head: str, entries: Iterable[str], empty: str = "-") -> list[str]:
    """``head`` and the entries, in as many lines as they need."""
    # Blanks inside an entry must not be broken.
    words = ", ".join(entry.replace(" ", "\0") for entry in entries) or empty
    lines = textwrap.wrap(words, COLUMNS - len(head), break_long_words=False, break_on_hyphens=False)
    return [(head if k == 0 else " " * len(head)) + line.replace("\0", " ") for k, line in enumerate(lines)]


def _header(game: Game, state: np.ndarray) -> list[str]:
    s = state[0]
    if s.ctx == Context.OVER:
        waits = f"Game over: {game.describe_end(s)}"
    else:
        waits = f"{player_name(s, s.to_move)} (seat {s.to_move}) decides: {decision_words(state, game.tables)}"
    return [f"Luna Maris    {round_words(s)}    decisions {s.decisions}", waits]


def _set_up(s: np.record, t: np.record) -> list[str]:
    tools = [
        f"{name} ({gist})" for name, gist in (tool_words(t, tool) for tool in np.flatnonzero(s.tools_offer).tolist())
    ]
    rooms = [room_name(t, room) for room in np.flatnonzero(s.start_mask).tolist()]
    return [*_listed("Tools on offer   ", tools), *_listed("Start rooms      ", rooms)]


def _results(s: np.record) -> list[str]:
    lines = ["Result        rank   in play" + "".join(f"{head:>12}" for head in FINAL_HEADS) + "       VP"]
    for seat in ranking(s):
        parts = "".join(f"{n:12}" for n in s.final_parts[seat])
        played = s.vp[seat] - s.final_parts[seat].sum()
        lines.append(f"  {player_name(s, seat):12}{s.rank[seat]:4}{played:10}{parts}{s.vp[seat]:9}")
    return lines


def _orders(s: np.record, t: np.record) -> list[str]:
    now = [player_name(s, seat) for seat in s.order[: s.seats]]
    later = []
    for place, seat in enumerate(s.next_order[: s.seats]):
        bonus = bonus_in_words(t.order_bonus[place], t.order_amount[place])
        later.append(f"{place + 1} {player_name(s, seat) if seat != NONE else f'free ({bonus})'}")
    lines = [*_listed("Turn order   ", now), *_listed("Next round   ", later)]
    cleaned = range(rounds_cleaned(s))
    lines += ["Clean-ups    probes + carbon credits + improvements, by round"] if cleaned else []
    for seat in range(s.seats) if cleaned else ():
        won = "".join(f"{clean_up_words(s, k, seat):10}" for k in cleaned)
        lines.append(f"  {player_name(s, seat):11}{won}".rstrip())
    return lines


def _station(s: np.record, t: np.record) -> list[str]:
    lines = [f"Room             {'space':11}{'astronauts':27}{'corridors to':16}advanced"]
    effects = {int(t.advanced_room[tile]): effect_words(t, tile) for tile in np.flatnonzero(s.adv_built).tolist()}
    for room in Room:
        holder = s.slot[room]
        space = "no need" if not t.needs_activation[room] else player_name(s, holder) if holder != NONE else "free"
        guests = " ".join(player_name(s, seat) for seat in range(s.seats) if s.at[seat] == room)
        ways = " ".join(str(other) for other in np.flatnonzero(t.corridor[room]))
        line = f"  {room:2} {room_name(t, room):14}{space:11}{guests:27}{ways:16}{effects.get(room, '')}"
        lines.append(line.rstrip())
    return lines


def _sites(s: np.record, t: np.record) -> list[str]:
    lines = ["Sites   (Fe iron, Ti titanium; sites touch their neighbours in the row and above and below)"]
    for y in np.unique(t.site_y):
        places = np.flatnonzero(t.site_y == y)
        line = " " * 100
        for site in places:
            start = 2 + round(16 * float(t.site_x[site]))
            ore = ("Fe", "Ti")[t.site_ore[site]]
            owner = player_name(s, s.site[site]) if s.site[site] != NONE else "."
            entry = f"{site:2} {ore} {owner}"
            line = line[:start] + entry + line[start + len(entry) :]
        lines.append(line.rstrip())
    return lines


def _tracks(s: np.record, t: np.record) -> list[str]:
    lines = ["Tracks          CO2 steps (VP)   extraction   sustainability"]
    for seat in range(s.seats):
        co2 = f"{s.co2[seat]} of {CO2_STEPS} ({t.co2_vp[s.co2[seat]]})"
        levels = [f"{level} of {RESEARCH_TOP}" for level in s.research[seat]]
        lines.append(f"  {player_name(s, seat):11}{co2:>17}{levels[0]:>13}{levels[1]:>17}")
    return lines


def _options(s: np.record, t: np.record) -> list[str]:
    extract, recycle = [], []
    for k in range(EXTRACTIONS):
        gains = _amounts(t, "extract", k, ("water", "helium", "waste", "vp"))
        extract.append(f"[{t.extract_level[k]}] {t.extract_ore[k]} ore: {gains}")
    for k in range(RECYCLINGS):
        option = int(s.variant), k
        gains = _amounts(t, "recycle", option, ("iron", "titanium", "water", "helium", "energy", "vp"))
        level = "recycler" if k == RECYCLINGS - 1 else t.recycle_level[option]
        recycle.append(f"[{level}] {t.recycle_waste[option]} waste: {gains}")
    bonuses = []
    for kind, amount, seat in zip(t.research_bonus, t.research_amount, s.rb_owner, strict=True):
        bonuses.append(bonus_in_words(kind, amount) + ("" if seat == NONE else f" ({player_name(s, seat)})"))
    return [
        *_listed("Extraction   ", extract),
        *_listed("Recycling    ", recycle),
        *_listed("Top bonuses  ", bonuses),
    ]


def _amounts(t: np.record, option: str, index: int | tuple[int, int], kinds: Iterable[str]) -> str:
    counts = [(int(t[f"{option}_{kind}"][index]), kind) for kind in kinds]
    return " + ".join(f"{n} {kind.upper() if kind == 'vp' else kind}" for n, kind in counts if n)


def _improvements(s: np.record, t: np.record) -> list[str]:
    lines = ["Advanced modules"]
    for space, (tile, owner) in enumerate(zip(s.adv_offer, s.imp_owner, strict=True)):
        gain = f"{t.improvement_vp[space]} VP, {t.improvement_clean_up[space]} at each clean-up"
        offer = f"{room_name(t, t.advanced_room[tile])}: {effect_words(t, tile)}" if tile != NONE else ""
        lines.append(f"  {space} {gain:26}{offer or 'built by ' + player_name(s, owner)}")
    return lines


def _displays(s: np.record, t: np.record) -> list[str]:
    lines = []
    for kind in Demand:
        head = f"Demand {kind.name.lower():10} stack {s.dem_n[kind]}   "
        lines.append(head + (_demand_words(t, s.dem_stack[kind, 0]) if s.dem_n[kind] else "-"))
    for slot, card in enumerate(s.hire):
        price = f"{t.hire_energy[slot]} energy {t.hire_water[slot]} water"
        name = f"{card_name(t, card)} ({_rooms_words(t, card)})" if card != NONE else "-"
        lines.append(f"Hire {slot}            {price}   {name}")
    removed = [card_name(t, card) for card in (np.flatnonzero(s.l2_removed) + LEVEL_1).tolist()]
    lines.append(f"Level-2 deck      {s.l2_n}")
    lines += _listed("  out of the game ", removed) if removed else []
    food = [_food_words(t, card) if card != NONE else "-" for card in s.food_open]
    lines += _listed("Food on display   ", food)
    lines += _listed(f"Food deck {s.food_n:2}, used ", [_food_words(t, card) for card in foods_at(s, Food.DISCARD)])
    return lines


def _demand_words(t: np.record, tile: int) -> str:
    goods = [f"{t[f'demand_{name}'][tile]} {name}" for name in ("water", "helium", "titanium", "iron")]
    bonus = bonus_in_words(t.demand_bonus[tile], t.demand_amount[tile])
    return f"{' + '.join(g for g in goods if not g.startswith('0'))}: {t.demand_vp[tile]} VP and {bonus}"


def _rooms_words(t: np.record, card: int) -> str:
    return ", ".join(room_name(t, room) for room in t.scientist_room[card] if room != NONE)


def _food_words(t: np.record, card: int) -> str:
    bonus = f" + {bonus_in_words(t.food_bonus[card], t.food_amount[card])}" if t.food_bonus[card] else ""
    return f"{name_words(t.food_name[t.food_kind[card]])} {t.food_value[card]}{bonus}"


# -- players -----------------------------------------------------------------------------------------


def _player(s: np.record, t: np.record, seat: int) -> list[str]:
    stores = [
        f"energy {s.energy[seat]}/{ENERGY_CAP}",
        f"water {s.water[seat]}/{WATER_CAP}",
        f"helium {s.helium[seat]}/{HELIUM_CAP}",
        f"waste {s.waste[seat]}/{WASTE_CAP}",
    ]
    depot = [f"{t.depot_amount[k]} {Depot(k).name.lower()}" for k in np.flatnonzero(s.depot[seat]).tolist()]
    first, second = (_ore_words(section) for section in s.belt[seat])
    lines = [
        _headline(s, seat, stores),
        f"    oxygen    {s.o2_used[seat]} used, stress limit {s.stress[seat]}",
        f"    belt      section 1: {first}   section 2: {second}",
        f"    board     {_probe_words(s, t, seat)}, discs {s.discs[seat]}, depot {' + '.join(depot) or 'empty'}",
        f"    tool      {_tool_state(s, t, seat)}",
    ]
    if seat == s.to_move and s.cur_sci != NONE:
        card = f"{card_name(t, s.cur_sci)} ({_rooms_words(t, s.cur_sci)})"
        lines.append(f"    in play   {card}, {progress_words(s, t)}")
    for head, place in (("hand", Card.HAND), ("resting", Card.PILE)):
        lines += _listed(f"    {head:10}", [card_name(t, card) for card in cards_at(s, seat, place)])
    return lines + _collected(s, t, seat)


def _headline(s: np.record, seat: int, stores: Iterable[str]) -> str:
    mark = ">" if s.ctx != Context.OVER and seat == s.to_move else " "
    note = "   shift ended" if s.ended[seat] else ""
    return f"{mark} {player_name(s, seat)} (seat {seat})   {s.vp[seat]} VP   " + "  ".join(stores) + note


def _ore_words(section: np.ndarray) -> str:
    return ", ".join(f"{n} {ore.name.lower()}" for n, ore in zip(section, Ore, strict=True) if n) or "-"


def _probe_words(s: np.record, t: np.record, seat: int) -> str:
    left = int(s.probes_left[seat])
    bonuses = [bonus_in_words(t.probe_bonus[k], t.probe_amount[k]) for k in range(PROBE_SLOTS - left, PROBE_SLOTS)]
    return f"probes {left}" + (f" (for {', '.join(bonuses)})" if bonuses else "")


def _tool_state(s: np.record, t: np.record, seat: int) -> str:
    if s.tool[seat] == NONE:
        return "-"
    name, gist = tool_words(t, s.tool[seat])
    return f"{name} ({gist})" + (", used" if s.tool_used[seat] else "")


def _collected(s: np.record, t: np.record, seat: int) -> list[str]:
    food = _listed("    food      ", [_food_words(t, card) for card in foods_at(s, seat)])
    tiles = [f"{Demand(tile // DEMANDS_OF_TYPE).name.lower()} {t.demand_vp[tile]} VP" for tile in tiles_of(s, seat)]
    return [*food, *_listed("    demands   ", tiles)]


def _automaton(s: np.record, t: np.record) -> list[str]:
    stores = [f"water {s.water[AUTOMATON]}/{WATER_CAP}", f"waste {s.waste[AUTOMATON]}/{WASTE_CAP}"]
    stores += [f"probes {s.probes_left[AUTOMATON]}", f"discs {s.discs[AUTOMATON]}"]
    lines = [_headline(s, AUTOMATON, stores)]
    for k in range(s["round"]):
        card = s.automaton_cards[k]
        deeds = [deed_name(deed) for deed in t.deed[card] if deed != NONE]
        if k == s["round"] - 1 and s.ctx != Context.OVER:
            deeds = [f"[next: {deed}]" if i == s.automaton_step else deed for i, deed in enumerate(deeds)]
        lines += _listed(f"    card {chr(t.letter[card])}    ", deeds)
    return lines + _collected(s, t, AUTOMATON)
