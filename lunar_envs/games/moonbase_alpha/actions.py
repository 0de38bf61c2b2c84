"""The action table: id <-> name, and actions in words."""

import numpy as np

from .codes import (
    AREAS,
    CORPORATION_UNITS,
    FIRST_NEUTRAL,
    FIRST_TURRET,
    HAND_SLOTS,
    LOCAL_UNITS,
    MARKER_NAMES,
    MARKERS,
    NEUTRAL_NAMES,
    NEUTRAL_UNITS,
    NONE,
    SIDES,
    Action,
    CardState,
    Context,
    UnitType,
    Upgrade,
)
from .tables import name_of

ACTION_NAMES = (
    "PASS",
    "CONFIRM",
    "ALL_IN",
    "BUY_PMC",
    "BUY_MCU",
    "BUY_CRAWLER",
    "RAISE_STOCK",
    "DESPERATE",
    "LEGAL",
    "MEDIA",
    "LEGAL_ADVANCE",
    "LEGAL_RETREAT",
    "ASSAULT",
    "TRANSPORT",
    *(f"MARK({k})" for k in range(MARKERS)),
    "BASE_WEST",
    "BASE_EAST",
    *(f"REBUILD({n})" for n in range(NEUTRAL_UNITS)),
    *(f"TURRET_SHIFT({n})" for n in range(2)),
    *(f"UNIT({u})" for u in range(LOCAL_UNITS)),
    *(f"AREA({i})" for i in range(AREAS)),
    *(f"FIRE_AT({i})" for i in range(AREAS)),
    *(f"CARD({k})" for k in range(HAND_SLOTS)),
)
assert len(ACTION_NAMES) == Action.COUNT

ACTION_ALIASES = {
    **{f"MARK({name})": f"MARK({k})" for k, name in enumerate(MARKER_NAMES)},
    **{f"REBUILD({name})": f"REBUILD({n})" for n, name in enumerate(NEUTRAL_NAMES)},
    **{f"TURRET_SHIFT({name})": f"TURRET_SHIFT({n})" for n, name in enumerate(NEUTRAL_NAMES[2:4])},
}
"""The same actions with names of markers and neutral units for numbers."""

_UNIT_NAMES = {kind: kind.name.replace("_", " ").title() for kind in UnitType} | {
    UnitType.PMC: "PMC",
    UnitType.MCU: "MCU",
    UnitType.BOLO: "BOLO",
}
_PASS = {
    Context.DEFSAT_PLACE: "keep the defsat marker",
    Context.BUDGET: "end the budget step",
    Context.LEGAL_DIR: "leave the settlement marker",
    Context.EVENT_UNITS: "buy nothing more",
    Context.AI_CHOICE: "discard the moon marker",
    Context.ACTIVATE: "end the activation",
    Context.REROLL_OWN: "keep the roll",
    Context.REROLL_ENEMY: "let the roll stand",
    Context.RETREAT: "stay",
    Context.COUNTER_TARGET: "no counterfire",
    Context.COUNTER_GROUP: "no counterfire",
    Context.UPGRADE: "no attempt",
    Context.UPGRADE_REROLL: "keep the roll",
    Context.DEFSAT_TARGET: "no further defsat attack",
}
_CONFIRM = {
    Context.AI_CHOICE: "activate the area once more",
    Context.TRANSPORT_GROUP: "load no more units",
    Context.FIREGROUP: "fire",
    Context.COUNTER_GROUP: "fire",
    Context.REROLL_OWN: "roll again",
    Context.REROLL_ENEMY: "make the enemy roll again",
    Context.UPGRADE: "attempt the upgrade",
    Context.UPGRADE_REROLL: "give up a stock level and roll again",
}
_PLAIN: dict[int, str] = {
    Action.ALL_IN: "fire with all",
    Action.RAISE_STOCK: "raise the stock by one level",
    Action.DESPERATE: "give up a stock level for one die of euros",
    Action.LEGAL: "pay the lawyers",
    Action.MEDIA: "move the media counter",
    Action.LEGAL_ADVANCE: "advance the settlement marker",
    Action.LEGAL_RETREAT: "move the settlement marker back",
    Action.ASSAULT: "assault",
    Action.TRANSPORT: "use the Eyries Transport",
    Action.BASE_WEST: "take the western main base",
    Action.BASE_EAST: "take the eastern main base",
}
_UNIT_VERBS = {
    Context.ACTIVATE: "move",
    Context.TRANSPORT_GROUP: "load",
    Context.FIREGROUP: "fire with",
    Context.COUNTER_GROUP: "fire with",
    Context.AUTO_LOSS: "lose",
    Context.SAVE_ALLOC: "give the die to",
    Context.ASSAULT_LOSS: "lose",
    Context.STACK_LOSS: "lose",
}
_ALL_ACT = (Context.ACTIVATE, Context.TRANSPORT_GROUP, Context.FIREGROUP)
"""Where every unit that may be named is an acting one."""

