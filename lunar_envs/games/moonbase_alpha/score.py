"""Victory, ranks and rewards."""

from lunar_envs.engine.jit import jit


@jit
def returns(s, t, kind, out):
    """Rewards."""
