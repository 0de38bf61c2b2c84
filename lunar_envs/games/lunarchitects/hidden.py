"""What a seat cannot know, drawn anew."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.random import shuffle

from .turn import PHASE_START


@jit
def determinize(s, t, seat):
    """R5, R48: only the order of the stack within each phase group is unseen; all seats know the same.

    Points may be hidden (R48), but every gain and loss happens openly, so a seat that remembers knows them.
    """
    for group in range(4):
        stop = min(PHASE_START[group + 1], int(s.stack_n))
        if stop > PHASE_START[group]:
            sort_stack(s, PHASE_START[group], stop)  # so that the draw does not depend on the true order
            shuffle(s, s.stack, PHASE_START[group], stop)


@jit
def sort_stack(s, start, stop):
    """Put a part of the stack into the order of tile indices."""
    for i in range(start + 1, stop):
        tile = s.stack[i]
        j = i
        while j > start and s.stack[j - 1] > tile:
            s.stack[j] = s.stack[j - 1]
            j -= 1
        s.stack[j] = tile
