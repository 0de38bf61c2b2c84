"""A match at the keyboard: everything typed leads somewhere, nothing hidden gets out, nothing is lost."""

import json
import re
import runpy
import sys

import numpy as np
import pytest
from rich.console import Console

import lunar_envs
from agents import human, make_agent, play, view_of
from agents.history import History
from agents.tournament import Tournament
from lunar_envs.files import replace_file
from lunar_envs.replay import Replay

pytestmark = pytest.mark.slow

GAME = lunar_envs.games["lunarchitects"]
AGE = lunar_envs.games["age_of_the_moon"]


@pytest.fixture(params=lunar_envs.games)
def game(request):
    return lunar_envs.games[request.param]


@pytest.fixture
def typing(monkeypatch):
    """Has lines typed, one each time somebody is asked; EOF follows. Returns the prompts, as they come."""

    def start(lines) -> list[str]:
        prompts, rest = [], iter(lines)

        def answer(prompt: str = "") -> str:
            prompts.append(prompt)
            try:
                line = next(rest)
            except StopIteration:
                raise EOFError from None
            if isinstance(line, BaseException):
                raise line
            return line

        monkeypatch.setattr("builtins.input", answer)
        return prompts

    return start


def numbers(seed: int):
    """Numbers from menus, many of them too large."""
    rng = np.random.default_rng(seed)
    while True:
        yield str(rng.integers(1, 20))


def random_action(game, state, rng) -> int:
    return int(rng.choice(np.flatnonzero(game.legal(state))))


def random_history(game, decisions: int, seed: int) -> History:
    """A match of people who decide at random, unfinished."""
    rng = np.random.default_rng(seed)
    history = History(game, ["human"] * game.check_players(None), seed, {})
    for _ in range(decisions):
        history.step(random_action(game, history.state, rng))
        if game.is_over(history.state):
            history = History(game, history.seats, seed + 1, {})
    return history


def saved(path) -> Replay:
    replay = Replay.load(path)
    replay.verify(lunar_envs.games[replay.game])
    return replay


# -- whole matches -----------------------------------------------------------------------------------


def test_a_whole_match(game, typing, tmp_path, capsys):
    typing(numbers(1))
    play.main(game.name, ("human", "greedy"), seed=3, out=tmp_path)
    (path,) = tmp_path.iterdir()
    replay, printed = saved(path), capsys.readouterr().out
    assert 1 in replay.ranks
    for expected in (replay.end_reason, "human", "greedy", f"The replay is {path}", *map(str, replay.scores)):
        assert expected in printed


def test_agents_play_without_people(tmp_path):
    play.main(GAME.name, ("greedy", "random", "random"), seed=3, options={"expansion": "coffee"}, out=tmp_path)
    replay = saved(tmp_path / "lunarchitects-3-1.json")
    assert replay.end_reason
    assert replay.options["expansion"] == "coffee"


