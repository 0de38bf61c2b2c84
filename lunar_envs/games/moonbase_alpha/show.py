"""The text view."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from .actions import area_name, card_name
from .codes import (
    AREAS,
    CARD_PLACE,
    FIRST_NEUTRAL,
    HAND_SLOTS,
    MARKER_NAMES,
    MARKERS,
    NEUTRAL_NAMES,
    NONE,
    PLAYERS,
    SETTLED,
    TRIANGLES,
    CardState,
    Chart,
    Context,
    Defsat,
    Flag,
    Outcome,
    Status,
    UnitType,
)
from .words import (
    BOUGHT,
    CARD_STATE_WORDS,
    DEFSAT_WORDS,
    FLAG_WORDS,
    OUTCOME_WORDS,
    UNIT_WORDS,
    View,
    attack_words,
    card_seen,
    controller,
    decision_words,
    effect_words,
    euros,
    event_seen,
    frame_number,
    hidden_strengths,
    local_index,
    loss_points,
    markers_seen,
    phase_words,
    pile,
    place_words,
    player_name,
    roll_words,
    save_words,
    strength_seen,
    symbols,
    taken_events,
    type_facts,
    units_at,
    units_in,
    winner_words,
)

if TYPE_CHECKING:
    from lunar_envs.engine.game import Game

WIDTH = 100
CHART_LETTERS = {
    0: ".",
    Chart.SUCCESS: "+",
    Chart.UP: "u",
    Chart.DOWN: "v",
    Chart.SUCCESS | Chart.UP: "^",
    Chart.SUCCESS | Chart.DOWN: "d",
}
_LEGEND = (
    "Terrain  mines 2+1: two printed symbols and a marker",
    "Units    number:type and strength; none if face-down, (2) = face-down, for who sees everything",
    "         x suppressed  m moved  f fired  a acting  > in the group  ! target  * chosen",
    "         face-down 1223: strengths still hidden, wherever the counters are",
    "Charts   for totals 2 to 12: . fails  + succeeds  v fails, stock -1  ^ succeeds, stock +1",
    "         d succeeds, stock -1  u fails, stock +1",
)


def show(game: Game, state: np.ndarray, view: int | None) -> str:
    """The state as text of at most 100 columns.

    ``view`` is the seat that looks and does not see what is hidden from it: strengths of face-down counters (its own
    too), the opponent's cards and kinds of markers, events on the stock track; None sees everything. Areas and units
    carry the numbers by which the actions of the seat to move call them.
    """
    s, tables = state[0], game.tables
    parts = [_header(game, s, view), _map(s, tables, view), list(_LEGEND)]
    parts += [_player(s, tables, seat, view) for seat in range(PLAYERS)]
    return "\n\n".join("\n".join(lines) for lines in parts)


def _header(game: Game, s: np.record, view: View) -> list[str]:
    t = game.tables[0]
    stock = "   ".join(f"{player_name(p)} {euros(s.stock[p])}" for p in range(PLAYERS))
    if s.ctx == Context.GAME_OVER:
        waits = f"Game over: {game.describe_end(s)}. {winner_words(s)}"
    else:
        seat = int(s.to_move)
        waits = f"{player_name(seat)} (seat {seat}) decides: {decision_words(s, game.tables, view)}"
    return [
        f"Moonbase Alpha    turn {s.turn}    {phase_words(s)}    {player_name(s.leader)} leads"
        f"    decisions {s.decisions}",
        f"  Lawsuit  space {s.settlement} of {SETTLED}",
        f"  Stock    {stock}",
        *_row("  Events   ", [*_events(s, t, view)]),
        *_row("  Attack   ", attack_words(s, game.tables), "; "),
        *_row("  Saves    ", save_words(s), "; "),
        *_row("  Rolls    ", roll_words(s), "; "),
        *([_places_left(s)] if s.ctx == Context.GAME_OVER else []),
        waits,
    ]


def _events(s: np.record, t: np.record, view: View) -> list[str]:
    left = [(euros(t.triangle_level[k]), event_seen(s, k, view)) for k in range(TRIANGLES)]
    shown = [f"{level} {event}" for level, event in left if event]
    taken = taken_events(s, t)
    return [*shown, *([f"(taken: {', '.join(taken)})"] if taken else [])]


def _places_left(s: np.record) -> str:
    return "  Ranks    " + "   ".join(f"{player_name(p)} {s.rank[p]}" for p in range(PLAYERS))


def _row(label: str, entries: list[str], between: str = "   ") -> list[str]:
    """The entries after a label, in as many lines as they need; no line if there are none."""
    if not entries:
        return []
    kept = between.join(entry.replace(" ", "\0") for entry in entries)  # an entry is not cut
    lines = textwrap.wrap(kept, WIDTH - len(label), break_on_hyphens=False)
    indent = " " * len(label)
    return [(label if k == 0 else indent) + line.replace("\0", " ").rstrip() for k, line in enumerate(lines)]


# -- the map -------------------------------------------------------------------------------------------


def _map(s: np.record, tables: np.ndarray, view: View) -> list[str]:
    lines = [f"Map      {'area':24}{'terrain':30}{'control':9}pieces"]
    for area in sorted(range(AREAS), key=lambda area: frame_number(s, tables[0], area)):
        lines += _area(s, tables, area, view)
    return lines


def _area(s: np.record, tables: np.ndarray, area: int, view: View) -> list[str]:
    t = tables[0]
    holder = controller(s, t, area)
    held = player_name(holder) if holder != NONE else "-"
    name = f"{frame_number(s, t, area):7}  {area_name(tables, area):24}"
    lines = _row(f"{name}{_terrain(s, t, area):30}{held:9}", _pieces(s, area, view)) or [
        f"{name}{_terrain(s, t, area):30}{held}"
    ]
    for seat in range(PLAYERS):
        units = [unit_label(s, t, slot, view) for slot in units_at(s, seat, area)]
        lines += _row(f"{'':11}{player_name(seat):8}", units, "  ")
    return lines


def _terrain(s: np.record, t: np.record, area: int) -> str:
    words = ["crater"] if t.crater[area] else []
    words += [f"mines {_built(t.mines[area], s.mine_token[area])}"] if t.mines[area] or s.mine_token[area] else []
    words += [f"science {_built(t.science[area], s.lab_token[area])}"] if t.science[area] or s.lab_token[area] else []
    return " ".join(words)


def _built(printed: int, markers: int) -> str:
    return f"{printed}+{markers}" if markers else f"{printed}"


def _pieces(s: np.record, area: int, view: View) -> list[str]:
    words = [word for word, on in _spotlights(s, area) if on]
    for seat in range(PLAYERS):
        name = player_name(seat)
        words += [f"{name} {piece}" for piece, at in _counters(s, seat) if at == area]
        words += [
            f"{name} {marker_words(kind)}"
            for place, kind, revealed in markers_seen(s, seat, view)
            if place == area and not revealed
        ]
    return words


def _spotlights(s: np.record, area: int) -> list[tuple[str, bool]]:
    return [
        ("[active]", s.active_area == area),
        ("[target]", s.fire_target == area),
        ("[fired at]", bool(s.attacked[area])),
    ]


def _counters(s: np.record, seat: int) -> list[tuple[str, int]]:
    return [("media", s.media_area[seat]), ("transport", s.transport_area[seat]), ("defsat", s.defsat_area[seat])]


def marker_words(kind: int) -> str:
    """A marker of a kind, or a hidden one."""
    return MARKER_NAMES[kind] if kind != NONE else "marker"


def unit_label(s: np.record, t: np.record, slot: int, view: View) -> str:
    """A unit in short: number, type, strength as far as seen, flags."""
    seat = int(s.unit_owner[slot])
    strength = strength_seen(s, slot, view)
    if strength and not s.unit_revealed[slot]:
        strength = f"({strength})"
    flags = "".join(
        letter
        for letter, on in (
            ("x", s.unit_suppressed[slot]),
            ("m", s.unit_moved[slot]),
            ("f", s.unit_fired[slot]),
            ("a", s.unit_acting[slot]),
            (">", s.unit_in_group[slot]),
            ("!", s.is_target[slot]),
        )
        if on
    )
    chosen = "*" if s.sel_unit == slot else ""
    outcome = OUTCOME_WORDS.get(Outcome(s.outcome[slot]), "")
    name = f"{chosen}{local_index(seat, slot)}:{UNIT_WORDS[t.unit_type[slot]]}{strength}{flags}"
    return f"{name} {outcome}".rstrip()


# -- the corporations ----------------------------------------------------------------------------------


def _player(s: np.record, tables: np.ndarray, seat: int, view: View) -> list[str]:
    t = tables[0]
    mines, science = symbols(s, t, seat)
    home = {NONE: "no base yet", 0: "west", 1: "east"}[int(s.home[seat])]
    deciding = s.ctx != Context.GAME_OVER and s.to_move == seat
    head = [
        f"stock {euros(s.stock[seat])}",
        f"budget {s.budget[seat]}",
        f"mines {mines}{_won(s.perm_mine[seat])}",
        f"science {science}{_won(s.perm_lab[seat])}",
        f"lifted {s.lift_count[seat]} ({t.free_lift} free)",
    ]
    head += [f"event euros {s.pending_units[seat]}"] if s.pending_units[seat] else []
    return [
        *_row(f"{'>' if deciding else ' '} {player_name(seat)} (seat {seat}), {home}   ", head),
        *(_type(s, t, seat, kind, view) for kind in BOUGHT),
        *_boxes(s, t, seat, view),
        *_row("    markers         ", _markers(s, tables, seat, view)),
        *_row("    counters        ", _where(s, tables, seat)),
        *_row("    used this turn  ", [FLAG_WORDS[flag] for flag in Flag if s["flags"][seat, flag]]),
        *(line for slot in range(HAND_SLOTS) for line in _card(s, tables, seat, slot, view)),
    ]


def _won(count: int) -> str:
    return f" ({count} by events)" if count else ""


def _type(s: np.record, t: np.record, seat: int, kind: UnitType, view: View) -> str:
    cost, armor, move, bonus = type_facts(s, t, seat, kind)
    waiting = pile(s, seat, kind)
    order = f" ({''.join(strength_seen(s, slot, view) for slot in waiting)})" if view is None and waiting else ""
    facts = f"cost {cost}  save {armor}+  move {move}" + (f"  fire {bonus:+}" if bonus else "")
    supply = f"pile {len(waiting)}{order}"
    return f"    {UNIT_WORDS[kind]:9}{facts:34}{supply:26}face-down {hidden_strengths(s, seat, kind) or '-'}"


def _boxes(s: np.record, t: np.record, seat: int, view: View) -> list[str]:
    boxes = (("reinforcements", Status.REINF), ("losses", Status.LOSS_REG), ("losses, media", Status.LOSS_MEDIA))
    lines = []
    for name, status in boxes:
        lines += _row(f"    {name:16}", [unit_label(s, t, slot, view) for slot in units_in(s, seat, status)])
    points = loss_points(s, t, seat)
    lost = [NEUTRAL_NAMES[slot - FIRST_NEUTRAL] for slot in units_in(s, seat, Status.PILE) if slot >= FIRST_NEUTRAL]
    return [
        *lines,
        *([f"    loss points     {points}"] if points else []),
        *_row("    to rebuild      ", lost),
    ]


def _markers(s: np.record, tables: np.ndarray, seat: int, view: View) -> list[str]:
    placed = markers_seen(s, seat, view)
    words = [
        f"{marker_words(kind)}{' (revealed)' if revealed else ''} on {place_words(tables, place)}"
        for place, kind, revealed in placed
    ]
    return [*words, *([f"{MARKERS - len(placed)} not placed"] if len(placed) < MARKERS else [])]


def _where(s: np.record, tables: np.ndarray, seat: int) -> list[str]:
    words = [f"{piece} in {area_name(tables, at)}" for piece, at in _counters(s, seat) if at != NONE]
    state = Defsat(s.defsat_state[seat])
    return [*words, *([f"defsat {DEFSAT_WORDS[state]}"] if state in (Defsat.READY, Defsat.SPENT) else [])]


def _card(s: np.record, tables: np.ndarray, seat: int, slot: int, view: View) -> list[str]:
    t, state = tables[0], CardState(s.hand_state[seat, slot])
    card = card_seen(s, seat, slot, view)
    marks = ["being attempted"] if s.sel_slot == slot and s.active_player == seat else []
    known = state == CardState.FACE_DOWN and s.hand_known[seat, slot] >> (1 - seat) & 1
    marks += ["known to the opponent"] if known else []
    marks += [
        marker_words(kind)
        for place, kind, revealed in markers_seen(s, seat, view)
        if place == CARD_PLACE + slot and not revealed
    ]
    line = f"    {slot} {CARD_STATE_WORDS[state]:10}"
    if card != NONE:
        upgrade = t.card_type[card]
        chart = "".join(CHART_LETTERS[bits] for bits in t.chart[upgrade])
        line += f"{card_name(tables, card):31}{chart}  {effect_words(t, upgrade)}"
    return [line.rstrip(), *([f"{'':16}({', '.join(marks)})"] if marks else [])]
