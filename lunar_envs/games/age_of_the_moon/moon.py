"""The Moon with its hexes, quarters and networks, and the orbit around it."""

import math

import numpy as np

from lunar_envs.engine import svg

from . import art
from .codes import (
    ASSET_TYPES,
    HEXES,
    NONE,
    PLAYERS,
    QUARTERS,
    RESOURCE_NAMES,
    Action,
    Asset,
    Context,
    Status,
)
from .facts import Key, has_bit, main_network, nodes, seats_of, tokens_on
from .words import QUARTER_WORDS, View, sees_turn

SIDE = 690
"""Width and height of the drawing."""
MIDDLE = SIDE / 2
HEX, INNER = 41, 38
DISC, ARC, ORBIT = 286, 270, 316
SLOT_ANGLE, SLOTS_OF_SEAT = 15, 6
ORBITAL = (*range(4), Asset.ORBITAL_HABITAT.value)
"""The types in orbit, in the order of their places."""
CRATERS = (
    (-190, -150, 38),
    (150, 205, 30),
    (-60, 250, 22),
    (225, -90, 26),
    (30, -255, 20),
    (-245, 60, 24),
    (90, 40, 46),
)
QUARTER_CORNERS = ((1, -1), (1, 1), (-1, 1), (-1, -1))
SPREAD = {1: ((0, 0),), 2: ((-0.92, 0), (0.92, 0)), 3: ((-0.9, 0.75), (0.9, 0.75), (0, -0.75))}
RADII = {1: 19.5, 2: 15.0, 3: 12.0}


def moon(s: np.record, t: np.record, view: View, mask: np.ndarray) -> str:
    """The board in a square of ``SIDE``."""
    parts = [
        svg.circle(MIDDLE, MIDDLE, DISC, fill=art.shade()),
        *(art.token("crater", MIDDLE + x, MIDDLE + y, r) for x, y, r in CRATERS),
        _quarters(s),
        *(_hex(s, t, h, mask) for h in range(HEXES)),
        *(_network(s, t, p) for p in range(s.num_players)),
        *(_tokens(s, t, h, view, mask) for h in range(HEXES)),
        _orbit(s, t, view, mask),
    ]
    return "".join(parts)


def centre(t: np.record, h: int) -> tuple[float, float]:
    """Where a hex lies."""
    q, r = int(t.hex_q[h]), int(t.hex_r[h])
    return MIDDLE + HEX * math.sqrt(3) * (q + r / 2), MIDDLE + HEX * 1.5 * r


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return MIDDLE + radius * math.sin(angle), MIDDLE - radius * math.cos(angle)


def _arc(radius: float, start: float, stop: float, **attributes: svg.Attribute) -> str:
    (x1, y1), (x2, y2) = _polar(radius, start), _polar(radius, stop)
    where = [svg.number(n) for n in (x1, y1, radius, radius, x2, y2)]
    d = f"M{where[0]} {where[1]}A{where[2]} {where[3]} 0 0 1 {where[4]} {where[5]}"
    return svg.path(d, fill="none", **attributes)


def _quarters(s: np.record) -> str:
    """Arcs around the hexes and names in the corners; the quarter of the last roll is lit."""
    parts = []
    for quarter in range(1, QUARTERS + 1):
        lit = s.quarter_last == quarter
        color = art.LIT if lit else "#c9ced6"
        start = 90 * (quarter - 1)
        parts.append(_arc(ARC, start + 4, start + 86, stroke=color, stroke_width=4 if lit else 2))
        across, down = QUARTER_CORNERS[quarter - 1]
        x, y = MIDDLE + across * (MIDDLE - 46), MIDDLE + down * (MIDDLE - 22)
        parts.append(svg.box(x - 42, y - 14, 84, 28, 14, fill=color if lit else art.PANEL))
        parts.append(svg.text(x, y, QUARTER_WORDS[quarter], 15, art.INK if lit else art.FAINT, bold=True))
    return "".join(parts)


# -- hexes ---------------------------------------------------------------------------------------------


