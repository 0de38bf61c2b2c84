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
def count_eight(mask, first):
    """The number of legal actions among the eight from ``first`` on: most masks are mostly 0."""
    low = int(mask[first]) + int(mask[first + 1]) + int(mask[first + 2]) + int(mask[first + 3])
    high = int(mask[first + 4]) + int(mask[first + 5]) + int(mask[first + 6]) + int(mask[first + 7])
    return low + high


@jit
def next_legal(mask, first):
    """The first legal action from ``first`` on; the number of actions if none is left."""
    a = first
    while a + 8 <= mask.shape[0] and count_eight(mask, a) == 0:
        a += 8
    while a < mask.shape[0] and mask[a] == 0:
        a += 1
    return a


@jit
def first_legal(mask, first):
    """The first legal action from ``first`` on, and from 0 on after the last; one must be legal."""
    action = next_legal(mask, first)
    return action if action < mask.shape[0] else next_legal(mask, 0)


@jit
def nth_legal(mask, n):
    """The legal action that ``n`` lower ones are legal before; there must be one."""
    a = 0
    while a + 8 <= mask.shape[0] and count_eight(mask, a) <= n:
        n -= count_eight(mask, a)
        a += 8
    a = next_legal(mask, a)
    while n > 0:
        a = next_legal(mask, a + 1)
        n -= 1
    return a


@jit
def pick(mask, random):
    """The legal action that the uint64 ``random`` picks, uniformly; at least one must be legal."""
    count = np.uint64(count_legal(mask))
    return nth_legal(mask, np.int64(((random >> np.uint64(32)) * count) >> np.uint64(32)))
