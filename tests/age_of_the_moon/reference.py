"""Which actions are legal, written down once more: straight from the rules page, in plain Python, slow and simple.

Tests compare the compiled rules with ``legal_names``. Nothing here may call them; the numbers of actions and contexts
are those of the tables in "Decisions" of the rules page, and the component data are read from their files.
"""

import csv
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from types import SimpleNamespace

import numpy as np

import lunar_envs
from lunar_envs.games.age_of_the_moon.codes import (
    ASSET_TYPES,
    DEAL_ITEMS,
    FIRST_MODULE,
    HEXES,
    KINDS,
    MOST_OF_ONE_KIND,
    PLAYERS,
    RESOURCES,
    SLOTS,
    Action,
    Agreement,
    Context,
    Item,
    Kind,
    Phase,
    Resource,
    Rule,
    Sharing,
    Status,
    Tried,
)

GAME = lunar_envs.games["age_of_the_moon"]

SHARED_BY_OWNERSHIP = (Sharing.COLLAB, Sharing.JV)
NEGO_CAP = 32
MAX_STEPS = 20
MAX_COUNTERS = 2
JOINT_MODULES = 2
MODULES = tuple(range(FIRST_MODULE, ASSET_TYPES))

MENUS = (Context.NEGO_MENU, Context.BUY_MENU, Context.LAUNCH_MENU, Context.OPERATE_MENU)
WITH_EXCHANGES = (*MENUS, Context.EVENT_PAY, Context.FACE2, Context.RESPOND)

NEED_A_SLOT = (
    Kind.SHARING_A_REGION,
    Kind.COLLABORATIVE_CONSTRUCTION,
    Kind.TEMPORARY_SHARING,
    Kind.PEACE_TREATY,
    Kind.DIPLOMATIC_TENSION,
    Kind.JOINT_VENTURE,
    Kind.TRADE_EMBARGO,
    Kind.MUTUAL_DEFENSE_PACT,
)
HOSTILE = (
    Kind.RESOURCE_STEAL,
    Kind.RESOURCE_MONOPOLY,
    Kind.DIPLOMATIC_TENSION,
    Kind.LUNAR_ESPIONAGE,
    Kind.TRADE_EMBARGO,
    Kind.ECONOMIC_SANCTIONS,
)
"""Always hostile; Asset Destruction, Power Play and the Empty Card are so at times."""

LAUNCH_INFLATION, EXPORT_CONTROLS, ORBITAL_DEBRIS = 21, 23, 24
"""Ongoing events that change what is legal."""

Pair = tuple[int, int]
"""An asset: colour seat and type."""


def read_data(file: str) -> list[SimpleNamespace]:
    """The rows of a component file; numbers where they are numbers."""
    with (GAME.data_folder / file).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return [SimpleNamespace(**{key: number(value) for key, value in row.items()}) for row in rows]


def number(text: str) -> int | str:
    """The number that a text is, or the text."""
    return int(text) if text.removeprefix("-").isdigit() else text


ASSETS = read_data("infrastructure.csv")
BOARD = read_data("board_hexes.csv")
CARDS = read_data("negotiation_cards.csv")
EVENTS = read_data("events.csv")
ROCKETS = read_data("rockets.csv")
FACTIONS = read_data("factions.csv")
ICP = {row.icp: row for row in read_data("icp_scale.csv")}
EFFECTS = read_data("empty_card_effects.csv")

TOKENS = np.array([row.count for row in read_data("resources.csv")])
COST = [(a.cost_l, a.cost_w, a.cost_p, a.cost_s) for a in ASSETS]
OPERATION = [(a.op_l, a.op_w, a.op_p, a.op_s) for a in ASSETS]
REUSE = [(r.reuse_l, r.reuse_w, r.reuse_p, r.reuse_s) for r in ROCKETS]
AT = {(row.q, row.r): row.hex_id for row in BOARD}
NEIGHBOURS = [
    [AT[q, r] for q, r in ((h.q + 1, h.r), (h.q + 1, h.r - 1), (h.q, h.r - 1),
                           (h.q - 1, h.r), (h.q - 1, h.r + 1), (h.q, h.r + 1)) if (q, r) in AT]
    for h in BOARD
]  # fmt: skip


def is_rover(kind: int) -> bool:
    """Whether an asset type is a rover."""
    return ASSETS[kind].placement == "rover"


def is_orbital(kind: int) -> bool:
    """Whether an asset type stays in orbit."""
    return ASSETS[kind].placement == "orbital"


def seats_of(mask: int) -> list[int]:
    """The seats whose bits are set."""
    return [p for p in range(PLAYERS) if mask >> p & 1]


def covers(held: Iterable[int], cost: Iterable[int]) -> bool:
    """Whether a cost can be paid."""
    return all(have >= need for have, need in zip(held, cost, strict=True))


