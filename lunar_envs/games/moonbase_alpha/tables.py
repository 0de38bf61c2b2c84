"""Component data -> one read-only record; every relation that the rules state is checked here (R3-R7, R11, R82)."""

import re
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from lunar_envs.engine.data import Converter, choice, integer, read_rows, read_values, require, text
from lunar_envs.engine.record import record_dtype

from .codes import (
    AREAS,
    BOUGHT_TYPES,
    CARDS,
    CORPORATION_UNITS,
    EURO_PER_LEVEL,
    EVENTS,
    FIRST_NEUTRAL,
    FIRST_OF_TYPE,
    HAND_SLOTS,
    MAX_TOTAL,
    MIN_TOTAL,
    NEUTRAL_UNITS,
    PLAYERS,
    RESULT_NAMES,
    SETTLED,
    STOCK_MAX,
    TRIANGLES,
    UNIT_TYPES,
    UNITS,
    UPGRADES,
    Chart,
    Event,
    FireResult,
    UnitType,
    Upgrade,
)

DATA = Path(__file__).parent / "data"
NAME_LENGTH = 32
VERTICES = 16
COLUMNS = 6
TOTALS = MAX_TOTAL - MIN_TOTAL + 1
LONGEST_STEP = 5
"""Most movement points that entering one area may cost."""

NEUTRAL_TYPES = (
    UnitType.BOLO,
    UnitType.MOBILE_COMMAND,
    UnitType.TURRET,
    UnitType.TURRET,
    UnitType.STEALTH,
    UnitType.STEALTH,
)
"""Types of the six neutral slots."""

STRENGTHS = {UnitType.PMC: (1, 3), UnitType.MCU: (2, 4), UnitType.CRAWLER: (3, 5)}
"""Least and greatest strength of the counters in each pile."""

PARAMS = {
    "start_stock_level": (1, STOCK_MAX - 1),
    "cards_dealt": (0, HAND_SLOTS),
    "base_pmc": (0, 9),
    "base_mcu": (0, 6),
    "adjacent_pmc": (0, 2),
    "adjacent_mcu": (0, 1),
    "hand_slots": (HAND_SLOTS, HAND_SLOTS),
    "base_income": (0, 99),
    "raise_stock_cost": (1, 99),
    "legal_cost": (0, 99),
    "legal_success_min": (1, 7),
    "media_cost": (0, 99),
    "free_lift": (0, 99),
    "fuel_penalty": (0, 99),
    "event_units_euro": (0, 20),
    "base_cost": (1, LONGEST_STEP),
    "crater_cost": (0, LONGEST_STEP),
    "near_enemy_area_cost": (0, LONGEST_STEP),
    "enemy_occupied_cost": (0, LONGEST_STEP),
    "stack_limit": (1, 12),
    "mmu_bonus": (0, 9),
    "transport_capacity": (1, 6),
    "long_range_drm": (-9, 9),
    "extended_drm": (-9, 9),
    "some_suppressed_drm": (-9, 9),
    "all_suppressed_drm": (-9, 9),
    "crater_column_shift": (1 - COLUMNS, 0),
    "mobile_command_drm": (-9, 9),
    "heavy_crawler_drm": (-9, 9),
    "heavy_mcu_strength": (0, 9),
    "powered_infantry_strength": (0, 9),
    "reactive_armor_bonus": (0, 5),
    "defsat_strength": (1, 40),
    "defsat_attacks": (1, 2),
    "defsat_reupgrade_bonus": (0, 9),
    "breakthrough_stock": (0, STOCK_MAX),
    "ai_burnout_max": (0, 6),
    "filters_success_max": (0, 6),
    "mine_lab_markers": (0, CARDS),
    "loss_points_per_level": (6, 6),
    "media_factor": (1, 9),
    "stock_max": (STOCK_MAX, STOCK_MAX),
    "settled_space": (SETTLED, SETTLED),
    "max_turns": (1, 30),
    "max_decisions": (1, 6000),
}
"""Every row of ``params.csv`` with the least and the greatest value; one die decides on a part of six points (R96)."""

