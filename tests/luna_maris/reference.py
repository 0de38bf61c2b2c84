"""Which actions are legal, written down once more: straight from the rules page, in plain Python, slow and simple.

Tests compare the compiled rules with ``Position.legal_names``. Nothing here may call them, or their tables: the
component files are read anew.
"""

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import lunar_envs

DATA = Path(lunar_envs.__file__).parent / "games" / "luna_maris" / "data"
STORES = {"energy": 6, "water": 4, "helium": 3}
DEPOT = ("energy", "water", "iron")
HAND, PILE, IN_PLAY = 1, 2, 3
IRON, TITANIUM = 0, 1


@cache
def table(name: str) -> list[dict[str, Any]]:
    """The rows of a component file, numbers as int."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [{key: _value(text) for key, text in row.items()} for row in csv.DictReader(file)]


def _value(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


CONTEXTS = (
    "SETUP_TOOL",
    "SETUP_START",
    "TURN",
    "MOVE",
    "MODULE",
    "PAY",
    "RBONUS",
    "LAB2",
    "GREEN2",
    "REST",
    "FEED_FOOD",
    "FEED_RET",
    "FEED_PTS",
    "T_FOOD",
    "T_RET",
    "OVER",
)
ROOMS = [row["name"] for row in table("modules")]
TOOLS = [row["name"] for row in table("tools")]
ADVANCED = [row["module"] for row in table("advanced_modules")]


@cache
def distances() -> list[list[int]]:
    """Rooms entered on a shortest way, by Floyd and Warshall."""
    far = [[0 if a == b else 99 for b in ROOMS] for a in ROOMS]
    for row in table("corridors"):
        a, b = ROOMS.index(row["module_a"]), ROOMS.index(row["module_b"])
        far[a][b] = far[b][a] = 1
    for middle in range(len(ROOMS)):
        for a in range(len(ROOMS)):
            for b in range(len(ROOMS)):
                far[a][b] = min(far[a][b], far[a][middle] + far[middle][b])
    return far


@cache
def symbols(card: int) -> set[int]:
    """The rooms on a scientist's card."""
    row = table("scientists")[card]
    return {ROOMS.index(row[f"module_{k}"]) for k in (1, 2, 3) if row[f"module_{k}"]}


