"""Tokens and tiles as SVG; ``draw`` puts them together."""

import math
from collections.abc import Sequence

import numpy as np

from lunar_envs.engine import svg

from .codes import PHASES, QUEUE_TILES, RESOURCES, Bonus, TileAction
from .tables import tile_name

BLUE, RED, YELLOW, INK, DARK, PAPER = "#2a5d9f", "#b5392f", "#f2c230", "#14202f", "#0b1626", "#ffffff"
SEAT_COLORS = ("#7b4ba0", "#8a8a8a", "#3f9b4b", "#2f6fc0", "#e08a2b")
TOKENS = ("air", "water", "rock", "food")
FULL_DETAIL = 44
"""The least tile size, in pixels, at which names can be read."""

Icon = svg.Icon
"""Width of a drawing and the drawing, where icons have radius 1 and stand round (0, 0)."""
ICON_GAP = 0.22  # radii

HATCH = "url(#lunarchitects-hatch)"
"""The fill of the space of the ring that stays empty."""


def definitions() -> str:
    """Everything that ``token`` refers to."""
    edge: dict[str, svg.Attribute] = {"stroke": INK, "stroke_width": 0.1, "stroke_linejoin": "round"}
    drawings = {
        "air": svg.path("M-.7 -.55V.55A.7 .32 0 0 0 .7 .55V-.55Z", fill="#e4ebf3", **edge)
        + svg.ellipse(0, -0.55, 0.7, 0.32, fill="#ffffff", **edge),
        "water": svg.path(
            "M0 -1C.2 -.5 .72 -.05 .72 .32A.72 .66 0 0 1 -.72 .32C-.72 -.05 -.2 -.5 0 -1Z", fill="#3fa0f0", **edge
        )
        + svg.path(
            "M-.38 .3A.4 .36 0 0 0 -.05 .68", fill="none", stroke="#ffffff", stroke_width=0.14, stroke_linecap="round"
        ),
        "rock": svg.polygon(
            [(-0.9, 0.2), (-0.45, -0.45), (0.1, -0.05), (0, 0.75), (-0.65, 0.75)], fill="#7d8085", **edge
        )
        + svg.polygon([(-0.3, -0.45), (0.25, -0.9), (0.8, -0.5), (0.6, 0.1), (0, 0.1)], fill="#a9acb1", **edge)
        + svg.polygon([(0.1, 0.2), (0.65, 0), (0.95, 0.4), (0.7, 0.85), (0.15, 0.8)], fill="#92959b", **edge),
        "food": svg.circle(-0.42, 0.35, 0.48, fill="#4caf3f", **edge)
        + svg.circle(0.42, 0.35, 0.48, fill="#3d9a34", **edge)
        + svg.circle(0, -0.4, 0.5, fill="#6cc85a", **edge),
        "any": svg.circle(0, 0, 0.82, fill="#ffffff")
        + svg.path("M0 0V-.82A.82 .82 0 0 1 .82 0Z", fill="#3fa0f0")
        + svg.path("M0 0H.82A.82 .82 0 0 1 0 .82Z", fill="#4caf3f")
        + svg.path("M0 0V.82A.82 .82 0 0 1 -.82 0Z", fill="#92959b")
        + svg.circle(0, 0, 0.82, fill="none", stroke=INK, stroke_width=0.1),
        "astronaut": svg.path("M-.62 .95V.35A.62 .55 0 0 1 .62 .35V.95Z", fill="#e8cfa4", **edge)
        + svg.circle(0, -0.42, 0.52, fill="#f3e2c3", **edge)
        + svg.ellipse(0.06, -0.4, 0.32, 0.24, fill="#41566f"),
        "rocket": svg.path(
            "M0 -1C.5 -.6 .5 .1 .4 .6H-.4C-.5 .1 -.5 -.6 0 -1Z", fill="#e2382c", stroke="#ffffff", stroke_width=0.13
        )
        + svg.path("M-.42 .1L-.85 .85H-.38ZM.42 .1L.85 .85H.38Z", fill="#e2382c", stroke="#ffffff", stroke_width=0.1)
        + svg.circle(0, -0.28, 0.2, fill="#ffffff"),
        "crystal": svg.polygon(
            [(0, -0.95), (0.68, -0.25), (0, 0.95), (-0.68, -0.25)], fill="#e2382c", stroke="#ffffff", stroke_width=0.13
        )
        + svg.path("M-.68 -.25H.68M0 .95L-.24 -.25L0 -.95L.24 -.25Z", fill="none", stroke="#ffffff", stroke_width=0.09),
        "dome": svg.path("M-.9 .6A.9 1.15 0 0 1 .9 .6Z", fill=YELLOW, stroke=INK, stroke_width=0.12),
        "triangle": svg.polygon([(-0.88, -0.65), (0.88, -0.65), (0, 0.85)], fill=YELLOW, stroke=INK, stroke_width=0.12),
        "star": svg.star(0, 0.05, 1, fill=YELLOW, stroke=INK, stroke_width=0.12),
        "hex": svg.hexagon(0, 0, 0.9, fill=BLUE, stroke="#ffffff", stroke_width=0.12),
        "redhex": svg.hexagon(0, 0, 0.9, fill=RED, stroke="#ffffff", stroke_width=0.12),
        "arrow": svg.path("M-.7 0H.5M.1 -.42L.6 0L.1 .42", fill="none", stroke=INK, stroke_width=0.22),
        "coffee": svg.path("M-.7 -.45H.5V.3A.45 .45 0 0 1 .05 .75H-.25A.45 .45 0 0 1 -.7 .3Z", fill="#f4efe6", **edge)
        + svg.path("M.5 -.25A.3 .3 0 0 1 .5 .35", fill="none", stroke="#f4efe6", stroke_width=0.16)
        + svg.ellipse(-0.1, -0.45, 0.6, 0.16, fill="#6b4226"),
        "cup": svg.path("M-.55 -.8H.55V-.2A.55 .55 0 0 1 -.55 -.2ZM-.14 .3H.14V.6H.45V.85H-.45V.6H-.14Z", fill=YELLOW)
        + svg.path(
            "M-.55 -.6H-.9A.4 .4 0 0 0 -.5 0M.55 -.6H.9A.4 .4 0 0 1 .5 0", fill="none", stroke=YELLOW, stroke_width=0.14
        ),
        "pawn": svg.path(
            "M-.72 .95C-.72 .5 -.3 .35 -.26 -.1A.46 .46 0 1 1 .26 -.1C.3 .35 .72 .5 .72 .95Z",
            stroke="#ffffff",
            stroke_width=0.12,
        ),
    }
    hatch = _hatching()
    return svg.element("defs", hatch, *(svg.symbol(_id(name), drawing) for name, drawing in drawings.items()))