TABLES = record_dtype(
    [
        ("area_name", "u1", (AREAS, NAME_LENGTH)),  # ASCII, 0-padded
        ("area_key", "u1", (AREAS, NAME_LENGTH)),
        ("x", "i2", (AREAS,)),  # centre, map units
        ("y", "i2", (AREAS,)),
        ("polygon", "i2", (AREAS, VERTICES, 2)),  # vertices, map units
        ("polygon_n", "i1", (AREAS,)),
        ("adjacency", "u1", (AREAS, AREAS)),
        ("distance", "i1", (AREAS, AREAS)),  # border crossings
        ("near", "i4", (AREAS,)),  # set of the adjacent areas
        ("reach", "i4", (AREAS,)),  # set of the areas at distance 0 or 1
        ("ring", "i4", (AREAS,)),  # set of the areas at distance 2
        ("crater", "u1", (AREAS,)),
        ("craters", "i4"),  # set of the cratered areas
        ("mines", "i1", (AREAS,)),  # printed symbols
        ("science", "i1", (AREAS,)),
        ("home_area", "i1", (PLAYERS,)),  # main base in the west, in the east
        ("mirror", "i1", (AREAS,)),
        ("frame", "i1", (PLAYERS, AREAS)),  # by home: area in the own frame <-> area
        ("type_name", "u1", (UNIT_TYPES, NAME_LENGTH)),
        ("cost", "i1", (UNIT_TYPES,)),  # euros, base
        ("armor", "i1", (UNIT_TYPES,)),
        ("move", "i1", (UNIT_TYPES,)),  # movement points
        ("missile", "u1", (UNIT_TYPES,)),
        ("counts_as_pmc", "u1", (UNIT_TYPES,)),
        ("long_range_penalty", "u1", (UNIT_TYPES,)),
        ("only_same_area", "u1", (UNIT_TYPES,)),  # targeted only from the same area
        ("ignores_retreat", "u1", (UNIT_TYPES,)),
        ("assault_bonus", "i1", (UNIT_TYPES,)),
        ("unit_type", "i1", (UNITS,)),  # UnitType
        ("strength", "i1", (UNITS,)),  # of the counters in order, before any shuffle; BOLO 0
        ("column_start", "i2", (COLUMNS,)),  # least total attack strength
        ("fire_table", "i1", (TOTALS, COLUMNS)),  # FireResult
        ("card_type", "i1", (CARDS,)),  # Upgrade
        ("card_name", "u1", (UPGRADES, NAME_LENGTH)),
        ("chart", "i1", (UPGRADES, TOTALS)),  # Chart bits
        ("cost_increase", "i1", (UPGRADES, BOUGHT_TYPES)),  # euros
        ("brings", "u1", (UPGRADES, NEUTRAL_UNITS)),  # neutral units that come into play
        ("event_count", "i1", (EVENTS,)),
        ("event_token", "i1", (TRIANGLES,)),  # Event of each token
        ("triangle_level", "i1", (TRIANGLES,)),
        ("triangle_at", "i1", (STOCK_MAX + 1,)),  # index of the triangle on a level, -1
        ("die", "i1", (6,)),  # faces
        *((name, "i2") for name in PARAMS),
    ]
)

_KEY = text(NAME_LENGTH)
_FLAG = integer(0, 1)
_TYPE_KEYS = tuple(member.name.lower() for member in UnitType)
_SPACES = ("START", *(str(space) for space in range(1, SETTLED)), "LAWSUIT SETTLED")
_CHART_CODES = {
    "-": 0,
    "+": Chart.SUCCESS,
    "-u": Chart.UP,
    "+u": Chart.SUCCESS | Chart.UP,
    "-d": Chart.DOWN,
    "+d": Chart.SUCCESS | Chart.DOWN,
}


def load_tables(folder: Path) -> np.ndarray:
    """The tables of the component files in ``folder``, record array of length 1; raises DataError."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t.die[:] = range(1, 7)
    components = _read_components(folder)
    _load_params(t, folder)
    keys = _load_areas(t, folder)
    _load_borders(t, folder, keys)
    _load_mirror(t)
    _load_unit_types(t, folder)
    _load_counters(t, folder, components)
    _load_fire(t, folder)
    _load_upgrades(t, folder, components)
    _load_tracks(t, folder)
    _load_events(t, folder, components)
    return tables


def name_of(row: np.ndarray) -> str:
    """The text in a 0-padded row of the tables."""
    return bytes(row).rstrip(b"\0").decode("ascii")


def _put_text(row: np.ndarray, words: str) -> None:
    row[: len(words)] = np.frombuffer(words.encode("ascii"), np.uint8)


def _words(allowed: tuple[str, ...]) -> Converter:
    """The words of a text, none at all or each one of ``allowed``."""

    def convert(value: str) -> list[str]:
        for word in value.split():
            choice(allowed)(word)
        return value.split()

    return convert


def _vertices(value: str) -> list[tuple[int, int]]:
    """The vertices of a polygon, written ``x,y x,y ...``."""
    if not re.fullmatch(r"(\d{1,4},\d{1,4} ?)+", value) or not 3 <= len(value.split()) <= VERTICES:
        raise ValueError(f"3 to {VERTICES} vertices x,y")
    return [(int(x), int(y)) for x, y in (vertex.split(",") for vertex in value.split())]


def _chart_code(value: str) -> int:
    """The code of a success chart's entry."""
    if value not in _CHART_CODES:
        raise ValueError("one of " + ", ".join(_CHART_CODES))
    return _CHART_CODES[value]


