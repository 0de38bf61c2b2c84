"""Means over deals and how far to trust them.

The games of one deal (all seatings) share its luck, so their mean is one observation. Intervals are 95 %. Where an
agent meets several lineups, the differences between these count as chance too, which errs on the safe side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

Z = 1.96
"""Half width of a 95 % interval in standard errors."""
T = (12.706, 4.303, 3.182, 2.776, 2.571)
"""The same where the standard error is estimated with 1 to 5 degrees of freedom."""


@dataclass(frozen=True)
class Estimate:
    """A mean with the ends of its interval, None where there are too few deals."""

    mean: float | None
    low: float | None
    high: float | None

    @property
    def margin(self) -> float | None:
        """Distance from the mean to the farther end of the interval."""
        if self.mean is None or self.low is None or self.high is None:
            return None
        return max(self.mean - self.low, self.high - self.mean)

    def text(self, scale: float, digits: int) -> str:
        """The estimate times ``scale`` with its interval, as in ``0.52 [0.49, 0.55]``."""
        if self.mean is None:
            return "-"
        mean = f"{self.mean * scale:.{digits}f}"
        if self.low is None or self.high is None:
            return mean
        return f"{mean} [{self.low * scale:.{digits}f}, {self.high * scale:.{digits}f}]"


def deal_means(observations: Iterable[tuple[int, float]]) -> np.ndarray:
    """The mean of every deal, from (deal, value) pairs."""
    deals = defaultdict(list)
    for deal, value in observations:
        deals[deal].append(value)
    return np.array([sum(values) / len(values) for values in deals.values()])


def estimate(observations: Iterable[tuple[int, float]], bounds: tuple[float, float] | None = None) -> Estimate:
    """Mean of the deals' means and its interval, from (deal, value) pairs.

    Values without ``bounds`` get Student's t interval. Values within ``bounds`` get Wilson's interval for as many
    independent yes-or-no games as would give the same standard error: it stays within the bounds and has a width even
    at their ends. Deals that are all alike say only that at most ``Z² / (deals + Z²)`` of all deals are not.
    """
    means = deal_means(observations)
    if len(means) == 0:
        return Estimate(None, None, None)
    mean = float(means.mean())
    if len(means) == 1:
        return Estimate(mean, None, None)
    error = float(means.std(ddof=1) / np.sqrt(len(means)))
    t = student_t(len(means) - 1)
    if bounds is None:
        return Estimate(mean, mean - t * error, mean + t * error)
    low, high = bounds
    ends = _share_interval((mean - low) / (high - low), error / (high - low), len(means), t)
    return Estimate(mean, *(low + end * (high - low) for end in ends))


def student_t(freedom: int) -> float:
    """Half width of a 95 % interval in standard errors that are estimated with so many degrees of freedom."""
    if freedom <= len(T):
        return T[freedom - 1]
    expansion = (
        Z,
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
    )
    return sum(term / freedom**power for power, term in enumerate(expansion))


def _share_interval(share: float, error: float, deals: int, t: float) -> tuple[float, float]:
    """Ends of the interval of a share; see ``estimate``."""
    if error < 1e-9:
        unseen = Z**2 / (deals + Z**2)
        return share * (1 - unseen), share + (1 - share) * unseen
    spread = (t * error) ** 2 / (share * (1 - share))  # t² over the number of yes-or-no games
    centre = (share + spread / 2) / (1 + spread)
    half = np.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return min(share, float(centre - half)), max(share, float(centre + half))
