"""What a caller gets wrong is refused with one clear error that names the thing; states stay as they are."""

import shutil

import numpy as np
import pytest

from lunar_envs.engine import record
from lunar_envs.engine.data import DataError
from lunar_envs.engine.game import Game, IllegalAction
from lunar_envs.games import games

CALLS = {
    "too few players": (lambda g, s: g.new(0), ValueError, "num_players=0"),
    "too many players": (lambda g, s: g.new(99), ValueError, "num_players=99"),
    "players as text": (lambda g, s: g.new("2"), TypeError, "num_players must be an integer, got '2'"),
    "players as float": (lambda g, s: g.new(2.0), TypeError, "num_players must be an integer, got 2.0"),
    "players as bool": (lambda g, s: g.new(True), TypeError, "num_players must be an integer, got True"),
    "negative seed": (lambda g, s: g.new(seed=-1), ValueError, "seed must be in 0 .*, got -1"),
    "huge seed": (lambda g, s: g.new(seed=2**64), ValueError, f"seed must be in 0 .*, got {2**64}"),
    "seed as float": (lambda g, s: g.new(seed=0.5), TypeError, "seed must be an integer, got 0.5"),
    "unknown option": (lambda g, s: g.new(colour="red"), ValueError, "no option 'colour'; (its options|it has none)"),
    "float action": (lambda g, s: g.step(s, 1.0), TypeError, "action must be an integer, got 1.0"),
    "numpy float action": (lambda g, s: g.step(s, np.float64(1)), TypeError, "action must be an integer"),
    "bool action": (lambda g, s: g.step(s, True), TypeError, "action must be an integer, got True"),
    "numpy bool action": (lambda g, s: g.step(s, np.True_), TypeError, "action must be an integer"),
    "no action": (lambda g, s: g.step(s, None), TypeError, "action must be an integer, got None"),
    "action as text": (lambda g, s: g.step(s, "END"), TypeError, "action must be an integer, got 'END'"),
    "array of actions": (lambda g, s: g.step(s, np.zeros(2, int)), TypeError, "action must be an integer"),
    "action -1": (lambda g, s: g.step(s, -1), IllegalAction, "action -1 is out of range"),
    "action N": (lambda g, s: g.step(s, g.num_actions), IllegalAction, r"action \d+ is out of range"),
    "huge action": (lambda g, s: g.step(s, 10**30), IllegalAction, "is out of range"),
    "illegal action": (lambda g, s: g.step(s, illegal(g, s)), IllegalAction, "is illegal for seat [01]"),
    "name of action -1": (lambda g, s: g.action_name(-1), IllegalAction, "action -1 is out of range"),
    "unknown action name": (lambda g, s: g.action_id("RESIGN"), ValueError, "no action 'RESIGN'"),
    "description of action N": (lambda g, s: g.describe(s, g.num_actions), IllegalAction, "out of range"),
    "ranks of no state": (lambda g, s: g.ranks(np.zeros(3)), TypeError, "record array of length 1"),
    "seat -1": (lambda g, s: g.observe(s, -1), ValueError, "seat -1 is not in 0..1"),
    "absent seat": (lambda g, s: g.observe(s, 2), ValueError, "seat 2 is not in 0..1"),
    "seat as float": (lambda g, s: g.observe(s, 0.0), TypeError, "seat must be an integer, got 0.0"),
    "determinize absent seat": (lambda g, s: g.determinize(s, 2), ValueError, "seat 2 is not in 0..1"),
    "determinize seed": (lambda g, s: g.determinize(s, 0, -1), ValueError, "seed must be in 0"),
    "record for array": (lambda g, s: g.legal(s[0]), TypeError, "record array of length 1"),
    "two states": (lambda g, s: g.legal(np.zeros(2, g.dtype)), TypeError, "record array of length 1"),
    "bytes for state": (lambda g, s: g.legal(record.to_bytes(s)), TypeError, "record array of length 1"),
    "state of another game": (lambda g, s: g.step(np.zeros(1, np.int8), 0), TypeError, r"a \w+ state is"),
    "read-only state": (lambda g, s: g.step(read_only(s), 0), TypeError, r"read-only view; pass game.clone\(state\)"),
    "shown to an absent seat": (lambda g, s: g.show(s, 2), ValueError, "seat 2 is not in 0..1"),
    "drawn for an absent seat": (lambda g, s: g.draw(s, 2), ValueError, "seat 2 is not in 0..1"),
    "record for array, read": (lambda g, s: g.is_over(s[0]), TypeError, "record array of length 1"),
    "too few bytes": (lambda g, s: record.from_bytes(b"moon", g.dtype), ValueError, r"a state has \d+ bytes, got 4"),
    "reward": (lambda g, s: g.returns(finished(g), "money"), ValueError, "reward='money' is not one of rank"),
    "data folder": (lambda g, s: g.with_data("no/such/folder"), ValueError, "no data folder at no/such/folder"),
}  # fmt: skip


def illegal(game: Game, state: np.ndarray) -> int:
    return int(np.flatnonzero(game.legal(state) == 0)[0])


def read_only(state: np.ndarray) -> np.ndarray:
    view = state.view()
    view.flags.writeable = False
    return view


def finished(game: Game) -> np.ndarray:
    state = game.new(2, seed=4)
    while not game.is_over(state):
        game.step(state, int(np.flatnonzero(game.legal(state))[-1]))
    return state


