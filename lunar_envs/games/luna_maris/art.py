"""Tokens and icons as SVG; ``draw`` and ``panels`` put them together."""

import math
from collections.abc import Sequence

import numpy as np

from lunar_envs.engine import svg

from .codes import DEMANDS_OF_TYPE, NONE, ROOMS, Bonus, Demand, Depot, Ore, Room

BACK, PANEL, FRAME, DARK, INK = "#101a2b", "#1b2a42", "#33486b", "#0b1626", "#14202f"
TEXT, FAINT, PAPER, GOLD, CYAN = "#eef3fa", "#9db0c9", "#f6f1e4", "#f2c230", "#4cc9e0"
SEAT_COLORS = ("#cf3b33", "#2f73cc", "#dfae1b", "#3f9b4b")
AUTOMATON_COLOR = "#c9d1dc"
ROOM_COLORS = {
    Room.EXPLORATION: "#7a5cc4",
    Room.COMMUNICATION: "#2a8fb0",
    Room.EXPEDITION: "#c2453f",
    Room.LABORATORY: "#3f6fd0",
    Room.INDUSTRIAL: "#8a6a4f",
    Room.MINING: "#6b7380",
    Room.POWER: "#c79212",
    Room.RECYCLING: "#4a8f2f",
    Room.GREENHOUSE: "#2f9468",
    Room.REST: "#9a4f96",
}
DEMAND_COLORS = {Demand.WATER: "#2f73b8", Demand.HELIUM: "#7d4bb5", Demand.MATERIALS: "#636c79"}
WIDTH, HEADER, GAP = 1200, 46, 8
"""Of the picture."""

GOODS = ("water", "helium", "titanium", "iron")
"""What demands ask for."""

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

Icon = svg.Icon
"""Width of a drawing and the drawing, where icons have radius 1 and stand round (0, 0)."""
ICON_GAP = 0.25  # radii

_BONUS_TOKENS = {
    Bonus.ENERGY: "energy",
    Bonus.WATER: "water",
    Bonus.HELIUM: "helium",
    Bonus.IRON: "iron",
    Bonus.TITANIUM: "titanium",
    Bonus.STRESS: "stress",
    Bonus.OXYGEN: "oxygen",
    Bonus.CO2: "co2",
    Bonus.WASTE: "less-waste",
}


def definitions() -> str:
    """Everything that ``token`` refers to."""
    drawings = {**_resources(), **_pieces(), **_foods()}
    drawings |= {f"room-{room}": _badge(Room(room)) for room in range(ROOMS)}
    return svg.element("defs", *(svg.symbol(_id(name), drawing) for name, drawing in drawings.items()))


def _id(name: str) -> str:
    return f"luna-maris-{name}"


def _edge(width: float = 0.1) -> dict[str, svg.Attribute]:
    return {"stroke": INK, "stroke_width": width, "stroke_linejoin": "round"}


def _stroke(color: str, width: float) -> dict[str, svg.Attribute]:
    return {
        "fill": "none",
        "stroke": color,
        "stroke_width": width,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }


def _cube(top: str, left: str, right: str, edge_color: str = "#05080d") -> str:
    edge: dict[str, svg.Attribute] = {"stroke": edge_color, "stroke_width": 0.09, "stroke_linejoin": "round"}
    return (
        svg.polygon([(0, -0.92), (0.82, -0.48), (0, -0.04), (-0.82, -0.48)], fill=top, **edge)
        + svg.polygon([(-0.82, -0.48), (0, -0.04), (0, 0.92), (-0.82, 0.46)], fill=left, **edge)
        + svg.polygon([(0.82, -0.48), (0, -0.04), (0, 0.92), (0.82, 0.46)], fill=right, **edge)
    )


