"""Words and facts that the text view and the picture share."""

import numpy as np

from .actions import area_name, card_name, unit_name
from .codes import (
    BOUGHT_TYPES,
    CARD_PLACE,
    CORPORATION_UNITS,
    EURO_PER_LEVEL,
    FIRST_NEUTRAL,
    FIRST_OF_TYPE,
    MARKER_NAMES,
    MARKERS,
    NONE,
    PLAYERS,
    RESULT_NAMES,
    SIDES,
    CardState,
    Context,
    Defsat,
    Event,
    Outcome,
    Phase,
    ResultKind,
    SaveStage,
    Status,
    UnitType,
    Upgrade,
)

View = int | None
"""The seat that looks and does not see what is hidden from it; None sees everything."""

UNIT_WORDS = ("PMC", "MCU", "Crawler", "BOLO", "Command", "Turret", "Stealth")
"""Short names by UnitType."""

EVENT_WORDS = {
    Event.MINE: "mine",
    Event.LAB: "lab",
    Event.UNITS: "units",
    Event.UP: "up",
    Event.DOWN: "down",
}
FLAG_WORDS = (
    "raise stock",
    "desperate",
    "legal",
    "media paid",
    "media step",
    "card re-roll",
    "targeting",
    "camouflage",
    "transport",
)
"""What may be done once per turn, by Flag."""

CARD_STATE_WORDS = {
    CardState.EMPTY: "empty",
    CardState.FACE_DOWN: "face-down",
    CardState.FACE_UP: "in force",
    CardState.DISCARDED: "discarded",
}
DEFSAT_WORDS = {Defsat.NONE: "none", Defsat.READY: "ready", Defsat.PLACED: "placed", Defsat.SPENT: "spent"}
OUTCOME_WORDS = {
    Outcome.FAIL: "fails",
    Outcome.SAVE: "saves",
    Outcome.IGNORE: "ignores",
    Outcome.FORCED_RETREAT: "must retreat",
    Outcome.OPTIONAL_RETREAT: "may retreat",
}
_EFFECTS = {
    Upgrade.ACTIVE_CAMOUFLAGE: "the enemy must repeat one roll a turn",
    Upgrade.AI_MANAGEMENT: "moon marker: one more activation",
    Upgrade.BOLO_PROJECT: "brings the BOLO, 2d6 strong",
    Upgrade.DEFENSIVE_SATELLITES: "{t.defsat_attacks} strikes of {t.defsat_strength} around an area",
    Upgrade.EYRIES_TRANSPORT: "lifts {t.transport_capacity} units anywhere, each turn",
    Upgrade.HEAVY_CRAWLER_MISSILES: "groups of crawlers roll {t.heavy_crawler_drm:+}",
    Upgrade.HEAVY_MCU: "MCU fire {t.heavy_mcu_strength:+}",
    Upgrade.IMPROVED_TYRES: "MCU and crawlers ignore craters",
    Upgrade.LONG_RANGE_MISSILES: "full effect at distance 2",
    Upgrade.LUNAR_MINE: "a mine in an area you control",
    Upgrade.MISSILE_TURRETS: "brings two missile turrets",
    Upgrade.MMU_BOOSTER_PACKS: "PMC and stealth move {t.mmu_bonus:+}",
    Upgrade.MOBILE_COMMAND_UNIT: "brings the command unit",
    Upgrade.NETWORK_DATA_FILTERS: "on 1-{t.filters_success_max} media losses count single",
    Upgrade.PATENT_DATABASE: "takes one face-down card",
    Upgrade.POWERED_INFANTRY: "PMC and stealth fire {t.powered_infantry_strength:+}",
    Upgrade.REACTIVE_ARMOR: "MCU and crawlers save {t.reactive_armor_bonus:+}",
    Upgrade.RESEARCH_LAB: "a lab in an area you control",
    Upgrade.SCIENCE_DIVISION_BREAKTHROUGH: "stock {t.breakthrough_stock:+} at once",
    Upgrade.STEALTH_SUITS: "brings two stealth squads",
    Upgrade.TARGETING_COMPUTERS: "repeat one own roll a turn",
}
_DECISIONS = {
    Context.SETUP_BASE: "choose a main base",
    Context.SETUP_PLACE: "place a unit beside the main base",
    Context.DEFSAT_PLACE: "place the defsat marker or keep it",
    Context.BUDGET: "spend the budget, EUR {budget} left",
    Context.TURRET_DEST: "shift the turret: where to",
    Context.LEGAL_DIR: "the lawyers rolled {legal_roll}: move the settlement marker",
    Context.MEDIA_PAID_DEST: "move the media counter: where to",
    Context.EVENT_UNITS: "spend EUR {pending} of an event on units",
    Context.MARKER_KIND: "choose an action marker to place",
    Context.MARKER_WHERE: "place {marker}: where",
    Context.AI_CHOICE: "activate {active} with the moon marker, or discard it",
    Context.ACTIVATE: "orders for {active}",
    Context.MOVE_DEST: "move {unit}: where to",
    Context.MEDIA_STEP_DEST: "move the media counter next door",
    Context.TRANSPORT_GROUP: "load the transport: which units",
    Context.TRANSPORT_DEST: "land the transport: where",
    Context.FIREGROUP: "fire at {target}: who joins",
    Context.REROLL_OWN: "rolled {dice}: keep it or roll again",
    Context.REROLL_ENEMY: "the enemy rolled {dice}: let it stand or not",
    Context.AUTO_LOSS: "name {left} to lose",
    Context.SAVE_ALLOC: "name {left} {kind} for the {stage} dice",
    Context.RETREAT: "{unit} {outcome}: where to",
    Context.COUNTER_TARGET: "counterfire: at which area",
    Context.COUNTER_GROUP: "counterfire at {target}: who joins",
    Context.ASSAULT_LOSS: "name {left} lost in the assault",
    Context.STACK_LOSS: "name a unit beyond the stacking limit",
    Context.UPGRADE: "attempt {card} or not",
    Context.UPGRADE_REROLL: "{card} failed with {up_total}: one stock level for a new roll",
    Context.TOKEN_PLACE: "{card} succeeded: where to build",
    Context.STEAL_CARD: "take a face-down card of the opponent",
    Context.DEFSAT_TARGET: "defsat attack {shot}: which area",
    Context.TURRET_REBUILD_PLACE: "place the rebuilt turret",
}
_ENDS = {
    ResultKind.MAJOR: "{} a major victory",
    ResultKind.MINOR: "{} a minor victory",
    ResultKind.TRUNCATED: "{} by the stock prices",
}


