"""Whether frequencies agree with exact probabilities."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from statistics import NormalDist

LEVEL = 0.001
"""Chance with which a right frequency is taken for a wrong one."""

LEAST = 5
"""Cells that are expected less often than this are taken together."""


def alike(outcomes: Iterable[Hashable]) -> dict[Hashable, Fraction]:
    """All outcomes with the same chance."""
    outcomes = list(outcomes)
    return {outcome: Fraction(1, len(outcomes)) for outcome in outcomes}


def chi_square(drawn: Counter, chances: Mapping[Hashable, Fraction]) -> tuple[float, float]:
    """The chi-square statistic of ``drawn`` and the value that chance exceeds with probability ``LEVEL``."""
    draws = drawn.total()
    cells = [(drawn[cell], draws * float(chance)) for cell, chance in chances.items()]
    large = [cell for cell in cells if cell[1] >= LEAST]
    small = [cell for cell in cells if cell[1] < LEAST]
    if small:
        large.append((sum(count for count, _ in small), sum(expected for _, expected in small)))
    return sum((count - expected) ** 2 / expected for count, expected in large), critical(len(large) - 1)


def critical(freedom: int) -> float:
    """Upper ``LEVEL`` quantile of chi-square (Wilson and Hilferty), within 1 % for one degree of freedom or more."""
    z = NormalDist().inv_cdf(1 - LEVEL)
    return freedom * (1 - 2 / (9 * freedom) + z * (2 / (9 * freedom)) ** 0.5) ** 3


def assert_drawn_from(drawn: Counter, chances: Mapping[Hashable, Fraction]) -> None:
    """Fails if ``drawn`` holds anything impossible, or if its frequencies are not those of ``chances``."""
    assert sum(chances.values()) == 1
    impossible = {cell: count for cell, count in drawn.items() if not chances.get(cell)}
    assert not impossible, f"{len(impossible)} impossible cells, such as {min(impossible, key=repr)}"
    found, limit = chi_square(drawn, chances)
    assert found < limit, f"chi-square {found:.1f} is above {limit:.1f}"
