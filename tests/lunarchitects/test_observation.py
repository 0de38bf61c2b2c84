"""The observation against a slow encoder written straight from its table ("Observation" in docs/lunarchitects.md)."""

import itertools

import numpy as np
import pytest

import lunar_envs
from lunar_envs.engine import kernels
from lunar_envs.engine.batch import Batch
from lunar_envs.games.lunarchitects import encode
from lunar_envs.games.lunarchitects.codes import (
    ABSENT,
    DIRECTION_Q,
    DIRECTION_R,
    NONE,
    PLAYERS,
    QUEUE_TILES,
    TILES,
    Bonus,
    Context,
    Pays,
    TileAction,
)

from .build import build, neighbours

GAME = lunar_envs.games["lunarchitects"]
TABLES = GAME.tables[0]
STEPS = list(zip(DIRECTION_Q, DIRECTION_R, strict=True))
EXPANSIONS = ("none", "achievements", "coffee")
SIGNED = {"own_base": [0, 1], "queue_tiles": [2, 3], "players": [1, 15, 16, 17, 18]}


# -- the slow encoder ------------------------------------------------------------------------------------------------


def expected_observation(s, seat):
    """float32[1999], one function per block of the table."""
    values = []
    for block, fill in zip(GAME.blocks_table, FILLS, strict=True):
        rows = np.zeros(block.shape)
        fill(rows, s, seat)
        low = np.zeros(block.shape[-1])
        low[SIGNED.get(block.name, [])] = -1
        values.append(np.clip(rows, low, 1).ravel())
    return np.concatenate(values).astype(np.float32)


def action_features(tile):
    action = TileAction(TABLES.action[tile])
    adds = ("ADD_AIR", "ADD_WATER", "ADD_ROCK", "ADD_FOOD")
    points = {"TAKE_POINTS": int(TABLES.action_param[tile]), "FOOD_POINTS": 7, "AIR_WATER_POINTS": 8}
    points |= {"ANY3_POINTS": 9, "TRADE_DIFFERENT": 14}
    other = {"ROCK_CRYSTAL": 1 / 3, "ANY2_CRYSTAL": 2 / 3, "ACTIVATE_2": 1}
    return [
        *(action.name in (name, "ADD_ANY") for name in adds),
        action.name == "MOVE",
        points.get(action.name, 0) / 14,
        other.get(action.name, 0),
    ]


def tile_features(tile):
    flags = ("ANY2", "PER_DOME", "PER_TRIANGLE", "PER_STAR", "PER_RESOURCE", "ACTIVATE_TRIANGLE_STAR")
    bonus = Bonus(TABLES.bonus_special[tile])
    return [
        *(TABLES[name][tile] for name in ("rail", "tube", "red", "dome", "triangle", "star")),
        *(TABLES.cost[tile] / 2),
        TABLES.bonus_astro[tile] / 2,
        *(TABLES.bonus_res[tile] / 2),
        TABLES.bonus_rocket[tile] / 2,
        TABLES.bonus_crystal[tile] / 2,
        *(bonus.name == flag for flag in flags),
        {"ACTIVATE_1": 1 / 5, "ACTIVATE_5": 1}.get(bonus.name, 0),
        *action_features(tile),
    ]


def fill_global(rows, s, seat):
    rows[s.lap_scheme] = 1
    rows[4 + s.end_scheme] = 1
    rows[16] = s.laps / 4
    rows[17:21] = s.supply / 10
    rows[21:24] = s.supply_astro / 20, s.supply_rocket / 30, s.supply_crystal / 25
    rows[24:28] = s.filled / 3
    for a in range(5):
        if s.ach_in_play[a]:
            owned = s.ach_owner[a] >= 0
            rows[28 + 6 * a + (1 + (int(s.ach_owner[a]) - seat) % int(s.num_players) if owned else 0)] = 1


