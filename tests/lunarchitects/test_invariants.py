"""What always holds, as property tests: invariants 1 to 18, at every decision of random games.

``LUNAR_GAMES`` is the number of seeded random games (default 24, without JIT 3); hypothesis adds games that
shrink to the shortest failing one.
"""

import os
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lunar_envs
from lunar_envs.engine.game import IllegalAction
from lunar_envs.engine.jit import disabled
from lunar_envs.engine.record import difference, to_bytes
from lunar_envs.games.lunarchitects.codes import (
    ABSENT,
    CAP,
    LAPS,
    NONE,
    PHASES,
    QUEUE_TILES,
    REACH,
    SLOTS,
    SPACES,
    TILE_CAP,
    Action,
    Bonus,
    Context,
    TileAction,
)

from . import reference
from .build import neighbours

GAME = lunar_envs.games["lunarchitects"]
TABLES = GAME.tables[0]
GAMES = int(os.environ.get("LUNAR_GAMES", "3" if disabled() else "24"))
PILE = reference.PILE
SAMPLE = 16
"""Checks that play on in copies are done at one decision in this many."""

OPTIONS = {
    "scheme_setup": ("printed", "random"),
    "expansion": ("none", "achievements", "coffee"),
    "points_visible": (True, False),
}


@pytest.mark.parametrize("seed", range(GAMES))
def test_seeded_games(seed: int) -> None:
    """Whole random games, all player counts and options in turn."""
    rng = np.random.default_rng(seed)
    options = {name: values[rng.integers(len(values))] for name, values in OPTIONS.items()}
    play(seed % 5 + 1, seed, options, iter(rng.random, None))


@pytest.mark.slow
@settings(max_examples=max(10, GAMES), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    num_players=st.integers(1, 5),
    seed=st.integers(0, 2**64 - 1),
    options=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
    choices=st.integers(0, 120).flatmap(lambda n: st.lists(st.floats(0, 1, exclude_max=True), min_size=n, max_size=n)),
)
def test_games_that_shrink(num_players: int, seed: int, options: dict, choices: list[float]) -> None:
    """The beginning of a game; the choices say which of the legal actions is taken."""
    play(num_players, seed, options, choices)


def play(num_players: int, seed: int, options: dict, choices: Iterable[float]) -> None:
    """Play one game and check it at every decision."""
    state = GAME.new(num_players=num_players, seed=seed, **options)
    actions = []
    check_decision(state, len(actions))
    for choice in choices:
        if GAME.is_over(state):
            break
        legal = np.flatnonzero(GAME.legal(state))
        actions.append(int(legal[int(choice * len(legal))]))
        before = GAME.clone(state)
        GAME.step(state, actions[-1])
        check_step(before, actions[-1], state)
        check_decision(state, len(actions))
    check_14_determinism(num_players, seed, options, actions, state)


def check_decision(state: np.ndarray, number: int) -> None:
    """All invariants of one state."""
    s = state[0]
    check_1_tokens(s)
    check_2_queue_tiles(s)
    check_4_limits(s)
    for seat in range(s.num_players):
        check_7_base(s, seat)
        check_8_lines(s, seat)
    check_11_mask(state)
    check_12_laps(s)
    check_16_bounds(s)
    if s.ctx == Context.TAKE:
        check_5_positions(s)
        check_6_last_pawn_acts(s)
        check_17_take(state)
    if number % SAMPLE == 0 and s.ctx != Context.OVER:
        check_11_application(state)
        check_13_hidden(state)
        check_15_determinize(state)
        check_18_sales(state)


def check_step(before: np.ndarray, action: int, after: np.ndarray) -> None:
    """All invariants of one step."""
    b, a = before[0], after[0]
    if a.turn_no == b.turn_no and b.ctx != Context.START:
        check_9_placed_by_an_astronaut(b, a)
        check_10_use(b, action, a)
        if a.ctx != Context.OVER:
            check_3_points(b, action, a)
    if a.turn_no != b.turn_no:
        check_10_turn_start(a)
    check_12_scored_lap(b, a)


# -- invariants ----------------------------------------------------------------------------------------


def check_1_tokens(s: np.record) -> None:
    """No token is lost or made."""
    np.testing.assert_array_equal(s.supply + s.base_res.sum(axis=(0, 1)), TABLES.supply)
    assert s.supply_astro + s.base_astro.sum() == TABLES.supply_astro
    assert s.supply_rocket + s.rockets.sum() == TABLES.supply_rocket
    assert s.supply_crystal + s.crystals.sum() == TABLES.supply_crystal


