"""Moonbase Alpha states from a short description, for scenarios and for other tests.

``build(game, setup)`` plays the set-up and then overwrites the record with base position E of the rules page: turn 2,
settlement 3, stock 8/8, seat 0 (green) home west and leader, media counters in their bases, every counter in its pile,
no cards, no events, no markers. ``setup`` is a mapping with these keys, all optional::

    seed      as for ``game.new``
    units     {seat: {place: "PMC2 MCU3x"}}: places are area names and ``pile``, ``reinf``, ``loss``, ``media_loss``;
              x = suppressed, r = revealed, no strength = whichever counter is next; "turret_a" etc. are the neutrals
    cards     {seat: {slot: "heavy_mcu"}}, face-down; "heavy_mcu up" is face-up
    script    scripted die results
    fields    {"stock": [9, 7], "media_area[0]": 3}: anything else, by the names of the record

and one of these, the decision that waits::

    budget    [seat, euros]: that seat's budget step
    activate  [seat, area]: its 1-star marker there is revealed. Its 2-star lies on a face-down Lunar Mine in slot 5, so
              that the flow stops at UPGRADE when the activation is over
    upgrade   [seat, slot, star]: its marker on that card is revealed
    moon      [seat, area]: its moon marker there is revealed, AI_CHOICE
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from lunar_envs.engine.game import Game
from tests.scenarios import write

from . import reference
from .reference import AREA_NAMES, CARDS, CORPORATION, FACE_DOWN, FACE_UP, NEUTRALS, ON_CARD, ON_MAP, OUT, PILE

PLACES = {"pile": PILE, "reinf": reference.REINF, "loss": reference.LOSS_REG, "media_loss": reference.LOSS_MEDIA}
COUNTER = re.compile(f"(PMC|MCU|crawler|{'|'.join(NEUTRALS)})" + r"(\d?)(r?)(x?)")
NEUTRAL_STRENGTHS = (0, 2, 4, 4, 2, 2)
EXTRA_SLOT = 5
BROUGHT = {
    "bolo_project": ("bolo",),
    "missile_turrets": ("turret_a", "turret_b"),
    "mobile_command_unit": ("mobile_command",),
    "stealth_suits": ("stealth_a", "stealth_b"),
}
BOTH = 3
MOON = 3
PREPARATION, ACTION = 1, 2


def build(game: Game, setup: Mapping[str, Any]) -> np.ndarray:
    """The state that ``setup`` describes."""
    state = base_position(game, setup.get("seed", 1))
    for seat, places in setup.get("units", {}).items():
        for place, counters in places.items():
            for counter in counters.split():
                put(state, int(seat), place, counter)
    for seat, cards in setup.get("cards", {}).items():
        for slot, card in cards.items():
            deal(state, int(seat), int(slot), card)
    for path, value in setup.get("fields", {}).items():
        write(state, path, value)
    for name, wait in WAITS.items():
        if name in setup:
            wait(game, state, *setup[name])
    script = setup.get("script", ())
    write(state, "script", script)
    write(state, "script_n", len(script))
    return state


def base_position(game: Game, seed: int = 1) -> np.ndarray:
    """Base position E; the decision that waits is still the one after the set-up."""
    state = game.new(seed=seed)
    while game.context(state).startswith("SETUP"):
        west = "BASE_WEST" if game.to_move(state) == 0 else "BASE_EAST"
        first = int(np.flatnonzero(game.legal(state))[0])
        game.step(state, game.action_id(west) if game.context(state) == "SETUP_BASE" else first)
    s = state[0]
    s.turn, s.settlement, s.leader, s.stock = 2, 3, 0, 8
    s["flags"][:] = 0
    s.event_kind, s.budget, s.lift_count = -1, 0, 0
    s.media_area = reference.BASES
    s.hand_card, s.hand_state, s.hand_known = -1, 0, 0
    s.marker_place, s.marker_order, s.marker_revealed = -1, -1, 0
    s.unit_area = -1
    for flag in ("revealed", "suppressed", "moved", "fired", "acting", "in_group"):
        getattr(s, f"unit_{flag}")[:] = 0
    s.unit_status[: 2 * CORPORATION], s.unit_status[2 * CORPORATION :] = PILE, OUT
    s.unit_owner[2 * CORPORATION :] = -1
    s.unit_strength[2 * CORPORATION :] = NEUTRAL_STRENGTHS
    return state


# -- counters ----------------------------------------------------------------------------------------


def put(state: np.ndarray, seat: int, place: str, counter: str) -> None:
    """Put one counter of a seat, drawn from its pile, on a place."""
    match = COUNTER.fullmatch(counter)
    if match is None:
        raise ValueError(f"cannot read the counter {counter!r}")
    name, strength, revealed, suppressed = match.groups()
    s = state[0]
    slot = find(s, seat, name, strength)
    s.unit_owner[slot] = seat
    s.unit_status[slot] = PLACES.get(place, ON_MAP)
    s.unit_area[slot] = AREA_NAMES.index(place) if place in AREA_NAMES else -1
    s.unit_suppressed[slot] = bool(suppressed)
    s.unit_revealed[slot] = bool(revealed) or place.endswith("loss") or slot >= 2 * CORPORATION


def find(s: np.record, seat: int, name: str, strength: str) -> int:
    """The slot of a counter; a corporation's is the next of its pile, which gets the strength that is asked for."""
    if name in NEUTRALS:
        return 2 * CORPORATION + NEUTRALS.index(name)
    own = range(seat * CORPORATION, (seat + 1) * CORPORATION)
    pile = [slot for slot in own if reference.SLOT_TYPES[slot] == name.lower() and s.unit_status[slot] == PILE]
    if strength:
        swap = next(slot for slot in pile if s.unit_strength[slot] == int(strength))
        s.unit_strength[swap], s.unit_strength[pile[0]] = int(s.unit_strength[pile[0]]), int(strength)
    return pile[0]


