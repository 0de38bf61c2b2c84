"""Counters, markers and tokens as SVG; ``draw`` and ``panels`` put them together."""

import math
from collections.abc import Sequence

import numpy as np

from lunar_envs.engine import svg

from .codes import FIRST_NEUTRAL, MARKER_MOON, NONE, Outcome, UnitType
from .words import View, strength_seen

BACK, PANEL, INSET, TEXT, FAINT, INK = "#2b2d31", "#383b41", "#24262a", "#f2f4f7", "#b3b9c4", "#17191c"
GREEN, ORANGE, RED, YELLOW, WHITE, GREY = "#3f9b4f", "#e07b26", "#d2342a", "#ffd84a", "#ffffff", "#8a8a8a"
MINE, SCIENCE, CYAN, SUPPRESSED = "#e2c044", "#4f9bd9", "#5fd8f0", "#b0001e"
SEATS = (GREEN, ORANGE)
SYMBOLS = ("pmc", "mcu", "crawler", "bolo", "command", "turret", "stealth")
"""Silhouettes by UnitType."""

Icon = svg.Icon
"""Width of a drawing and the drawing, where icons have radius 1 and stand round (0, 0)."""


def definitions() -> str:
    """Everything that ``token`` refers to. Silhouettes take their colour from where they are used."""
    wheels = "".join(svg.circle(x, 0.5, 0.24) for x in (-0.6, 0, 0.6))
    track = svg.box(-0.95, 0.25, 1.9, 0.5, 0.25)
    trooper = svg.circle(0, -0.5, 0.38) + svg.path("M-.62 .9V.3A.62 .45 0 0 1 .62 .3V.9H.2V.5H-.2V.9Z")
    edge: dict[str, svg.Attribute] = {"stroke": INK, "stroke_width": 0.12}
    drawings = {
        "pmc": trooper,
        "mcu": svg.path("M-.85 .3L-.6 -.2H-.15V-.6H.35L.45 -.2H.7L.9 .3Z") + svg.box(0.3, -0.52, 0.7, 0.16) + wheels,
        "crawler": track
        + svg.box(-0.85, -0.05, 1.7, 0.3)
        + svg.path("M-.75 -.15L.35 -.75L.75 -.8L.5 -.48L-.6 .1Z")
        + svg.path("M-.1 .05L.5 -.28L.85 -.3L.6 -.05L.4 .1Z"),
        "bolo": track
        + svg.path("M-.95 .2L-.7 -.25H.75L.95 .2Z")
        + svg.box(-0.45, -0.62, 0.75, 0.36)
        + svg.box(0.25, -0.58, 0.75, 0.12)
        + svg.box(0.25, -0.4, 0.75, 0.12),
        "command": svg.path("M-.85 .3V-.1H.85V.3Z")
        + wheels
        + svg.path("M-.45 -.85A.55 .55 0 0 0 .35 -.25L-.02 -.5L.2 -.8L.08 -.9L-.15 -.58Z"),
        "turret": svg.path("M-.7 .8L-.4 .1H.4L.7 .8Z")
        + svg.path("M-.5 .1L-.65 -.15L.55 -.85L.8 -.45L.35 -.15L.45 .1Z"),
        "stealth": svg.path("M0 -.95C.45 -.95 .5 -.5 .4 -.2C.75 0 .75 .5 .75 .9H-.75C-.75 .5 -.75 0 -.4 -.2")
        + svg.ellipse(0, -0.45, 0.24, 0.28, fill=INK),
        "mine": svg.circle(0, 0, 0.95, fill=MINE, **edge)
        + svg.path(
            "M-.5 .55L.35 -.3M-.05 -.62Q.5 -.5 .62 .05M.5 .55L-.35 -.3M.05 -.62Q-.5 -.5 -.62 .05",
            fill="none",
            stroke=INK,
            stroke_width=0.19,
        ),
        "science": svg.circle(0, 0, 0.95, fill=SCIENCE, **edge) + _flask(),
        "minemarker": _square(MINE)
        + svg.path(
            "M-.5 .55L.35 -.3M-.05 -.62Q.5 -.5 .62 .05M.5 .55L-.35 -.3M.05 -.62Q-.5 -.5 -.62 .05",
            fill="none",
            stroke=MINE,
            stroke_width=0.2,
        ),
        "labmarker": _square(SCIENCE) + svg.group(_flask(), scale=0.95),
        "media": svg.circle(0, 0, 0.95, stroke=WHITE, stroke_width=0.12)
        + svg.box(-0.58, -0.36, 0.78, 0.72, 0.12, fill=WHITE)
        + svg.polygon([(0.22, 0), (0.62, -0.32), (0.62, 0.32)], fill=WHITE)
        + svg.circle(-0.2, 0, 0.2, fill=INK),
        "transport": svg.box(-0.95, -0.95, 1.9, 1.9, 0.3, stroke=WHITE, stroke_width=0.12)
        + svg.path("M0 -.75L.2 -.3V.05L.7 .4V.6L.2 .45V.6L.4 .8H-.4L-.2 .6V.45L-.7 .6V.4L-.2 .05V-.3Z", fill=WHITE),
        "defsat": svg.circle(0, 0, 0.95, fill=INK, stroke_width=0.16)
        + svg.box(-0.2, -0.34, 0.4, 0.68, 0.08, fill=WHITE)
        + svg.path("M-.75 -.2H-.3V.2H-.75ZM.3 -.2H.75V.2H.3Z", fill=SCIENCE),
        "crater": svg.ellipse(0, 0, 1, 0.62, fill="#85888f")
        + svg.ellipse(0.06, 0.06, 0.78, 0.46, fill="#8f929a")
        + svg.path("M-1 0A1 .62 0 0 1 1 0", fill="none", stroke="#c6c9cf", stroke_width=0.09),
        "cratermark": svg.circle(0, 0, 0.85, fill="#5d6068")
        + svg.circle(0, 0, 0.5, fill="none", stroke="#d8dade", stroke_width=0.2),
        "dome": svg.path("M-1 .6A1 1.15 0 0 1 1 .6Z", fill=WHITE, fill_opacity=0.4, stroke=WHITE, stroke_width=0.07)
        + svg.path(
            "M-.5 .6A.6 1.15 0 0 1 0 -.55A.6 1.15 0 0 1 .5 .6M0 -.55V.6M-.9 .1H.9",
            fill="none",
            stroke=WHITE,
            stroke_width=0.05,
        ),
        "triangle": svg.polygon([(0, -0.85), (0.95, 0.75), (-0.95, 0.75)], **edge),
        "scales": svg.path(
            "M0 -.8V.7M-.45 .8H.45M-.8 -.5H.8M-.8 -.5L-1 .1H-.6ZM.8 -.5L.6 .1H1Z",
            fill="none",
            stroke=INK,
            stroke_width=0.16,
        ),
        "euro": svg.circle(0, 0, 0.95, fill="#f7d774", **edge)
        + svg.path(
            "M.42 -.42A.55 .55 0 1 0 .42 .42M-.7 -.14H.2M-.7 .14H.14", fill="none", stroke=INK, stroke_width=0.16
        ),
        "pawn": svg.path(
            "M-.72 .95C-.72 .5 -.3 .35 -.26 -.1A.46 .46 0 1 1 .26 -.1C.3 .35 .72 .5 .72 .95Z",
            stroke=WHITE,
            stroke_width=0.12,
        ),
        "arrow": svg.polygon([(-0.8, -0.3), (0, -0.3), (0, -0.75), (0.9, 0), (0, 0.75), (0, 0.3), (-0.8, 0.3)]),
        "burst": svg.polygon(
            [(r * math.sin(k * math.pi / 8), r * math.cos(k * math.pi / 8)) for k, r in enumerate((1.0, 0.5) * 8)]
        ),
    }
    return svg.element("defs", *(svg.symbol(_id(name), drawing) for name, drawing in drawings.items()))


