"""Component data -> one read-only record; every relation that the rules state is checked here."""

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from lunar_envs.engine.data import Converter, choice, integer, read_rows, require, text
from lunar_envs.engine.record import record_dtype

from .codes import (
    ADVANCED,
    AUTOMATON_ACTIONS,
    AUTOMATON_CARDS,
    CO2_STEPS,
    DEMAND_TYPES,
    DEMANDS,
    DEMANDS_OF_TYPE,
    DEPOTS,
    ENERGY_CAP,
    EXTRACTIONS,
    FOOD_KINDS,
    FOODS,
    HELIUM_CAP,
    HIRE_SLOTS,
    IMPROVEMENTS,
    LEVEL_1,
    NONE,
    PLAYERS,
    PROBE_SLOTS,
    RECYCLINGS,
    RESEARCH_SPACES,
    RESEARCH_TOP,
    ROOMS,
    SCIENTISTS,
    SITES,
    STACK,
    TOOLS,
    WASTE_CAP,
    WATER_CAP,
    Advanced,
    Bonus,
    Deed,
    Demand,
    Depot,
    Ore,
    Room,
    Tool,
)

DATA = Path(__file__).parent / "data"
NAME_LENGTH = 24
SYMBOLS = 3
CARDS_OF_DECK = AUTOMATON_CARDS // 2
MARKED_PLAYERS = 4
"""Marked food cards are for this many players and more (R6)."""

UNMARKED_FOODS = 24
BEST_GROUP = 30
"""So many points for a single probe, four times, still fit into ``clean_log``."""

BEST_DEMAND = 18
TILES_OWNED = DEMAND_TYPES * STACK

