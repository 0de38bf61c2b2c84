"""Tournaments are resumable, independent of the number of workers, and survive bad agents."""

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import odd_agents
import pytest

from agents import match, workers
from agents.log import Log
from agents.stats import Played
from agents.tournament import Tournament, main, run
from agents.workers import play_deal

GAME = "lunarchitects"
ROOT = Path(__file__).parents[2]


def tournament(*agents: str, **settings) -> Tournament:
    return Tournament(GAME, agents or ("random", "greedy"), **{"games": 8} | settings).checked()


def start(folder: Path, this: Tournament) -> Log:
    return Log(folder, this.config())


def timeless(log: Log) -> dict[tuple[int, int], Played]:
    """The games without the times that moves took."""
    return {key: replace(game, outcome=replace(game.outcome, seconds=[])) for key, game in log.games.items()}


def test_all_games_are_played_once_and_written(tmp_path):
    this = tournament(num_players=3, games=9)
    log = start(tmp_path, this)
    results = run(this, log)
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert len(lines) == len(log.games) == 9
    written = json.loads((tmp_path / "results.json").read_text())
    assert written["games"] == 9
    assert [s["agent"] for s in written["standings"]] == [s.agent for s in results.standings]
    assert len((tmp_path / "standings.csv").read_text().splitlines()) == 3
    assert len((tmp_path / "pairs.csv").read_text().splitlines()) == 3
    assert sum(s.games for s in results.standings) == 27


def test_greedy_beats_random(tmp_path):
    this = tournament(games=20)
    best = run(this, start(tmp_path, this)).standings[0]
    assert (best.agent, best.forfeits) == ("greedy", 0)
    assert best.win_share.mean - best.win_share.margin > 0.5


def test_an_agent_gets_the_same_luck_in_every_seat():
    this = tournament("random", "greedy")
    games = play_deal(this.setup, this.deals[0], [0, 0])
    assert games[0].outcome.scores == games[1].outcome.scores


@pytest.mark.parametrize("kept", [0, 1, 5])
def test_resume_after_a_torn_line(tmp_path, kept):
    this = tournament()
    whole = start(tmp_path / "whole", this)
    run(this, whole)
    lines = (tmp_path / "whole" / "games.jsonl").read_bytes().splitlines(keepends=True)
    torn = start(tmp_path / "torn", this)
    (tmp_path / "torn" / "games.jsonl").write_bytes(b"".join(lines[:kept]) + lines[kept][:40])
    torn = start(tmp_path / "torn", this)
    assert len(torn.games) == kept
    run(this, torn)
    assert timeless(torn) == timeless(whole)
    assert len((tmp_path / "torn" / "games.jsonl").read_text().splitlines()) == 8
    assert timeless(start(tmp_path / "torn", this)) == timeless(whole)


def test_a_finished_tournament_plays_nothing(tmp_path):
    this = tournament()
    run(this, start(tmp_path, this))
    before = (tmp_path / "games.jsonl").read_bytes()
    run(this, start(tmp_path, this))
    assert (tmp_path / "games.jsonl").read_bytes() == before


def test_workers_do_not_change_the_results(tmp_path):
    this = tournament("random", "greedy", "odd_agents:Raises", num_players=2, games=12)
    logs = [start(tmp_path / str(workers), this) for workers in (1, 2)]
    one, two = (run(this, log, workers) for log, workers in zip(logs, (1, 2), strict=True))
    assert timeless(logs[0]) == timeless(logs[1])
    assert [(s.agent, s.mu, s.win_share) for s in one.standings] == [
        (s.agent, s.mu, s.win_share) for s in two.standings
    ]
    assert one.pairs == two.pairs


def test_a_killed_tournament_goes_on(tmp_path):
    command = [sys.executable, "-m", "agents.tournament", GAME, "--agents", "random", "greedy", "--games", "4000"]
    process = subprocess.Popen(
        [*command, "--workers", "2", "--out", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    log = tmp_path / "games.jsonl"
    try:
        deadline = time.monotonic() + 600  # the first run on a machine compiles
        while not (log.exists() and log.read_bytes().count(b"\n") >= 20) and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    found = start(tmp_path, tournament(games=4000))
    assert 20 <= len(found.games) < 4000
    keys = [(row["deal"], row["seating"]) for row in map(json.loads, log.read_text().splitlines())]
    assert len(keys) == len(set(keys))


@pytest.fixture
def cluster(monkeypatch):
    """Ray, whose workers find the odd agents."""
    pytest.importorskip("ray")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(Path(__file__).parent)]))


