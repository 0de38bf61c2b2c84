"""Component data -> one read-only record; every relation that the rules state is checked here (R1-R10)."""

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path

import numpy as np

from lunar_envs.engine.data import choice, integer, numbers, read_rows, read_values, require, text
from lunar_envs.engine.record import record_dtype

from .codes import (
    ACHIEVEMENTS,
    COLORS,
    EXCHANGE_SLOTS,
    LAPS,
    PHASES,
    PLAYERS,
    QUEUE_TILES,
    RESOURCE_NAMES,
    RESOURCES,
    SLOTS,
    SPACES,
    TILE_CAP,
    TILES,
    Bonus,
    EndScheme,
    LapScheme,
    TileAction,
)

DATA = Path(__file__).parent / "data"
NAME_LENGTH = 32
ACTION_FEATURES = 7
TILE_FEATURES = 31
NO_TILE = TILES
"""Row of ``tile_features`` that stands for no tile: all 0."""

RESOURCE_KEYS = tuple(name.lower() for name in RESOURCE_NAMES)
PHASE_COUNTS = (9, 23, 19, 17)
POINT_TOKENS = 96
TRADE_LEVELS = 3
LEVELS_OF = {
    TileAction.TRADE_DIFFERENT: 3,
    TileAction.FOOD_POINTS: 2,
    TileAction.AIR_WATER_POINTS: 1,
    TileAction.ANY3_POINTS: 1,
}
"""How many levels, each with its points, the actions have that trade for points (R22, R23, R25)."""
_ADDS = (1, 3)
FIXED_ACTIONS: dict[int, tuple[int, ...]] = {
    TileAction.MOVE: (1,),
    TileAction.ADD_AIR: _ADDS,
    TileAction.ADD_WATER: _ADDS,
    TileAction.ADD_ROCK: _ADDS,
    TileAction.ADD_FOOD: _ADDS,
    TileAction.ADD_ANY: _ADDS,
    TileAction.ROCK_CRYSTAL: (1,),
    TileAction.ANY2_CRYSTAL: (1,),
    TileAction.TAKE_POINTS: (3, 4),
    TileAction.ACTIVATE_2: (2,),
}
FIXED_BONUSES: dict[int, tuple[int, ...]] = {Bonus.ANY2: (2,), Bonus.ACTIVATE_1: (1,), Bonus.ACTIVATE_5: (5,)}
"""Numbers in texts that rules fix (R18-R26): other data may not change them."""

TABLES = record_dtype(
    [
        ("name", "u1", (TILES, NAME_LENGTH)),  # ASCII, 0-padded
        ("key", "u1", (TILES, NAME_LENGTH)),
        ("rail", "u1", (TILES,)),
        ("tube", "u1", (TILES,)),
        ("red", "u1", (TILES,)),
        ("dome", "u1", (TILES,)),
        ("triangle", "u1", (TILES,)),
        ("star", "u1", (TILES,)),
        ("phase", "i1", (TILES,)),  # index into PHASES, -1 for starting sides
        ("cost", "i1", (TILES, RESOURCES)),  # tokens
        ("cost_total", "i1", (TILES,)),
        ("bonus_astro", "i1", (TILES,)),
        ("bonus_res", "i1", (TILES, RESOURCES)),
        ("bonus_rocket", "i1", (TILES,)),
        ("bonus_crystal", "i1", (TILES,)),
        ("bonus_points", "i1", (TILES,)),  # starting sides only
        ("bonus_special", "i1", (TILES,)),  # Bonus
        ("action", "i1", (TILES,)),  # TileAction
        ("action_param", "i1", (TILES,)),  # points of take_points
        ("adds", "i1", (TILES,)),  # resource that the action adds, 4 = any, -1 = none
        ("trade_points", "i2", (len(TileAction), TRADE_LEVELS + 1)),  # by TileAction and level; level 1 if it has none
        ("each_points", "i2", (len(Bonus),)),  # by Bonus: points for each symbol or resource
        ("dice", "i1", (2, 6)),  # faces of Spot and of the red die
        ("supply", "i1", (RESOURCES,)),
        ("supply_astro", "i1"),
        ("supply_rocket", "i1"),
        ("supply_crystal", "i1"),
        ("slot_points", "i2", (EXCHANGE_SLOTS + 1,)),  # points on the k-th slot of the Exchange, k = 1..3
        ("pile_points", "i2", (EXCHANGE_SLOTS + 1,)),  # points in a pile of k slots
        ("filled_at_start", "i1", (PLAYERS + 1,)),  # by number of players
        ("rescue_cost", "i2"),
        ("coffee_points", "i2"),
        ("printed_lap_scheme", "i1"),
        ("printed_end_scheme", "i1", (2,)),
        ("solo_allowed", "u1", (len(EndScheme),)),
        ("lap_param", "i2", (len(LapScheme), 5)),
        ("end_points", "i2", (len(EndScheme),)),
        ("end_param", "i2", (len(EndScheme),)),
        ("achievement_points", "i2", (ACHIEVEMENTS,)),
        ("band_least", "i2", (4,)),  # least score of each solo band
        ("band_win", "u1", (4,)),
        ("action_features", "f4", (TILES + 1, ACTION_FEATURES)),
        ("tile_features", "f4", (TILES + 1, TILE_FEATURES)),
    ]
)