@pytest.mark.parametrize(("call", "error", "message"), CALLS.values(), ids=CALLS)
def test_bad_call_is_refused(game, call, error, message):
    state = game.new(2, seed=4)
    before = record.to_bytes(state)
    with pytest.raises(error, match=message):
        call(game, state)
    assert record.to_bytes(state) == before


def test_a_copy_of_a_read_only_state_can_be_stepped(game):
    state = read_only(game.new(2, seed=4))
    before, copy = state.tobytes(), game.clone(state)
    game.step(copy, int(np.flatnonzero(game.legal(copy))[0]))
    assert state.tobytes() == before != copy.tobytes()
    assert record.difference(state, copy)


@pytest.mark.parametrize("value", ["no such value", 3.5, -1, 10**9, [], b""])
def test_bad_option_value_is_refused(game, value):
    for option in game.options:
        with pytest.raises(ValueError, match=f"option {option.name}=.* is not one of"):
            game.new(**{option.name: value})


def test_step_after_the_end_is_refused(game):
    state = finished(game)
    before = record.to_bytes(state)
    for action in range(game.num_actions):
        with pytest.raises(IllegalAction, match="the game is over"):
            game.step(state, action)
    assert record.to_bytes(state) == before


@pytest.mark.parametrize("kind", [int, np.int16, np.int64, np.uint8, np.array])
def test_every_integer_is_an_action(game, kind):
    state, other = game.new(2, seed=4), game.new(2, seed=4)
    action = int(np.flatnonzero(game.legal(state))[0])
    game.step(state, action)
    game.step(other, kind(action))
    assert record.difference(state, other) == []


def test_a_game_without_options_says_so():
    with pytest.raises(ValueError, match="moonbase_alpha has no option 'foo'; it has none"):
        games["moonbase_alpha"].new(foo=1)


def test_unknown_game_is_refused():
    with pytest.raises(KeyError, match="no game 'chess'; the games are lunarchitects"):
        games["chess"]


# -- component files --------------------------------------------------------------------------------


def replaced(old, new):
    return lambda text: text.replace(old, new, 1)


BROKEN_FILES = [
    ("tiles.csv", replaced("cost_air", "cost_aer"), "tiles.csv: column 'cost_air' is missing"),
    (
        "tiles.csv",
        replaced("none,add_air,0,", "none,add_air,zero,"),
        "tiles.csv, line 2, column action_param: expected a",
    ),
    ("tiles.csv", replaced("rail,0,0,1,0,0,", "rail,0,0,1,0,-1,"), "line 2, column cost_air: expected .*, found '-1'"),
    ("tiles.csv", replaced("rail,0,0,1,0,0,", "rail,0,0,1,0,4,"), "line 2, column cost_air: expected .*, found '4'"),
    ("tiles.csv", replaced("rail,0,0,1,0,0,", "rail,0,0,1,0,,"), "line 2, column cost_air: expected .*, found ''"),
    ("tiles.csv", replaced(",initial,1,", ",initial,2,"), r"tiles.csv: tiles per phase must be \(9, 23, 19, 17\)"),
    (
        "tiles.csv",
        replaced(",add_air,", ",add_cheese,"),
        "line 2, column action: expected one of .*, found 'add_cheese'",
    ),
    ("tiles.csv", lambda text: text[: len(text) // 2], r"tiles\.csv"),
    ("tiles.csv", lambda text: "", "tiles.csv: column 'key' is missing"),
    ("tokens.csv", replaced("air,Air", "aer,Air"), "tokens.csv: row 'air' is missing"),
    ("tokens.csv", replaced(",10,1,", ",1,1,"), "tokens.csv: too few resources tokens"),
    ("dice.csv", replaced("spot,1,2", "spot,0,2"), "dice.csv, line 2, column face1: expected a whole number in 1..6"),
    (
        "board.csv",
        replaced("queue_spaces,14", "queue_spaces,15"),
        "board.csv, row queue_spaces: expected .*, found '15'",
    ),
    ("solo_bands.csv", replaced(",20,29,", ",31,29,"), "solo_bands.csv: min_score must rise"),
    (
        "actions.csv",
        replaced("2 activation", "4 activation"),
        r"rules fix the numbers \(2,\), found \(4,\)",
    ),
    (
        "bonuses.csv",
        replaced("5 activation", "3 activation"),
        r"rules fix the numbers \(5,\), found \(3,\)",
    ),
    (
        "bonuses.csv",
        replaced("per_dome,2", "per_dome,-2"),
        "column effect: expected a whole number in 0..10",
    ),
    ("end_schemes.csv", lambda text: text.rsplit("\n", 2)[0], "end_schemes.csv: 12 rows expected, found 11"),
]


@pytest.mark.parametrize(("file", "change", "message"), BROKEN_FILES)
def test_broken_data_is_refused(tmp_path, file, change, message):
    game = games["lunarchitects"]
    (tmp_path / file).write_text(change((game.data_folder / file).read_text()))
    with pytest.raises(DataError, match=message):
        game.with_data(tmp_path)


def test_data_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "tiles.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match=r"tiles.csv: cannot be read as CSV"):
        games["lunarchitects"].with_data(tmp_path)


def test_whole_copy_of_the_data_is_the_same_game(tmp_path):
    game = games["lunarchitects"]
    shutil.copytree(game.data_folder, tmp_path, dirs_exist_ok=True)
    assert game.with_data(tmp_path).fingerprint == game.fingerprint
    changed = (tmp_path / "dice.csv").read_text().replace(",1,2,3", ",2,2,3", 1)
    (tmp_path / "dice.csv").write_text(changed)
    assert game.with_data(tmp_path).fingerprint != game.fingerprint