def test_every_match_has_its_file(tmp_path):
    for _ in range(2):
        play.main(GAME.name, ("greedy",), seed=3, out=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lunarchitects-3-1.json", "lunarchitects-3-2.json"]


# -- what may be typed -------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["3", "START(gray,A)", " start( GRAY ,a) "])
def test_actions_have_numbers_and_names(typing, tmp_path, line):
    typing([line])
    play.main(GAME.name, ("human",), seed=3, save=tmp_path / "match.json")
    assert saved(tmp_path / "match.json").actions == (GAME.action_id("START(gray,A)"),)


def test_other_names_are_understood():
    state = random_history(AGE, 0, 1).state
    words = human.words(view_of(AGE, state, AGE.to_move(state)))
    assert words["exchange(0,1)"] == words["exchange(lunar,water)"] == AGE.action_id("EXCHANGE(lunar,water)")


@pytest.mark.parametrize("wrong", ["", "0", "11", "START", "END", "²", "9" * 5000, "[bold]", "\x1b[2J"])
def test_a_wrong_line_is_told_in_one_line(typing, tmp_path, capsys, wrong):
    typing([])
    play.main(GAME.name, ("human",), seed=3, out=tmp_path / "a")
    without = capsys.readouterr().out.splitlines()
    typing([wrong])
    play.main(GAME.name, ("human",), seed=3, out=tmp_path / "b")
    printed = capsys.readouterr().out.splitlines()
    (told,) = [line for line in printed if "is no legal action: type 1 to 10, the name of an action, or help" in line]
    assert len(printed) == len(without) + 1
    assert len(told) < 130
    assert "\x1b" not in told


def test_help_and_view(typing, tmp_path, capsys):
    typing(["help", "VIEW", "quit"])
    play.main(GAME.name, ("human",), seed=3, out=tmp_path)
    printed = capsys.readouterr().out
    assert printed.count("Starting Quarters still free") == 2
    assert all(f"  {word}  " in printed for word in human.COMMANDS)


def test_a_bar_marks_what_is_new(typing, tmp_path, capsys):
    typing(["1"])
    play.main(GAME.name, ("human",), seed=3, out=tmp_path)
    lines = capsys.readouterr().out.splitlines()
    second = lines[len(lines) // 3 :]
    assert any(line.startswith("| ") and "Purple" in line for line in second)
    assert "    end  " in "\n".join(second)
    assert not any(line.startswith("|") for line in lines[:20])


def test_several_people_see_the_table_one_after_another(typing, tmp_path, capsys, monkeypatch):
    for module in (human, play):
        monkeypatch.setattr(module, "console", Console(force_terminal=True, markup=False, soft_wrap=True))
    prompts = typing(["", "1", "", "1"])
    play.main(GAME.name, ("human", "random", "human"), seed=3, save=tmp_path / "match.json")
    first, second = (f"Seat {seat} decides: sit down and press Enter " for seat in (0, 2))
    assert prompts == [first, "seat 0> ", second, "seat 2> ", "seat 2> "]
    assert capsys.readouterr().out.count(play.WIPE) == 2


# -- taking back -------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_very_bytes_or_does_nothing(game):
    history, rng = random_history(game, 8, 1), np.random.default_rng(1)
    undone = refused = 0
    while not game.is_over(history.state) and undone + refused < 40:
        seat, before = game.to_move(history.state), history.state.tobytes()
        action = random_action(game, history.state, rng)
        history.step(action)
        after, decisions = history.state.tobytes(), len(history.actions)
        if game.is_over(history.state) or not history.undo(seat):
            refused += 1
            assert (history.state.tobytes(), len(history.actions)) == (after, decisions)
            continue
        undone += 1
        assert (history.state.tobytes(), len(history.actions)) == (before, decisions - 1)
        history.step(action)
        assert history.state.tobytes() == after
    assert undone
    assert refused


def test_a_decision_of_another_seat_stays():
    history = random_history(GAME, 1, 1)
    assert GAME.to_move(history.state) != GAME.to_move(history.states[0])
    assert not history.undo(GAME.to_move(history.state))
    assert not random_history(GAME, 0, 1).undo(0)


@pytest.mark.parametrize(("action", "can"), [("EXCHANGE(lunar,water)", True), ("EXCHANGE(lunar,card)", False)])
def test_a_card_that_was_drawn_stays(action, can):
    history = History(AGE, ["human", "greedy"], 3, {})
    seat = AGE.to_move(history.state)
    history.step(AGE.action_id(action))
    assert AGE.to_move(history.state) == seat
    assert history.undo(seat) == can


def test_dice_stay():
    rng = np.random.default_rng(1)
    history = random_history(GAME, 0, 1)
    rolls = 0
    while not GAME.is_over(history.state):
        seat = GAME.to_move(history.state)
        history.step(random_action(GAME, history.state, rng))
        if (history.state["rng"] != history.states[-2]["rng"]).any() and not GAME.is_over(history.state):
            rolls += 1
            assert not history.undo(seat)
    assert rolls


def test_a_refusal_tells_nothing_of_what_is_hidden(game):
    """Worlds that look alike before and after a decision let the same decisions be taken back."""
    compared = 0
    for seed in range(12):
        history = random_history(game, 10 * seed, seed)
        seat, before = game.to_move(history.state), history.state
        history.step(random_action(game, history.state, np.random.default_rng(seed)))
        if game.is_over(history.state):
            continue
        seen = game.observe(history.state, seat)
        outcomes = set()
        for number in range(4):
            twin = History(game, history.seats, 0, {})
            twin.states = [game.determinize(before, seat, 900 + number)]
            twin.step(history.actions[-1])
            if (game.observe(twin.state, seat) == seen).all():
                outcomes.add(twin.undo(seat))
                compared += 1
        assert len(outcomes) <= 1
    assert compared > 10


def test_undo_at_the_keyboard(typing, tmp_path, capsys):
    typing(["EXCHANGE(lunar,water)", "undo", "undo", "EXCHANGE(lunar,card)", "undo"])
    path = tmp_path / "match.json"
    play.main(AGE.name, ("greedy", "human"), seed=3, save=path)
    assert saved(path).actions == (AGE.action_id("EXCHANGE(lunar,card)"),)
    printed = capsys.readouterr().out
    assert printed.count("that cannot be taken back: see help") == 2
    assert printed.count("Market") == 4


# -- leaving and going on ----------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["quit", EOFError(), KeyboardInterrupt()])
def test_whoever_leaves_finds_the_match_saved(typing, tmp_path, capsys, end):
    typing(["1", end])
    play.main(GAME.name, ("human", "random"), seed=3, out=tmp_path / "new folder")
    path = tmp_path / "new folder" / "lunarchitects-3-1.json"
    assert f"go on: python -m agents.play lunarchitects --load '{path}'" in capsys.readouterr().out
    assert (saved(path).end_reason, len(saved(path).actions) > 0) == ("", True)
    assert json.loads(path.read_text())["seats"] == ["human", "random"]


def test_every_decision_of_a_person_is_saved_at_once(typing, tmp_path):
    path = tmp_path / "match.json"

    def lines():
        assert not saved(path).actions, "the place is tried before the first decision"
        yield "1"
        assert len(saved(path).actions) > 0
        yield "quit"

    typing(lines())
    play.main(GAME.name, ("human", "random"), seed=3, save=path)


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(OSError, match=f"^{re.escape(str(tmp_path))} cannot be written: Is a directory; choose another"):
        replace_file(tmp_path, b"")
    assert not list(tmp_path.parent.glob("*.new"))


def test_save_at_the_keyboard(typing, tmp_path, capsys):
    path = tmp_path / "match.json"

    def lines():
        yield "1"
        yield "save"
        assert len(saved(path).actions) > 0
        yield "quit"

    typing(lines())
    play.main(GAME.name, ("human", "random"), seed=3, save=path)
    assert f"saved in {path}" in capsys.readouterr().out


def test_a_match_goes_on_as_if_nobody_had_left(typing, tmp_path):
    lines = [line for line, _ in zip(numbers(5), range(60), strict=False)]
    seats = ("random:forbid=END", "human", "greedy")
    typing(lines)
    play.main(GAME.name, seats, seed=3, save=tmp_path / "whole.json")
    typing(lines[:25])
    play.main(GAME.name, seats, seed=3, save=tmp_path / "part.json")
    typing(lines[25:])
    play.main(GAME.name, load=tmp_path / "part.json")
    assert saved(tmp_path / "part.json") == saved(tmp_path / "whole.json")
    typing([])
    play.main(GAME.name, load=tmp_path / "part.json", save=tmp_path / "copy.json")
    assert saved(tmp_path / "copy.json") == saved(tmp_path / "whole.json")


def test_a_match_survives_an_agent_that_fails(tmp_path):
    path = tmp_path / "match.json"
    with pytest.raises(SystemExit, match=r"error: odd_agents:Raises in seat 1 failed: RuntimeError: out of ideas"):
        play.main(GAME.name, ("greedy", "odd_agents:Raises"), seed=3, save=path)
    assert len(saved(path).actions) > 1


# -- wrong input -------------------------------------------------------------------------------------

WRONG = {
    "unknown game 'chess': games are lunarchitects": ("chess", {}),
    "nobody plays: give --seats": (GAME.name, {"seats": ()}),
    "for 1 to 5 players, got num_players=6": (GAME.name, {"seats": ("human",) * 6}),
    "for 2 players, got num_players=1": ("moonbase_alpha", {"seats": ("human",)}),
    "unknown agent 'best'": (GAME.name, {"seats": ("human", "best")}),
    "search: length must be an integer": (GAME.name, {"seats": ("human", "search:length=x")}),
    "agent 'odd_agents:Never': RuntimeError: not today": (GAME.name, {"seats": ("human", "odd_agents:Never")}),
    "agent 'human': forbid is for agents": (GAME.name, {"seats": ("human:forbid=END", "greedy")}),
    "seed must be in": (GAME.name, {"seed": -1}),
    "has no option 'colour'": (GAME.name, {"options": {"colour": "red"}}),
    "a loaded match brings its own seats": (GAME.name, {"load": "any.json"}),
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_arguments_give_one_line(tmp_path, message):
    name, settings = WRONG[message]
    line = failure(name, **{"seats": ("human", "greedy"), "out": tmp_path / "new"} | settings)
    assert message in line
    assert not (tmp_path / "new").exists()


def failure(*args, **settings) -> str:
    with pytest.raises(SystemExit) as caught:
        play.main(*args, **settings)
    line = str(caught.value)
    assert line.startswith("error: ")
    assert "\n" not in line
    return line


@pytest.fixture
def match(typing, tmp_path):
    """An unfinished match on disk."""
    path = tmp_path / "match.json"
    typing(["1"])
    play.main(GAME.name, ("human", "greedy"), seed=3, save=path)
    return path


def without_seats(content: dict) -> dict:
    return {key: value for key, value in content.items() if key != "seats"}


DAMAGES = {
    "a replay of nobody": (without_seats, "does not say who sits at every seat"),
    "too few seats": (lambda content: content | {"seats": ["human"]}, "does not say who sits at every seat"),
    "numbers for seats": (lambda content: content | {"seats": [1, 2]}, "does not say who sits at every seat"),
    "an unknown agent": (lambda content: content | {"seats": ["human", "best"]}, "unknown agent 'best'"),
    "other actions": (lambda content: content | {"actions": content["actions"] + [0]}, r"actions\["),
    "another game": (lambda content: content | {"game": "chess"}, "the replay is of chess"),
    "no replay": (lambda content: [], "no replay"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_match_gives_one_line(match, damage):
    change, message = DAMAGES[damage]
    match.write_text(json.dumps(change(json.loads(match.read_text()))))
    before = match.read_bytes()
    with pytest.raises(SystemExit, match=rf"error: .*{message}"):
        play.main(GAME.name, load=match)
    assert match.read_bytes() == before


def test_a_truncated_or_missing_match_gives_one_line(match):
    match.write_bytes(match.read_bytes()[:-30])
    assert "not complete JSON" in failure(GAME.name, load=match)
    match.unlink()
    assert "No such file" in failure(GAME.name, load=match)


def test_a_finished_match_does_not_go_on(tmp_path):
    play.main(GAME.name, ("greedy",), seed=3, save=tmp_path / "match.json")
    assert "is over" in failure(GAME.name, load=tmp_path / "match.json")


def test_no_match_is_written_over_another(match):
    assert "exists" in failure(GAME.name, ("human",), save=match)
    assert "exists" in failure(GAME.name, load=match, save=match.parent)


def test_people_do_not_play_tournaments():
    with pytest.raises(ValueError, match="agent 'human' is a person"):
        Tournament(GAME.name, ("greedy", "human")).checked()


# -- secrets -----------------------------------------------------------------------------------------


def test_nothing_hidden_is_printed(game, typing, capsys):
    """Worlds that a seat cannot tell apart look alike at the keyboard, and so does what becomes of them."""
    changed = 0
    for seed in range(6):
        state = random_history(game, 5 + 15 * seed, seed).state
        seat = game.to_move(state)
        printed = set()
        for world in (state, *(game.determinize(state, seat, number) for number in range(3))):
            changed += world.tobytes() != state.tobytes()
            person = make_agent("human")
            person.begin(game, seat, 1)
            person.seen = {""}
            typing(["no action", "help", "view", "1"])
            person.act(view_of(game, world, seat))
            printed.add(capsys.readouterr().out)
        assert len(printed) == 1
    assert changed


def test_who_was_asked_is_not_told(typing, tmp_path, capsys):
    """What others did shows in the table alone."""
    typing(["1"] * 6)
    play.main(GAME.name, ("human", "random"), seed=3, save=tmp_path / "match.json")
    printed = [line.lstrip("| ") for line in capsys.readouterr().out.splitlines()]
    known = set()
    for state in saved(tmp_path / "match.json").states(GAME):
        view = view_of(GAME, state, 0)
        if GAME.to_move(state) == 0:
            known |= {line.lstrip("| ") for line in (*view.text.splitlines(), *human.menu(view))}
    extra = [line for line in printed if line not in known]
    assert len(extra) == 1
    assert extra[0].startswith("The match is saved")


def test_the_command_line(tmp_path, monkeypatch, capsys):
    arguments = [
        "play",
        "lunarchitects",
        "--seats",
        "greedy",
        "--options",
        "expansion",
        "coffee",
        "--out",
        str(tmp_path),
    ]
    monkeypatch.setattr(sys, "argv", arguments)
    monkeypatch.delitem(sys.modules, "agents.play")
    runpy.run_module("agents.play", run_name="__main__")
    assert "The match is over" in capsys.readouterr().out