class Position:
    """A state with its fields as plain integers and integer arrays; ``p`` is the seat that acts."""

    def __init__(self, state: np.ndarray):
        for name in state.dtype.names:
            value = np.array(state[0][name]).astype(np.uint64 if name == "rng" else np.int64)
            setattr(self, name, value if value.ndim else int(value))

    @property
    def p(self) -> int:
        return self.to_move

    @property
    def context(self) -> str:
        return CONTEXTS[self.ctx]

    def count(self, kind: int) -> int:
        """Cubes of a kind on the belt."""
        return int(self.belt[self.p, :, kind].sum())

    def ore(self) -> int:
        return self.count(IRON) + self.count(TITANIUM)

    def scientists(self, where: int) -> list[int]:
        """The own scientists in hand, in the rest pile or in play."""
        return [card for card in range(22) if self.sci[self.p, card] == where]

    def food(self, seat: int) -> list[int]:
        """The food cards of a seat."""
        return [card for card in range(36) if self.food_loc[card] == seat]

    def open_slots(self) -> list[int]:
        return [k for k in range(3) if self.food_open[k] >= 0]

    def advanced(self, room: str) -> bool:
        return room in ADVANCED and bool(self.adv_built[ADVANCED.index(room)])

    def cost(self, room: int) -> int:
        """R21: oxygen to go to a room, or to stay."""
        return max(1, distances()[self.at[self.p]][room])

    def reachable(self, card: int) -> set[int]:
        """R20, R21: rooms on a card that the oxygen allows."""
        left = self.stress[self.p] - self.o2_used[self.p]
        return {room for room in symbols(card) if self.cost(room) <= left}

    def recycling(self) -> dict[int, dict[str, Any]]:
        """R37, R80: the options and the tool's."""
        source = "advanced_tile" if self.variant else "board"
        return {row["id"]: row for row in table("recycling") if row["source"] in (source, "tool")}

    # -- legality ----------------------------------------------------------------------------------

    def legal_names(self) -> set[str]:
        """Names of all legal actions, by section 4 of the rules."""
        return getattr(self, f"_legal_{self.context.lower()}")()

    def _legal_setup_tool(self) -> set[str]:
        return _names("TOOL_CHOICE", np.flatnonzero(self.tools_offer))

    def _legal_setup_start(self) -> set[str]:
        return _names("MODULE", np.flatnonzero(self.start_mask))

    def _legal_turn(self) -> set[str]:
        hand = self.scientists(HAND)
        names = {"END_SHIFT"} | _names("SCIENTIST", (card for card in hand if self.reachable(card)))
        if self.scientists(PILE) and (self.food(self.p) or self.vp[self.p] >= 1 or not hand):
            names.add("FEED")
        return names | self._free_actions()

    def _legal_move(self) -> set[str]:
        rooms = self.reachable(self.cur_sci) - ({self.first_room} if self.second else set())
        return _names("MODULE", rooms) | ({"DONE"} if self.second else set()) | self._free_actions()

    def _legal_module(self) -> set[str]:
        names = {"DONE"} | self._free_actions()
        room = ROOMS[self.at[self.p]]
        act = int(self.slot[self.at[self.p]] < 0 and room != "power")
        energy = int(self.energy[self.p]) - act
        if not self.main_done and energy >= 0:
            names |= getattr(self, f"_main_{room}")(energy)
        if not self.extra_done and room in ("laboratory", "industrial"):
            names |= getattr(self, f"_extra_{room}")()
        return names

    def _free_actions(self) -> set[str]:
        """R15, R16."""
        p = self.p
        names = {
            f"DEPOT({row['id']})"
            for row in table("depot")
            if self.depot[p, row["id"]]
            and self.vp[p] >= row["vp_cost"]
            and (row["resource"] == "iron" or getattr(self, row["resource"])[p] < STORES[row["resource"]])
        }
        if self.tool[p] >= 0 and not self.tool_used[p] and self._tool_helps(TOOLS[self.tool[p]]):
            names.add("USE_TOOL")
        return names

    def _tool_helps(self, tool: str) -> bool:
        p = self.p
        return {
            "recycler": False,
            "oxygen_tank": self.o2_used[p] > 0,
            "battery": self.energy[p] < STORES["energy"],
            "laser_drill": True,
            "hydroponics": self.energy[p] >= 1 and bool(self.open_slots()),
            "mess_kit": bool(self.scientists(PILE)),
            "refiner": self.count(IRON) >= 1,
        }[tool]

    def _main_exploration(self, energy: int) -> set[str]:
        calm = self.stress[self.p] > 3 or self.advanced("exploration")
        return _names("SITE", np.flatnonzero(self.site < 0)) if calm and self.probes_left[self.p] > 0 else set()

    def _main_communication(self, energy: int) -> set[str]:
        rows = [row for row in table("hire_slots") if self.hire[row["slot"]] >= 0]
        water = self.water[self.p]
        return _names("HIRE", (row["slot"] for row in rows if energy >= row["energy"] and water >= row["water"]))

    def _main_expedition(self, energy: int) -> set[str]:
        return _names("SHIP", (kind for kind in range(3) if self.dem_n[kind] > 0 and self._can_ship(kind)))

    def _can_ship(self, kind: int) -> bool:
        row = table("demands")[self.dem_stack[kind, 0]]
        stores = self.water[self.p] >= row["water"] and self.helium[self.p] >= row["helium"]
        titanium = self.count(TITANIUM) - row["titanium"]
        return bool(stores and titanium >= 0 and titanium + self.count(IRON) >= row["iron"])

    def _main_laboratory(self, energy: int) -> set[str]:
        return _names("RESEARCH", self._tracks())

    def _tracks(self) -> list[int]:
        return [track for track in (0, 1) if self.research[self.p, track] < 4]

    def _extra_laboratory(self) -> set[str]:
        able = self.energy[self.p] >= 1 and self.count(TITANIUM) >= 2 and self.discs[self.p] >= 1
        return _names("BUILD", self.adv_offer[self.adv_offer >= 0]) if able else set()

    def _main_industrial(self, energy: int) -> set[str]:
        level = self.research[self.p, 0]
        rows = table("extraction")
        return _names("EXTRACT", (row["id"] for row in rows if level >= row["min_level"] and self.ore() >= row["ore"]))

    def _extra_industrial(self) -> set[str]:
        return _names("CO2", (n for n in (1, 2) if self.energy[self.p] >= n and self.co2[self.p] + n <= 10))

    def _main_mining(self, energy: int) -> set[str]:
        return {"MINE_PROBES"} | ({"MINE_REFINE"} if self.ore() else set())

    def _main_power(self, energy: int) -> set[str]:
        water = {"POWER_WATER"} if self.water[self.p] >= 1 and self.waste[self.p] >= 1 else set()
        return water | ({"POWER_ORE"} if self.ore() else set())

    def _main_recycling(self, energy: int) -> set[str]:
        p = self.p
        tool = self.tool[p] == TOOLS.index("recycler") and not self.tool_used[p]
        return _names(
            "RECYCLE",
            (
                option
                for option, row in self.recycling().items()
                if self.waste[p] >= row["waste"]
                and (tool if row["source"] == "tool" else self.research[p, 1] >= row["min_level"])
            ),
        )

    def _main_greenhouse(self, energy: int) -> set[str]:
        slots = self.open_slots()
        return _names("FOOD_SLOT", slots) | ({"FOOD_ALL"} if slots and self.water[self.p] >= 1 else set())

    def _main_rest(self, energy: int) -> set[str]:
        return {"REST_START"}

    def _legal_pay(self) -> set[str]:
        """R29: asked only while both kinds are left and something will be left."""
        assert self.count(IRON)
        assert self.count(TITANIUM)
        assert 0 < self.pay_left < self.ore()
        return {"PAY(iron)", "PAY(titanium)"}

    def _legal_rbonus(self) -> set[str]:
        return _names("RESEARCH_BONUS", np.flatnonzero(self.rb_owner < 0))

    def _legal_lab2(self) -> set[str]:
        assert self.energy[self.p] >= 1
        return {"DONE"} | _names("RESEARCH", self._tracks())

    def _legal_green2(self) -> set[str]:
        return {"DONE"} | _names("FOOD_SLOT", self.open_slots())

    def _legal_rest(self) -> set[str]:
        return {"DONE"} | (_names("SCIENTIST", self.scientists(HAND)) if self.stress[self.p] < 10 else set())

    def _legal_feed_food(self) -> set[str]:
        return _names("FOOD_CARD", self.food(self.p)) | ({"DONE"} if self.feed_count else set())

    def _legal_feed_ret(self) -> set[str]:
        return _names("SCIENTIST", self.scientists(PILE))

    def _legal_feed_pts(self) -> set[str]:
        able = self.vp[self.p] >= 1 or not self.feed_count
        return (_names("SCIENTIST", self.scientists(PILE)) if able else set()) | (
            {"DONE"} if self.feed_count else set()
        )

    def _legal_t_food(self) -> set[str]:
        return _names("FOOD_SLOT", self.open_slots())

    def _legal_t_ret(self) -> set[str]:
        return _names("SCIENTIST", self.scientists(PILE))

    def _legal_over(self) -> set[str]:
        return set()


def _names(kind: str, values: Iterable[int]) -> set[str]:
    return {f"{kind}({int(value)})" for value in values}
