"""The panel of a corporation: money, forces, markers, cards."""

import numpy as np

from lunar_envs.engine import svg

from . import art
from .actions import card_name
from .art import Icon, marker, row, token
from .codes import (
    CARD_PLACE,
    FIRST_NEUTRAL,
    HAND_SLOTS,
    MARKERS,
    MIN_TOTAL,
    NONE,
    Action,
    CardState,
    Chart,
    Context,
    Defsat,
    Flag,
    Status,
    Upgrade,
)
from .words import (
    BOUGHT,
    CARD_STATE_WORDS,
    DEFSAT_WORDS,
    FLAG_WORDS,
    UNIT_WORDS,
    View,
    card_seen,
    effect_words,
    euros,
    hidden_strengths,
    loss_points,
    markers_seen,
    pile,
    player_name,
    strength_seen,
    symbols,
    type_facts,
    units_in,
)

EDGE = 12
CARD = 122  # height of a card with the gap below it
SMALL, PLAIN = 20, 23  # font sizes
PAPER, DIM = "#efe7d2", "#c3bda9"  # cards in force, cards face-down


def corporation(
    s: np.record, tables: np.ndarray, seat: int, view: View, mask: np.ndarray, width: float, height: float
) -> str:
    """Everything that ``view`` may know of a seat, in a box with its top left corner at (0, 0)."""
    t = tables[0]
    deciding = bool(s.ctx != Context.GAME_OVER and s.to_move == seat)
    rim = art.YELLOW if deciding else "#5d6068"
    parts = [
        svg.box(3, 3, width - 6, height - 6, 12, fill=art.PANEL, stroke=rim, stroke_width=4),
        _title(s, seat, width, deciding),
        svg.group(_treasury(s, t, seat, width), y=78),
        svg.group(_types(s, t, seat, view), y=172),
        svg.group(_boxes(s, t, seat, view, width), y=314),
        svg.group(_markers(s, seat, view, width), y=492),
        svg.group(_flags(s, seat, width), y=550),
    ]
    parts += [
        svg.group(_card(s, tables, seat, slot, view, mask, width), x=EDGE, y=height - 10 - CARD * (HAND_SLOTS - slot))
        for slot in range(HAND_SLOTS)
    ]
    return "".join(parts)


def _title(s: np.record, seat: int, width: float, deciding: bool) -> str:
    name = player_name(seat)
    home = {NONE: "", 0: "western base", 1: "eastern base"}[int(s.home[seat])]
    notes = [home] * bool(home) + ["leads"] * bool(s.leader == seat) + ["decides"] * deciding
    if s.ctx == Context.GAME_OVER:
        notes = [home, f"rank {s.rank[seat]}"]
    return (
        svg.box(5, 5, width - 10, 62, 10, fill=art.SEATS[seat])
        + token("pawn", 36, 36, 22, fill=art.SEATS[seat])
        + svg.text(70, 37, name, 36, art.WHITE, bold=True, anchor="start")
        + svg.text(width - 20, 37, ", ".join(notes), 24, art.WHITE, width=246, anchor="end")
    )


def _treasury(s: np.record, t: np.record, seat: int, width: float) -> str:
    """Stock price, budget and symbols; what events gave is named."""
    mines, science = symbols(s, t, seat)
    step = (width - 2 * EDGE) / 4
    pending = int(s.pending_units[seat])
    cells = (
        ("stock", euros(s.stock[seat]), ""),
        ("for units" if pending else "budget", str(pending or s.budget[seat]), "euro"),
        (f"mines, {s.perm_mine[seat]} won" if s.perm_mine[seat] else "mines", str(mines), "mine"),
        (f"science, {s.perm_lab[seat]} won" if s.perm_lab[seat] else "science", str(science), "science"),
    )
    parts = []
    for k, (label, value, drawing) in enumerate(cells):
        middle = EDGE + step * (k + 0.5)
        parts.append(svg.box(middle - step / 2 + 3, 0, step - 6, 82, 8, fill=art.INSET))
        parts.append(svg.text(middle, 20, label, SMALL, art.FAINT, width=step - 16))
        if drawing:
            parts.append(token(drawing, middle - 24, 54, 17))
        parts.append(svg.text(middle + (20 if drawing else 0), 55, value, 34, art.TEXT, bold=True))
    return "".join(parts)


