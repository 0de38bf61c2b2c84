"""The picture of a state as SVG, from the state alone: the Moon in the middle, the players below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lunar_envs.engine import svg

from . import art
from .codes import ICP_LIMIT, NONE, Context, Phase
from .facts import seats_of
from .moon import SIDE, moon
from .panels import frame, player
from .sections import pile_sections
from .side import side
from .words import View, decision_words, end_words, faction_name, phase_name, turn_words

if TYPE_CHECKING:
    from lunar_envs.engine.game import Game

WIDTH, HEADER, STRIP = 1200, 46, 44
TITLE = 260
SCALE_WIDE = 112
SIDE_LEFT = SCALE_WIDE + SIDE + 2 * art.GAP
SMALL = 11.5


def draw(game: Game, state: np.ndarray, view: int | None) -> str:
    """The state as an SVG document, 1200 wide; the height depends on how much there is to show.

    ``view`` is the seat that looks and does not see what is hidden from it: the hands of the others beyond what it
    knows, the orders of the decks, and who is asked in the menus of the others; None sees everything.
    """
    s, t = state[0], game.tables[0]
    # What may be done is for the seat to move alone.
    mask = game.legal(state) if view in (None, s.to_move) else game.masks()[0]
    top = HEADER + STRIP
    beside, tall = side(s, t, view, mask, WIDTH - SIDE_LEFT - art.GAP)
    content = [
        _header(game, s, t, view),
        svg.group(_strip(s, t, view), y=HEADER),
        svg.group(_scale(s, t), y=top),
        svg.group(moon(s, t, view, mask), x=SCALE_WIDE, y=top),
        svg.group(beside, x=SIDE_LEFT, y=HEADER + art.GAP),
    ]
    y = max(top + SIDE, HEADER + art.GAP + tall) + art.GAP
    drawn, tall = _players(s, t, view, mask)
    content.append(svg.group(drawn, y=y))
    y += tall + art.GAP
    drawn, tall = _piles(s, t, view)
    content.append(svg.group(drawn, y=y))
    y += tall + art.GAP
    title = f"Age of the Moon, round {s['round']}"
    return svg.document(WIDTH, y, title, art.definitions(), svg.box(0, 0, WIDTH, y, fill=art.BACK), *content)


def _header(game: Game, s: np.record, t: np.record, view: View) -> str:
    if s.ctx == Context.TERMINAL:
        seats, said = seats_of(s.winners), f"{end_words(s, t)}: {game.describe_end(s)}"
    else:
        seat, words = decision_words(s, t, view)
        seats = [seat] if seat != NONE else []
        said = f"{faction_name(s, t, seat)}: {words}" if seats else words
    room = WIDTH - TITLE - 34 * max(1, len(seats))
    wide = min(svg.text_width(said, 20, bold=True), room)
    parts = [
        svg.box(0, 0, WIDTH, HEADER, fill=art.PANEL),
        svg.text(14, HEADER / 2, "Age of the Moon", 24, art.TEXT, bold=True, anchor="start", width=TITLE - 30),
        svg.text(WIDTH - 14, HEADER / 2, said, 20, art.TEXT, bold=True, anchor="end", width=room),
    ]
    for k, p in enumerate(reversed(seats)):
        x = WIDTH - wide - 36 - 32 * k
        parts.append(art.token("pawn", x, HEADER / 2, 14, fill=art.seat_color(s, t, p)))
    return "".join(parts)


def _strip(s: np.record, t: np.record, view: View) -> str:
    """Round, the six phases, the die, and how the turn stands."""
    parts = [
        svg.text(
            art.GAP, 16, f"round {s['round']} of {t.max_rounds}", 15, art.TEXT, bold=True, anchor="start", width=128
        )
    ]
    left, step = 146, 92
    for phase in Phase:
        here = s.phase == phase
        x = left + step * (phase - 1)
        parts.append(svg.box(x + 2, 4, step - 4, 24, 6, fill=art.LIT if here else art.PANEL))
        ink = art.INK if here else art.FAINT
        parts.append(svg.text(x + step / 2, 16, f"{phase} {phase_name(phase)}", 12.5, ink, bold=here, width=step - 10))
    if s.die_last:
        parts.append(svg.die(left + step * len(Phase) + 24, 16, 12, int(s.die_last), art.WHITE, art.INK))
    goal = ["pro variant: all four modules operated"] if s.opt_pro else []
    words = ", ".join([*turn_words(s, t, view), *goal])
    parts.append(svg.text(art.GAP, 38, words, 12.5, art.FAINT, anchor="start", width=SIDE_LEFT - 24))
    return "".join(parts)


def _scale(s: np.record, t: np.record) -> str:
    """The ICP scale with what its spaces change at each refill."""
    step = (SIDE - 34) / (2 * ICP_LIMIT + 1)
    parts = [svg.text(SCALE_WIDE / 2, 12, "ICP", 13, art.FAINT, bold=True)]
    for space in range(-ICP_LIMIT, ICP_LIMIT + 1):
        y = 26 + step * (ICP_LIMIT - space)
        bonus = int(t.refill_bonus[space + ICP_LIMIT])
        fill = "#3d2a33" if bonus < 0 else "#24402f" if bonus > 0 else art.PANEL
        parts.append(svg.box(art.GAP, y, SCALE_WIDE - art.GAP, step - 2, 5, fill=fill))
        parts.append(svg.text(24, y + step / 2 - 1, f"{space:+}" if space else "0", 12, art.TEXT, bold=not space))
        if bonus:
            parts.append(svg.text(SCALE_WIDE - 14, y + step / 2 - 1, f"{bonus:+}", 11, art.FAINT))
            parts.append(art.token("lunar", SCALE_WIDE - 30, y + step / 2 - 1, 5))
        here = [p for p in range(s.num_players) if s.icp[p] == space]
        for k, p in enumerate(here):
            parts.append(art.token("pawn", 50 + 10 * k, y + step / 2 - 1, 11, fill=art.seat_color(s, t, p)))
    return "".join(parts)


def _players(s: np.record, t: np.record, view: View, mask: np.ndarray) -> tuple[str, float]:
    n = int(s.num_players)
    wide = (WIDTH - art.GAP * (n + 1)) / n
    drawn = [player(s, t, seat, view, mask, wide) for seat in range(n)]
    tall = max(height for _, height in drawn)
    parts = []
    for seat, (content, _) in enumerate(drawn):
        x = art.GAP + (wide + art.GAP) * seat
        panel = frame(s, t, seat, view, wide, tall) + content
        parts.append(svg.group(panel, x=x, id=f"age-of-the-moon-player-{seat}"))
    return "".join(parts), tall


def _piles(s: np.record, t: np.record, view: View) -> tuple[str, float]:
    """Discards, and the orders of the decks for who sees everything."""
    entries = [f"{name}: {', '.join(words)}" for name, words in pile_sections(s, t, view)]
    return art.paragraph(entries, art.GAP + 4, 0, WIDTH - 2 * art.GAP - 8, SMALL, art.FAINT)