def _strength(value: str) -> int:
    """A printed strength; 0 stands for 2d6."""
    return 0 if value == "2d6" else integer(1, 12)(value)


def _check_keys(file: str, found: list[str], codes: type[IntEnum]) -> None:
    expected = [member.name.lower() for member in codes]
    require(found == expected, file, "rows must be " + ", ".join(expected))


def _read_components(folder: Path) -> dict[str, int]:
    rows = read_rows(folder, DATA, "components.csv", {"component": _KEY, "count": integer(0, 99)})
    counts = {row["component"]: row["count"] for row in rows}
    for name in ("unit_counter", "neutral_unit_counter", "mine_lab_marker", "stock_event_token", "upgrade_card"):
        require(name in counts, "components.csv", f"row {name!r} is missing")
    return counts


def _load_params(t: np.record, folder: Path) -> None:
    values = read_values(folder, DATA, "params.csv", {key: integer(*span) for key, span in PARAMS.items()})
    for key, value in values.items():
        t[key] = value
    placed = t.adjacent_pmc + t.adjacent_mcu
    require(placed > 0, "params.csv", "adjacent_pmc + adjacent_mcu must be at least 1")
    step = t.base_cost + t.crater_cost + t.near_enemy_area_cost + t.enemy_occupied_cost
    require(step <= LONGEST_STEP, "params.csv", f"entering an area must not cost more than {LONGEST_STEP} in all")
    highest = int(t.event_units_euro) * 2
    require(highest <= 127, "params.csv", "event_units_euro is too high")


def _load_areas(t: np.record, folder: Path) -> dict[str, int]:
    """Areas; returns their indices by key."""
    columns = {
        "index": integer(0, AREAS - 1),
        "id": _KEY,
        "name": _KEY,
        "x": integer(0, 1700),
        "y": integer(0, 1100),
        "crater": _FLAG,
        "mines": integer(0, 3),
        "science": integer(0, 3),
        "home": choice(("", "west", "east")),
        "mirror": _KEY,
        "polygon": _vertices,
    }
    rows = read_rows(folder, DATA, "areas.csv", columns, rows=AREAS)
    keys = {row["id"]: row["index"] for row in rows}
    require(sorted(keys.values()) == list(range(AREAS)), "areas.csv", f"index must run from 0 to {AREAS - 1}")
    for row in rows:
        i = row["index"]
        require(row["mirror"] in keys, "areas.csv", f"{row['id']} has the unknown mirror {row['mirror']!r}")
        _put_text(t.area_key[i], row["id"])
        _put_text(t.area_name[i], row["name"])
        t.x[i], t.y[i] = row["x"], row["y"]
        t.polygon_n[i] = len(row["polygon"])
        t.polygon[i, : t.polygon_n[i]] = row["polygon"]
        t.crater[i], t.mines[i], t.science[i] = row["crater"], row["mines"], row["science"]
        t.mirror[i] = keys[row["mirror"]]
    t.craters = _bits(t.crater)
    centres = set(zip(t.x.tolist(), t.y.tolist(), strict=True))
    require(len(centres) == AREAS, "areas.csv", "the centres (x, y) must be pairwise different")
    homes = [[row["index"] for row in rows if row["home"] == home] for home in (1, 2)]
    require(all(len(found) == 1 for found in homes), "areas.csv", "one home west and one home east are expected")
    t.home_area[:] = [found[0] for found in homes]
    return keys


def _bits(row: np.ndarray) -> int:
    """The set of the areas where ``row`` is not 0."""
    return sum(1 << i for i in range(AREAS) if row[i])