def player_name(seat: int) -> str:
    """The colour of a seat."""
    return SIDES[seat].capitalize()


def euros(level: int) -> str:
    """A stock level in euros, as the track is labelled."""
    return f"{int(level) * EURO_PER_LEVEL:,}".replace(",", ".")


def winner_words(s: np.record) -> str:
    """Who won a finished game and how (R99-R102)."""
    winners = [player_name(p) for p in range(PLAYERS) if s.winner_mask >> p & 1]
    verb = "wins" if len(winners) == 1 else "share"
    return " and ".join(winners) + " " + _ENDS[ResultKind(s.result_kind)].format(verb)


def decision_words(s: np.record, tables: np.ndarray, view: View) -> str:
    """What the seat to move decides, as far as ``view`` may know."""
    p = int(s.to_move)
    return _DECISIONS[Context(s.ctx)].format(
        budget=s.budget[p],
        legal_roll=s.legal_roll,
        pending=s.pending_units[p],
        marker=f"the {MARKER_NAMES[s.sel_kind]} marker" if s.sel_kind != NONE and view in (None, p) else "a marker",
        active=area_name(tables, s.active_area),
        target=area_name(tables, s.fire_target),
        unit=unit_name(s, tables, s.sel_unit),
        dice=" ".join(map(str, dice_shown(s))),
        left=s.choose_left,
        kind=UNIT_WORDS[s.save_type],
        stage="ignoring" if s.save_stage == SaveStage.IGNORING else "failing",
        outcome=OUTCOME_WORDS.get(Outcome(s.outcome[s.sel_unit]), ""),
        card=_attempted(s, tables, view),
        up_total=s.up_total,
        shot=int(s.defsat_shots) + 1,
    )


def _attempted(s: np.record, tables: np.ndarray, view: View) -> str:
    """The card of the upgrade attempt."""
    if s.sel_slot == NONE:
        return ""
    card = card_seen(s, int(s.to_move), int(s.sel_slot), view)
    return card_name(tables, card) if card != NONE else f"card {s.sel_slot}"


def dice_shown(s: np.record) -> list[int]:
    """The dice of the last attack, two or three; none before the first one or where it failed without a roll."""
    return [int(n) for n in s.dice if n]


def attack_kind(s: np.record) -> str:
    """What kind of attack goes on."""
    if s.fire_counter:
        return "counterfire"
    return "defsat" if s.fire_defsat else "bounding fire" if s.fire_bounding else "fire"