def counters(state: np.ndarray, seat: int, place: str, *, strengths: bool = True) -> list[str]:
    """The counters of a seat on a place, written as in ``units``."""
    units = reference.Position(state).units
    area = AREA_NAMES.index(place) if place in AREA_NAMES else -1
    here = [u for u in units if u.owner == seat and (u.status, u.area) == (PLACES.get(place, ON_MAP), area)]
    return sorted(described(state[0], unit, strengths) for unit in here)


def described(s: np.record, unit: reference.Unit, strengths: bool) -> str:
    """One counter in words."""
    if unit.local >= CORPORATION:
        return NEUTRALS[unit.local - CORPORATION] + "x" * unit.suppressed
    kind = unit.kind if unit.kind == "crawler" else unit.kind.upper()
    return f"{kind}{s.unit_strength[unit.slot] if strengths else ''}" + "r" * unit.revealed + "x" * unit.suppressed


# -- cards and the decision that waits ---------------------------------------------------------------


def deal(state: np.ndarray, seat: int, slot: int, card: str) -> None:
    """Give a seat a card."""
    s = state[0]
    name, _, up = card.partition(" ")
    number = next(i for i, kind in enumerate(CARDS) if kind == name and i not in s.hand_card)
    s.hand_card[seat, slot] = number
    s.hand_state[seat, slot] = FACE_UP if up else FACE_DOWN
    s.hand_known[seat, slot] = BOTH if up else 1 << seat


def wait_at(game: Game, state: np.ndarray, context: str, phase: int, seat: int) -> None:
    """Give the decision to a seat."""
    s = state[0]
    s.ctx, s.phase, s.to_move = game.contexts.index(context), phase, seat


def wait_budget(game: Game, state: np.ndarray, seat: int, euros: int) -> None:
    wait_at(game, state, "BUDGET", PREPARATION, seat)
    state[0].budget[seat] = euros


def wait_activate(game: Game, state: np.ndarray, seat: int, area: str) -> None:
    deal(state, seat, EXTRA_SLOT, "lunar_mine")
    mark(state, seat, 1, ON_CARD + EXTRA_SLOT)
    reveal(state, seat, 0, AREA_NAMES.index(area))
    wait_at(game, state, "ACTIVATE", ACTION, seat)
    s = state[0]
    s.active_area = AREA_NAMES.index(area)
    s.unit_acting = (s.unit_owner == seat) & (s.unit_area == s.active_area)