@pytest.mark.usefixtures("cluster")
def test_ray_plays_the_same_games(tmp_path):
    this = tournament("random", "greedy", "odd_agents:Raises", games=12)
    logs = [start(tmp_path / str(ray), this) for ray in (False, True)]
    for log, ray in zip(logs, (False, True), strict=True):
        run(this, log, ray=ray)
    assert timeless(logs[0]) == timeless(logs[1])


@pytest.mark.usefixtures("cluster")
def test_a_lost_worker_of_ray_costs_its_unfinished_games_only(tmp_path):
    name = f"odd_agents:DiesOnce:path={tmp_path / 'died'}"
    this = tournament("random", name, games=8)
    log = start(tmp_path / "out", this)
    run(this, log, ray=True)
    assert (tmp_path / "died").exists()
    assert len(log.games) == 8
    assert not any(reason for game in log.games.values() for reason in game.outcome.forfeits)


def test_without_ray_there_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SystemExit, match=r"^error: a tournament on Ray needs it: pip install 'lunar-envs\[ray\]'"):
        main(GAME, ("random", "greedy"), games=2, ray=True, out=tmp_path)


FORFEITS = {
    "Raises": "RuntimeError: out of ideas",
    "Illegal": r"IllegalAction: .* is illegal for seat \d",
    "OutOfRange": "IllegalAction: .*out of range",
    "Fraction": "TypeError: action must be an integer",
    "NotReady": "RuntimeError: not ready",
    "Exits": "SystemExit: enough",
    "Unspeakable": "NoWords: its message cannot be read",
    "Verbose": r"RuntimeError: and so on .{273}\.\.\.$",
}


@pytest.mark.parametrize("num_players", [1, 2, 3])
@pytest.mark.parametrize("bad", FORFEITS)
def test_bad_agents_forfeit_and_the_tournament_goes_on(tmp_path, bad, num_players):
    name = f"odd_agents:{bad}"
    this = tournament("random", name, num_players=num_players, games=2 * max(num_players, 2))
    log = start(tmp_path, this)
    table = {s.agent: s for s in run(this, log).standings}
    assert table["random"].forfeits == 0
    assert table[name].forfeits >= 2
    lost = [game for game in log.games.values() if any(game.outcome.forfeits)]
    for game in lost:
        (seat,) = (k for k, reason in enumerate(game.outcome.forfeits) if reason)
        outcome = game.outcome
        assert game.agents[seat] == name
        assert re.match(FORFEITS[bad], outcome.forfeits[seat])
        assert outcome.ranks == [num_players if k == seat else 1 for k in range(num_players)]
        assert outcome.wins[seat] == 0
        assert sum(outcome.wins) == (num_players > 1)
        assert set(outcome.scores) == {None}
        assert outcome.end == "forfeit"


def test_an_agent_that_cannot_be_made_again_forfeits(tmp_path):
    monkey = "odd_agents:Once"
    odd_agents.Once.made = False
    this = tournament("random", monkey, games=4)  # looked over with the one that can be made
    table = {s.agent: s for s in run(this, start(tmp_path, this)).standings}
    assert (table["random"].forfeits, table[monkey].forfeits) == (0, 4)
    assert "RuntimeError: there is one already" in (tmp_path / "games.jsonl").read_text()


def test_equal_parameters_of_unlike_types_make_two_agents(tmp_path):
    names = ("odd_agents:Typed:value=1", "odd_agents:Typed:value=True")
    this = tournament(*names, games=4)
    log = start(tmp_path, this)
    run(this, log)
    for game in log.games.values():
        seat, fault = next((seat, fault) for seat, fault in enumerate(game.outcome.forfeits) if fault)
        assert fault == f"RuntimeError: {'int' if game.agents[seat] == names[0] else 'bool'}"


def test_who_is_not_ready_in_time_forfeits(tmp_path, monkeypatch):
    for module in (match, workers):
        monkeypatch.setattr(module, "LOADING", 0.3)
    name = "odd_agents:LateToBegin"
    this = tournament("random", name, games=2, seconds_per_move=5.0)
    table = {s.agent: s for s in run(this, start(tmp_path, this)).standings}
    assert (table["random"].forfeits, table[name].forfeits) == (0, 2)


def test_who_always_forfeits_alone_is_last(tmp_path):
    this = tournament("odd_agents:Exits", "random", num_players=1, games=4)
    assert [s.agent for s in run(this, start(tmp_path, this)).standings] == ["random", "odd_agents:Exits"]


