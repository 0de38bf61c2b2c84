"""Colours, icons, asset tokens and lines of text as SVG; ``moon``, ``panels`` and ``side`` put them together."""

import math
from collections.abc import Sequence

import numpy as np

from lunar_envs.engine import svg

from .codes import ASSET_TYPES, FIRST_MODULE, RESOURCE_NAMES, Asset, Placement, Status
from .facts import Key, is_connected, is_operated, seats_of
from .tables import name_of

BACK, PANEL, INSET, FRAME, INK = "#0e1420", "#1a2436", "#111a29", "#3a4a66", "#0a0f18"
TEXT, FAINT, WHITE = "#eef2f8", "#9fb0c8", "#ffffff"
CYAN, LIT, RED = "#35e0ff", "#b8ff5a", "#ff5747"
RESOURCE_COLORS = ("#d7dce4", "#4fb0ff", "#ffb52e", "#c58bff")
GAP, EDGE = 8, 10
LINE = 1.32
"""Distance of two lines of text, in font sizes."""

GROUNDS = {
    Status.BLUEPRINT: ("blueprint", "#16283f"),
    Status.EARTH: ("on Earth", "#31415c"),
    Status.LOADED: ("loaded", "#5a4a86"),
    Status.DEPLOYED: ("deployed", "#3a5a4a"),
}
"""The ground of an asset's card and what it means."""
DOTS: dict[str, svg.Attribute] = {"stroke_dasharray": "0.1 4.2", "stroke_linecap": "round"}
"""The outline of what may be chosen."""


def seat_color(s: np.record, t: np.record, seat: int) -> str:
    """The colour of a faction."""
    return name_of(t.faction_colour[s.faction[seat]])


# -- icons ---------------------------------------------------------------------------------------------


def definitions() -> str:
    """Everything that ``token`` refers to."""
    drawings = {**_resources(), **_assets(), **_pieces()}
    shade = svg.element(
        "radialGradient",
        svg.element("stop", offset=0, stop_color="#8d929b"),
        svg.element("stop", offset=0.8, stop_color="#747983"),
        svg.element("stop", offset=1, stop_color="#4d525c"),
        id=_id("shade"),
        cx=0.42,
        cy=0.38,
        r=0.68,
    )
    return svg.element("defs", shade, *(svg.symbol(_id(name), drawing) for name, drawing in drawings.items()))


def _id(name: str) -> str:
    return f"age-of-the-moon-{name}"


def shade() -> str:
    """The fill of the Moon."""
    return f"url(#{_id('shade')})"


def token(name: str, x: float, y: float, radius: float, **attributes: svg.Attribute) -> str:
    """One of the drawings of ``definitions``."""
    return svg.use(_id(name), x, y, radius, **attributes)


def _stroke(color: str, width: float) -> dict[str, svg.Attribute]:
    return {
        "fill": "none",
        "stroke": color,
        "stroke_width": width,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }


def _resources() -> dict[str, str]:
    edge: dict[str, svg.Attribute] = {"stroke": INK, "stroke_width": 0.12, "stroke_linejoin": "round"}
    lunar, water, power, science = RESOURCE_COLORS
    drawings = (
        svg.circle(0, 0, 0.92, fill=lunar, **edge)
        + svg.path("M.25 -.62A.64 .64 0 1 0 .6 .3A.55 .55 0 0 1 .25 -.62Z", fill="#7d8796"),
        svg.path("M0 -1C.2 -.5 .74 -.05 .74 .32A.74 .68 0 0 1 -.74 .32C-.74 -.05 -.2 -.5 0 -1Z", fill=water, **edge)
        + svg.path("M-.4 .3A.42 .38 0 0 0 -.05 .7", **_stroke(WHITE, 0.14)),
        svg.polygon(
            [(0.2, -1), (-0.66, 0.16), (-0.08, 0.16), (-0.26, 1), (0.66, -0.24), (0.06, -0.24)], fill=power, **edge
        ),
        svg.path("M-.26 -.9H.26V-.25L.82 .72Q.9 .95 .6 .95H-.6Q-.9 .95 -.82 .72L-.26 -.25Z", fill=WHITE, **edge)
        + svg.path("M-.4 .2H.4L.68 .72Q.7 .82 .6 .82H-.6Q-.7 .82 -.68 .72Z", fill=science),
    )
    return dict(zip(RESOURCE_NAMES, drawings, strict=True))


