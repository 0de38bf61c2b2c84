"""SVG as strings: text that fits its room, shapes, groups. Knows no game; equal arguments give equal strings."""

import math
from collections.abc import Iterable, Sequence
from html import escape

FONT = "DejaVu Sans, Verdana, sans-serif"
"""The family whose advance widths are below; Verdana has the same."""

# Advance widths of DejaVu Sans for the characters 32 to 126, in hundredths of the font size.
_ADVANCES = (
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34,
    84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 30, 30, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99,
    68, 61, 68, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52,
    39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
)  # fmt: skip
_BOLD = 1.13  # how much wider bold letters are
_CAPITAL = 0.73  # height of capitals over font size

Attribute = str | float
Icon = tuple[float, str]
"""A drawing around (0, 0), and how wide it is."""


def number(value: float) -> str:
    """A coordinate with two decimals at most."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def element(tag: str, *content: str, **attributes: Attribute) -> str:
    """``<tag attributes>content</tag>``; underscores in attribute names stand for hyphens."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    inner = "".join(content)
    return f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>"


def _value(value: Attribute) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def document(width: float, height: float, title: str, *content: str) -> str:
    """A whole picture; ``title`` is what screen readers say."""
    return element(
        "svg",
        element("title", escape(title)),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        font_family=FONT,
    )


def group(*content: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: Attribute) -> str:
    """``content`` moved to (x, y) and scaled."""
    moves = [f"translate({number(x)} {number(y)})"] if x or y else []
    moves += [f"scale({scale:.4g})"] if scale != 1 else []
    return element("g", *content, **({"transform": " ".join(moves)} if moves else {}), **attributes)


def side_by_side(icons: Sequence[Icon], gap: float) -> Icon:
    """Icons in a row with ``gap`` between them, as one icon."""
    total = sum(wide for wide, _ in icons) + gap * (len(icons) - 1)
    parts, left = [], -total / 2
    for wide, drawing in icons:
        parts.append(group(drawing, x=left + wide / 2))
        left += wide + gap
    return total, "".join(parts)


def text_width(words: str, size: float, bold: bool = False) -> float:
    """The width of one line of text; characters outside ASCII count as a wide letter."""
    hundredths = sum(_ADVANCES[ord(c) - 32] if 32 <= ord(c) < 127 else 84 for c in words)
    return hundredths / 100 * size * (_BOLD if bold else 1)


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    *,
    width: float | None = None,
    bold: bool = False,
    anchor: str = "middle",
    **attributes: Attribute,
) -> str:
    """One line of text, vertically centred on ``y``; the font shrinks where ``width`` is too small for it."""
    if not words:
        return ""
    if width is not None:
        size *= min(1, width / text_width(words, size, bold))
    if bold:
        attributes["font_weight"] = "bold"
    baseline = y + size * _CAPITAL / 2
    return element("text", escape(words), x=x, y=baseline, font_size=size, fill=fill, text_anchor=anchor, **attributes)


def wrapped(words: str, size: float, width: float, bold: bool = False) -> list[str]:
    """``words`` cut into lines of at most ``width``, where a single word may be longer."""
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def circle(x: float, y: float, radius: float, **attributes: Attribute) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: Attribute) -> str:
    """An ellipse."""
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, **attributes)


def box(x: float, y: float, width: float, height: float, radius: float = 0, **attributes: Attribute) -> str:
    """A rectangle with its top left corner at (x, y) and corners rounded by ``radius``."""
    return element("rect", x=x, y=y, width=width, height=height, **({"rx": radius} if radius else {}), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float, **attributes: Attribute) -> str:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width, **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: Attribute) -> str:
    """A closed polygon."""
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def path(d: str, **attributes: Attribute) -> str:
    """A path in SVG's own notation."""
    return element("path", d=d, **attributes)


def hexagon(x: float, y: float, size: float, **attributes: Attribute) -> str:
    """A flat-top hexagon; ``size`` is the distance from its centre to a corner."""
    corners = [(x + size * math.cos(k * math.pi / 3), y + size * math.sin(k * math.pi / 3)) for k in range(6)]
    return polygon(corners, **attributes)


def star(x: float, y: float, radius: float, **attributes: Attribute) -> str:
    """A five-pointed star."""
    points = []
    for k in range(10):
        length = radius if k % 2 == 0 else radius * 0.42
        points.append((x + length * math.sin(k * math.pi / 5), y - length * math.cos(k * math.pi / 5)))
    return polygon(points, **attributes)


def symbol(name: str, *content: str) -> str:
    """Content drawn round (0, 0) with radius 1, for ``use``."""
    return element("g", *content, id=name)


def use(name: str, x: float, y: float, radius: float, **attributes: Attribute) -> str:
    """A ``symbol`` at (x, y)."""
    return element(
        "use", href=f"#{name}", transform=f"translate({number(x)} {number(y)}) scale({radius:.4g})", **attributes
    )


def die(x: float, y: float, radius: float, face: int, fill: str, pips: str) -> str:
    """A die that shows ``face`` (1 to 6; 0 shows no pips)."""
    spots = {
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
        5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
        6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    }
    cube = box(
        x - radius,
        y - radius,
        2 * radius,
        2 * radius,
        radius * 0.35,
        fill=fill,
        stroke="#20242c",
        stroke_width=radius * 0.08,
    )
    step = radius * 0.5
    return cube + "".join(circle(x + step * i, y + step * j, radius * 0.18, fill=pips) for i, j in spots.get(face, ()))
