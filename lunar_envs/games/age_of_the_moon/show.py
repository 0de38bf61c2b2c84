"""The text view."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from .codes import (
    ASSET_TYPES,
    HEXES,
    MODULES,
    NONE,
    RESOURCE_NAMES,
    Context,
    Placement,
)
from .facts import main_network, modules, seats_of, tokens_on
from .sections import (
    asset_sections,
    hand_section,
    market_words,
    pile_sections,
    pile_words,
    rocket_words,
    status_words,
    table_sections,
)
from .words import QUARTER_WORDS, View, asset_name, decision_words, end_words, faction_name, phase_name, turn_words

if TYPE_CHECKING:
    from lunar_envs.engine.game import Game

WIDTH = 100
CELL = 13
LABEL = 15
FACTION_LETTERS = "GYRB"
"""Green, yellow, red, blue."""
BONUS_LETTERS = "LWPS"


def show(game: Game, state: np.ndarray, view: int | None) -> str:
    """The state as text of at most 100 columns.

    ``view`` is the seat that looks and does not see what is hidden from it: the hands of the others beyond what it
    knows, the orders of the decks, and who is asked in the menus of the others; None sees everything.
    """
    s, t = state[0], game.tables[0]
    parts = [_header(game, s, t, view), _map(s, t), _table(s, t, view)]
    parts += [_player(s, t, seat, view) for seat in range(s.num_players)]
    return "\n\n".join("\n".join(lines) for lines in parts)


def _header(game: Game, s: np.record, t: np.record, view: View) -> list[str]:
    goal = ", pro variant" if s.opt_pro else ""
    count = f"    decisions {s.decisions}" if view is None else ""  # it would tell others who was asked
    phase = f"phase {s.phase} {phase_name(s.phase)}"
    return [
        f"Age of the Moon    round {s['round']} of {t.max_rounds}    {phase}{goal}{count}",
        *_row("Turn", turn_words(s, t, view)),
        *_row("Market", market_words(s, t)),
        *_row("Pile", pile_words(s, view)),
        *_row("Supply", [f"{name} {s.supply[r]}" for r, name in enumerate(RESOURCE_NAMES)]),
        *_row("Decks", [f"rockets {s.rocket_pile_n}", f"cards {s.nego_deck_n}", f"events {s.event_deck_n}"]),
        _waits(game, s, t, view),
    ]


def _waits(game: Game, s: np.record, t: np.record, view: View) -> str:
    if s.ctx == Context.TERMINAL:
        return f"Game over: {game.describe_end(s)}. {end_words(s, t)}"
    seat, words = decision_words(s, t, view)
    return f"{faction_name(s, t, seat)} (seat {seat}) decides: {words}" if seat != NONE else f"You wait: {words}"


def _row(label: str, entries: list[str], between: str = "   ") -> list[str]:
    """The entries after a label, in as many lines as they need; no line if there are none."""
    if not entries:
        return []
    kept = between.join(entry.replace(" ", "\0") if len(entry) < WIDTH - LABEL else entry for entry in entries)
    lines = textwrap.wrap(kept, WIDTH - LABEL, break_on_hyphens=False)
    return [
        (f"  {label:{LABEL - 2}}" if k == 0 else " " * LABEL) + line.replace("\0", " ").rstrip()
        for k, line in enumerate(lines)
    ]


def _list(label: str, entries: list[str]) -> list[str]:
    """One entry a line."""
    lines = [line for entry in entries for line in textwrap.wrap(entry, WIDTH - LABEL, subsequent_indent="  ")]
    return [(f"  {label:{LABEL - 2}}" if k == 0 else " " * LABEL) + line for k, line in enumerate(lines)]


# -- the Moon ------------------------------------------------------------------------------------------


def _map(s: np.record, t: np.record) -> list[str]:
    """Rows of hexes; under the number of a hex what stands there."""
    lines = []
    for r in range(-3, 4):
        hexes = [h for h in range(HEXES) if t.hex_r[h] == r]
        indent = " " * (2 + (CELL * abs(r)) // 2)
        for words in ([_ground(s, t, h) for h in hexes], [_standing(s, t, h) for h in hexes]):
            lines.append((indent + "".join(f"{word:{CELL}}" for word in words)).rstrip())
    networks = [
        f"{faction_name(s, t, p)} {' '.join(map(str, sorted(main_network(s, t, p)))) or '-'}"
        for p in range(s.num_players)
    ]
    quarters = [
        f"{QUARTER_WORDS[k]} {' '.join(str(h) for h in range(HEXES) if t.quarter[h] == k)}" for k in range(1, 5)
    ]
    letters = [f"{FACTION_LETTERS[s.faction[p]]} {faction_name(s, t, p)}" for p in range(s.num_players)]
    return [
        *lines,
        *_row("Networks", networks),
        *_row("Quarters", quarters),
        *_row("Legend", [*letters, *(f"{short(k)} {asset_name(k)}" for k in _surface(t)), "+GY shared hex"]),
    ]


def _surface(t: np.record) -> list[int]:
    return [k for k in range(ASSET_TYPES) if t.placement[k] != Placement.ORBITAL]


def short(kind: int) -> str:
    """Two letters for a type of asset."""
    first, *rest = asset_name(kind).split()
    return first[0] + (rest[0][0] if rest else first[1])


def _ground(s: np.record, t: np.record, h: int) -> str:
    bonus = BONUS_LETTERS[t.bonus[h]] if t.bonus[h] != NONE else ""
    shared = "".join(FACTION_LETTERS[s.faction[p]] for p in seats_of(s.hex_share[h]))
    return f"{h:2}{bonus}{'+' + shared if shared else ''}"


def _standing(s: np.record, t: np.record, h: int) -> str:
    labels = [f"{FACTION_LETTERS[s.faction[s.asset_owner[key]]]}{short(key[1])}" for key in tokens_on(s, h)]
    if len(labels) > 2:
        return f"{labels[0]} {labels[1]} +{len(labels) - 2}"
    return " ".join(labels) or " ."


# -- the table and the players -------------------------------------------------------------------------


def _table(s: np.record, t: np.record, view: View) -> list[str]:
    lines = []
    for title, entries in table_sections(s, t, view):
        lines += _list(title, entries)
    for title, entries in pile_sections(s, t, view):
        lines += _row(title, entries)
    return lines


def _player(s: np.record, t: np.record, seat: int, view: View) -> list[str]:
    decides = s.ctx != Context.TERMINAL and decision_words(s, t, view)[0] == seat
    held, operated = modules(s, t, seat), modules(s, t, seat, operated=True)
    head = f"{'>' if decides else ' '} {faction_name(s, t, seat)} (seat {seat})   ICP {s.icp[seat]:+}   "
    head += f"modules {len(held)} of {MODULES}, {len(operated)} operated"
    head += f"   rank {s.rank[seat]}" if s.ctx == Context.TERMINAL else ""
    lines = [head, *_row("resources", [f"{name} {s.res[seat, r]}" for r, name in enumerate(RESOURCE_NAMES)])]
    lines += _row("status", status_words(s, t, seat))
    hand, cards = hand_section(s, t, seat, view)
    lines += _row(hand, cards or ["-"])
    lines += _row("rockets", rocket_words(s, seat))
    for title, entries in asset_sections(s, t, seat):
        lines += _row(title, entries)
    return lines