def attack_words(s: np.record, tables: np.ndarray) -> list[str]:
    """The last attack: who fires at what, if it is not over; strength, dice and result."""
    lines = []
    if s.fire_by != NONE:
        where = f" at {area_name(tables, s.fire_target)}" if s.fire_target != NONE else ""
        lines.append(f"{player_name(int(s.fire_by))}: {attack_kind(s)}{where}")
    if s.fire_result == NONE:
        return [*lines, "no attack rolled yet"]
    result = RESULT_NAMES[s.fire_result]
    if s.fire_col == NONE:
        return [*lines, f"strength {s.fire_tas}: left of the table, {result}"]
    rolled = " ".join(map(str, dice_shown(s)))
    return [*lines, f"strength {s.fire_tas}, dice {rolled}, modifiers {s.fire_drm:+}", f"{s.fire_total} = {result}"]


def save_words(s: np.record) -> list[str]:
    """The dice of the type of unit that saves now (R51, R52)."""
    if s.save_type == NONE:
        return []
    return [UNIT_WORDS[s.save_type], f"{s.n_fail} fail", f"{s.n_save} save", f"{s.n_ignore} ignore"]


def half_units(halves: int) -> str:
    """A total of an assault, kept in half units (R65)."""
    return f"{halves // 2}{'.5' if halves % 2 else ''}"


def roll_words(s: np.record) -> list[str]:
    """The last rolls of an assault, of an upgrade attempt and of the lawyers."""
    lines = []
    if s.assault_dice[0]:
        totals = [half_units(int(n)) for n in s.assault_half]
        lines.append(f"assault: dice {s.assault_dice[0]} {s.assault_dice[1]}, totals {totals[0]} : {totals[1]}")
    if s.up_total:
        lines.append(f"upgrade: dice {s.up_dice[0]} {s.up_dice[1]}, total {s.up_total}")
    if s.legal_roll:
        lines.append(f"lawyers: {s.legal_roll}")
    lost = [f"{player_name(p)} {s.loss_levels[p]}" for p in range(PLAYERS) if s.loss_levels[p]]
    if lost:
        lines.append("levels lost: " + ", ".join(lost))
    return lines


def phase_words(s: np.record) -> str:
    """The phase, and in the action phase whose marker it is and what it activates (R29)."""
    phase = Phase(s.phase)
    if phase != Phase.ACTION:
        return phase.name.lower().replace("setup", "set-up")
    kind, second = divmod(int(s.round_index), PLAYERS)
    owner = player_name(1 - int(s.leader) if second else int(s.leader))
    return f"action, {owner}'s {MARKER_NAMES[kind]}"


# -- what a seat may see -----------------------------------------------------------------------------


def strength_seen(s: np.record, slot: int, view: View) -> str:
    """The strength of a counter, "" where ``view`` may not know it; face-down ones are hidden from their owner too."""
    if slot == FIRST_NEUTRAL:
        return "2d6"
    return str(s.unit_strength[slot]) if s.unit_revealed[slot] or view is None else ""


def card_seen(s: np.record, seat: int, slot: int, view: View) -> int:
    """The card in a slot of a seat, -1 if it is empty or ``view`` does not know it."""
    known = view is None or s.hand_known[seat, slot] >> view & 1
    return int(s.hand_card[seat, slot]) if known else NONE


def event_seen(s: np.record, triangle: int, view: View) -> str:
    """The event on a triangle of the stock track: "" if it is taken, "?" if it is hidden."""
    kind = s.event_kind[triangle]
    if kind == NONE:
        return ""
    return EVENT_WORDS[Event(kind)] if view is None else "?"


def markers_seen(s: np.record, seat: int, view: View) -> list[tuple[int, int, bool]]:
    """Place, kind (-1 = hidden) and whether it is revealed of every placed marker of a seat, in order of placing."""
    placed = sorted(
        (k for k in range(MARKERS) if s.marker_place[seat, k] != NONE), key=lambda k: s.marker_order[seat, k]
    )
    shown = [k if view in (None, seat) or s.marker_revealed[seat, k] else NONE for k in placed]
    return [
        (int(s.marker_place[seat, k]), kind, bool(s.marker_revealed[seat, k]))
        for k, kind in zip(placed, shown, strict=True)
    ]


def place_words(tables: np.ndarray, place: int) -> str:
    """Where a marker lies."""
    return f"card {place - CARD_PLACE}" if place >= CARD_PLACE else area_name(tables, place)


def taken_events(s: np.record, t: np.record) -> list[str]:
    """The events that were taken so far; all players saw them."""
    if s.home[0] == NONE:
        return []
    left = [int((s.event_kind == kind).sum()) for kind in Event]
    return [EVENT_WORDS[kind] for kind in Event for _ in range(int(t.event_count[kind]) - left[kind])]


# -- facts -------------------------------------------------------------------------------------------


def own_slots(seat: int) -> range:
    """The slots of the counters in a seat's colour."""
    return range(seat * CORPORATION_UNITS, (seat + 1) * CORPORATION_UNITS)


