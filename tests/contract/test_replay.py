"""Replays: kept, played again byte for byte, and refused with one clear line when something does not fit."""

import dataclasses
import json
import os

import numpy as np
import pytest
from helpers import play
from toy import GAME as TOY

from lunar_envs.engine import record
from lunar_envs.replay import Replay, ReplayError


@pytest.fixture
def replay():
    return play(TOY, 3, seed=11, rounds=4)


@pytest.fixture
def path(tmp_path, replay):
    replay.save(tmp_path / "replay.json")
    return tmp_path / "replay.json"


@pytest.mark.parametrize("limit", [0, 5, 10**6])
def test_saved_replay_plays_again(game, tmp_path, limit):
    played = play(game, game.max_players, seed=2**64 - 1, limit=limit)
    played.save(tmp_path / "replay.json")
    loaded = Replay.load(tmp_path / "replay.json")
    assert loaded == played
    loaded.verify(game)


def test_all_options_are_kept(game):
    assert set(play(game, game.min_players, seed=0, limit=1).options) == {option.name for option in game.options}


def test_result_is_kept(replay):
    *_, last = replay.states(TOY)
    assert replay.ranks == tuple(TOY.ranks(last))
    assert replay.scores == tuple(TOY.scores(last))
    assert replay.end_reason == "rounds"


def test_unfinished_game_has_no_result(game):
    unfinished = play(game, game.max_players, seed=3, limit=2)
    assert not any(unfinished.ranks)
    assert unfinished.end_reason == ""


def test_states_are_copies_of_all_positions(replay):
    states = list(replay.states(TOY))
    assert len(states) == len(replay.actions) + 1
    before = list(map(record.to_bytes, states))
    states[0]["points"] = 99
    assert list(map(record.to_bytes, states[1:])) == before[1:]
    assert len(set(before)) == len(before)


def changed(**changes):
    return lambda content: content.update(changes)


def without(key):
    return lambda content: content.pop(key)


DAMAGED_FILES = [
    (without("seed"), "'seed' is missing"),
    (without("digest"), "'digest' is missing"),
    (changed(seed="7"), "'seed' must be an integer, found '7'"),
    (changed(seed=True), "'seed' must be an integer, found True"),
    (changed(version=1.0), "'version' must be an integer, found 1.0"),
    (changed(options=[]), "'options' must be an object"),
    (changed(actions="KEEP"), "'actions' must be a list of integers"),
    (changed(actions=[0, 1.5]), "'actions' must be a list of integers"),
    (changed(actions=[0, None]), "'actions' must be a list of integers"),
    (changed(ranks=None), "'ranks' must be a list of integers"),
    (changed(end_reason=3), "'end_reason' must be text"),
]

FOREIGN_REPLAYS = [
    (changed(game="chess"), "of chess, not of toy; pass the game"),
    (changed(version=2), "version 2, this is version 1; install the release"),
    (changed(fingerprint="0" * 16), "component data 0{16}.*with_data"),
    (changed(num_players=9), "toy is for 1 to 3 players, got num_players=9"),
    (changed(num_players=2), r"actions\[5\].*illegal for seat 1"),
    (changed(seed=-1), "seed must be in 0"),
    (changed(seed=2**64), "seed must be in 0"),
    (changed(options={"rounds": 99}), "rounds=99"),
    (changed(options={"seed": 1}), "no option 'seed'"),
    (lambda content: content["actions"].append(0), "over after 12 actions, the replay has 13"),
    (lambda content: content["actions"].pop(), "after 11 actions ranks is"),
    (lambda content: content["actions"].__setitem__(4, 3), r"actions\[4\].*action 3.*illegal"),
    (lambda content: content["actions"].__setitem__(2, -1), r"actions\[2\].*out of range"),
    (lambda content: content["actions"].__setitem__(2, 10**30), r"actions\[2\].*out of range"),
    (changed(ranks=[1, 1, 1]), "ranks is .* the replay says .1, 1, 1"),
    (changed(scores=[1, 2, 3]), "scores is"),
    (changed(end_reason="given up"), "end_reason is rounds, the replay says given up"),
    (changed(digest="0" * 64), "digest is .*the file was changed, or the rules were"),
]


@pytest.mark.parametrize(("change", "message"), DAMAGED_FILES)
def test_damaged_file_is_refused(path, change, message):
    rewrite(path, change)
    with pytest.raises(ReplayError, match=f"replay.json: {message}"):
        Replay.load(path)


@pytest.mark.parametrize(("change", "message"), FOREIGN_REPLAYS)
def test_foreign_replay_is_refused(path, change, message):
    rewrite(path, change)
    with pytest.raises(ReplayError, match=message):
        Replay.load(path).verify(TOY)


def rewrite(path, change):
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


def test_truncated_file_is_refused(path):
    whole = path.read_bytes()
    for length in range(0, len(whole), 37):
        path.write_bytes(whole[:length])
        with pytest.raises(ReplayError, match="replay.json: not complete JSON"):
            Replay.load(path)


@pytest.mark.parametrize("content", [b"[]", b"null", b"7", b'"text"'])
def test_other_json_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(ReplayError, match="no replay"):
        Replay.load(path)


def test_binary_file_is_refused(path):
    path.write_bytes(np.arange(256, dtype=np.uint8).tobytes())
    with pytest.raises(ReplayError, match="not complete JSON"):
        Replay.load(path)


def test_other_data_is_refused(replay):
    with pytest.raises(ReplayError, match="with_data"):
        replay.verify(dataclasses.replace(TOY, fingerprint="of other files"))


def test_interrupted_save_leaves_the_old_file(path, replay, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    old = path.read_bytes()
    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        dataclasses.replace(replay, seed=1).save(path)
    assert path.read_bytes() == old
    assert os.listdir(path.parent) == [path.name]
