"""Where things find room in a convex polygon, the area of a map."""

import math
from collections.abc import Sequence

Polygon = Sequence[tuple[float, float]]
"""Corners in order."""

MARGIN = 14
STEP = 6
SMALLEST = 16
BETWEEN = 0.35
"""Room between the stacks of two players, in counters."""


def chord(polygon: Polygon, y: float) -> tuple[float, float]:
    """The leftmost and the rightmost point at height ``y``; left > right where the polygon is not."""
    xs = []
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if y1 != y2 and min(y1, y2) <= y <= max(y1, y2):
            xs.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    return (min(xs), max(xs)) if xs else (1.0, 0.0)


def span(polygon: Polygon, top: float, bottom: float) -> tuple[float, float]:
    """From where to where the polygon is between two heights throughout, less a margin."""
    above, below = chord(polygon, top), chord(polygon, bottom)
    return max(above[0], below[0]) + MARGIN, min(above[1], below[1]) - MARGIN


def place_line(polygon: Polygon, width: float, height: float) -> tuple[float, float, float]:
    """The middle of a line of text near the top, and the width that it has there: the first place that is wide enough.

    Where there is none in the upper half, the widest one.
    """
    ys = [y for _, y in polygon]
    top, middle = min(ys) + MARGIN + height / 2, (min(ys) + max(ys)) / 2
    best = (0.0, top, 0.0)
    y = top
    while y < middle:
        left, right = span(polygon, y - height / 2, y + height / 2)
        if right - left > best[2]:
            best = ((left + right) / 2, y, right - left)
        if best[2] >= width:
            break
        y += STEP
    return best


def place_stacks(
    polygon: Polygon, top: float, counts: Sequence[int], largest: float
) -> tuple[float, list[tuple[float, float]]]:
    """Side by side, below ``top``, stacks of squares: their side and the top left corner of each.

    The squares are as large as they fit, and near the middle of the room.
    """
    if not any(counts):
        return largest, []
    best = (0.0, 0.0, 0.0, 1)
    for rows in range(1, max(counts) + 1):
        fit = _fit(polygon, top, _columns(counts, rows), rows, largest, best[0])
        if fit is not None:
            best = (*fit, rows)
    side, left, high, rows = best if best[0] else (SMALLEST, polygon[0][0], top, 1)
    places = []
    for count, columns in zip(counts, [math.ceil(n / rows) for n in counts], strict=True):
        places += [(left + side * (k % columns), high + side * (k // columns)) for k in range(count)]
        left += side * (columns + BETWEEN) if count else 0
    return side, places


def _columns(counts: Sequence[int], rows: int) -> float:
    """How many squares wide all stacks are together."""
    filled = [math.ceil(n / rows) for n in counts if n]
    return sum(filled) + BETWEEN * (len(filled) - 1)


def _fit(
    polygon: Polygon, top: float, columns: float, rows: int, largest: float, least: float
) -> tuple[float, float, float] | None:
    """Side, left and top of a block of squares larger than ``least``, as large as possible; None if there is none."""
    bottom = max(y for _, y in polygon) - MARGIN
    side = largest
    while side > max(least, SMALLEST):
        tall, wide = side * rows, side * columns
        steps = max(0, int((bottom - top - tall) / STEP)) + 1
        fits = []
        for k in range(steps):
            high = top + STEP * k
            left, right = span(polygon, high, high + tall)
            if high + tall <= bottom and right - left >= wide:
                fits.append((high, (left + right - wide) / 2))
        if fits:
            high, left = fits[len(fits) // 2]
            return side, left, high
        side -= 2
    return None


def shrunk(polygon: Polygon, inset: float) -> list[tuple[float, float]]:
    """The polygon with every corner moved towards the middle by about ``inset``."""
    x0 = sum(x for x, _ in polygon) / len(polygon)
    y0 = sum(y for _, y in polygon) / len(polygon)
    moved = []
    for x, y in polygon:
        far = math.hypot(x - x0, y - y0)
        moved.append((x + (x0 - x) * inset * 1.3 / far, y + (y0 - y) * inset * 1.3 / far))
    return moved
