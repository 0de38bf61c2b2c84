from lunar_envs.engine.jit import jit


@jit
def greedy(s, t, mask):
    a = 0
    while mask[a] == 0:
        a += 1
    return a
