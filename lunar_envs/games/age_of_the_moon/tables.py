"""Component data -> one read-only record; every relation that the rules state is checked here (section 2)."""

from enum import IntEnum
from pathlib import Path

import numpy as np

from lunar_envs.engine.data import choice, integer, read_rows, read_values, require, text
from lunar_envs.engine.record import record_dtype

from .codes import (
    ASSET_TYPES,
    CARDS,
    DIE_FACES,
    EMPTY_EFFECTS,
    EVENTS,
    FIRST_MODULE,
    FIRST_ONGOING,
    HEXES,
    ICP_LIMIT,
    KINDS,
    MARKET,
    NONE,
    PLAYERS,
    PRIMITIVES,
    QUARTERS,
    RESOURCE_NAMES,
    RESOURCES,
    ROCKET_KINDS,
    ROCKETS,
    SUMMIT_RULES,
    Agreement,
    Asset,
    CardType,
    EmptyEffect,
    Faction,
    Kind,
    Landing,
    Placement,
    Primitive,
    RocketKind,
    Rule,
)

DATA = Path(__file__).parent / "data"
NAME_LENGTH = 32
SCALE = 2 * ICP_LIMIT + 1
TOKENS = 116
INFRASTRUCTURE_CARDS = 64
BONUS_HEXES = (1, 4, 4, 4)
TO_THE_BOTTOM = -99
"""``icp_user`` of a card that moves its user to the bottom of the scale."""

TABLES = record_dtype(
    [
        ("hex_q", "i1", (HEXES,)),
        ("hex_r", "i1", (HEXES,)),
        ("quarter", "i1", (HEXES,)),  # 1..4, 0 = none
        ("bonus", "i1", (HEXES,)),  # resource, -1
        ("near", "i8", (HEXES,)),  # bit h: hex h is adjacent
        ("quarter_hexes", "i8", (QUARTERS + 1,)),  # bit h: hex h is in the quarter
        ("supply", "i2", (RESOURCES,)),  # tokens
        ("start_asset", "i1", (PLAYERS,)),  # by Faction: type, -1
        ("start_res", "i2", (PLAYERS, RESOURCES)),
        ("start_rocket", "i1", (PLAYERS,)),  # RocketKind, -1
        ("start_cards", "i1", (PLAYERS,)),
        ("advantage", "i1", (PLAYERS,)),  # resource that 2:1 gives, -1
        ("general_rate", "i1", (PLAYERS,)),
        ("card_rate", "i1", (PLAYERS,)),
        ("reuse_any", "u1", (PLAYERS,)),
        ("starts_round_1", "u1", (PLAYERS,)),
        ("faction_name", "u1", (PLAYERS, NAME_LENGTH)),  # ASCII, 0-padded
        ("faction_colour", "u1", (PLAYERS, NAME_LENGTH)),  # "#rrggbb"
        ("placement", "i1", (ASSET_TYPES,)),  # Placement
        ("commercial", "u1", (ASSET_TYPES,)),
        ("cost", "i2", (ASSET_TYPES, RESOURCES)),
        ("payload", "i1", (ASSET_TYPES,)),
        ("output", "i2", (ASSET_TYPES, RESOURCES)),
        ("output_icp", "i1", (ASSET_TYPES,)),
        ("upkeep", "i2", (ASSET_TYPES, RESOURCES)),  # operating cost
        ("has_upkeep", "u1", (ASSET_TYPES,)),
        ("module_upkeep", "i2", (RESOURCES,)),  # of all modules in one round (R94)
        ("rocket_count", "i1", (ROCKET_KINDS,)),
        ("rocket_cost", "i2", (ROCKET_KINDS,)),
        ("capacity", "i1", (ROCKET_KINDS,)),
        ("reusable", "u1", (ROCKET_KINDS,)),
        ("reuse", "i2", (ROCKET_KINDS, RESOURCES)),
        ("primitive", "i1", (EVENTS,)),  # Primitive
        ("event_faction", "i1", (EVENTS,)),  # Faction, -1 = global
        ("event_stays", "u1", (EVENTS,)),  # ongoing
        ("param", "i2", (EVENTS, 4)),
        ("event_of", "i1", (PRIMITIVES,)),  # the event of each ongoing primitive
        ("event_name", "u1", (EVENTS, NAME_LENGTH)),
        ("card_count", "i1", (KINDS,)),
        ("card_type", "i1", (KINDS,)),  # CardType
        ("hostile", "i1", (KINDS,)),  # 0, 1, -1 = by its effect
        ("counter_allowed", "u1", (KINDS,)),
        ("card_agreement", "i1", (KINDS,)),  # Agreement
        ("stays_in_play", "u1", (KINDS,)),
        ("retry_on_fail", "u1", (KINDS,)),
        ("card_players", "i1", (KINDS,)),  # least number
        ("icp_proposer", "i1", (KINDS,)),  # on acceptance
        ("icp_target", "i1", (KINDS,)),  # on acceptance, or when hit
        ("icp_reject", "i1", (KINDS,)),
        ("icp_user", "i1", (KINDS,)),
        ("icp_voter", "i1", (KINDS,)),  # for each yes of a vote that is passed
        ("empty_type", "i1", (EMPTY_EFFECTS,)),  # CardType
        ("empty_user", "i1", (EMPTY_EFFECTS,)),  # ICP
        ("empty_accept", "i1", (EMPTY_EFFECTS,)),
        ("empty_reject", "i1", (EMPTY_EFFECTS,)),
        ("refill_bonus", "i1", (SCALE,)),  # by ICP + 10
        ("isolated", "u1", (SCALE,)),
        ("faces", "i1", (DIE_FACES,)),
        ("landing", "i1", (DIE_FACES + 1,)),  # by face: Landing
        ("max_rounds", "i2"),
        ("max_decisions", "i4"),
        ("nego_cap", "i2"),
        ("max_edit_steps", "i2"),
        ("max_counters", "i1"),
        ("joint_min_modules", "i1"),
        ("start_lunars", "i2"),
        ("start_hand", "i1"),
        ("budget_refill", "i2"),
    ]
)