class Table:
    """One state in plain Python numbers, and what follows from it for anybody."""

    def __init__(self, state: np.ndarray):
        record = state[0]
        self.s = SimpleNamespace(**{name: record[name].tolist() for name in state.dtype.names})
        self.n = self.s.num_players
        self.seats = range(self.n)

    # -- facts -------------------------------------------------------------------------------------

    def ongoing(self, event: int) -> bool:
        """Whether an event lies in the Ongoing area."""
        return self.s.event_place[event] == 2

    def rule(self, rule: int) -> bool:
        """Whether a rule of the Lunar Summit is in force."""
        return bool(self.s.rules >> rule & 1)

    def clockwise(self, seat: int) -> list[int]:
        """All other seats, clockwise from ``seat``."""
        return [(seat + i) % self.n for i in range(1, self.n)]

    def hand_size(self, p: int) -> int:
        """Cards in a hand."""
        return sum(self.s.hand[p])

    def general_rate(self, p: int) -> int:
        """R25: tokens of one kind for one of another."""
        rate = FACTIONS[self.s.faction[p]].general_rate
        return max(2, rate + self.ongoing(EXPORT_CONTROLS) - self.rule(Rule.OPEN_MARKET))

    def cards_to_draw(self) -> bool:
        """R29: whether a negotiation card can be drawn."""
        return self.s.nego_deck_n > 0 or any(self.s.nego_discard)

    def slots_of(self, *kinds: int) -> list[int]:
        """Slots of the agreements table with such an agreement."""
        return [i for i in range(SLOTS) if self.s.ag_kind[i] in kinds]

    def free_slots(self) -> int:
        """R65."""
        return len(self.slots_of(Agreement.NONE))

    def members(self, slot: int) -> list[int]:
        """The members of an agreement."""
        return seats_of(self.s.ag_members[slot])

    def embargoed(self, p: int) -> bool:
        """R77."""
        return any(self.s.ag_target[i] == p for i in self.slots_of(Agreement.EMBARGO))

    def bound(self, p: int, q: int, *kinds: int) -> bool:
        """Whether two seats are members of one agreement of these kinds."""
        return any({p, q} <= set(self.members(i)) for i in self.slots_of(*kinds))

    def entries(self) -> list[tuple[int, ...]]:
        """The transfers in the deal: from, to, class, arg, quantity."""
        return [tuple(entry) for entry in self.s.deal[: self.s.deal_n]]

    # -- assets ------------------------------------------------------------------------------------

    def assets(self, *statuses: int) -> Iterator[Pair]:
        """All assets with one of these statuses."""
        for c in self.seats:
            for kind in range(ASSET_TYPES):
                if self.s.asset_status[c][kind] in statuses:
                    yield c, kind

    @cached_property
    def tokens(self) -> dict[int, list[Pair]]:
        """The tokens on every hex that has some."""
        found: dict[int, list[Pair]] = {}
        for c, kind in self.assets(Status.DEPLOYED):
            if not is_orbital(kind):
                found.setdefault(self.s.asset_hex[c][kind], []).append((c, kind))
        return found

    def owner(self, a: Pair) -> int:
        """The seat that owns an asset."""
        return self.s.asset_owner[a[0]][a[1]]

    def shared(self, a: Pair) -> int:
        """How an asset is shared."""
        return self.s.co_kind[a[0]][a[1]]

    def sharers(self, a: Pair) -> list[int]:
        """Who shares an asset with its owner."""
        return seats_of(self.s.co_mask[a[0]][a[1]])

    def co_owners(self, a: Pair) -> list[int]:
        """Who owns an asset together with its owner: collaboration and joint venture."""
        return self.sharers(a) if self.shared(a) in SHARED_BY_OWNERSHIP else []

    def holders(self, a: Pair) -> list[int]:
        """The owner and the co-owners."""
        return [self.owner(a), *self.co_owners(a)]

    def paid(self, a: Pair) -> list[int]:
        """Who has paid for the operation of an asset."""
        return seats_of(self.s.op_paid[a[0]][a[1]])

    def blocked(self, a: Pair) -> bool:
        """Whether an event blocks an asset."""
        return bool(self.s.asset_blocked[a[0]][a[1]])

    def operated(self, a: Pair) -> bool:
        """R62."""
        if not any(OPERATION[a[1]]):
            return True
        if self.shared(a) == Sharing.JV or (self.shared(a) == Sharing.COLLAB and is_rover(a[1])):
            return bool(self.paid(a))
        return {self.owner(a), *self.sharers(a)} <= set(self.paid(a))

    def transferable(self, p: int) -> list[Pair]:
        """R98: assets that a seat can give away."""
        return [a for a in self.assets(Status.EARTH, Status.DEPLOYED) if self.owner(a) == p and not self.shared(a)]

    def modules(self, seats: Collection[int], *statuses: int) -> set[int]:
        """Module types that these seats hold."""
        return {a[1] for a in self.assets(*statuses) if a[1] in MODULES and any(p in seats for p in self.holders(a))}

    # -- network (R55) -----------------------------------------------------------------------------

    def bases(self, p: int) -> list[int]:
        """The hexes of the surface assets, other than rovers, that a seat owns or co-owns; one for each asset."""
        return [h for h, here in self.tokens.items() for a in here if not is_rover(a[1]) and p in self.holders(a)]

    @cached_property
    def nodes(self) -> list[set[int]]:
        """The nodes of every seat."""
        return [set(self.bases(p)) | {h for h in range(HEXES) if self.s.hex_share[h] >> p & 1} for p in self.seats]

    @cached_property
    def main_network(self) -> list[set[int]]:
        """The main network of every seat."""
        return [self._main_network(p) for p in self.seats]

    def _main_network(self, p: int) -> set[int]:
        bases = self.bases(p)
        components = list(_components(self.nodes[p]))
        return min(components, key=lambda c: (-sum(h in c for h in bases), min(c)), default=set())

    def connected(self, a: Pair) -> bool:
        """Whether an asset may be operated where it stands."""
        if is_rover(a[1]) or is_orbital(a[1]):
            return True
        return any(self.s.asset_hex[a[0]][a[1]] in self.main_network[p] for p in self.holders(a))

    # -- placement (R52-R54, R58) ------------------------------------------------------------------

    def places(self, a: Pair) -> set[int]:
        """The hexes where an asset may be deployed."""
        room = {h for h in range(HEXES) if self.has_room(a, h)}
        if is_rover(a[1]):
            return room
        networks = set().union(*(self.nodes[p] for p in self.holders(a)))
        reach = networks.union(*(NEIGHBOURS[h] for h in networks))
        return room & reach if networks else room

    def has_room(self, a: Pair, h: int) -> bool:
        """R52, R53 (i)."""
        here = self.tokens.get(h, [])
        own_rovers = all(is_rover(b[1]) and self.owner(b) == self.owner(a) for b in here)
        if not here or (own_rovers and not is_rover(a[1])):
            return True
        return len(here) == 1 and self.may_stand_beside(a, h, self.owner(here[0]))

    def may_stand_beside(self, a: Pair, h: int, other: int) -> bool:
        """R54: whether an asset may be placed on a hex that holds one token, of ``other``."""
        me, share = self.owner(a), set(seats_of(self.s.hex_share[h]))
        if other == me:
            return False
        venture = self.shared(a) == Sharing.JV and other in self.sharers(a) and share in (set(), {me, other})
        return share == {me, other} or self.rule(Rule.OPEN_REGIONS) or venture

    def rover_goals(self, a: Pair) -> set[int]:
        """R58: the hexes that a rover may enter."""
        return {h for h in NEIGHBOURS[self.s.asset_hex[a[0]][a[1]]] if self.may_enter(a, h)}

    def may_enter(self, a: Pair, h: int) -> bool:
        """R58, for one hex."""
        here = self.tokens.get(h, [])
        if all(is_rover(b[1]) for b in here):
            return True
        other = self.owner(here[0])
        return (
            len(here) == 1 and other != self.owner(a) and set(seats_of(self.s.hex_share[h])) == {self.owner(a), other}
        )


