"""The observation against a slow encoder written straight from its table ("Observation" in docs/luna_maris.md).

That no hidden field shows and that seats may be relabelled is checked with the other invariants.
"""

from collections.abc import Iterator

import numpy as np
import pytest

import lunar_envs
from lunar_envs.engine import kernels
from lunar_envs.engine.batch import Batch
from lunar_envs.games.luna_maris import encode
from lunar_envs.games.luna_maris.codes import Action, Card, Context, Food

from . import build

GAME = lunar_envs.games["luna_maris"]
SEATS = 4
OPTIONS = (
    {"solo_level": "basic", "advanced_sustainability": False},
    {"solo_level": "intermediate", "advanced_sustainability": True},
    {"solo_level": "advanced", "advanced_sustainability": False},
)
PAID = [*range(Action.SHIP, Action.SHIP + 3), *range(Action.EXTRACT, Action.EXTRACT + 6)]
PAID += [Action.MINE_REFINE, Action.POWER_ORE]


# -- the slow encoder --------------------------------------------------------------------------------------------------


def expected_observation(s: np.record, seat: int) -> np.ndarray:
    """float32[1216], block after block."""
    seats = [(seat + k) % s.seats if k < s.seats else None for k in range(SEATS)]
    parts = [*context(s, seats), *turn(s), *(part for p in seats for part in seat_row(s, p)), *board(s, seats)]
    values = np.concatenate([np.ravel(part) for part in parts])
    return np.clip(values, 0, 1).astype(np.float32)


def one_hot(value: int | None, length: int, first: int = 0) -> np.ndarray:
    """1 at the place of ``value`` among ``length`` values from ``first`` on; zeros if it is not among them."""
    return np.arange(first, first + length) == (first - 1 if value is None else value)


def owners(row: np.ndarray, seats: list[int | None]) -> np.ndarray:
    """Seat-relative one-hot rows."""
    return np.array([[p is not None and owner == p for p in seats] for owner in row])


def context(s: np.record, seats: list[int | None]) -> list:
    """Block A."""
    actor = [s.ctx != Context.OVER and p == s.to_move for p in seats]
    level = one_hot(s.solo_level if s.solo else None, 3)
    counts = one_hot(s.seats, 3, 2)
    return [one_hot(s.ctx, 16), one_hot(s["round"], 5, 1), counts, s.solo, level, s.variant, actor, s.decisions / 4000]


def turn(s: np.record) -> list:
    """Block B."""
    return [
        one_hot(s.cur_sci, 22),
        one_hot(s.first_room, 10),
        [s.second, s.main_done, s.extra_done],
        [s.pay_left / 3, s.feed_total / 20, s.feed_count / 10],
        [s.pend_action == action for action in PAID],
        [s.resume_ctx == ctx for ctx in (Context.TURN, Context.MOVE, Context.MODULE)],
    ]


def seat_row(s: np.record, p: int | None) -> list:
    """A row of block C."""
    if p is None:
        return [np.zeros(160)]
    oxygen = [s.o2_used[p] / 10, (int(s.stress[p]) - 3) / 7, max(0, int(s.stress[p]) - int(s.o2_used[p])) / 10]
    return [
        1,
        [s.vp[p] / 150, s.energy[p] / 6, s.water[p] / 4, s.helium[p] / 3, s.waste[p] / 10],
        s.belt[p] / 10,
        oxygen,
        s.probes_left[p] / 3,
        s.co2[p] / 10,
        s.research[p] / 4,
        s.discs[p] / 4,
        s.depot[p],
        s.ended[p],
        s.order == p,
        s.next_order == p,
        one_hot(s.tool[p], 7),
        s.tool_used[p],
        one_hot(s.at[p], 10),
        s.sci[p] == Card.HAND,
        s.sci[p] == Card.PILE,
        s.food_loc == p,
        s.dem_owner == p,
        np.count_nonzero(s.imp_owner == p) / 4,
        np.count_nonzero(s.rb_owner == p) / 2,
    ]