def _load_borders(t: np.record, folder: Path, keys: dict[str, int]) -> None:
    for row in read_rows(folder, DATA, "borders.csv", {"a": choice(tuple(keys)), "b": choice(tuple(keys))}):
        ids = tuple(keys)
        a, b = keys[ids[row["a"]]], keys[ids[row["b"]]]
        require(a != b, "borders.csv", f"{ids[row['a']]} borders on itself")
        t.adjacency[a, b] = t.adjacency[b, a] = 1
    distance = np.where(t.adjacency, 1, AREAS)
    np.fill_diagonal(distance, 0)
    for k in range(AREAS):
        distance = np.minimum(distance, distance[:, k, None] + distance[None, k])
    require(bool((distance < AREAS).all()), "borders.csv", "every area must be reachable from every other")
    for home in t.home_area:
        neighbours = int(t.adjacency[home].sum())
        require(neighbours >= 3, "borders.csv", f"{name_of(t.area_key[home])} needs at least 3 neighbours")
    t.distance[:] = distance
    for i in range(AREAS):
        t.near[i] = _bits(distance[i] == 1)
        t.reach[i] = _bits(distance[i] <= 1)
        t.ring[i] = _bits(distance[i] == 2)


def _load_mirror(t: np.record) -> None:
    """The turned map, or the identity if turning does not bring the map onto itself."""
    areas = np.arange(AREAS)
    m = t.mirror
    turns = bool((m[m] == areas).all()) and bool((t.adjacency[m][:, m] == t.adjacency).all())
    same = all(bool((row[m] == row).all()) for row in (t.crater, t.mines, t.science))
    if not (turns and same):
        t.mirror[:] = areas
    t.frame[:] = [areas, t.mirror]


def _load_unit_types(t: np.record, folder: Path) -> None:
    columns = {
        "type": _KEY,
        "code": integer(0, UNIT_TYPES - 1),
        "cost": integer(1, 9),
        "armor": integer(1, 6),
        "move": integer(0, 9),
        "range": integer(1, 2),
        "missile": _FLAG,
        "counts_as_pmc": _FLAG,
        "suffers_long_range_penalty": _FLAG,
        "targeted_only_in_same_area": _FLAG,
        "ignores_retreat": _FLAG,
        "assault_bonus": integer(0, 6),
    }
    rows = read_rows(folder, DATA, "unit_types.csv", columns, rows=UNIT_TYPES)
    _check_keys("unit_types.csv", [row["type"] for row in rows], UnitType)
    require([row["code"] for row in rows] == list(range(UNIT_TYPES)), "unit_types.csv", "code must count the rows")
    for i, row in enumerate(rows):
        require(row["range"] == 1 + row["missile"], "unit_types.csv", "missile units, and they alone, have range 2")
        require((row["move"] == 0) == (i == UnitType.TURRET), "unit_types.csv", "turrets, and they alone, have move 0")
        _put_text(t.type_name[i], row["type"])
        t.cost[i], t.armor[i], t.move[i], t.missile[i] = row["cost"], row["armor"], row["move"], row["missile"]
        t.counts_as_pmc[i], t.assault_bonus[i] = row["counts_as_pmc"], row["assault_bonus"]
        t.long_range_penalty[i] = row["suffers_long_range_penalty"]
        t.only_same_area[i] = row["targeted_only_in_same_area"]
        t.ignores_retreat[i] = row["ignores_retreat"]