def wait_upgrade(game: Game, state: np.ndarray, seat: int, slot: int, star: int) -> None:
    reveal(state, seat, star - 1, ON_CARD + slot)
    wait_at(game, state, "UPGRADE", ACTION, seat)
    state[0].sel_slot = slot


def wait_moon(game: Game, state: np.ndarray, seat: int, area: str) -> None:
    reveal(state, seat, MOON, AREA_NAMES.index(area))
    wait_at(game, state, "AI_CHOICE", ACTION, seat)
    state[0].active_area = AREA_NAMES.index(area)


def mark(state: np.ndarray, seat: int, kind: int, place: int) -> None:
    """Place an action marker."""
    s = state[0]
    s.marker_order[seat, kind] = np.count_nonzero(s.marker_place[seat] >= 0)
    s.marker_place[seat, kind] = place


def reveal(state: np.ndarray, seat: int, kind: int, place: int) -> None:
    """Place an action marker whose step has come (R29)."""
    mark(state, seat, kind, place)
    s = state[0]
    s.marker_revealed[seat, kind] = 1
    s.round_index = 2 * kind + (seat != s.leader)
    s.active_player = seat


# -- random positions --------------------------------------------------------------------------------


def crowded(game: Game, seed: int) -> np.ndarray:
    """A budget step in the middle of a game, with most counters and upgrades in play, close to each other."""
    rng = np.random.default_rng(seed)
    cards = rng.permutation(CARDS)[: 2 * EXTRA_SLOT].reshape(2, EXTRA_SLOT)
    up = rng.random(cards.shape) < 0.7
    areas = [*(AREA_NAMES[area] for area in rng.permutation(range(len(AREA_NAMES)))[:5]), "base_west", "base_east"]
    setup: dict[str, Any] = {
        "seed": seed,
        "units": {seat: crowd(rng, cards[seat][up[seat]], areas) for seat in (0, 1)},
        "cards": {
            seat: {slot: f"{cards[seat, slot]}{' up' * int(up[seat, slot])}" for slot in range(EXTRA_SLOT)}
            for seat in (0, 1)
        },
        "fields": {
            "event_kind": rng.permutation([0, 1, 2, 2, 3, 4]).tolist(),
            "stock": rng.integers(1, 16, 2).tolist(),
            "media_area": rng.integers(0, len(AREA_NAMES), 2).tolist(),
        },
        "budget": [0, int(rng.integers(4, 12))],
    }
    for seat in (0, 1):
        if "defensive_satellites" in cards[seat][up[seat]]:
            setup["fields"][f"defsat_state[{seat}]"] = reference.READY
    return build(game, setup)


def crowd(rng: np.random.Generator, upgrades: np.ndarray, areas: list[str]) -> dict[str, str]:
    """Counters of a seat by place, six in an area at most, some revealed; neutrals if its upgrades brought them."""
    brought = [name for upgrade in upgrades for name in BROUGHT.get(upgrade, ())]
    own = ["PMC"] * 11 + ["MCU"] * 8 + ["crawler"] * 4
    places: dict[str, list[str]] = {}
    for counter in (*brought, *rng.permutation(own)[: rng.integers(10, 24)]):
        place = str(rng.choice([*areas, "pile"] if counter in NEUTRALS else [*areas, "reinf"]))
        if len(places.setdefault(place, [])) < reference.STACK_LIMIT:
            shown = place in AREA_NAMES and counter not in NEUTRALS and rng.random() < 0.3
            places[place].append(f"{counter}{'r' * shown}")
        elif counter in NEUTRALS:
            places.setdefault("pile", []).append(counter)
    return {place: " ".join(counters) for place, counters in places.items()}


WAITS = {"budget": wait_budget, "activate": wait_activate, "upgrade": wait_upgrade, "moon": wait_moon}