def _hatching() -> str:
    """What ``HATCH`` refers to."""
    stripe = svg.line(0, 0, 0, 9, "#dfe3e8", 3)
    return svg.element(
        "pattern",
        stripe,
        id=_id("hatch"),
        width=9,
        height=9,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def _id(name: str) -> str:
    return f"lunarchitects-{name}"


# -- icons -------------------------------------------------------------------------------------------


def token(name: str, x: float, y: float, radius: float, **attributes: svg.Attribute) -> str:
    """One of the drawings of ``definitions``."""
    return svg.use(_id(name), x, y, radius, **attributes)


def icon(name: str) -> Icon:
    """A token as an icon."""
    return 2, token(name, 0, 0, 1)


def words(text: str, fill: str = INK) -> Icon:
    """Text as an icon."""
    return svg.text_width(text, 1.5, bold=True), svg.text(0, 0, text, 1.5, fill, bold=True)


def points(value: int | str) -> Icon:
    """A golden coin."""
    coin = svg.circle(0, 0, 0.98, fill="#f7d774", stroke="#8a6410", stroke_width=0.12)
    return 2, coin + svg.text(0, 0.03, str(value), 1.25, INK, width=1.5, bold=True)


def activation(value: int | str) -> Icon:
    """A tile outlined in yellow: activations."""
    shape = svg.hexagon(0, 0, 1, fill="#fff6d8", stroke="#d9a400", stroke_width=0.26)
    return 2, shape + (svg.text(0, 0.03, str(value), 1.2, INK, bold=True) if value else "")


def row(icons: Sequence[Icon], x: float, y: float, radius: float, width: float) -> str:
    """Icons side by side, centred on (x, y), smaller where ``width`` does not hold them at ``radius``."""
    if not icons:
        return ""
    total, drawing = svg.side_by_side(icons, ICON_GAP)
    return svg.group(drawing, x=x, y=y, scale=min(radius, width / total))


def pill(icons: Sequence[Icon], x: float, y: float, radius: float, width: float, fill: str) -> str:
    """A ``row`` on a rounded ground of its own."""
    if not icons:
        return ""
    total = svg.side_by_side(icons, ICON_GAP)[0]
    radius = min(radius, (width - 8) / total)
    wide, tall = radius * total + 8, 2 * radius + 6
    ground = svg.box(x - wide / 2, y - tall / 2, wide, tall, tall / 2, fill=fill, fill_opacity=0.85)
    return ground + row(icons, x, y, radius, width)


def action_icons(t: np.record, tile: int) -> list[list[Icon]]:
    """What using a tile does, in one or two rows."""
    action, arrow, anything = t.action[tile], icon("arrow"), icon("any")
    gain = t.trade_points[action]
    if t.adds[tile] >= 0:
        return [[words("+"), icon((*TOKENS, "any")[t.adds[tile]])]]
    rows: dict[int, list[list[Icon]]] = {
        TileAction.NONE: [[]],
        TileAction.MOVE: [[icon("astronaut"), arrow, icon("hex"), words("/"), icon("rocket")]],
        TileAction.TRADE_DIFFERENT: [
            [words("2-4"), *map(icon, TOKENS)],
            [points(gain[level]) for level in (1, 2, 3)],
        ],
        TileAction.FOOD_POINTS: [
            [icon("food"), arrow, points(gain[1])],
            [icon("food"), icon("food"), arrow, points(gain[2])],
        ],
        TileAction.ROCK_CRYSTAL: [[icon("rock"), arrow, icon("crystal")]],
        TileAction.ANY2_CRYSTAL: [[anything, anything, arrow, icon("crystal")]],
        TileAction.TAKE_POINTS: [[points(t.action_param[tile])]],
        TileAction.ACTIVATE_2: [[activation(""), activation("")]],
        TileAction.AIR_WATER_POINTS: [[icon("air"), icon("water"), arrow, points(gain[1])]],
        TileAction.ANY3_POINTS: [[anything, anything, anything, arrow, points(gain[1])]],
    }
    return rows[action]


def short_action_icons(t: np.record, tile: int) -> list[Icon]:
    """The gist of an action, for small tiles."""
    most = points(t.trade_points[t.action[tile]].max())
    short = {
        TileAction.MOVE: [icon("astronaut"), icon("arrow")],
        TileAction.TRADE_DIFFERENT: [words("4"), icon("any"), most],
        TileAction.FOOD_POINTS: [icon("food"), most],
        TileAction.ROCK_CRYSTAL: [icon("rock"), icon("crystal")],
        TileAction.ANY2_CRYSTAL: [icon("any"), icon("crystal")],
        TileAction.AIR_WATER_POINTS: [icon("air"), icon("water"), most],
        TileAction.ANY3_POINTS: [words("3"), icon("any"), most],
    }
    return short.get(t.action[tile]) or action_icons(t, tile)[0]


def bonus_icons(t: np.record, tile: int) -> list[Icon]:
    """What placing a tile gives at once."""

    def each(name: str) -> list[Icon]:
        return [
            svg.side_by_side([points(t.each_points[t.bonus_special[tile]]), words("/", PAPER), icon(name)], ICON_GAP)
        ]

    special: dict[int, list[Icon]] = {
        Bonus.NONE: [],
        Bonus.ANY2: [icon("any")] * 2,
        Bonus.PER_DOME: each("dome"),
        Bonus.PER_TRIANGLE: each("triangle"),
        Bonus.PER_STAR: each("star"),
        Bonus.PER_RESOURCE: each("any"),
        Bonus.ACTIVATE_TRIANGLE_STAR: [activation(""), icon("triangle"), icon("star")],
        Bonus.ACTIVATE_1: [activation(1)],
        Bonus.ACTIVATE_5: [activation(5)],
    }
    gifts = [icon("astronaut")] * int(t.bonus_astro[tile]) + resource_icons(t.bonus_res[tile])
    gifts += [icon("rocket")] * int(t.bonus_rocket[tile]) + [icon("crystal")] * int(t.bonus_crystal[tile])
    return gifts + special[int(t.bonus_special[tile])]


def resource_icons(counts: np.ndarray) -> list[Icon]:
    """One icon a token."""
    return [icon(TOKENS[r]) for r in range(RESOURCES) for _ in range(counts[r])]


def symbol_icons(t: np.record, tile: int) -> list[Icon]:
    """The type symbols of a tile."""
    return [icon(name) for name in ("dome", "triangle", "star") if t[name][tile]]


# -- tiles, drawn with corners 100 from the centre -------------------------------------------------


def queue_tile(tables: np.ndarray, tile: int, x: float, y: float, size: float) -> str:
    """A tile with everything that is printed on it."""
    t = tables[0]
    parts = [_face(t, tile), _name(tables, tile), row(symbol_icons(t, tile), 0, -20, 10, 60), _action(t, tile)]
    parts += [_printed(resource_icons(t.cost[tile]), -46, DARK), _printed(bonus_icons(t, tile), 46, "#5f86b8")]
    if tile < QUEUE_TILES:
        parts.append(svg.text(-56, 40, PHASES[t.phase[tile]][0].upper(), 14, "#dbe6f5", bold=True, anchor="end"))
    return svg.group(*parts, x=x, y=y, scale=size / 100)


def base_tile(
    tables: np.ndarray, tile: int, held: list[Icon], slot: int | None, x: float, y: float, size: float, **marks: bool
) -> str:
    """A placed tile with the tokens on it and, where there is room, its slot number.

    ``marks`` are "dimmed" and those of ``_outline``.
    """
    t = tables[0]
    if size >= FULL_DETAIL:
        parts = [_face(t, tile), _name(tables, tile), row(symbol_icons(t, tile), 0, -22, 9, 60), _action(t, tile)]
        tokens = pill(held, 0, 7, 14.5, 150, DARK) + ("" if slot is None else _slot_number(slot))
    else:
        parts = [_face(t, tile), row(symbol_icons(t, tile), 0, -67, 13, 80), _short_action(t, tile)]
        tokens = pill(held, 0, -22, 24, 150, DARK)
    if marks.pop("dimmed", False):
        parts.append(svg.hexagon(0, 0, 96, fill=DARK, fill_opacity=0.55))
    return svg.group(*parts, tokens, _outline(**marks), x=x, y=y, scale=size / 100)


def _slot_number(slot: int) -> str:
    return svg.circle(-65, -21, 11, fill=DARK, fill_opacity=0.75) + svg.text(-65, -21, str(slot), 13, PAPER)


def _outline(activated: bool = False, chosen: bool = False, offered: bool = False) -> str:
    lines = [svg.hexagon(0, 0, 93, fill="none", stroke=YELLOW, stroke_width=9)] if activated else []
    if chosen:
        lines.append(svg.hexagon(0, 0, 92, fill="none", stroke=PAPER, stroke_width=9))
    elif offered:
        lines.append(svg.hexagon(0, 0, 92, fill="none", stroke=PAPER, stroke_width=7, stroke_dasharray="4 10"))
    return "".join(lines)


def _face(t: np.record, tile: int) -> str:
    parts = [svg.hexagon(0, 0, 97, fill=RED if t.red[tile] else BLUE, stroke=DARK, stroke_width=3)]
    if t.tube[tile]:
        parts.append(svg.line(72, -41.6, -72, 41.6, "#16324f", 19) + svg.line(72, -41.6, -72, 41.6, "#b9d3ee", 13))
    if t.rail[tile]:
        parts.append(svg.line(-72, -41.6, 72, 41.6, "#7d93b3", 19))
        parts += [svg.line(-72 - 3 * k, -41.6 + 5.2 * k, 72 - 3 * k, 41.6 + 5.2 * k, DARK, 5) for k in (-1, 1)]
    if tile >= QUEUE_TILES:
        parts.append(svg.hexagon(0, 0, 90, fill="none", stroke=SEAT_COLORS[(tile - QUEUE_TILES) // 2], stroke_width=11))
    return "".join(parts)


def _name(tables: np.ndarray, tile: int) -> str:
    lines = tile_name(tables, tile).split(" ", 1)
    if len(lines) == 1:
        return svg.text(0, -50, lines[0], 17.5, PAPER, width=104, bold=True)
    return svg.text(0, -64, lines[0], 16.5, PAPER, width=106, bold=True) + svg.text(
        0, -44, lines[1], 16.5, PAPER, width=120, bold=True
    )


def _action(t: np.record, tile: int) -> str:
    rows = action_icons(t, tile)
    block = svg.box(-53, 28, 106, 52, 6, fill=PAPER, stroke=DARK, stroke_width=1.5)
    if len(rows) == 1:
        return block + row(rows[0], 0, 54, 16, 98)
    return block + row(rows[0], 0, 41.5, 10.5, 98) + row(rows[1], 0, 66, 11.5, 98)


def _short_action(t: np.record, tile: int) -> str:
    block = svg.box(-54, 10, 108, 69, 8, fill=PAPER)
    return block + row(short_action_icons(t, tile), 0, 44, 27, 98)


def _printed(icons: list[Icon], x: float, fill: str) -> str:
    """Cost or bonus, more than three icons in two lines."""
    if len(icons) <= 3:
        return pill(icons, x, 6, 12.5, 84, fill)
    half = len(icons) // 2
    return pill(icons[:half], x, -5, 9, 84, fill) + pill(icons[half:], x, 15, 9, 84, fill)


def hex_place(q: int, r: int) -> tuple[float, float]:
    """Where a hex of a base lies, for tiles of size 1."""
    return 1.5 * q, math.sqrt(3) * (r + q / 2)