def check_2_queue_tiles(s: np.record) -> None:
    """Every queue tile is in one place; before the queue exists, none is."""
    stack, queue, placed = s.stack[: s.stack_n], s.queue[s.queue != NONE], s.base_tile[s.base_tile != NONE]
    seen = np.concatenate([stack, queue, placed, [s.taken] if s.taken != NONE else []]).astype(int)
    assert len(set(seen)) == len(seen)
    total = np.sum(seen < QUEUE_TILES) + s.removed
    assert total == (0 if s.ctx == Context.START else QUEUE_TILES)


def check_3_points(b: np.record, action: int, a: np.record) -> None:
    """Within a turn, points and what lies on the Exchange change by named gains only."""
    me = b.to_move
    others = np.arange(len(a.points)) != me
    np.testing.assert_array_equal(a.points[others], b.points[others])
    change = int(a.points[me] + PILE[a.filled].sum()) - int(b.points[me] + PILE[b.filled].sum())
    assert change == placement_points(b, a) + action_points(b, action, a) - rescue_fee(b, action, a)


def placement_points(b: np.record, a: np.record) -> int:
    """Points of the bonus of a tile placed in this step (R18)."""
    me, count = b.to_move, int(a.n_tiles[b.to_move])
    if count == b.n_tiles[me]:
        return 0
    special = TABLES.bonus_special[a.base_tile[me, count - 1]]
    symbols = {Bonus.PER_DOME: TABLES.dome, Bonus.PER_TRIANGLE: TABLES.triangle, Bonus.PER_STAR: TABLES.star}
    if special in symbols:
        return 2 * int(symbols[special][a.base_tile[me, :count]].sum())
    return 2 * int(a.base_res[me].sum()) if special == Bonus.PER_RESOURCE else 0


def action_points(b: np.record, action: int, a: np.record) -> int:
    """Points of a tile action that was completed in this step (R22-R25)."""
    slot = int(b.use_slot)
    if b.ctx == Context.ACT and action >= Action.TILE:
        slot = action - Action.TILE
    if slot == NONE or a.use_slot != NONE:
        return 0
    tile = b.base_tile[b.to_move, slot]
    level = action - Action.LEVEL + 1 if b.ctx == Context.LEVEL else int(b.level)
    graded = {TileAction.TRADE_DIFFERENT: (5, 9, 14), TileAction.FOOD_POINTS: (3, 7)}
    fixed = {
        TileAction.TAKE_POINTS: int(TABLES.action_param[tile]),
        TileAction.AIR_WATER_POINTS: 8,
        TileAction.ANY3_POINTS: 9,
    }
    kind = int(TABLES.action[tile])
    if kind in graded:
        return graded[kind][max(1, level) - 1]  # a step from TILE to the gain chose level 1, the only one
    return fixed.get(kind, 0)


def rescue_fee(b: np.record, action: int, a: np.record) -> int:
    """What RESCUE cost in this step (R34); a sale before it in the same step counts."""
    sold = 0
    if b.ctx == Context.TAKE and Action.SELL <= action < Action.PAY_TOKEN:
        sold = int(b.filled[action - Action.SELL])
    if b.ctx == Context.SELL_SRC:
        sold = int(b.filled[b.sel_res])
    return min(reference.FEE, int(b.points[b.to_move]) + sold) if a.rescued > b.rescued else 0


def check_4_limits(s: np.record) -> None:
    """Nothing overflows, nobody runs out of Astronauts, nobody owes points."""
    assert ((s.filled >= 0) & (s.filled <= 3)).all()
    assert (s.base_res >= 0).all()
    assert (s.base_res.sum(axis=2) <= TILE_CAP).all()
    assert (s.base_astro >= 0).all()
    if s.ctx != Context.START:
        assert (s.base_astro[: s.num_players].sum(axis=1) >= 1).all()
    if s.ctx != Context.OVER:
        assert (s.points >= 0).all()


def check_5_positions(s: np.record) -> None:
    """Tokens stand apart; the queue reaches from the tail round to the one empty space."""
    tokens = token_positions(s)
    assert len(set(tokens)) == len(tokens)
    tail = min(tokens)
    filled = set(np.flatnonzero(s.queue != NONE))
    reach = set(range(max(0, tail + 1), min(QUEUE_TILES - 1, tail + REACH) + 1))
    assert filled <= reach
    assert not filled & set(tokens)
    poured = s.num_players - s.coffee.sum() if s.opt_expansion == 2 else 0
    assert len(reach - filled - set(tokens)) <= poured


