"""What actions do, written down once more in plain Python; see reference.py.

``Simulator.play`` takes one action and all forced ones after it. Of chance it knows only that the discard pile was
shuffled (``shuffled``); what lies in the new deck, and where, it cannot tell.
"""

import re

import numpy as np

from .reference import CONTEXTS, HAND, IN_PLAY, IRON, PILE, ROOMS, STORES, TITANIUM, TOOLS, Position, symbols, table

IN_DECK, DISCARDED, ON_DISPLAY = -3, -2, -1
OVER = "OVER"
ROUNDS = 5
AUTOMATON = 1
DEED_ROOMS = {
    "explore": "exploration",
    "communication": "communication",
    "ship": "expedition",
    "lab_extraction": "laboratory",
    "lab_sustainability": "laboratory",
    "build": "laboratory",
    "industrial": "industrial",
    "co2": "industrial",
    "mine": "mining",
    "power": "power",
    "recycle": "recycling",
    "greenhouse": "greenhouse",
    "rest": "rest",
}
"""R73."""


def score(name: str, n: int) -> int:
    """A row of the score tables."""
    return next(row["vp"] for row in table("score_tables") if row["table"] == name and row["n"] == n)


def neighbours(site: int) -> set[int]:
    """Adjacent sites."""
    pairs = [(row["site_a"], row["site_b"]) for row in table("site_adjacency")]
    return {b for a, b in pairs if a == site} | {a for a, b in pairs if b == site}


def group_sizes(sites: set[int]) -> list[int]:
    """Sizes of the connected groups."""
    sizes, left = [], set(sites)
    while left:
        group, front = set(), {min(left)}
        while front:
            group |= front
            front = {near for site in front for near in neighbours(site)} & left - group
        left -= group
        sizes.append(len(group))
    return sizes