def _hex(s: np.record, t: np.record, h: int, mask: np.ndarray) -> str:
    x, y = centre(t, h)
    bonus = int(t.bonus[h])
    fill, opacity = (art.RESOURCE_COLORS[bonus], 0.55) if bonus != NONE else ("#ffffff", 0.2)
    parts = [
        art.pointy(x, y, INNER, fill=fill, fill_opacity=opacity, stroke="#3b4048", stroke_width=1.4),
        svg.text(x, y - 27, str(h), 11, art.INK, bold=True),
    ]
    if bonus != NONE:
        parts.append(art.token(RESOURCE_NAMES[bonus], x, y + 27, 8))
    if h in (s.ng_hex, s.op_pending_hex):
        parts.append(art.pointy(x, y, INNER - 1, fill="none", stroke=art.CYAN, stroke_width=4))
    if mask[Action.PICK_HEX + h]:
        parts.append(art.pointy(x, y, INNER - 1, fill="none", stroke=art.WHITE, stroke_width=3.4, **art.DOTS))
    return "".join(parts)


def _network(s: np.record, t: np.record, seat: int) -> str:
    """The links between the nodes of a seat; those outside its main network are thin."""
    linked = sorted(nodes(s, t, seat))
    main = main_network(s, t, seat)
    shift = 3 * (seat - (PLAYERS - 1) / 2)
    parts = []
    for i, a in enumerate(linked):
        for b in linked[i + 1 :]:
            if has_bit(t.near[a], b):
                (x1, y1), (x2, y2) = centre(t, a), centre(t, b)
                wide = 4 if a in main else 2
                parts.append(svg.line(x1 + shift, y1 + shift, x2 + shift, y2 + shift, art.seat_color(s, t, seat), wide))
    for h in main:
        x, y = centre(t, h)
        parts.append(svg.circle(x, y, 23 + shift / 2, fill="none", stroke=art.seat_color(s, t, seat), stroke_width=1.6))
    return "".join(parts)


def _tokens(s: np.record, t: np.record, h: int, view: View, mask: np.ndarray) -> str:
    """What stands on a hex; a pawn for each of those who share it."""
    x, y = centre(t, h)
    sharers = enumerate(seats_of(s.hex_share[h]))
    pawns = [art.token("pawn", x + (19, -19)[k], y - 21, 6.5, fill=art.seat_color(s, t, p)) for k, p in sharers]
    keys = tokens_on(s, h)
    if not keys:
        return "".join(pawns)
    y += 2
    crowd = min(len(keys), 3)
    radius = RADII[crowd] if len(keys) < 4 else 26 / math.sqrt(len(keys))
    places = SPREAD[crowd] if len(keys) < 4 else _ring(len(keys))
    parts = pawns
    for key, (dx, dy) in zip(keys, places, strict=True):
        drawn = art.asset(s, t, key, x + dx * radius * 1.12, y + dy * radius, radius, spot(s, key, view, mask))
        parts.append(svg.group(drawn, id=art.asset_id(key)))
    return "".join(parts)


def _ring(count: int) -> list[tuple[float, float]]:
    """Places around a centre, in units of the radius of what stands there."""
    far = 1 / math.sin(math.pi / count)
    return [(far * math.sin(2 * math.pi * i / count), -far * math.cos(2 * math.pi * i / count)) for i in range(count)]


def spot(s: np.record, key: Key, view: View, mask: np.ndarray) -> str:
    """How an asset is marked: as the subject of the decision, or as one that may be chosen."""
    index = key[0] * ASSET_TYPES + key[1]
    if index in (s.sel_asset, s.ng_asset):
        return art.CYAN
    if s.ctx == Context.TERMINAL or not sees_turn(s, view):
        return ""
    relative = (key[0] - int(s.to_move)) % int(s.num_players)
    return "offered" if mask[Action.PICK_ASSET + relative * ASSET_TYPES + key[1]] else ""


# -- orbit ---------------------------------------------------------------------------------------------


def _orbit(s: np.record, t: np.record, view: View, mask: np.ndarray) -> str:
    """Five places for each seat on the ring."""
    parts = []
    for seat in range(s.num_players):
        start = SLOT_ANGLE * SLOTS_OF_SEAT * seat
        color = art.seat_color(s, t, seat)
        parts.append(_arc(ORBIT, start + 5, start + 80, stroke=color, stroke_width=2.5, stroke_opacity=0.6))
        for k, kind in enumerate(ORBITAL):
            x, y = _polar(ORBIT, start + SLOT_ANGLE * (k + 0.85))
            if s.asset_status[seat, kind] == Status.DEPLOYED:
                drawn = art.asset(s, t, (seat, kind), x, y, 17, spot(s, (seat, kind), view, mask))
                parts.append(svg.group(drawn, id=art.asset_id((seat, kind))))
            else:
                parts.append(svg.circle(x, y, 6, fill=art.BACK, stroke=color, stroke_width=1.5, stroke_opacity=0.7))
    return "".join(parts)
