"""The panel of a player: resources, modules, assets, rockets, hand."""

import numpy as np

from lunar_envs.engine import svg

from . import art
from .codes import (
    ASSET_TYPES,
    FIRST_MODULE,
    KINDS,
    MODULES,
    NONE,
    RESOURCE_NAMES,
    RESOURCES,
    CardType,
    Context,
    Status,
)
from .facts import Key, has_bit, is_connected, is_operated, modules, where
from .moon import spot
from .sections import asset_words, hand_section, rocket_words, status_words
from .words import View, asset_name, card_name, decision_words, faction_name

CARD_TALL, CARD_LEAST = 50, 66
TITLE, TOKENS, SMALL = 38, 38, 11.5
CARD_COLORS = {CardType.NEGOTIATION: "#2c6a55", CardType.CONFLICT: "#8a3440", CardType.CONFIG: "#5a4a86"}


def player(s: np.record, t: np.record, seat: int, view: View, mask: np.ndarray, width: float) -> tuple[str, float]:
    """All that ``view`` may know of a player, below its title; the drawing and its height."""
    room = width - 2 * art.EDGE
    parts = [
        svg.group(_treasury(s, seat, room), x=art.EDGE, y=TITLE + 8),
        svg.group(_modules(s, t, seat, room), x=art.EDGE, y=TITLE + TOKENS + 14),
    ]
    y = TITLE + 2 * TOKENS + 18.0
    drawn, tall = _cards(s, t, seat, view, mask, room)
    parts.append(svg.group(drawn, x=art.EDGE, y=y))
    y += tall + 5
    drawn, tall = art.pills([(words, art.FRAME) for words in status_words(s, t, seat)], art.EDGE, y, room, SMALL)
    parts.append(drawn)
    y += tall + 7
    foreign = [key for key in where(s.asset_owner == seat) if key[0] != seat]
    if foreign:
        words = ["also owns " + ", ".join(asset_words(s, t, key) for key in foreign)]
        drawn, tall = art.paragraph(words, art.EDGE, y, room, SMALL)
        parts.append(drawn)
        y += tall + 4
    for name, entries, more in (_rockets(s, seat), _hand(s, t, seat, view)):
        parts.append(svg.text(art.EDGE, y + 8, name, SMALL, art.FAINT, anchor="start"))
        drawn, tall = art.pills(entries, art.EDGE, y + 17, room, SMALL)
        parts.append(drawn)
        y += 17 + tall + 5
        drawn, tall = art.paragraph(more, art.EDGE, y, room, SMALL, art.FAINT)
        parts.append(drawn)
        y += tall + (3 if more else 0)
    return "".join(parts), y + 3


def frame(s: np.record, t: np.record, seat: int, view: View, width: float, height: float) -> str:
    """The ground and the title of a panel."""
    over = s.ctx == Context.TERMINAL
    deciding = not over and decision_words(s, t, view)[0] == seat
    lit = deciding or has_bit(s.winners, seat)
    color = art.seat_color(s, t, seat)
    words = f"rank {s.rank[seat]}" if over else "decides" if deciding else ""
    room = svg.text_width(words, 13, bold=True)
    rim = art.WHITE if lit else art.FRAME
    parts = [
        svg.box(1, 1, width - 2, height - 2, 10, fill=art.PANEL, stroke=rim, stroke_width=2.5 if lit else 1.5),
        svg.box(3, 3, width - 6, TITLE - 3, 8, fill=color),
        art.token("pawn", 24, 21, 13, fill=color),
        svg.text(44, 21, faction_name(s, t, seat), 18, art.INK, width=width - 80 - room, bold=True, anchor="start"),
        svg.text(width - 14, 21, words, 13, art.INK, bold=True, anchor="end"),
    ]
    if has_bit(s.winners, seat):
        parts.append(svg.star(width - 32 - room, 21, 13, fill=art.WHITE, stroke=art.INK, stroke_width=1))
    elif s.start == seat and not over:
        parts.append(art.token("flag", width - 28 - room, 21, 12, stroke=art.INK, stroke_width=0.1))
    return "".join(parts)


def _treasury(s: np.record, seat: int, width: float) -> str:
    step = width / (RESOURCES + 1)
    parts = []
    for r, name in enumerate(RESOURCE_NAMES):
        parts.append(svg.box(step * r + 1, 0, step - 3, TOKENS - 4, 7, fill=art.INSET))
        parts.append(art.token(name, step * r + step * 0.28, TOKENS / 2 - 2, 10))
        parts.append(svg.text(step * r + step * 0.68, TOKENS / 2 - 2, str(s.res[seat, r]), 18, art.TEXT, bold=True))
    left = step * RESOURCES
    parts.append(svg.box(left + 1, 0, step - 3, TOKENS - 4, 7, fill=art.INSET))
    parts.append(svg.text(left + step / 2, 9, "ICP", 9.5, art.FAINT))
    parts.append(svg.text(left + step / 2, 23, f"{s.icp[seat]:+}", 16, art.TEXT, bold=True, width=step - 8))
    return "".join(parts)


