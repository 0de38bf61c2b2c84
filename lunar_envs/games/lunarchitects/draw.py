"""The picture of a state as SVG: from the state alone, 1200 pixels wide."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lunar_envs.engine import svg

from . import art
from .art import icon, row, token, words
from .codes import (
    DIRECTION_Q,
    DIRECTION_R,
    DIRECTIONS,
    EXCHANGE_SLOTS,
    LAPS,
    NONE,
    PHASES,
    QUEUE_TILES,
    REACH,
    RESOURCES,
    SPACES,
    Action,
    Context,
    Expansion,
)
from .show import (
    ACHIEVEMENT_WORDS,
    band_words,
    decision_words,
    end_scheme_words,
    free_sides,
    lap_scheme_words,
    player_name,
    red_tiles,
    shown_points,
    stack_counts,
    tokens_on_queue,
)

if TYPE_CHECKING:
    from lunar_envs.engine.game import Game

WIDTH = 1200
HEADER = 46
BOARD = 736
RADIUS, HEX = 300, 58
LINE = (240, 360)  # where the scoring line begins and ends
ROW = 272  # height of the panels below the board
GAP = 8
LARGEST = 66  # tiles of a base
BACK, PANEL, TEXT, FAINT, MOON = "#101a2b", "#1b2a42", "#eef3fa", "#9db0c9", "#8d939d"

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def draw(game: Game, state: np.ndarray, view: int | None) -> str:
    """The state as an SVG document, 1200 wide; its height depends on the number of players alone.

    ``view`` is the seat that looks and does not see what is hidden from it; None sees all public and hidden points.
    The base of ``view``, or of the seat to move, is drawn large.
    """
    s, tables = state[0], game.tables
    large = int(s.to_move) if view is None else view
    others = [seat for seat in range(s.num_players) if seat != large]
    # What may be done depends on points, which a viewer may not see.
    mask = game.legal(state) if view in (None, s.to_move) else game.masks()[0]
    boxes = _panel_boxes(game.num_players(state))
    height = max(top + tall for _, top, _, tall in boxes) + GAP
    centre = svg.group(
        _results(game, s) if s.ctx == Context.OVER else _market(s, tables[0]), x=BOARD / 2, y=HEADER + BOARD / 2
    )
    return svg.document(
        WIDTH,
        height,
        f"Lunarchitects, turn {s.turn_no}",
        art.definitions(),
        svg.box(0, 0, WIDTH, height, fill=BACK),
        _header(game, s),
        svg.group(_ring(s, tables, mask), x=BOARD / 2, y=HEADER + BOARD / 2),
        centre,
        _achievements(s, tables[0]),
        *(_panel(game, state, seat, view, mask, where) for seat, where in zip([large, *others], boxes, strict=True)),
    )


def _panel_boxes(num_players: int) -> list[Box]:
    """The large panel beside the board, then the others: below it (one) or below the board (more)."""
    left, top, wide, tall = BOARD + GAP, HEADER + GAP, WIDTH - BOARD - 2 * GAP, BOARD - GAP
    if num_players == 1:
        return [(left, top, wide, tall)]
    if num_players == 2:
        return [(left, top, wide, tall - ROW - GAP), (left, top + tall - ROW, wide, ROW)]
    each = (WIDTH - GAP * num_players) / (num_players - 1)
    below = [(GAP + k * (each + GAP), HEADER + BOARD + GAP, each, ROW) for k in range(num_players - 1)]
    return [(left, top, wide, tall), *below]


def _header(game: Game, s: np.record) -> str:
    parts = [
        svg.box(0, 0, WIDTH, HEADER, fill=PANEL),
        svg.text(16, HEADER / 2, "Lunarchitects", 21, TEXT, bold=True, anchor="start"),
        svg.text(200, HEADER / 2, f"turn {s.turn_no}", 15, FAINT, anchor="start"),
    ]
    if s.ctx == Context.OVER:
        parts.append(
            svg.text(WIDTH - 16, HEADER / 2, f"Game over: {game.describe_end(s)}", 17, TEXT, anchor="end", bold=True)
        )
    else:
        seat = s.to_move
        said = f"{player_name(s, seat)}: {decision_words(s, game.tables)}"
        wide = min(svg.text_width(said, 17, bold=True), 860)
        parts.append(token("pawn", WIDTH - wide - 34, HEADER / 2, 13, fill=_color(s, seat)))
        parts.append(svg.text(WIDTH - 16, HEADER / 2, said, 17, TEXT, width=860, bold=True, anchor="end"))
    return "".join(parts)


def _color(s: np.record, seat: int) -> str:
    side = s.start_side[seat]
    return art.SEAT_COLORS[side // 2] if side != NONE else "#5a6b85"


# -- the ring, round (0, 0) ------------------------------------------------------------------------


def _space(position: float, radius: float = RADIUS) -> tuple[float, float]:
    angle = 2 * math.pi * (position + 0.5) / SPACES
    return radius * math.sin(angle), -radius * math.cos(angle)


def _ring(s: np.record, tables: np.ndarray, mask: np.ndarray) -> str:
    tokens = {position: (kind, value) for position, kind, value in tokens_on_queue(s)}
    parts = [_moon()]
    tiles = {position: tile for position, tile in enumerate(s.queue) if tile != NONE} if s.ctx != Context.START else {}
    full = {position % SPACES for position in (*tiles, *tokens)}
    starts = [*tokens] if s.ctx == Context.OVER else [*tokens, int(s.t0)]
    empty = (min(starts) - 1) % SPACES if tokens else NONE  # the space behind the tail, as the turn began
    parts += [_empty_space(space, hatched=space == empty) for space in range(SPACES) if space not in full]
    parts.append(svg.line(0, -LINE[0], 0, -LINE[1], "#e5322d", 6, stroke_linecap="round"))
    parts += [art.queue_tile(tables, tile, *_space(position), HEX) for position, tile in tiles.items()]
    parts += [_piece(s, kind, value, *_space(position)) for position, (kind, value) in tokens.items()]
    if s.ctx not in (Context.START, Context.OVER):
        steps = [d for d in range(1, REACH + 1) if int(s.t0) + d in tiles]
        parts += [_distance(d, *_space(int(s.t0) + d, 239), offered=bool(mask[Action.QUEUE + d - 1])) for d in steps]
    return "".join(parts)


def _moon() -> str:
    """The band under the tiles, with some craters between them."""
    band = svg.circle(0, 0, RADIUS, fill="none", stroke=MOON, stroke_width=128)
    craters = (
        (0.5, 345, 11),
        (2.5, 252, 8),
        (5.5, 350, 9),
        (6.5, 346, 12),
        (8.5, 256, 9),
        (9.5, 349, 8),
        (11.5, 347, 12),
        (12.5, 254, 7),
    )
    return band + "".join(svg.circle(*_space(p, r), size, fill="#7c828d") for p, r, size in craters)


def _empty_space(space: int, hatched: bool) -> str:
    x, y = _space(space)
    base = svg.hexagon(x, y, HEX * 0.97, fill="#747b87", stroke="#5c636f", stroke_width=1.5)
    return base + (svg.hexagon(x, y, HEX * 0.97, fill=art.HATCH, fill_opacity=0.7) if hatched else "")


def _piece(s: np.record, kind: str, value: int, x: float, y: float) -> str:
    space = svg.hexagon(x, y, HEX * 0.97, fill="#39455a", stroke="#5c636f", stroke_width=1.5)
    if kind == "pawn":
        return (
            space
            + token("pawn", x, y - 6, 27, fill=_color(s, value))
            + svg.text(x, y + 34, player_name(s, value), 11, TEXT)
        )
    name, fill, pips = ("Spot", "#ffffff", art.INK) if kind == "spot" else ("red die", "#d2342a", "#ffffff")
    return space + svg.die(x, y - 6, 22, value, fill, pips) + svg.text(x, y + 34, name, 11, TEXT)


def _distance(d: int, x: float, y: float, offered: bool) -> str:
    ground, ink = (art.YELLOW, art.INK) if offered else (art.INK, "#ffffff")
    disc = svg.circle(x, y, 11, fill=ground, stroke="#ffffff", stroke_width=1.2)
    return disc + svg.text(x, y, str(d), 11.5, ink, bold=True)


# -- inside the ring -------------------------------------------------------------------------------


def _market(s: np.record, t: np.record) -> str:
    box = svg.text(0, 168, f"back in the box: {s.removed}", 11, FAINT)
    return _laps(s) + _schemes(s, t) + _exchange(s, t) + _stack(s, t) + _supplies(s) + box


def _laps(s: np.record) -> str:
    parts = [svg.text(-84, -178, "Laps", 13, TEXT, bold=True)]
    for lap in range(LAPS):
        done = lap < s.laps
        x = -42 + 34 * lap
        parts.append(
            svg.circle(
                x, -178, 12, fill="#e5322d" if done else "none", stroke="#e5322d" if done else FAINT, stroke_width=2
            )
        )
        parts.append(svg.text(x, -178, str(lap + 1), 12, "#ffffff" if done else FAINT, bold=True))
    return "".join(parts)


def _schemes(s: np.record, t: np.record) -> str:
    schemes = [("each lap", *lap_scheme_words(s, t))]
    schemes += [(f"end {k}", *both) for k, both in enumerate(end_scheme_words(s, t), start=1)]
    return "".join(_scheme(-109 + 109 * k, *scheme) for k, scheme in enumerate(schemes))


def _scheme(x: float, when: str, name: str, gist: str) -> str:
    lines = svg.wrapped(gist, 10.5, 96)
    parts = [
        svg.box(x - 52, -152, 104, 72, 7, fill="#f3ead6", stroke="#b39b6a", stroke_width=1.5),
        svg.text(x, -142, when, 9.5, "#7a6a45"),
        svg.text(x, -126, name, 12, art.INK, width=96, bold=True),
    ]
    first = -101 - 6.5 * (len(lines) - 1)
    parts += [svg.text(x, first + 13 * k, words, 10.5, art.INK, width=98) for k, words in enumerate(lines)]
    return "".join(parts)


def _exchange(s: np.record, t: np.record) -> str:
    parts = [svg.text(-104, -62, "Exchange", 13, TEXT, bold=True)]
    for r in range(RESOURCES):
        x = -182 + 52 * r
        parts.append(token(art.TOKENS[r], x, -38, 12))
        for k in range(1, EXCHANGE_SLOTS + 1):
            y = -8 + 29 * (k - 1)
            parts.append(_slot(x, y, int(t.slot_points[k]), filled=k <= s.filled[r]))
    return "".join(parts)


def _slot(x: float, y: float, value: int, filled: bool) -> str:
    frame = svg.box(x - 21, y - 12.5, 42, 25, 5, fill=art.DARK, stroke="#54698a", stroke_width=1)
    if filled:
        return (
            frame
            + svg.circle(x, y, 10.5, fill="#d2342a", stroke="#ffffff", stroke_width=1.5)
            + svg.text(x, y, str(value), 12, "#ffffff", bold=True)
        )
    return frame + svg.text(x, y, str(value), 12, FAINT)


def _stack(s: np.record, t: np.record) -> str:
    counts = stack_counts(s, t) if s.ctx != Context.START else np.bincount(t.phase[:QUEUE_TILES]).tolist()
    parts = [svg.text(122, -62, "Stack", 13, TEXT, bold=True)]
    for phase, count in enumerate(counts):
        y = -38 + 28 * phase
        ink = TEXT if count else "#62748f"
        parts.append(svg.box(58, y - 11, 128, 22, 5, fill="#24497a" if count else "#16233a"))
        parts.append(svg.text(68, y, PHASES[phase].capitalize(), 12, ink, anchor="start"))
        parts.append(svg.text(176, y, str(count), 13, ink, bold=True, anchor="end"))
    return "".join(parts)


def _supplies(s: np.record) -> str:
    names = (*art.TOKENS, "astronaut", "rocket", "crystal")
    counts = (*s.supply, s.supply_astro, s.supply_rocket, s.supply_crystal)
    parts = [svg.text(0, 94, "Supply", 13, TEXT, bold=True)]
    for k, (name, count) in enumerate(zip(names, counts, strict=True)):
        x = 49 * (k - 3)
        parts.append(
            token(name, x - 10, 122, 11) + svg.text(x + 3, 122, str(count), 13, TEXT, anchor="start", bold=True)
        )
    return "".join(parts)


def _achievements(s: np.record, t: np.record) -> str:
    """The Achievements in play, in the lower left corner beside the ring."""
    parts, shown = [], np.flatnonzero(s.ach_in_play)
    for k, index in enumerate(shown):
        y = HEADER + BOARD - 12 - 19 * (len(shown) - 1 - k)
        owner = s.ach_owner[index]
        parts.append(row([art.points(t.achievement_points[index])], 18, y, 8, 16))
        parts.append(svg.text(31, y, ACHIEVEMENT_WORDS[index], 10.5, TEXT if owner == NONE else FAINT, anchor="start"))
        if owner != NONE:
            parts.append(
                token("pawn", 40 + svg.text_width(ACHIEVEMENT_WORDS[index], 10.5), y, 8, fill=_color(s, owner))
            )
    return "".join(parts)


def _results(game: Game, s: np.record) -> str:
    """Who won what, in place of the market."""
    expansion = s.opt_expansion != Expansion.NONE
    laps = [f"lap {k + 1}" for k in range(LAPS)]
    heads = ["play", *laps, "end 1", "end 2", *(["exp."] if expansion else []), "total"]
    columns = [-84, -48, -16, 16, 48, 84, 118, *([150] if expansion else []), 186]
    parts = [_laps(s), _schemes(s, game.tables[0]), svg.text(0, -56, "Final result", 15, TEXT, bold=True)]
    parts += [svg.text(x, -32, head, 10.5, FAINT) for x, head in zip(columns, heads, strict=True)]
    for k, seat in enumerate(sorted(range(s.num_players), key=lambda seat: s.rank[seat])):
        y = -8 + 27 * k
        scored = [*s.lap_points[seat], *s.end_points[seat], *([s.expansion_points[seat]] if expansion else [])]
        won = [s.points[seat] - sum(map(int, scored)), *scored]
        parts.append(svg.box(-204, y - 12, 412, 24, 6, fill="#24497a" if s.rank[seat] == 1 else "#1b2a42"))
        parts.append(svg.text(-190, y, f"{s.rank[seat]}.", 14, TEXT, bold=True))
        parts.append(token("pawn", -168, y - 1, 9, fill=_color(s, seat)))
        parts.append(svg.text(-153, y, player_name(s, seat), 12.5, TEXT, bold=True, anchor="start"))
        parts += [svg.text(x, y, str(n), 13, TEXT) for x, n in zip(columns[:-1], won, strict=True)]
        parts.append(svg.text(columns[-1], y, str(s.points[seat]), 15, art.YELLOW, bold=True))
    if s.num_players == 1:
        parts.append(svg.text(0, 40, band_words(s, game.tables[0]), 18, art.YELLOW, bold=True))
    return "".join(parts)


# -- players -----------------------------------------------------------------------------------------


def _panel(game: Game, state: np.ndarray, seat: int, view: int | None, mask: np.ndarray, where: Box) -> str:
    s, tables = state[0], game.tables
    left, top, wide, tall = where
    deciding = s.ctx != Context.OVER and seat == s.to_move
    frame = svg.box(left, top, wide, tall, 8, fill=PANEL, stroke=art.YELLOW if deciding else "#33486b", stroke_width=2)
    counters, used = _counters(s, tables[0], seat, left, top + 34, wide)
    parts = [frame, _title(s, seat, view, where, deciding), counters]
    room = (left + 8, top + 34 + used, wide - 16, tall - 42 - used)
    if s.n_tiles[seat] == 0:
        parts.append(_choices(s, tables, room) if deciding else "")
    else:
        if deciding and s.taken != NONE:
            parts.append(_taken(s, tables, room))
            room = (*room[:3], room[3] - 100)
        parts.append(_base(game, state, seat, mask, room))
    return svg.group(*parts, id=f"lunarchitects-player-{seat}")


def _title(s: np.record, seat: int, view: int | None, where: Box, deciding: bool) -> str:
    left, top, wide, _ = where
    y = top + 17
    name = player_name(s, seat)
    bar = f"M{svg.number(left + 1)} {svg.number(top + 34)}v-25a8 8 0 0 1 8 -8h{svg.number(wide - 18)}a8 8 0 0 1 8 8v25Z"
    parts = [
        svg.path(bar, fill=_color(s, seat), fill_opacity=0.9),
        token("pawn", left + 20, y, 12, fill=_color(s, seat)),
        svg.text(left + 38, y, name, 15, "#ffffff", bold=True, anchor="start"),
    ]
    after = left + 48 + svg.text_width(name, 15, bold=True)
    note = f"rank {s.rank[seat]}" if s.ctx == Context.OVER and s.num_players > 1 else "to move" if deciding else ""
    parts.append(svg.text(after, y, note, 12.5, "#ffffff", anchor="start"))
    parts.append(svg.text(left + wide - 40, y, shown_points(s, seat, view), 20, "#ffffff", bold=True, anchor="end"))
    parts.append(
        row([art.points("")], left + wide - 20, y, 11, 22) + svg.star(left + wide - 20, y + 0.5, 7, fill="#8a6410")
    )
    return "".join(parts)


def _counters(s: np.record, t: np.record, seat: int, left: float, top: float, wide: float) -> tuple[str, float]:
    """Icons with numbers in one or two lines, and the height they take."""
    n = s.n_tiles[seat]
    totals = s.base_res[seat, :n].sum(axis=0, dtype=int)
    shown = [("rocket", s.rockets[seat]), ("crystal", s.crystals[seat]), ("redhex", red_tiles(s, t, seat)), ("hex", n)]
    shown += [("astronaut", s.base_astro[seat, :n].sum(dtype=int)), *zip(art.TOKENS, totals, strict=True)]
    if s.opt_expansion == Expansion.COFFEE:
        shown.append(("coffee", s.coffee[seat]))
    if s.opt_expansion == Expansion.ACHIEVEMENTS:
        shown.append(("cup", (s.ach_owner == seat).sum()))
    per_line = len(shown) if wide >= 400 else (len(shown) + 1) // 2
    step = (wide - 12) / per_line
    parts = []
    for k, (name, count) in enumerate(shown):
        x, y = left + 6 + step * (k % per_line + 0.5), top + 16 + 24 * (k // per_line)
        faded = 1 if count else 0.45
        number = svg.text(x + 2, y, str(count), 14, TEXT, bold=True, anchor="start")
        parts.append(svg.group(token(name, x - 10, y, 9.5), number, opacity=faded))
    return "".join(parts), 32 + 24 * ((len(shown) - 1) // per_line)


def _choices(s: np.record, tables: np.ndarray, room: Box) -> str:
    """The starting Quarters that are still free, sides A and B beside each other."""
    left, top, wide, tall = room
    sides = free_sides(s)
    size = min(58, tall / (len(sides) / 2 * 1.8), wide / 8)
    parts = []
    for k, tile in enumerate(sides):
        x, y = left + wide * (0.25 + 0.5 * (k % 2)) - size * 0.9, top + size * (0.95 + 1.8 * (k // 2))
        t = tables[0]
        gift = art.bonus_icons(t, tile) + [art.points(t.bonus_points[tile])]
        parts.append(art.base_tile(tables, tile, [], None, x, y, size))
        parts.append(svg.text(x + size * 2, y - size * 0.4, f"side {'AB'[tile % 2]}", 13, TEXT))
        parts.append(row(gift, x + size * 2, y + size * 0.15, 10, wide / 2 - size * 2.2))
    return "".join(parts)


def _taken(s: np.record, tables: np.ndarray, room: Box) -> str:
    """The tile that waits to be placed, and what is still due for it."""
    left, top, wide, tall = room
    y = top + tall - 48
    due = art.resource_icons(s.need) + [icon("any")] * int(s.need_any)
    parts = [svg.box(left, y - 48, wide, 96, 8, fill=art.DARK), art.queue_tile(tables, s.taken, left + 62, y, 54)]
    if due:
        parts.append(svg.text(left + 134, y, "to pay", 14, TEXT, anchor="start"))
        parts.append(row(due, left + 220, y, 13, 70))
    else:
        parts.append(svg.text(left + 134, y, "to place", 14, TEXT, anchor="start"))
    return "".join(parts)


def _base(game: Game, state: np.ndarray, seat: int, mask: np.ndarray, room: Box) -> str:
    s = state[0]
    tiles = [(int(s.base_q[seat, slot]), int(s.base_r[seat, slot])) for slot in range(s.n_tiles[seat])]
    free = _legal_hexes(game, state) if seat == s.to_move else []
    size, x0, y0 = _fit([art.hex_place(*place) for place in tiles + free], room)
    parts = [_free_hex(*_at(place, size, x0, y0), size) for place in free]
    for slot, place in enumerate(tiles):
        tile, held, marks = s.base_tile[seat, slot], _held(s, seat, slot), _marks(s, seat, slot, mask)
        parts.append(art.base_tile(game.tables, tile, held, slot, *_at(place, size, x0, y0), size, **marks))
    return "".join(parts)


def _marks(s: np.record, seat: int, slot: int, mask: np.ndarray) -> dict[str, bool]:
    """How the tile of a slot stands out in the turn of its owner."""
    acting = seat == s.to_move and s.ctx != Context.OVER
    return {
        "dimmed": bool(acting and s.used[slot]),
        "activated": bool(acting and s.activated[slot]),
        "chosen": bool(acting and slot in (s.sel, s.use_slot, s.gain_slot)),
        "offered": bool(acting and s.ctx != Context.ACT and mask[Action.TILE + slot]),
    }


def _fit(places: list[tuple[float, float]], room: Box) -> tuple[float, float, float]:
    """The tile size at which a base fits ``room``, and where its hex (0, 0) lies then."""
    left, top, wide, tall = room
    xs, ys = zip(*places, strict=True)
    size = min(LARGEST, wide / (max(xs) - min(xs) + 2), tall / (max(ys) - min(ys) + math.sqrt(3)))
    return size, left + wide / 2 - size * (max(xs) + min(xs)) / 2, top + tall / 2 - size * (max(ys) + min(ys)) / 2


def _at(place: tuple[int, int], size: float, x0: float, y0: float) -> tuple[float, float]:
    x, y = art.hex_place(*place)
    return x0 + size * x, y0 + size * y


def _held(s: np.record, seat: int, slot: int) -> list[art.Icon]:
    crew = int(s.base_astro[seat, slot])
    icons = art.resource_icons(s.base_res[seat, slot])
    return icons + ([icon("astronaut")] * crew if crew < 3 else [icon("astronaut"), words(f"x{crew}", art.PAPER)])


def _free_hex(x: float, y: float, size: float) -> str:
    return svg.hexagon(
        x, y, size * 0.94, fill="#ffffff", fill_opacity=0.06, stroke=TEXT, stroke_width=2, stroke_dasharray="2 5"
    )


def _legal_hexes(game: Game, state: np.ndarray) -> list[tuple[int, int]]:
    """Where the taken tile may go, as far as it is decided."""
    s = state[0]
    if s.ctx == Context.PLACE_DIR:
        return _hexes_beside(game, state, int(s.sel))
    if s.ctx != Context.PLACE_TILE:
        return []
    anchors = np.flatnonzero(game.legal(state)[Action.TILE :])
    return [place for anchor in anchors for place in _hexes_beside(game, state, int(anchor))]


def _hexes_beside(game: Game, state: np.ndarray, anchor: int) -> list[tuple[int, int]]:
    """The legal hexes of one anchor: what its choice would offer next."""
    asked = game.clone(state)
    s = asked[0]
    s.ctx, s.sel = Context.PLACE_DIR, anchor
    legal = game.legal(asked)[Action.DIR : Action.DIR + DIRECTIONS]
    q, r = int(s.base_q[s.to_move, anchor]), int(s.base_r[s.to_move, anchor])
    return [(q + DIRECTION_Q[k], r + DIRECTION_R[k]) for k in np.flatnonzero(legal)]
