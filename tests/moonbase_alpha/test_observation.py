"""The observation against a slow encoder written straight from its table ("Observation" in docs/moonbase_alpha.md)."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import lunar_envs
from lunar_envs.engine import kernels
from lunar_envs.engine.batch import Batch
from lunar_envs.engine.jit import disabled
from lunar_envs.games.moonbase_alpha import encode
from lunar_envs.games.moonbase_alpha.codes import Context

from .build import crowded
from .reference import (
    AREAS,
    BASE_COSTS,
    BASES,
    CARDS,
    CHART,
    CORPORATION,
    COST_UPGRADES,
    FACE_DOWN,
    FACE_UP,
    INFANTRY,
    LOCAL_TYPES,
    LOSS_MEDIA,
    LOSS_REG,
    MIRROR,
    ON_CARD,
    ON_MAP,
    OUT,
    OWN_TYPES,
    PILE,
    PILE_SIZES,
    REBUILD_COST,
    SLOT_TYPES,
    SYMBOLS,
)
from .worlds import other_world

GAME = lunar_envs.games["moonbase_alpha"]
TABLES = GAME.tables[0]
EVERY = 85 if disabled() else 9
"""Of the decisions of a game, those that are looked at."""
UPGRADES = list(CHART)
COSTS = BASE_COSTS | REBUILD_COST
EVENT_COUNTS = np.array([1, 1, 2, 1, 1])
IS_INFANTRY = np.isin(SLOT_TYPES, INFANTRY)
STRENGTHS = {"pmc": (1, 2, 3), "mcu": (2, 3, 4), "crawler": (3, 4, 5)}
PREPARATION, ACTION = 1, 2
FIRST_UNIT_ACTION = 28
MODIFIERS = 11

CHOICES = (
    *("ACTIVATE", "TRANSPORT_GROUP", "FIREGROUP", "COUNTER_GROUP", "AUTO_LOSS", "SAVE_ALLOC", "ASSAULT_LOSS"),
    "STACK_LOSS",
)
"""Contexts that ask for units: a scrambled state has one half of the time."""

# -- the slow encoder ------------------------------------------------------------------------------------------------


def expected_observation(state: np.ndarray, seat: int) -> np.ndarray:
    """float32[1960], one function per block of the table.

    Every function writes values and, in a second array, what they are to be divided by.
    """
    values = []
    for block, fill in zip(GAME.blocks_table, FILLS, strict=True):
        rows, scales = np.zeros(block.shape), np.ones(block.shape)
        fill(rows, scales, state[0], seat)
        low = np.zeros(block.shape)
        if block.name == "procedure":
            low[MODIFIERS] = -1
        values.append(np.clip(rows / scales, low, 1).ravel())
    return np.concatenate(values).astype(np.float32)


def one_hot(number: int, length: int) -> np.ndarray:
    return np.arange(length) == number


def view(s: np.record, seat: int, area: int) -> int:
    return MIRROR[area] if s.home[seat] == 1 else int(area)


def units_of(s: np.record, seat: int) -> list[int]:
    """Slots of a seat's units by local index."""
    return [*range(seat * CORPORATION, (seat + 1) * CORPORATION), *range(2 * CORPORATION, len(SLOT_TYPES))]


def on_map(s: np.record, seat: int, area: int) -> np.ndarray:
    return np.flatnonzero((s.unit_owner == seat) & (s.unit_area == area))


def infantry(s: np.record, seat: int, area: int) -> int:
    return int(IS_INFANTRY[on_map(s, seat, area)].sum())


def controls(s: np.record, seat: int, area: int) -> bool:
    for p in (0, 1):
        if s.home[p] >= 0 and BASES[s.home[p]] == area:
            return p == seat
    return infantry(s, seat, area) > infantry(s, 1 - seat, area)


def symbols(s: np.record, seat: int, letter: str, tokens: np.ndarray) -> int:
    held = [area for area in AREAS if controls(s, seat, area)]
    return sum(SYMBOLS[area].count(letter) + int(tokens[area]) for area in held)