def check_6_last_pawn_acts(s: np.record) -> None:
    """The acting pawn is the last token, and it stands where the turn began."""
    assert s.pawn_pos[s.to_move] == s.t0 == min(token_positions(s))


def token_positions(s: np.record) -> list[int]:
    """Positions of all tokens in play."""
    return [int(p) for p in (*s.pawn_pos, s.spot_pos, s.red_pos) if p != ABSENT]


def check_7_base(s: np.record, seat: int) -> None:
    """A base is connected, starts at (0, 0) and knows its neighbours."""
    count = int(s.n_tiles[seat])
    np.testing.assert_array_equal(s.base_nbr[seat], neighbours(s.base_q[seat], s.base_r[seat], count))
    hexes = hexes_of(s, seat)
    assert len(set(hexes)) == count
    assert hexes[:1] == [(0, 0)][:count]
    for i in range(1, count):
        assert (s.base_nbr[seat, i] < i)[s.base_nbr[seat, i] != NONE].any()


def check_8_lines(s: np.record, seat: int) -> None:
    """Rails form one run on r = 0 through the Quarters, tubes one on r = -q."""
    tiles, hexes = s.base_tile[seat, : s.n_tiles[seat]], hexes_of(s, seat)
    tile_at = dict(zip(hexes, tiles, strict=True))
    for has, (dq, dr), slope in ((TABLES.rail, (1, 0), 0), (TABLES.tube, (1, -1), -1)):
        run = sorted(q for (q, r), tile in tile_at.items() if has[tile])
        assert all(has[tile] == (r == slope * q and q in run) for (q, r), tile in tile_at.items())
        assert all(right - left == 1 for left, right in pairwise(run))
        for q in (run[0], run[-1]) if run else ():
            beyond = [(q + dq, slope * q + dr), (q - dq, slope * q - dr)]
            assert all(has[tile_at[h]] for h in beyond if h in tile_at)


def hexes_of(s: np.record, seat: int) -> list[tuple[int, int]]:
    """Coordinates of a base by slot."""
    count = int(s.n_tiles[seat])
    return [(int(q), int(r)) for q, r in zip(s.base_q[seat, :count], s.base_r[seat, :count], strict=True)]


def check_9_placed_by_an_astronaut(b: np.record, a: np.record) -> None:
    """A new tile lies next to an Astronaut (one that RESCUE or DRINK just moved is out of sight here)."""
    me = b.to_move
    moved = b.ctx in (Context.DRINK_SRC, Context.DRINK_DST, Context.RESCUE_SRC, Context.RESCUE_DST)
    moved |= a.rescued > b.rescued or a.coffee[me] < b.coffee[me]
    if a.n_tiles[me] > b.n_tiles[me] and not moved:
        beside = a.base_nbr[me, a.n_tiles[me] - 1]
        assert b.base_astro[me, beside[beside != NONE]].any()


def check_10_use(b: np.record, action: int, a: np.record) -> None:
    """A slot is used once a turn; credits are never negative."""
    assert a.credits >= 0
    assert (a.used >= b.used).all()
    used_now = b.ctx == Context.ACT and action >= Action.TILE
    assert a.used.sum() - b.used.sum() == used_now or a.ctx == Context.OVER
    if used_now:
        assert not b.used[action - Action.TILE]
        assert b.activated[action - Action.TILE] or b.credits >= 1


def check_10_turn_start(s: np.record) -> None:
    """A turn begins with nothing used, nothing activated and no credits."""
    if s.ctx == Context.TAKE:
        assert not s.used.any()
        assert not s.activated.any()
        assert s.credits == 0


def check_11_mask(state: np.ndarray) -> None:
    """The mask is what the rules page says, and leaves a choice until the game is over."""
    legal = np.flatnonzero(GAME.legal(state))
    assert {GAME.action_name(action) for action in legal} == reference.legal_names(state, GAME.tables)
    assert len(legal) >= 2 or GAME.is_over(state)


def check_11_application(state: np.ndarray) -> None:
    """Every legal action can be applied, every other is refused and changes nothing."""
    mask = GAME.legal(state)
    for action in range(GAME.num_actions):
        copy = GAME.clone(state)
        if mask[action]:
            GAME.step(copy, action)
            assert copy[0].decisions > state[0].decisions
        else:
            with pytest.raises(IllegalAction):
                GAME.step(copy, action)
            assert to_bytes(copy) == to_bytes(state)