@pytest.mark.parametrize("bad", ["Hangs", "Stubborn"])
def test_who_takes_too_long_forfeits(tmp_path, monkeypatch, bad):
    monkeypatch.setattr(workers, "LOADING", 0.5)
    name = f"odd_agents:{bad}"
    this = tournament("random", name, games=4, seconds_per_move=0.1)
    table = {s.agent: s for s in run(this, start(tmp_path, this)).standings}
    assert (table["random"].forfeits, table[name].forfeits) == (0, 4)
    (line, *_) = (tmp_path / "games.jsonl").read_text().splitlines()
    assert "TimeoutError: it took more than 0.1 s" in json.loads(line)["outcome"]["forfeits"]


def test_time_enough_changes_nothing(tmp_path):
    logs = []
    for limit in (None, 60.0):
        this = tournament(games=4, seconds_per_move=limit)
        logs.append(start(tmp_path / str(limit), this))
        run(this, logs[-1])
    assert timeless(logs[0]) == timeless(logs[1])


def test_solo(tmp_path):
    this = tournament("random", "greedy", num_players=1, games=10)
    results = run(this, start(tmp_path, this))
    assert [s.agent for s in results.standings] == ["greedy", "random"]
    assert results.pairs == []
    assert [s.games for s in results.standings] == [5, 5]
    assert results.standings[0].mean_score.mean > results.standings[1].mean_score.mean


WRONG = {
    "unknown game 'chess': games are lunarchitects": ("chess", {}),
    "unknown agent 'best'": (GAME, {"agents": ("random", "best")}),
    "agent 'random' is given twice": (GAME, {"agents": ("random", "random")}),
    "agent 'odd_agents:Never': RuntimeError: not today": (GAME, {"agents": ("random", "odd_agents:Never")}),
    "agent 'human:forbid=END' is a person": (GAME, {"agents": ("random", "human:forbid=END")}),
    "agent 'random:forbid=FLY': lunarchitects has no action 'FLY' to forbid": (
        GAME,
        {"agents": ("greedy", "random:forbid=FLY")},
    ),
    "search: simulations must be an integer from 2 to 1000000, got 1.5": (GAME, {"agents": ("greedy", "search:1.5")}),
    "search: simulations must be an integer from 2 to 1000000, got 'x'": (GAME, {"agents": ("greedy", "search:x")}),
    "needs two agents": (GAME, {"agents": ("random",)}),
    "for 1 to 5 players, got num_players=6": (GAME, {"num_players": 6}),
    "games must be at least 1": (GAME, {"games": 0}),
    "unknown schedule 'swiss': schedules are mixed, round-robin, focus": (GAME, {"schedule": "swiss"}),
    "seconds_per_move must be above 0 and at most 86400, got 0.0": (GAME, {"seconds_per_move": 0.0}),
    "seconds_per_move must be above 0 and at most 86400, got inf": (GAME, {"seconds_per_move": math.inf}),
    "interval must be at least 0.0001 and below 1, got 0.0": (GAME, {"interval": 0.0}),
    "interval must be at least 0.0001 and below 1, got inf": (GAME, {"interval": math.inf}),
    "workers must be at least 1": (GAME, {"workers": 0}),
    "agent 'random without FLY': lunarchitects has no action 'FLY' to forbid": (GAME, {"forbid": ("FLY",)}),
    "seed must be at least 0": (GAME, {"seed": -1}),
    "has no option 'colour'": (GAME, {"options": {"colour": "red"}}),
    "points_visible='maybe' is not one of False, True": (GAME, {"options": {"points_visible": "maybe"}}),
}


@pytest.mark.parametrize("message", WRONG)
def test_bad_input_gives_one_line(tmp_path, message):
    game, settings = WRONG[message]
    with pytest.raises(SystemExit) as caught:
        main(game, **{"agents": ("random", "greedy"), "out": tmp_path / "new"} | settings)
    line = str(caught.value)
    assert line.startswith("error: ")
    assert message in line
    assert "\n" not in line
    assert not (tmp_path / "new").exists()


def test_a_folder_is_for_one_tournament(tmp_path):
    start(tmp_path / "one", tournament())
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").touch()
    with pytest.raises(ValueError, match="holds a tournament with seed=1, not 2"):
        start(tmp_path / "one", tournament(seed=2))
    with pytest.raises(ValueError, match="holds no tournament"):
        start(tmp_path / "other", tournament())


