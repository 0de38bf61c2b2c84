"""The supply, the rocket market and what holds, beside the Moon."""

import numpy as np

from lunar_envs.engine import svg

from . import art
from .codes import IN_MARKET, MARKET, RESOURCE_NAMES, RESOURCES, Action
from .facts import rocket_price, rockets_at, seats_of
from .sections import AGREEMENTS, pile_words, table_sections
from .words import View, agreement_words, rocket_name

SIZE = 12.5
"""Of the text."""
PAWN = 9.5
"""Room for each pawn before an agreement."""
KEY_TALL = 64
KEY: tuple[tuple[tuple[str, str, dict[str, svg.Attribute]], ...], ...] = (
    tuple((words, fill, {"stroke": art.FRAME, "stroke_width": 1}) for words, fill in art.GROUNDS.values()),
    (
        ("operated", art.INSET, {"stroke": art.LIT, "stroke_width": 2.5}),
        ("blocked: red", art.INSET, {"stroke": art.RED, "stroke_width": 2.5}),
        ("no network", art.INSET, {"stroke": art.WHITE, "stroke_width": 2, "stroke_dasharray": "4 3"}),
        ("may choose", art.INSET, {"stroke": art.WHITE, "stroke_width": 2.5, **art.DOTS}),
    ),
)
"""Words, ground and border of each sign, by row."""


def side(s: np.record, t: np.record, view: View, mask: np.ndarray, width: float) -> tuple[str, float]:
    """Everything on the table but the Moon, from (0, 0) down; the drawing and its height."""
    parts = [
        art.title(0, 8, "SUPPLY AND DECKS", width),
        svg.group(_supply(s, width), y=26),
        svg.group(_decks(s, width), y=66),
        art.title(0, 108, f"ROCKET MARKET, {s.rocket_pile_n} in the pile", width),
        svg.group(_market(s, t, mask, width), y=126),
    ]
    y = 206.0
    if s.rocket_pile_n:
        drawn, tall = art.paragraph(["pile: " + ", ".join(pile_words(s, view))], 0, y, width, SIZE, art.FAINT)
        parts.append(drawn)
        y += tall
    y += 16
    for name, entries in table_sections(s, t, view):
        parts.append(art.title(0, y, name.upper(), width))
        drawn, tall = _agreements(s, t, y + 13, width) if name == AGREEMENTS else _entries(entries, y + 13, width)
        parts.append(drawn)
        y += tall + 33
    parts.append(svg.group(_key(width), y=y))
    return "".join(parts), y + KEY_TALL


def _entries(entries: list[str], y: float, width: float) -> tuple[str, float]:
    return art.paragraph(entries, 0, y, width, SIZE)


def _agreements(s: np.record, t: np.record, y: float, width: float) -> tuple[str, float]:
    """Each agreement with a pawn for each member before it."""
    parts, top = [], y
    most = max(len(seats_of(mask)) for mask in s.ag_members)
    left = PAWN * most + 4
    for slot, words in agreement_words(s, t):
        for k, p in enumerate(seats_of(s.ag_members[slot])):
            parts.append(art.token("pawn", PAWN * (k + 0.5), y + SIZE * 0.66, 5.5, fill=art.seat_color(s, t, p)))
        drawn, tall = art.paragraph([f"{slot} {words}"], left, y, width - left, SIZE)
        parts.append(drawn)
        y += tall
    return "".join(parts), y - top


def _key(width: float) -> str:
    """What the borders of assets and the grounds of their cards mean."""
    parts = [art.title(0, 0, "KEY", width)]
    step = width / len(KEY[0])
    for row, signs in enumerate(KEY):
        for column, (words, fill, border) in enumerate(signs):
            x, y = step * column, 22 + 22 * row
            parts.append(svg.box(x + 2, y - 7, 18, 14, 4, fill=fill, **border))
            parts.append(svg.text(x + 26, y, words, 11, art.FAINT, anchor="start", width=step - 30))
    return "".join(parts)


def _supply(s: np.record, width: float) -> str:
    step = width / RESOURCES
    parts = []
    for r, name in enumerate(RESOURCE_NAMES):
        parts.append(svg.box(step * r + 2, 0, step - 4, 34, 8, fill=art.INSET))
        parts.append(art.token(name, step * r + 24, 17, 12))
        parts.append(svg.text(step * r + step / 2 + 16, 17, str(s.supply[r]), 19, art.TEXT, bold=True))
    return "".join(parts)


def _decks(s: np.record, width: float) -> str:
    decks = (("negotiation deck", s.nego_deck_n), ("event deck", s.event_deck_n))
    step = width / len(decks)
    return "".join(
        svg.box(step * k + 2, 0, step - 4, 26, 6, fill=art.INSET)
        + svg.text(step * k + 12, 13, name, SIZE, art.FAINT, anchor="start")
        + svg.text(step * (k + 1) - 14, 13, str(count), 16, art.TEXT, bold=True, anchor="end")
        for k, (name, count) in enumerate(decks)
    )


def _market(s: np.record, t: np.record, mask: np.ndarray, width: float) -> str:
    step = width / MARKET
    parts = []
    for slot in range(MARKET):
        parts.append(svg.box(step * slot + 2, 0, step - 4, 74, 8, fill=art.INSET))
    for i in rockets_at(s, IN_MARKET):
        kind = int(s.rocket_kind[i])
        parts.append(svg.group(_rocket(s, t, kind, step), x=step * int(s.rocket_slot[i])))
        if mask[Action.PICK_ROCKET + kind]:
            left = step * int(s.rocket_slot[i])
            outline = {"fill": "none", "stroke": art.WHITE, "stroke_width": 3, **art.DOTS}
            parts.append(svg.box(left + 4, 2, step - 8, 70, 7, **outline))
    return "".join(parts)


def _rocket(s: np.record, t: np.record, kind: int, width: float) -> str:
    """A rocket on sale: price, capacity, what it costs to reuse."""
    return (
        art.token("rocket", 18, 38, 15)
        + svg.text(width / 2, 12, rocket_name(kind), SIZE, art.TEXT, bold=True, width=width - 14)
        + art.token("lunar", 44, 32, 8)
        + svg.text(60, 32, str(rocket_price(s, t, kind)), 15, art.TEXT, bold=True)
        + svg.text(36, 49, f"carries {t.capacity[kind]}", 11, art.TEXT, anchor="start", width=width - 42)
        + _reuse(t, kind, width)
    )


def _reuse(t: np.record, kind: int, width: float) -> str:
    if not t.reusable[kind]:
        return svg.text(width / 2, 64, "one flight", 11, art.FAINT, width=width - 14)
    return svg.text(10, 64, "reuse", 11, art.FAINT, anchor="start") + art.amounts(t.reuse[kind].tolist(), 46, 64, 7)
