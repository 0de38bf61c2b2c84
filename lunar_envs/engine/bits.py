"""Sets as integers: bit ``i`` is element ``i``."""

from .jit import jit


@jit
def count_bits(bits):
    """The number of elements."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
