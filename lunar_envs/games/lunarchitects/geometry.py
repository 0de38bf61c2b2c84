"""Shape of a base, read from the neighbour slots alone: no grid, no flood fill, no memory (R11, R43, R46)."""

from lunar_envs.engine.jit import jit

from .codes import DIRECTIONS, NONE, Direction

_ROUND_SOUTH = tuple(map(int, (Direction.SE, Direction.S, Direction.SW, Direction.NW, Direction.N)))


@jit
def count_neighbours(s, p, slot):
    """How many of the six hexes around ``slot`` hold own tiles (R43)."""
    count = 0
    for k in range(DIRECTIONS):
        if s.base_nbr[p, slot, k] != NONE:
            count += 1
    return count


@jit
def count_triangles(s, p, slot):
    """How many pairs of own tiles touch ``slot`` and each other."""
    count = 0
    after = s.base_nbr[p, slot, DIRECTIONS - 1] != NONE
    for k in range(DIRECTIONS):
        before, after = after, s.base_nbr[p, slot, k] != NONE
        if before and after:
            count += 1
    return count


@jit
def count_with_neighbours(s, p, n):
    """How many own tiles have exactly ``n`` own neighbours (R43 DENSITY, SPRAWL)."""
    count = 0
    for i in range(s.n_tiles[p]):
        if count_neighbours(s, p, i) == n:
            count += 1
    return count


@jit
def has_ringed_hex(s, p):
    """Whether some empty hex has six own neighbours (R46)."""
    for north in range(s.n_tiles[p]):
        if s.base_nbr[p, north, Direction.S] == NONE and rings_south(s, p, north):
            return True
    return False


@jit
def rings_south(s, p, north):
    """Whether own tiles lead from ``north`` all round the hex south of it."""
    slot = north
    for k in _ROUND_SOUTH:
        slot = s.base_nbr[p, slot, k]
        if slot == NONE:
            return False
    return True


@jit
def count_enclosed(s, p):
    """How many empty hexes cannot reach the outside through empty hexes (R43 ENCLOSURE)."""
    degrees = triangles = 0
    for i in range(s.n_tiles[p]):
        degrees += count_neighbours(s, p, i)
        triangles += count_triangles(s, p, i)
    return enclosed_hexes(s, p, degrees, triangles)


@jit
def enclosed_hexes(s, p, degrees, triangles):
    """``count_enclosed`` from the sums of ``count_neighbours`` and ``count_triangles`` over all own tiles."""
    n = int(s.n_tiles[p])
    # Euler: tiles - edges + triangles = 1 - holes. Every edge is in two tiles' sums, every triangle in three.
    if n == 0 or n - degrees // 2 + triangles // 3 >= 1:
        return 0
    return area_within(s, p) - n


@jit
def area_within(s, p):
    """How many hexes, own and empty, lie within the outer boundary of the base; it must have a tile."""
    first = 0
    for i in range(s.n_tiles[p]):
        if s.base_q[p, i] > s.base_q[p, first]:
            first = i
    # Nothing lies SE of the greatest q, so that side is on the outer boundary. Go round it clockwise; each row of
    # hexes that it cuts out ends at an SE side and begins at an NW side.
    area = 0
    slot, k = first, Direction.SE.value
    while True:
        if k == Direction.SE:
            area += int(s.base_q[p, slot])
        elif k == Direction.NW:
            area -= int(s.base_q[p, slot]) - 1
        right = (k + 1) % DIRECTIONS
        neighbour = int(s.base_nbr[p, slot, right])
        if neighbour == NONE:
            k = right
        else:
            slot, k = neighbour, (k - 1) % DIRECTIONS
        if slot == first and k == Direction.SE:
            return area
