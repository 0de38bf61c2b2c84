"""Which actions are legal, written down once more: straight from the rules page, in plain Python, slow and simple.

Tests compare the compiled rules with ``legal_names``. Nothing here may call them; even the map and the numbers are
those of the page, not of the component files.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

MAP = """
0 base_west - 1 2 3 4
1 w_north - 0 2 5
2 w_observatory s 0 1 3 5 6 8
3 w_dig m 0 2 4 6 7
4 w_south - 0 3 7
5 w_rim * 1 2 8 10
6 w_causeway - 2 3 7 8 9 11
7 w_flats s 3 4 6 9
8 w_ridge * 2 5 6 10 11 21
9 w_basin *m 6 7 11 20 22
10 north_shelf - 5 8 21
11 center *mms 6 8 9 18 20 21
12 base_east - 13 14 15 16
13 e_south - 12 14 17
14 e_observatory s 12 13 15 17 18 20
15 e_dig m 12 14 16 18 19
16 e_north - 12 15 19
17 e_rim * 13 14 20 22
18 e_causeway - 11 14 15 19 20 21
19 e_flats s 15 16 18 21
20 e_ridge * 9 11 14 17 18 22
21 e_basin *m 8 10 11 18 19
22 south_shelf - 9 17 20
"""
_ROWS = [row.split() for row in MAP.split("\n") if row]
AREA_NAMES = [row[1] for row in _ROWS]
SYMBOLS = [row[2] for row in _ROWS]
NEIGHBOURS = [[int(area) for area in row[3:]] for row in _ROWS]
AREAS = range(len(_ROWS))
BASES = (0, 12)
MIRROR = [11 if area == 11 else (area + 12) % 24 for area in AREAS]
CRATER = ["*" in symbols for symbols in SYMBOLS]

TYPES = ("pmc", "mcu", "crawler", "bolo", "mobile_command", "turret", "stealth")
SAVE_ORDER = ("mcu", "pmc", "crawler", "bolo", "mobile_command", "turret", "stealth")
MOVE = {"pmc": 4, "mcu": 5, "crawler": 3, "bolo": 2, "mobile_command": 4, "turret": 0, "stealth": 4}
REBUILD_COST = {"bolo": 6, "mobile_command": 4, "turret": 3, "stealth": 2}
MISSILE = ("crawler", "turret")
INFANTRY = ("pmc", "stealth")
PILE_SIZES = {"pmc": 11, "mcu": 8, "crawler": 4}
OWN_TYPES = [kind for kind, count in PILE_SIZES.items() for _ in range(count)]
NEUTRALS = ("bolo", "mobile_command", "turret_a", "turret_b", "stealth_a", "stealth_b")
NEUTRAL_TYPES = [name.removesuffix("_a").removesuffix("_b") for name in NEUTRALS]
SLOT_TYPES = [*OWN_TYPES, *OWN_TYPES, *NEUTRAL_TYPES]
CORPORATION = len(OWN_TYPES)
LOCAL_TYPES = [*OWN_TYPES, *NEUTRAL_TYPES]
BASE_COSTS = {"pmc": 1, "mcu": 2, "crawler": 3}

COPIES = {"lunar_mine": 3, "research_lab": 2, "science_division_breakthrough": 2}
CHART = {
    "active_camouflage": "-d -d - - - - + + + + +u",
    "ai_management": "-d -d -d - - - - + + + +u",
    "bolo_project": "-d -d -d - - - - + + + +u",
    "defensive_satellites": "-d -d -d - - - - - +d +d +",
    "eyries_transport": "-d -d - - - - + + + + +u",
    "heavy_crawler_missiles": "-d -d - - - - + + + + +u",
    "heavy_mcu": "-d -d - - - - + + + +u +u",
    "improved_tyres": "-d - - - - + + + + +u +u",
    "long_range_missiles": "-d - - - - + + + + +u +u",
    "lunar_mine": "-d - - - - + + + + + +",
    "missile_turrets": "-d -d - - - - + + + + +u",
    "mmu_booster_packs": "-d - - - - + + +u +u +u +u",
    "mobile_command_unit": "-d -d - - - - + + + + +u",
    "network_data_filters": "-d -d - - - - + + + +u +u",
    "patent_database": "-d -d - - - - + + + +u +u",
    "powered_infantry": "-d -d - - - - + + +u +u +u",
    "reactive_armor": "-d -d - - - - + + + +u +u",
    "research_lab": "-d - - - - + + + + + +",
    "science_division_breakthrough": "-d -d -d - - - - + + + +u",
    "stealth_suits": "-d -d -d - - - - + + + +u",
    "targeting_computers": "-d -d -d - - - - + + + +u",
}
"""What a total of 2 to 12 does: success or not, stock up or down."""

CARDS = [name for name in CHART for _ in range(COPIES.get(name, 1))]
COST_UPGRADES = {
    "pmc": ("powered_infantry", "mmu_booster_packs"),
    "mcu": ("heavy_mcu", "reactive_armor"),
    "crawler": ("heavy_crawler_missiles", "long_range_missiles", "reactive_armor"),
}

FIRE_TABLE = """
NE NE NE NE S S
NE NE NE S S R
NE NE S S R R
NE S S R R D
NE S R R D D
S S R D D D
S R D D D D1
R R D D D1 D2
R D D1 D1 D2 D2
D D D1 D2 D2 D3
D D1 D2 D2 D3 D4
"""
FIRE_RESULTS = [row.split() for row in FIRE_TABLE.split("\n") if row]
RESULT_CODES = ("NE", "S", "R", "D", "D1", "D2", "D3", "D4")
COLUMN_ENDS = (3, 7, 12, 18, 25, 10**6)
"""Highest total attack strength of each column."""

PILE, REINF, ON_MAP, LOSS_REG, LOSS_MEDIA, OUT = range(6)
FACE_DOWN, FACE_UP = 1, 2
READY, PLACED, SPENT = 1, 2, 3
RAISE, DESPERATE, LEGAL, MEDIA_PAID, MEDIA_STEP, UPGRADE_REROLL, TARGETING, CAMOUFLAGE, TRANSPORT = range(9)
ON_CARD = 32
STOCK_MAX = 16
LAST_SPACE = 11
STACK_LIMIT = 6
R_RESULT = 2
OPTIONAL_RETREAT = 5


def _distances(start: int) -> list[int]:
    """R12: border crossings from an area to every area."""
    distance = {start: 0}
    queue = [start]
    for area in queue:
        for beyond in NEIGHBOURS[area]:
            if beyond not in distance:
                distance[beyond] = distance[area] + 1
                queue.append(beyond)
    return [distance[area] for area in AREAS]


DISTANCE = [_distances(area) for area in AREAS]


class Unit(NamedTuple):
    """A unit in play, with all that a decision may depend on; ``strength`` is None while it is face-down."""

    slot: int
    local: int
    owner: int
    kind: str
    status: int
    area: int
    revealed: bool
    strength: int | None
    suppressed: bool
    moved: bool
    fired: bool
    acting: bool
    in_group: bool
    is_target: bool
    outcome: int

    @property
    def look(self) -> tuple:
        """Units of the same look are represented by one of them (4.1)."""
        return self.kind, self.area, self.revealed, self.strength, *self[8:13]


@dataclass
class Position:
    """A state with the questions that the rules page asks about it."""

    state: np.ndarray

    def __post_init__(self) -> None:
        self.s = self.state[0]
        self.me = int(self.s.to_move)
        self.home = [int(home) for home in self.s.home]

    @cached_property
    def units(self) -> list[Unit]:
        """All units in play."""
        s = self.s
        rows = zip(
            *(getattr(s, f"unit_{name}").tolist() for name in ("owner", "status", "area", "revealed", "strength")),
            *(getattr(s, f"unit_{name}").tolist() for name in ("suppressed", "moved", "fired", "acting", "in_group")),
            s.is_target.tolist(),
            s.outcome.tolist(),
            strict=True,
        )
        units = []
        for slot, (owner, status, area, revealed, strength, *flags, target, outcome) in enumerate(rows):
            if status != OUT:
                local = slot - 2 * CORPORATION + CORPORATION if slot >= 2 * CORPORATION else slot % CORPORATION
                known = strength if revealed else None
                what = (slot, local, owner, SLOT_TYPES[slot], status, area, bool(revealed), known)
                units.append(Unit(*what, *map(bool, flags), bool(target), outcome))
        return units

    @cached_property
    def on_map(self) -> list[Unit]:
        """All units on the map."""
        return [unit for unit in self.units if unit.status == ON_MAP]

    def own(self, player: int) -> list[Unit]:
        """The units of a player on the map."""
        return [unit for unit in self.on_map if unit.owner == player]

    def areas_of(self, player: int) -> set[int]:
        """Areas with a unit of a player."""
        return {unit.area for unit in self.own(player)}

    def friendly(self, player: int) -> set[int]:
        """R10."""
        return self.areas_of(player) - self.areas_of(1 - player)

    def controlled(self, player: int) -> set[int]:
        """R9."""
        count = [[0, 0] for _ in AREAS]
        for unit in self.on_map:
            count[unit.area][unit.owner] += unit.kind in INFANTRY
        bases = {BASES[home] for home in self.home if home >= 0}
        own_base = {BASES[self.home[player]]} if self.home[player] >= 0 else set()
        return {a for a in AREAS if count[a][player] > count[a][1 - player] and a not in bases} | own_base

    def symbols(self, player: int, letter: str) -> int:
        """R11: mining symbols ``m`` or science symbols ``s``."""
        tokens, events = (self.s.mine_token, self.s.perm_mine) if letter == "m" else (self.s.lab_token, self.s.perm_lab)
        areas = self.controlled(player)
        return sum(SYMBOLS[area].count(letter) + int(tokens[area]) for area in areas) + int(events[player])

    def has(self, player: int, card: str) -> bool:
        """Whether a player owns an upgrade."""
        return any(
            state == FACE_UP and CARDS[number] == card
            for number, state in zip(self.s.hand_card[player], self.s.hand_state[player], strict=True)
        )

    def cost(self, kind: str, player: int) -> int:
        """R82."""
        return BASE_COSTS[kind] + sum(self.has(player, card) for card in COST_UPGRADES[kind])

    def fuel(self, player: int) -> int:
        """R21."""
        return int(self.s.lift_count[player] >= 3)

    def in_pile(self, kind: str, player: int) -> bool:
        """Whether a counter of a type can be drawn."""
        return any(unit.kind == kind and unit.owner == player and unit.status == PILE for unit in self.units)

    def used(self, flag: int) -> bool:
        """Whether the actor used a thing that may be used once per turn."""
        return bool(self.s["flags"][self.me, flag])

    def view(self, area: int) -> int:
        """An area in the actor's frame, or back."""
        return MIRROR[area] if self.home[self.me] == 1 else area

    # -- movement ----------------------------------------------------------------------------------

    def destinations(self, mover: Unit) -> set[int]:
        """R36 to R40."""
        enemies, own = self.areas_of(1 - mover.owner), self.areas_of(mover.owner)
        tyres = mover.kind in ("mcu", "crawler") and self.has(mover.owner, "improved_tyres")
        booster = mover.kind in INFANTRY and self.has(mover.owner, "mmu_booster_packs")
        points = MOVE[mover.kind] + 2 * booster

        def price(area: int) -> int:
            if mover.kind == "bolo":
                return 1
            crater = CRATER[area] and not tyres
            near = any(a in enemies and a not in own for a in NEIGHBOURS[area])
            return 1 + crater + near + 2 * (area in enemies)

        best = {mover.area: 0}
        queue = [(0, mover.area)]
        while queue:
            spent, area = heapq.heappop(queue)
            if spent > best[area] or (area in enemies and area != mover.area):
                continue
            for beyond in NEIGHBOURS[area]:
                total = spent + price(beyond)
                if total < best.get(beyond, points + 1):
                    best[beyond] = total
                    heapq.heappush(queue, (total, beyond))
        return (best.keys() | set(NEIGHBOURS[mover.area])) - {mover.area}

    # -- fire --------------------------------------------------------------------------------------

    def eligible(self, shooters: Iterable[Unit], target: int) -> list[Unit]:
        """Who may join the group of ``shooters`` that fires at an area (R43 to R45)."""
        shooters = list(shooters)
        enemies = [unit for unit in self.own(1 - self.me) if unit.area == target]
        if not enemies:
            return []
        group = [unit for unit in shooters if unit.in_group]
        far_group = any(DISTANCE[unit.area][target] == 2 for unit in group)
        near_only = any(unit.kind not in MISSILE for unit in group)
        stealth_only = all(unit.kind == "stealth" for unit in enemies)

        def fits(unit: Unit) -> bool:
            distance = DISTANCE[unit.area][target]
            if unit.in_group or unit.suppressed or distance > (0 if stealth_only else 2):
                return False
            if distance == 2:
                return unit.kind in MISSILE and not near_only
            return unit.kind in MISSILE or not far_group

        return [unit for unit in shooters if fits(unit)]

    def active_shooters(self) -> list[Unit]:
        """Acting units that have not fired."""
        return [unit for unit in self.own(self.me) if unit.acting and not unit.fired]

    def counter_shooters(self) -> list[Unit]:
        """R60: unsuppressed targets. Those that left the area are suppressed."""
        return [unit for unit in self.own(self.me) if unit.is_target and not unit.suppressed]

    def all_in(self, shooters: list[Unit], target: int) -> list[Unit]:
        """Whom ALL_IN would add (4.4)."""
        eligible = self.eligible(shooters, target)
        group = [unit for unit in shooters if unit.in_group]
        near = [unit for unit in eligible if DISTANCE[unit.area][target] <= 1]
        missiles = [unit for unit in eligible if unit.kind in MISSILE]
        if any(DISTANCE[unit.area][target] == 2 for unit in group):
            return missiles
        if near or group:
            return near
        return [unit for unit in missiles if DISTANCE[unit.area][target] == 2]

    def group_after(self, action: str) -> list[Unit]:
        """The complete firegroup, if ``action`` completes one."""
        kind, _, inner = action.rstrip(")").partition("(")
        counter = kind in ("UNIT", "CONFIRM", "ALL_IN") and bool(self.s.fire_counter)
        shooters = self.counter_shooters() if counter else self.active_shooters()
        target = self.view(int(inner)) if kind == "FIRE_AT" else int(self.s.fire_target)
        group = [unit for unit in shooters if unit.in_group]
        if kind == "CONFIRM":
            return group
        if kind == "ALL_IN":
            return group + self.all_in(shooters, target)
        if kind == "FIRE_AT":
            eligible = self.eligible(shooters, target)
            return eligible if len(eligible) == 1 else []
        added = [unit._replace(in_group=unit.in_group or unit.local == int(inner)) for unit in shooters]
        return [] if self.eligible(added, target) else [unit for unit in added if unit.in_group]

    # -- assault -----------------------------------------------------------------------------------

    def participants(self, player: int) -> list[Unit]:
        """R63."""
        here = [unit for unit in self.own(player) if unit.area == self.s.active_area]
        stayed_out = player == self.s.active_player
        return [unit for unit in here if not (stayed_out and unit.kind in MISSILE and unit.fired)]

    # -- names -------------------------------------------------------------------------------------

    def area_names(self, areas: Iterable[int], action: str = "AREA") -> set[str]:
        """Actions that name areas."""
        return {f"{action}({self.view(area)})" for area in areas}

    def unit_names(self, units: Iterable[Unit]) -> set[str]:
        """Actions that name units: the lowest of each look."""
        lowest: dict[tuple, int] = {}
        for unit in sorted(units, key=lambda unit: unit.local):
            assert unit.owner == self.me
            lowest.setdefault(unit.look, unit.local)
        return {f"UNIT({local})" for local in lowest.values()}