def _modules(s: np.record, t: np.record, seat: int, width: float) -> str:
    """The four module types: lit where deployed, ringed where operated."""
    held, operated = modules(s, t, seat), modules(s, t, seat, operated=True)
    parts = [svg.text(0, 16, f"modules {len(held)} of {MODULES}", SMALL, art.FAINT, anchor="start", width=82)]
    step = (width - 86) / MODULES
    for i, k in enumerate(range(FIRST_MODULE, ASSET_TYPES)):
        x = 86 + step * (i + 0.5)
        fill = art.seat_color(s, t, seat) if k in held else art.INSET
        rim = art.LIT if k in operated else art.WHITE if k in held else art.FRAME
        parts.append(svg.circle(x, 16, 15, fill=fill, stroke=rim, stroke_width=3.5 if k in operated else 1.6))
        parts.append(svg.group(art.token(f"asset-{k}", x, 16, 9), opacity=1 if k in held else 0.35))
    return "".join(parts)


# -- asset cards ---------------------------------------------------------------------------------------


def _cards(s: np.record, t: np.record, seat: int, view: View, mask: np.ndarray, width: float) -> tuple[str, float]:
    """The sixteen cards of a colour in rows of four or eight."""
    columns = 8 if width / 8 > CARD_LEAST else 4
    step = width / columns
    parts = []
    for k in range(ASSET_TYPES):
        row, column = divmod(k, columns)
        card = _card(s, t, (seat, k), spot(s, (seat, k), view, mask), step - 3)
        parts.append(svg.group(card, x=step * column + 1.5, y=(CARD_TALL + 3) * row))
    return "".join(parts), (CARD_TALL + 3) * (ASSET_TYPES // columns)


def _card(s: np.record, t: np.record, key: Key, spotted: str, width: float) -> str:
    status = Status(s.asset_status[key])
    deployed = status == Status.DEPLOYED
    rim: dict[str, svg.Attribute] = {"stroke": art.FRAME, "stroke_width": 1}
    if deployed and t.has_upkeep[key[1]] and is_operated(s, t, key):
        rim = {"stroke": art.LIT, "stroke_width": 2}
    if deployed and not is_connected(s, t, key):
        rim |= {"stroke": art.WHITE, "stroke_dasharray": "5 4"}
    first, _, second = asset_name(key[1]).partition(" ")
    parts = [
        svg.box(0.5, 0.5, width - 1, CARD_TALL - 1, 6, fill=art.GROUNDS[status][1], **rim),
        svg.text(width / 2, 9.5, first, 10.5, art.TEXT, width=width - 6),
        svg.text(width / 2, 21, second, 10.5, art.TEXT, width=width - 6),
    ]
    cost = t.cost[key[1]]
    if status != Status.BLUEPRINT or np.count_nonzero(cost) <= 2:
        drawn = art.asset(s, t, key, 14, 38, 9.5, plain=not deployed)
        parts.append(svg.group(drawn, opacity=1 if deployed else 0.45))
    if status == Status.BLUEPRINT:
        left = 26 if np.count_nonzero(cost) <= 2 else (width - 15 * np.count_nonzero(cost) + 2) / 2
        parts.append(art.amounts(cost.tolist(), left, 38, 6.5))
    else:
        parts.append(svg.text((width + 25) / 2, 38, _place(s, t, key), 10.5, art.TEXT, width=width - 30, bold=True))
    if spotted:
        outline: dict[str, svg.Attribute] = {"fill": "none", "stroke_width": 2.6}
        outline |= {"stroke": art.WHITE, **art.DOTS} if spotted == "offered" else {"stroke": spotted}
        parts.append(svg.box(2, 2, width - 4, CARD_TALL - 4, 5, **outline))
    return "".join(parts)


def _place(s: np.record, t: np.record, key: Key) -> str:
    status = Status(s.asset_status[key])
    if status == Status.EARTH:
        return f"load {t.payload[key[1]]}"
    if status == Status.LOADED:
        return "loaded"
    return "orbit" if s.asset_hex[key] == NONE else f"hex {s.asset_hex[key]}"


# -- rockets and cards ---------------------------------------------------------------------------------


def _rockets(s: np.record, seat: int) -> tuple[str, list[tuple[str, str]], list[str]]:
    words = rocket_words(s, seat)
    fills = ["#2f5f8f" if "fresh" in label else "#44546e" if "flown" in label else "#2b3442" for label in words]
    return f"rockets {(s.rocket_loc == seat).sum()}", list(zip(words, fills, strict=True)), []


def _hand(s: np.record, t: np.record, seat: int, view: View) -> tuple[str, list[tuple[str, str]], list[str]]:
    """The cards by name as far as they are known, in the colours of their types; in lines, who knows them."""
    name, words = hand_section(s, t, seat, view)
    known = [label for label in words if not label.startswith("(")]
    fills = [_card_color(t, label) for label in known]
    return name, list(zip(known, fills, strict=True)), [label for label in words if label.startswith("(")]


def _card_color(t: np.record, label: str) -> str:
    kinds = [kind for kind in range(KINDS) if label.startswith(card_name(kind))]
    return CARD_COLORS[CardType(t.card_type[kinds[0]])] if kinds else art.INSET
