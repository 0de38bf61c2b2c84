"""The command: what it prints and what status it gives."""

import re
import sys
from importlib import metadata
from types import SimpleNamespace

import pytest

from lunar_envs import cli
from lunar_envs.games import games

pytestmark = pytest.mark.slow


def run(capsys, *arguments):
    status = cli.main(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_info_lists_every_game(capsys):
    status, out, _ = run(capsys, "info")
    assert status == 0
    for name, game in games.items():
        (row,) = [line.split() for line in out.splitlines() if line.startswith(name)]
        assert row[2:] == list(
            map(str, [game.num_actions, game.observation_length, game.dtype.itemsize, game.version, game.fingerprint])
        )


@pytest.mark.parametrize("name", games)
def test_info_shows_options_actions_and_blocks(capsys, name):
    status, out, _ = run(capsys, "info", name)
    game = games[name]
    assert status == 0
    assert game.title in out
    for word in (*(o.name for o in game.options), *(b.name for b in game.blocks_table), game.action_names[-1]):
        assert word in out


@pytest.mark.parametrize("command", ["info", "warm"])
def test_unknown_game_is_one_line(capsys, command):
    status, _, err = run(capsys, command, "chess")
    assert status == 1
    assert err.splitlines() == [f"no game 'chess'; the games are {', '.join(games)}"]


def test_warm_names_every_entry_point(capsys):
    name = next(iter(games))
    status, out, _ = run(capsys, "warm", name)
    assert status == 0
    assert [line.split()[1] for line in out.splitlines()] == [f.__name__ for f in cli.entry_calls(games[name])]


def test_doctor_finds_nothing_wrong(capsys):
    status, out, _ = run(capsys, "doctor")
    assert status == 0, out
    assert re.search(rf"numba +{re.escape(metadata.version('numba'))}\n", out)
    assert "compiled code is kept in" in out
    assert "first step after" in out


def broken_game(monkeypatch):
    monkeypatch.setattr(cli, "games", {"broken": SimpleNamespace()})


def lost_cache(monkeypatch):
    monkeypatch.setattr(cli.kernels.try_step._cache, "_cache_path", "/no/such/folder")


def no_cache(monkeypatch):
    monkeypatch.setattr(cli.kernels.try_step._cache, "_cache_path", None)


def no_jit(monkeypatch):
    monkeypatch.setattr(cli.jit, "disabled", lambda: True)


@pytest.mark.parametrize(
    ("trouble", "remedy"),
    [
        (broken_game, "PROBLEM: broken cannot be played.*; reinstall lunar-envs"),
        (lost_cache, "PROBLEM: /no/such/folder cannot be written.*; set NUMBA_CACHE_DIR"),
        (no_cache, "PROBLEM: compiled code is not kept; set NUMBA_CACHE_DIR"),
        (no_jit, "PROBLEM: numba is switched off.*; unset NUMBA_DISABLE_JIT"),
    ],
)
def test_doctor_names_the_remedy(capsys, monkeypatch, trouble, remedy):
    trouble(monkeypatch)
    status, out, _ = run(capsys, "doctor")
    assert status == 1
    (problem,) = [line for line in out.splitlines() if line.startswith("PROBLEM")]
    assert re.match(remedy, problem)


def test_doctor_says_how_to_get_what_is_missing(monkeypatch, capsys):
    monkeypatch.setattr(cli.metadata, "requires", lambda name: ['no-such-package>=1; extra == "render"', "numpy>=2"])
    monkeypatch.setattr(cli, "_version", lambda package: None if package == "no-such-package" else "1.0")
    assert 'no-such-package  not installed; for it: pip install "lunar-envs[render]"' in run(capsys, "doctor")[1]


def test_without_tyro_one_line_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tyro.extras", None)
    assert run(capsys, "info") == (1, "", 'The command needs tyro: pip install "lunar-envs[cli]"\n')