@dataclass
class Attack:
    """What an attack should be, by R45 to R48, when its group is complete; seen before the dice."""

    position: Position
    group: list[Unit]
    target: int
    counter: bool

    @property
    def bounding(self) -> bool:
        """R46.4."""
        return any(unit.moved for unit in self.group)

    @property
    def targets(self) -> list[Unit]:
        """R45."""
        p = self.position
        outside = any(unit.area != self.target for unit in self.group)
        enemies = [unit for unit in p.own(1 - p.me) if unit.area == self.target]
        return [unit for unit in enemies if not (outside and unit.kind == "stealth")]

    @property
    def strengths(self) -> set[int]:
        """R47: all possible total attack strengths; a BOLO adds 2 to 12."""
        p = self.position
        infantry, mcu = 2 * p.has(p.me, "powered_infantry"), int(p.has(p.me, "heavy_mcu"))
        bonus = {"pmc": infantry, "stealth": infantry, "mcu": mcu}
        fixed = sum(int(p.s.unit_strength[unit.slot]) + bonus.get(unit.kind, 0) for unit in self.group)
        bolo = any(unit.kind == "bolo" for unit in self.group)
        return set(range(fixed + 2, fixed + 13)) if bolo else {fixed}

    @property
    def modifier(self) -> int:
        """R48."""
        p = self.position
        distances = [DISTANCE[unit.area][self.target] for unit in self.group]
        long = any(d and unit.kind not in MISSILE for unit, d in zip(self.group, distances, strict=True))
        extended = 2 in distances and not p.has(p.me, "long_range_missiles")
        suppressed = [unit.suppressed for unit in self.targets]
        areas = {unit.area for unit in self.group}
        command = any(u.kind == "mobile_command" and u.area in areas and not u.suppressed for u in p.own(p.me))
        heavy = {unit.kind for unit in self.group} == {"crawler"} and p.has(p.me, "heavy_crawler_missiles")
        return -2 * long - 2 * extended + (2 * all(suppressed) or int(any(suppressed))) + command + 2 * heavy