def units_at(s: np.record, seat: int, area: int) -> list[int]:
    """The slots of a seat's units in an area."""
    return np.flatnonzero((s.unit_owner == seat) & (s.unit_area == area)).tolist()


def units_in(s: np.record, seat: int, status: Status) -> list[int]:
    """The slots of a seat's units in a box."""
    return np.flatnonzero((s.unit_owner == seat) & (s.unit_status == status)).tolist()


def units_on_map(s: np.record, seat: int) -> int:
    """R100: the number of a seat's units on the map."""
    return len(units_in(s, seat, Status.MAP))


def local_index(seat: int, slot: int) -> int:
    """The number of a unit in the actions of its owner."""
    return slot - seat * CORPORATION_UNITS if slot < FIRST_NEUTRAL else slot - FIRST_NEUTRAL + CORPORATION_UNITS


def controller(s: np.record, t: np.record, area: int) -> int:
    """R9: the seat that controls an area, -1 if none does."""
    if s.home[0] != NONE and area in t.home_area:
        return int(t.home_area[s.home[0]] != area)
    infantry = [int(t.counts_as_pmc[t.unit_type[units_at(s, seat, area)]].sum()) for seat in range(PLAYERS)]
    return NONE if infantry[0] == infantry[1] else int(infantry[1] > infantry[0])


def symbols(s: np.record, t: np.record, seat: int) -> tuple[int, int]:
    """R11: mining and science symbols of a seat."""
    areas = [area for area in range(len(t.x)) if controller(s, t, area) == seat]
    mines = t.mines[areas].sum() + s.mine_token[areas].sum() + s.perm_mine[seat]
    science = t.science[areas].sum() + s.lab_token[areas].sum() + s.perm_lab[seat]
    return int(mines), int(science)


def upgrades(s: np.record, t: np.record, seat: int) -> list[Upgrade]:
    """The upgrades in force (R71)."""
    cards = s.hand_card[seat, s.hand_state[seat] == CardState.FACE_UP]
    return [Upgrade(kind) for kind in t.card_type[cards]]


def type_facts(s: np.record, t: np.record, seat: int, kind: UnitType) -> tuple[int, int, int, int]:
    """Cost, least die that saves, movement points and bonus in fire of a seat's units of a type, upgrades included."""
    force = upgrades(s, t, seat)
    cost = int(t.cost[kind]) + sum(int(t.cost_increase[upgrade, kind]) for upgrade in force)
    armored = Upgrade.REACTIVE_ARMOR in force and kind in (UnitType.MCU, UnitType.CRAWLER)
    bonus = t.powered_infantry_strength * (kind == UnitType.PMC and Upgrade.POWERED_INFANTRY in force)
    bonus += t.heavy_mcu_strength * (kind == UnitType.MCU and Upgrade.HEAVY_MCU in force)
    move = t.move[kind] + t.mmu_bonus * (kind == UnitType.PMC and Upgrade.MMU_BOOSTER_PACKS in force)
    return cost, int(t.armor[kind]) - int(t.reactive_armor_bonus) * armored, int(move), int(bonus)


def pile(s: np.record, seat: int, kind: int) -> list[int]:
    """The slots of a pile in the order in which they are drawn (R3)."""
    slots = own_slots(seat)[FIRST_OF_TYPE[kind] : FIRST_OF_TYPE[kind + 1]]
    return [slot for slot in slots if s.unit_status[slot] == Status.PILE]


def hidden_strengths(s: np.record, seat: int, kind: int) -> str:
    """The strengths of the face-down counters of a type, wherever they are, in ascending order: one digit each."""
    slots = own_slots(seat)[FIRST_OF_TYPE[kind] : FIRST_OF_TYPE[kind + 1]]
    return "".join(sorted(str(s.unit_strength[slot]) for slot in slots if not s.unit_revealed[slot]))


def loss_points(s: np.record, t: np.record, seat: int) -> int:
    """R94: points of both loss boxes."""
    regular, media = (
        int(t.cost[t.unit_type[units_in(s, seat, box)]].sum()) for box in (Status.LOSS_REG, Status.LOSS_MEDIA)
    )
    return regular + media * int(t.media_factor)


def effect_words(t: np.record, upgrade: int) -> str:
    """What an upgrade does."""
    more = int(t.cost_increase[upgrade].max())
    return _EFFECTS[Upgrade(upgrade)].format(t=t) + (f"; cost +{more}" if more else "")


def frame_number(s: np.record, t: np.record, area: int) -> int:
    """The number of an area in the actions of the seat to move, the number in the data where it has no home yet."""
    home = s.home[s.to_move] if s.to_move != NONE else NONE
    return int(t.frame[max(int(home), 0), area])


BOUGHT = tuple(UnitType(kind) for kind in range(BOUGHT_TYPES))
"""The types that have piles."""