def _load_counters(t: np.record, folder: Path, components: dict[str, int]) -> None:
    columns = {
        "type": choice((*_TYPE_KEYS, "defsat")),
        "side": choice(("corporation", "neutral")),
        "strength": _strength,
        "count_per_side": integer(1, CORPORATION_UNITS),
        "count_total": integer(1, 2 * CORPORATION_UNITS),
    }
    defsat = UNIT_TYPES
    strengths: dict[int, list[int]] = {kind: [] for kind in range(UNIT_TYPES + 1)}
    for row in read_rows(folder, DATA, "counters.csv", columns):
        kind, neutral = row["type"], row["side"]
        require(neutral == (kind >= BOUGHT_TYPES), "counters.csv", "PMC, MCU and crawlers, and they alone, have sides")
        sides = 1 if neutral else PLAYERS
        total = row["count_per_side"] * sides
        require(row["count_total"] == total, "counters.csv", f"count_total {total} is expected")
        require((row["strength"] == 0) == (kind == UnitType.BOLO), "counters.csv", "BOLO, and it alone, has 2d6")
        strengths[kind] += [row["strength"]] * row["count_per_side"]
    for kind, (low, high) in STRENGTHS.items():
        count = FIRST_OF_TYPE[kind + 1] - FIRST_OF_TYPE[kind]
        name = _TYPE_KEYS[kind]
        require(len(strengths[kind]) == count, "counters.csv", f"{count} {name} counters a side are expected")
        require(all(low <= n <= high for n in strengths[kind]), "counters.csv", f"{name} strengths are {low}..{high}")
    for kind in range(BOUGHT_TYPES, UNIT_TYPES):
        count = NEUTRAL_TYPES.count(UnitType(kind))
        require(len(strengths[kind]) == count, "counters.csv", f"{count} {_TYPE_KEYS[kind]} counters are expected")
    require(strengths[defsat] == [t.defsat_strength], "counters.csv", "one defsat of defsat_strength is expected")
    side = [kind for kind in STRENGTHS for _ in strengths[kind]]
    t.unit_type[:] = [*(side * PLAYERS), *NEUTRAL_TYPES]
    for p in range(PLAYERS):
        own = slice(p * CORPORATION_UNITS, (p + 1) * CORPORATION_UNITS)
        t.strength[own] = [n for kind in STRENGTHS for n in strengths[kind]]
    t.strength[FIRST_NEUTRAL:] = [n for kind in range(BOUGHT_TYPES, UNIT_TYPES) for n in strengths[kind]]
    require(components["unit_counter"] == FIRST_NEUTRAL, "components.csv", f"{FIRST_NEUTRAL} unit counters expected")
    neutral = NEUTRAL_UNITS + len(strengths[defsat])
    require(components["neutral_unit_counter"] == neutral, "components.csv", f"{neutral} neutral counters expected")
    for kind, placed in ((UnitType.PMC, t.base_pmc + t.adjacent_pmc), (UnitType.MCU, t.base_mcu + t.adjacent_mcu)):
        require(placed <= len(strengths[kind]), "params.csv", f"set-up needs {placed} {_TYPE_KEYS[kind]} counters")


def _load_fire(t: np.record, folder: Path) -> None:
    spans = {"column": integer(0, COLUMNS - 1), "tas_min": integer(1, 999), "tas_max": integer(1, 999)}
    rows = read_rows(folder, DATA, "fire_columns.csv", spans, rows=COLUMNS)
    require([row["column"] for row in rows] == list(range(COLUMNS)), "fire_columns.csv", "column must count the rows")
    least = 1
    for row in rows:
        follows = row["tas_min"] == least <= row["tas_max"]
        require(follows, "fire_columns.csv", f"column {row['column']} must start at {least}")
        least = row["tas_max"] + 1
    t.column_start[:] = [row["tas_min"] for row in rows]
    names = [f"c{c}" for c in range(COLUMNS)]
    columns: dict[str, Any] = {"roll": integer(MIN_TOTAL, MAX_TOTAL), **dict.fromkeys(names, choice(RESULT_NAMES))}
    rolls = read_rows(folder, DATA, "fire_table.csv", columns, rows=TOTALS)
    found = [row["roll"] for row in rolls]
    require(found == list(range(MIN_TOTAL, MAX_TOTAL + 1)), "fire_table.csv", "roll must run from 2 to 12")
    t.fire_table[:] = [[row[name] for name in names] for row in rolls]
    eight = [row["column"] for row in rows if (row["tas_min"], row["tas_max"]) == (8, 12)]
    nine = t.fire_table[9 - MIN_TOTAL, eight]
    require(nine.tolist() == [FireResult.D], "fire_table.csv", "roll 9 in the column 8-12 must be D")