def column(strength: int, target: int) -> int:
    """Column of the fire table, -1 off the table."""
    return next(i for i, end in enumerate(COLUMN_ENDS) if strength <= end) - CRATER[target]


def legal_names(state: np.ndarray, contexts: Iterable[str]) -> set[str]:
    """Names of all legal actions; ``contexts`` are the names of the contexts."""
    position = Position(state)
    name = tuple(contexts)[position.s.ctx]
    return set() if name == "GAME_OVER" else set(CONTEXTS[name](position))


# -- preparation -----------------------------------------------------------------------------------


def setup_place(p: Position) -> set[str]:
    base = BASES[p.home[p.me]]
    return p.area_names(set(NEIGHBOURS[base]) - p.areas_of(p.me))


def budget(p: Position) -> Iterator[str]:
    s, me = p.s, p.me
    euros, fuel = int(s.budget[me]), p.fuel(me)
    for kind in PILE_SIZES:
        if p.in_pile(kind, me) and p.cost(kind, me) + fuel <= euros:
            yield f"BUY_{kind.upper()}"
    for unit in p.units:
        if unit.owner == me and unit.local >= CORPORATION:
            number = unit.local - CORPORATION
            if unit.status == PILE and REBUILD_COST[unit.kind] + fuel <= euros:
                yield f"REBUILD({number})"
            elsewhere = unit.status == ON_MAP and p.friendly(me) - {unit.area}
            if unit.kind == "turret" and elsewhere and euros >= REBUILD_COST["turret"]:
                yield f"TURRET_SHIFT({number - NEUTRALS.index('turret_a')})"
    if euros >= 6 and s.stock[me] < STOCK_MAX and not p.used(RAISE):
        yield "RAISE_STOCK"
    if s.stock[me] >= 1 and not p.used(DESPERATE):
        yield "DESPERATE"
    if euros >= 2 and not p.used(LEGAL):
        yield "LEGAL"
    if euros >= 1 and not p.used(MEDIA_PAID):
        yield "MEDIA"
    yield "PASS"


