"""The strip below the map: fire table, last attack, other rolls or the result, what the marks mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lunar_envs.engine import svg

from . import art
from .actions import area_name
from .art import marker, row, token
from .codes import MIN_TOTAL, NONE, PLAYERS, RESULT_NAMES, SIDES, Context, FireResult
from .words import (
    UNIT_WORDS,
    attack_kind,
    dice_shown,
    euros,
    half_units,
    player_name,
    symbols,
    taken_events,
    units_on_map,
    winner_words,
)

if TYPE_CHECKING:
    from lunar_envs.engine.game import Game

HEAD, PLAIN, SMALL = 25, 22, 19
BLOCKS = ((8, 480), (496, 420), (924, 400), (1332, 360))  # left edge, width
FILLS: dict[int, str] = {FireResult.NE: "#4a4d54", FireResult.S: "#7a6a35", FireResult.R: "#96582a"}
DESTROYS = "#a02c2c"


def strip(game: Game, s: np.record, height: float) -> str:
    """All of it, in a box with its top left corner at (0, 0)."""
    over = s.ctx == Context.GAME_OVER
    contents = (
        _fire_table(s, game.tables[0]),
        _attack(s, game.tables),
        _result(game, s) if over else _rolls(s, game.tables[0]),
        _legend(),
    )
    parts = []
    for (left, wide), content in zip(BLOCKS, contents, strict=True):
        frame = svg.box(0, 6, wide, height - 12, 10, fill=art.PANEL, stroke="#5d6068", stroke_width=2)
        parts.append(svg.group(frame, content, x=left))
    return "".join(parts)


def _head(words: str) -> str:
    return svg.text(16, 28, words, HEAD, art.TEXT, bold=True, anchor="start")


# -- the fire table ------------------------------------------------------------------------------------


def _fire_table(s: np.record, t: np.record) -> str:
    """The column and the row of the last attack stand out."""
    starts = t.column_start.tolist()
    names = [f"{a}-{b - 1}" for a, b in zip(starts, starts[1:], strict=False)] + [f"{starts[-1]}+"]
    step, tall, left, top = 68, 22, 62, 50
    parts = [svg.text(33, 28, "fire", SMALL + 1, art.TEXT, bold=True)]
    for column, name in enumerate(names):
        x = left + step * (column + 0.5)
        chosen = column == s.fire_col
        parts.append(svg.text(x, 28, name, SMALL + 1, art.YELLOW if chosen else art.FAINT, bold=chosen))
    for k, results in enumerate(t.fire_table):
        y = top + tall * (k + 0.5)
        total = MIN_TOTAL + k
        rolled = total == s.fire_total
        parts.append(svg.text(33, y, str(total), SMALL, art.YELLOW if rolled else art.FAINT, bold=rolled))
        for column, result in enumerate(results):
            x = left + step * column
            hit = rolled and column == s.fire_col
            fill = art.YELLOW if hit else FILLS.get(int(result), DESTROYS)
            shade = 1 if hit or column == s.fire_col or s.fire_col == NONE else 0.55
            parts.append(svg.box(x + 1, y - tall / 2 + 1, step - 2, tall - 2, 3, fill=fill, fill_opacity=shade))
            ink = art.INK if hit else art.TEXT
            parts.append(svg.text(x + step / 2, y, RESULT_NAMES[result], SMALL - 1, ink, bold=hit))
    if s.fire_col != NONE:
        x = left + step * int(s.fire_col)
        parts.append(
            svg.box(x, top - 1, step, tall * len(t.fire_table) + 2, 4, fill="none", stroke=art.YELLOW, stroke_width=3)
        )
    return "".join(parts)


# -- rolls ---------------------------------------------------------------------------------------------


def _attack(s: np.record, tables: np.ndarray) -> str:
    """The attack that is going on, or the last one."""
    parts = [_head("Attack" if s.fire_by != NONE else "Last attack")]
    lines = []
    if s.fire_by != NONE:
        parts.append(token("pawn", 384, 30, 17, fill=art.SEATS[s.fire_by]))
        lines.append(f"{player_name(int(s.fire_by))}: {attack_kind(s)}")
        lines.append(f"at {area_name(tables, s.fire_target)}" if s.fire_target != NONE else "")
    if s.fire_result == NONE:
        lines.append("nothing rolled yet")
    elif s.fire_col == NONE:
        lines.append(f"strength {s.fire_tas}: below the table")
    else:
        lines.append(f"strength {s.fire_tas}, modifiers {s.fire_drm:+}")
    if s.save_type != NONE:
        lines.append(f"{UNIT_WORDS[s.save_type]} saves: {s.n_fail} fail, {s.n_save} save, {s.n_ignore} ignore")
    parts += [
        svg.text(16, 66 + 34 * k, words, PLAIN, art.TEXT, width=388, anchor="start") for k, words in enumerate(lines)
    ]
    if s.fire_result != NONE:
        dice = dice_shown(s)
        parts += [svg.die(48 + 64 * k, 250, 27, face, art.WHITE, art.INK) for k, face in enumerate(dice)]
        said = RESULT_NAMES[s.fire_result]
        if dice:
            parts.append(svg.text(262, 250, f"{s.fire_total}", 34, art.TEXT, bold=True))
        fill = FILLS.get(int(s.fire_result), DESTROYS)
        parts.append(svg.box(304, 220, 96, 60, 10, fill=fill, stroke=art.WHITE, stroke_width=2))
        parts.append(svg.text(352, 250, said, 36, art.WHITE, bold=True))
    return "".join(parts)


def _rolls(s: np.record, t: np.record) -> str:
    """The last dice of other kinds, stock levels lost, events taken."""
    parts = [_head("Other rolls")]
    rows = (
        ("assault", s.assault_dice, " : ".join(half_units(int(n)) for n in s.assault_half)),
        ("upgrade", s.up_dice, f"total {s.up_total}"),
        ("lawyers", [s.legal_roll], ""),
    )
    for k, (name, dice, words) in enumerate(rows):
        y = 74 + 50 * k
        rolled = bool(dice[0])
        parts.append(svg.text(16, y, name, PLAIN, art.TEXT if rolled else art.FAINT, anchor="start"))
        if rolled:
            parts += [svg.die(150 + 46 * j, y, 18, int(face), art.WHITE, art.INK) for j, face in enumerate(dice)]
            parts.append(svg.text(384, y, words, PLAIN, art.TEXT, width=140, anchor="end"))
        else:
            parts.append(svg.text(132, y, "-", PLAIN, art.FAINT, anchor="start"))
    lost = ", ".join(f"{player_name(p)} {s.loss_levels[p]}" for p in range(PLAYERS) if s.loss_levels[p])
    taken = ", ".join(taken_events(s, t))
    for y, name, words in ((224, "levels lost", lost or "-"), (264, "events", taken or "-")):
        parts.append(svg.text(16, y, name, PLAIN, art.FAINT, anchor="start"))
        parts.append(svg.text(384, y, words, PLAIN, art.TEXT, width=230, anchor="end"))
    return "".join(parts)


def _result(game: Game, s: np.record) -> str:
    """Who won, and what decided (R99-R102)."""
    t = game.tables[0]
    parts = [
        _head("Final result"),
        svg.text(16, 68, winner_words(s), PLAIN, art.YELLOW, width=368, bold=True, anchor="start"),
    ]
    columns = (160, 236, 302, 358)
    heads = ("stock", "science", "mines", "units")
    parts += [svg.text(x, 108, head, SMALL, art.FAINT, width=66) for x, head in zip(columns, heads, strict=True)]
    for k, seat in enumerate(sorted(range(PLAYERS), key=lambda seat: s.rank[seat])):
        y = 150 + 56 * k
        mines, science = symbols(s, t, seat)
        values = (euros(s.stock[seat]), str(science), str(mines), str(units_on_map(s, seat)))
        parts.append(
            svg.box(10, y - 23, 380, 46, 8, fill=art.SEATS[seat], fill_opacity=0.9 if s.rank[seat] == 1 else 0.35)
        )
        parts.append(
            svg.text(
                20,
                y,
                f"{s.rank[seat]}. {SIDES[seat].capitalize()}",
                PLAIN,
                art.WHITE,
                bold=True,
                width=102,
                anchor="start",
            )
        )
        parts += [svg.text(x, y, value, PLAIN, art.WHITE, bold=True) for x, value in zip(columns, values, strict=True)]
    parts.append(svg.text(16, 262, game.describe_end(s), PLAIN, art.TEXT, anchor="start", width=368))
    return "".join(parts)


# -- the meaning of the marks --------------------------------------------------------------------------


def _legend() -> str:
    marks = (
        (_framed(art.WHITE, dashed=True), "may be chosen"),
        (_framed(art.CYAN), "chosen"),
        (_framed(art.YELLOW), "in the group"),
        (_framed(art.RED), "target"),
        (svg.circle(0, 0, 0.4, fill=art.WHITE), "acting"),
        (token("arrow", 0, 0, 0.7, fill=art.CYAN), "moved"),
        (token("burst", 0, 0, 0.7, fill=art.YELLOW), "fired"),
        (svg.circle(0, 0, 0.8, fill=art.SUPPRESSED, fill_opacity=0.8), "suppressed"),
        (svg.circle(0, 0, 0.5, fill=art.RED), "fails"),
        (svg.circle(0, 0, 0.5, fill="#2fbf55"), "saves"),
        (svg.circle(0, 0, 0.5, fill=art.WHITE), "ignores"),
        (svg.circle(0, 0, 0.5, fill="#2458c8"), "retreats"),
        (marker(NONE, 0, False)[1], "waits"),
        (marker(0, 0, True)[1], "revealed"),
        (token("minemarker", 0, 0, 1), "built mine"),
        (token("labmarker", 0, 0, 1), "built lab"),
    )
    parts = []
    for k, (drawing, words) in enumerate(marks):
        x, y = 12 + 176 * (k % 2), 28 + 36 * (k // 2)
        parts.append(row([(2, drawing)], x + 18, y, 14, 28))
        parts.append(svg.text(x + 40, y, words, SMALL + 1, art.TEXT, anchor="start", width=132))
    return "".join(parts)


def _framed(stroke: str, dashed: bool = False) -> str:
    dashes: dict[str, svg.Attribute] = {"stroke_dasharray": "0.4 0.25"} if dashed else {}
    return svg.box(-0.85, -0.85, 1.7, 1.7, 0.25, fill="#6d7078", stroke=stroke, stroke_width=0.25, **dashes)