TABLES = record_dtype(
    [
        ("room_name", "u1", (ROOMS, NAME_LENGTH)),  # names: ASCII, 0-padded
        ("room_x", "f4", (ROOMS,)),  # drawing grid
        ("room_y", "f4", (ROOMS,)),
        ("needs_activation", "i1", (ROOMS,)),  # 0/1
        ("corridor", "u1", (ROOMS, ROOMS)),  # 0/1, both ways
        ("move_cost", "i1", (ROOMS, ROOMS)),  # oxygen, from x to; 1 for staying (R21)
        ("reach_cost", "i1", (ROOMS, SCIENTISTS)),  # oxygen to the nearest room on the card
        ("site_x", "f4", (SITES,)),
        ("site_y", "f4", (SITES,)),
        ("site_ore", "i1", (SITES,)),  # Ore
        ("site_beside", "i8", (SITES,)),  # adjacent sites, as bits
        ("start_site", "i1", (PLAYERS,)),  # by place in the first turn order
        ("scientist_name", "u1", (SCIENTISTS, NAME_LENGTH)),
        ("scientist_value", "i1", (SCIENTISTS,)),  # level, 1 or 2
        ("scientist_room", "i1", (SCIENTISTS, SYMBOLS)),  # Room, -1 = none
        ("shows", "i1", (SCIENTISTS, ROOMS)),  # 1 = the room is on the card
        ("hire_energy", "i1", (HIRE_SLOTS,)),
        ("hire_water", "i1", (HIRE_SLOTS,)),
        ("demand_water", "i1", (DEMANDS,)),
        ("demand_helium", "i1", (DEMANDS,)),
        ("demand_titanium", "i1", (DEMANDS,)),
        ("demand_iron", "i1", (DEMANDS,)),
        ("demand_vp", "i2", (DEMANDS,)),
        ("demand_bonus", "i1", (DEMANDS,)),  # Bonus
        ("demand_amount", "i1", (DEMANDS,)),
        ("food_name", "u1", (FOOD_KINDS, NAME_LENGTH)),
        ("food_kind", "i1", (FOODS,)),  # 0..5
        ("food_value", "i1", (FOODS,)),
        ("food_bonus", "i1", (FOODS,)),  # Bonus
        ("food_amount", "i1", (FOODS,)),
        ("food_players", "i1", (FOODS,)),  # least number of seats
        ("advanced_room", "i1", (ADVANCED,)),  # Room
        ("advanced_amount", "i1", (ADVANCED,)),
        ("improvement_vp", "i2", (IMPROVEMENTS,)),  # when built
        ("improvement_clean_up", "i1", (IMPROVEMENTS,)),  # at each clean-up
        ("extract_level", "i1", (EXTRACTIONS,)),
        ("extract_ore", "i1", (EXTRACTIONS,)),
        ("extract_water", "i1", (EXTRACTIONS,)),
        ("extract_helium", "i1", (EXTRACTIONS,)),
        ("extract_waste", "i1", (EXTRACTIONS,)),
        ("extract_vp", "i1", (EXTRACTIONS,)),
        ("recycle_level", "i1", (2, RECYCLINGS)),  # by variant (R80); the last option is the tool's
        ("recycle_waste", "i1", (2, RECYCLINGS)),
        ("recycle_iron", "i1", (2, RECYCLINGS)),
        ("recycle_titanium", "i1", (2, RECYCLINGS)),
        ("recycle_water", "i1", (2, RECYCLINGS)),
        ("recycle_helium", "i1", (2, RECYCLINGS)),
        ("recycle_energy", "i1", (2, RECYCLINGS)),
        ("recycle_vp", "i1", (2, RECYCLINGS)),
        ("research_bonus", "i1", (RESEARCH_SPACES,)),  # Bonus
        ("research_amount", "i1", (RESEARCH_SPACES,)),
        ("tool_name", "u1", (TOOLS, NAME_LENGTH)),
        ("tool_amount", "i1", (TOOLS,)),
        ("order_bonus", "i1", (PLAYERS,)),  # Bonus, by space of the next-order track
        ("order_amount", "i1", (PLAYERS,)),
        ("carbon_vp", "i1", (PLAYERS + 1, PLAYERS + 1)),  # by seats and rank (R51)
        ("co2_vp", "i1", (CO2_STEPS + 1,)),
        ("waste_vp", "i1", (WASTE_CAP + 1,)),
        ("probe_bonus", "i1", (PROBE_SLOTS,)),  # Bonus
        ("probe_amount", "i1", (PROBE_SLOTS,)),
        ("depot_amount", "i1", (DEPOTS,)),
        ("depot_cost", "i1", (DEPOTS,)),  # VP
        ("group_vp", "i1", (PLAYERS + 1,)),  # by probes in the group (R50)
        ("kinds_vp", "i1", (FOOD_KINDS + 1,)),
        ("tiles_vp", "i1", (TILES_OWNED + 1,)),
        ("deed", "i1", (AUTOMATON_CARDS, AUTOMATON_ACTIONS)),  # Deed, -1 beyond the last
        ("deeds", "i1", (AUTOMATON_CARDS,)),  # number of actions on the card
        ("letter", "u1", (AUTOMATON_CARDS,)),  # ASCII
    ]
)

_NAME = text(NAME_LENGTH)
_AMOUNT = integer(0, 6)
"""Anything that can be won again and again: vp stays within its int16 in all 4000 actions."""

_LEVEL = integer(0, RESEARCH_TOP)
_EFFECTS = (
    "no_stress",
    "hire_vp",
    "ship_vp",
    "second_step_for_energy",
    "extra_iron",
    "extra_energy",
    "two_cards",
    "extra_relief",
)
_SCORE_TABLES = {"probe_group": "group_vp", "food_kinds": "kinds_vp", "demand_count": "tiles_vp"}
"""The tables in ``score_tables.csv`` and their fields."""

_TOOL_EFFECTS = (
    "recycle_option",
    "oxygen",
    "energy",
    "iron",
    "food_for_energy",
    "return_scientist",
    "iron_to_titanium",
)
_FIXED_AMOUNTS = {
    "no_stress": 0,
    "two_cards": 2,
    "recycle_option": RECYCLINGS - 1,
    "return_scientist": 1,
}
"""Amounts that belong to the rules and not to the data."""


def _words(codes: type[IntEnum]) -> tuple[str, ...]:
    return tuple(member.name.lower() for member in codes)


_ROOM = choice(_words(Room))
_BONUS = {"bonus_kind": choice(_words(Bonus)), "bonus_amount": _AMOUNT}