def _resources() -> dict[str, str]:
    waste = _cube("#a8764a", "#7f5532", "#5f3d22")
    arrow = svg.path("M0 -.5V.35M-.32 .05L0 .4L.32 .05", **_stroke("#ffffff", 0.2))
    return {
        "energy": svg.circle(0, 0, 0.92, fill="#f7d21e", **_edge())
        + svg.polygon(
            [(0.15, -0.72), (-0.48, 0.12), (-0.04, 0.12), (-0.2, 0.72), (0.48, -0.16), (0.03, -0.16)], fill=INK
        ),
        "water": svg.path(
            "M0 -1C.2 -.5 .72 -.05 .72 .32A.72 .66 0 0 1 -.72 .32C-.72 -.05 -.2 -.5 0 -1Z", fill="#3fa0f0", **_edge()
        )
        + svg.path("M-.38 .3A.4 .36 0 0 0 -.05 .68", **_stroke("#ffffff", 0.14)),
        "helium": svg.circle(0, 0, 0.88, fill="#9a5fd6", **_edge())
        + svg.ellipse(0, 0, 0.66, 0.26, transform="rotate(-35)", **_stroke("#e9dbfb", 0.1))
        + svg.circle(0, 0, 0.2, fill="#ffffff"),
        "iron": _cube("#4a525e", "#20252c", "#0c0f13", "#94a1b3"),
        "titanium": _cube("#eef2f7", "#b3bfce", "#8796aa"),
        "waste": waste,
        "less-waste": waste + svg.line(-0.85, 0.8, 0.85, -0.8, "#e5322d", 0.24, stroke_linecap="round"),
        "ore": _cube("#eef2f7", "#2b3038", "#8796aa"),
        "oxygen": svg.circle(0, 0, 0.9, fill=CYAN, **_edge()) + svg.text(0, 0, "O2", 0.95, INK, bold=True),
        "stress": svg.path(
            "M0 .85C-1.3 -.05 -.95 -.85 -.45 -.8C-.15 -.77 0 -.5 0 -.4C0 -.5 .15 -.77 .45 -.8C.95 -.85 1.3 -.05 0 .85Z",
            fill="#f08a3c",
            **_edge(),
        )
        + svg.path("M0 -.22V.4M-.31 .09H.31", **_stroke("#ffffff", 0.2)),
        "co2": svg.path(
            "M-.55 .55A.42 .42 0 0 1 -.6 -.28A.55 .55 0 0 1 .38 -.45A.5 .5 0 0 1 .6 .55Z", fill="#7f8b9c", **_edge()
        )
        + arrow,
    }


def _pieces() -> dict[str, str]:
    white: dict[str, svg.Attribute] = {"stroke": "#ffffff", "stroke_width": 0.12, "stroke_linejoin": "round"}
    rays = "".join(
        svg.line(0.66 * math.cos(a), 0.66 * math.sin(a), 0.98 * math.cos(a), 0.98 * math.sin(a), GOLD, 0.18)
        for a in (k * math.pi / 4 for k in range(8))
    )
    return {
        "astronaut": svg.path("M-.74 .95V.42A.74 .6 0 0 1 .74 .42V.95Z", **white)
        + svg.circle(0, -0.4, 0.54, **white)
        + svg.ellipse(0.04, -0.38, 0.33, 0.24, fill=DARK),
        "probe": svg.path("M-.55 -.6V.62A.55 .28 0 0 0 .55 .62V-.6Z", **white)
        + svg.ellipse(0, -0.6, 0.55, 0.28, **white)
        + svg.ellipse(0, -0.6, 0.28, 0.12, fill="#ffffff", fill_opacity=0.75),
        "disc": svg.circle(0, 0, 0.85, stroke="#ffffff", stroke_width=0.16)
        + svg.circle(0, 0, 0.45, fill="none", stroke="#ffffff", stroke_width=0.1, stroke_opacity=0.7),
        "arrow": svg.path("M-.7 0H.5M.1 -.42L.6 0L.1 .42", **_stroke(INK, 0.22)),
        "plus": svg.circle(0, 0, 0.92, fill=GOLD, stroke="#8a6410", stroke_width=0.14)
        + svg.path("M0 -.5V.5M-.5 0H.5", **_stroke(INK, 0.26)),
        "card": svg.box(-0.62, -0.85, 1.24, 1.7, 0.2, fill="#ffffff", **_edge(0.12))
        + svg.circle(0, -0.25, 0.28, fill="#7d8ba1")
        + svg.path("M-.42 .6V.45A.42 .35 0 0 1 .42 .45V.6Z", fill="#7d8ba1"),
        "demand": svg.box(-0.85, -0.72, 1.7, 1.44, 0.2, fill="#d9822b", **_edge(0.12))
        + svg.path("M-.85 -.12H.85M-.2 -.7V-.12M.2 -.7V-.12", **_stroke(INK, 0.12)),
        "food": svg.path(
            "M0 .9C-.95 .6 -.95 -.55 -.2 -.45Q0 -.4 .2 -.45C.95 -.55 .95 .6 0 .9Z", fill="#e05a4a", **_edge()
        )
        + svg.path("M0 -.4C0 -.7 .15 -.9 .5 -.95C.5 -.65 .3 -.45 0 -.4Z", fill="#5bb04a", **_edge(0.07)),
        "research": svg.path(
            "M-.28 -.85H.28M-.18 -.85V-.2L-.7 .7Q-.75 .88 -.55 .88H.55Q.75 .88 .7 .7L.18 -.2V-.85",
            fill="#ffffff",
            **_edge(0.14),
        )
        + svg.path("M-.42 .3H.42L.62 .74H-.62Z", fill="#3f6fd0"),
        "site": svg.polygon(_corners(0.95), fill="#8d939d", **_edge()),
        "tool": svg.path("M-.75 .75L.15 -.15", **_stroke("#d5dbe4", 0.36))
        + svg.path("M.85 -.35A.5 .5 0 1 1 .35 -.85L.2 -.4L.4 -.2Z", fill="#d5dbe4", **_edge(0.06)),
        "sun": svg.circle(0, 0, 0.52, fill=GOLD) + rays,
        "moon": svg.path("M.25 -.9A.92 .92 0 1 0 .85 .45A.75 .75 0 0 1 .25 -.9Z", fill="#dfe6f1"),
    }


