"""The baseline player."""

from lunar_envs.engine.jit import jit


@jit
def greedy(s, t, mask):
    """Placeholder: the first legal action."""
    for a in range(mask.shape[0]):
        if mask[a]:
            return a
    return -1