DAMAGE = {
    "no JSON": lambda row: "{",
    "nothing": lambda row: "",
    "a list": lambda row: "[]",
    "no outcome": lambda row: json.dumps({"deal": 0}),
    "another key": lambda row: json.dumps({**row, "colour": "red"}),
    "one rank": lambda row: json.dumps({**row, "outcome": {**row["outcome"], "ranks": [1]}}),
    "no ranks": lambda row: json.dumps({**row, "outcome": {**row["outcome"], "ranks": ["a", "b"]}}),
    "many victories": lambda row: json.dumps({**row, "outcome": {**row["outcome"], "wins": [5, -3]}}),
    "another seating": lambda row: json.dumps({**row, "seating": 77}),
    "another deal": lambda row: json.dumps({**row, "deal": -4}),
    "another agent": lambda row: json.dumps({**row, "agents": ["greedy", "greedy"]}),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_log_is_refused_and_kept(tmp_path, damage):
    run(tournament(), start(tmp_path, tournament()))
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    lines[1] = damage(json.loads(lines[1]))
    (tmp_path / "games.jsonl").write_text("\n".join(lines) + "\n")
    with pytest.raises(SystemExit, match=r"^error: .*games\.jsonl(, line 2 is no finished game|: deal .* no game of)"):
        main(GAME, ("random", "greedy"), num_players=2, games=8, workers=1, out=tmp_path)
    assert (tmp_path / "games.jsonl").read_text().splitlines() == lines


@pytest.mark.parametrize("content", ["", "{", "[]"])
def test_damaged_settings_are_refused(tmp_path, content):
    (tmp_path / "config.json").write_text(content)
    with pytest.raises(SystemExit, match=r"^error: .*config\.json is damaged"):
        main(GAME, ("random", "greedy"), games=2, workers=1, out=tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit, match="^error: .*file"):
        main(GAME, ("random", "greedy"), games=2, workers=1, out=tmp_path / "file" / "folder")


def test_names_are_shown_as_they_are(tmp_path, capsys):
    names = ("[bold]x", "[/red]", r"$\foo$", ":smile:")
    agents = tmp_path / "agents.toml"
    agents.write_text("".join(f"[{json.dumps(name)}]\nkind = 'random'\n" for name in names))
    main(GAME, names, games=12, workers=1, agents_file=agents, out=tmp_path / "out")
    text = capsys.readouterr().out
    assert all(name in text for name in names)


def test_a_changed_model_is_another_tournament(tmp_path, model):
    copy = tmp_path / "copy.zip"
    copy.write_bytes(Path(model).read_bytes())
    this = tournament("random", str(copy))
    start(tmp_path / "out", this)
    with copy.open("ab") as stream:
        stream.write(b"\0")
    with pytest.raises(ValueError, match="models"):
        start(tmp_path / "out", this)


def test_more_games_go_on_from_fewer(tmp_path):
    few, many = tournament(games=4), tournament(games=8)
    run(few, start(tmp_path / "grown", few))
    grown, whole = start(tmp_path / "grown", many), start(tmp_path / "whole", many)
    assert run(many, grown).games == 8
    run(many, whole)
    assert timeless(grown) == timeless(whole)
    assert run(few, grown).games == 4


def test_options_given_as_text_are_the_same_tournament():
    assert tournament(options={"points_visible": "False"}) == tournament(options={"points_visible": False})
    assert tournament(options={"scheme_setup": "random"}).options["scheme_setup"] == "random"


def test_report_is_printed(tmp_path, capsys):
    main(GAME, ("random", "greedy"), num_players=3, games=4, workers=1, out=tmp_path)
    text = capsys.readouterr().out
    assert "6 games (4 rounded up to whole deals): 2 deals x 3 seatings, 2 lineups" in text
    for expected in ("rating", "alpha-rank", "greedy", "ranks ahead", "wins by seat", str(tmp_path)):
        assert expected in text


def test_the_first_agent_can_be_forbidden_actions(tmp_path, capsys):
    main(GAME, ("greedy", "greedy"), games=2, forbid=("BUY", "SELL"), workers=1, out=tmp_path)
    assert "greedy without BUY+SELL" in capsys.readouterr().out
    specs = json.loads((tmp_path / "config.json").read_text())["specs"]
    assert specs["greedy without BUY+SELL"]["params"] == [["forbid", "BUY+SELL"]]
    assert specs["greedy"]["params"] == []


def test_games_for_an_interval_are_told(tmp_path, capsys):
    for games, answer in ((2, "play two deals or more to see"), (8, r"about \d+ games in all")):
        main(GAME, ("random", "random:forbid=BUY"), games=games, workers=1, interval=0.02, out=tmp_path)
        text = capsys.readouterr().out
        assert re.search(f"for ± 2 % on every win share: {answer}", text)
        assert bool(re.search(r"(removes \d+% of|does not reduce) the variance", text)) == (games > 2)


@pytest.mark.parametrize("num_players", [1, 2])
def test_ratings_are_drawn(tmp_path, num_players):
    this = tournament("random", f"odd_agents:Tuned:level=1,name={'x' * 200}", games=4, num_players=num_players)
    run(this, start(tmp_path, this))
    assert (tmp_path / "ratings.png").read_bytes().startswith(b"\x89PNG")
