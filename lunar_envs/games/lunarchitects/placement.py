"""Where tiles may stand (R11-R13).

By R12 all rails of a base are one unbroken run on the line r = 0 and all tubes one on r = -q, both through the
Quarters. So an empty hex takes a rail tile only if it continues the rail run, a tube tile only if it continues the
tube run, and a tile without connection anywhere else: three classes, written as bits.
"""

from lunar_envs.engine.jit import jit

from .codes import DIRECTION_Q, DIRECTION_R, DIRECTIONS, NONE, Direction

PLAIN = 1
RAIL = 2
TUBE = 4


@jit
def connection_class(t, tile):
    """R12: PLAIN, RAIL or TUBE."""
    if t.rail[tile]:
        return RAIL
    if t.tube[tile]:
        return TUBE
    return PLAIN


@jit
def hex_beside(s, p, slot, k):
    """R11: coordinates (q, r) of the hex in direction ``k`` of an own tile."""
    return s.base_q[p, slot] + DIRECTION_Q[k], s.base_r[p, slot] + DIRECTION_R[k]


@jit
def line_end(s, p, flags, direction):
    """R12: q of the last tile of the run of tiles with a connection (``flags`` u1[78]) from slot 0 in ``direction``."""
    slot = 0
    following = s.base_nbr[p, 0, direction]
    while following >= 0 and flags[s.base_tile[p, following]]:
        slot = following
        following = s.base_nbr[p, slot, direction]
    return int(s.base_q[p, slot])


@jit
def find_lines(s, t, p):
    """R12: the ends of both runs as (least q, greatest q) of the rails and of the tubes."""
    return (
        line_end(s, p, t.rail, Direction.NW),
        line_end(s, p, t.rail, Direction.SE),
        line_end(s, p, t.tube, Direction.SW),
        line_end(s, p, t.tube, Direction.NE),
    )


@jit
def slot_at(s, p, q, r):
    """The slot of the own tile at (q, r), or NONE."""
    for i in range(s.n_tiles[p]):
        if s.base_q[p, i] == q and s.base_r[p, i] == r:
            return i
    return NONE


@jit
def hex_class(s, p, lines, q, r):
    """R12: the one class of tiles that the empty hex (q, r) takes, or 0 where two lines meet a foreign tile."""
    if r == 0 and (q == lines[0] - 1 or q == lines[1] + 1):
        beyond = q - 1 if q < 0 else q + 1
        return RAIL if slot_at(s, p, beyond, 0) == NONE else 0
    if r == -q and (q == lines[2] - 1 or q == lines[3] + 1):
        beyond = q - 1 if q < 0 else q + 1
        return TUBE if slot_at(s, p, beyond, -beyond) == NONE else 0
    return PLAIN


@jit
def classes_around(s, p, lines, slot):
    """R12: bits of all classes of tiles that some empty hex next to ``slot`` takes."""
    classes = 0
    for k in range(DIRECTIONS):
        if s.base_nbr[p, slot, k] < 0:
            q, r = hex_beside(s, p, slot, k)
            classes |= hex_class(s, p, lines, q, r)
    return classes


@jit
def placeable_classes(s, p, lines):
    """R12, R13: bits of all classes of tiles that can be placed next to some Astronaut."""
    classes = 0
    for i in range(s.n_tiles[p]):
        if s.base_astro[p, i] > 0:
            classes |= classes_around(s, p, lines, i)
    return classes


@jit
def touches(dq, dr):
    """R11: whether the offset (dq, dr) is one of the six directions."""
    return -1 <= dq <= 1 and -1 <= dr <= 1 and -1 <= dq + dr <= 1 and (dq != 0 or dr != 0)


@jit
def is_anchor(s, p, slot, q, r):
    """Whether ``slot`` is the lowest slot with an Astronaut that touches (q, r), given that it does."""
    for i in range(slot):
        if s.base_astro[p, i] > 0 and touches(s.base_q[p, i] - q, s.base_r[p, i] - r):
            return False
    return True


@jit
def may_place(s, p, lines, wanted, slot, k):
    """R12, R13: whether a tile of class ``wanted`` may go to the hex in direction ``k`` of its anchor ``slot``."""
    if s.base_nbr[p, slot, k] >= 0:
        return False
    q, r = hex_beside(s, p, slot, k)
    return hex_class(s, p, lines, q, r) == wanted and is_anchor(s, p, slot, q, r)


@jit
def add_to_base(s, p, tile, q, r):
    """Put a tile on the hex (q, r) as the next slot, with its neighbours; returns the slot."""
    slot = int(s.n_tiles[p])
    s.base_tile[p, slot] = tile
    s.base_q[p, slot] = q
    s.base_r[p, slot] = r
    s.n_tiles[p] = slot + 1
    for i in range(slot):
        for k in range(DIRECTIONS):
            if s.base_q[p, i] - q == DIRECTION_Q[k] and s.base_r[p, i] - r == DIRECTION_R[k]:
                s.base_nbr[p, slot, k] = i
                s.base_nbr[p, i, (k + 3) % DIRECTIONS] = slot
    return slot
