"""What a seat cannot know, drawn anew."""

from lunar_envs.engine.jit import jit
from lunar_envs.engine.random import deal_anew

from .turn import PHASE_START


@jit
def determinize(s, t, seat):
    """R5, R48: only the order of the stack within each phase group is unseen; all seats know the same.

    Points may be hidden (R48), but every gain and loss happens openly, so a seat that remembers knows them.
    """
    for group in range(4):
        stop = min(PHASE_START[group + 1], int(s.stack_n))
        deal_anew(s, s.stack, PHASE_START[group], stop)
