"""The players' panels of the picture."""

import numpy as np

from lunar_envs.engine import svg

from . import art
from .art import CYAN, DARK, FAINT, FRAME, GOLD, INK, PAPER, TEXT, Box, icon, row, seat_color, token, words
from .codes import (
    AUTOMATON,
    ENERGY_CAP,
    HELIUM_CAP,
    NONE,
    PROBE_SLOTS,
    START_DISCS,
    STRESS_CAP,
    WASTE_CAP,
    WATER_CAP,
    Action,
    Card,
    Context,
)
from .show import (
    card_name,
    cards_at,
    deed_name,
    foods_at,
    is_automaton,
    player_name,
    progress_words,
    tiles_of,
    tool_words,
)

TITLE, STORES, CARDS = 30, 132, 184  # heights
STORES_WIDTH = 280
BESIDE = 2
"""Up to so many panels are wide enough for the cards beside the stores."""

CHIP_ROWS, CHIP_WIDTH = 6, 130  # columns are narrower where there are more cards
CHIP_HEIGHT, CHIP_PITCH = 16, 19.3

_DEEP = (art.SEAT_COLORS[0], art.SEAT_COLORS[1], art.SEAT_COLORS[3])
"""The colours that white letters stand out from."""


def panel_height(seats: int) -> float:
    """The height of a panel."""
    return TITLE + 8 + (max(STORES, CARDS) if seats <= BESIDE else STORES + CARDS)


def panel(s: np.record, t: np.record, seat: int, mask: np.ndarray, box: Box) -> str:
    """Everything that lies before a seat."""
    left, top, wide, _ = box
    deciding = s.ctx != Context.OVER and seat == s.to_move
    parts = [art.frame(box, stroke=GOLD if deciding else FRAME, stroke_width=2), _title(s, seat, box, deciding)]
    parts.append(_stores(s, t, seat, left + 8, top + TITLE + 4))
    if s.seats <= BESIDE:
        where = (left + STORES_WIDTH + 16, top + TITLE + 4, wide - STORES_WIDTH - 24, CARDS)
    else:
        where = (left + 8, top + TITLE + STORES, wide - 16, CARDS)
    shown = mask if deciding else np.zeros_like(mask)
    parts.append(_deeds(s, t, where) if is_automaton(s, seat) else _scientists(s, t, seat, shown, where))
    parts.append(_collected(s, t, seat, shown, where))
    return svg.group(*parts, id=f"luna-maris-player-{seat}")


def _title(s: np.record, seat: int, box: Box, deciding: bool) -> str:
    left, top, wide, _ = box
    y, name, ink = top + TITLE / 2, player_name(s, seat), "#ffffff" if seat_color(s, seat) in _DEEP else INK
    if s.ctx == Context.OVER:
        note = f"rank {s.rank[seat]}"
    else:
        note = "to move" if deciding else "shift ended" if s.ended[seat] else ""
    start, along = f"{svg.number(left + 1)} {svg.number(top + TITLE)}", svg.number(wide - 18)
    bar = f"M{start}v-21a8 8 0 0 1 8 -8h{along}a8 8 0 0 1 8 8v21Z"
    after = left + 46 + svg.text_width(name, 14, bold=True)
    return "".join(
        [
            svg.path(bar, fill=seat_color(s, seat), fill_opacity=0.92),
            token("astronaut", left + 20, y, 10.5, fill=seat_color(s, seat)),
            svg.text(left + 37, y, name, 14, ink, bold=True, anchor="start"),
            svg.text(after, y, note, 12, ink, anchor="start"),
            svg.text(left + wide - 36, y, str(s.vp[seat]), 18, ink, bold=True, anchor="end"),
            row([art.points("")], left + wide - 19, y, 10, 20),
            svg.star(left + wide - 19, y + 0.5, 6.5, fill="#8a6410"),
        ]
    )


# -- stores ------------------------------------------------------------------------------------------


def _stores(s: np.record, t: np.record, seat: int, left: float, top: float) -> str:
    """Stores, belt, waste, oxygen, probes, discs, depot and tool, in five rows; the automaton needs two."""
    y = [top + 13 + 25 * k for k in range(5)]
    waste = _pips("waste", s.waste[seat], WASTE_CAP, left + 8, y[1], 6.2)
    if is_automaton(s, seat):
        water = _pips("water", s.water[seat], WATER_CAP, left + 8, y[0], 8)
        return water + waste + _probes(s, t, seat, left + 10, y[2]) + _discs(s, seat, left + 222, y[2])
    return "".join(
        [
            _pips("energy", s.energy[seat], ENERGY_CAP, left + 8, y[0], 8),
            _pips("water", s.water[seat], WATER_CAP, left + 118, y[0], 8),
            _pips("helium", s.helium[seat], HELIUM_CAP, left + 196, y[0], 8),
            waste,
            _belt(s, seat, left + 140, y[1]),
            _oxygen(s, seat, left, y[2]),
            _probes(s, t, seat, left + 10, y[3]),
            _discs(s, seat, left + 222, y[3]),
            _tool(s, t, seat, left, y[4]),
        ]
    )


