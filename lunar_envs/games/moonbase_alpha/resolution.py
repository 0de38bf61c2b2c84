"""The resolution phase: defsat attacks, losses, victory, settlement, clean-up (R90-R107)."""

from lunar_envs.engine.jit import jit

from .budget import begin_turn, wait_for_event
from .codes import (
    BOUGHT_TYPES,
    FIRST_NEUTRAL,
    MARKERS,
    NONE,
    PLAYERS,
    SETTLED,
    UNITS,
    Context,
    Defsat,
    Flag,
    Phase,
    ResultKind,
    Status,
    Upgrade,
)
from .control import box_points, has_upgrade, main_base
from .dice import roll_die
from .score import finish, major_winners, minor_winners, truncate
from .stock import DOWN, UP, change_stock
from .units import is_turret, put_on_map, shuffle_pile

FLAGS = len(Flag)


@jit
def begin_resolution(s, t):
    """R90, R91: the owner of a placed defsat marker attacks first."""
    s.phase = Phase.RESOLUTION
    for p in range(PLAYERS):
        if s.defsat_state[p] == Defsat.PLACED:
            s.active_player = p
            s.to_move = p
            s.ctx = Context.DEFSAT_TARGET
            return
    resolve_losses(s, t)


@jit
def resolve_losses(s, t):
    """R94-R98: both players' losses are found before any marker moves."""
    s.active_player = NONE
    first = int(s.leader)
    for k in range(PLAYERS):
        p = first if k == 0 else 1 - first
        s.loss_levels[p] = roll_losses(s, t, p)
    change_stock(s, t, first, DOWN * int(s.loss_levels[first]))
    change_stock(s, t, 1 - first, DOWN * int(s.loss_levels[1 - first]))
    return_losses(s, t)
    for p in range(PLAYERS):
        if s.loss_levels[p] == 0 and s.loss_levels[1 - p] > 0:
            change_stock(s, t, p, UP)
    serve_events(s, t)


@jit
def roll_losses(s, t, p):
    """R94-R96: the levels that a player loses."""
    media = box_points(s, t, p, Status.LOSS_MEDIA)
    factor = int(t.media_factor)
    if media > 0 and has_upgrade(s, t, p, Upgrade.NETWORK_DATA_FILTERS) and roll_die(s, t) <= t.filters_success_max:
        factor = 1
    points = box_points(s, t, p, Status.LOSS_REG) + factor * media
    levels = points // int(t.loss_points_per_level)
    rest = points % int(t.loss_points_per_level)
    if rest > 0 and roll_die(s, t) <= rest:
        levels += 1
    return levels


@jit
def return_losses(s, t):
    """R97: lost units go back to their piles, the neutral ones stay with their owners."""
    for slot in range(UNITS):
        s.media_loss_seen |= s.unit_status[slot] == Status.LOSS_MEDIA
        if s.unit_status[slot] == Status.LOSS_MEDIA or s.unit_status[slot] == Status.LOSS_REG:
            s.unit_status[slot] = Status.PILE
            if slot < FIRST_NEUTRAL:
                s.unit_revealed[slot] = 0
                s.unit_returned[slot] = s.turn
    for p in range(PLAYERS):
        for kind in range(BOUGHT_TYPES):
            shuffle_pile(s, p, kind)


@jit
def serve_events(s, t):
    """R15: units found in this phase, leader first; then the victory check."""
    first = int(s.leader)
    if not wait_for_event(s, t, first) and not wait_for_event(s, t, 1 - first):
        check_victory(s, t)


@jit
def check_victory(s, t):
    """R99-R102: a major victory, or the settlement marker advances, at its end to a minor one."""
    winners = major_winners(s, t)
    if winners > 0:
        finish(s, ResultKind.MAJOR, winners)
        return
    s.settlement = min(SETTLED, s.settlement + 1 + s.media_loss_seen)
    if s.settlement == SETTLED:
        finish(s, ResultKind.MINOR, minor_winners(s, t))
    else:
        clean_up(s, t)


@jit
def clean_up(s, t):
    """R103, R104: the board is made ready for the next turn; reinforcements arrive."""
    for p in range(PLAYERS):
        s.transport_area[p] = NONE
        s.lift_count[p] = 0
        s.loss_levels[p] = 0
        for flag in range(FLAGS):
            s["flags"][p, flag] = 0
        for k in range(MARKERS):
            s.marker_place[p, k] = NONE
            s.marker_order[p, k] = NONE
            s.marker_revealed[p, k] = 0
    s.round_index = 0
    s.media_loss_seen = 0
    for slot in range(UNITS):
        s.unit_suppressed[slot] = 0
        if s.unit_status[slot] == Status.REINF and not is_turret(t, slot):
            put_on_map(s, slot, main_base(s, t, s.unit_owner[slot]))
    place_turrets(s, t)


@jit
def place_turrets(s, t):
    """R106: rebuilt turrets are placed one by one, the leader's first; then the next turn begins."""
    for k in range(PLAYERS):
        p = int(s.leader) if k == 0 else 1 - int(s.leader)
        for slot in range(FIRST_NEUTRAL, UNITS):
            if s.unit_status[slot] == Status.REINF and s.unit_owner[slot] == p:
                s.sel_unit = slot
                s.to_move = p
                s.ctx = Context.TURRET_REBUILD_PLACE
                return
    end_turn(s, t)


@jit
def end_turn(s, t):
    """R107: the next turn, unless that is one too many."""
    s.turn += 1
    if s.turn > t.max_turns:
        truncate(s, t)
    else:
        begin_turn(s, t)