def _load_upgrades(t: np.record, folder: Path, components: dict[str, int]) -> None:
    totals = [f"r{total}" for total in range(MIN_TOTAL, MAX_TOTAL + 1)]
    columns = {
        "type": integer(0, UPGRADES - 1),
        "id": _KEY,
        "name": _KEY,
        "count": integer(1, CARDS),
        **dict.fromkeys(totals, _chart_code),
        "affected_types": _words(_TYPE_KEYS[:BOUGHT_TYPES]),
        "cost_increase": integer(0, 9),
        "brings_neutral": _words((*_TYPE_KEYS[BOUGHT_TYPES:], "defsat")),
    }
    rows = read_rows(folder, DATA, "upgrades.csv", columns, rows=UPGRADES)
    _check_keys("upgrades.csv", [row["id"] for row in rows], Upgrade)
    require([row["type"] for row in rows] == list(range(UPGRADES)), "upgrades.csv", "type must count the rows")
    cards = [row["type"] for row in rows for _ in range(row["count"])]
    require(len(cards) == CARDS == components["upgrade_card"], "upgrades.csv", f"{CARDS} cards in all are expected")
    t.card_type[:] = cards
    brought = []
    for row in rows:
        i = row["type"]
        _put_text(t.card_name[i], row["name"])
        t.chart[i] = [row[total] for total in totals]
        for kind in row["affected_types"]:
            t.cost_increase[i, _TYPE_KEYS.index(kind)] = row["cost_increase"]
        once = not row["brings_neutral"] or row["count"] == 1
        require(once, "upgrades.csv", f"{row['id']} brings counters, so there can be one such card only")
        t.brings[i] = [_TYPE_KEYS[kind] in row["brings_neutral"] for kind in NEUTRAL_TYPES]
        brought += row["brings_neutral"]
    neutral = sorted([*(_TYPE_KEYS[kind] for kind in NEUTRAL_TYPES), "defsat"])
    require(sorted(brought) == neutral, "upgrades.csv", "each neutral counter must be brought by one card")
    brings_defsat = "defsat" in rows[Upgrade.DEFENSIVE_SATELLITES]["brings_neutral"]
    require(brings_defsat, "upgrades.csv", "defensive_satellites must bring the defsat")
    markers = cards.count(Upgrade.LUNAR_MINE) + cards.count(Upgrade.RESEARCH_LAB)
    counts = {markers, int(t.mine_lab_markers), components["mine_lab_marker"]}
    require(len(counts) == 1, "upgrades.csv", "there must be as many mine/lab markers as Lunar Mines and Research Labs")
    require(2 * t.cards_dealt <= CARDS, "params.csv", f"there are {CARDS} cards to deal")


def _load_tracks(t: np.record, folder: Path) -> None:
    columns = {"level": integer(0, STOCK_MAX), "euro": integer(0, 9999), "triangle": _FLAG}
    levels = read_rows(folder, DATA, "stock_track.csv", columns, rows=STOCK_MAX + 1)
    found = [row["level"] for row in levels]
    require(found == list(range(STOCK_MAX + 1)), "stock_track.csv", f"level must run from 0 to {STOCK_MAX}")
    priced = all(row["euro"] == EURO_PER_LEVEL * row["level"] for row in levels)
    require(priced, "stock_track.csv", f"euro must be {EURO_PER_LEVEL} times the level")
    triangles = [row["level"] for row in levels if row["triangle"]]
    require(len(triangles) == TRIANGLES, "stock_track.csv", f"{TRIANGLES} triangles are expected")
    free = {0, STOCK_MAX, int(t.start_stock_level)}
    require(not free & set(triangles), "stock_track.csv", "no triangle may be on the start level or at an end")
    t.triangle_level[:] = triangles
    t.triangle_at[:] = -1
    t.triangle_at[triangles] = range(TRIANGLES)
    spaces = read_rows(folder, DATA, "lawsuit_track.csv", {"space": integer(0, SETTLED), "label": choice(_SPACES)})
    order = [(row["space"], row["label"]) for row in spaces]
    require(order == [(i, i) for i in range(SETTLED + 1)], "lawsuit_track.csv", "spaces must be " + ", ".join(_SPACES))


def _load_events(t: np.record, folder: Path, components: dict[str, int]) -> None:
    columns = {"code": integer(0, EVENTS - 1), "kind": _KEY, "count": integer(0, TRIANGLES)}
    rows = read_rows(folder, DATA, "events.csv", columns, rows=EVENTS)
    _check_keys("events.csv", [row["kind"] for row in rows], Event)
    require([row["code"] for row in rows] == list(range(EVENTS)), "events.csv", "code must count the rows")
    tokens = [row["code"] for row in rows for _ in range(row["count"])]
    right = len(tokens) == TRIANGLES == components["stock_event_token"]
    require(right, "events.csv", f"{TRIANGLES} tokens in all are expected")
    t.event_count[:] = [row["count"] for row in rows]
    t.event_token[:] = tokens