def _flask() -> str:
    return svg.path("M-.2 -.65H.2V-.15L.55 .5H-.55L-.2 -.15Z", fill=WHITE, stroke=INK, stroke_width=0.12)


def _square(rim: str) -> str:
    return svg.box(-0.92, -0.92, 1.84, 1.84, 0.2, fill="#4a4d54", stroke=rim, stroke_width=0.14)


def _id(name: str) -> str:
    return f"moonbase-alpha-{name}"


def token(name: str, x: float, y: float, radius: float, **attributes: svg.Attribute) -> str:
    """One of the drawings of ``definitions``."""
    return svg.use(_id(name), x, y, radius, **attributes)


# -- rows of icons -------------------------------------------------------------------------------------


def icon(name: str, **attributes: svg.Attribute) -> Icon:
    """A token as an icon."""
    return 2, token(name, 0, 0, 1, **attributes)


def row(icons: Sequence[Icon], x: float, y: float, radius: float, width: float, gap: float = 0.2) -> str:
    """Icons side by side, centred on (x, y), smaller where ``width`` does not hold them at ``radius``."""
    if not icons:
        return ""
    total, drawing = svg.side_by_side(icons, gap)
    return svg.group(drawing, x=x, y=y, scale=min(radius, width / total))


def marker(kind: int, seat: int, revealed: bool) -> Icon:
    """An action marker; ``kind`` is -1 for a hidden one."""
    line: dict[str, svg.Attribute] = {"stroke": WHITE, "stroke_width": 0.14}
    if not revealed:
        line["stroke_dasharray"] = "0.3 0.25"
    disc = svg.circle(0, 0, 0.92, fill=SEATS[seat], **line)
    if kind == NONE:
        return 2, disc + svg.circle(0, 0, 0.42, fill="none", stroke=WHITE, stroke_width=0.12)
    if kind == MARKER_MOON:
        return 2, disc + svg.path("M.2 -.6A.6 .6 0 1 0 .2 .6A.75 .75 0 0 1 .2 -.6Z", fill=YELLOW)
    places = (((0, 0.05),), ((-0.38, 0), (0.38, 0)), ((0, -0.38), (-0.4, 0.3), (0.4, 0.3)))[kind]
    radius = (0.7, 0.42, 0.4)[kind]
    return 2, disc + "".join(svg.star(x, y, radius, fill=YELLOW) for x, y in places)


