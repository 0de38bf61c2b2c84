"""Frequencies of the results of 180,000 attacks and assaults, against probabilities from the printed table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

import lunar_envs
from tests.chances import assert_drawn_from

from .build import build
from .reference import COLUMN_ENDS, CORPORATION, FIRE_RESULTS, LOCAL_TYPES, ON_MAP, RESULT_CODES, SAVE_ORDER

GAME = lunar_envs.games["moonbase_alpha"]
DRAWS = 10_000

ARMOR = {"pmc": 5, "mcu": 3, "crawler": 4, "bolo": 2, "mobile_command": 4, "turret": 3, "stealth": 5}
OWN_DECISIONS = ("SAVE_ALLOC", "AUTO_LOSS", "RETREAT")
UNTOUCHED, SUPPRESSED, DESTROYED = range(3)

Chances = Mapping[object, Fraction]

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Attack:
    """An attack by seat 0 on seat 1, unless ``target`` says otherwise, and what the rules page says about it.

    ``setup`` is as in build.py; the last action of ``do`` rolls the dice. ``strengths`` are the possible total attack
    strengths, equally likely; ``targets`` the local indices of the targets, ``suppressed`` those that are suppressed.
    """

    setup: Mapping
    do: Sequence[str]
    strengths: Sequence[int]
    targets: Sequence[int]
    shift: int = 0
    dice: int = 2
    drm: int = 0
    suppressed: Sequence[int] = ()
    armor_bonus: Mapping[str, int] = field(default_factory=dict)
    target: int = 1


def fight(own: Mapping[str, str], enemy: Mapping[str, str], area: str, **more) -> dict:
    """A setup in which seat 0 activates an area."""
    return {"units": {0: own, 1: enemy}, "activate": [0, area], **more}


TWO_DICE = [a + b for a, b in product(range(1, 7), repeat=2)]

ATTACKS = {
    "at one area": Attack(
        fight({"e_causeway": "MCU4 MCU4 PMC3"}, {"e_causeway": "MCU2 MCU3 PMC2"}, "e_causeway"),
        ["FIRE_AT(18)", "ALL_IN"],
        [11],
        [0, 11, 12],
    ),
    "into a crater": Attack(
        fight({"w_observatory": "crawler5 crawler4 crawler4"}, {"w_ridge": "MCU2 PMC2"}, "w_observatory"),
        ["FIRE_AT(8)", "ALL_IN"],
        [13],
        [0, 11],
        shift=1,
    ),
    "long range": Attack(
        fight({"w_causeway": "MCU3 crawler4"}, {"w_flats": "PMC1 PMC2"}, "w_causeway"),
        ["FIRE_AT(7)", "ALL_IN"],
        [7],
        [0, 1],
        drm=-2,
    ),
    "bounding": Attack(
        fight({"w_dig": "MCU4"}, {"w_flats": "PMC3 crawler3"}, "w_dig"),
        ["UNIT(11)", "AREA(7)", "FIRE_AT(7)"],
        [4],
        [0, 19],
        dice=3,
    ),
    "one suppressed": Attack(
        fight({"w_flats": "MCU4 MCU4"}, {"w_flats": "PMC2x PMC3 crawler4"}, "w_flats"),
        ["FIRE_AT(7)", "ALL_IN"],
        [8],
        [0, 1, 19],
        drm=1,
        suppressed=[0],
    ),
    "all suppressed": Attack(
        fight({"w_flats": "MCU4 MCU2"}, {"w_flats": "PMC3x MCU2x"}, "w_flats"),
        ["FIRE_AT(7)", "ALL_IN"],
        [6],
        [0, 11],
        drm=2,
        suppressed=[0, 11],
    ),
    "bounding bolo": Attack(
        fight({"w_dig": "bolo"}, {"w_causeway": "PMC1 MCU2"}, "w_dig"),
        ["UNIT(23)", "AREA(6)", "FIRE_AT(6)"],
        TWO_DICE,
        [0, 11],
        dice=3,
    ),
    "reactive armor": Attack(
        fight({"w_dig": "MCU4 MCU4"}, {"w_dig": "MCU3 crawler4"}, "w_dig", cards={1: {0: "reactive_armor up"}}),
        ["FIRE_AT(3)", "ALL_IN"],
        [8],
        [11, 19],
        armor_bonus={"mcu": 1, "crawler": 1},
    ),
    "neutral units": Attack(
        fight({"w_dig": "MCU4 MCU4 MCU3 MCU3"}, {"w_dig": "turret_a stealth_a mobile_command"}, "w_dig"),
        ["FIRE_AT(3)", "ALL_IN"],
        [14],
        [24, 25, 27],
    ),
    "the last column": Attack(
        fight(
            {"w_dig": "MCU4 MCU4 MCU3 MCU3 MCU3 MCU3 MCU2 MCU2 crawler4"}, {"w_dig": "PMC1 PMC1 MCU2 crawler3"}, "w_dig"
        ),
        ["FIRE_AT(3)", "ALL_IN"],
        [28],
        [0, 1, 11, 19],
    ),
    "heavy crawler missiles at distance 2": Attack(
        fight(
            {"w_observatory": "crawler5 crawler4"},
            {"w_flats": "MCU3 crawler3"},
            "w_observatory",
            cards={0: {0: "heavy_crawler_missiles up"}},
        ),
        ["FIRE_AT(7)", "ALL_IN"],
        [9],
        [11, 19],
    ),
    "powered infantry beside a command unit": Attack(
        fight({"w_dig": "PMC1 mobile_command"}, {"w_dig": "PMC2"}, "w_dig", cards={0: {0: "powered_infantry up"}}),
        ["FIRE_AT(3)", "ALL_IN"],
        [5],
        [0],
        drm=1,
    ),
    "counterfire": Attack(
        fight({"w_causeway": "PMC3 MCU2"}, {"center": "PMC2"}, "w_causeway"),
        ["FIRE_AT(11)", "UNIT(0)", "CONFIRM", "UNIT(0)"],
        [2],
        [0, 11],
        dice=3,
        drm=-2,
        target=0,
    ),
    "defsat": Attack(
        {
            "units": {1: {"e_rim": "MCU2 PMC1"}},
            "cards": {0: {0: "lunar_mine"}},
            "fields": {"defsat_state[0]": 2, "defsat_area[0]": 14},
            "upgrade": [0, 0, 1],
        },
        ["PASS", "FIRE_AT(17)"],
        [8],
        [0, 11],
        shift=1,
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks(name: str) -> None:
    """Result and fate of every target."""
    attack = ATTACKS[name]
    assert_drawn_from(Counter(simulated(attack)), exact(attack))


def simulated(attack: Attack) -> Iterable[tuple]:
    """(result, fates) of many attacks; the defender takes the first choice and never retreats of its own will."""
    for state in rolled(attack.setup, attack.do):
        while GAME.context(state) in OWN_DECISIONS:
            GAME.step(state, int(np.flatnonzero(GAME.legal(state))[0]))
        s = state[0]
        slots = [attack.target * CORPORATION + u if u < CORPORATION else CORPORATION + u for u in attack.targets]
        fates = [
            int(s.unit_suppressed[slot]) if s.unit_status[slot] == ON_MAP else DESTROYED for slot in slots
        ]  # UNTOUCHED, SUPPRESSED
        yield RESULT_CODES[s.fire_result], by_kind(attack, fates)


def rolled(setup: Mapping, do: Sequence[str]) -> Iterable[np.ndarray]:
    """Many states after the last action, each rolled with another generator."""
    start = build(GAME, setup)
    for action in do[:-1]:
        GAME.step(start, GAME.action_id(action))
    last = GAME.action_id(do[-1])
    rng = np.random.default_rng(1)
    for _ in range(DRAWS):
        state = GAME.clone(start)
        state["rng"] = rng.integers(2**64, size=4, dtype=np.uint64)
        GAME.step(state, last)
        yield state


def by_kind(attack: Attack, fates: Sequence[int]) -> tuple:
    """Fates of the targets; those of equal units, which are not told apart, in ascending order."""
    groups: dict[tuple, list[int]] = {}
    for target, what in zip(attack.targets, fates, strict=True):
        groups.setdefault((LOCAL_TYPES[target], target in attack.suppressed), []).append(what)
    return tuple((kind, *sorted(group)) for kind, group in sorted(groups.items()))


def exact(attack: Attack) -> Chances:
    """Probability of every (result, fates)."""
    chances: Counter = Counter()
    for result, p in results(attack).items():
        for fates, q in fates_of(attack, result).items():
            chances[result, by_kind(attack, [fates[target] for target in attack.targets])] += p * q
    return chances


def results(attack: Attack) -> dict[str, Fraction]:
    """Probability of every result, by all dice."""
    chances: Counter = Counter()
    for strength in attack.strengths:
        column = next(i for i, highest in enumerate(COLUMN_ENDS) if strength <= highest) - attack.shift
        for total, p in totals(attack.dice).items():
            row = min(12, max(2, total + attack.drm)) - 2
            chances[FIRE_RESULTS[row][column] if column >= 0 else "NE"] += p / len(attack.strengths)
    return chances


@cache
def totals(dice: int) -> dict[int, Fraction]:
    """Probability of every total of two dice, or of three without the highest."""
    chances: Counter = Counter()
    for roll in product(range(1, 7), repeat=dice):
        chances[sum(sorted(roll)[:2])] += Fraction(1, 6**dice)
    return chances


def fates_of(attack: Attack, result: str) -> dict["Fates", Fraction]:
    """Probability of every fate of all targets; those of lowest index are lost first, and get the failing dice."""
    if result == "NE":
        return {Fates({target: before(attack, target) for target in attack.targets}): Fraction(1)}
    lost = sorted(attack.targets)[: int(result[1:] or 0)]
    chances = {Fates(dict.fromkeys(lost, DESTROYED)): Fraction(1)}
    for kind in SAVE_ORDER:
        saving = [t for t in sorted(attack.targets) if LOCAL_TYPES[t] == kind and t not in lost]
        joint: Counter = Counter()
        for fates, p in chances.items():
            for more, q in saved(attack, result[0], kind, saving).items():
                joint[Fates(fates | more)] += p * q
        chances = joint
    return chances


class Fates(dict):
    """Fate by target; two with the same fates are one."""

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.items())))


def before(attack: Attack, target: int) -> int:
    """What a target was before the attack."""
    return SUPPRESSED if target in attack.suppressed else UNTOUCHED


def saved(attack: Attack, result: str, kind: str, saving: list[int]) -> dict[Fates, Fraction]:
    """Probability of every fate of the targets of one type (R51 to R54)."""
    if kind == "turret" and result == "R":
        return {Fates({target: before(attack, target) for target in saving}): Fraction(1)}
    chances: Counter = Counter()
    for dice in product(range(1, 7), repeat=len(saving)):
        ignore = dice.count(6)
        need = ARMOR[kind] - attack.armor_bonus.get(kind, 0)
        fail = sum(die < need for die in dice)
        classes = ["fail"] * fail + ["ignore"] * ignore + ["save"] * (len(dice) - fail - ignore)
        fates = {t: fate(result, c, before(attack, t)) for t, c in zip(saving, classes, strict=True)}
        chances[Fates(fates)] += Fraction(1, 6 ** len(dice))
    return chances


def fate(result: str, die: str, was: int) -> int:
    """R53. There is always a way to retreat, and who retreats is suppressed."""
    if die == "ignore" or (result == "S" and die == "save"):
        return was
    if was == SUPPRESSED or (result == "D" and die == "fail"):
        return DESTROYED
    return SUPPRESSED


@dataclass(frozen=True)
class Assault:
    """An assault by seat 0 at w_dig: twice the totals without dice, and units that take part."""

    own: str
    enemy: str
    halves: tuple[int, int]
    units: tuple[int, int]


ASSAULTS = {
    "rulebook": Assault("PMC2 PMC2 PMC2", "PMC2 PMC2x PMC2x PMC2x", (6, 5), (3, 4)),
    "command unit and stealth": Assault("mobile_command PMC1 MCU2x", "stealth_a MCU3 MCU3", (7, 8), (3, 3)),
    "suppressed": Assault("mobile_commandx PMC1 PMC1 stealth_b", "stealth_ax PMC1 PMC1 PMC1", (9, 7), (4, 4)),
    "few": Assault("MCU4", "PMC1 MCU2", (2, 4), (1, 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", ASSAULTS)
def test_assaults(name: str) -> None:
    """Units lost by both sides."""
    case = ASSAULTS[name]
    chances: Counter = Counter()
    for dice in product(range(1, 7), repeat=2):
        chances[losses(dice, case)] += Fraction(1, 36)
    setup = fight({"w_dig": case.own}, {"w_dig": case.enemy}, "w_dig")
    before_fight = units_on_map(build(GAME, setup))
    drawn: Counter = Counter()
    for state in rolled(setup, ["ASSAULT"]):
        while GAME.context(state) == "ASSAULT_LOSS":
            GAME.step(state, int(np.flatnonzero(GAME.legal(state))[0]))
        left = units_on_map(state)
        drawn[before_fight[0] - left[0], before_fight[1] - left[1]] += 1
    assert_drawn_from(drawn, chances)


def losses(dice: tuple[int, int], case: Assault) -> tuple[int, int]:
    """R65, R66."""
    own, enemy = (2 * die + half for die, half in zip(dice, case.halves, strict=True))
    low, high = sorted(dice)
    due = (high, high) if own == enemy else (low - 1, high + 1) if own > enemy else (high + 1, low - 1)
    return min(due[0], case.units[0]), min(due[1], case.units[1])


def units_on_map(state: np.ndarray) -> list[int]:
    """Number of units of each seat on the map."""
    s = state[0]
    return [int(np.count_nonzero((s.unit_status == ON_MAP) & (s.unit_owner == seat))) for seat in (0, 1)]