def _pips(name: str, count: int, cap: int, x: float, y: float, radius: float) -> str:
    """A store: what it holds, and empty places up to its size."""
    step = 2.07 * radius
    full = [token(name, x + step * k, y, radius) for k in range(count)]
    empty = [
        svg.circle(x + step * k, y, radius * 0.62, fill=DARK, stroke="#54698a", stroke_width=1)
        for k in range(count, cap)
    ]
    return "".join(full + empty)


def _belt(s: np.record, seat: int, left: float, y: float) -> str:
    """Both sections; what leaves the second becomes waste."""
    parts = []
    for section in range(2):
        x = left + 70 * section
        parts.append(svg.box(x, y - 10, 62, 20, 4, fill=DARK, stroke="#54698a", stroke_width=1))
        ends = f"M{svg.number(x + 63)} {svg.number(y - 4)}l5 4l-5 4Z"
        parts.append(svg.path(ends, fill="#54698a"))
        held = []
        for ore, count in enumerate(s.belt[seat, section]):
            cube = icon(art.ore_token(ore))
            held += (
                [cube] * count if s.belt[seat, section].sum() <= 3 else [words(str(count), TEXT), cube] if count else []
            )
        parts.append(row(held, x + 31, y, 7, 56))
    return "".join(parts)


def _oxygen(s: np.record, seat: int, left: float, y: float) -> str:
    """Ten oxygen, of which some are used and those beyond the stress limit are locked."""
    used, limit = int(s.o2_used[seat]), int(s.stress[seat])
    parts = [token("oxygen", left + 8, y, 8)]
    for k in range(STRESS_CAP):
        fill, edge = ("#41566f", CYAN) if k < used else (CYAN, CYAN) if k < limit else (DARK, "#33486b")
        parts.append(svg.box(left + 21 + 14 * k, y - 7, 12, 14, 3, fill=fill, stroke=edge, stroke_width=1.2))
    parts.append(token("stress", left + 21 + 14 * limit - 1, y + 8, 6))
    parts.append(svg.text(left + 170, y, f"{used} of {limit} used", 11, TEXT, anchor="start"))
    return "".join(parts)


def _probes(s: np.record, t: np.record, seat: int, left: float, y: float) -> str:
    """The probes left, each with the bonus that it uncovers."""
    parts = []
    for k in range(PROBE_SLOTS):
        x, gone = left + 46 * k, k < PROBE_SLOTS - s.probes_left[seat]
        bonus = art.bonus_icons(t.probe_bonus[k], t.probe_amount[k], TEXT)
        look = {"fill": DARK, "opacity": 0.5} if gone else {"fill": seat_color(s, seat)}
        parts.append(token("probe", x, y, 9, **look))
        if not (gone or is_automaton(s, seat)):
            parts.append(row(bonus, x + 22, y, 6, 22))
    return "".join(parts)


def _discs(s: np.record, seat: int, left: float, y: float) -> str:
    """The free discs."""
    parts = [svg.text(left - 10, y, "discs", 10, FAINT, anchor="end")]
    for k in range(START_DISCS):
        x = left + 15 * k
        parts.append(
            token("disc", x, y, 7.5, fill=seat_color(s, seat))
            if k < s.discs[seat]
            else svg.circle(x, y, 4.5, fill=DARK, stroke="#54698a", stroke_width=1)
        )
    return "".join(parts)


def _tool(s: np.record, t: np.record, seat: int, left: float, y: float) -> str:
    """The tool, face down once used, and the depot."""
    parts = [token("tool", left + 8, y, 8)]
    if s.tool[seat] != NONE:
        name, gist = tool_words(t, s.tool[seat])
        used = bool(s.tool_used[seat])
        ground = DARK if used else "#c7d2e2"
        parts.append(svg.box(left + 21, y - 10, 150, 20, 4, fill=ground, stroke="#54698a", stroke_width=1))
        said = f"{name}: used" if used else f"{name}: {gist}"
        parts.append(svg.text(left + 96, y, said, 9.5, FAINT if used else INK, width=142))
    parts.append(svg.text(left + 212, y, "depot", 10, FAINT, anchor="end"))
    for k, there in enumerate(s.depot[seat]):
        x = left + 224 + 18 * k
        parts.append(
            token(art.depot_token(k), x, y, 7.5)
            if there
            else svg.circle(x, y, 5, fill=DARK, stroke="#54698a", stroke_width=1)
        )
    return "".join(parts)


