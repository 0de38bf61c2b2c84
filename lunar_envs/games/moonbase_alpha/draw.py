"""The picture of a state as SVG, from the state alone: the map between the corporations, rolls below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lunar_envs.engine import svg

from . import art, panels, strip
from .actions import area_name
from .art import icon, marker, row, token
from .codes import AREAS, NONE, PLAYERS, SETTLED, STOCK_MAX, TRIANGLES, Action, Context
from .layout import Polygon, place_line, place_stacks, shrunk, span
from .words import (
    View,
    controller,
    decision_words,
    euros,
    event_seen,
    frame_number,
    local_index,
    markers_seen,
    phase_words,
    player_name,
    units_at,
    winner_words,
)

if TYPE_CHECKING:
    from lunar_envs.engine.game import Game

WIDTH = 1600
MAP_WIDTH, MAP_HEIGHT = 1700, 1100  # units of the areas' coordinates
PANEL, HEADER, STRIP = 500, 84, 310
UNITS_WIDE, UNITS_TALL = MAP_WIDTH + 2 * PANEL, HEADER + MAP_HEIGHT + STRIP
SCALE = WIDTH / UNITS_WIDE
TRACK_LEFT, TRACK_WIDE = 60, 1580
REGOLITH, CRATER, BORDER = "#b9bcc2", "#9a9da5", "#5d6068"
BASES = ("#7fbf7f", "#f0a35e")
NAME_SIZE, ICON, SMALL_ICON = 21, 16.5, 13
LARGEST, COMFORTABLE = 60, 44  # sides of a counter


def draw(game: Game, state: np.ndarray, view: int | None) -> str:
    """The state as an SVG document, 1600 wide.

    ``view`` is the seat that looks and does not see what is hidden from it: strengths of face-down counters (its own
    too), the opponent's cards and kinds of markers, events on the stock track; None sees everything.
    """
    s, tables = state[0], game.tables
    # What may be done is for the seat to move alone.
    mask = game.legal(state) if view in (None, s.to_move) else game.masks()[0]
    below = HEADER + MAP_HEIGHT
    content = [
        art.definitions(),
        svg.box(0, 0, UNITS_WIDE, UNITS_TALL, fill=art.BACK),
        _header(game, s, view),
        svg.group(_map(s, tables, view, mask), _lawsuit(s), _stock(s, tables[0], view), x=PANEL, y=HEADER),
        svg.group(strip.strip(game, s, STRIP), x=PANEL, y=below),
    ]
    for seat, left in enumerate((0, PANEL + MAP_WIDTH)):
        panel = panels.corporation(s, tables, seat, view, mask, PANEL, MAP_HEIGHT + STRIP)
        content.append(svg.group(panel, x=left, y=HEADER, id=f"moonbase-alpha-player-{seat}"))
    title = f"Moonbase Alpha, turn {s.turn}"
    return svg.document(WIDTH, UNITS_TALL * SCALE, title, svg.group(*content, scale=SCALE))


def _header(game: Game, s: np.record, view: View) -> str:
    y = HEADER / 2
    parts = [
        svg.box(0, 0, UNITS_WIDE, HEADER, fill=art.PANEL),
        svg.text(24, y, "Moonbase Alpha", 42, art.TEXT, bold=True, anchor="start"),
        svg.text(PANEL, y, f"turn {s.turn}, {phase_words(s)}", 32, art.FAINT, anchor="start"),
    ]
    if s.ctx == Context.GAME_OVER:
        said = f"{winner_words(s)}: {game.describe_end(s)}"
        color = art.WHITE
    else:
        said = f"{player_name(int(s.to_move))}: {decision_words(s, game.tables, view)}"
        color = art.SEATS[s.to_move]
    room = UNITS_WIDE - 2 * PANEL
    wide = min(svg.text_width(said, 36, bold=True), room)
    parts.append(token("pawn", UNITS_WIDE - wide - 60, y, 26, fill=color))
    parts.append(svg.text(UNITS_WIDE - 24, y, said, 36, art.TEXT, width=room, bold=True, anchor="end"))
    return "".join(parts)


# -- tracks --------------------------------------------------------------------------------------------


def _lawsuit(s: np.record) -> str:
    step, top, tall = TRACK_WIDE / (SETTLED + 1), 25, 90
    parts = []
    for space in range(SETTLED + 1):
        left = TRACK_LEFT + step * space
        here, passed = space == s.settlement, space < s.settlement
        fill = "#6b5a3a" if passed else "#4a4d54"
        parts.append(svg.box(left + 2, top, step - 4, tall, 8, fill=fill, stroke="#8b8f98", stroke_width=2))
        middle = left + step / 2
        name = {0: "START", SETTLED: "SETTLED"}.get(space, str(space))
        parts.append(svg.text(middle, top + tall - 18, name, 23, art.TEXT, width=step - 16, bold=here))
        if here:
            parts.append(svg.circle(middle, top + 34, 28, fill=art.YELLOW, stroke=art.WHITE, stroke_width=3))
            parts.append(token("scales", middle, top + 35, 19))
    return "".join(parts)


def _stock(s: np.record, t: np.record, view: View) -> str:
    step, top, tall = TRACK_WIDE / (STOCK_MAX + 1), 985, 90
    parts = []
    for level in range(STOCK_MAX + 1):
        left, ends = TRACK_LEFT + step * level, level in (0, STOCK_MAX)
        fill = "#5a3f3f" if level == 0 else "#3f5a44" if ends else "#4a4d54"
        parts.append(svg.box(left + 2, top, step - 4, tall, 8, fill=fill, stroke="#8b8f98", stroke_width=2))
        parts.append(svg.text(left + step / 2, top + tall - 16, euros(level), 23, art.TEXT, bold=True))
    for triangle in range(TRIANGLES):
        middle = TRACK_LEFT + step * (t.triangle_level[triangle] + 0.5)
        parts.append(token("triangle", middle, top + 17, 13, fill=art.GREY))
        if event := event_seen(s, triangle, view):
            parts.append(svg.box(middle - 36, top + 4, 72, 26, 6, fill="#7a3fa0", stroke=art.WHITE, stroke_width=2))
            parts.append(svg.text(middle, top + 17, event, 21, art.WHITE, bold=True, width=66))
    for seat in range(PLAYERS):
        x = TRACK_LEFT + step * (int(s.stock[seat]) + 0.28 + 0.44 * seat)
        parts.append(svg.circle(x, top + 46, 15, fill=art.SEATS[seat], stroke=art.WHITE, stroke_width=3))
        parts.append(
            svg.path(
                f"M{svg.number(x - 7)} {top + 49}L{svg.number(x - 2)} {top + 43}L{svg.number(x + 2)} "
                f"{top + 47}L{svg.number(x + 7)} {top + 40}",
                fill="none",
                stroke=art.WHITE,
                stroke_width=3,
            )
        )
    return "".join(parts)


# -- the map -------------------------------------------------------------------------------------------


def _map(s: np.record, tables: np.ndarray, view: View, mask: np.ndarray) -> str:
    t = tables[0]
    polygons = [_polygon(t, area) for area in range(AREAS)]
    parts = [_ground(s, t, area, polygons[area]) for area in range(AREAS)]
    parts += [_outlines(s, t, area, polygons[area], mask) for area in range(AREAS)]
    parts += [_contents(s, tables, area, polygons[area], view, mask) for area in range(AREAS)]
    return "".join(parts)


def _polygon(t: np.record, area: int) -> Polygon:
    return [(int(x), int(y)) for x, y in t.polygon[area, : t.polygon_n[area]]]


def _ground(s: np.record, t: np.record, area: int, polygon: Polygon) -> str:
    homes = t.home_area.tolist()
    fill = CRATER if t.crater[area] else REGOLITH
    if area in homes:
        west = homes.index(area)
        fill = BASES[int(s.home[0] != west)] if s.home[0] != NONE else "#cfcfcf"
    ground = svg.polygon(polygon, fill=fill, stroke=BORDER, stroke_width=3, stroke_linejoin="round")
    x, y = int(t.x[area]), int(t.y[area])
    if area in homes:
        return ground + token("dome", x, y + 20, 84)
    if t.crater[area]:
        rings = ((-52, -10, 46), (46, -34, 34), (26, 46, 42))
        return ground + "".join(token("crater", x + dx, y + dy, size) for dx, dy, size in rings)
    return ground


def _outlines(s: np.record, t: np.record, area: int, polygon: Polygon, mask: np.ndarray) -> str:
    """Who controls the area, whether it is active, fired at or offered."""
    seen = frame_number(s, t, area)
    offered = mask[Action.AREA + seen] or mask[Action.FIRE_AT + seen]
    lines = (
        (controller(s, t, area) != NONE, 0, 5, art.SEATS[controller(s, t, area)], ""),
        (s.active_area == area, 6, 6, art.YELLOW, ""),
        (s.fire_target == area, 12, 6, art.RED, ""),
        (offered, 18, 6, art.WHITE, "3 11"),
    )
    parts = []
    for on, inset, wide, stroke, dashes in lines:
        if on:
            dashed = {"stroke_dasharray": dashes, "stroke_linecap": "round"} if dashes else {}
            inner = shrunk(polygon, 6 + inset)
            parts.append(svg.polygon(inner, fill="none", stroke=stroke, stroke_width=wide, **dashed))
    return "".join(parts)


def _contents(s: np.record, tables: np.ndarray, area: int, polygon: Polygon, view: View, mask: np.ndarray) -> str:
    """Name, symbols, pieces and units of an area, from the top down; closer together where the units need room."""
    t, name = tables[0], area_name(tables, area)
    stacks = [units_at(s, seat, area) for seat in range(PLAYERS)]
    rows = [icons for icons in (_symbols(s, t, area), _pieces(s, area, view)) if icons]
    width = svg.text_width(name, NAME_SIZE, bold=True)
    one_line = place_line(polygon, width, NAME_SIZE)[2] >= width
    ways = [([name], ICON), (name.rsplit(" ", 1), ICON), (name.rsplit(" ", 1), SMALL_ICON)]
    drawn = [_stacked(polygon, lines, rows, radius, stacks) for lines, radius in ways[0 if one_line else 1 :]]
    head, side, places = max(drawn, key=lambda way: min(way[1], COMFORTABLE))
    parts = [head]
    slots = [slot for stack in stacks for slot in stack]
    for slot, (left, high) in zip(slots, places, strict=True):
        seat = int(s.unit_owner[slot])
        offered = seat == s.to_move and bool(mask[Action.UNIT + local_index(seat, slot)])
        parts.append(art.counter(s, t, slot, view, left + side / 2, high + side / 2, side * 0.47, offered))
    return "".join(parts)


def _stacked(
    polygon: Polygon, lines: list[str], rows: list[list[art.Icon]], radius: float, stacks: list[list[int]]
) -> tuple[str, float, list[tuple[float, float]]]:
    """A name in some lines and rows of icons, drawn; below them the side and the places of the counters."""
    step = NAME_SIZE * 1.1
    wide = max(svg.text_width(words, NAME_SIZE, bold=True) for words in lines)
    x, middle, room = place_line(polygon, wide, step * len(lines))
    y = middle - step * (len(lines) - 1) / 2
    parts = []
    for words in lines:
        parts.append(svg.text(x, y, words, NAME_SIZE, art.INK, width=room, bold=True))
        y += step
    top = y - step / 2 + 3
    for icons in rows:
        left, right = span(polygon, top, top + 2 * radius)
        parts.append(row(icons, (left + right) / 2, top + radius, radius, right - left - 24))
        top += 2 * radius + 4
    return "".join(parts), *place_stacks(polygon, top, [len(stack) for stack in stacks], LARGEST)


def _symbols(s: np.record, t: np.record, area: int) -> list[art.Icon]:
    icons = [icon("cratermark")] * int(t.crater[area])
    icons += [icon("mine")] * int(t.mines[area]) + [icon("science")] * int(t.science[area])
    return icons + [icon("minemarker")] * int(s.mine_token[area]) + [icon("labmarker")] * int(s.lab_token[area])


def _pieces(s: np.record, area: int, view: View) -> list[art.Icon]:
    """Counters that are no units, and action markers that wait."""
    icons = [icon("burst", fill=art.RED)] * int(s.attacked[area])
    for seat in range(PLAYERS):
        color = art.SEATS[seat]
        icons += [icon("media", fill=color)] * int(s.media_area[seat] == area)
        icons += [icon("transport", fill=color)] * int(s.transport_area[seat] == area)
        icons += [icon("defsat", stroke=color)] * int(s.defsat_area[seat] == area)
        icons += [marker(kind, seat, shown) for at, kind, shown in markers_seen(s, seat, view) if at == area]
    return icons