def _foods() -> dict[str, str]:
    """One drawing a kind of food, in the order of the data."""
    leaf = svg.path(
        "M0 -.5C-.5 -.75 -.45 -1 -.3 -1C-.1 -1 0 -.75 0 -.5C0 -.75 .1 -1 .3 -1C.45 -1 .5 -.75 0 -.5Z",
        fill="#4da53c",
        **_edge(0.07),
    )
    eyes = "".join(svg.circle(x, y, 0.09, fill="#6f5128") for x, y in ((-0.4, -0.1), (0.15, 0.25), (0.4, -0.25)))
    beans = "".join(svg.circle(x, y, 0.2, fill="#b9e08a") for x, y in ((-0.48, 0.22), (0, 0.1), (0.46, -0.2)))
    seeds = "".join(
        svg.circle(x, y, 0.08, fill="#ffe08a") for x, y in ((-0.35, -0.1), (0.05, 0.05), (0.4, -0.1), (-0.1, 0.45))
    )
    green = _stroke("#3f8a2c", 0.14)
    head = "M0 .95C-.9 .8 -1.05 .1 -.75 -.3C-.8 -.8 -.2 -1 0 -.75C.2 -1 .8 -.8 .75 -.3C1.05 .1 .9 .8 0 .95Z"
    heart = "M0 .95C-.6 .6 -.9 .05 -.75 -.4Q0 -.75 .75 -.4C.9 .05 .6 .6 0 .95Z"
    drawings = (
        svg.ellipse(0, 0, 0.92, 0.66, fill="#c59a5b", transform="rotate(-18)", **_edge()) + eyes,
        svg.path("M-.42 -.5Q0 -.75 .42 -.5Q.35 .3 0 1Q-.35 .3 -.42 -.5Z", fill="#f08430", **_edge()) + leaf,
        svg.path(head, fill="#7cc653", **_edge()) + svg.path("M0 .8V-.4M0 .4L-.45 0M0 .4L.45 0", **green),
        svg.circle(0, 0.14, 0.78, fill="#dd3f33", **_edge()) + svg.path("M-.4 -.55L0 -.3L.4 -.55M0 -.85V-.3", **green),
        svg.path("M-.95 .2C-.75 .75 .75 .55 .95 -.5C.6 -.35 -.4 .1 -.95 .2Z", fill="#5fa544", **_edge()) + beans,
        svg.path(heart, fill="#e23a55", **_edge()) + leaf + seeds,
    )
    return {f"food-{kind}": drawing for kind, drawing in enumerate(drawings)}


