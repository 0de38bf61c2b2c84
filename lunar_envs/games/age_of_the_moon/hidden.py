"""Placeholder."""

from lunar_envs.engine.jit import jit


@jit
def determinize(s, t, seat):
    """Placeholder."""
