"""The picture of a state as SVG: from the state alone, 1200 pixels wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lunar_envs.engine import svg

from . import art
from .art import (
    FAINT,
    GAP,
    GOLD,
    HEADER,
    INK,
    PAPER,
    TEXT,
    WIDTH,
    Box,
    Icon,
    icon,
    points,
    row,
    seat_color,
    token,
    words,
)
from .codes import (
    ACTIVATION_ENERGY,
    BUILD_ENERGY,
    BUILD_TITANIUM,
    FOOD_ALL_VP,
    FOOD_ALL_WATER,
    NONE,
    POWER_ORE_ENERGY,
    POWER_VP,
    POWER_WATER_ENERGY,
    REFINE_TITANIUM,
    Action,
    Context,
    Demand,
    Food,
    Room,
)
from .panels import panel, panel_height
from .show import (
    card_name,
    decision_words,
    effect_words,
    foods_at,
    name_words,
    player_name,
    room_name,
    round_words,
)
from .tracks import co2, ledger, research, sites

if TYPE_CHECKING:
    from lunar_envs.engine.game import Game

STATION: Box = (GAP, HEADER + GAP, 636, 392)
PITCH, ROW_PITCH = 156, 130  # of the rooms, from centre to centre
ROOM_SIZE = (126, 106)
DISPLAYS = (462, 546)  # tops of the advanced modules and of the open cards
BOARD_END = 656


def draw(game: Game, state: np.ndarray, view: int | None) -> str:
    """The state as an SVG document, 1200 wide; its height depends on the number of players alone.

    All seats know the same, so it does not depend on ``view``; what is hidden from all is never shown. What may be
    chosen has a dotted line round it.
    """
    s, tables = state[0], game.tables
    t, mask = tables[0], game.legal(state)
    tall = panel_height(int(s.seats))
    wide = (WIDTH - GAP) / s.seats - GAP
    height = BOARD_END + tall + GAP
    boxes: list[Box] = [(GAP + k * (wide + GAP), BOARD_END, wide, tall) for k in range(s.seats)]
    return svg.document(
        WIDTH,
        height,
        f"Luna Maris, {round_words(s)}",
        art.definitions(),
        svg.box(0, 0, WIDTH, height, fill=art.BACK),
        _header(game, state),
        _station(s, t, mask),
        _improvements(s, t, mask),
        _demands(s, t, mask),
        _hire(s, t, mask),
        _food(s, t, mask),
        sites(s, t, mask),
        co2(s, t),
        research(s, t, mask),
        ledger(s, t, mask),
        *(panel(s, t, seat, mask, boxes[seat]) for seat in range(s.seats)),
    )


def _header(game: Game, state: np.ndarray) -> str:
    s = state[0]
    y = HEADER / 2
    parts = [
        svg.box(0, 0, WIDTH, HEADER, fill=art.PANEL),
        svg.text(16, y, "Luna Maris", 21, TEXT, bold=True, anchor="start"),
        svg.text(190 if s["round"] else 160, y, round_words(s), 15, FAINT, anchor="start"),
    ]
    if s["round"]:
        parts.append(token("sun" if s["round"] % 2 else "moon", 170, y, 12))
    if s.ctx == Context.OVER:
        said = f"Game over: {game.describe_end(s)}"
    else:
        said = f"{player_name(s, s.to_move)}: {decision_words(state, game.tables)}"
        wide = min(svg.text_width(said, 17, bold=True), 790)
        parts.append(token("astronaut", WIDTH - wide - 34, y, 13, fill=seat_color(s, s.to_move)))
    parts.append(svg.text(WIDTH - 16, y, said, 17, TEXT, width=790, bold=True, anchor="end"))
    return "".join(parts)


# -- the station -------------------------------------------------------------------------------------


def _station(s: np.record, t: np.record, mask: np.ndarray) -> str:
    left, top, wide, tall = STATION
    middle = (t.room_x.min() + t.room_x.max()) / 2
    places = [
        (left + wide / 2 + PITCH * float(x - middle), top + tall / 2 + ROW_PITCH * float(y - 1))
        for x, y in zip(t.room_x, t.room_y, strict=True)
    ]
    ends = [(*places[a], *places[b]) for a, b in np.argwhere(np.triu(t.corridor))]
    parts = [art.frame(STATION, fill="#141f33")]
    for width, color in ((13, "#76849a"), (7, "#2b3a54")):
        parts += [svg.line(x1, y1, x2, y2, color, width) for x1, y1, x2, y2 in ends]
    parts += [_room(s, t, room, *places[room], legal=bool(mask[Action.MODULE + room])) for room in Room]
    return "".join(parts)


def _room(s: np.record, t: np.record, room: Room, x: float, y: float, legal: bool) -> str:
    wide, tall = ROOM_SIZE
    left, top = x - wide / 2, y - tall / 2
    built = [tile for tile in np.flatnonzero(s.adv_built).tolist() if t.advanced_room[tile] == room]
    color, width = (GOLD, 3.5) if built else ("#8b9bb4", 1.5)
    parts = [
        svg.box(left, top, wide, tall, 10, fill="#24344f", stroke=color, stroke_width=width),
        token(f"room-{room}", left + 15, top + 15, 11),
        svg.text(
            left + 31, top + 15, room_name(t, room).capitalize(), 11.5, TEXT, width=wide - 44, bold=True, anchor="start"
        ),
        svg.box(left + 6, top + 27, wide - 12, 36, 5, fill=PAPER),
    ]
    rows = _room_actions(s, t, room)
    for k, icons in enumerate(rows):
        parts.append(row(icons, x, top + 45 + 17 * (k - (len(rows) - 1) / 2), 7.2, wide - 20))
    if built:
        parts.append(svg.box(left + 6, top + 61, wide - 12, 14, 4, fill=GOLD))
        parts.append(svg.text(x, top + 68, effect_words(t, built[0]), 9.5, INK, width=wide - 20, bold=True))
        parts.append(token("plus", left + wide - 4, top + 4, 10))
    parts += _occupants(s, t, room, left, top + tall - 17)
    if legal:
        parts.append(art.offered((left - 2, top - 2, wide + 4, tall + 4), 13))
    return "".join(parts)


def _room_actions(s: np.record, t: np.record, room: Room) -> list[list[Icon]]:
    """What can be done in a room, in one or two rows."""
    arrow, plus = icon("arrow"), icon("plus")
    build = [icon("energy")] * BUILD_ENERGY + [icon("titanium")] * BUILD_TITANIUM
    power = [points(POWER_VP)] if POWER_VP else []
    rows: dict[Room, list[list[Icon]]] = {
        Room.EXPLORATION: [[icon("probe", fill="#7d8ba1"), arrow, icon("site")], [words("-1"), icon("stress")]],
        Room.COMMUNICATION: [[words("+1"), icon("card")]],
        Room.EXPEDITION: [[icon("demand"), arrow, points("")]],
        Room.LABORATORY: [[words("+1"), icon("research")], [*build, arrow, plus]],
        Room.INDUSTRIAL: [[icon("ore"), arrow, icon("water"), icon("helium")], [icon("energy"), arrow, icon("co2")]],
        Room.MINING: [
            [icon("probe", fill="#7d8ba1"), arrow, icon("ore")],
            [icon("ore"), arrow, *[icon("titanium")] * REFINE_TITANIUM, icon("waste")],
        ],
        Room.POWER: [
            [icon("ore"), arrow, *art.several("energy", POWER_ORE_ENERGY), *power],
            [icon("water"), icon("waste"), arrow, *art.several("energy", POWER_WATER_ENERGY), *power],
        ],
        Room.RECYCLING: [[icon("waste"), arrow, words("?")]],
        Room.GREENHOUSE: [
            [words("+1"), icon("food")],
            [*[icon("water")] * FOOD_ALL_WATER, arrow, *[icon("food")] * 3, points(FOOD_ALL_VP)],
        ],
        Room.REST: [[words("+"), icon("stress")], [icon("card"), arrow, words("+"), icon("stress")]],
    }
    return rows[room]


def _occupants(s: np.record, t: np.record, room: Room, left: float, y: float) -> list[str]:
    """The activation space with its disc, and the astronauts."""
    parts = []
    if t.needs_activation[room]:
        parts.append(svg.circle(left + 19, y, 12.5, fill=art.DARK, stroke="#8b9bb4", stroke_width=1.5))
        if s.slot[room] != NONE:
            parts.append(token("disc", left + 19, y, 12, fill=seat_color(s, s.slot[room])))
        else:
            parts.append(row([icon("energy")] * ACTIVATION_ENERGY, left + 19, y, 7, 18))
    guests = [seat for seat in range(s.seats) if s.at[seat] == room]
    for k, seat in enumerate(guests):
        parts.append(token("astronaut", left + 48 + 21 * k, y - 1, 11.5, fill=seat_color(s, seat)))
    return parts


# -- what lies open -----------------------------------------------------------------------------------


def _label(x: float, y: float, head: str, note: str = "") -> str:
    after = x + svg.text_width(head, 12, bold=True) + 8
    return svg.text(x, y, head, 12, TEXT, bold=True, anchor="start") + svg.text(
        after, y, note, 10.5, FAINT, anchor="start"
    )


def _improvements(s: np.record, t: np.record, mask: np.ndarray) -> str:
    top = DISPLAYS[0] - 4
    parts = [
        _label(
            GAP + 2, top, "Advanced modules", "better rooms for everybody; each disc wins VP again at every clean-up"
        )
    ]
    for space, (tile, owner) in enumerate(zip(s.adv_offer, s.imp_owner, strict=True)):
        left, wide, y = GAP + 128 * space, 124, top + 12
        parts.append(
            svg.box(left, y, wide, 52, 7, fill=PAPER if tile != NONE else art.DARK, stroke=GOLD, stroke_width=2)
        )
        coins = [points(t.improvement_vp[space])]
        if tile == NONE:
            parts.append(token("disc", left + 24, y + 26, 14, fill=seat_color(s, owner)))
            parts.append(svg.text(left + 46, y + 19, "built", 11.5, TEXT, bold=True, anchor="start"))
            won = f"+{t.improvement_clean_up[space]} VP a round"
            parts.append(svg.text(left + 46, y + 35, won, 10, FAINT, width=72, anchor="start"))
            continue
        parts.append(token(f"room-{t.advanced_room[tile]}", left + 15, y + 16, 10.5))
        parts.append(
            svg.text(
                left + 30, y + 16, room_name(t, t.advanced_room[tile]), 10.5, INK, width=66, bold=True, anchor="start"
            )
        )
        parts.append(row(coins, left + wide - 15, y + 16, 10, 20))
        parts.append(svg.text(left + wide / 2, y + 39, effect_words(t, tile), 10.5, INK, width=wide - 12))
        if mask[Action.BUILD + tile]:
            parts.append(art.offered((left, y, wide, 52)))
    return "".join(parts)


def _demands(s: np.record, t: np.record, mask: np.ndarray) -> str:
    top = DISPLAYS[1] - 8
    parts = [_label(GAP + 2, top, "Demands")]
    for kind in Demand:
        box: Box = (GAP + 78 * kind, top + 12, 73, 92)
        parts.append(_demand(s, t, kind, box))
        if mask[Action.SHIP + kind]:
            parts.append(art.offered(box))
    return "".join(parts)


def _demand(s: np.record, t: np.record, kind: Demand, box: Box) -> str:
    left, top, wide, tall = box
    color, x = art.DEMAND_COLORS[kind], box[0] + wide / 2
    if s.dem_n[kind] == 0:
        return _empty(box, kind.name.lower())
    tile = int(s.dem_stack[kind, 0])
    bonus = art.bonus_icons(t.demand_bonus[tile], t.demand_amount[tile])
    return "".join(
        [
            svg.box(left, top, wide, tall, 6, fill=PAPER, stroke=color, stroke_width=2.5),
            svg.path(
                f"M{svg.number(left)} {svg.number(top + 19)}v-13a6 6 0 0 1 6 -6h{wide - 12}a6 6 0 0 1 6 6v13Z",
                fill=color,
            ),
            svg.text(left + 6, top + 10, kind.name.lower(), 9.5, "#ffffff", width=wide - 30, bold=True, anchor="start"),
            svg.text(left + wide - 6, top + 10, f"x{s.dem_n[kind]}", 9.5, "#ffffff", anchor="end"),
            row(art.demand_goods(t, tile), x, top + 33, 8, wide - 10),
            row([points(t.demand_vp[tile])], x, top + 59, 13.5, 30),
            row([words("+"), *bonus], x, top + 82, 6.5, wide - 12),
        ]
    )


def _empty(box: Box, words: str) -> str:
    left, top, wide, tall = box
    ground = svg.box(left, top, wide, tall, 6, fill="none", stroke=art.FRAME, stroke_width=1.5, stroke_dasharray="5 4")
    return ground + svg.text(left + wide / 2, top + tall / 2, words, 9.5, FAINT, width=wide - 8)


def _hire(s: np.record, t: np.record, mask: np.ndarray) -> str:
    x, top = GAP + 240, DISPLAYS[1] - 8
    gone = s.l2_removed.sum()
    parts = [_label(x, top, "Scientists", f"{s.l2_n} in the deck" + (f", {gone} gone" if gone else ""))]
    for slot, card in enumerate(s.hire):
        box: Box = (x + 77 * slot, top + 12, 72, 92)
        if card == NONE:
            parts.append(_empty(box, "nobody"))
            continue
        cost = art.several("energy", t.hire_energy[slot]) + art.several("water", t.hire_water[slot])
        left, _, wide, tall = box
        parts.append(svg.box(*box, 6, fill=PAPER, stroke="#7d8ba1", stroke_width=1.5))
        parts.append(svg.box(left, top + 12, wide, 21, 6, fill="#c7d2e2"))
        parts.append(row(cost or [words("free")], left + wide / 2, top + 22.5, 7.5, wide - 10))
        lines = card_name(t, card).split(" ", 1)
        for k, line in enumerate(lines):
            y = top + 51 + 13 * (k - (len(lines) - 1) / 2)
            parts.append(svg.text(left + wide / 2, y, line, 10.5, INK, width=wide - 8, bold=True))
        parts.append(row(art.rooms_of(t, card), left + wide / 2, top + 84, 10, wide - 6))
        if mask[Action.HIRE + slot]:
            parts.append(art.offered(box))
    return "".join(parts)


def _food(s: np.record, t: np.record, mask: np.ndarray) -> str:
    x, top = GAP + 477, DISPLAYS[1] - 8
    used = len(foods_at(s, Food.DISCARD))
    parts = [_label(x, top, "Food", f"deck {s.food_n}, used {used}")]
    for slot, card in enumerate(s.food_open):
        box: Box = (x + 54 * slot, top + 12, 50, 92)
        left, y, wide, _ = box
        if card == NONE:
            parts.append(_empty(box, "none"))
            continue
        parts.append(svg.box(*box, 6, fill=PAPER, stroke="#b39b6a", stroke_width=1.5))
        parts.append(svg.text(left + wide / 2, y + 13, str(t.food_value[card]), 15, INK, bold=True))
        parts.append(token(f"food-{t.food_kind[card]}", left + wide / 2, y + 39, 14))
        name = name_words(t.food_name[t.food_kind[card]])
        parts.append(svg.text(left + wide / 2, y + 62, name, 9, INK, width=wide - 5))
        parts.append(
            row(art.bonus_icons(t.food_bonus[card], t.food_amount[card]), left + wide / 2, y + 79, 7.5, wide - 8)
        )
        if mask[Action.FOOD_SLOT + slot] or mask[Action.FOOD_ALL]:
            parts.append(art.offered(box))
    return "".join(parts)