_KEY = text(NAME_LENGTH)
_FLAG = integer(0, 1)
_AMOUNT = integer(0, 20)
_CHANGE = integer(-2 * ICP_LIMIT, 2 * ICP_LIMIT)
_SUFFIXES = ("l", "w", "p", "s")
_PARAMS = tuple(f"p{i}" for i in range(4))


def load_tables(folder: Path) -> np.ndarray:
    """The tables of the component files in ``folder``, record array of length 1; raises DataError."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    _load_options(t, folder)
    _load_board(t, folder)
    _load_supply(t, folder)
    _load_die(t, folder)
    _load_icp_scale(t, folder)
    _load_infrastructure(t, folder)
    _load_rockets(t, folder)
    _load_factions(t, folder)
    _load_events(t, folder)
    _load_cards(t, folder)
    _load_lists(t, folder)
    return tables


def name_of(names: np.ndarray) -> str:
    """The text of a 0-padded row of ASCII."""
    return bytes(names).rstrip(b"\0").decode("ascii")


def _write_name(row: np.ndarray, name: str) -> None:
    encoded = name.encode("ascii")
    row[: len(encoded)] = list(encoded)


def _columns(prefix: str, convert: object = _AMOUNT) -> dict:
    return {f"{prefix}_{suffix}": convert for suffix in _SUFFIXES}


def _vector(row: dict, prefix: str) -> list[int]:
    return [row[f"{prefix}_{suffix}"] for suffix in _SUFFIXES]


def _keys(codes: type[IntEnum]) -> list[str]:
    return [member.name.lower() for member in codes]


def _check_names(file: str, rows: list[dict], key: str, names: list[str]) -> None:
    """Rows are numbered from 0 and named as the codes name them."""
    require([row[key] for row in rows] == list(range(len(rows))), file, f"{key} must count from 0")
    require([row["name"] for row in rows] == names, file, "names must be " + ", ".join(names))


def _load_options(t: np.record, folder: Path) -> None:
    keys = {
        "max_rounds": integer(1, 100),
        "max_decisions": integer(1, 100_000),
        "nego_cap": integer(0, 1000),
        "max_edit_steps": integer(1, 100),
        "max_counters": integer(0, 20),
        "joint_min_modules": integer(0, 4),
        "start_lunars": integer(0, 20),
        "hand": integer(0, 6),
        "budget_refill": integer(0, 20),
        "market_size": integer(MARKET, MARKET),
        "player_markers": integer(2 * PLAYERS, 2 * PLAYERS),
        "dice": integer(1, 1),
    }
    values = read_values(folder, DATA, "options.csv", keys)
    t.start_hand = values["hand"]
    for key in list(keys)[:7] + ["budget_refill"]:
        t[key] = values[key]


def _load_board(t: np.record, folder: Path) -> None:
    """Adjacency is that of axial neighbours; every two adjacent hexes are joined by a node line."""
    file = "board_hexes.csv"
    columns = {
        "hex_id": integer(0, HEXES - 1),
        "q": integer(-3, 3),
        "r": integer(-3, 3),
        "quarter": integer(0, QUARTERS),
        "bonus_res": integer(NONE, RESOURCES - 1),
    }
    rows = read_rows(folder, DATA, file, columns, rows=HEXES)
    require([row["hex_id"] for row in rows] == list(range(HEXES)), file, "hex_id must count from 0")
    places = [(row["q"], row["r"]) for row in rows]
    board = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3]
    require(places == board, file, "hexes must run row by row over |q|, |r|, |q+r| <= 3")
    for h, row in enumerate(rows):
        t.hex_q[h], t.hex_r[h] = places[h]
        t.quarter[h], t.bonus[h] = row["quarter"], row["bonus_res"]
        t.quarter_hexes[row["quarter"]] |= 1 << h
        for dq, dr in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)):
            if (other := (row["q"] + dq, row["r"] + dr)) in places:
                t.near[h] |= 1 << places.index(other)
    sizes = [int(np.sum(t.quarter == k)) for k in range(QUARTERS + 1)]
    require(sizes == [1, 9, 9, 9, 9] and t.quarter[HEXES // 2] == 0, file, "four quarters of 9, the centre in none")
    bonuses = tuple(int(np.sum(t.bonus == r)) for r in range(RESOURCES))
    require(bonuses == BONUS_HEXES, file, f"bonus hexes for l, w, p, s must be {BONUS_HEXES}, are {bonuses}")


def _load_supply(t: np.record, folder: Path) -> None:
    columns = {"res_id": integer(0, RESOURCES - 1), "name": _KEY, "count": integer(1, 100)}
    rows = read_rows(folder, DATA, "resources.csv", columns, rows=RESOURCES)
    _check_names("resources.csv", rows, "res_id", list(RESOURCE_NAMES))
    t.supply[:] = [row["count"] for row in rows]
    require(t.supply.sum() == TOKENS, "resources.csv", f"counts must sum to {TOKENS}, sum to {t.supply.sum()}")


def _load_die(t: np.record, folder: Path) -> None:
    columns = {"face": integer(1, DIE_FACES), "landing": choice(_keys(Landing))}
    rows = read_rows(folder, DATA, "die.csv", columns, rows=DIE_FACES)
    t.faces[:] = [row["face"] for row in rows]
    require(list(t.faces) == list(range(1, DIE_FACES + 1)), "die.csv", "face must count from 1")
    t.landing[1:] = [row["landing"] for row in rows]


def _load_icp_scale(t: np.record, folder: Path) -> None:
    columns = {"icp": integer(-ICP_LIMIT, ICP_LIMIT), "refill_bonus": integer(-10, 10), "isolated": _FLAG}
    rows = read_rows(folder, DATA, "icp_scale.csv", columns, rows=SCALE)
    spaces = [row["icp"] for row in rows]
    require(spaces == list(range(-ICP_LIMIT, ICP_LIMIT + 1)), "icp_scale.csv", "icp must run from -10 to 10")
    t.refill_bonus[:] = [row["refill_bonus"] for row in rows]
    t.isolated[:] = [row["isolated"] for row in rows]


def _load_infrastructure(t: np.record, folder: Path) -> None:
    file = "infrastructure.csv"
    columns = {
        "type_id": integer(0, ASSET_TYPES - 1),
        "name": _KEY,
        "placement": choice(_keys(Placement)),
        "habitation": _FLAG,
        "commercial": _FLAG,
        "count": integer(PLAYERS, PLAYERS),
        **_columns("cost"),
        "payload": integer(1, 20),
        **_columns("prod"),
        "prod_icp": integer(0, 5),
        **_columns("op"),
    }
    rows = read_rows(folder, DATA, file, columns, rows=ASSET_TYPES)
    _check_names(file, rows, "type_id", _keys(Asset))
    require(sum(row["count"] for row in rows) == INFRASTRUCTURE_CARDS, file, "there are 64 cards")
    for i, row in enumerate(rows):
        t.placement[i], t.commercial[i], t.payload[i] = row["placement"], row["commercial"], row["payload"]
        t.cost[i], t.output[i], t.upkeep[i] = (_vector(row, prefix) for prefix in ("cost", "prod", "op"))
        t.output_icp[i] = row["prod_icp"]
        require(row["habitation"] == (i >= FIRST_MODULE), file, "the modules must be the last four types")
    t.has_upkeep[:] = t.upkeep.any(axis=1)
    t.module_upkeep[:] = t.upkeep[FIRST_MODULE:].sum(axis=0)
    require(bool((t.commercial == (t.output[:, 0] > 0)).all()), file, "commercial assets print a lunar output")
    require(list(t.cost[Asset.POWER_ORBITER]) == [1, 0, 0, 0], file, "power_orbiter costs 1 lunar")
    costs = t.cost.sum(axis=1)
    orbiter = (t.placement == Placement.ORBITAL) & (np.arange(ASSET_TYPES) < FIRST_MODULE)
    require(
        orbiter.any() and costs[~orbiter].min() >= costs[orbiter].max(), file, "no asset is cheaper than an orbiter"
    )


def _load_rockets(t: np.record, folder: Path) -> None:
    file = "rockets.csv"
    columns = {
        "kind_id": integer(0, ROCKET_KINDS - 1),
        "name": _KEY,
        "count": integer(0, ROCKETS),
        "cost_l": _AMOUNT,
        "capacity": integer(1, 30),
        "reusable": _FLAG,
        **_columns("reuse"),
    }
    rows = read_rows(folder, DATA, file, columns, rows=ROCKET_KINDS)
    _check_names(file, rows, "kind_id", _keys(RocketKind))
    for k, row in enumerate(rows):
        t.rocket_count[k], t.rocket_cost[k], t.capacity[k] = row["count"], row["cost_l"], row["capacity"]
        t.reusable[k], t.reuse[k] = row["reusable"], _vector(row, "reuse")
        require(row["reusable"] or not t.reuse[k].any(), file, f"{row['name']} is not reusable but has a reuse cost")
    require(t.rocket_count.sum() == ROCKETS, file, f"counts must sum to {ROCKETS}")
    require(t.rocket_cost[RocketKind.REUSABLE] == 2, file, "reusable costs 2 lunars")


def _load_factions(t: np.record, folder: Path) -> None:
    file = "factions.csv"
    columns = {
        "faction_id": integer(0, PLAYERS - 1),
        "name": _KEY,
        "hex_colour": text(7),
        "start_asset_type": integer(NONE, ASSET_TYPES - 1),
        **{f"start_{name}": _AMOUNT for name in RESOURCE_NAMES},
        "start_rocket_kind": integer(NONE, ROCKET_KINDS - 1),
        "start_extra_cards": integer(0, 3),
        "adv21_res": integer(NONE, RESOURCES - 1),
        "general_rate": integer(2, 20),
        "card_rate": integer(1, 20),
        "reuse_any": _FLAG,
        "round1_start_player": _FLAG,
    }
    rows = read_rows(folder, DATA, file, columns, rows=PLAYERS)
    _check_names(file, rows, "faction_id", _keys(Faction))
    for f, row in enumerate(rows):
        t.start_asset[f], t.start_rocket[f] = row["start_asset_type"], row["start_rocket_kind"]
        t.start_res[f] = [row[f"start_{name}"] for name in RESOURCE_NAMES]
        t.start_cards[f], t.advantage[f] = row["start_extra_cards"], row["adv21_res"]
        t.general_rate[f], t.card_rate[f] = row["general_rate"], row["card_rate"]
        t.reuse_any[f], t.starts_round_1[f] = row["reuse_any"], row["round1_start_player"]
        _write_name(t.faction_name[f], row["name"])
        _write_name(t.faction_colour[f], row["hex_colour"])
    for kind in range(ROCKET_KINDS):
        taken = int(np.sum(t.start_rocket == kind))
        require(taken <= t.rocket_count[kind], file, "there are fewer rockets of a kind than factions start with")
    deployed = t.start_asset[t.start_asset >= 0]
    require(bool((t.placement[deployed] == Placement.ORBITAL).all()), file, "a starting asset must be orbital")
    require(t.starts_round_1.sum() <= 1, file, "at most one faction starts round 1")
    due = t.start_res.sum(axis=0) + [PLAYERS * int(t.start_lunars), 0, 0, 0]
    require(bool((due <= t.supply).all()), file, "the supply cannot pay the set-up")
    cards = PLAYERS * int(t.start_hand) + t.start_cards.sum()
    require(cards <= CARDS, file, f"set-up deals {cards} negotiation cards, there are {CARDS}")


def _load_events(t: np.record, folder: Path) -> None:
    file = "events.csv"
    columns = {
        "event_id": integer(0, EVENTS - 1),
        "name": _KEY,
        "scope": choice(("global", "national")),
        "faction_id": integer(NONE, PLAYERS - 1),
        "duration": choice(("one_shot", "ongoing")),
        "primitive": choice(_keys(Primitive)),
        **{p: integer(-20, 20) for p in _PARAMS},
        "count": integer(1, 1),
    }
    rows = read_rows(folder, DATA, file, columns, rows=EVENTS)
    require([row["event_id"] for row in rows] == list(range(EVENTS)), file, "event_id must count from 0")
    t.event_of[:] = NONE
    for e, row in enumerate(rows):
        require(row["scope"] == (row["faction_id"] >= 0), file, f"{row['name']}: national events name their faction")
        ongoing = row["primitive"] >= FIRST_ONGOING
        require(row["duration"] == ongoing, file, f"{row['name']}: its duration does not fit its primitive")
        one = row["primitive"] in _ONE_PLAYER
        require(row["scope"] == one, file, f"{row['name']}: its scope does not fit its primitive")
        _check_params(f"{file}, {row['name']}", row)
        t.primitive[e], t.event_faction[e], t.event_stays[e] = row["primitive"], row["faction_id"], ongoing
        t.param[e] = [row[p] for p in _PARAMS]
        _write_name(t.event_name[e], row["name"])
        if ongoing:
            require(t.event_of[row["primitive"]] == NONE, file, "an ongoing primitive has one event")
            t.event_of[row["primitive"]] = e
    used = set(t.primitive)
    missing = [p.name.lower() for p in Primitive if p not in used]
    require(not missing, file, f"no event has primitive {', '.join(missing)}")


_ONE_PLAYER = (
    Primitive.RES_ONE,
    Primitive.ICP_ONE,
    Primitive.DRAW_ONE,
    Primitive.FREE_REUSE_ONE,
    Primitive.REFILL_ONE,
)
_RESOURCE_AND_AMOUNT = (
    Primitive.QUARTER_PAY_OR_BLOCK,
    Primitive.QUARTER_PAY_OR_DESTROY,
    Primitive.QUARTER_ROVER_GAIN,
)
_ONE_STEP = (Primitive.PASS_RANDOM_LEFT, Primitive.DISCARD_CHOICE_ALL)


def _check_params(where: str, row: dict) -> None:
    primitive = row["primitive"]
    if primitive in _RESOURCE_AND_AMOUNT:
        require(0 <= row["p0"] < RESOURCES and row["p1"] > 0, where, "p0 must be a resource and p1 an amount")
    elif primitive in _ONE_STEP:
        require(row["p0"] == 1, where, "p0 must be 1 card")
    elif primitive in (Primitive.DRAW_ALL, Primitive.DRAW_ONE, Primitive.FREE_REUSE_ONE, Primitive.ICP_TOWARD_ZERO):
        require(0 <= row["p0"] <= 5, where, "p0 must be in 0..5")
    elif primitive == Primitive.QUARTER_GAIN:
        require(all(row[p] >= 0 for p in _PARAMS), where, "p0 to p3 must be gains")


def _load_cards(t: np.record, folder: Path) -> None:
    file = "negotiation_cards.csv"
    agreements = ["" if kind == Agreement.NONE else kind.name.lower() for kind in Agreement]
    columns = {
        "kind_id": integer(0, KINDS - 1),
        "name": _KEY,
        "type": choice(_keys(CardType)),
        "count": integer(1, CARDS),
        "hostile": integer(-1, 1),
        "counter_allowed": _FLAG,
        "agreement": choice(agreements),
        "stays_in_play": _FLAG,
        "retry_on_fail": _FLAG,
        "min_players": integer(2, PLAYERS),
        "icp_accept_proposer": _CHANGE,
        "icp_accept_target": _CHANGE,
        "icp_reject_target": _CHANGE,
        "icp_user": integer(TO_THE_BOTTOM, 2 * ICP_LIMIT),
        "icp_yes_voter": _CHANGE,
    }
    rows = read_rows(folder, DATA, file, columns, rows=KINDS)
    _check_names(file, rows, "kind_id", _keys(Kind)[:KINDS])
    fields = {
        "card_count": "count",
        "card_type": "type",
        "hostile": "hostile",
        "counter_allowed": "counter_allowed",
        "card_agreement": "agreement",
        "stays_in_play": "stays_in_play",
        "retry_on_fail": "retry_on_fail",
        "card_players": "min_players",
        "icp_proposer": "icp_accept_proposer",
        "icp_target": "icp_accept_target",
        "icp_reject": "icp_reject_target",
        "icp_user": "icp_user",
        "icp_voter": "icp_yes_voter",
    }
    for field, column in fields.items():
        t[field][:] = [row[column] for row in rows]
    require(t.card_count.sum() == CARDS, file, f"counts must sum to {CARDS}")


def _load_lists(t: np.record, folder: Path) -> None:
    file = "empty_card_effects.csv"
    columns = {
        "effect_id": integer(0, EMPTY_EFFECTS - 1),
        "name": _KEY,
        "type": choice(_keys(CardType)[:2]),
        "icp_user": _CHANGE,
        "icp_accept_each": _CHANGE,
        "icp_reject_target": _CHANGE,
    }
    rows = read_rows(folder, DATA, file, columns, rows=EMPTY_EFFECTS)
    _check_names(file, rows, "effect_id", _keys(EmptyEffect))
    t.empty_type[:] = [row["type"] for row in rows]
    t.empty_user[:] = [row["icp_user"] for row in rows]
    t.empty_accept[:] = [row["icp_accept_each"] for row in rows]
    t.empty_reject[:] = [row["icp_reject_target"] for row in rows]
    conflicts = [row["type"] == CardType.CONFLICT for row in rows]
    require(conflicts == [e <= EmptyEffect.PROPAGANDA for e in EmptyEffect], file, "conflicts are the first four")
    columns = {"rule_id": integer(0, SUMMIT_RULES - 1), "name": _KEY, "duration": choice(("one_time", "ongoing"))}
    rows = read_rows(folder, DATA, "summit_rules.csv", columns, rows=SUMMIT_RULES)
    _check_names("summit_rules.csv", rows, "rule_id", _keys(Rule))
    stays = [row["duration"] == 1 for row in rows]
    require(stays == [rule >= Rule.BUDGET_INCREASE for rule in Rule], "summit_rules.csv", "the last six are ongoing")