def turret_dest(p: Position) -> set[str]:
    return p.area_names(p.friendly(p.me) - {int(p.s.unit_area[p.s.sel_unit])})


def legal_dir(p: Position) -> Iterator[str]:
    yield "PASS"
    if p.s.settlement < LAST_SPACE:
        yield "LEGAL_ADVANCE"
    if p.s.settlement > 0:
        yield "LEGAL_RETREAT"


def media_paid_dest(p: Position) -> set[str]:
    return p.area_names(set(AREAS) - {int(p.s.media_area[p.me])})


def event_units(p: Position) -> Iterator[str]:
    yield "PASS"
    for kind in PILE_SIZES:
        if p.in_pile(kind, p.me) and p.cost(kind, p.me) <= p.s.pending_units[p.me]:
            yield f"BUY_{kind.upper()}"


def marker_kind(p: Position) -> set[str]:
    return {f"MARK({kind})" for kind, place in enumerate(p.s.marker_place[p.me]) if place < 0}


def marker_where(p: Position) -> set[str]:
    cards = set()
    if (p.s.marker_place[p.me] < ON_CARD).all():
        for slot, (card, state) in enumerate(zip(p.s.hand_card[p.me], p.s.hand_state[p.me], strict=True)):
            defsat = state == FACE_UP and CARDS[card] == "defensive_satellites" and p.s.defsat_state[p.me] == SPENT
            if state == FACE_DOWN or defsat:
                cards.add(f"CARD({slot})")
    return p.area_names(p.areas_of(p.me)) | cards


