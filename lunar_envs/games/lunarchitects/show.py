"""The text view, and the words that text and picture share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .codes import (
    ABSENT,
    BANDS,
    COLORS,
    EXCHANGE_SLOTS,
    LAPS,
    NONE,
    PHASES,
    QUEUE_TILES,
    REACH,
    RESOURCE_NAMES,
    RESOURCES,
    SPACES,
    Bonus,
    Context,
    EndScheme,
    Expansion,
    LapScheme,
    Pays,
    TileAction,
)
from .tables import tile_name

if TYPE_CHECKING:
    from lunar_envs.engine.game import Game

LETTERS = "AWRF"
"""One letter a resource."""

_LAP_WORDS = {
    LapScheme.INDEPENDENCE: "{0} per item",
    LapScheme.MAJORITY: "most {0}, second {1}",
    LapScheme.DOMINANCE: "most: {0}-{1}-{2}-{3}",
    LapScheme.COMPETITION: "lead on the last: {0}-{1}-{2}-{3}-{4}",
}
_END_WORDS = {
    EndScheme.SCARCITY: "{} per empty category",
    EndScheme.DENSITY: "{} per surrounded tile",
    EndScheme.DIVERSITY: "{} per symbol trio",
    EndScheme.EFFICIENCY: "{} per tile fewer",
    EndScheme.ENCLOSURE: "{} per enclosed gap",
    EndScheme.FOCUS: "{} per commonest symbol",
    EndScheme.FRUGALITY: "{} per tile fewer",
    EndScheme.MOBILITY: "{} per link beyond {}",
    EndScheme.REDUNDANCY: "{} per Rocket + Crystal",
    EndScheme.SPRAWL: "{} per dead end",
    EndScheme.SUFFICIENCY: "{} per resource set",
    EndScheme.SOLO_TAXES: "{} per tile",
}
_ACTION_WORDS = {
    TileAction.NONE: "-",
    TileAction.MOVE: "move",
    TileAction.ADD_ANY: "+ any resource",
    TileAction.TRADE_DIFFERENT: "2/3/4 kinds: {1}/{2}/{3}",
    TileAction.FOOD_POINTS: "1/2 Food: {1}/{2}",
    TileAction.ROCK_CRYSTAL: "Rock: Crystal",
    TileAction.ANY2_CRYSTAL: "any 2: Crystal",
    TileAction.ACTIVATE_2: "2 activations",
    TileAction.AIR_WATER_POINTS: "Air, Water: {1}",
    TileAction.ANY3_POINTS: "any 3: {1}",
}
_BONUS_WORDS = {
    Bonus.ANY2: "2 of any",
    Bonus.PER_DOME: "{} per D",
    Bonus.PER_TRIANGLE: "{} per T",
    Bonus.PER_STAR: "{} per S",
    Bonus.PER_RESOURCE: "{} per resource",
    Bonus.ACTIVATE_TRIANGLE_STAR: "activates T and S",
    Bonus.ACTIVATE_1: "1 activation",
    Bonus.ACTIVATE_5: "5 activations",
}
_DECISION_WORDS = {
    Context.START: "choose a colour and a side of the starting Quarters",
    Context.TAKE: "take a tile from the queue",
    Context.PAY: "pay for {purpose}, due: {due}",
    Context.PAY_SRC: "pay {resource}: from which tile",
    Context.PLACE_TILE: "place {taken}: beside which Astronaut",
    Context.PLACE_DIR: "place {taken}: on which side of slot {sel}",
    Context.GAIN: "gain a resource on slot {gain_slot}",
    Context.ACT: "use a tile or end the turn",
    Context.LEVEL: "size of the trade on slot {use_slot}",
    Context.MOVE_SRC: "move an Astronaut: which one",
    Context.MOVE_DST: "move the Astronaut of slot {sel}: where to",
    Context.SELL_SRC: "sell {resource}: from which tile",
    Context.DRINK_SRC: "drink the coffee: which Astronaut",
    Context.DRINK_DST: "drink the coffee: where to from slot {sel}",
    Context.POUR: "pour the coffee: which tile of the queue",
    Context.RESCUE_SRC: "rescue: which Astronaut",
    Context.RESCUE_DST: "rescue: where to from slot {sel}",
}
ACHIEVEMENT_WORDS = (
    "all 4 resources",
    "2 full producers",
    "Rocket, Crystal, red",
    "a ringed gap",
    "2+1 Astronauts",
)


def show(game: Game, state: np.ndarray, view: int | None) -> str:
    """The state as text of at most 100 columns.

    ``view`` is the seat that looks and does not see what is hidden from it; None sees all public and hidden points.
    """
    s, tables = state[0], game.tables
    parts = [_header(game, s), _market(s, tables)]
    if s.ctx == Context.START:
        parts.append(_free_sides(s, tables))
    elif s.ctx == Context.OVER:
        parts.append(_results(s, tables))
    else:
        parts.append(_queue(s, tables))
    parts += [_player(s, tables, seat, view) for seat in range(s.num_players)]
    return "\n\n".join("\n".join(lines) for lines in parts)


# -- words shared with the picture -------------------------------------------------------------------


def player_name(s: np.record, seat: int) -> str:
    """The colour of a seat; its number while it has none."""
    side = s.start_side[seat]
    return COLORS[side // 2].capitalize() if side != NONE else f"Seat {seat}"


def shown_points(s: np.record, seat: int, view: int | None) -> str:
    """The points of a seat, or "?" where ``view`` may not see them (R48)."""
    hidden = view not in (None, seat) and not s.opt_points_visible and s.ctx != Context.OVER
    return "?" if hidden else str(s.points[seat])


def red_tiles(s: np.record, t: np.record, seat: int) -> int:
    """Number of red tiles in a base."""
    return int(t.red[s.base_tile[seat, : s.n_tiles[seat]]].sum())


def lap_scheme_words(s: np.record, t: np.record) -> tuple[str, str]:
    """Name and gist of the lap-scoring scheme."""
    scheme = LapScheme(s.lap_scheme)
    return scheme.name, _LAP_WORDS[scheme].format(*t.lap_param[scheme])


def end_scheme_words(s: np.record, t: np.record) -> list[tuple[str, str]]:
    """Name and gist of the two end-scoring schemes."""
    schemes = [EndScheme(code) for code in s.end_scheme]
    return [(e.name.replace("_", " "), _END_WORDS[e].format(t.end_points[e], t.end_param[e])) for e in schemes]


def decision_words(s: np.record, tables: np.ndarray) -> str:
    """What the seat to move decides."""
    facts = {
        "purpose": tile_name(tables, s.taken) if s.pay_what == Pays.TILE else f"the action of slot {s.use_slot}",
        "due": due_words(s),
        "resource": RESOURCE_NAMES[s.sel_res],
        "taken": tile_name(tables, s.taken),
        "sel": s.sel,
        "gain_slot": s.gain_slot,
        "use_slot": s.use_slot,
    }
    words = _DECISION_WORDS[Context(s.ctx)].format(**facts)
    return words + (f" ({s.credits} more may be activated)" if s.credits else "")


def due_words(s: np.record) -> str:
    """What is still to be paid."""
    words = [f"{n} {name}" for n, name in zip(s.need, RESOURCE_NAMES, strict=True) if n]
    words += [f"{s.need_any} of any type"] if s.need_any else []
    words += [f"{s.need_diff} more types"] if s.need_diff else []
    return ", ".join(words)


def stack_counts(s: np.record, t: np.record) -> list[int]:
    """Number of tiles on the stack by phase."""
    return np.bincount(t.phase[s.stack[: s.stack_n]], minlength=len(PHASES)).tolist()


def tokens_on_queue(s: np.record) -> list[tuple[int, str, int]]:
    """Position, kind ("pawn", "spot" or "red") and seat (or last roll of a die) of every token on the queue."""
    pawns = [(int(s.pawn_pos[seat]), "pawn", seat) for seat in range(s.num_players)]
    dice = [(int(s.spot_pos), "spot", int(s.last_spot)), (int(s.red_pos), "red", int(s.last_red))]
    return [token for token in pawns + dice if token[0] != ABSENT]


def free_sides(s: np.record) -> list[int]:
    """Tile indices of the starting Quarters whose colour nobody has chosen."""
    taken = {int(side) // 2 for side in s.start_side[: s.num_players] if side != NONE}
    return [QUEUE_TILES + side for side in range(2 * len(COLORS)) if side // 2 not in taken]


def band_words(s: np.record, t: np.record) -> str:
    """The band that a finished solo game reached (R50)."""
    band = int((t.band_least <= s.points[0]).sum()) - 1
    return f"{BANDS[band]}: {'won' if t.band_win[band] else 'lost'}"


# -- parts of the text -----------------------------------------------------------------------------


def _header(game: Game, s: np.record) -> list[str]:
    t = game.tables[0]
    schemes = [("laps", *lap_scheme_words(s, t)), *(("end", *words) for words in end_scheme_words(s, t))]
    seat = s.to_move
    if s.ctx == Context.OVER:
        waits = f"Game over: {game.describe_end(s)}"
    else:
        waits = f"{player_name(s, seat)} (seat {seat}) decides: {decision_words(s, game.tables)}"
    return [
        f"Lunarchitects    turn {s.turn_no}    laps scored {s.laps} of {LAPS}    decisions {s.decisions}",
        *(f"  {when:5}{name:14}{gist}" for when, name, gist in schemes),
        waits,
    ]


def _market(s: np.record, tables: np.ndarray) -> list[str]:
    t = tables[0]
    exchange = [
        f"{name} buy {t.slot_points[n + 1] if n < EXCHANGE_SLOTS else '-'} sell {t.slot_points[n] if n else '-'}"
        for name, n in zip(RESOURCE_NAMES, s.filled, strict=True)
    ]
    supply = [f"{name} {n}" for name, n in zip(RESOURCE_NAMES, s.supply, strict=True)]
    supply += [f"Astronauts {s.supply_astro}", f"Rockets {s.supply_rocket}", f"Crystals {s.supply_crystal}"]
    stack = [f"{phase} {n}" for phase, n in zip(PHASES, stack_counts(s, t), strict=True)]
    lines = [
        "Exchange  " + "   ".join(exchange),
        "Supply    " + "   ".join(supply),
        "Stack     " + "   ".join(stack) + f"   (returned to the box {s.removed})",
    ]
    lines.append("Letters   A W R F resources   * Astronauts   D T S types (dome, triangle, star)")
    for index in np.flatnonzero(s.ach_in_play):
        owner = s.ach_owner[index]
        holder = "free" if owner == NONE else player_name(s, owner)
        points = t.achievement_points[index]
        lines.append(f"Achievement  {ACHIEVEMENT_WORDS[index]:22}{points} points   {holder}")
    return lines


def _queue(s: np.record, tables: np.ndarray) -> list[str]:
    tokens = {position: (kind, value) for position, kind, value in tokens_on_queue(s)}
    lines = [f"Queue   {'tile':21}{'  link':7}{'':4}{'type':5}{'pay':5}{'bonus':21}action"]
    for d in range(1, REACH + 1):
        position = int(s.t0) + d
        if position % SPACES == 0:
            lines.append("  " + "-" * 20 + " scoring line " + "-" * 20)
        if position in tokens:
            lines.append(f"  {d:+3}   [{_token_words(s, *tokens[position])}]")
        elif 0 <= position < QUEUE_TILES and s.queue[position] != NONE:
            lines.append(f"  {d:+3}   {_tile_columns(tables, s.queue[position])}")
    return lines


def _token_words(s: np.record, kind: str, value: int) -> str:
    if kind == "pawn":
        return f"{player_name(s, value)}'s pawn"
    die = "Spot" if kind == "spot" else "red die"
    return f"{die}, last roll {value}" if value else die


def _tile_columns(tables: np.ndarray, tile: int) -> str:
    t = tables[0]
    phase = PHASES[t.phase[tile]][0].upper()
    link = "rail" if t.rail[tile] else "tube" if t.tube[tile] else ""
    red = "red" if t.red[tile] else ""
    cost = "".join(letter * n for letter, n in zip(LETTERS, t.cost[tile], strict=True)) or "-"
    bonus, action = bonus_words(t, tile), action_words(t, tile)
    return f"{tile_name(tables, tile):21}{phase} {link:5}{red:4}{_types(t, tile):5}{cost:5}{bonus:21}{action}".rstrip()


def _types(t: np.record, tile: int) -> str:
    return "".join(letter for letter, has in zip("DTS", (t.dome, t.triangle, t.star), strict=True) if has[tile])


def bonus_words(t: np.record, tile: int) -> str:
    """What placing a tile gives at once."""
    bonus = _BONUS_WORDS.get(Bonus(t.bonus_special[tile]))
    gifts = [(t.bonus_astro[tile], "*"), *zip(t.bonus_res[tile], LETTERS, strict=True)]
    words = [f"{mark}{n}" for n, mark in gifts if n]
    words += [f"{n} {name}" for n, name in ((t.bonus_rocket[tile], "Rocket"), (t.bonus_crystal[tile], "Crystal")) if n]
    words += [f"{t.bonus_points[tile]} points"] if t.bonus_points[tile] else []
    words += [bonus.format(t.each_points[t.bonus_special[tile]])] if bonus else []
    return " ".join(words)


def action_words(t: np.record, tile: int) -> str:
    """What using a tile does."""
    action = TileAction(t.action[tile])
    if action == TileAction.TAKE_POINTS:
        return f"{t.action_param[tile]} points"
    if 0 <= t.adds[tile] < RESOURCES:
        return f"+ {RESOURCE_NAMES[t.adds[tile]]}"
    return _ACTION_WORDS[action].format(*t.trade_points[action])


def _free_sides(s: np.record, tables: np.ndarray) -> list[str]:
    lines = ["Starting Quarters still free"]
    for tile in free_sides(s):
        lines.append(f"  {tile_name(tables, tile)} {'AB'[tile % 2]}   {bonus_words(tables[0], tile)}")
    return lines


def _player(s: np.record, tables: np.ndarray, seat: int, view: int | None) -> list[str]:
    t, n = tables[0], s.n_tiles[seat]
    totals = s.base_res[seat, :n].sum(axis=0, dtype=int)
    counters = [
        f"{shown_points(s, seat, view)} points",
        f"rockets {s.rockets[seat]}",
        f"crystals {s.crystals[seat]}",
        f"red {red_tiles(s, t, seat)}",
        f"tiles {n}",
        " ".join(f"{letter}{k}" for letter, k in zip(LETTERS, totals, strict=True)),
        f"*{s.base_astro[seat, :n].sum(dtype=int)}",
    ]
    if s.opt_expansion == Expansion.COFFEE:
        counters.append("coffee" if s.coffee[seat] else "no coffee")
    deciding = s.ctx != Context.OVER and seat == s.to_move
    name = player_name(s, seat)
    label = f"{name} (seat {seat})" if s.start_side[seat] != NONE else name
    head = f"{'>' if deciding else ' '} {label}   " + "  ".join(counters)
    return [head, *(_long_base if deciding else _short_base)(s, tables, seat)]


def _long_base(s: np.record, tables: np.ndarray, seat: int) -> list[str]:
    lines = []
    for slot in range(s.n_tiles[seat]):
        flags = [word for word, on in (("activated", s.activated[slot]), ("used", s.used[slot])) if on]
        tile = s.base_tile[seat, slot]
        what = f"{_types(tables[0], tile):4}{action_words(tables[0], tile):20}"
        lines.append(f"    {_slot_words(s, tables, seat, slot)} {what} {', '.join(flags)}".rstrip())
    return lines


def _short_base(s: np.record, tables: np.ndarray, seat: int) -> list[str]:
    entries = [_slot_words(s, tables, seat, slot) for slot in range(s.n_tiles[seat])]
    half = (len(entries) + 1) // 2
    pairs = zip(entries[:half], entries[half:] + [""] * (2 * half - len(entries)), strict=True)
    return [f"    {left:46}  {right}".rstrip() for left, right in pairs]


def _slot_words(s: np.record, tables: np.ndarray, seat: int, slot: int) -> str:
    held = "".join(f"{letter}{k}" for letter, k in zip(LETTERS, s.base_res[seat, slot], strict=True) if k)
    held += f"*{s.base_astro[seat, slot]}" if s.base_astro[seat, slot] else ""
    where = f"({s.base_q[seat, slot]},{s.base_r[seat, slot]})"
    return f"{slot:2} {where:8}{tile_name(tables, s.base_tile[seat, slot]):21}{held:9}"


def _results(s: np.record, tables: np.ndarray) -> list[str]:
    ends = [name for name, _ in end_scheme_words(s, tables[0])]
    laps = "".join(f"{'lap ' + str(lap + 1):>7}" for lap in range(LAPS))
    lines = [f"Result    rank{laps}{ends[0]:>13}{ends[1]:>13}{'expansion':>11}{'points':>8}"]
    for seat in range(s.num_players):
        won = "".join(f"{n:7}" for n in s.lap_points[seat])
        ends_won = "".join(f"{n:13}" for n in s.end_points[seat])
        total = f"{s.expansion_points[seat]:11}{s.points[seat]:8}"
        lines.append(f"  {player_name(s, seat):8}{s.rank[seat]:4}{won}{ends_won}{total}")
    if s.num_players == 1:
        lines.append(f"  {band_words(s, tables[0])}")
    return lines