def board(s: np.record, seats: list[int | None]) -> list:
    """Block D."""
    visible = [s.dem_stack[k, 0] if s.dem_n[k] else None for k in range(3)]
    open_cards = s.automaton_cards[: s["round"]].tolist() if s.solo else []
    return [
        owners(s.site, seats),
        owners(s.slot, seats),
        [one_hot(card, 16, 6) for card in s.hire],
        s.l2_n / 16,
        s.l2_removed,
        [one_hot(tile, 10, 10 * k) for k, tile in enumerate(visible)],
        s.dem_n / 5,
        [one_hot(card, 36) for card in s.food_open],
        [s.food_n / 36, np.count_nonzero(s.food_loc == Food.DISCARD) / 36],
        s.food_loc == Food.DISCARD,
        [one_hot(tile, 8) for tile in s.adv_offer],
        s.adv_built,
        owners(s.imp_owner, seats),
        owners(s.rb_owner, seats),
        s.tools_offer,
        s.start_mask,
        np.isin(np.arange(12), open_cards[-1:]),
        np.isin(np.arange(12), open_cards[:-1]),
        s.automaton_step / 6,
    ]


# -- states ------------------------------------------------------------------------------------------------------------


def scrambled_state(random: np.random.Generator) -> np.ndarray:
    """A state with every field anywhere in its range, or beyond where the observation is clipped."""
    states = np.zeros(1, GAME.dtype)
    s = states[0]

    def anywhere(low: int, high: int, names: str) -> None:
        for name in names.split():
            states[name] = random.integers(low, high + 1, states[name].shape)

    s.num_players = random.integers(1, 5)
    s.solo, s.seats = s.num_players == 1, max(2, s.num_players)
    anywhere(0, 1, "variant ended tool_used depot second main_done extra_done adv_built")
    anywhere(0, 200, "vp")
    anywhere(0, 14, "belt feed_count")
    anywhere(0, 25, "feed_total")
    anywhere(0, 4000, "decisions")
    anywhere(0, 3, "helium probes_left sci pay_left")
    anywhere(0, 4, "water discs research")
    anywhere(0, 5, "dem_n")
    anywhere(0, 6, "energy")
    anywhere(0, 10, "waste o2_used co2")
    anywhere(3, 10, "stress")
    anywhere(0, 15, "ctx")
    anywhere(0, 16, "l2_n")
    anywhere(0, 36, "food_n")
    anywhere(-1, 6, "tool")
    anywhere(-1, 7, "adv_offer")
    anywhere(-1, 9, "at first_room")
    anywhere(-1, 21, "cur_sci")
    anywhere(-1, 35, "food_open")
    anywhere(-1, s.seats - 1, "dem_owner slot site imp_owner rb_owner")
    anywhere(-4, s.seats - 1, "food_loc")
    s.to_move = random.integers(s.num_players)
    s.resume_ctx = random.choice([-1, Context.TURN, Context.MOVE, Context.MODULE])
    s.pend_action = random.choice([-1, *PAID])
    s.hire = random.choice([-1, *range(6, 22)], 3)
    s.dem_stack = random.permuted(np.arange(30).reshape(3, 10), axis=1)[:, :5]
    s.order = s.next_order = -1
    s.order[: s.seats] = random.permutation(int(s.seats))
    ended = random.integers(0, s.seats + 1)
    s.next_order[:ended] = random.permutation(int(s.seats))[:ended]
    if s.solo:
        anywhere(0, 2, "solo_level")
        anywhere(0, 6, "automaton_step")
        anywhere(0, 1, "l2_removed")
        s.automaton_cards = random.permutation(12)[:5]
    if s.ctx <= Context.SETUP_START:
        anywhere(0, 1, "tools_offer start_mask")
    else:
        s["round"] = random.integers(1, 6)
    return states


def played_states(num_players: int, seed: int, start: str, **options: object) -> Iterator[np.ndarray]:
    """The state of a random game at each of its decisions, and at the end."""
    random = np.random.default_rng(seed)
    state = STARTS[start](num_players, seed, options)
    while not GAME.is_over(state):
        yield state
        GAME.step(state, random.choice(np.flatnonzero(GAME.legal(state))))
    yield state


