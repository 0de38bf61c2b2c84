"""Stock prices and the events on their track (R14, R15)."""

from lunar_envs.engine.jit import jit

from .codes import NONE, STOCK_MAX, Event

UP = 1
DOWN = -1


@jit
def change_stock(s, t, p, levels):
    """R14: move a price marker level by level; what an event adds comes before the rest."""
    direction = UP if levels > 0 else DOWN
    for _ in range(abs(levels)):
        step = direction
        while step != 0:
            step = step_stock(s, t, p, step)


@jit
def step_stock(s, t, p, step):
    """R14: one step, up or down, and the event there; returns the step that it causes, 0 if none."""
    level = int(s.stock[p]) + step
    if level < 0 or level > STOCK_MAX:
        return 0
    s.stock[p] = level
    triangle = t.triangle_at[level]
    if triangle == NONE or s.event_kind[triangle] == NONE:
        return 0
    event = s.event_kind[triangle]
    s.event_kind[triangle] = NONE
    return take_event(s, t, p, event)


@jit
def take_event(s, t, p, event):
    """R15: what an event gives; returns a further step of the stock, 0 if none."""
    if event == Event.MINE:
        s.perm_mine[p] += 1
    elif event == Event.LAB:
        s.perm_lab[p] += 1
    elif event == Event.UNITS:
        s.pending_units[p] += t.event_units_euro
    elif event == Event.UP:
        return UP
    else:
        return DOWN
    return 0
