"""Placeholder: the baseline player is still to be written."""

from lunar_envs.engine.jit import jit


@jit
def greedy(s, t, mask):
    action = 0
    while mask[action] == 0:
        action += 1
    return action