# -- cards -------------------------------------------------------------------------------------------


def _scientists(s: np.record, t: np.record, seat: int, mask: np.ndarray, where: Box) -> str:
    """The scientists by name: in play, in hand and, dark, resting."""
    left, top, wide, _ = where
    places = {place: cards_at(s, seat, place) for place in (Card.PLAYED, Card.HAND, Card.PILE)}
    chips = [(card, place) for place, cards in places.items() for card in cards]
    columns = max(wide // CHIP_WIDTH, -(-len(chips) // CHIP_ROWS))
    step = wide / columns
    label = f"hand {len(places[Card.HAND])}, resting {len(places[Card.PILE])}"
    label += f", in play: {progress_words(s, t)}" if places[Card.PLAYED] else ""
    parts = [svg.text(left, top + 7, label, 10.5, FAINT, width=wide, anchor="start")]
    for k, (card, place) in enumerate(chips):
        box = (left + step * (k % columns), top + 16 + CHIP_PITCH * (k // columns), step - 4, CHIP_HEIGHT)
        parts.append(_chip(t, card, place, box))
        if mask[Action.SCIENTIST + card]:
            parts.append(art.offered((box[0] + 1, box[1] + 1, box[2] - 2, box[3] - 2), 5))
    return "".join(parts)


def _chip(t: np.record, card: int, place: Card, box: Box) -> str:
    left, top, wide, tall = box
    ground, ink = (DARK, FAINT) if place == Card.PILE else (PAPER, INK)
    rooms = art.rooms_of(t, card)
    signs = min(14.5 * len(rooms), wide * 0.4)
    edge = GOLD if place == Card.PLAYED else "#54698a"
    return "".join(
        [
            svg.box(
                left, top, wide, tall, 4, fill=ground, stroke=edge, stroke_width=2.5 if place == Card.PLAYED else 1
            ),
            row(rooms, left + 3, top + tall / 2, 6.8, signs, anchor="start"),
            svg.text(
                left + signs + 6, top + tall / 2, card_name(t, card), 10, ink, width=wide - signs - 10, anchor="start"
            ),
        ]
    )


def _deeds(s: np.record, t: np.record, where: Box) -> str:
    """The automaton's card of the round; what is done is dark, what is next is framed."""
    left, top, wide, _ = where
    if s["round"] == 0:
        return svg.text(left, top + 7, "its card is turned up in round 1", 10.5, FAINT, anchor="start")
    letters = [chr(t.letter[card]) for card in s.automaton_cards[: s["round"]]]
    parts = [svg.text(left, top + 7, f"card {letters[-1]}", 12, TEXT, bold=True, anchor="start")]
    if letters[:-1]:
        before = f"before: {', '.join(letters[:-1])}"
        parts.append(svg.text(left + 52, top + 7, before, 10.5, FAINT, anchor="start"))
    deeds = [deed for deed in t.deed[s.automaton_cards[s["round"] - 1]] if deed != NONE]
    step = wide / 3
    for k, deed in enumerate(deeds):
        x, y = left + step * (k % 3), top + 20 + 40 * (k // 3)
        done, following = k < s.automaton_step, k == s.automaton_step and not s.ended[AUTOMATON]
        look = {"stroke": GOLD if following else "#54698a", "stroke_width": 3 if following else 1}
        parts.append(svg.box(x, y, step - 6, 34, 5, fill=DARK if done else PAPER, **look))
        parts.append(svg.text(x + 10, y + 17, str(k + 1), 11, FAINT if done else "#7d8ba1", bold=True))
        ink = FAINT if done else INK
        parts.append(
            svg.text(x + 20, y + 17, deed_name(deed), 10.5, ink, width=step - 32, bold=following, anchor="start")
        )
    return "".join(parts)


def _collected(s: np.record, t: np.record, seat: int, mask: np.ndarray, where: Box) -> str:
    """Food in hand and demand tiles."""
    left, top, wide, _ = where
    foods, tiles = foods_at(s, seat), tiles_of(s, seat)
    y, x = (top + 146, top + 171), left + 52
    parts = [svg.text(left, y[0], "food", 10.5, FAINT, anchor="start")]
    parts.append(svg.text(left, y[1], "demands", 10.5, FAINT, anchor="start"))
    parts.append(
        row(
            [art.small_food(t, card, bool(mask[Action.FOOD_CARD + card])) for card in foods],
            x,
            y[0],
            11.5,
            wide - 54,
            anchor="start",
        )
    )
    parts.append(row([art.small_demand(t, tile) for tile in tiles], x, y[1], 10, wide - 54, anchor="start"))
    return "".join(parts)