def load_tables(folder: Path) -> np.ndarray:
    """The tables of the component files in ``folder``, record array of length 1; raises DataError."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    _load_rooms(t, folder)
    _load_sites(t, folder)
    _load_scientists(t, folder)
    _load_demands(t, folder)
    _load_food(t, folder)
    _load_improvements(t, folder)
    _load_options(t, folder)
    _load_bonuses(t, folder)
    _load_tools(t, folder)
    _load_scores(t, folder)
    _load_automaton(t, folder)
    return tables


def read_name(names: np.ndarray) -> str:
    """The text in one row of a name field (``t.room_name[3]``)."""
    return bytes(names).rstrip(b"\0").decode("ascii")


def _number(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = np.nan
    if not 0 <= number <= 100:
        raise ValueError("a number in 0..100")
    return number


def _empty_or(convert: Converter) -> Converter:
    return lambda value: convert(value) if value else NONE


def _read(folder: Path, file: str, columns: dict[str, Converter], rows: int, key: str = "id") -> list[dict[str, Any]]:
    """The rows of ``file``, whose column ``key`` must count 0, 1, ..."""
    table = read_rows(folder, DATA, file, {key: integer(0, rows - 1), **columns}, rows=rows)
    require([row[key] for row in table] == list(range(rows)), file, f"column {key} must count 0 to {rows - 1}")
    return table


def _fill(t: np.record, rows: list[dict[str, Any]], **fields: str) -> None:
    """Copy columns of ``rows`` to fields of the tables."""
    for field, column in fields.items():
        t[field][:] = [row[column] for row in rows]


def _fill_names(names: np.ndarray, words: Sequence[str]) -> None:
    for name, word in zip(names, words, strict=True):
        name[: len(word)] = list(word.encode("ascii"))


def _load_rooms(t: np.record, folder: Path) -> None:
    columns = {"name": _ROOM, "needs_activation": integer(0, 1), "has_extra": integer(0, 1), "x": _number, "y": _number}
    rooms = _read(folder, "modules.csv", columns, ROOMS)
    file = "modules.csv"
    require([row["name"] for row in rooms] == list(Room), file, "rooms must be " + ", ".join(_words(Room)))
    for row in rooms:
        room = Room(row["id"])
        needs, extra = room != Room.POWER, room in (Room.LABORATORY, Room.INDUSTRIAL)
        where = f"modules.csv, {room.name.lower()}"
        require(row["needs_activation"] == needs, where, f"needs_activation must be {needs:d}")
        require(row["has_extra"] == extra, where, f"has_extra must be {extra:d}")
    _fill(t, rooms, needs_activation="needs_activation", room_x="x", room_y="y")
    _fill_names(t.room_name, _words(Room))
    corridors = read_rows(folder, DATA, "corridors.csv", {"module_a": _ROOM, "module_b": _ROOM})
    for row in corridors:
        a, b = row["module_a"], row["module_b"]
        require(
            a != b and not t.corridor[a, b], "corridors.csv", "a corridor joins two rooms, and no two join the same"
        )
        t.corridor[a, b] = t.corridor[b, a] = 1
    t.move_cost[:] = _distances(t.corridor)
    np.fill_diagonal(t.move_cost, 1)


def _distances(corridor: np.ndarray) -> np.ndarray:
    """R21: rooms entered on the shortest path."""
    far = np.full((ROOMS, ROOMS), 2 * ROOMS)
    far[corridor == 1] = 1
    np.fill_diagonal(far, 0)
    for via in range(ROOMS):
        far = np.minimum(far, far[:, via, None] + far[None, via])
    require(int(far.max()) < ROOMS, "corridors.csv", "every room must be reachable from every other")
    return far


def _load_sites(t: np.record, folder: Path) -> None:
    start = integer(-1, PLAYERS - 1)
    columns = {"ore": choice(_words(Ore)), "start_order": start, "x": _number, "y": _number}
    sites = _read(folder, "sites.csv", columns, SITES)
    _fill(t, sites, site_ore="ore", site_x="x", site_y="y")
    starts = {row["start_order"]: row["id"] for row in sites if row["start_order"] >= 0}
    marked = sum(row["start_order"] >= 0 for row in sites)
    require(marked == len(starts) == PLAYERS, "sites.csv", "start_order 0 to 3 must stand once each, and -1 elsewhere")
    t.start_site[:] = [starts[k] for k in range(PLAYERS)]
    site = integer(0, SITES - 1)
    for row in read_rows(folder, DATA, "site_adjacency.csv", {"site_a": site, "site_b": site}):
        a, b = row["site_a"], row["site_b"]
        new = a != b and not t.site_beside[a] >> b & 1
        require(new, "site_adjacency.csv", "a row joins two sites, no two rows the same")
        t.site_beside[a] |= 1 << b
        t.site_beside[b] |= 1 << a


def _load_scientists(t: np.record, folder: Path) -> None:
    file = "scientists.csv"
    columns = {
        "level": integer(1, 2),
        "name": _NAME,
        "module_1": _ROOM,
        "module_2": _ROOM,
        "module_3": _empty_or(_ROOM),
        "value": integer(1, 2),
        "count": integer(1, PLAYERS),
    }
    cards = _read(folder, file, columns, SCIENTISTS)
    for row in cards:
        where = f"{file}, {row['name']}"
        level = 1 if row["id"] < LEVEL_1 else 2
        rooms = [row[f"module_{k}"] for k in (1, 2, 3)]
        copies = PLAYERS if level == 1 else 1
        require(row["level"] == row["value"] == level, where, f"level and value must be {level}")
        require(row["count"] == copies, where, f"the count must be {copies}")
        require((rooms[2] == NONE) == (level == 1), where, "2 symbols are expected at level 1, 3 at level 2")
        require(len(set(rooms)) == SYMBOLS, where, "the symbols must differ")
        t.scientist_room[row["id"]] = rooms
        for room in rooms[: level + 1]:
            t.shows[row["id"], room] = 1
    starts = t.shows[:LEVEL_1].astype(int)
    apart = (starts @ starts.T == 0).any(axis=1).all()
    require(bool(apart), file, "each level-1 card needs another one without a common symbol")
    _fill(t, cards, scientist_value="value")
    _fill_names(t.scientist_name, [row["name"] for row in cards])
    reachable = np.where(t.shows[None] == 1, t.move_cost[:, None, :], ROOMS)
    t.reach_cost[:] = reachable.min(axis=2)
    columns = {"energy": integer(0, ENERGY_CAP), "water": integer(0, WATER_CAP)}
    slots = _read(folder, "hire_slots.csv", columns, HIRE_SLOTS, "slot")
    _fill(t, slots, hire_energy="energy", hire_water="water")


def _load_demands(t: np.record, folder: Path) -> None:
    file = "demands.csv"
    columns = {
        "type": choice(_words(Demand)),
        "water": integer(0, WATER_CAP),
        "helium": integer(0, HELIUM_CAP),
        "titanium": integer(0, 9),
        "iron": integer(0, 9),
        "vp": integer(0, BEST_DEMAND),
        **_BONUS,
    }
    tiles = _read(folder, file, columns, DEMANDS)
    for row in tiles:
        wanted = row["id"] // DEMANDS_OF_TYPE
        require(row["type"] == wanted, f"{file}, tile {row['id']}", f"the type must be {_words(Demand)[wanted]}")
    require(max(row["vp"] for row in tiles) == BEST_DEMAND, file, f"the best tile must give {BEST_DEMAND} points")
    _fill(t, tiles, demand_water="water", demand_helium="helium", demand_titanium="titanium", demand_iron="iron")
    _fill(t, tiles, demand_vp="vp", demand_bonus="bonus_kind", demand_amount="bonus_amount")


def _load_food(t: np.record, folder: Path) -> None:
    file = "food.csv"
    columns = {"kind": _NAME, "value": integer(1, 3), "min_players": integer(1, MARKED_PLAYERS), **_BONUS}
    cards = _read(folder, file, columns, FOODS)
    kinds = list(dict.fromkeys(row["kind"] for row in cards))
    require(len(kinds) == FOOD_KINDS, file, f"{FOOD_KINDS} kinds expected, found {len(kinds)}")
    for row in cards:
        row["kind"] = kinds.index(row["kind"])
        where = f"{file}, card {row['id']}"
        require(row["min_players"] in (1, MARKED_PLAYERS), where, f"min_players must be 1 or {MARKED_PLAYERS}")
    unmarked = sum(row["min_players"] == 1 for row in cards)
    require(unmarked == UNMARKED_FOODS, file, f"{UNMARKED_FOODS} unmarked cards expected, found {unmarked}")
    _fill_names(t.food_name, kinds)
    _fill(t, cards, food_kind="kind", food_value="value", food_players="min_players")
    _fill(t, cards, food_bonus="bonus_kind", food_amount="bonus_amount")


def _load_improvements(t: np.record, folder: Path) -> None:
    file = "advanced_modules.csv"
    tiles = _read(folder, file, {"module": _ROOM, "effect": choice(_EFFECTS), "amount": _AMOUNT}, ADVANCED)
    for row in tiles:
        tile = Advanced(row["id"])
        where = f"{file}, tile {row['id']}"
        require(row["module"] == Room[tile.name], where, f"the module must be {tile.name.lower()}")
        require(row["effect"] == tile, where, f"the effect must be {_EFFECTS[tile]}")
        _check_fixed(where, _EFFECTS[tile], row["amount"])
    _fill(t, tiles, advanced_room="module", advanced_amount="amount")
    columns = {"vp_now": integer(0, 50), "vp_per_cleanup": _AMOUNT}
    spaces = _read(folder, "improvement_spaces.csv", columns, IMPROVEMENTS, "space")
    _fill(t, spaces, improvement_vp="vp_now", improvement_clean_up="vp_per_cleanup")


def _check_fixed(where: str, effect: str, amount: int) -> None:
    expected = _FIXED_AMOUNTS.get(effect, amount)
    require(amount == expected, where, f"the amount of {effect} must be {expected}")


def _load_options(t: np.record, folder: Path) -> None:
    """R34, R37, R80: what the Industrial Complex and the Recycling Plant offer."""
    columns = {"min_level": _LEVEL, "ore": integer(1, 9)}
    columns |= dict.fromkeys(("water", "helium", "waste", "vp"), _AMOUNT)
    options = _read(folder, "extraction.csv", columns, EXTRACTIONS)
    _fill(t, options, extract_level="min_level", extract_ore="ore", extract_water="water")
    _fill(t, options, extract_helium="helium", extract_waste="waste", extract_vp="vp")
    sources = ("board", "tool", "advanced_tile")
    gains = ("iron", "titanium", "water", "helium", "energy", "vp")
    columns = {
        "id": integer(0, RECYCLINGS - 1),
        "source": choice(sources),
        "min_level": _LEVEL,
        "waste": integer(1, WASTE_CAP),
        **dict.fromkeys(gains, _AMOUNT),
    }
    rows = read_rows(folder, DATA, "recycling.csv", columns)
    given = [(sources[row["source"]], row["id"]) for row in rows]
    for variant, source in enumerate(("board", "advanced_tile")):
        wanted = [(source, k) for k in range(RECYCLINGS - 1)] + [("tool", RECYCLINGS - 1)]
        for option, key in enumerate(wanted):
            require(given.count(key) == 1, "recycling.csv", f"option {key[1]} of {key[0]} must stand once")
            row = rows[given.index(key)]
            t.recycle_level[variant, option] = row["min_level"]
            for column in ("waste", *gains):
                t[f"recycle_{column}"][variant, option] = row[column]
    require(len(rows) == 2 * RECYCLINGS - 1, "recycling.csv", f"{2 * RECYCLINGS - 1} rows expected, found {len(rows)}")


def _load_bonuses(t: np.record, folder: Path) -> None:
    for file, key, field in (
        ("research_bonuses.csv", "space", "research"),
        ("turn_order.csv", "space", "order"),
        ("probe_slots.csv", "order", "probe"),
    ):
        rows = _read(folder, file, _BONUS, len(t[f"{field}_bonus"]), key)
        _fill(t, rows, **{f"{field}_bonus": "bonus_kind", f"{field}_amount": "bonus_amount"})
    columns = {"resource": choice(_words(Depot)), "amount": integer(1, WATER_CAP), "vp_cost": integer(0, 9)}
    columns["count_per_player"] = integer(1, 1)
    depot = _read(folder, "depot.csv", columns, DEPOTS)
    require([row["resource"] for row in depot] == list(Depot), "depot.csv", "rows must be " + ", ".join(_words(Depot)))
    _fill(t, depot, depot_amount="amount", depot_cost="vp_cost")


def _load_tools(t: np.record, folder: Path) -> None:
    columns = {"name": choice(_words(Tool)), "effect": choice(_TOOL_EFFECTS), "amount": _AMOUNT}
    tools = _read(folder, "tools.csv", columns, TOOLS)
    for row in tools:
        where = f"tools.csv, tool {row['id']}"
        name, effect = _words(Tool)[row["id"]], _TOOL_EFFECTS[row["id"]]
        require(row["name"] == row["effect"] == row["id"], where, f"name and effect must be {name}, {effect}")
        _check_fixed(where, effect, row["amount"])
    _fill(t, tools, tool_amount="amount")
    _fill_names(t.tool_name, _words(Tool))


def _load_scores(t: np.record, folder: Path) -> None:
    file = "carbon_credits.csv"
    columns = {"players": integer(2, PLAYERS), "rank": integer(1, PLAYERS), "vp": _AMOUNT}
    credits = read_rows(folder, DATA, file, columns)
    expected = [(seats, rank) for seats in range(2, PLAYERS + 1) for rank in range(1, seats + 1)]
    found = sorted((row["players"], row["rank"]) for row in credits)
    require(found == expected, file, "a row for each rank with 2, 3 and 4 players is expected")
    for row in credits:
        t.carbon_vp[row["players"], row["rank"]] = row["vp"]
    co2 = _read(folder, "co2_track.csv", {"end_vp": integer(-100, 100)}, CO2_STEPS + 1, "steps_down")
    waste = _read(folder, "waste_track.csv", {"end_vp": integer(-100, 100)}, WASTE_CAP + 1, "waste")
    _fill(t, co2, co2_vp="end_vp")
    _fill(t, waste, waste_vp="end_vp")
    _load_score_tables(t, folder)


def _load_score_tables(t: np.record, folder: Path) -> None:
    file = "score_tables.csv"
    columns = {"table": choice(tuple(_SCORE_TABLES)), "n": integer(0, 99), "vp": integer(0, 100)}
    rows = read_rows(folder, DATA, file, columns)
    for code, (name, field) in enumerate(_SCORE_TABLES.items()):
        table = [row for row in rows if row["table"] == code]
        last = len(t[field]) - 1
        require([row["n"] for row in table] == list(range(last + 1)), file, f"n of {name} must count 0 to {last}")
        _fill(t, table, **{field: "vp"})
    require(int(t.group_vp.max()) <= BEST_GROUP, file, f"vp of probe_group must be at most {BEST_GROUP}")


def _load_automaton(t: np.record, folder: Path) -> None:
    file = "automaton_cards.csv"
    deeds = [f"action_{k}" for k in range(1, AUTOMATON_ACTIONS + 1)]
    deed = _empty_or(choice(_words(Deed)))
    columns = {"letter": text(1), "deck": choice(("basic", "advanced")), **dict.fromkeys(deeds, deed)}
    cards = _read(folder, file, columns, AUTOMATON_CARDS)
    for row in cards:
        where = f"{file}, card {row['letter']}"
        require(row["deck"] == row["id"] // CARDS_OF_DECK, where, "the first six cards are basic, the others advanced")
        actions = [row[name] for name in deeds]
        count = sum(action != NONE for action in actions)
        require(count > 0 and NONE not in actions[:count], where, "the actions must stand in the first columns")
        t.deed[row["id"]] = actions
        t.deeds[row["id"]] = count
        t.letter[row["id"]] = ord(row["letter"])