def _badge(room: Room) -> str:
    """The symbol of a room, white on its colour."""
    line = _stroke("#ffffff", 0.15)
    glyphs = {
        Room.EXPLORATION: svg.path("M-.3 -.35V.3A.3 .15 0 0 0 .3 .3V-.35Z", fill="#ffffff")
        + svg.ellipse(0, -0.35, 0.3, 0.14, fill="#ffffff")
        + svg.path("M-.5 .6H.5", **line),
        Room.COMMUNICATION: svg.path("M-.45 -.4A.62 .62 0 0 0 .4 .45Z", fill="#ffffff")
        + svg.path("M-.02 .02L.4 -.4M-.15 .4L-.3 .62H.15", **line),
        Room.EXPEDITION: svg.path("M0 -.7C.35 -.4 .35 .1 .28 .35H-.28C-.35 .1 -.35 -.4 0 -.7Z", fill="#ffffff")
        + svg.path("M-.3 .05L-.55 .55H-.3ZM.3 .05L.55 .55H.3Z", fill="#ffffff"),
        Room.LABORATORY: svg.path("M-.2 -.6H.2M-.12 -.6V-.15L-.48 .5H.48L.12 -.15V-.6", **line)
        + svg.path("M-.3 .22H.3L.46 .5H-.46Z", fill="#ffffff"),
        Room.INDUSTRIAL: svg.path("M-.6 .5V-.1L-.2 .15V-.1L.2 .15V-.55H.5V.5Z", fill="#ffffff"),
        Room.MINING: svg.path("M-.55 -.1Q0 -.75 .55 -.1M0 -.4V.6", **_stroke("#ffffff", 0.19)),
        Room.POWER: svg.polygon(
            [(0.14, -0.68), (-0.45, 0.1), (-0.04, 0.1), (-0.18, 0.68), (0.45, -0.14), (0.04, -0.14)], fill="#ffffff"
        ),
        Room.RECYCLING: svg.path("M-.5 .1A.5 .5 0 0 1 .3 -.42M.5 -.1A.5 .5 0 0 1 -.3 .42", **line)
        + svg.polygon([(0.16, -0.7), (0.62, -0.28), (0.08, -0.16)], fill="#ffffff")
        + svg.polygon([(-0.16, 0.7), (-0.62, 0.28), (-0.08, 0.16)], fill="#ffffff"),
        Room.GREENHOUSE: svg.path("M-.5 .45C-.65 -.35 0 -.65 .58 -.58C.62 0 .35 .6 -.32 .4Z", fill="#ffffff")
        + svg.path("M-.6 .62L.2 -.2", **_stroke(ROOM_COLORS[Room.GREENHOUSE], 0.13)),
        Room.REST: svg.path("M.1 -.62A.62 .62 0 1 0 .6 .3A.5 .5 0 0 1 .1 -.62Z", fill="#ffffff"),
    }
    ground = svg.circle(0, 0, 0.95, fill=ROOM_COLORS[room], stroke="#ffffff", stroke_width=0.1)
    return ground + glyphs[room]


def _corners(size: float) -> list[tuple[float, float]]:
    """Of a hexagon that stands on a corner."""
    angles = [math.pi / 6 + k * math.pi / 3 for k in range(6)]
    return [(size * math.cos(a), size * math.sin(a)) for a in angles]


# -- icons -------------------------------------------------------------------------------------------


def token(name: str, x: float, y: float, radius: float, **attributes: svg.Attribute) -> str:
    """One of the drawings of ``definitions``."""
    return svg.use(_id(name), x, y, radius, **attributes)


def icon(name: str, **attributes: svg.Attribute) -> Icon:
    """A token as an icon."""
    return 2, token(name, 0, 0, 1, **attributes)


def words(text: str, fill: str = INK) -> Icon:
    """Text as an icon."""
    return svg.text_width(text, 1.6, bold=True), svg.text(0, 0, text, 1.6, fill, bold=True)


def points(value: int | str) -> Icon:
    """A golden coin."""
    coin = svg.circle(0, 0, 0.98, fill="#f7d774", stroke="#8a6410", stroke_width=0.12)
    return 2, coin + svg.text(0, 0.03, str(value), 1.2, INK, width=1.5, bold=True)