def check_12_laps(s: np.record) -> None:
    """Laps scored agree with the last pawn; the game is over after the fourth."""
    over = s.ctx == Context.OVER
    assert over == (s.laps == LAPS or bool(s.truncated)) == bool(s.rank.any())
    if s.ctx == Context.TAKE:
        assert min(s.pawn_pos[: s.num_players]) // SPACES == s.laps - (
            s.laps == 0 and min(s.pawn_pos[: s.num_players]) < 0
        )


def check_12_scored_lap(b: np.record, a: np.record) -> None:
    """A lap is scored when all pawns are across its line, and not before."""
    if a.laps > b.laps:
        assert a.laps == b.laps + 1
        assert min(a.pawn_pos[: a.num_players]) >= SPACES * a.laps


def check_13_hidden(state: np.ndarray) -> None:
    """Neither the order of the stack nor another player's hidden points show."""
    s = state[0]
    other = GAME.clone(state)
    phases = TABLES.phase[s.stack[: s.stack_n]]
    for phase in range(len(PHASES)):
        group = np.flatnonzero(phases == phase)
        other[0].stack[group] = s.stack[group][::-1]
    np.testing.assert_array_equal(GAME.legal(other), GAME.legal(state))
    for seat in range(s.num_players):
        np.testing.assert_array_equal(GAME.observe(other, seat), GAME.observe(state, seat))
    if not s.opt_points_visible:
        others = [seat for seat in range(s.num_players) if seat != s.to_move]
        other[0].points[others] += 7
        np.testing.assert_array_equal(GAME.observe(other, s.to_move), GAME.observe(state, s.to_move))


def check_14_determinism(num_players: int, seed: int, options: dict, actions: list[int], state: np.ndarray) -> None:
    """The same seed and actions give the same bytes."""
    again = GAME.new(num_players=num_players, seed=seed, **options)
    for action in actions:
        GAME.step(again, action)
    assert to_bytes(again) == to_bytes(state)


def check_15_determinize(state: np.ndarray) -> None:
    """Only the stack, within its phase groups, and the generator are drawn anew."""
    drawn = GAME.determinize(state, GAME.to_move(state), seed=1)
    assert set(difference(state[0], drawn[0])) <= {"stack", "rng"}
    old, new = state[0].stack, drawn[0].stack
    count = int(state[0].stack_n)
    np.testing.assert_array_equal(new[count:], old[count:])
    np.testing.assert_array_equal(TABLES.phase[new[:count]], TABLES.phase[old[:count]])
    assert sorted(new[:count]) == sorted(old[:count])


def check_16_bounds(s: np.record) -> None:
    """Bases and games stay within their bounds."""
    assert s.n_tiles.max() <= SLOTS
    assert s.decisions <= CAP


def check_17_take(state: np.ndarray) -> None:
    """RESCUE, FORFEIT and QUEUE exclude each other."""
    mask = GAME.legal(state)
    assert mask[Action.RESCUE] + mask[Action.FORFEIT] + mask[Action.QUEUE : Action.DIR].any() <= 1


def check_18_sales(state: np.ndarray) -> None:
    """A sale takes no QUEUE away and leaves the tiles that can be built with sales as they are."""
    if state[0].ctx != Context.TAKE:
        return
    mask = GAME.legal(state)
    for action in np.flatnonzero(mask[Action.SELL : Action.PAY_TOKEN]) + Action.SELL:
        sold = GAME.clone(state)
        GAME.step(sold, action)
        while sold[0].ctx == Context.SELL_SRC:
            GAME.step(sold, np.flatnonzero(GAME.legal(sold))[0])
        if sold[0].ctx == Context.TAKE and sold[0].turn_no == state[0].turn_no:
            queue = slice(Action.QUEUE, Action.DIR)
            assert (GAME.legal(sold)[queue] >= mask[queue]).all()
            assert buildable_with_sales(sold) == buildable_with_sales(state)


def buildable_with_sales(state: np.ndarray) -> set[int]:
    """Distances of the tiles that can be built if the Exchange may be sold to first."""
    seat = reference.Seat(state, GAME.tables)
    return {d for d, tile in seat.ahead().items() if seat.buildable(tile, seat.astronauts, seat.points, sales=True)}
