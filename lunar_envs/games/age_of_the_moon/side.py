"""The supply, the rocket market and what holds, beside the Moon."""

import numpy as np

from lunar_envs.engine import svg

from . import art
from .codes import IN_MARKET, IN_PILE, MARKET, RESOURCES, Action
from .facts import rocket_price, rockets_at
from .sections import table_sections
from .words import RESOURCE_NAMES, View, counted, rocket_name, vector_words

SIZE = 12.5
"""Of the text."""


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
        drawn, tall = art.paragraph([_pile(s)], 0, y, width, SIZE, art.FAINT)
        parts.append(drawn)
        y += tall
    y += 16
    for name, entries in table_sections(s, t, view):
        parts.append(art.title(0, y, name.upper(), width))
        drawn, tall = art.paragraph(entries, 0, y + 13, width, SIZE)
        parts.append(drawn)
        y += tall + 33
    return "".join(parts), y


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


def _pile(s: np.record) -> str:
    kinds = [int(s.rocket_kind[i]) for i in rockets_at(s, IN_PILE)]
    return "pile: " + ", ".join(counted(rocket_name(kind), kinds.count(kind)) for kind in dict.fromkeys(kinds))


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
    reuse = f"reuse {vector_words(t.reuse[kind])}" if t.reusable[kind] else "one flight"
    return (
        art.token("rocket", 18, 38, 15)
        + svg.text(width / 2, 12, rocket_name(kind), SIZE, art.TEXT, bold=True, width=width - 14)
        + art.token("lunar", 44, 32, 8)
        + svg.text(60, 32, str(rocket_price(s, t, kind)), 15, art.TEXT, bold=True)
        + svg.text(36, 49, f"carries {t.capacity[kind]}", 11, art.TEXT, anchor="start", width=width - 42)
        + svg.text(width / 2, 65, reuse, 11, art.FAINT, width=width - 14)
    )