def loss_points(s: np.record, seat: int, status: int) -> int:
    lost = np.flatnonzero((s.unit_owner == seat) & (s.unit_status == status))
    return sum(COSTS[SLOT_TYPES[slot]] for slot in lost)


def face_up(s: np.record, seat: int) -> list[str]:
    return [CARDS[card] for card in s.hand_card[seat][s.hand_state[seat] == FACE_UP]]


def fill_context(row: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    row[:33] = one_hot(s.ctx, 33)
    row[33] = s.to_move == seat
    row[34:38] = one_hot(s.phase, 4)
    if s.phase == ACTION:
        row[38:42] = one_hot(s.round_index // 2, 4)
        row[42] = (s.leader if s.round_index % 2 == 0 else 1 - s.leader) == seat
    row[43:48] = s.turn, s.settlement, s.leader == seat, s.home[seat] == 0, s.decisions
    scales[43:48] = 30, 12, 1, 1, 6000


def fill_corporations(rows: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    for row, scale, p in zip(rows, scales, (seat, 1 - seat), strict=True):
        own = np.arange(len(SLOT_TYPES)) // CORPORATION == p
        kinds = np.array(SLOT_TYPES)
        row[:3], scale[:3] = (s.stock[p], s.budget[p], s.lift_count[p]), (16, 32, 20)
        row[3:12] = s["flags"][p]
        row[12] = symbols(s, p, "m", s.mine_token) + s.perm_mine[p]
        row[13] = symbols(s, p, "s", s.lab_token) + s.perm_lab[p]
        row[14:16], scale[12:16] = (s.perm_mine[p], s.perm_lab[p]), (16, 16, 2, 2)
        row[16:18] = loss_points(s, p, LOSS_REG), 2 * loss_points(s, p, LOSS_MEDIA)
        scale[16:18] = 60
        for i, kind in enumerate(PILE_SIZES):
            pile = own & (kinds == kind) & (s.unit_status == PILE)
            row[18 + i], scale[18 + i] = np.count_nonzero(pile), PILE_SIZES[kind]
            dearer = sum(upgrade in face_up(s, p) for upgrade in COST_UPGRADES[kind])
            row[21 + i], scale[21 + i] = BASE_COSTS[kind] + dearer, (3, 4, 6)[i]
            hidden = s.unit_strength[own & (kinds == kind) & (s.unit_revealed == 0)].tolist()
            row[24 + 3 * i : 27 + 3 * i] = [hidden.count(strength) for strength in STRENGTHS[kind]]
            scale[24 + 3 * i : 27 + 3 * i] = (5, 4, 2)[i]
        row[33], scale[33] = s.pending_units[p], 8
        row[34:38] = one_hot(s.defsat_state[p], 4)


def fill_units(rows: np.ndarray, scales: np.ndarray, s: np.record, seat: int, p: int) -> None:
    for row, scale, slot in zip(rows, scales, units_of(s, p), strict=True):
        if s.unit_owner[slot] != p or s.unit_status[slot] == OUT:
            continue
        row[:5] = one_hot(s.unit_status[slot], 5)
        if s.unit_status[slot] == ON_MAP:
            area = view(s, seat, s.unit_area[slot])
            row[5:7] = TABLES.x[area], TABLES.y[area]
        strength = 7 if SLOT_TYPES[slot] == "bolo" else s.unit_strength[slot]
        row[7:9] = s.unit_revealed[slot], strength * s.unit_revealed[slot]
        flags = ("unit_suppressed", "unit_moved", "unit_fired", "unit_acting", "unit_in_group", "is_target", "outcome")
        row[9:16] = [s[flag][slot] for flag in flags]
        row[16] = slot == s.sel_unit
        scale[[5, 6, 8, 15]] = 1700, 1100, 12, 5


def fill_own_units(rows: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    fill_units(rows, scales, s, seat, seat)
    if s.to_move == seat and Context(s.ctx).name in CHOICES:
        state = np.array([s], GAME.dtype)
        rows[:, 17] = GAME.legal(state)[FIRST_UNIT_ACTION : FIRST_UNIT_ACTION + len(LOCAL_TYPES)]


def fill_opponent_units(rows: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    fill_units(rows, scales, s, seat, 1 - seat)


def fill_areas(rows: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    other = 1 - seat
    for area in AREAS:
        i = view(s, seat, area)
        open_markers = (s.marker_place == area) & (s.marker_revealed == 0)
        rows[i] = [
            s.mine_token[area],
            s.lab_token[area],
            controls(s, seat, area),
            controls(s, other, area),
            *(s.media_area[p] == area for p in (seat, other)),
            *(s.defsat_area[p] == area for p in (seat, other)),
            *open_markers[seat],
            open_markers[other].sum(),
            s.active_area == area,
            s.fire_target == area,
            s.attacked[area],
            *presence(s, seat, area),
            *presence(s, other, area),
        ]
    scales[:, 12], scales[:, 16:] = 4, 12


def presence(s: np.record, seat: int, area: int) -> tuple[int, int, int]:
    here = on_map(s, seat, area)
    return len(here), int(s.unit_suppressed[here].sum()), infantry(s, seat, area)


def fill_own_cards(rows: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    for slot, row in enumerate(rows):
        card = s.hand_card[seat, slot]
        row[:21] = one_hot(UPGRADES.index(CARDS[card]) if card >= 0 else -1, 21)
        row[21:25] = one_hot(s.hand_state[seat, slot], 4)
        row[25:29] = (s.marker_place[seat] == ON_CARD + slot) & (s.marker_revealed[seat] == 0)
        row[29] = s.hand_known[seat, slot] >> (1 - seat) & 1


def fill_opponent_cards(rows: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    other = 1 - seat
    for slot, row in enumerate(rows):
        if s.hand_state[other, slot] > FACE_DOWN or s.hand_known[other, slot] >> seat & 1:
            row[0] = UPGRADES.index(CARDS[s.hand_card[other, slot]]) + 1
        row[1:5] = one_hot(s.hand_state[other, slot], 4)
        row[5] = np.any((s.marker_place[other] == ON_CARD + slot) & (s.marker_revealed[other] == 0))
    scales[:, 0] = 21


def fill_opponent_upgrades(row: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    row[:] = [face_up(s, 1 - seat).count(upgrade) for upgrade in UPGRADES]
    scales[:] = 3


def fill_events(row: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    row[:6] = s.event_kind >= 0
    if s.home[0] >= 0:
        row[6:] = EVENT_COUNTS - [np.count_nonzero(s.event_kind == kind) for kind in range(5)]
    scales[6:] = 2


def fill_procedure(row: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    attempt = 0
    if s.sel_slot >= 0 and s.hand_known[s.active_player, s.sel_slot] >> seat & 1:
        attempt = UPGRADES.index(CARDS[s.hand_card[s.active_player, s.sel_slot]]) + 1
    placed = np.count_nonzero((s.unit_owner == s.to_move) & (s.unit_area >= 0)) - 3
    pending = s.sel_kind if s.ctx == Context.MARKER_WHERE and s.to_move == seat else -1
    parts = [
        (s.fire_by == seat, 1),
        (s.fire_counter, 1),
        (s.fire_bounding, 1),
        (s.fire_tas, 40),
        (one_hot(s.fire_col + 1, 7), 1),
        (s.fire_drm, 6),
        (s.dice, 6),
        (s.fire_total, 12),
        (one_hot(s.fire_result + 1, 9), 1),
        (s.choose_left, 12),
        (one_hot(s.save_stage, 3), 1),
        (one_hot(s.save_type, 7), 1),
        ([s.n_fail, s.n_save, s.n_ignore], 12),
        (s.assault_dice, 6),
        (s.assault_half, 36),
        (s.up_dice, 6),
        (s.up_total, 12),
        (attempt, 21),
        (s.legal_roll, 6),
        (s.defsat_shots, 2),
        (placed if s.ctx == Context.SETUP_PLACE else 0, 3),
        (one_hot(pending, 4), 1),
    ]
    row[:] = np.concatenate([np.atleast_1d(value) for value, _ in parts])
    scales[:] = np.concatenate([np.full(np.size(value), scale) for value, scale in parts])


def fill_markers(row: np.ndarray, scales: np.ndarray, s: np.record, seat: int) -> None:
    other = 1 - seat
    row[:] = [
        *(s.marker_place[seat] >= 0),
        *s.marker_revealed[seat],
        *s.marker_revealed[other],
        np.count_nonzero(s.marker_place[other] >= 0),
    ]
    scales[12] = 4


FILLS = (
    fill_context,
    fill_corporations,
    fill_own_units,
    fill_opponent_units,
    fill_areas,
    fill_own_cards,
    fill_opponent_cards,
    fill_opponent_upgrades,
    fill_events,
    fill_procedure,
    fill_markers,
)


# -- states ----------------------------------------------------------------------------------------------------------


def scrambled_state(random: np.random.Generator) -> np.ndarray:
    """A state with every field anywhere in its range, far beyond what play reaches."""
    state = np.zeros(1, GAME.dtype)
    s = state[0]

    def anywhere(name: str, low: int, high: int) -> None:
        state[name] = random.integers(low, high + 1, state[name].shape)

    for name, (low, high) in RANGES.items():
        anywhere(name, low, high)
    s.num_players = 2
    names = [context.name for context in Context]
    s.ctx = names.index(random.choice(CHOICES)) if random.random() < 0.5 else random.integers(len(names))
    s.to_move = random.integers(2) if s.ctx != Context.GAME_OVER else -1
    s.home = (-1, -1) if s.ctx == Context.SETUP_BASE else random.permutation(2)
    s.sel_kind = random.integers(4) if s.ctx == Context.MARKER_WHERE else -1
    scramble_units(s, random)
    scramble_cards(s, random)
    if s.ctx == Context.SETUP_BASE:
        s.event_kind = -1
    return state


RANGES: dict[str, tuple[int, int]] = {
    "turn": (1, 31), "phase": (0, 3), "leader": (0, 1), "stock": (0, 16), "settlement": (0, 12),
    "perm_mine": (0, 3), "perm_lab": (0, 3), "pending_units": (0, 9), "budget": (0, 40), "lift_count": (0, 22),
    "flags": (0, 1), "mine_token": (0, 1), "lab_token": (0, 1), "media_area": (-1, 22), "defsat_area": (-1, 22),
    "defsat_state": (0, 3), "defsat_shots": (0, 2), "marker_place": (-1, 28), "round_index": (0, 7),
    "active_player": (0, 1), "active_area": (0, 22), "attacked": (0, 1), "fire_by": (-1, 1), "fire_target": (0, 22),
    "fire_counter": (0, 1), "fire_bounding": (0, 1), "fire_tas": (0, 50), "fire_col": (-1, 5), "fire_drm": (-7, 7),
    "fire_total": (0, 12), "fire_result": (-1, 7), "dice": (0, 6), "save_type": (-1, 6), "save_stage": (0, 2),
    "n_fail": (0, 13), "n_save": (0, 13), "n_ignore": (0, 13), "choose_left": (0, 13), "assault_dice": (0, 6),
    "assault_half": (0, 40), "sel_slot": (-1, 5), "up_dice": (0, 6), "up_total": (0, 12), "legal_roll": (0, 6),
    "decisions": (0, 6100),
}  # fmt: skip


def scramble_units(s: np.record, random: np.random.Generator) -> None:
    """Units anywhere, most of them together in a few areas, marked at random; only one player's act and are targets."""
    count = len(SLOT_TYPES)
    sides = np.arange(count) // CORPORATION
    brought = np.repeat(random.integers(-1, 2, 4), (1, 1, 2, 2))
    s.unit_owner = sides
    s.unit_owner[2 * CORPORATION :] = brought
    s.unit_status = np.where(s.unit_owner < 0, OUT, random.choice(5, count, p=(0.2, 0.1, 0.5, 0.1, 0.1)))
    placed = s.unit_status == ON_MAP
    s.unit_area = np.where(placed, random.choice(random.permutation(23)[:4], count), -1)
    s.active_area = random.choice(np.append(s.unit_area[placed], 0))
    s.fire_target = random.choice(np.append(s.unit_area[placed], 0))
    for p in (0, 1):
        first = p * CORPORATION
        for kind in PILE_SIZES:
            own = first + np.flatnonzero(np.array(OWN_TYPES) == kind)
            s.unit_strength[own] = random.permutation(TABLES.strength[own])
    s.unit_strength[2 * CORPORATION :] = TABLES.strength[2 * CORPORATION :]
    s.unit_revealed = (s.unit_owner >= 0) & (random.random(count) < 0.5)
    named = placed & (s.unit_owner == s.to_move)
    for name, which in {
        "unit_suppressed": placed, "unit_moved": placed, "unit_fired": placed, "unit_acting": named,
        "unit_in_group": named, "is_target": named,
    }.items():  # fmt: skip
        s[name][:] = which & (random.random(count) < random.choice((0, 0.3, 0.7)))
    s.outcome = (s.unit_owner >= 0) * (random.random() < 0.5) * random.choice(6, count)
    s.sel_unit = random.choice([-1, *np.flatnonzero(s.unit_owner >= 0)])


def scramble_cards(s: np.record, random: np.random.Generator) -> None:
    """Cards in any state, known as they must be; markers anywhere, revealed or not."""
    s.hand_state = random.integers(0, 4, (2, 6))
    s.hand_card = np.where(s.hand_state > 0, random.permutation(len(CARDS))[:12].reshape(2, 6), -1)
    s.hand_known = np.array([[1], [2]]) | 3 * ((s.hand_state > FACE_DOWN) | (random.random((2, 6)) < 0.3))
    s.hand_known[s.hand_state == 0] = 0
    on_card = random.random((2, 4)) < 0.3
    s.marker_place = np.where(on_card, ON_CARD + random.integers(0, 6, (2, 4)), s.marker_place.clip(-1, 22))
    s.marker_revealed = (s.marker_place >= 0) & (random.random((2, 4)) < 0.3)
    s.event_kind = np.where(random.random(6) < 0.5, random.permutation([0, 1, 2, 2, 3, 4]), -1)
    if s.sel_slot >= 0 and s.hand_card[s.active_player, s.sel_slot] < 0:
        s.sel_slot = -1


def played_states(start: np.ndarray, seed: int) -> Iterator[np.ndarray]:
    """The state of a random game at each of its decisions, and at the end."""
    random = np.random.default_rng(seed)
    state = GAME.clone(start)
    while not GAME.is_over(state):
        yield state
        GAME.step(state, random.choice(np.flatnonzero(GAME.legal(state))))
    yield state


# -- tests -----------------------------------------------------------------------------------------------------------


def assert_as_expected(state: np.ndarray) -> None:
    for seat in (0, 1):
        seen = GAME.blocks(GAME.observe(state, seat))
        for name, expected in GAME.blocks(expected_observation(state, seat)).items():
            np.testing.assert_array_equal(seen[name], expected, f"block {name!r} seen by seat {seat}")


def test_the_blocks_are_those_of_the_table() -> None:
    layout = [(block.name, block.start, block.shape) for block in encode.BLOCKS]
    assert layout == [
        ("context", 0, (48,)),
        ("corporations", 48, (2, 38)),
        ("own_units", 124, (29, 18)),
        ("opponent_units", 646, (29, 17)),
        ("areas", 1139, (23, 22)),
        ("own_cards", 1645, (6, 30)),
        ("opponent_cards", 1825, (6, 6)),
        ("opponent_upgrades", 1861, (21,)),
        ("events", 1882, (11,)),
        ("procedure", 1893, (54,)),
        ("markers", 1947, (13,)),
    ]
    assert GAME.observation_length == 1960


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_any_fields_are_encoded_as_in_the_table(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(25):
        assert_as_expected(scrambled_state(random))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("start", ["new", "crowded"])
def test_played_states_are_encoded_as_in_the_table(start: str, seed: int) -> None:
    first = GAME.new(seed=seed) if start == "new" else crowded(GAME, seed)
    for number, state in enumerate(played_states(first, seed)):
        if number < 10 or number % EVERY == 0 or GAME.is_over(state):
            assert_as_expected(state)


def test_every_value_is_written() -> None:
    random = np.random.default_rng(0)
    for _ in range(20):
        states = scrambled_state(random)
        first, second = (np.full((1, GAME.observation_length), old, np.float32) for old in (np.nan, 7))
        for seat in (0, 1):
            kernels.observe(states, GAME.tables, seat, first)
            kernels.observe(states, GAME.tables, seat, second)
            np.testing.assert_array_equal(first, second)


NEVER_VARY: dict[str, set[tuple[int, ...]]] = {}


@pytest.mark.slow
def test_every_value_varies_and_stays_in_its_range() -> None:
    random = np.random.default_rng(1)
    states = [scrambled_state(random) for _ in range(3000)]
    seen = np.array([GAME.observe(state, seat) for state in states for seat in (0, 1)])
    least, most = GAME.blocks(seen.min(axis=0)), GAME.blocks(seen.max(axis=0))
    for name, low in least.items():
        lowest = np.zeros(low.shape)
        if name == "procedure":
            lowest[MODIFIERS] = -1
        assert (low >= lowest).all()
        assert (most[name] <= 1).all()
        constant = {tuple(map(int, place)) for place in zip(*np.nonzero(low == most[name]), strict=True)}
        assert constant == NEVER_VARY.get(name, set()), name


def test_nothing_hidden_shows() -> None:
    random = np.random.default_rng(2)
    for seed in (1, 2):
        for number, state in enumerate(played_states(crowded(GAME, seed), seed)):
            for seat in (0, 1) if number % 5 == 0 else ():
                other = other_world(state, seat, random)
                assert GAME.observe(other, seat).tobytes() == GAME.observe(state, seat).tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("start", ["new", "crowded"])
def test_rows_of_a_batch_are_full_observations(start: str) -> None:
    games = RandomGames(6, start)
    finished = 0
    for _ in range(1000):
        games.check_rows()
        finished += games.play()
    assert finished >= 5


class RandomGames(Batch):
    """Random games in the compiled batch loop, next to a copy of each that is stepped on its own."""

    def __init__(self, size: int, start: str, **options: Any) -> None:
        super().__init__(GAME, size, **options)
        self.random = np.random.default_rng(size)
        self.seeds[:] = range(size)
        self.observations[:], self.final_observations[:] = np.nan, np.nan
        self.reset()
        for i in range(size) if start == "crowded" else ():
            self.states[i] = crowded(GAME, i)[0]
            self.masks[i] = GAME.legal(self.states[i : i + 1])
            self.seats[i] = GAME.to_move(self.states[i : i + 1])
            self.observations[i] = GAME.observe(self.states[i : i + 1], self.seats[i])
            self.epochs[i] = encode.epoch(self.states[i])

    def play(self) -> int:
        """Step all games at random; returns how many ended, after a look at their final rows."""
        actions = np.array([self.random.choice(np.flatnonzero(mask)) for mask in self.masks])
        before = [GAME.clone(self.states[i : i + 1]) for i in range(len(actions))]
        self.step(actions)
        for i in np.flatnonzero(self.ended):
            GAME.step(before[i], actions[i])
            np.testing.assert_array_equal(self.final_observations[i], GAME.observe(before[i], self.actors[i]))
        return int(np.count_nonzero(self.ended))

    def check_rows(self) -> None:
        for i, row in enumerate(self.observations):
            state = self.states[i : i + 1]
            assert self.seats[i] == GAME.to_move(state)
            np.testing.assert_array_equal(row, GAME.observe(state, self.seats[i]))