_KEY = text(NAME_LENGTH)
_FLAGS = ("red", "dome", "triangle", "star")
_COSTS = tuple(f"cost_{r}" for r in RESOURCE_KEYS)
_GAINS = tuple(f"bonus_{r}" for r in RESOURCE_KEYS)
_ACTION_KEYS = tuple(member.name.lower() for member in TileAction)
_BONUS_KEYS = tuple(member.name.lower() for member in Bonus)

_SYMBOLS = {flag: integer(0, 1) for flag in _FLAGS}


def load_tables(folder: Path) -> np.ndarray:
    """The tables of the component files in ``folder``, record array of length 1; raises DataError."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    _load_queue_tiles(t, folder)
    _load_starting_sides(t, folder)
    _load_actions(t, folder)
    _load_counts(t, folder)
    _load_board(t, folder)
    _load_schemes(t, folder)
    _derive_features(t)
    return tables


def tile_name(tables: np.ndarray, tile: int) -> str:
    """The printed name of a tile index."""
    return bytes(tables["name"][0, tile]).rstrip(b"\0").decode("ascii")


def tile_key(tables: np.ndarray, tile: int) -> str:
    """The key of a tile index in ``tiles.csv``; of a starting side colour and side, as ``purple_A``."""
    return bytes(tables["key"][0, tile]).rstrip(b"\0").decode("ascii")


def _load_actions(t: np.record, folder: Path) -> None:
    """R18, R22, R23, R25: what trades and bonuses are worth."""
    columns = {"key": _KEY, "gives": numbers(0, 30)}
    actions = read_rows(folder, DATA, "actions.csv", columns, rows=len(TileAction))
    _check_keys("actions.csv", actions, TileAction)
    for action, levels in LEVELS_OF.items():
        points = actions[action]["gives"]
        require(len(points) == levels, "actions.csv", f"{actions[action]['key']} must give {levels} numbers of points")
        t.trade_points[action, 1 : levels + 1] = points
    columns = {"key": _KEY, "effect": numbers(0, 10)}
    bonuses = read_rows(folder, DATA, "bonuses.csv", columns, rows=len(Bonus))
    _check_keys("bonuses.csv", bonuses, Bonus)
    _check_fixed("actions.csv", actions, "gives", FIXED_ACTIONS)
    _check_fixed("bonuses.csv", bonuses, "effect", FIXED_BONUSES)
    for bonus in range(Bonus.PER_DOME, Bonus.PER_RESOURCE + 1):
        points = bonuses[bonus]["effect"]
        require(len(points) == 1, "bonuses.csv", f"{bonuses[bonus]['key']} must give one number of points")
        t.each_points[bonus] = points[0]


def _load_queue_tiles(t: np.record, folder: Path) -> None:
    columns = {
        "key": _KEY,
        "name": _KEY,
        "phase": choice(PHASES),
        "count": integer(1, QUEUE_TILES),
        "connection": choice(("none", "rail", "tube")),
        **_SYMBOLS,
        **{name: integer(0, 3) for name in _COSTS + _GAINS},
        "bonus_astronauts": integer(0, 10),
        "bonus_rockets": integer(0, 10),
        "bonus_crystals": integer(0, 10),
        "bonus_special": choice(_BONUS_KEYS),
        "action": choice(_ACTION_KEYS),
        "action_param": integer(0, 6),
    }
    rows = read_rows(folder, DATA, "tiles.csv", columns)
    counts = [sum(row["count"] for row in rows if row["phase"] == phase) for phase in range(len(PHASES))]
    require(tuple(counts) == PHASE_COUNTS, "tiles.csv", f"tiles per phase must be {PHASE_COUNTS}, are {tuple(counts)}")
    phases = [row["phase"] for row in rows]
    require(phases == sorted(phases), "tiles.csv", "rows must be in order of phase")
    index = 0
    for row in rows:
        _check_tile(row)
        for _ in range(row["count"]):
            _set_tile(t, index, row, rail=row["connection"] == 1, tube=row["connection"] == 2)
            t.phase[index] = row["phase"]
            t.cost[index] = [row[c] for c in _COSTS]
            t.bonus_special[index] = row["bonus_special"]
            t.action_param[index] = row["action_param"]
            index += 1
    t.cost_total[:] = t.cost.sum(axis=1)


def _check_tile(row: dict) -> None:
    where = f"tiles.csv, tile {row['key']}"
    if row["action"] == TileAction.TAKE_POINTS:
        require(row["action_param"] >= 1, where, "take_points needs an action_param in 1..6")
    room = 1 if row["bonus_special"] == Bonus.ANY2 else TILE_CAP
    given = sum(row[g] for g in _GAINS)
    require(given <= room, where, f"at most {room} fixed resources fit on the tile, {given} given")


def _set_tile(t: np.record, index: int, row: dict, *, rail: bool, tube: bool) -> None:
    for field in ("name", "key"):
        encoded = row[field].encode("ascii")
        t[field][index, : len(encoded)] = list(encoded)
    t.rail[index], t.tube[index] = rail, tube
    for flag in _FLAGS:
        t[flag][index] = row[flag]
    t.bonus_astro[index] = row["bonus_astronauts"]
    t.bonus_res[index] = [row[g] for g in _GAINS]
    t.bonus_rocket[index] = row["bonus_rockets"]
    t.bonus_crystal[index] = row["bonus_crystals"]
    t.action[index] = row["action"]
    producer = TileAction.ADD_AIR <= row["action"] <= TileAction.ADD_ANY
    t.adds[index] = row["action"] - TileAction.ADD_AIR if producer else -1


def _load_starting_sides(t: np.record, folder: Path) -> None:
    columns = {
        "color": choice(COLORS),
        "side": choice(("A", "B")),
        "tile_index": integer(0, PLAYERS - 1),
        "name": _KEY,
        "connection": choice(("both",)),
        **_SYMBOLS,
        "action": choice(_ACTION_KEYS),
        "astronauts": integer(1, 4),
        **{r: integer(0, 3) for r in RESOURCE_KEYS},
        "rockets": integer(0, 6),
        "crystals": integer(0, 5),
        "points": integer(0, 100),
    }
    rows = read_rows(folder, DATA, "starting_quarters.csv", columns, rows=2 * PLAYERS)
    seen = set()
    for row in rows:
        where = f"starting_quarters.csv, {COLORS[row['color']]} side {'AB'[row['side']]}"
        require(row["color"] == row["tile_index"], where, "tile_index must count the colours " + ", ".join(COLORS))
        require(sum(row[r] for r in RESOURCE_KEYS) <= TILE_CAP, where, "at most 3 resources fit on the tile")
        index = QUEUE_TILES + 2 * row["tile_index"] + row["side"]
        require(index not in seen, where, "the side is given twice")
        seen.add(index)
        row["key"] = f"{COLORS[row['color']]}_{'AB'[row['side']]}"
        row["bonus_astronauts"] = row["astronauts"]
        row["bonus_rockets"], row["bonus_crystals"] = row["rockets"], row["crystals"]
        row.update({gain: row[r] for gain, r in zip(_GAINS, RESOURCE_KEYS, strict=True)})
        _set_tile(t, index, row, rail=True, tube=True)
        t.phase[index] = -1
        t.bonus_points[index] = row["points"]


def _load_counts(t: np.record, folder: Path) -> None:
    columns = {"key": _KEY, "count": integer(0, 120)}
    counts = {row["key"]: row["count"] for row in read_rows(folder, DATA, "tokens.csv", columns)}
    needed = (*RESOURCE_KEYS, "astronaut", "rocket", "crystal")
    for key in needed:
        require(key in counts, "tokens.csv", f"row {key!r} is missing")
    t.supply[:] = [counts[r] for r in RESOURCE_KEYS]
    t.supply_astro, t.supply_rocket, t.supply_crystal = (counts[k] for k in needed[RESOURCES:])
    sides = slice(QUEUE_TILES, TILES)
    for name, supply, given in (
        ("resources", t.supply.min(), t.bonus_res[sides].max()),
        ("astronaut", t.supply_astro, t.bonus_astro[sides].max()),
        ("rocket", t.supply_rocket, t.bonus_rocket[sides].max()),
        ("crystal", t.supply_crystal, t.bonus_crystal[sides].max()),
    ):
        require(supply >= PLAYERS * given, "tokens.csv", f"too few {name} tokens for {PLAYERS} starting Quarters")
    points = read_rows(folder, DATA, "point_tokens.csv", {"value": integer(1, 100), "count": integer(0, 100)})
    require(sum(row["count"] for row in points) == POINT_TOKENS, "point_tokens.csv", f"{POINT_TOKENS} tokens expected")
    faces = [f"face{i}" for i in range(1, 7)]
    dice = read_rows(
        folder,
        DATA,
        "dice.csv",
        {"key": _KEY, "stops_on_red": integer(0, 1), **{f: integer(1, 6) for f in faces}},
        rows=2,
    )
    known = [(die["key"], die["stops_on_red"]) for die in dice]
    require(known == [("spot", 0), ("red", 1)], "dice.csv", "rows must be spot and red, and the red one stops on red")
    t.dice[:] = [[die[f] for f in faces] for die in dice]


def _load_board(t: np.record, folder: Path) -> None:
    fixed = {
        "queue_spaces": SPACES,
        "laps": LAPS,
        "scoring_line_before_position": 0,
        "exchange_slots_per_resource": EXCHANGE_SLOTS,
        "tile_resource_cap": TILE_CAP,
        "max_base_tiles": SLOTS,
    }
    slots = [f"exchange_slot_{k}" for k in range(1, EXCHANGE_SLOTS + 1)]
    end_scheme = choice(tuple(scheme.name.lower() for scheme in EndScheme))
    keys = {
        **{key: integer(number, number) for key, number in fixed.items()},
        **{slot: integer(0, 30) for slot in slots},
        "rescue_cost": integer(0, 100),
        "coffee_unused_points": integer(0, 50),
        "printed_lap_scheme": choice(tuple(scheme.name.lower() for scheme in LapScheme)),
        "printed_end_scheme_1": end_scheme,
        "printed_end_scheme_2": end_scheme,
    }
    board = read_values(folder, DATA, "board.csv", keys)
    t.slot_points[1:] = [board[slot] for slot in slots]
    require(bool((np.diff(t.slot_points) >= 0).all()), "board.csv", "the slots of the Exchange must not fall in value")
    t.pile_points[:] = np.cumsum(t.slot_points)
    t.rescue_cost = board["rescue_cost"]
    t.coffee_points = board["coffee_unused_points"]
    t.printed_lap_scheme = board["printed_lap_scheme"]
    t.printed_end_scheme[:] = [board["printed_end_scheme_1"], board["printed_end_scheme_2"]]
    printed = set(t.printed_end_scheme) - {EndScheme.SOLO_TAXES}
    require(len(printed) == 2, "board.csv", "two different end schemes must be printed, and not solo_taxes")
    setup = read_rows(
        folder,
        DATA,
        "setup.csv",
        {"num_players": integer(1, PLAYERS), "exchange_filled_at_start": integer(0, EXCHANGE_SLOTS)},
        rows=PLAYERS,
    )
    counts = [row["num_players"] for row in setup]
    require(counts == list(range(1, PLAYERS + 1)), "setup.csv", "rows must be for 1 to 5 players")
    t.filled_at_start[1:] = [row["exchange_filled_at_start"] for row in setup]


def _load_schemes(t: np.record, folder: Path) -> None:
    params = [f"p{k}" for k in range(1, 6)]
    laps = read_rows(
        folder, DATA, "lap_schemes.csv", {"key": _KEY, **{p: integer(0, 20) for p in params}}, rows=len(LapScheme)
    )
    _check_keys("lap_schemes.csv", laps, LapScheme)
    t.lap_param[:] = [[row[p] for p in params] for row in laps]
    ends = read_rows(
        folder,
        DATA,
        "end_schemes.csv",
        {"key": _KEY, "points": integer(-20, 20), "param": integer(0, 50), "solo_allowed": integer(0, 1)},
        rows=len(EndScheme),
    )
    _check_keys("end_schemes.csv", ends, EndScheme)
    t.end_points[:] = [row["points"] for row in ends]
    t.end_param[:] = [row["param"] for row in ends]
    t.solo_allowed[:] = [row["solo_allowed"] for row in ends]
    t.solo_allowed[EndScheme.SOLO_TAXES] = 0  # R2: it always is the first scheme
    require(t.solo_allowed.sum() > 1, "end_schemes.csv", "two schemes must be allowed as the second one in solo games")
    expansion = read_rows(
        folder,
        DATA,
        "expansion_tiles.csv",
        {"side": choice(("achievement", "coffee")), "index": integer(0, ACHIEVEMENTS - 1), "points": integer(0, 50)},
        rows=ACHIEVEMENTS + 1,
    )
    achievements = [row for row in expansion if row["side"] == 0]
    require(
        [row["index"] for row in achievements] == list(range(ACHIEVEMENTS)),
        "expansion_tiles.csv",
        "five achievement rows with index 0 to 4 are expected",
    )
    t.achievement_points[:] = [row["points"] for row in achievements]
    coffee = [row["points"] for row in expansion if row["side"] == 1]
    require(
        coffee == [t.coffee_points], "expansion_tiles.csv", "Coffee must be worth coffee_unused_points of board.csv"
    )
    columns = {"band": integer(0, 3), "min_score": integer(-999, 999), "win": integer(0, 1)}
    bands = read_rows(folder, DATA, "solo_bands.csv", columns, rows=4)
    t.band_least[:] = [row["min_score"] for row in bands]
    t.band_win[:] = [row["win"] for row in bands]
    require([row["band"] for row in bands] == [0, 1, 2, 3], "solo_bands.csv", "rows must be bands 0 to 3")
    require(bool((np.diff(t.band_least) > 0).all()), "solo_bands.csv", "min_score must rise from band to band")


def _check_keys(file: str, rows: list[dict], codes: type[IntEnum]) -> None:
    expected = [member.name.lower() for member in codes]
    require([row["key"] for row in rows] == expected, file, "keys must be " + ", ".join(expected))


def _check_fixed(file: str, rows: list[dict], column: str, fixed: Mapping[int, tuple[int, ...]]) -> None:
    for row, wanted in fixed.items():
        found = tuple(rows[row][column])
        require(found == wanted, file, f"{rows[row]['key']}: the rules fix the numbers {wanted}, found {found}")


def _derive_features(t: np.record) -> None:
    """Feature rows AF and TF of the observation, so that encoding a tile is one copy."""
    other = {TileAction.ROCK_CRYSTAL: 1 / 3, TileAction.ANY2_CRYSTAL: 2 / 3, TileAction.ACTIVATE_2: 1}
    for i in range(TILES):
        action, features = t.action[i], t.action_features[i]
        if t.adds[i] >= 0:
            features[range(RESOURCES) if action == TileAction.ADD_ANY else t.adds[i]] = 1
        features[4] = action == TileAction.MOVE
        features[5] = _action_points(t, i) / 14
        features[6] = other.get(action, 0)
        special = t.bonus_special[i]
        credits = {Bonus.ACTIVATE_1: 1, Bonus.ACTIVATE_5: 5}.get(special, 0)
        row = [t.rail[i], t.tube[i], t.red[i], t.dome[i], t.triangle[i], t.star[i], *(t.cost[i] / 2)]
        row += [t.bonus_astro[i] / 2, *(t.bonus_res[i] / 2), t.bonus_rocket[i] / 2, t.bonus_crystal[i] / 2]
        row += [special == bonus for bonus in range(Bonus.ANY2, Bonus.ACTIVATE_1)]
        row += [credits / 5, *features]
        t.tile_features[i] = np.clip(row, 0, 1)


def _action_points(t: np.record, tile: int) -> int:
    if t.action[tile] == TileAction.TAKE_POINTS:
        return int(t.action_param[tile])
    return int(t.trade_points[t.action[tile]].max())
