"""SVG to pixels, with the fonts of this package only: the same picture on every machine."""

import io
from pathlib import Path

import numpy as np

FONTS = Path(__file__).parent / "fonts"
FAMILY = "DejaVu Sans"


def rasterise(svg: str, width: int = 1200) -> np.ndarray:
    """The picture as uint8[H, W, 3] with W = ``width`` and H by its proportions.

    Raises ImportError if the extra ``render`` is not installed, ValueError if ``svg`` is no valid SVG.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError('pictures need resvg-py and pillow: pip install "lunar-envs[render]"') from error
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="#ffffff",
        font_files=[str(file) for file in sorted(FONTS.glob("*.ttf"))],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
        skip_system_fonts=True,  # they differ between machines, and slim containers have none
    )
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.array(image.convert("RGB"))  # a copy: the caller may draw on it
