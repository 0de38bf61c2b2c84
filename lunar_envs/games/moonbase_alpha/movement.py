"""Where a unit may move to (R36-R41)."""

from lunar_envs.engine.jit import jit

from .codes import ALL_AREAS, UnitType, Upgrade
from .control import upgrades_of
from .units import next_to, occupied


@jit
def destinations(s, t, p, slot):
    """R40: the set of the areas that a unit of player ``p`` may move to: in reach, or adjacent (R39)."""
    start = int(s.unit_area[slot])
    kind = t.unit_type[slot]
    enemies = occupied(s, 1 - p)
    upgrades = upgrades_of(s, t, p)
    points = int(t.move[kind])
    if t.counts_as_pmc[kind] and (upgrades >> Upgrade.MMU_BOOSTER_PACKS) & 1:  # R37
        points += int(t.mmu_bonus)
    if kind == UnitType.BOLO:
        found = reach(t, start, points, enemies, 0, 0, 0, 1)
    else:
        tyres = (kind == UnitType.MCU or kind == UnitType.CRAWLER) and (upgrades >> Upgrade.IMPROVED_TYRES) & 1
        craters = 0 if tyres else int(t.craters)
        threatened = next_to(t, enemies & ~occupied(s, p))
        found = reach(t, start, points, enemies, craters, threatened, enemies, int(t.base_cost))
    return (found | int(t.near[start])) & ~(1 << start)


@jit
def reach(t, start, points, enemies, craters, threatened, defended, base_cost):
    """R36, R38: the set of the areas reached with ``points``, past no area of ``enemies``.

    Entering costs ``base_cost`` and more in ``craters``, in ``threatened`` and in ``defended`` areas, no more than 5 in
    all (``tables.LONGEST_STEP``). The areas are found by rising cost: ``a`` to ``e`` are the areas next to those that
    cost 1 to 5 points less than the ones that are found now.
    """
    crater = int(t.crater_cost)
    threat = int(t.near_enemy_area_cost)
    defence = int(t.enemy_occupied_cost)
    cost_1 = areas_of_cost(1, base_cost, crater, threat, defence, craters, threatened, defended)
    cost_2 = areas_of_cost(2, base_cost, crater, threat, defence, craters, threatened, defended)
    cost_3 = areas_of_cost(3, base_cost, crater, threat, defence, craters, threatened, defended)
    cost_4 = areas_of_cost(4, base_cost, crater, threat, defence, craters, threatened, defended)
    cost_5 = areas_of_cost(5, base_cost, crater, threat, defence, craters, threatened, defended)
    found = 1 << start
    a = int(t.near[start])
    b = c = d = e = 0
    for _ in range(points):
        new = ((a & cost_1) | (b & cost_2) | (c & cost_3) | (d & cost_4) | (e & cost_5)) & ~found
        found |= new
        e, d, c, b, a = d, c, b, a, next_to(t, new & ~enemies)
    return found


@jit
def areas_of_cost(cost, base_cost, crater, threat, defence, craters, threatened, defended):
    """R36: the set of the areas that cost ``cost`` to enter."""
    found = 0
    for kind in range(8):
        extra = crater * (kind & 1) + threat * ((kind >> 1) & 1) + defence * (kind >> 2)
        if base_cost + extra == cost:
            found |= (
                (craters if kind & 1 else ~craters)
                & (threatened if kind & 2 else ~threatened)
                & (defended if kind & 4 else ~defended)
            )
    return found & ALL_AREAS
