"""Action masks (int8[N], 1 = legal), as compiled code goes through them."""

import numpy as np

from .jit import jit


@jit
def clear_mask(mask):
    """Nothing is legal."""
    for a in range(mask.shape[0]):
        mask[a] = 0


@jit
def count_legal(mask):
    """The number of legal actions."""
    count = 0
    for a in range(mask.shape[0]):
        count += int(mask[a])
    return count


@jit
def first_legal(mask, first):
    """The first legal action from ``first`` on, and from 0 on after the last; one must be legal."""
    action = first
    while mask[action] == 0:
        action = action + 1 if action + 1 < mask.shape[0] else 0
    return action


@jit
def nth_legal(mask, n):
    """The legal action that ``n`` lower ones are legal before; there must be one."""
    for a in range(mask.shape[0]):
        if mask[a]:
            if n == 0:
                return a
            n -= 1
    return -1


@jit
def pick(mask, random):
    """The legal action that the uint64 ``random`` picks, uniformly; at least one must be legal."""
    count = np.uint64(count_legal(mask))
    return nth_legal(mask, np.int64(((random >> np.uint64(32)) * count) >> np.uint64(32)))
