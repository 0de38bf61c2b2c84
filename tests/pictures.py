"""What tests of pictures ask of an SVG document: where its texts are, and whether they lie on each other."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import numpy as np

from lunar_envs.engine import svg

SVG = "{http://www.w3.org/2000/svg}"
Text = tuple[float, float, float, float, str]
"""Left, top, right, bottom and words."""


def texts_of(node: ET.Element, scale: float = 1.0, x: float = 0.0, y: float = 0.0) -> Iterator[Text]:
    """Every text that is drawn below ``node``, for groups that only move and scale."""
    if node.tag == f"{SVG}defs":
        return
    moves = dict(re.findall(r"(translate|scale)\(([^)]*)\)", node.get("transform", "")))
    if "translate" in moves:
        dx, dy = map(float, moves["translate"].split())
        x, y = x + scale * dx, y + scale * dy
    scale *= float(moves.get("scale", 1))
    if node.tag == f"{SVG}text":
        size = float(node.get("font-size")) * scale
        wide = svg.text_width(node.text, size, node.get("font-weight") == "bold")
        left = x + scale * float(node.get("x")) - wide * {"start": 0, "middle": 0.5, "end": 1}[node.get("text-anchor")]
        baseline = y + scale * float(node.get("y"))
        yield left, baseline - 0.73 * size, left + wide, baseline, node.text
    for child in node:
        yield from texts_of(child, scale, x, y)


def overlaps(texts: list[Text], slack: float = 0.5) -> list[tuple[str, str]]:
    """The words of every two texts that lie on each other."""
    left, top, right, bottom = np.array([text[:4] for text in texts]).T
    beside = (left[:, None] + slack < right) & (left + slack < right[:, None])
    on_each_other = beside & (top[:, None] + slack < bottom) & (top + slack < bottom[:, None])
    return [(texts[a][4], texts[b][4]) for a, b in np.argwhere(np.triu(on_each_other, 1))]