def _satellite(core: str) -> str:
    wings = "".join(
        svg.box(x, -0.3, 0.5, 0.6, 0.05, fill=WHITE) + svg.path(f"M{x + 0.25} -.3V.3", **_stroke(INK, 0.06))
        for x in (-0.95, 0.45)
    )
    return wings + svg.line(-0.5, 0, 0.5, 0, WHITE, 0.14) + core


def _wheels(body: str) -> str:
    return body + "".join(svg.circle(x, 0.5, 0.25, fill=WHITE, stroke=INK, stroke_width=0.08) for x in (-0.6, 0, 0.6))


def _assets() -> dict[str, str]:
    """White silhouettes of radius 1."""
    lunar, water, power, science = RESOURCE_COLORS
    core = [svg.circle(0, 0, 0.36, fill=c, stroke=INK, stroke_width=0.09) for c in (power, water, science)]
    dish = svg.path(
        "M-.1 .45A.5 .5 0 0 1 -.45 -.3L.4 .1A.5 .5 0 0 1 -.1 .45Z", fill=lunar, stroke=INK, stroke_width=0.08
    )
    deck = svg.path("M-.9 .35V-.02H-.1L.1 -.35H.55L.9 .1V.35Z", fill=WHITE)
    cab = svg.path("M-.95 .35V-.5Q-.95 -.7 -.7 -.7H.5Q.9 -.5 .95 0V.35Z", fill=WHITE)
    cab += svg.path("M.2 -.5H.45Q.7 -.35 .75 0H.2Z", fill=INK) + svg.circle(-0.4, -0.2, 0.2, fill=INK)
    panels = "".join(svg.box(x, y, 0.5, 0.42, 0, fill=WHITE) for x in (-0.84, -0.25, 0.34) for y in (-0.62, -0.12))
    leaf = svg.path(
        "M0 .5C-.75 .3 -.7 -.25 -.55 -.5C-.1 -.4 .1 0 0 .5ZM0 .5C.05 0 .3 -.3 .75 -.35C.75 .2 .5 .45 0 .5Z",
        fill="#7be08a",
    )
    ring = svg.circle(0, 0, 0.72, **_stroke(WHITE, 0.26)) + svg.path("M0 -.7V.7M-.7 0H.7", **_stroke(WHITE, 0.14))
    blade = "M0 0L.36 -.72A.8 .8 0 0 1 .8 0Z"
    drawings = {
        Asset.POWER_ORBITER: _satellite(core[0]),
        Asset.H2O_ORBITER: _satellite(core[1]),
        Asset.SCIENCE_ORBITER: _satellite(core[2]),
        Asset.COMMS_ORBITER: _satellite(dish),
        Asset.PROSPECTING_ROVER: _wheels(deck)
        + svg.path("M-.5 -.05V-.45", **_stroke(WHITE, 0.14))
        + svg.polygon([(-0.75, -0.45), (-0.25, -0.45), (-0.5, -0.95)], fill=water, stroke=INK, stroke_width=0.06),
        Asset.SCIENCE_ROVER: _wheels(deck)
        + svg.path("M-.5 -.05V-.5", **_stroke(WHITE, 0.14))
        + svg.circle(-0.5, -0.6, 0.28, fill=science, stroke=INK, stroke_width=0.08),
        Asset.SOLAR_ARRAY: panels + svg.path("M0 .3V.8M-.4 .82H.4", **_stroke(WHITE, 0.16)),
        Asset.ICE_MINE: svg.path("M-.62 .8L0 -.85L.62 .8M-.4 .2H.4M-.2 -.3H.2", **_stroke(WHITE, 0.16))
        + svg.path(
            "M0 .1C.1 .35 .28 .5 .28 .66A.28 .25 0 0 1 -.28 .66C-.28 .5 -.1 .35 0 .1Z",
            fill=water,
            stroke=INK,
            stroke_width=0.06,
        ),
        Asset.SCIENCE_LAB: svg.path("M-.22 -.85H.22V-.2L.75 .7Q.8 .85 .6 .85H-.6Q-.8 .85 -.75 .7L-.22 -.2Z", fill=WHITE)
        + svg.path("M-.36 .25H.36L.6 .68H-.6Z", fill=science),
        Asset.FISSION_REACTOR: "".join(
            svg.element("path", d=blade, fill=WHITE, transform=f"rotate({a})") for a in (30, 150, 270)
        )
        + svg.circle(0, 0, 0.2, fill=power, stroke=INK, stroke_width=0.08),
        Asset.REGOLITH_REFINERY: svg.path("M-.9 .75V-.1L-.4 .15V-.1L.1 .15V-.8H.45V.15H.9V.75Z", fill=WHITE)
        + svg.circle(-0.3, 0.5, 0.14, fill=INK)
        + svg.circle(0.3, 0.5, 0.14, fill=INK),
        Asset.LUNAR_HOTEL: svg.path(
            "M-.9 .7V-.55M-.9 .45H.9V.7M.9 .45V.1Q.9 -.15 .6 -.15H-.2V.4", **_stroke(WHITE, 0.18)
        )
        + svg.circle(-0.52, 0.0, 0.2, fill=WHITE),
        Asset.HABITAT: svg.path("M-.9 .65A.9 1.2 0 0 1 .9 .65Z", fill=WHITE)
        + svg.box(-0.2, 0.15, 0.4, 0.5, 0.1, fill=INK),
        Asset.GREENHOUSE: svg.path("M-.9 .65A.9 1.2 0 0 1 .9 .65Z", **_stroke(WHITE, 0.16)) + leaf,
        Asset.CREWED_ROVER: _wheels(cab),
        Asset.ORBITAL_HABITAT: ring + svg.circle(0, 0, 0.26, fill=WHITE),
    }
    return {f"asset-{kind.value}": drawing for kind, drawing in drawings.items()}


