"""The right half of the board in the picture: sites, tracks, orders and tables."""

import numpy as np

from lunar_envs.engine import svg

from . import art
from .art import FAINT, GAP, GOLD, HEADER, INK, PAPER, TEXT, Box, Icon, icon, points, row, seat_color, token, words
from .codes import (
    CO2_STEPS,
    EXTRACTIONS,
    NONE,
    RECYCLINGS,
    RESEARCH_TOP,
    ROUNDS,
    Action,
    Context,
    Room,
    Tool,
    Track,
)
from .show import FINAL_HEADS, clean_up_words, player_name, ranking, rounds_cleaned, tool_words

RIGHT, RIGHT_WIDTH = 652, 540
SITES: Box = (RIGHT, HEADER + GAP, 332, 252)
SITE_PITCH = 62
CO2: Box = (RIGHT + 340, HEADER + GAP, 200, 252)
RESEARCH: Box = (RIGHT, 314, RIGHT_WIDTH, 214)
LEDGER: Box = (RIGHT, 536, RIGHT_WIDTH, 112)


# -- sites and tracks -----------------------------------------------------------------------------------


def sites(s: np.record, t: np.record, mask: np.ndarray) -> str:
    """The probe sites with their ore and the probes."""
    left, top, wide, tall = SITES
    x0 = left + wide / 2 - SITE_PITCH * float(t.site_x.min() + t.site_x.max()) / 2
    y0 = top + tall / 2 - SITE_PITCH * float(t.site_y.min() + t.site_y.max()) / 2
    parts = [art.frame(SITES)]
    for site, ore in enumerate(t.site_ore):
        x, y = x0 + SITE_PITCH * float(t.site_x[site]), y0 + SITE_PITCH * float(t.site_y[site])
        parts.append(art.hexagon(x, y, 34, fill=("#4a515c", "#a9bdd4")[ore], stroke=art.DARK, stroke_width=2))
        parts.append(token(art.ore_token(ore), x + 14, y + 14, 7))
        parts.append(svg.text(x - 13, y + 12, str(site), 9, ("#aeb8c6", "#42566e")[ore]))
        if s.site[site] != NONE:
            parts.append(token("probe", x, y - 6, 16, fill=seat_color(s, s.site[site])))
        elif mask[Action.SITE + site]:
            parts.append(art.hexagon(x, y, 30, fill="none", stroke="#ffffff", stroke_width=2, stroke_dasharray="2 4"))
    return "".join(parts)


def co2(s: np.record, t: np.record) -> str:
    """The CO2 track, high at the top."""
    left, top, wide, tall = CO2
    parts = [
        art.frame(CO2),
        token("co2", left + 20, top + 16, 10),
        svg.text(left + 36, top + 16, "CO2 steps", 12, TEXT, bold=True, anchor="start"),
    ]
    parts.append(svg.text(left + wide - 12, top + 16, "VP at the end", 9.5, FAINT, anchor="end"))
    for step in range(CO2_STEPS + 1):
        y = top + 37 + 20.3 * step
        shade = f"hsl({10 + 13 * step},45%,{30 + step}%)"
        parts.append(svg.box(left + 10, y - 9, wide - 20, 18, 4, fill=shade))
        parts.append(svg.text(left + 24, y, str(step), 11, TEXT, bold=True))
        discs = [seat for seat in range(s.seats) if s.co2[seat] == step]
        parts += [token("disc", left + 52 + 21 * k, y, 9, fill=seat_color(s, seat)) for k, seat in enumerate(discs)]
        parts.append(row([points(t.co2_vp[step])], left + wide - 26, y, 8, 18))
    return "".join(parts)


def research(s: np.record, t: np.record, mask: np.ndarray) -> str:
    """Both research tracks and the bonus spaces."""
    left, top, _, _ = RESEARCH
    parts = [art.frame(RESEARCH)]
    for track in Track:
        parts += _track(s, t, mask, track, top + 8 + 82 * track)
    y = top + 192
    parts.append(svg.text(left + 40, y, f"bonus at {RESEARCH_TOP}", 10, TEXT, width=70, bold=True))
    for space, (kind, amount, owner) in enumerate(zip(t.research_bonus, t.research_amount, s.rb_owner, strict=True)):
        x = left + 118 + 73 * space
        parts.append(svg.box(x - 33, y - 14, 66, 28, 6, fill=PAPER if owner == NONE else art.DARK, stroke="#7d8ba1"))
        parts.append(
            row(art.bonus_icons(kind, amount), x, y, 8.5, 56)
            if owner == NONE
            else token("disc", x, y, 11, fill=seat_color(s, owner))
        )
        if mask[Action.RESEARCH_BONUS + space]:
            parts.append(art.offered((x - 33, y - 14, 66, 28)))
    return "".join(parts)