def new(num_players: int, seed: int, options: dict) -> np.ndarray:
    """A new game."""
    return GAME.new(num_players, seed, **options)


def rich(num_players: int, seed: int, options: dict) -> np.ndarray:
    """A game that starts somewhere in the middle, where much is allowed."""
    state = build.play_setup(GAME, {"num_players": num_players, "seed": seed, "options": options})
    build.enrich(state, np.random.default_rng(seed))
    return state


STARTS = {"new": new, "rich": rich}


# -- tests -------------------------------------------------------------------------------------------------------------


def assert_as_expected(state: np.ndarray) -> None:
    """Every seat sees what the table says, bit by bit."""
    for seat in range(GAME.num_players(state)):
        seen = GAME.blocks(GAME.observe(state, seat))
        for name, expected in GAME.blocks(expected_observation(state[0], seat)).items():
            np.testing.assert_array_equal(seen[name], expected, f"block {name!r} seen by seat {seat}")


def test_the_blocks_are_those_of_the_table() -> None:
    """Names, places and shapes."""
    layout = [(block.name, block.start, block.shape) for block in encode.BLOCKS]
    assert layout == [
        ("context", 0, (34,)),
        ("turn", 34, (52,)),
        ("seats", 86, (4, 160)),
        ("sites", 726, (18, 4)),
        ("spaces", 798, (10, 4)),
        ("hire_display", 838, (3, 16)),
        ("level_2", 886, (17,)),
        ("demand_display", 903, (3, 10)),
        ("demand_stacks", 933, (3,)),
        ("food_display", 936, (3, 36)),
        ("food_piles", 1044, (2,)),
        ("discarded_food", 1046, (36,)),
        ("offered_modules", 1082, (5, 8)),
        ("built_modules", 1122, (8,)),
        ("improvements", 1130, (5, 4)),
        ("research_bonuses", 1150, (6, 4)),
        ("offered_tools", 1174, (7,)),
        ("start_rooms", 1181, (10,)),
        ("automaton", 1191, (25,)),
    ]
    assert GAME.observation_length == 1216


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_any_fields_are_encoded_as_in_the_table(seed: int) -> None:
    """States that no game reaches, too."""
    random = np.random.default_rng(seed)
    for _ in range(25):
        assert_as_expected(scrambled_state(random))


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("num_players", range(1, 5))
def test_played_states_are_encoded_as_in_the_table(num_players: int, options: dict, start: str) -> None:
    """The set-up, every seventh decision and the end."""
    for number, state in enumerate(played_states(num_players, num_players, start, **options)):
        if number < 10 or number % 7 == 0 or GAME.is_over(state):
            assert_as_expected(state)


STATION = {
    "base": 3,
    "pile": {1: [2]},
    "hand": {2: [9]},
    "food": {1: [4, 30]},
    "tiles": {2: [13]},
    "probes": {0: [5]},
    "built": {1: 2},
    "fields": {"belt[1]": [[2, 1], [0, 12]], "vp[0]": 30, "o2_used[1]": 8, "tool[2]": 6, "slot[9]": 1},
}
SEEN = [  # viewer, block, place, values
    (0, "context", slice(16, 24), [0, 1, 0, 0, 0, 0, 1, 0]),
    (2, "context", slice(29, 33), [0, 1, 0, 0]),
    (0, "seats", (0, slice(0, 6)), [1, 30 / 150, 3 / 6, 2 / 4, 0, 1 / 10]),
    (0, "seats", (1, slice(6, 13)), [2 / 10, 1 / 10, 0, 1, 8 / 10, 3 / 7, 0]),
    (1, "seats", (0, slice(48, 54)), [1, 1, 0, 1, 1, 1]),
    (1, "seats", (0, slice(70, 74)), [0, 0, 1, 0]),
    (0, "seats", (2, 48 + 9), 1),
    (1, "seats", (0, [92 + 4, 92 + 30]), [1, 1]),
    (0, "seats", (2, slice(30, 37)), [0, 0, 0, 0, 0, 0, 1]),
    (1, "seats", (1, 128 + 13), 1),
    (1, "seats", (1, slice(158, 160)), [1 / 4, 0]),
    (0, "seats", 3, [0] * 160),
    (2, "sites", 5, [0, 1, 0, 0]),
    (0, "spaces", 9, [0, 1, 0, 0]),
    (1, "built_modules", slice(0, 3), [0, 1, 0]),
    (1, "improvements", 1, [0, 1, 0, 0]),
    (0, "offered_modules", 1, [0] * 8),
    (0, "demand_display", 0, [1, *[0] * 9]),
]