def _components(nodes: set[int]) -> Iterator[set[int]]:
    """The connected parts of a set of hexes."""
    left = set(nodes)
    while left:
        part, edge = set(), {min(left)}
        while edge:
            part |= edge
            edge = {k for h in edge for k in NEIGHBOURS[h]} & left - part
        left -= part
        yield part


class Seat(Table):
    """The acting seat of a state."""

    def __init__(self, state: np.ndarray):
        super().__init__(state)
        self.me = self.s.to_move
        self.others = self.clockwise(self.me)
        self.res = self.s.res[self.me]

    def player(self, q: int) -> int:
        """PICK_PLAYER for a seat."""
        return Action.PICK_PLAYER + (q - self.me) % self.n

    def players(self, seats: Iterable[int]) -> set[int]:
        """PICK_PLAYER for some seats."""
        return {self.player(q) for q in seats}

    def picks(self, assets: Iterable[Pair]) -> set[int]:
        """PICK_ASSET for some assets."""
        return {Action.PICK_ASSET + (c - self.me) % self.n * ASSET_TYPES + kind for c, kind in assets}

    def selected(self) -> Pair:
        """The asset that is being placed or moved."""
        return divmod(self.s.sel_asset, ASSET_TYPES)

    # -- exchanges (R25-R27) -----------------------------------------------------------------------

    def exchanges(self) -> set[int]:
        """All exchanges."""
        s, faction = self.s, FACTIONS[self.s.faction[self.me]]
        rate = self.general_rate(self.me)
        ids = set()
        for give in range(RESOURCES):
            for get in range(RESOURCES):
                if give != get and self.res[give] >= rate and s.supply[get]:
                    ids.add(Action.EXCHANGE + 5 * give + get)
            if self.res[give] >= faction.card_rate and self.cards_to_draw():
                ids.add(Action.EXCHANGE + 5 * give + RESOURCES)
            wanted = faction.adv21_res
            if wanted not in (-1, give) and self.res[give] >= 2 and s.supply[wanted]:
                ids.add(Action.ADVANTAGE + give)
        return ids

    # -- what a card can be played for (R63-R89) ---------------------------------------------------

    def gives(self, q: int) -> set[int]:
        """R66: resources that can be offered to ``q``."""
        theirs = {b for b in range(RESOURCES) if self.s.res[q][b]}
        return {a for a in range(RESOURCES) if self.res[a] and theirs - {a}}

    def regions(self, q: int) -> set[int]:
        """R67: hexes that can be shared with ``q``."""
        return {
            h
            for h, here in self.tokens.items()
            if len(here) == 1 and self.owner(here[0]) in (self.me, q) and not self.s.hex_share[h]
        }

    def blueprints(self) -> list[Pair]:
        """Blueprints of the own colour."""
        return [a for a in self.assets(Status.BLUEPRINT) if a[0] == self.me]

    def collaborations(self, q: int) -> list[Pair]:
        """R68: blueprints that can be built together with ``q``."""
        return [a for a in self.blueprints() if self.half_payable(self.me, q, a[1])]

    def half_payable(self, by: int, q: int, kind: int) -> bool:
        """R68: whether ``q`` can pay half of a cost and ``by`` the rest."""
        half = [c // 2 for c in COST[kind]]
        rest = [c - c // 2 for c in COST[kind]]
        return covers(self.s.res[q], half) and covers(self.s.res[by], rest)

    def temporary(self, q: int) -> list[Pair]:
        """R69: assets that can be shared with ``q`` for a round."""
        return [a for a in self.assets(Status.DEPLOYED) if not self.shared(a) and self.owner(a) in (self.me, q)]

    def splits(self, by: int, partners: Collection[int], kind: int) -> set[int]:
        """R73: the build splits that are payable."""
        s, cost, count = self.s, COST[kind], len(partners) + 1
        first = next(q for q in self.clockwise(by) if q in partners)
        part = [c // count for c in cost]
        rest = [c - len(partners) * p for c, p in zip(cost, part, strict=True)]
        payable = {
            0: covers(s.res[by], cost),
            1: covers(s.res[by], rest) and all(covers(s.res[q], part) for q in partners),
            2: covers(s.res[first], cost),
        }
        return {split for split, possible in payable.items() if possible}

    def ventures(self) -> list[Pair]:
        """R73: assets that can become joint ventures."""
        built = [a for a in self.blueprints() if any(self.splits(self.me, {q}, a[1]) for q in self.others)]
        return built + [a for a in self.assets(Status.DEPLOYED) if not self.shared(a)]

    def invitations(self) -> list[int]:
        """Who can be invited to a treaty, a joint venture or a joint victory."""
        s = self.s
        invited = set(seats_of(s.ng_invited))
        left = [q for q in self.others if q not in invited]
        if s.ng_kind == Kind.JOINT_VICTORY:
            return [q for q in left if not s.joint[q]]
        c, kind = divmod(s.ng_asset, ASSET_TYPES)
        if s.ng_kind == Kind.JOINT_VENTURE and s.asset_status[c][kind] == Status.BLUEPRINT:
            return [q for q in left if self.splits(self.me, invited | {q}, kind)]
        return left

    def own_alone(self, h: int) -> bool:
        """R79: whether a hex holds only own tokens without co-owners."""
        return all(self.owner(a) == self.me and not self.sharers(a) for a in self.tokens[h])

    def targets_of_destruction(self) -> set[int]:
        """R79: hexes that can be destroyed."""
        peace = self.rule(Rule.DEMILITARISATION)
        return {h for h in self.tokens if not peace or self.own_alone(h)}

    def summit_rules(self) -> set[int]:
        """R88."""
        s, useless = self.s, set()
        if not self.tokens:
            useless.add(Rule.CLEAR_REGION)
        if 2 not in s.event_place:
            useless.add(Rule.END_ONGOING_EVENTS)
        if min(s.icp[: self.n]) >= 0 and not self.slots_of(Agreement.EMBARGO):
            useless.add(Rule.AMNESTY)
        return set(Rule) - useless

    def targets(self, kind: int) -> set[int]:
        """The players that a card can be played on (4.4); the acting seat is the bank."""
        s = self.s
        rich = {q for q in self.others if any(s.res[q])}
        holding = {q for q in self.others if self.hand_size(q)}
        peace = self.rule(Rule.DEMILITARISATION)
        tests: dict[int, Callable[[int], object]] = {
            Kind.EXCHANGE_RESOURCES: self.gives,
            Kind.SHARING_A_REGION: self.regions,
            Kind.COLLABORATIVE_CONSTRUCTION: self.collaborations,
            Kind.TEMPORARY_SHARING: self.temporary,
            Kind.SELL_AN_ASSET: lambda q: self.transferable(self.me) and (q in rich or self.transferable(q)),
            Kind.RESOURCE_STEAL: lambda q: q in rich,
            Kind.DIPLOMATIC_TENSION: lambda q: True,
            Kind.LUNAR_ESPIONAGE: lambda q: q in holding,
            Kind.TRADE_EMBARGO: lambda q: not self.embargoed(q),
            Kind.MUTUAL_DEFENSE_PACT: lambda q: not self.bound(self.me, q, Agreement.PACT),
            Kind.ECONOMIC_SANCTIONS: lambda q: q in rich,
            Kind.POWER_PLAY: lambda q: q in holding and not peace,
            Kind.EMPTY_CARD: self.empty_card_hits,
        }
        found = {q for q in self.others if tests[kind](q)}
        return found | ({self.me} if kind == Kind.POWER_PLAY and self.cards_to_draw() else set())

    def empty_card_hits(self, q: int) -> bool:
        """R89."""
        s, effect = self.s, self.s.opt_empty
        if effect == 0:
            return not s.jammed[q] and s.phase != Phase.OPERATE
        if effect == 1:
            return s.res[q][Resource.SCIENCE] > 0
        return any(s.res[q]) if effect == 2 else effect != 7

    def playable(self, kind: int) -> bool:
        """4.4, for one kind."""
        s = self.s
        effect = EFFECTS[s.opt_empty].type if kind == Kind.EMPTY_CARD else ""
        if "negotiation" in (CARDS[kind].type, effect) and ICP[s.icp[self.me]].isolated:
            return False
        if (kind in HOSTILE or effect == "conflict") and self.rule(Rule.DEMILITARISATION):
            return False
        if kind in NEED_A_SLOT and not self.free_slots():
            return False
        if self.n < CARDS[kind].min_players:
            return False
        tests: dict[int, Callable[[], object]] = {
            Kind.PEACE_TREATY: lambda: True,
            Kind.FREE_NEGOTIATION: lambda: not s.tried[self.me] & Tried.FREE,
            Kind.OPEN_NEGOTIATION_PRIVILEGE: lambda: s.ctx == Context.NEGO_MENU,
            Kind.STOP: lambda: False,
            Kind.RESOURCE_MONOPOLY: lambda: any(any(s.res[q]) for q in self.others),
            Kind.ASSET_DESTRUCTION: self.targets_of_destruction,
            Kind.DIPLOMATIC_TENSION: lambda: self.res[Resource.LUNAR],
            Kind.LUNAR_SUMMIT: lambda: not s.tried[self.me] & Tried.SUMMIT and self.summit_rules(),
            Kind.JOINT_VENTURE: self.ventures,
        }
        return bool(tests.get(kind, lambda: self.targets(kind))())

    def menu_cards(self) -> set[int]:
        """The cards that can be played from a menu."""
        s = self.s
        if s.nego_count >= NEGO_CAP:
            return set()
        everything = s.ctx == Context.NEGO_MENU or s.open_priv[self.me]
        kinds = range(KINDS) if everything else (Kind.FREE_NEGOTIATION,)
        return {Action.PICK_CARD + k for k in kinds if s.hand[self.me][k] and self.playable(k)}

    # -- launches (R43-R46) ------------------------------------------------------------------------

    def fresh_or_reusable(self, kind: int) -> bool | None:
        """Whether the rocket that would fly is reused; None if none can fly (R43)."""
        s = self.s
        mine = [i for i, where in enumerate(s.rocket_loc) if where == self.me and s.rocket_kind[i] == kind]
        if any(not s.rocket_flown[i] for i in mine):
            return False
        ready = ROCKETS[kind].reusable and any(not s.rocket_reused[i] for i in mine)
        return True if ready else None

    def fees_payable(self, kind: int, reused: bool, orbital: bool) -> bool:
        """R43-R45: whether the fees of a flight can be paid."""
        left = list(self.res)
        left[Resource.LUNAR] -= orbital and self.ongoing(ORBITAL_DEBRIS)
        if left[Resource.LUNAR] < 0:
            return False
        if not reused or self.s.free_reuse[self.me]:
            return True
        return sum(left) >= 1 if FACTIONS[self.s.faction[self.me]].reuse_any else covers(left, REUSE[kind])

    def loadable(self, rocket: int, reused: bool, room: int) -> list[Pair]:
        """R45: what can be loaded on a rocket of a kind with ``room`` left."""
        loaded = any(is_orbital(a[1]) for a in self.assets(Status.LOADED))
        return [
            a
            for a in self.assets(Status.EARTH)
            if self.me in self.holders(a)
            and ASSETS[a[1]].payload <= room
            and (is_orbital(a[1]) or (not self.s.no_surface and self.places(a)))
            and self.fees_payable(rocket, reused, loaded or is_orbital(a[1]))
        ]

    def launchable(self) -> set[int]:
        """Kinds of rockets that can be launched now."""
        if self.s.jammed[self.me]:
            return set()
        flights = {kind: self.fresh_or_reusable(kind) for kind in range(len(ROCKETS))}
        return {
            kind
            for kind, reused in flights.items()
            if reused is not None and self.loadable(kind, reused, ROCKETS[kind].capacity)
        }

    # -- operation (R57, R58, R91) -----------------------------------------------------------------

    def operable(self, a: Pair) -> bool:
        """R57, or another move of a rover."""
        if self.blocked(a) or not any(OPERATION[a[1]]) or not covers(self.res, OPERATION[a[1]]):
            return False
        mine = self.me in (self.owner(a), *self.sharers(a))
        group = self.s.joint[self.me]
        ally = self.owner(a) != self.me and group and self.s.joint[self.owner(a)] == group and a[1] in MODULES
        paid = set(self.paid(a))
        open_bits = ({self.me} if mine else set()) | ({self.owner(a)} if ally else set())
        venture = self.shared(a) == Sharing.JV
        payable = not paid if venture and open_bits else bool(open_bits - paid)
        again = mine and is_rover(a[1]) and (paid if venture else self.me in paid) and self.rover_goals(a)
        return bool((payable and self.connected(a)) or again)

    # -- deals (R98-R102) --------------------------------------------------------------------------

    def counter(self) -> bool:
        """Whether the deal on the table is a counter-offer."""
        return self.s.ng_editor != self.s.ng_by or self.s.ng_counters > 0

    def parties(self) -> list[int]:
        """Who can give and receive."""
        s = self.s
        if s.ng_kind == Kind.SELL_AN_ASSET:
            return [s.ng_by, s.ng_target]
        if s.ng_kind == Kind.JOINT_VICTORY or self.counter():
            return [s.ng_by, *seats_of(s.ng_invited)]
        return list(self.seats)

    def given(self, giver: int, item: int, arg: int | None = None) -> int:
        """How much of an item the deal already takes from a player."""
        return sum(q for f, _, i, x, q in self.entries() if f == giver and i == item and arg in (None, x))

    def listed(self, giver: int, *items: int, arg: int | None = None) -> int:
        """How many transfers of such items the deal holds."""
        return sum(f == giver and i in items and arg in (None, x) for f, _, i, x, _ in self.entries())

    def resources_left(self, giver: int, resource: int) -> int:
        """Tokens that a giver can still promise."""
        if self.s.ng_kind == Kind.JOINT_VICTORY:
            return MOST_OF_ONE_KIND
        return self.s.res[giver][resource] - self.given(giver, Item.RESOURCE, resource)

    def icp_left(self, giver: int) -> int:
        """ICP that a giver can still promise."""
        return self.s.icp[giver] + 10 - self.given(giver, Item.ICP)

    def non_aggression_possible(self, giver: int, taker: int) -> bool:
        """R98, item class 6."""
        planned = [{f, to} for f, to, item, _, _ in self.entries() if item == Item.NON_AGGRESSION]
        bound = self.bound(giver, taker, Agreement.TREATY, Agreement.PACT)
        return len(planned) < self.free_slots() and not bound and {giver, taker} not in planned

    def items(self, giver: int, taker: int) -> set[int]:
        """The items that a transfer may be of."""
        s, first = self.s, not self.s.deal_n
        resources = {Action.PICK_RES + r for r in range(RESOURCES) if self.resources_left(giver, r) > 0}
        if s.ng_kind == Kind.JOINT_VICTORY:
            return resources
        assets = self.picks(
            a for a in self.transferable(giver) if not self.listed(giver, Item.ASSET, arg=a[0] * ASSET_TYPES + a[1])
        )
        if s.ng_kind == Kind.SELL_AN_ASSET:
            if first:
                return assets if (giver, taker) == (s.ng_by, s.ng_target) else set()
            return assets | resources
        if first and s.ng_by not in (giver, taker):
            return set()
        return assets | resources | self.other_items(giver, taker)

    def other_items(self, giver: int, taker: int) -> set[int]:
        """The items that only a Free Negotiation can transfer."""
        s, ids = self.s, set()
        if self.icp_left(giver) > 0:
            ids.add(Action.ITEM_ICP)
        if self.listed(giver, Item.CARD, Item.RANDOM_CARD) < self.hand_size(giver):
            if giver == self.me:
                hand = enumerate(s.hand[giver])
                ids |= {Action.PICK_CARD + k for k, count in hand if count > self.listed(giver, Item.CARD, arg=k)}
            else:
                ids.add(Action.ITEM_RANDOM_CARD)
        for kind in range(len(ROCKETS)):
            owned = sum(w == giver and k == kind for w, k in zip(s.rocket_loc, s.rocket_kind, strict=True))
            if owned > self.listed(giver, Item.ROCKET, arg=kind):
                ids.add(Action.PICK_ROCKET + kind)
        if self.non_aggression_possible(giver, taker):
            ids.add(Action.ITEM_NON_AGGRESSION)
        return ids

    def takers(self, giver: int) -> list[int]:
        """Who can receive something from a player."""
        return [q for q in self.parties() if q != giver and self.items(giver, q)]

    def submittable(self) -> bool:
        """R71, R72, R99, R101."""
        s, entries = self.s, self.entries()
        if self.counter() and s.ng_steps < 1:
            return False
        if s.ng_kind == Kind.SELL_AN_ASSET:
            sold = any(f == s.ng_by and item == Item.ASSET for f, _, item, _, _ in entries)
            return sold and any(f == s.ng_target for f, *_ in entries)
        return bool(entries) or s.ng_kind == Kind.JOINT_VICTORY

    def deliverable(self) -> bool:
        """R99: whether all transfers of the deal can be made together."""
        s = self.s
        if s.ng_kind == Kind.JOINT_VICTORY:
            return True
        for f, _, item, arg, _ in self.entries():
            owned = sum(w == f and k == arg for w, k in zip(s.rocket_loc, s.rocket_kind, strict=True))
            possible = {
                Item.RESOURCE: lambda f=f, arg=arg: self.resources_left(f, arg) >= 0,
                Item.ICP: lambda f=f: self.icp_left(f) >= 0,
                Item.ASSET: lambda f=f, arg=arg: divmod(arg, ASSET_TYPES) in self.transferable(f),
                Item.CARD: lambda f=f, arg=arg: s.hand[f][arg] >= self.listed(f, Item.CARD, arg=arg),
                Item.RANDOM_CARD: lambda f=f: self.hand_size(f) >= self.listed(f, Item.CARD, Item.RANDOM_CARD),
                Item.ROCKET: lambda f=f, arg=arg, owned=owned: owned >= self.listed(f, Item.ROCKET, arg=arg),
                Item.NON_AGGRESSION: lambda: True,
            }
            if not possible[Item(item)]():
                return False
        planned = sum(item == Item.NON_AGGRESSION for _, _, item, _, _ in self.entries())
        return planned <= self.free_slots()

    # -- answers -----------------------------------------------------------------------------------

    def fulfillable(self) -> bool:
        """R63: whether the terms on the table can be carried out now."""
        s = self.s
        c, kind = divmod(s.ng_asset, ASSET_TYPES)
        if s.ng_kind == Kind.EXCHANGE_RESOURCES:
            return s.res[s.ng_by][s.ng_a] >= s.ng_amt and s.res[s.ng_target][s.ng_b] >= s.ng_amt
        if s.ng_kind == Kind.COLLABORATIVE_CONSTRUCTION:
            return self.half_payable(s.ng_by, s.ng_target, kind)
        if s.ng_kind in (Kind.SELL_AN_ASSET, Kind.FREE_NEGOTIATION):
            return self.deliverable()
        if s.ng_kind == Kind.JOINT_VENTURE and s.asset_status[c][kind] == Status.BLUEPRINT:
            return s.ng_x in self.splits(s.ng_by, seats_of(s.ng_invited), kind)
        return True

    def may_counter(self) -> bool:
        """R101."""
        s = self.s
        partners = seats_of(s.ng_invited)
        if s.ng_kind not in (Kind.SELL_AN_ASSET, Kind.FREE_NEGOTIATION, Kind.JOINT_VENTURE) or len(partners) != 1:
            return False
        c, kind = divmod(s.ng_asset, ASSET_TYPES)
        if s.ng_kind == Kind.JOINT_VENTURE and s.asset_status[c][kind] == Status.BLUEPRINT:
            return s.ng_counters < MAX_COUNTERS and bool(self.splits(s.ng_by, partners, kind))
        return s.ng_counters < MAX_COUNTERS

    def joint_victory_possible(self) -> bool:
        """R90."""
        s = self.s
        outside = [p for p in self.seats if not s.joint[p]]
        return (
            len(set(s.joint[: self.n]) - {0}) < 2
            and self.me in outside
            and len(outside) > 1
            and not s.tried[self.me] & Tried.JOINT
            and s.nego_count < NEGO_CAP
            and len(self.modules(outside, Status.EARTH, Status.DEPLOYED)) >= JOINT_MODULES
        )


# -- one function per decision ----------------------------------------------------------------------


def _event_pay(seat: Seat) -> set[int]:
    event = EVENTS[seat.s.cur_event]
    return {Action.REJECT} | ({Action.ACCEPT} if seat.res[event.p0] >= event.p1 else set())


def _event_pick_asset(seat: Seat) -> set[int]:
    return seat.picks(
        a
        for h, here in seat.tokens.items()
        for a in here
        if BOARD[h].quarter == seat.s.quarter_last and seat.owner(a) == seat.me and a[1] not in MODULES
    )


def _event_pick_card(seat: Seat) -> set[int]:
    face_up = {Action.PICK_CARD + Kind.OPEN_NEGOTIATION_PRIVILEGE} if seat.s.open_priv[seat.me] else set()
    return face_up | {Action.PICK_CARD + k for k, count in enumerate(seat.s.hand[seat.me]) if count}


def _nego_menu(seat: Seat) -> set[int]:
    s, ids = seat.s, {Action.PASS} | seat.menu_cards()
    if seat.joint_victory_possible():
        ids.add(Action.JOINT_VICTORY)
    for i in seat.slots_of(Agreement.EXCHANGE):
        if seat.me in seat.members(i):
            ids.add(Action.END + i)
            by, to, amount = s.ag_by[i], s.ag_target[i], s.ag_amt[i]
            payable = s.res[by][s.ag_a[i]] >= amount and s.res[to][s.ag_b[i]] >= amount
            if payable and not s.ag_used[i] and s.nego_count < NEGO_CAP:
                ids.add(Action.INVOKE + i)
    return ids | {
        Action.END + i for i in seat.slots_of(Agreement.JV) if seat.me in seat.members(i) and not s.ag_used[i]
    }


def _withdraw(seat: Seat) -> set[int]:
    return {Action.JOINT_WITHDRAW} if seat.s.joint[seat.me] else set()


def _buy_menu(seat: Seat) -> set[int]:
    s, ids = seat.s, {Action.PASS} | seat.menu_cards() | _withdraw(seat)
    for kind, rocket in enumerate(ROCKETS):
        price = max(1, rocket.cost_l + seat.ongoing(LAUNCH_INFLATION) - s.rideshare)
        offered = any(w == -1 and k == kind for w, k in zip(s.rocket_loc, s.rocket_kind, strict=True))
        if offered and seat.res[Resource.LUNAR] >= price:
            ids.add(Action.PICK_ROCKET + kind)
    return ids | seat.picks(a for a in seat.blueprints() if covers(seat.res, COST[a[1]]))


def _launch_menu(seat: Seat) -> set[int]:
    return (
        {Action.PASS} | seat.menu_cards() | _withdraw(seat) | {Action.PICK_ROCKET + kind for kind in seat.launchable()}
    )


def _load(seat: Seat) -> set[int]:
    s = seat.s
    rocket = s.rocket_kind[s.launch_rocket]
    ids = seat.picks(seat.loadable(rocket, bool(s.rocket_flown[s.launch_rocket]), s.launch_left))
    return ids | ({Action.SUBMIT} if any(seat.assets(Status.LOADED)) else set())


def _resources_held(seat: Seat) -> set[int]:
    return {Action.PICK_RES + r for r in range(RESOURCES) if seat.res[r]}


def _face2(seat: Seat) -> set[int]:
    return {Action.REJECT} | ({Action.ACCEPT} if seat.res[Resource.SCIENCE] else set())


def _deploy_pick(seat: Seat) -> set[int]:
    return seat.picks(a for a in seat.assets(Status.LOADED) if not is_orbital(a[1]) and seat.places(a))


def _deploy_hex(seat: Seat) -> set[int]:
    return _hexes(seat.places(seat.selected()))


def _operate_menu(seat: Seat) -> set[int]:
    return {Action.PASS} | seat.menu_cards() | seat.picks(a for a in seat.assets(Status.DEPLOYED) if seat.operable(a))


def _rover_move(seat: Seat) -> set[int]:
    return {Action.PASS} | _hexes(seat.rover_goals(seat.selected()))


def _yes_or_no(seat: Seat) -> set[int]:
    return {Action.ACCEPT, Action.REJECT}


def _card_target(seat: Seat) -> set[int]:
    return seat.players(seat.targets(seat.s.ng_kind))


def _card_give_res(seat: Seat) -> set[int]:
    return {Action.PICK_RES + a for a in seat.gives(seat.s.ng_target)}


def _card_get_res(seat: Seat) -> set[int]:
    s = seat.s
    return {Action.PICK_RES + b for b in range(RESOURCES) if b != s.ng_a and s.res[s.ng_target][b]}


def _card_amount(seat: Seat) -> set[int]:
    s = seat.s
    most = min(MOST_OF_ONE_KIND, seat.res[s.ng_a], s.res[s.ng_target][s.ng_b])
    return {Action.PICK_NUM + m for m in range(1, most + 1)}


def _card_hex(seat: Seat) -> set[int]:
    if seat.s.ng_kind == Kind.SHARING_A_REGION:
        return _hexes(seat.regions(seat.s.ng_target))
    return _hexes(seat.targets_of_destruction() if seat.s.ng_kind == Kind.ASSET_DESTRUCTION else seat.tokens)


def _card_asset(seat: Seat) -> set[int]:
    s = seat.s
    if s.ng_kind == Kind.JOINT_VENTURE:
        return seat.picks(seat.ventures())
    return seat.picks(
        (seat.collaborations if s.ng_kind == Kind.COLLABORATIVE_CONSTRUCTION else seat.temporary)(s.ng_target)
    )


def _card_invite(seat: Seat) -> set[int]:
    return seat.players(seat.invitations()) | ({Action.PASS} if seat.s.ng_invited else set())


def _card_res(seat: Seat) -> set[int]:
    s = seat.s
    hit = [s.ng_target] if s.ng_kind == Kind.RESOURCE_STEAL else seat.others
    return {Action.PICK_RES + r for r in range(RESOURCES) if any(s.res[q][r] for q in hit)}


def _jv_build(seat: Seat) -> set[int]:
    s = seat.s
    return {Action.PICK_NUM + split for split in seat.splits(s.ng_by, seats_of(s.ng_invited), s.ng_asset % ASSET_TYPES)}


def _jv_split(seat: Seat) -> set[int]:
    return {Action.PICK_NUM + split for split in range(3)}


def _summit_rule(seat: Seat) -> set[int]:
    return {Action.PICK_RULE + rule for rule in seat.summit_rules()}


def _deal_menu(seat: Seat) -> set[int]:
    s = seat.s
    editing = s.ng_steps < MAX_STEPS
    ids = set()
    if editing and s.deal_n < DEAL_ITEMS:
        ids |= seat.players(p for p in seat.parties() if seat.takers(p))
    if seat.submittable():
        ids.add(Action.SUBMIT)
    ids = ids or {Action.CANCEL}
    return ids | ({Action.CLEAR} if editing and s.deal_n else set())


def _deal_to(seat: Seat) -> set[int]:
    return seat.players(seat.takers(seat.s.draft[0]))


def _deal_item(seat: Seat) -> set[int]:
    return seat.items(*seat.s.draft[:2])


def _deal_qty(seat: Seat) -> set[int]:
    giver, _, item, arg = seat.s.draft
    left = seat.icp_left(giver) if item == Item.ICP else seat.resources_left(giver, arg)
    return {Action.PICK_NUM + m for m in range(1, min(MOST_OF_ONE_KIND, left) + 1)}


def _respond(seat: Seat) -> set[int]:
    ids = {Action.REJECT} | ({Action.ACCEPT} if seat.fulfillable() else set())
    return ids | ({Action.COUNTER} if seat.may_counter() else set())


def _stop_window(seat: Seat) -> set[int]:
    return {Action.PASS} | ({Action.PICK_CARD + Kind.STOP} if seat.s.hand[seat.me][Kind.STOP] else set())


def _hexes(hexes: Iterable[int]) -> set[int]:
    return {Action.PICK_HEX + h for h in hexes}


CONTEXTS: dict[int, Callable[[Seat], set[int]]] = {
    Context.TERMINAL: lambda seat: set(),
    Context.EVENT_PAY: _event_pay,
    Context.EVENT_PICK_ASSET: _event_pick_asset,
    Context.EVENT_PICK_CARD: _event_pick_card,
    Context.NEGO_MENU: _nego_menu,
    Context.BUY_MENU: _buy_menu,
    Context.LAUNCH_MENU: _launch_menu,
    Context.LOAD: _load,
    Context.REUSE_PAY: _resources_held,
    Context.FACE2: _face2,
    Context.DEPLOY_PICK: _deploy_pick,
    Context.DEPLOY_HEX: _deploy_hex,
    Context.OPERATE_MENU: _operate_menu,
    Context.ROVER_MOVE: _rover_move,
    Context.ROVER_CONSENT: _yes_or_no,
    Context.CARD_TARGET: _card_target,
    Context.CARD_GIVE_RES: _card_give_res,
    Context.CARD_GET_RES: _card_get_res,
    Context.CARD_AMOUNT: _card_amount,
    Context.CARD_HEX: _card_hex,
    Context.CARD_ASSET: _card_asset,
    Context.CARD_INVITE: _card_invite,
    Context.CARD_RES: _card_res,
    Context.JV_BUILD: _jv_build,
    Context.JV_SPLIT: _jv_split,
    Context.SUMMIT_RULE: _summit_rule,
    Context.DEAL_MENU: _deal_menu,
    Context.DEAL_TO: _deal_to,
    Context.DEAL_ITEM: _deal_item,
    Context.DEAL_QTY: _deal_qty,
    Context.RESPOND: _respond,
    Context.VOTE: _yes_or_no,
    Context.STOP_WINDOW: _stop_window,
    Context.SANCTION_PAY: _resources_held,
    Context.SPY_SHARE: _yes_or_no,
    Context.END_CONSENT: _yes_or_no,
}


def legal_names(state: np.ndarray) -> set[str]:
    """Names of all legal actions, by "Decisions" of the rules page."""
    if state[0].ctx == Context.TERMINAL:
        return set()
    seat = Seat(state)
    ids = CONTEXTS[Context(seat.s.ctx)](seat)
    if seat.s.ctx in WITH_EXCHANGES:
        ids |= seat.exchanges()
    return {GAME.action_name(action) for action in ids}