def _pieces() -> dict[str, str]:
    return {
        "pawn": svg.path(
            "M-.72 .95C-.72 .5 -.3 .35 -.26 -.1A.46 .46 0 1 1 .26 -.1C.3 .35 .72 .5 .72 .95Z",
            stroke=WHITE,
            stroke_width=0.14,
        ),
        "rocket": svg.path("M0 -1C.4 -.6 .42 -.1 .36 .45H-.36C-.42 -.1 -.4 -.6 0 -1Z", fill=WHITE)
        + svg.path("M-.36 0L-.75 .6L-.36 .45ZM.36 0L.75 .6L.36 .45Z", fill=RED)
        + svg.circle(0, -0.25, 0.16, fill="#2f73cc")
        + svg.path("M-.18 .5L0 1L.18 .5Z", fill="#ffb52e"),
        "crater": svg.ellipse(0, 0, 1, 0.9, fill="#5e636d", fill_opacity=0.5)
        + svg.path("M-.95 -.2A1 .9 0 0 0 .6 .75", **_stroke("#a2a8b2", 0.08)),
        "flag": svg.path("M-.5 .95V-.9", **_stroke(WHITE, 0.18)) + svg.path("M-.45 -.9L.75 -.5L-.45 -.05Z", fill=LIT),
    }


# -- asset tokens --------------------------------------------------------------------------------------


def pointy(x: float, y: float, size: float, **attributes: svg.Attribute) -> str:
    """A hexagon with a corner at the top; ``size`` is the distance from its centre to a corner."""
    angles = [math.pi / 6 + k * math.pi / 3 for k in range(6)]
    return svg.polygon([(x + size * math.cos(a), y + size * math.sin(a)) for a in angles], **attributes)