# -- activation ------------------------------------------------------------------------------------


def activate(p: Position) -> Iterator[str]:
    yield "PASS"
    s, me = p.s, p.me
    movers = [
        unit
        for unit in p.own(me)
        if unit.acting and not unit.suppressed and not unit.moved and not unit.fired and unit.kind != "turret"
    ]
    yield from p.unit_names(movers)
    targets = [area for area in AREAS if not s.attacked[area] and p.eligible(p.active_shooters(), area)]
    yield from p.area_names(targets, "FIRE_AT")
    fighters = any(not unit.suppressed for unit in p.participants(me))
    if int(s.active_area) in p.areas_of(1 - me) and fighters and not s.nonmissile_fired:
        yield "ASSAULT"
    free = set(AREAS) - p.areas_of(1 - me) - {int(s.active_area)}
    if p.has(me, "eyries_transport") and not p.used(TRANSPORT) and movers and free:
        yield "TRANSPORT"
    if not s.act_started and not p.used(MEDIA_STEP):
        yield "MEDIA"


def move_dest(p: Position) -> set[str]:
    mover = next(unit for unit in p.units if unit.slot == p.s.sel_unit)
    return p.area_names(p.destinations(mover))


def media_step_dest(p: Position) -> set[str]:
    return p.area_names(NEIGHBOURS[p.s.media_area[p.me]])