def _types(s: np.record, t: np.record, seat: int, view: View) -> str:
    """What PMC, MCU and crawlers cost and can do now, and the strengths that are still face-down."""
    last = "face-down" if view is not None else "next in pile"
    columns = (62, 152, 204, 260, 310, 354)
    heads = ("", "cost", "save", "move", "fire", "pile", last)
    parts = [
        svg.text(x, 12, head, SMALL - 1, art.FAINT, anchor="start" if head == last else "middle", width=84)
        for x, head in zip((*columns, 384), heads, strict=True)
    ]
    for k, kind in enumerate(BOUGHT):
        y = 42 + 36 * k
        cost, armor, move, bonus = type_facts(s, t, seat, kind)
        waiting = pile(s, seat, kind)
        shown = "".join(strength_seen(s, slot, None) for slot in waiting) if view is None else ""
        digits = shown if view is None else hidden_strengths(s, seat, kind)
        facts = (str(cost), f"{armor}+", str(move), f"+{bonus}" if bonus else "-", str(len(waiting)))
        parts.append(token(art.SYMBOLS[kind], 30, y, 15, fill=art.SEATS[seat]))
        parts.append(svg.text(52, y, UNIT_WORDS[kind], PLAIN, art.TEXT, anchor="start", width=84))
        parts += [svg.text(x, y, fact, PLAIN, art.TEXT) for x, fact in zip(columns[1:], facts, strict=True)]
        parts.append(svg.text(384, y, digits or "none", SMALL, art.TEXT, anchor="start", width=104))
    return "".join(parts)


def _boxes(s: np.record, t: np.record, seat: int, view: View, width: float) -> str:
    rebuild = [slot for slot in units_in(s, seat, Status.PILE) if slot >= FIRST_NEUTRAL]
    boxes = (
        ("arriving", units_in(s, seat, Status.REINF)),
        ("losses", units_in(s, seat, Status.LOSS_REG)),
        ("on camera", units_in(s, seat, Status.LOSS_MEDIA)),
        ("to rebuild", rebuild),
    )
    points = loss_points(s, t, seat)
    parts = []
    for k, (name, slots) in enumerate(boxes):
        y = 20 + 43 * k
        parts.append(svg.box(EDGE, y - 20, width - 2 * EDGE, 40, 6, fill=art.INSET))
        parts.append(svg.text(EDGE + 8, y, name, SMALL, art.FAINT, anchor="start"))
        if points and name == "losses":
            parts.append(svg.text(width - EDGE - 8, y, f"{points} points", SMALL, art.TEXT, anchor="end"))
        icons: list[Icon] = [(2, art.counter(s, t, slot, view, 0, 0, 1, False)) for slot in slots]
        parts.append(row(icons, 260, y, 17, 260))
    return "".join(parts)


def _markers(s: np.record, seat: int, view: View, width: float) -> str:
    """The four action markers: those that wait, those that were revealed, those not placed; and what is elsewhere."""
    placed = markers_seen(s, seat, view)
    kinds = [kind for _, kind, _ in placed]
    free = [kind for kind in range(MARKERS) if kind not in kinds] if NONE not in kinds else []
    free = free[: MARKERS - len(placed)] if view in (None, seat) else [NONE] * (MARKERS - len(placed))
    parts = [svg.text(EDGE + 8, 25, "markers", SMALL, art.FAINT, anchor="start")]
    for k, (_, kind, revealed) in enumerate(placed):
        parts.append(row([marker(kind, seat, revealed)], 140 + 46 * k, 25, 19, 40))
    for k, kind in enumerate(free):
        icon = row([marker(kind, seat, False)], 140 + 46 * (len(placed) + k), 25, 19, 40)
        parts.append(svg.group(icon, opacity=0.35))
    state = Defsat(s.defsat_state[seat])
    notes = [f"lifted {s.lift_count[seat]}"]
    notes += [f"defsat {DEFSAT_WORDS[state]}"] if state != Defsat.NONE else []
    parts.append(svg.text(width - EDGE - 8, 25, ", ".join(notes), SMALL, art.TEXT, width=160, anchor="end"))
    return "".join(parts)


