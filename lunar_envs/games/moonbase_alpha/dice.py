"""Six-sided dice; scripted results come first."""

from lunar_envs.engine import random
from lunar_envs.engine.jit import jit


@jit
def roll_die(s, t):
    """One die."""
    return int(random.roll(s, t.die))


@jit
def roll_low(s, t):
    """R2, R13: both seats roll, seat 0 first, ties again; returns the seat with the low die."""
    first = roll_die(s, t)
    second = roll_die(s, t)
    while first == second:
        first = roll_die(s, t)
        second = roll_die(s, t)
    return 0 if first < second else 1