def transport_group(p: Position) -> Iterator[str]:
    chosen = [unit for unit in p.own(p.me) if unit.in_group]
    yield from p.unit_names(
        unit
        for unit in p.own(p.me)
        if unit.acting and not (unit.in_group or unit.suppressed or unit.moved or unit.fired) and unit.kind != "turret"
    )
    if 1 <= len(chosen) <= 2:
        yield "CONFIRM"


def transport_dest(p: Position) -> set[str]:
    return p.area_names(set(AREAS) - p.areas_of(1 - p.me) - {int(p.s.active_area)})


def group(p: Position, shooters: list[Unit]) -> Iterator[str]:
    target = int(p.s.fire_target)
    yield from p.unit_names(p.eligible(shooters, target))
    if any(unit.in_group for unit in shooters):
        yield "CONFIRM"
    if len(p.all_in(shooters, target)) >= 2:
        yield "ALL_IN"


def firegroup(p: Position) -> Iterator[str]:
    yield from group(p, p.active_shooters())


def counter_target(p: Position) -> Iterator[str]:
    yield "PASS"
    sources = [area for area in AREAS if p.s.fire_src[area]]
    yield from p.area_names(area for area in sources if p.eligible(p.counter_shooters(), area))


def counter_group(p: Position) -> Iterator[str]:
    shooters = p.counter_shooters()
    yield from group(p, shooters)
    if not any(unit.in_group for unit in shooters):
        yield "PASS"


# -- losses ----------------------------------------------------------------------------------------


def waiting_targets(p: Position) -> list[Unit]:
    """Targets of the actor without a result."""
    return [unit for unit in p.own(p.me) if unit.is_target and unit.outcome == 0]


def auto_loss(p: Position) -> set[str]:
    return p.unit_names(waiting_targets(p))