def _flags(s: np.record, seat: int, width: float) -> str:
    """What may be done once a turn; lit when it is done."""
    step = (width - 2 * EDGE) / 3
    parts = []
    for flag in Flag:
        x, y = EDGE + step * (flag % 3), 34 * (flag // 3)
        done = bool(s["flags"][seat, flag])
        parts.append(svg.box(x + 2, y, step - 4, 30, 6, fill=art.YELLOW if done else art.INSET))
        ink = art.INK if done else art.FAINT
        parts.append(svg.text(x + step / 2, y + 15, FLAG_WORDS[flag], SMALL, ink, width=step - 14))
    return "".join(parts)


# -- cards, with their top left corner at (0, 0) -------------------------------------------------------


def _card(s: np.record, tables: np.ndarray, seat: int, slot: int, view: View, mask: np.ndarray, width: float) -> str:
    state = CardState(s.hand_state[seat, slot])
    wide, tall = width - 2 * EDGE, CARD - 8
    attempted = s.sel_slot == slot and s.active_player == seat
    owner = 1 - int(s.to_move) if s.ctx == Context.STEAL_CARD else int(s.to_move)
    offered = seat == owner and bool(mask[Action.CARD + slot])
    if state == CardState.EMPTY:
        return svg.box(1, 1, wide - 2, tall - 2, 8, fill="none", stroke="#5d6068", stroke_width=2) + svg.text(
            wide / 2, tall / 2, f"{slot}: empty", SMALL, art.FAINT
        )
    card = card_seen(s, seat, slot, view)
    if card == NONE:
        parts = [
            _back(seat, wide, tall),
            svg.text(16, tall - 22, f"{slot}: face-down", PLAIN, art.WHITE, anchor="start"),
        ]
    else:
        parts = [_face(s, tables, seat, slot, card, wide, tall)]
    waiting = [marker(kind, seat, shown) for at, kind, shown in markers_seen(s, seat, view) if at == CARD_PLACE + slot]
    parts.append(row(waiting, wide - 30, tall - 26, 19, 44))
    if attempted or offered:
        dashed = {} if attempted else {"stroke_dasharray": "3 11", "stroke_linecap": "round"}
        stroke = art.CYAN if attempted else art.WHITE
        parts.append(svg.box(2, 2, wide - 4, tall - 4, 8, fill="none", stroke=stroke, stroke_width=6, **dashed))
    return "".join(parts)


def _back(seat: int, wide: float, tall: float) -> str:
    color = art.SEATS[seat]
    back = svg.box(0, 0, wide, tall, 8, fill="#44474e", stroke=color, stroke_width=3)
    return back + token("dome", wide / 2, tall / 2 + 4, 38, opacity=0.5)


def _face(s: np.record, tables: np.ndarray, seat: int, slot: int, card: int, wide: float, tall: float) -> str:
    t, state = tables[0], CardState(s.hand_state[seat, slot])
    upgrade = Upgrade(t.card_type[card])
    in_force = state == CardState.FACE_UP
    said = CARD_STATE_WORDS[state]
    if in_force and upgrade == Upgrade.DEFENSIVE_SATELLITES and s.defsat_state[seat] == Defsat.SPENT:
        said = "spent"
    if state == CardState.FACE_DOWN and s.hand_known[seat, slot] >> (1 - seat) & 1:
        said = "face-down, known"
    faint = "#5b5646"
    parts = [
        svg.box(0, 0, wide, tall, 8, fill=PAPER if in_force else DIM),
        svg.box(0, 0, 9, tall, 4, fill=art.SEATS[seat] if in_force else faint),
        svg.text(20, 18, f"{slot}: {card_name(tables, card)}", PLAIN, art.INK, width=310, bold=True, anchor="start"),
        svg.text(wide - 10, 18, said, SMALL - 1, faint, width=134, anchor="end"),
        svg.text(20, tall - 18, effect_words(t, upgrade), SMALL, art.INK, width=wide - 84, anchor="start"),
    ]
    step = (wide - 84) / len(t.chart[upgrade])
    parts += [
        svg.group(_chart_cell(int(bits), MIN_TOTAL + k, step), x=18 + step * k, y=35)
        for k, bits in enumerate(t.chart[upgrade])
    ]
    return "".join(parts)


def _chart_cell(bits: int, total: int, step: float) -> str:
    """One total of a success chart: green succeeds, grey fails; a triangle moves the stock up or down."""
    fill, ink = ("#3f9b4f", art.WHITE) if bits & Chart.SUCCESS else ("#8f8a7a", art.WHITE)
    parts = [
        svg.box(1, 0, step - 2, 34, 4, fill=fill),
        svg.text(step / 2, 12, str(total), SMALL, ink, bold=bool(bits & Chart.SUCCESS)),
    ]
    if bits & Chart.UP:
        parts.append(svg.polygon([(step / 2 - 7, 32), (step / 2 + 7, 32), (step / 2, 23)], fill=art.YELLOW))
    if bits & Chart.DOWN:
        parts.append(svg.polygon([(step / 2 - 7, 23), (step / 2 + 7, 23), (step / 2, 32)], fill="#ff8a80"))
    return "".join(parts)
