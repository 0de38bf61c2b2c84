"""What actions do."""

from lunar_envs.engine.jit import jit

from .legal import legal


@jit
def setup(s, t, options, mask):
    """Set up."""
    return legal(s, t, mask)


@jit
def step(s, t, action, mask):
    """Step."""
    return legal(s, t, mask)


@jit
def is_over(s):
    """Whether the game has ended."""
    return s.ctx == 0