def several(name: str, count: int, most: int = 3) -> list[Icon]:
    """So many of a token: up to ``most`` drawn, more as a number."""
    return [icon(name)] * int(count) if count <= most else [words(str(count)), icon(name)]


def bonus_icons(kind: int, amount: int, fill: str = INK) -> list[Icon]:
    """A printed bonus."""
    if kind == Bonus.NONE:
        return []
    if kind == Bonus.VP:
        return [points(amount)]
    return [words(str(amount), fill), icon(_BONUS_TOKENS[Bonus(kind)])]


def row(icons: Sequence[Icon], x: float, y: float, radius: float, width: float, anchor: str = "middle") -> str:
    """Icons side by side at (x, y), their middle or start, smaller where ``width`` is too little for ``radius``."""
    if not icons:
        return ""
    total, drawing = svg.side_by_side(icons, ICON_GAP)
    scale = min(radius, width / total)
    return svg.group(drawing, x=x + (scale * total / 2 if anchor == "start" else 0), y=y, scale=scale)


def demand_goods(t: np.record, tile: int) -> list[Icon]:
    """What a demand tile asks for."""
    return [goods for name in GOODS for goods in several(name, t[f"demand_{name}"][tile])]


def demand_color(tile: int) -> str:
    """The colour of a tile's type."""
    return DEMAND_COLORS[Demand(tile // DEMANDS_OF_TYPE)]


def small_demand(t: np.record, tile: int) -> Icon:
    """A tile before its owner: its points on the colour of its type."""
    ground = svg.box(-1, -0.85, 2, 1.7, 0.3, fill=demand_color(tile), stroke=PAPER, stroke_width=0.1)
    return 2, ground + svg.text(0, 0, str(t.demand_vp[tile]), 1.25, "#ffffff", bold=True)


def small_food(t: np.record, card: int, legal: bool) -> Icon:
    """A food card in hand: value, kind and bonus."""
    bonus = bonus_icons(t.food_bonus[card], t.food_amount[card])
    parts = [
        svg.box(-1.15, -1.2, 2.3, 2.4, 0.3, fill=PAPER, stroke="#b39b6a", stroke_width=0.1),
        svg.text(-0.72, -0.68, str(t.food_value[card]), 1, INK, bold=True),
        token(f"food-{t.food_kind[card]}", 0.25, -0.42, 0.6),
        row(bonus, 0, 0.72, 0.42, 2),
        _dots(-1.3, -1.35, 2.6, 2.7) if legal else "",
    ]
    return 2.3, "".join(parts)


def _dots(left: float, top: float, wide: float, tall: float) -> str:
    return svg.box(
        left, top, wide, tall, 0.3, fill="none", stroke="#ffffff", stroke_width=0.16, stroke_dasharray="0.16 0.3"
    )


def rooms_of(t: np.record, card: int) -> list[Icon]:
    """The symbols on a scientist."""
    return [icon(f"room-{room}") for room in t.scientist_room[card] if room != NONE]


def hexagon(x: float, y: float, size: float, **attributes: svg.Attribute) -> str:
    """A hexagon that stands on a corner."""
    return svg.polygon([(x + dx, y + dy) for dx, dy in _corners(size)], **attributes)


def frame(box: Box, **attributes: svg.Attribute) -> str:
    """The ground of a part of the picture."""
    look: dict[str, svg.Attribute] = {"fill": PANEL, "stroke": FRAME, "stroke_width": 1.5}
    left, top, wide, tall = box
    return svg.box(left, top, wide, tall, 8, **look | attributes)


def offered(box: Box, radius: float = 6) -> str:
    """The dotted line round what may be chosen."""
    left, top, wide, tall = box
    return svg.box(
        left - 2,
        top - 2,
        wide + 4,
        tall + 4,
        radius,
        fill="none",
        stroke="#ffffff",
        stroke_width=2,
        stroke_dasharray="2 4",
    )


def seat_color(s: np.record, seat: int) -> str:
    """The colour of a player; the automaton is white."""
    return AUTOMATON_COLOR if s.solo and seat >= s.num_players else SEAT_COLORS[seat]


def ore_token(ore: int) -> str:
    """The cube of an ore."""
    return Ore(ore).name.lower()


def depot_token(resource: int) -> str:
    """What lies in a depot."""
    return Depot(resource).name.lower()