def _track(s: np.record, t: np.record, mask: np.ndarray, track: Track, top: float) -> list[str]:
    """A research: its levels with the seats' discs and the options that they open."""
    left, _, wide, _ = RESEARCH
    room = (Room.INDUSTRIAL, Room.RECYCLING)[track]
    parts = [
        token(f"room-{room}", left + 40, top + 24, 13),
        svg.text(left + 40, top + 52, track.name.lower(), 10, TEXT, width=70, bold=True),
    ]
    options, first = (
        (_extractions(t), Action.EXTRACT) if track == Track.EXTRACTION else (_recyclings(s, t), Action.RECYCLE)
    )
    for level in range(RESEARCH_TOP + 1):
        x = left + 80 + 91 * level
        next_step = mask[Action.RESEARCH + track] and s.research[s.to_move, track] + 1 == level
        parts.append(svg.box(x, top, 87, 76, 6, fill="#24344f", stroke="#4a5f82", stroke_width=1))
        parts.append(svg.text(x + 11, top + 14, str(level), 13, FAINT, bold=True))
        discs = [seat for seat in range(s.seats) if s.research[seat, track] == level]
        parts += [
            token("disc", x + 29 + 15.5 * k, top + 14, 8, fill=seat_color(s, seat)) for k, seat in enumerate(discs)
        ]
        rows = [k for k, (least, _) in enumerate(options) if least == level]
        for line, k in enumerate(rows):
            y = top + 40 + 22 * line
            parts.append(svg.box(x + 3, y - 10, 81, 20, 4, fill=PAPER))
            parts.append(row(options[k][1], x + 43.5, y, 7.5, 75))
            if mask[first + k]:
                parts.append(art.offered((x + 5, y - 8, 77, 16), 4))
        if next_step:
            parts.append(art.offered((x + 2, top + 2, 83, 72)))
    return parts


def _extractions(t: np.record) -> list[tuple[int, list[Icon]]]:
    """R34: the least level and the drawing of each option."""
    options = []
    for k in range(EXTRACTIONS):
        gains = [g for name in ("water", "helium", "waste") for g in art.several(name, t[f"extract_{name}"][k], 1)]
        gains += [points(t.extract_vp[k])] if t.extract_vp[k] else []
        options.append((int(t.extract_level[k]), [*art.several("ore", t.extract_ore[k], 1), icon("arrow"), *gains]))
    return options


def _recyclings(s: np.record, t: np.record) -> list[tuple[int, list[Icon]]]:
    """R37: likewise; the recycler's option lies beside level 0 if somebody has the tool."""
    options = []
    for k in range(RECYCLINGS):
        option = int(s.variant), k
        names = ("iron", "titanium", "water", "helium", "energy")
        gains = [g for name in names for g in art.several(name, t[f"recycle_{name}"][option], 1)]
        gains += [points(t.recycle_vp[option])] if t.recycle_vp[option] else []
        level, tool = int(t.recycle_level[option]), []
        if k == RECYCLINGS - 1:
            level, tool = (0 if Tool.RECYCLER in s.tool else NONE), [icon("tool")]
        options.append((level, [*tool, *art.several("waste", t.recycle_waste[option], 1), icon("arrow"), *gains]))
    return options


# -- orders, and what changes with the phase of the game ---------------------------------------------------


def ledger(s: np.record, t: np.record, mask: np.ndarray) -> str:
    """The orders of this round and the next, beside tools on offer, clean-ups or the final result."""
    left, top, wide, tall = LEDGER
    inner: Box = (left + 142, top, wide - 142, tall)
    if s.ctx in (Context.SETUP_TOOL, Context.SETUP_START):
        table = _tools(s, t, mask, inner)
    elif s.ctx == Context.OVER:
        table = _results(s, inner)
    else:
        table = _clean_ups(s, inner)
    return art.frame(LEDGER) + _orders(s, t) + table