class Simulator(Position):
    """A position that can be played on."""

    shuffled = False

    def play(self, name: str) -> None:
        """Apply a legal action and every forced one after it (general rule AR)."""
        self._apply(name)
        while len(legal := self.legal_names()) == 1:
            self._apply(legal.pop())

    def _apply(self, name: str) -> None:
        kind, value = re.fullmatch(r"(\w+)(?:\((\w+)\))?", name).groups()
        self.decisions += 1
        handler = f"_{self.context.lower()}_{kind.lower()}"
        if kind in ("DEPOT", "USE_TOOL"):
            handler = f"_{kind.lower()}"
        getattr(self, handler)(*([] if value is None else [int(value) if value.isdigit() else value]))

    def _go(self, context: str) -> None:
        self.ctx = CONTEXTS.index(context)

    # -- stores ------------------------------------------------------------------------------------

    def gain(self, kind: str, n: int, p: int | None = None) -> None:
        """The routine ``gain`` of the component data."""
        p = self.p if p is None else p
        if kind in STORES:
            row = getattr(self, kind)
            row[p] = min(STORES[kind], row[p] + n)
        elif kind == "vp":
            self.vp[p] += n
        elif kind in ("iron", "titanium"):
            self.belt[p, 0, ("iron", "titanium").index(kind)] += n
        elif kind == "stress":
            self.stress[p] = min(10, self.stress[p] + n)
        elif kind == "co2":
            self.co2[p] = min(10, self.co2[p] + n)
        elif kind == "waste":
            self.waste[p] = max(0, self.waste[p] - n)
        elif kind == "oxygen":
            self.o2_used[p] = max(0, self.o2_used[p] - n)
        else:
            assert kind == "none"

    def add_waste(self, p: int, n: int) -> None:
        """R12."""
        lost = max(0, self.waste[p] + n - 10)
        self.waste[p] += n - lost
        self.vp[p] = max(0, self.vp[p] - lost)

    def remove(self, kind: int, n: int) -> None:
        """R13: section 2 first."""
        belt = self.belt[self.p]
        second = min(n, belt[1, kind])
        belt[1, kind] -= second
        belt[0, kind] -= n - second
        assert belt.min() >= 0

    def leave(self, p: int) -> None:
        """R26."""
        self.slot[self.slot == p] = -1

    # -- set-up ------------------------------------------------------------------------------------

    def _setup_tool_tool_choice(self, tool: int) -> None:
        self.tool[self.p] = tool
        self.tools_offer[tool] = 0
        self.setup_idx += 1
        if self.setup_idx < self.num_players:
            self.to_move = int(self.order[self.seats - 1 - self.setup_idx])
            return
        self.tools_offer[:] = 0
        self.setup_idx = 0
        self.to_move = int(self.order[0])
        self._go("SETUP_START")

    def _setup_start_module(self, room: int) -> None:
        self.at[self.p] = room
        self.start_mask[room] = 0
        self.setup_idx += 1
        if self.setup_idx < self.num_players:
            self.to_move = int(self.order[self.setup_idx])
            return
        if self.solo:
            self.at[AUTOMATON] = np.flatnonzero(self.start_mask)[0]
        self.start_mask[:] = self.setup_idx = 0
        self.begin_round()

    # -- rounds ------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """R11, R72."""
        self.round += 1
        self.automaton_step = 0
        for p in range(self.seats):
            if self.solo and p == AUTOMATON:
                if self.round > 1:
                    self.add_waste(p, 1)
                continue
            self.add_waste(p, int(self.belt[p, 1].sum()))
            self.belt[p, 1] = self.belt[p, 0]
            self.belt[p, 0] = 0
            self.mine(p)
            if self.round in (3, 5):
                self.gain("energy", 3, p)
        self.start_turn(int(self.order[0]))

    def mine(self, p: int) -> None:
        """One ore of each own probe."""
        for row in table("sites"):
            if self.site[row["id"]] == p:
                self.gain(row["ore"], 1, p)

    def start_turn(self, p: int) -> None:
        """R14."""
        if self.solo and p == AUTOMATON:
            self.automaton_turn()
        else:
            self.to_move = p
            self._go("TURN")

    def end_turn(self, p: int) -> None:
        """R28; then the next seat that has not ended its shift, or the clean-up."""
        self.refill()
        order = [int(seat) for seat in self.order[: self.seats]]
        place = order.index(p) + 1
        left = [seat for seat in order[place:] + order[:place] if not self.ended[seat]]
        if left:
            self.start_turn(left[0])
        else:
            self.clean_up()

    def refill(self) -> None:
        """R28."""
        for k in range(3):
            if self.food_open[k] >= 0:
                continue
            if not self.food_n and (self.food_loc == DISCARDED).any():
                self.shuffled = True
                cards = np.flatnonzero(self.food_loc == DISCARDED)
                self.food_loc[cards] = IN_DECK
                self.food_deck[: len(cards)] = cards
                self.food_n = len(cards)
            if self.food_n:
                self.food_n -= 1
                self.food_open[k] = self.food_deck[self.food_n]
                self.food_loc[self.food_open[k]] = ON_DISPLAY
                self.food_deck[self.food_n] = -1

    def clean_up(self) -> None:
        """R50-R54."""
        for p in range(self.seats):
            parts = self.clean_up_parts(p)
            self.clean_log[self.round - 1, p] = parts
            self.vp[p] += sum(parts)
        self.tool_used[:] = 0
        self.o2_used[:] = 0
        self.order = self.next_order.copy()
        self.next_order[:] = -1
        self.ended[:] = 0
        if self.round == ROUNDS:
            self.finish()
        else:
            self.begin_round()

    def clean_up_parts(self, p: int) -> tuple[int, int, int]:
        """R50, R51, R52."""
        groups = group_sizes({int(site) for site in np.flatnonzero(self.site == p)})
        steps = [int(n) for n in self.co2[: self.seats]]
        rank = 1 + sum(n > steps[p] for n in steps)
        credit = next(r["vp"] for r in table("carbon_credits") if (r["players"], r["rank"]) == (self.seats, rank))
        spaces = [row["vp_per_cleanup"] for row in table("improvement_spaces") if self.imp_owner[row["space"]] == p]
        return sum(score("probe_group", n) for n in groups), credit if steps[p] else 0, sum(spaces)

    def finish(self) -> None:
        """R60, R61."""
        for p in range(self.seats):
            parts = self.final_terms(p)
            self.final_parts[p] = parts
            self.vp[p] = max(0, self.vp[p] + sum(parts))
        keys = [(self.vp[p], np.sum(self.dem_owner == p), -self.waste[p], self.co2[p]) for p in range(self.seats)]
        for p in range(self.seats):
            self.rank[p] = 1 + sum(key > keys[p] for key in keys)
        self._go(OVER)

    def final_terms(self, p: int) -> tuple[int, int, int, int, int]:
        """The terms of R60."""
        cards = [table("food")[card] for card in self.food(p)]
        return (
            score("demand_count", int(np.sum(self.dem_owner == p))),
            score("food_kinds", len({card["kind"] for card in cards})),
            sum(card["value"] for card in cards) // 3,
            table("co2_track")[self.co2[p]]["end_vp"],
            table("waste_track")[self.waste[p]]["end_vp"],
        )

    # -- turn --------------------------------------------------------------------------------------

    def _turn_end_shift(self) -> None:
        self.leave(self.p)
        place = int(np.sum(self.next_order >= 0))
        self.next_order[place] = self.p
        self.ended[self.p] = 1
        self.gain(table("turn_order")[place]["bonus_kind"], table("turn_order")[place]["bonus_amount"])
        self.end_turn(self.p)

    def _turn_feed(self) -> None:
        self.leave(self.p)
        self.feed_total = self.feed_count = 0
        self._go("FEED_FOOD" if self.food(self.p) else "FEED_PTS")

    def _turn_scientist(self, card: int) -> None:
        self.sci[self.p, card] = IN_PLAY
        self.cur_sci = card
        self._go("MOVE")

    def _depot(self, item: int) -> None:
        row = table("depot")[item]
        self.depot[self.p, item] = 0
        self.vp[self.p] -= row["vp_cost"]
        self.gain(row["resource"], row["amount"])

    def _use_tool(self) -> None:
        tool = TOOLS[self.tool[self.p]]
        self.tool_used[self.p] = 1
        if tool in ("hydroponics", "mess_kit"):
            self.energy[self.p] -= tool == "hydroponics"
            self.resume_ctx = self.ctx
            self._go("T_FOOD" if tool == "hydroponics" else "T_RET")
        elif tool == "refiner":
            self.remove(IRON, 1)
            self.gain("titanium", 2)
            self.add_waste(self.p, 1)
        else:
            self.gain({"oxygen_tank": "oxygen", "battery": "energy", "laser_drill": "iron"}[tool], 1)

    def _t_food_food_slot(self, slot: int) -> None:
        self.take_food(slot)
        self.ctx, self.resume_ctx = self.resume_ctx, -1

    def _t_ret_scientist(self, card: int) -> None:
        self.sci[self.p, card] = HAND
        self.ctx, self.resume_ctx = self.resume_ctx, -1

    def _move_module(self, room: int) -> None:
        self.o2_used[self.p] += self.cost(room)
        if room != self.at[self.p]:
            self.leave(self.p)
        self.at[self.p] = room
        if not self.second:
            self.first_room = room
        self.main_done = self.extra_done = 0
        self._go("MODULE")

    def _move_done(self) -> None:
        self.sci[self.p, self.cur_sci] = PILE
        self.cur_sci = self.first_room = -1
        self.second = self.main_done = self.extra_done = 0
        self.end_turn(self.p)

    def _module_done(self) -> None:
        if len(symbols(self.cur_sci)) == 3 and not self.second:
            self.second, self.main_done, self.extra_done = 1, 0, 0
            self._go("MOVE")
        else:
            self._move_done()

    # -- main actions ------------------------------------------------------------------------------

    def activate(self) -> None:
        """R24, R25."""
        room, p = self.at[self.p], self.p
        holder = self.slot[room]
        self.main_done = 1
        if ROOMS[room] == "power":
            return
        if holder < 0:
            self.energy[p] -= 1
            self.slot[room] = p
        elif holder != p:
            self.vp[holder] += 1

    def _module_site(self, site: int) -> None:
        self.activate()
        self.stress[self.p] -= not self.advanced("exploration")
        row = table("probe_slots")[3 - self.probes_left[self.p]]
        self.site[site] = self.p
        self.probes_left[self.p] -= 1
        self.gain(row["bonus_kind"], row["bonus_amount"])

    def _module_hire(self, slot: int) -> None:
        self.activate()
        row = table("hire_slots")[slot]
        self.energy[self.p] -= row["energy"]
        self.water[self.p] -= row["water"]
        self.sci[self.p, self.hire[slot]] = HAND
        self.vp[self.p] += 4 * self.advanced("communication")
        self.slide(slot)

    def slide(self, slot: int) -> None:
        """The level-2 display moves down and is filled up."""
        self.hire[slot:2] = self.hire[slot + 1 :].copy()
        self.hire[2] = -1
        if self.l2_n:
            self.l2_n -= 1
            self.hire[2] = self.l2_deck[self.l2_n]
            self.l2_deck[self.l2_n] = -1

    def _module_ship(self, kind: int) -> None:
        self.activate()
        row = table("demands")[self.dem_stack[kind, 0]]
        self.water[self.p] -= row["water"]
        self.helium[self.p] -= row["helium"]
        self.remove(TITANIUM, row["titanium"])
        self.pay(60 + kind, row["iron"])

    def take_demand(self, p: int, kind: int) -> dict:
        """The visible tile goes to a seat; returns its row."""
        row = table("demands")[self.dem_stack[kind, 0]]
        self.dem_owner[row["id"]] = p
        self.dem_stack[kind] = [*self.dem_stack[kind, 1:], -1]
        self.dem_n[kind] -= 1
        self.vp[p] += row["vp"] + 2 * self.advanced("expedition")
        return row

    def _module_research(self, track: int) -> None:
        self.activate()
        self.advance(track, first=1)

    def advance(self, track: int, first: int) -> None:
        """R33."""
        self.research[self.p, track] += 1
        if self.research[self.p, track] == 4:
            self.vp[self.p] += 5
            if self.discs[self.p] and (self.rb_owner < 0).any():
                self.lab_first = first
                self._go("RBONUS")
                return
        self.after_step(first)

    def after_step(self, first: int) -> None:
        """R55, laboratory."""
        more = self.advanced("laboratory") and self.energy[self.p] >= 1 and (self.research[self.p] < 4).any()
        self._go("LAB2" if first and more else "MODULE")

    def _rbonus_research_bonus(self, space: int) -> None:
        row = table("research_bonuses")[space]
        self.rb_owner[space] = self.p
        self.discs[self.p] -= 1
        self.gain(row["bonus_kind"], row["bonus_amount"])
        first, self.lab_first = self.lab_first, 0
        self.after_step(first)

    def _lab2_research(self, track: int) -> None:
        self.energy[self.p] -= 1
        self.advance(track, first=0)

    def _lab2_done(self) -> None:
        self._go("MODULE")

    def _module_build(self, module: int) -> None:
        space = self.adv_offer.tolist().index(module)
        self.energy[self.p] -= 1
        self.remove(TITANIUM, 2)
        self.extra_done = 1
        self.build(self.p, space)

    def build(self, p: int, space: int) -> None:
        """The tile of an improvement space goes to its room."""
        self.adv_built[self.adv_offer[space]] = 1
        self.adv_offer[space] = -1
        self.imp_owner[space] = p
        self.discs[p] -= 1
        self.vp[p] += table("improvement_spaces")[space]["vp_now"]

    def _module_co2(self, n: int) -> None:
        self.energy[self.p] -= n
        self.co2[self.p] += n
        self.extra_done = 1

    def _module_extract(self, option: int) -> None:
        self.activate()
        self.pay(71 + option, table("extraction")[option]["ore"])

    def _module_mine_probes(self) -> None:
        self.activate()
        self.mine(self.p)
        self.belt[self.p, 0, IRON] += self.advanced("mining")

    def _module_mine_refine(self) -> None:
        self.activate()
        self.pay(78, 1)

    def _module_power_ore(self) -> None:
        self.activate()
        self.pay(79, 1)

    def _module_power_water(self) -> None:
        self.activate()
        self.water[self.p] -= 1
        self.waste[self.p] -= 1
        self.gain("energy", 4 + self.advanced("power"))
        self.vp[self.p] += 1

    def _module_recycle(self, option: int) -> None:
        self.activate()
        row = self.recycling()[option]
        self.waste[self.p] -= row["waste"]
        for kind in ("iron", "titanium", "water", "helium", "energy", "vp"):
            self.gain(kind, row[kind])
        if row["source"] == "tool":
            self.tool_used[self.p] = 1

    def take_food(self, slot: int) -> None:
        """An open card goes to the hand."""
        self.food_loc[self.food_open[slot]] = self.p
        self.food_open[slot] = -1

    def _module_food_slot(self, slot: int) -> None:
        self.activate()
        self.take_food(slot)
        if self.advanced("greenhouse") and self.open_slots():
            self._go("GREEN2")

    def _green2_food_slot(self, slot: int) -> None:
        self.take_food(slot)
        self._go("MODULE")

    def _green2_done(self) -> None:
        self._go("MODULE")

    def _module_food_all(self) -> None:
        self.activate()
        self.water[self.p] -= 1
        for slot in self.open_slots():
            self.take_food(slot)
        self.vp[self.p] += 1

    def _module_rest_start(self) -> None:
        self.activate()
        value = 1 if self.second else table("scientists")[self.cur_sci]["value"]
        self.gain("stress", value + self.advanced("rest"))
        self._go("REST")

    def _rest_scientist(self, card: int) -> None:
        self.sci[self.p, card] = PILE
        self.gain("stress", table("scientists")[card]["value"])

    def _rest_done(self) -> None:
        self._go("MODULE")

    # -- paying ore --------------------------------------------------------------------------------

    def pay(self, action: int, n: int) -> None:
        """R29: pay ``n`` cubes for an option; ask if there is a choice."""
        self.pend_action, self.pay_left = action, n
        both = self.count(IRON) and self.count(TITANIUM)
        if both and 0 < n < self.ore():
            self._go("PAY")
            return
        if n:
            iron = min(n, self.count(IRON))
            self.remove(IRON, iron)
            self.remove(TITANIUM, n - iron)
        self.pend_action, self.pay_left = -1, 0
        self._go("MODULE")
        self.receive(action)

    def _pay_pay(self, kind: str) -> None:
        self.remove(("iron", "titanium").index(kind), 1)
        self.pay(self.pend_action, self.pay_left - 1)

    def receive(self, action: int) -> None:
        """What an option gives once its ore is paid."""
        if 60 <= action < 63:
            row = self.take_demand(self.p, action - 60)
            self.gain(row["bonus_kind"], row["bonus_amount"])
        elif 71 <= action < 77:
            row = table("extraction")[action - 71]
            self.gain("water", row["water"])
            self.gain("helium", row["helium"])
            self.add_waste(self.p, row["waste"])
            self.vp[self.p] += row["vp"]
        elif action == 78:
            self.gain("titanium", 2)
            self.add_waste(self.p, 1)
        else:
            self.gain("energy", 2 + self.advanced("power"))
            self.vp[self.p] += 1

    # -- feeding -----------------------------------------------------------------------------------

    def _feed_food_food_card(self, card: int) -> None:
        row = table("food")[card]
        self.food_loc[card] = DISCARDED
        self.feed_total += row["value"]
        self.feed_count += 1
        self.gain(row["bonus_kind"], row["bonus_amount"])

    def _feed_food_done(self) -> None:
        """R41."""
        pile = self.scientists(PILE)
        self.feed_count = 0
        if self.feed_total < len(pile):
            self._go("FEED_RET")
            return
        self.add_waste(self.p, self.feed_total - len(pile))
        self.sci[self.p, pile] = HAND
        self.end_feeding()

    def end_feeding(self) -> None:
        self.feed_total = self.feed_count = 0
        self.end_turn(self.p)

    def _feed_ret_scientist(self, card: int) -> None:
        self.sci[self.p, card] = HAND
        self.feed_count += 1
        if self.feed_count == self.feed_total:
            self.end_feeding()

    def _feed_pts_scientist(self, card: int) -> None:
        """R42."""
        self.sci[self.p, card] = HAND
        self.vp[self.p] = max(0, self.vp[self.p] - 2)
        self.feed_count += 1

    def _feed_pts_done(self) -> None:
        self.end_feeding()

    # -- the automaton -----------------------------------------------------------------------------

    def automaton_turn(self) -> None:
        """R72, R73."""
        card = table("automaton_cards")[self.automaton_cards[self.round - 1]]
        deeds = [card[f"action_{k}"] for k in range(1, 7) if card[f"action_{k}"]]
        if self.automaton_step == len(deeds):
            self.leave(AUTOMATON)
            self.next_order[np.sum(self.next_order >= 0)] = AUTOMATON
            self.ended[AUTOMATON] = 1
        else:
            deed = deeds[self.automaton_step]
            self.automaton_step += 1
            self.enter(ROOMS.index(DEED_ROOMS[deed]))
            getattr(self, f"_deed_{deed.partition('_')[0]}")(*deed.split("_")[1:])
        self.end_turn(AUTOMATON)

    def enter(self, room: int) -> None:
        """R73."""
        if room != self.at[AUTOMATON]:
            self.leave(AUTOMATON)
        self.at[AUTOMATON] = room
        if ROOMS[room] == "power":
            return
        if self.slot[room] < 0:
            self.slot[room] = AUTOMATON
        elif self.slot[room] != AUTOMATON:
            self.vp[self.slot[room]] += 1

    def _deed_explore(self) -> None:
        if not self.probes_left[AUTOMATON]:
            self.vp[AUTOMATON] += 1
            return
        rows = [row for row in table("sites") if self.site[row["id"]] < 0]
        near = {row["id"]: sum(self.site[n] == AUTOMATON for n in neighbours(row["id"])) for row in rows}
        best = max(rows, key=lambda row: (near[row["id"]], row["ore"] == "titanium", -row["id"]))
        self.site[best["id"]] = AUTOMATON
        self.probes_left[AUTOMATON] -= 1

    def _deed_mine(self) -> None:
        self.vp[AUTOMATON] += np.sum(self.site == AUTOMATON) // 2

    def _deed_communication(self) -> None:
        if self.hire[0] >= 0:
            self.l2_removed[self.hire[0] - 6] = 1
            self.slide(0)
        self.vp[AUTOMATON] += 1

    def _deed_ship(self) -> None:
        points = {kind: table("demands")[self.dem_stack[kind, 0]]["vp"] for kind in range(3) if self.dem_n[kind]}
        if self.water[AUTOMATON] >= 2 and points:
            self.water[AUTOMATON] -= 2
            self.take_demand(AUTOMATON, max(points, key=lambda kind: (points[kind], -kind)))
        else:
            self.gain("water", 1, AUTOMATON)

    def _deed_lab(self, name: str) -> None:
        track = ("extraction", "sustainability").index(name)
        steps = self.research[AUTOMATON]
        if steps[track] == 4:
            track = 1 - track
        if steps[track] == 4:
            self.vp[AUTOMATON] += 1
            return
        steps[track] += 1
        if steps[track] == 4:
            self.vp[AUTOMATON] += 5
            spaces = np.flatnonzero(self.rb_owner < 0)
            if self.discs[AUTOMATON] and len(spaces):
                row = table("research_bonuses")[spaces[0]]
                self.rb_owner[spaces[0]] = AUTOMATON
                self.discs[AUTOMATON] -= 1
                if row["bonus_kind"] in ("vp", "co2", "water"):
                    self.gain(row["bonus_kind"], row["bonus_amount"], AUTOMATON)

    def _deed_build(self) -> None:
        spaces = np.flatnonzero(self.adv_offer >= 0)
        if self.discs[AUTOMATON] and len(spaces):
            self.build(AUTOMATON, int(spaces[0]))
        else:
            self.vp[AUTOMATON] += 1

    def _deed_industrial(self) -> None:
        self.gain("water", 2, AUTOMATON)
        self.add_waste(AUTOMATON, 1)

    def _deed_co2(self) -> None:
        self.gain("co2", 2, AUTOMATON)

    def _deed_power(self) -> None:
        self.vp[AUTOMATON] += 1

    def _deed_rest(self) -> None:
        self.vp[AUTOMATON] += 1

    def _deed_recycle(self) -> None:
        if self.waste[AUTOMATON]:
            self.waste[AUTOMATON] -= 1
            self.vp[AUTOMATON] += 1

    def _deed_greenhouse(self) -> None:
        slots = self.open_slots()
        if slots:
            best = max(slots, key=lambda k: (table("food")[self.food_open[k]]["value"], -k))
            self.food_loc[self.food_open[best]] = AUTOMATON
            self.food_open[best] = -1