_AREA_VERBS = {
    Context.SETUP_PLACE: "place the next unit in",
    Context.DEFSAT_PLACE: "place the defsat marker in",
    Context.TURRET_DEST: "shift the turret to",
    Context.MEDIA_PAID_DEST: "move the media counter to",
    Context.MARKER_WHERE: "place the marker in",
    Context.MOVE_DEST: "move to",
    Context.MEDIA_STEP_DEST: "move the media counter to",
    Context.TRANSPORT_DEST: "carry the units to",
    Context.RETREAT: "retreat to",
    Context.COUNTER_TARGET: "fire back at",
    Context.TOKEN_PLACE: "build in",
    Context.TURRET_REBUILD_PLACE: "place the turret in",
}


def unit_name(s: np.record, tables: np.ndarray, slot: int) -> str:
    """A unit in words: what both players may know of it, ``PMC``, ``green MCU 3`` if revealed, ``BOLO``."""
    kind = UnitType(tables["unit_type"][0, slot])
    name = _UNIT_NAMES[kind]
    if slot < FIRST_NEUTRAL:
        name = f"{SIDES[slot // CORPORATION_UNITS]} {name}"
    strength = int(s.unit_strength[slot])
    return f"{name} {strength}" if s.unit_revealed[slot] and strength else name


def area_name(tables: np.ndarray, area: int) -> str:
    """The printed name of an area."""
    return name_of(tables["area_name"][0, area])


def card_name(tables: np.ndarray, card: int) -> str:
    """The title of a card 0..24."""
    return name_of(tables["card_name"][0, tables["card_type"][0, card]])


def describe(state: np.ndarray, tables: np.ndarray, action: int) -> str:
    """An action in words, as the seat to move would read it."""
    s, t = state[0], tables[0]
    p = max(int(s.to_move), 0)
    ctx = Context(s.ctx)
    if plain := _PLAIN.get(action):
        return plain
    if action == Action.PASS:
        return _PASS.get(ctx, "pass")
    if action == Action.CONFIRM:
        return _CONFIRM.get(ctx, "confirm")
    if action >= Action.CARD:
        return _describe_card(s, tables, p, action - Action.CARD)
    if action >= Action.AREA:
        fires = action >= Action.FIRE_AT
        seen = action - (Action.FIRE_AT if fires else Action.AREA)
        name = area_name(tables, int(t.frame[max(int(s.home[p]), 0), seen]))
        return f"{'fire at' if fires else _AREA_VERBS.get(ctx, 'choose')} {name}"
    if action >= Action.UNIT:
        return _describe_unit(s, tables, p, action - Action.UNIT)
    if action >= Action.TURRET_SHIFT:
        n = FIRST_TURRET + action - Action.TURRET_SHIFT
        return f"shift {_neutral_name(n)} in {_where(s, tables, FIRST_NEUTRAL + n)}"
    if action >= Action.REBUILD:
        return f"rebuild {_neutral_name(action - Action.REBUILD)}"
    if action >= Action.MARK:
        return f"place the {MARKER_NAMES[action - Action.MARK]} marker"
    return f"buy one {_UNIT_NAMES[UnitType(action - Action.BUY)]}"


def _neutral_name(n: int) -> str:
    """A neutral unit among its like, ``turret a``."""
    return NEUTRAL_NAMES[n].replace("_", " ")


def _where(s: np.record, tables: np.ndarray, slot: int) -> str:
    area = int(s.unit_area[slot])
    return area_name(tables, area) if area != NONE else "no area"


def _describe_unit(s: np.record, tables: np.ndarray, p: int, u: int) -> str:
    slot = p * CORPORATION_UNITS + u if u < CORPORATION_UNITS else FIRST_NEUTRAL + u - CORPORATION_UNITS
    ctx = Context(s.ctx)
    told = [flag for flag in ("suppressed", "moved", "fired") if s[f"unit_{flag}"][slot]]
    if s.unit_acting[slot] and ctx not in _ALL_ACT:
        told.append("acting")
    unit = " ".join((*told, unit_name(s, tables, slot)))
    return f"{_UNIT_VERBS.get(ctx, 'choose')} {unit} in {_where(s, tables, slot)}"


def _describe_card(s: np.record, tables: np.ndarray, p: int, slot: int) -> str:
    steals = s.ctx == Context.STEAL_CARD
    owner = 1 - p if steals else p
    verb = "steal" if steals else "place the marker on"
    if s.hand_state[owner, slot] == CardState.EMPTY:
        return f"{verb} card slot {slot} (empty)"
    known = int(s.hand_known[owner, slot]) >> p & 1
    return f"{verb} {card_name(tables, int(s.hand_card[owner, slot])) if known else 'the face-down card'} [{slot}]"


def name_components(tables: np.ndarray) -> tuple[str, ...]:
    """The number and the key of every card."""
    return tuple(f"card {card} {Upgrade(kind).name.lower()}" for card, kind in enumerate(tables["card_type"][0]))


def component_of(state: np.ndarray, tables: np.ndarray, action: int) -> int:
    """The card whose upgrade an action attempts (R68)."""
    s = state[0]
    attempts = action == Action.CONFIRM and s.ctx == Context.UPGRADE
    return int(s.hand_card[s.to_move, s.sel_slot]) if attempts else NONE