def _orders(s: np.record, t: np.record) -> str:
    left, top, _, _ = LEDGER
    parts = [svg.text(left + 12, top + 16, "Turn order", 11.5, TEXT, bold=True, anchor="start")]
    parts.append(svg.text(left + 12, top + 66, "Next round", 11.5, TEXT, bold=True, anchor="start"))
    for place in range(s.seats):
        x = left + 25 + 30 * place
        parts.append(token("disc", x, top + 38, 11, fill=seat_color(s, s.order[place])))
        y, seat = top + 90, s.next_order[place]
        parts.append(svg.circle(x, y, 13, fill=art.DARK, stroke="#8b9bb4", stroke_width=1.5))
        bonus = art.bonus_icons(t.order_bonus[place], t.order_amount[place], TEXT)
        parts.append(
            token("disc", x, y, 12, fill=seat_color(s, seat))
            if seat != NONE
            else row(bonus or [words("-", FAINT)], x, y, 6, 21)
        )
    return "".join(parts)


def _table(s: np.record, box: Box, title: str, heads: list[str], rows: list[tuple[int, list[str]]]) -> str:
    """A row a seat: its name and its numbers under their heads."""
    left, top, wide, _ = box
    first = left + 84
    step = (left + wide - 6 - first) / len(heads)
    parts = [svg.text(left, top + 16, title, 11.5, TEXT, width=80, bold=True, anchor="start")]
    parts += [
        svg.text(first + step * (k + 0.5), top + 16, head, 10, FAINT, width=step - 4) for k, head in enumerate(heads)
    ]
    for k, (seat, entries) in enumerate(rows):
        y = top + 38 + 20 * k
        best = s.ctx == Context.OVER and s.rank[seat] == 1
        parts.append(svg.box(left - 4, y - 9, wide - 4, 18, 5, fill="#2c5590" if best else "#24344f"))
        parts.append(token("astronaut", left + 8, y, 8, fill=seat_color(s, seat)))
        parts.append(svg.text(left + 20, y, player_name(s, seat), 11, TEXT, width=62, bold=True, anchor="start"))
        for i, entry in enumerate(entries):
            total = i == len(entries) - 1
            look = (12, GOLD) if total else (11, TEXT)
            parts.append(svg.text(first + step * (i + 0.5), y, entry, *look, width=step - 4, bold=total))
    return "".join(parts)


def _clean_ups(s: np.record, box: Box) -> str:
    """What probes, carbon credits and improvements have won, by round."""
    done = rounds_cleaned(s)
    rows = []
    for seat in range(s.seats):
        won = [clean_up_words(s, k, seat) if k < done else "" for k in range(ROUNDS)]
        rows.append((seat, [*won, str(s.clean_log[:, seat].sum())]))
    return _table(s, box, "Clean-ups", [*(f"round {k + 1}" for k in range(ROUNDS)), "VP"], rows)


def _results(s: np.record, box: Box) -> str:
    """The terms of R60 beside what was won in play, from the first to the last."""
    rows = []
    for seat in ranking(s):
        parts = s.final_parts[seat]
        rows.append((seat, [f"{s.rank[seat]}.", str(s.vp[seat] - parts.sum()), *map(str, parts), str(s.vp[seat])]))
    return _table(s, box, "Final result", ["rank", "play", *FINAL_HEADS, "VP"], rows)


def _tools(s: np.record, t: np.record, mask: np.ndarray, box: Box) -> str:
    """The tools on offer during the set-up."""
    left, top, _, _ = box
    parts = [svg.text(left, top + 16, "Tools on offer", 11.5, TEXT, bold=True, anchor="start")]
    for k, tool in enumerate(np.flatnonzero(s.tools_offer).tolist()):
        card: Box = (left + 78 * k, top + 28, 74, 74)
        name, gist = tool_words(t, tool)
        x = card[0] + 37
        parts += [
            svg.box(*card, 6, fill=PAPER, stroke="#7d8ba1"),
            svg.text(x, card[1] + 15, name, 10, INK, width=68, bold=True),
        ]
        lines = svg.wrapped(gist, 10, 66)
        parts += [
            svg.text(x, card[1] + 45 + 13 * (i - (len(lines) - 1) / 2), words, 10, INK, width=68)
            for i, words in enumerate(lines)
        ]
        if mask[Action.TOOL_CHOICE + tool]:
            parts.append(art.offered(card))
    return "".join(parts)