def asset(
    s: np.record, t: np.record, key: Key, x: float, y: float, radius: float, spot: str = "", plain: bool = False
) -> str:
    """An asset token: circle in orbit, hexagon on the Moon, double border for modules, the rest by its state.

    ``spot`` is the colour of a ring around it, or "offered"; a plain token leaves its state out.
    """
    c, k = key
    owner = int(s.asset_owner[key])
    deployed = s.asset_status[key] == Status.DEPLOYED and not plain
    outline = svg.circle if t.placement[k] == Placement.ORBITAL else pointy
    border: dict[str, svg.Attribute] = {"stroke": WHITE, "stroke_width": 0.1}
    if deployed and t.has_upkeep[k] and is_operated(s, t, key):
        border = {"stroke": LIT, "stroke_width": 0.2}
    if deployed and not is_connected(s, t, key):
        border |= {"stroke_dasharray": "0.26 0.2", "stroke_width": 0.16}
    parts = []
    if owner != c:
        parts.append(outline(0, 0, 1.2, fill=seat_color(s, t, owner), stroke=INK, stroke_width=0.06))
    parts.append(outline(0, 0, 1, fill=seat_color(s, t, c), **border))
    if k >= FIRST_MODULE:
        parts.append(outline(0, 0, 0.8, fill=INK, fill_opacity=0.25, stroke=WHITE, stroke_width=0.07))
    parts.append(token(f"asset-{k}", 0, 0, 0.52 if k >= FIRST_MODULE else 0.6))
    if deployed:
        parts += _state(s, t, key)
    if spot:
        ring: dict[str, svg.Attribute] = {"fill": "none", "stroke": WHITE if spot == "offered" else spot}
        dots = {"stroke_dasharray": "0.02 0.33", "stroke_linecap": "round"} if spot == "offered" else {}
        parts.append(outline(0, 0, 1.24, stroke_width=0.17, **ring, **dots))
    return svg.group(*parts, x=x, y=y, scale=radius)


def _state(s: np.record, t: np.record, key: Key) -> list[str]:
    """Hatching of a blocked asset, pawns of those who share it."""
    parts = []
    if s.asset_blocked[key]:
        parts.append(svg.path("M-.75 .3L.3 -.75M-.62 .72L.72 -.62M-.3 .8L.8 -.3", **_stroke(RED, 0.17)))
    for p, (across, down) in zip(seats_of(s.co_mask[key]), ((1, 1), (-1, 1), (1, -1)), strict=False):
        parts.append(token("pawn", 0.85 * across, 0.6 * down, 0.42, fill=seat_color(s, t, p)))
    return parts


def asset_id(key: Key) -> str:
    """The id of the group that holds the token of a deployed asset."""
    return _id(f"token-{key[0] * ASSET_TYPES + key[1]}")


# -- lines of text -------------------------------------------------------------------------------------


def title(x: float, y: float, words: str, width: float, size: float = 13) -> str:
    """The name of a part of the picture, with a line below it."""
    return svg.text(x, y, words, size, FAINT, bold=True, anchor="start", width=width) + svg.line(
        x, y + size * 0.75, x + width, y + size * 0.75, FRAME, 1
    )


def paragraph(
    entries: Sequence[str], x: float, y: float, width: float, size: float, fill: str = TEXT
) -> tuple[str, float]:
    """Each entry on lines of its own, further ones indented; the drawing and the height."""
    parts, line = [], 0
    for entry in entries:
        for k, words in enumerate(svg.wrapped(entry, size, width - 10)):
            left = x + (10 if k else 0)
            parts.append(
                svg.text(
                    left, y + size * LINE * (line + 0.5), words, size, fill, anchor="start", width=x + width - left
                )
            )
            line += 1
    return "".join(parts), line * size * LINE


def pills(
    entries: Sequence[tuple[str, str]], x: float, y: float, width: float, size: float, ink: str = WHITE
) -> tuple[str, float]:
    """Words on rounded grounds of their colours, in as many rows as they need; the drawing and the height."""
    parts, left, top = [], x, y
    tall = size * 1.55
    for words, fill in entries:
        wide = min(svg.text_width(words, size) + size, width)
        if left > x and left + wide > x + width:
            left, top = x, top + tall + 3
        parts.append(svg.box(left, top, wide, tall, tall / 2, fill=fill))
        parts.append(svg.text(left + wide / 2, top + tall / 2, words, size, ink, width=wide - size * 0.7))
        left += wide + 3
    return "".join(parts), (top + tall - y) if entries else 0


def amounts(values: Sequence[int], x: float, y: float, radius: float) -> str:
    """Numbers on discs in the colours of their resources, side by side from ``x`` on."""
    parts = []
    for r, n in enumerate(values):
        if n:
            parts.append(svg.circle(x + radius, y, radius, fill=RESOURCE_COLORS[r]))
            parts.append(svg.text(x + radius, y, str(n), radius * 1.6, INK, bold=True))
            x += 2 * radius + 2
    return "".join(parts)