def test_an_observation_by_hand() -> None:
    """Three seats in the second round."""
    state = build.build(GAME, STATION)
    for viewer, block, place, values in SEEN:
        seen = GAME.blocks(GAME.observe(state, viewer))[block][place]
        np.testing.assert_array_equal(seen, np.float32(values), f"seat {viewer}, {block}[{place}]")
    assert_as_expected(state)


def test_every_value_is_written() -> None:
    """Whatever the row held before."""
    random = np.random.default_rng(0)
    for _ in range(20):
        states = scrambled_state(random)
        first, second = (np.full((1, GAME.observation_length), old, np.float32) for old in (np.nan, 7))
        for seat in range(GAME.num_players(states)):
            kernels.observe(states, GAME.tables, seat, first)
            kernels.observe(states, GAME.tables, seat, second)
            np.testing.assert_array_equal(first, second)


NEVER_VARY = {"seats": [(0, 0), (1, 0)]}
"""The viewer and another seat are always present."""


@pytest.mark.slow
def test_every_value_varies_and_stays_in_its_range() -> None:
    """Between 0 and 1, and for something."""
    random = np.random.default_rng(1)
    states = [scrambled_state(random) for _ in range(1500)]
    seen = np.array([GAME.observe(state, seat) for state in states for seat in range(GAME.num_players(state))])
    assert seen.min() == 0
    assert seen.max() == 1
    for name, constant in GAME.blocks(seen.min(axis=0) == seen.max(axis=0)).items():
        assert list(zip(*map(np.ndarray.tolist, np.nonzero(constant)), strict=True)) == NEVER_VARY.get(name, []), name


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("num_players", range(1, 5))
@pytest.mark.slow
def test_rows_of_a_batch_are_full_observations(num_players: int, options: dict) -> None:
    """What a batch does not write anew is still right."""
    games = RandomGames(24, num_players, **options)
    finished = 0
    for _ in range(300):
        games.check_rows()
        finished += games.play()
    assert finished >= 24


class RandomGames(Batch):
    """Random games in the compiled batch loop, half of them moved to their middle."""

    def __init__(self, size: int, num_players: int, **options: object) -> None:
        super().__init__(GAME, size, num_players, **options)
        self.random = np.random.default_rng(num_players)
        self.seeds[:] = range(size)
        self.observations[:], self.final_observations[:] = np.nan, np.nan
        self.reset()
        for i in range(0, size, 2):
            self.replace(i, rich(num_players, i, options))

    def replace(self, i: int, state: np.ndarray) -> None:
        """Go on with another state in a row."""
        self.states[i] = state[0]
        self.masks[i] = GAME.legal(state)
        self.seats[i] = GAME.to_move(state)
        self.observations[i] = GAME.observe(state, self.seats[i])
        self.epochs[i] = -1

    def play(self) -> int:
        """Step all games at random; returns how many ended, after a look at their final rows."""
        actions = np.array([self.random.choice(np.flatnonzero(mask)) for mask in self.masks])
        before = [GAME.clone(self.states[i : i + 1]) for i in range(len(actions))]
        self.step(actions)
        for i in np.flatnonzero(self.ended):
            GAME.step(before[i], actions[i])
            np.testing.assert_array_equal(self.final_observations[i], GAME.observe(before[i], self.actors[i]))
        return np.count_nonzero(self.ended)

    def check_rows(self) -> None:
        """Every row is what the seat to move sees."""
        for i, row in enumerate(self.observations):
            state = self.states[i : i + 1]
            assert self.seats[i] == GAME.to_move(state)
            np.testing.assert_array_equal(row, GAME.observe(state, self.seats[i]))