def fill_tokens(rows, s, seat):
    n = int(s.num_players)
    tokens = [int(s.pawn_pos[(seat + k) % n]) if k < n else ABSENT for k in range(PLAYERS)]
    tokens += [int(s.spot_pos), int(s.red_pos)]
    tail = min((position for position in tokens if position != ABSENT), default=0)
    for row, position in zip(rows, tokens, strict=True):
        if position != ABSENT:
            row[:] = 1, (position - tail) / 14, position % 14 / 14, (position // 14 + 1) / 5


def fill_tiles_to_take(rows, s, seat):
    if s.taken >= 0:
        rows[0] = tile_features(s.taken)
    tokens = {int(position) for position in (*s.pawn_pos, s.spot_pos, s.red_pos)}
    for d in range(1, 13):
        position = int(s.t0) + d
        if 0 <= position < QUEUE_TILES and s.queue[position] >= 0 and position not in tokens:
            rows[d] = tile_features(s.queue[position])


def fill_own_base(rows, s, seat):
    acts = s.to_move == seat
    chosen = next((int(slot) for slot in (s.sel, s.gain_slot, s.use_slot) if slot >= 0), NONE)
    for i in range(s.n_tiles[seat]):
        rows[i, :2] = s.base_q[seat, i] / 49, s.base_r[seat, i] / 49
        rows[i, 2:6] = s.base_res[seat, i] / 3
        rows[i, 6] = s.base_astro[seat, i] / 10
        rows[i, 7:14] = action_features(s.base_tile[seat, i])
        rows[i, 14:] = acts and s.activated[i] and not s.used[i], acts and s.used[i], acts and i == chosen


def fill_queue_tiles(rows, s, seat):
    n = int(s.num_players)
    rows[:, 0] = 1 if s.ctx == Context.START else np.isin(np.arange(QUEUE_TILES), s.stack[: s.stack_n])
    for k in range(n):
        p = (seat + k) % n
        for i in range(s.n_tiles[p]):
            if s.base_tile[p, i] < QUEUE_TILES:
                air, water, rock, food = s.base_res[p, i].astype(int)
                place = s.base_q[p, i] / 49, s.base_r[p, i] / 49
                pieces = (air + 4 * water) / 15, (rock + 4 * food) / 15, s.base_astro[p, i] / 10
                rows[s.base_tile[p, i]] = 0, (k + 1) / 5, *place, *pieces


def fill_players(rows, s, seat):
    n = int(s.num_players)
    for k in range(n):
        p = (seat + k) % n
        size = int(s.n_tiles[p])
        tiles = s.base_tile[p, :size].astype(int)
        hexes = list(zip(s.base_q[p, :size].tolist(), s.base_r[p, :size].tolist(), strict=True))
        degrees = [sum(hex_ in hexes for hex_ in around(own)) for own in hexes]
        lines = [[q for (q, _), on in zip(hexes, TABLES[line][tiles], strict=True) if on] for line in ("rail", "tube")]
        visible = bool(k == 0 or s.opt_points_visible or s.ctx == Context.OVER)
        rows[k] = [
            1,
            s.points[p] / 200 * visible,
            visible,
            s.rockets[p] / 30,
            s.crystals[p] / 25,
            TABLES.red[tiles].sum() / 13,
            size / 50,
            *(s.base_res[p, :size].sum(axis=0) / 10),
            s.base_astro[p, :size].sum() / 20,
            *(TABLES[symbol][tiles].sum() / 25 for symbol in ("dome", "triangle", "star")),
            *(end(line, default=0) / 49 for line in lines for end in (min, max)),
            s.coffee[p],
            degrees.count(6) / 20,
            count_enclosed_by_flood(hexes) / 10,
            degrees.count(1) / 20,
            *(s.base_res[p, 0] / 3),
            s.base_astro[p, 0] / 10,
        ]


def fill_decision(rows, s, seat):
    rows[s.ctx] = 1
    rows[18 + (int(s.to_move) - seat) % int(s.num_players)] = 1
    rows[23] = s.ret_ctx == Context.ACT
    rows[24:28] = s.need / 4
    rows[28:30] = s.need_any / 3, s.need_diff / 4
    rows[30:34] = [s.need_mask >> r & 1 for r in range(4)]
    rows[34:37] = s.credits / 7, s.level / 3, s.gain_left / 2
    rows[37:41] = s.sel_res == np.arange(4)
    rows[41] = s.rescued
    rows[42:44] = s.pay_what == Pays.TILE, s.pay_what == Pays.ACTION


FILLS = (fill_global, fill_tokens, fill_tiles_to_take, fill_own_base, fill_queue_tiles, fill_players, fill_decision)


def around(own):
    return [(own[0] + dq, own[1] + dr) for dq, dr in STEPS]


def count_enclosed_by_flood(hexes):
    if not hexes:
        return 0
    least, most = min(min(h) for h in hexes) - 1, max(max(h) for h in hexes) + 1
    field = set(itertools.product(range(least, most + 1), repeat=2)) - set(hexes)
    outside = [(least, least)]
    field.discard(outside[0])
    for place in outside:
        reached = field.intersection(around(place))
        field -= reached
        outside += reached
    return len(field)


# -- states ----------------------------------------------------------------------------------------------------------


def set_base(s, p, tiles):
    """Give player ``p`` the tiles ``(index, (q, r), resources, astronauts)``."""
    s.n_tiles[p] = len(tiles)
    for i, (tile, (q, r), resources, astronauts) in enumerate(tiles):
        s.base_tile[p, i], s.base_q[p, i], s.base_r[p, i] = tile, q, r
        s.base_res[p, i], s.base_astro[p, i] = resources, astronauts
    s.base_nbr[p] = neighbours(s.base_q[p], s.base_r[p], len(tiles))


def random_hexes(random, size):
    """A connected base from (0, 0) on; most new tiles touch few others, so that holes arise."""
    hexes = [(0, 0)]
    while len(hexes) < size:
        place = around(hexes[random.integers(len(hexes))])[random.integers(6)]
        crowded = len(set(around(place)).intersection(hexes)) > 2
        if place not in hexes and (not crowded or random.random() < 0.1):
            hexes.append(place)
    return hexes


def scrambled_state(random):
    """A state with every field anywhere in its range, far beyond what play reaches."""
    states = np.zeros(1, GAME.dtype)
    s = states[0]

    def anywhere(name, low, high):
        states[name] = random.integers(low, high + 1, states[name].shape)

    n = s.num_players = random.integers(1, 6)
    s.ctx, s.to_move = random.integers(18), random.integers(n)
    for name in ("opt_points_visible", "rescued", "used", "activated", "coffee", "ach_in_play"):
        anywhere(name, 0, 1)
    for name, most in {
        "ret_ctx": 17, "laps": 4, "lap_scheme": 3, "end_scheme": 11, "supply": 12, "supply_astro": 21,
        "supply_rocket": 31, "supply_crystal": 26, "filled": 3, "rockets": 31, "crystals": 26, "credits": 8,
        "level": 3, "gain_left": 2, "need": 4, "need_any": 3, "need_diff": 4, "need_mask": 15, "pay_what": 2,
    }.items():  # fmt: skip
        anywhere(name, 0, most)
    anywhere("points", -250, 250)
    anywhere("sel_res", -1, 3)
    s.ach_owner = random.integers(-1, n, 5)
    s.base_tile, s.base_nbr, s.start_side, s.queue, s.taken = -1, -1, -1, -1, -1
    s.pawn_pos, s.spot_pos, s.red_pos = ABSENT, ABSENT, ABSENT

    deck = list(random.permutation(QUEUE_TILES))
    if s.ctx != Context.START:
        start = random.integers(-5, 56)
        places = start + random.permutation(12)[: n + 2]
        s.pawn_pos[:n], s.spot_pos, s.red_pos = places[:n], places[n], places[n + 1]
        s.t0 = start if random.random() < 0.5 else s.pawn_pos[s.to_move]
        free = [position for position in range(max(0, start), QUEUE_TILES) if position not in places]
        for position in free[: random.integers(20)]:
            s.queue[position] = deck.pop()
        s.taken = deck.pop() if random.random() < 0.5 else NONE
    for p in random.permutation(n):
        sizes = (0, 1) if s.ctx == Context.START else (1, 5, 15, 50)
        size = min(int(random.choice(sizes)), len(deck) + 1)
        tiles = [random.integers(QUEUE_TILES, TILES), *(deck.pop() for _ in range(size - 1))][:size]
        resources = random.multinomial(3, [0.2] * 5, size)[:, :4]
        places = random_hexes(random, size)[:size]
        set_base(s, p, list(zip(tiles, places, resources, random.integers(0, 12, size), strict=True)))
    s.stack_n = 0 if s.ctx == Context.START else random.integers(len(deck) + 1)
    s.stack[: s.stack_n] = deck[: s.stack_n]
    for name in ("sel", "gain_slot", "use_slot"):
        s[name] = random.integers(-1, s.n_tiles[s.to_move]) if random.random() < 0.5 else NONE
    return states


def played_states(seed, num_players, **options):
    """The state of a random game at each of its decisions, and at the end."""
    random = np.random.default_rng(seed)
    state = GAME.new(num_players, seed, **options)
    while not GAME.is_over(state):
        yield state
        GAME.step(state, random.choice(np.flatnonzero(GAME.legal(state))))
    yield state


S1 = {
    "num_players": 3,
    "bases": {
        0: ["purple_A@(0,0)[A1 W2 *1]", "purifier_i_rail@(1,0)[A2 *1]", "biome_i_tube@(1,-1)[F2]"],
        1: ["green_A@(0,0)[*1]"],
        2: ["gray_A@(0,0)[*1]"],
    },
    "pawns": [10, 12, 14],
    "spot": 15,
    "queue": {11: "purifier_i_tube", 13: "industry_quarters", "16..22": "early"},
    "fields": {"points[0]": 3, "filled": [1, 1, 1, 1]},
}


# -- tests -----------------------------------------------------------------------------------------------------------


def assert_as_expected(state):
    for seat in range(GAME.num_players(state)):
        seen = GAME.blocks(GAME.observe(state, seat))
        for name, expected in GAME.blocks(expected_observation(state[0], seat)).items():
            np.testing.assert_array_equal(seen[name], expected, f"block {name!r} seen by seat {seat}")


def test_the_blocks_are_those_of_the_table():
    layout = [(block.name, block.start, block.shape) for block in encode.BLOCKS]
    assert layout == [
        ("global", 0, (58,)),
        ("tokens", 58, (7, 4)),
        ("tiles_to_take", 86, (13, 31)),
        ("own_base", 489, (50, 17)),
        ("queue_tiles", 1339, (68, 7)),
        ("players", 1815, (5, 28)),
        ("decision", 1955, (44,)),
    ]
    assert GAME.observation_length == 1999


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_any_fields_are_encoded_as_in_the_table(seed):
    random = np.random.default_rng(seed)
    for _ in range(25):
        assert_as_expected(scrambled_state(random))


@pytest.mark.slow
@pytest.mark.parametrize("expansion", EXPANSIONS)
@pytest.mark.parametrize("num_players", range(1, 6))
def test_played_states_are_encoded_as_in_the_table(num_players, expansion):
    states = played_states(num_players, num_players, expansion=expansion, scheme_setup="random", points_visible=False)
    for number, state in enumerate(states):
        if number < 15 or number % 7 == 0 or GAME.is_over(state):
            assert_as_expected(state)


S32 = [  # viewer, block, place, values
    (0, "tiles_to_take", 0, [0] * 31),
    (0, "tiles_to_take", 3, [0, 0, 1, 1, 0, 0, 1 / 2, 1 / 2, 0, 0, 1 / 2, *[0] * 10, 1, *[0] * 6, 1, 0, 0]),
    *((0, "tiles_to_take", row, [0] * 31) for row in (2, 4, 5)),
    (0, "own_base", 1, [1 / 49, 0, 2 / 3, 0, 0, 0, 1 / 10, 1, *[0] * 9]),
    (0, "queue_tiles", 0, [0, 1 / 5, 1 / 49, 0, 2 / 15, 0, 1 / 10]),
    (0, "queue_tiles", 7, [0, 1 / 5, 1 / 49, -1 / 49, 0, 8 / 15, 0]),
    (0, "queue_tiles", 1, [0] * 7),
    (1, "queue_tiles", (0, 1), 3 / 5),
    (1, "queue_tiles", (7, 1), 3 / 5),
    (0, "players", (0, slice(15, 19)), [0, 1 / 49, 0, 1 / 49]),
    (0, "players", (0, slice(7, 11)), [3 / 10, 2 / 10, 0, 2 / 10]),
    (0, "players", (0, slice(23, 28)), [1 / 3, 2 / 3, 0, 0, 1 / 10]),
    (0, "tokens", 0, [1, 0, 10 / 14, 1 / 5]),
    (0, "tokens", 5, [1, 5 / 14, 1 / 14, 2 / 5]),
]


def test_the_observation_of_the_rulebook_example():
    state = build(GAME, S1)
    for viewer, block, place, values in S32:
        seen = GAME.blocks(GAME.observe(state, viewer))[block][place]
        np.testing.assert_array_equal(seen, np.float32(values), f"seat {viewer}, {block}[{place}]")
    assert_as_expected(state)


def test_every_value_is_written():
    random = np.random.default_rng(0)
    for _ in range(20):
        states = scrambled_state(random)
        first, second = (np.full((1, GAME.observation_length), old, np.float32) for old in (np.nan, 7))
        for seat in range(GAME.num_players(states)):
            kernels.observe(states, GAME.tables, seat, first)
            kernels.observe(states, GAME.tables, seat, second)
            np.testing.assert_array_equal(first, second)


NEVER_VARY = {
    "players": [(0, 0), (0, 2)],  # the viewer is present and sees its own points
    "own_base": [(0, j) for j in (0, 1, 7, 8, 9, 10, 12, 13)],  # the Quarters lie at (0, 0) and only move Astronauts
}


@pytest.mark.slow
def test_every_value_varies_and_stays_in_its_range():
    random = np.random.default_rng(1)
    states = [scrambled_state(random) for _ in range(1500)]
    seen = np.array([GAME.observe(state, seat) for state in states for seat in range(GAME.num_players(state))])
    least, most = GAME.blocks(seen.min(axis=0)), GAME.blocks(seen.max(axis=0))
    for name, low in least.items():
        signed = np.zeros(low.shape[-1:], bool)
        signed[SIGNED.get(name, [])] = True
        assert (low >= np.where(signed, -1, 0)).all()
        assert (most[name] <= 1).all()
        constant = {tuple(map(int, place)) for place in zip(*np.nonzero(low == most[name]), strict=True)}
        assert constant == set(NEVER_VARY.get(name, [])), name


def test_hidden_points_of_others_do_not_show():
    for state in itertools.islice(played_states(5, 3, points_visible=False), 0, None, 9):
        if not GAME.is_over(state):
            richer = GAME.clone(state)
            richer["points"][0, 1] += 10
            seen = [[GAME.observe(each, seat).tobytes() for seat in range(3)] for each in (state, richer)]
            assert [a == b for a, b in zip(*seen, strict=True)] == [True, False, True]


@pytest.mark.parametrize("expansion", EXPANSIONS)
@pytest.mark.parametrize("num_players", range(1, 6))
@pytest.mark.slow
def test_rows_of_a_batch_are_full_observations(num_players, expansion):
    games = RandomGames(3, num_players, expansion=expansion, scheme_setup="random", points_visible=False)
    finished = 0
    for _ in range(400):
        games.check_rows()
        finished += games.play()
    assert finished >= 2


class RandomGames(Batch):
    """Random games in the compiled batch loop, next to a copy of each that is stepped on its own."""

    def __init__(self, size, num_players, **options):
        super().__init__(GAME, size, num_players, **options)
        self.random = np.random.default_rng(num_players)
        self.seeds[:] = range(size)
        self.observations[:], self.final_observations[:] = np.nan, np.nan
        self.reset()

    def play(self):
        """Step all games at random; returns how many ended, after a look at their final rows."""
        actions = np.array([self.random.choice(np.flatnonzero(mask)) for mask in self.masks])
        before = [GAME.clone(self.states[i : i + 1]) for i in range(len(actions))]
        self.step(actions)
        for i in np.flatnonzero(self.ended):
            GAME.step(before[i], actions[i])
            np.testing.assert_array_equal(self.final_observations[i], GAME.observe(before[i], self.actors[i]))
        return np.count_nonzero(self.ended)

    def check_rows(self):
        for i, row in enumerate(self.observations):
            state = self.states[i : i + 1]
            assert self.seats[i] == GAME.to_move(state)
            np.testing.assert_array_equal(row, GAME.observe(state, self.seats[i]))
