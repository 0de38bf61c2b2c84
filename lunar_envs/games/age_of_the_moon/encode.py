"""The observation as named blocks."""

from lunar_envs.engine.game import layout
from lunar_envs.engine.jit import jit

BLOCKS = layout({"nothing": (1,)})


@jit
def epoch(s):
    """Placeholder."""
    return 0


@jit
def encode_slow(s, t, seat, out):
    """Placeholder."""


@jit
def encode_fast(s, t, seat, out):
    """Placeholder."""
    out[0] = 0
