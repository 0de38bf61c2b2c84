"""What a seat cannot know, drawn anew."""

from lunar_envs.engine.jit import jit


@jit
def determinize(s, t, seat):
    """Draw."""