def save_alloc(p: Position) -> set[str]:
    waiting = [unit for unit in waiting_targets(p) if not (unit.kind == "turret" and p.s.fire_result == R_RESULT)]
    first = min((unit.kind for unit in waiting), key=SAVE_ORDER.index)
    return p.unit_names(unit for unit in waiting if unit.kind == first)


def retreat(p: Position) -> Iterator[str]:
    unit = next(unit for unit in p.units if unit.slot == p.s.sel_unit)
    yield from p.area_names(set(NEIGHBOURS[unit.area]) - p.areas_of(1 - p.me))
    if unit.outcome == OPTIONAL_RETREAT:
        yield "PASS"


def assault_loss(p: Position) -> set[str]:
    return p.unit_names(p.participants(p.me))


def stack_loss(p: Position) -> set[str]:
    bases = {BASES[home] for home in p.home}
    stacks: dict[int, list[Unit]] = {}
    for unit in p.own(p.me):
        stacks.setdefault(p.view(unit.area), []).append(unit)
    full = [area for area, stack in stacks.items() if len(stack) > STACK_LIMIT and p.view(area) not in bases]
    return p.unit_names(stacks[min(full)])


# -- upgrades and resolution -----------------------------------------------------------------------


def upgrade(p: Position) -> Iterator[str]:
    yield from ("CONFIRM", "PASS")
    if not p.used(MEDIA_STEP):
        yield "MEDIA"


def token_place(p: Position) -> set[str]:
    mine = CARDS[p.s.hand_card[p.me, p.s.sel_slot]] == "lunar_mine"
    tokens = p.s.mine_token if mine else p.s.lab_token
    return p.area_names(area for area in p.controlled(p.me) if not tokens[area])


def steal_card(p: Position) -> set[str]:
    return {f"CARD({slot})" for slot, state in enumerate(p.s.hand_state[1 - p.me]) if state == FACE_DOWN}


def defsat_target(p: Position) -> Iterator[str]:
    yield "PASS"
    centre = int(p.s.defsat_area[p.me])
    held = {unit.area for unit in p.own(1 - p.me) if unit.kind != "stealth"}
    yield from p.area_names(held & {centre, *NEIGHBOURS[centre]}, "FIRE_AT")


def turret_rebuild_place(p: Position) -> set[str]:
    return p.area_names(p.friendly(p.me) | {BASES[p.home[p.me]]})


def choice(*names: str) -> Callable[[Position], Iterable[str]]:
    """A context that always offers the same."""
    return lambda p: names


CONTEXTS: Mapping[str, Callable[[Position], Iterable[str]]] = {
    "SETUP_BASE": choice("BASE_WEST", "BASE_EAST"),
    "SETUP_PLACE": setup_place,
    "DEFSAT_PLACE": lambda p: p.area_names(AREAS) | {"PASS"},
    "BUDGET": budget,
    "TURRET_DEST": turret_dest,
    "LEGAL_DIR": legal_dir,
    "MEDIA_PAID_DEST": media_paid_dest,
    "EVENT_UNITS": event_units,
    "MARKER_KIND": marker_kind,
    "MARKER_WHERE": marker_where,
    "AI_CHOICE": choice("CONFIRM", "PASS"),
    "ACTIVATE": activate,
    "MOVE_DEST": move_dest,
    "MEDIA_STEP_DEST": media_step_dest,
    "TRANSPORT_GROUP": transport_group,
    "TRANSPORT_DEST": transport_dest,
    "FIREGROUP": firegroup,
    "REROLL_OWN": choice("CONFIRM", "PASS"),
    "REROLL_ENEMY": choice("CONFIRM", "PASS"),
    "AUTO_LOSS": auto_loss,
    "SAVE_ALLOC": save_alloc,
    "RETREAT": retreat,
    "COUNTER_TARGET": counter_target,
    "COUNTER_GROUP": counter_group,
    "ASSAULT_LOSS": assault_loss,
    "STACK_LOSS": stack_loss,
    "UPGRADE": upgrade,
    "UPGRADE_REROLL": choice("CONFIRM", "PASS"),
    "TOKEN_PLACE": token_place,
    "STEAL_CARD": steal_card,
    "DEFSAT_TARGET": defsat_target,
    "TURRET_REBUILD_PLACE": turret_rebuild_place,
}