# -- unit counters -------------------------------------------------------------------------------------


def counter(s: np.record, t: np.record, slot: int, view: View, x: float, y: float, radius: float, offered: bool) -> str:
    """A unit counter: silhouette, strength as far as ``view`` may know it, and what happens to it.

    ``offered`` says whether it may be chosen now.
    """
    kind, seat = UnitType(t.unit_type[slot]), int(s.unit_owner[slot])
    strength = strength_seen(s, slot, view)
    parts = [_square_of(slot, seat), _printed(s, t, slot, kind, strength)]
    if s.unit_suppressed[slot]:
        parts.append(svg.circle(0, 0, 0.78, fill=SUPPRESSED, fill_opacity=0.45, stroke=SUPPRESSED, stroke_width=0.2))
    parts += [_deeds(s, slot), _outcome(int(s.outcome[slot])), _frame(s, slot, offered)]
    return svg.group(*parts, x=x, y=y, scale=radius, id=_id(f"unit-{slot}"))


def _square_of(slot: int, seat: int) -> str:
    """The ground of a counter; neutral ones have a band in both colours and a frame in their owner's."""
    if slot < FIRST_NEUTRAL:
        return svg.box(-0.95, -0.95, 1.9, 1.9, 0.25, fill=SEATS[seat], stroke=INK, stroke_width=0.07)
    base = svg.box(-0.9, -0.9, 1.8, 1.8, 0.25, fill="#55585f", stroke=SEATS[seat], stroke_width=0.2)
    band = svg.box(-0.8, 0.45, 0.8, 0.35, fill=GREEN) + svg.box(0, 0.45, 0.8, 0.35, fill=ORANGE)
    return base + band


def _printed(s: np.record, t: np.record, slot: int, kind: UnitType, strength: str) -> str:
    if s.unit_revealed[slot]:
        size = 0.95 if len(strength) > 1 else 1.35
        face = token(SYMBOLS[kind], 0.38, -0.42, 0.44, fill=WHITE)
        number = svg.text(-0.3, 0.32, strength, size, WHITE, bold=True, width=1.25)
        if len(strength) > 1:
            number = svg.text(0, 0.3, strength, size, WHITE, bold=True, width=1.7)
        under = svg.line(-0.72, 0.84, 0.12, 0.84, WHITE, 0.11) if t.missile[kind] else ""
        return face + number + under
    stripe = svg.polygon(
        [(-0.9, 0.35), (-0.9, 0.9), (-0.35, 0.9), (0.9, -0.35), (0.9, -0.9), (0.35, -0.9)], fill=INK, fill_opacity=0.28
    )
    if strength:
        seen = svg.text(0.42, 0.48, strength, 0.85, INK, bold=True)
        return stripe + token(SYMBOLS[kind], -0.2, -0.2, 0.56, fill=WHITE) + seen
    return stripe + token(SYMBOLS[kind], 0, 0, 0.68, fill=WHITE)


def _deeds(s: np.record, slot: int) -> str:
    acting = svg.circle(-0.68, 0.68, 0.18, fill=WHITE, stroke=INK, stroke_width=0.08) if s.unit_acting[slot] else ""
    moved = token("arrow", -0.6, -0.62, 0.32, fill=CYAN, stroke=INK, stroke_width=0.2) if s.unit_moved[slot] else ""
    fired = token("burst", -0.6, 0.05, 0.32, fill=YELLOW, stroke=INK, stroke_width=0.2) if s.unit_fired[slot] else ""
    return acting + moved + fired


def _outcome(outcome: int) -> str:
    """A disc in the corner: red fails, green saves, white ignores, blue retreats (lighter if it may stay)."""
    fills = {
        Outcome.FAIL: RED,
        Outcome.SAVE: "#2fbf55",
        Outcome.IGNORE: WHITE,
        Outcome.FORCED_RETREAT: "#2458c8",
        Outcome.OPTIONAL_RETREAT: "#8fb4ff",
    }
    fill = fills.get(Outcome(outcome))
    return svg.circle(0.68, 0.68, 0.3, fill=fill, stroke=INK, stroke_width=0.1) if fill else ""


def _frame(s: np.record, slot: int, offered: bool) -> str:
    """The frame of the chosen unit, else of one in the group, else of a target, else of one that may be chosen."""
    frames = (
        (s.sel_unit == slot, CYAN, ""),
        (s.unit_in_group[slot], YELLOW, ""),
        (offered, WHITE, "0.4 0.25"),
        (s.is_target[slot], RED, ""),
    )
    for on, stroke, dashes in frames:
        if on:
            dashed: dict[str, svg.Attribute] = {"stroke_dasharray": dashes} if dashes else {}
            return svg.box(-1, -1, 2, 2, 0.25, fill="none", stroke=stroke, stroke_width=0.22, **dashed)
    return ""
