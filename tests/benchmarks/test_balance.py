import csv
import json
from pathlib import Path

import numpy as np
import pytest
import tyro

import lunar_envs
from benchmarks import balance, common
from benchmarks.ladder import climb
from benchmarks.record import Record, Table, play, play_all
from benchmarks.shares import Share, figures, holm, shares
from benchmarks.talks import AGREEMENTS, talk_figures
from benchmarks.traits import CLOCKS, TRAITS

pytestmark = pytest.mark.slow

GAMES = 8


@pytest.fixture(params=lunar_envs.games)
def game(request):
    return lunar_envs.games[request.param]


@pytest.fixture
def records(game):
    return [play(Table(game, game.max_players, noise=0.2), seed) for seed in range(GAMES)]


def one(found: list[Share], trait: str, label: str) -> Share:
    return next(share for share in found if (share.trait, share.label) == (trait, label))


def test_a_game_is_its_seed(game):
    table = Table(game, game.check_players(None), noise=0.5)
    assert play(table, seed=3) == play(table, seed=3)
    assert play(table, seed=3) != play(table, seed=4)


def test_workers_change_nothing():
    table = Table(lunar_envs.games["lunarchitects"], 2)
    one, two = (play_all(table, range(30), workers) for workers in (1, 2))
    assert one == two


def test_figures_add_up(game, records):
    found = figures(game, records)
    assert sum(found["actions"].values()) == sum(record.decisions for record in records)
    assert sum(found["ends"].values()) == found["games"] == GAMES
    assert all(sum(histogram["counts"]) == GAMES for histogram in found["histograms"].values())
    uses = [counter[index] for record in records for counter in record.components for index in counter if index >= 0]
    assert sum(found["components"].values()) == sum(uses)
    for kind in ("actions", "components"):
        assert found["never used"][kind] == [name for name, count in found[kind].items() if count == 0]
    assert 0 <= found["averages"]["forced share"][0] < 1 <= found["averages"]["legal actions"][0]


def test_every_victory_is_counted_once_by_seat_and_by_every_trait(game, records):
    found = shares(game, records)
    assert {share.trait for share in found} == {"seat", "opening", "component", *TRAITS[game.name]}
    wins = sum(sum(record.wins) for record in records)
    for trait in ("seat", *TRAITS[game.name]):
        seats = [
            (label, win)
            for record in records
            for label, win in zip(record.traits.get(trait) or range(game.max_players), record.wins, strict=True)
        ]
        assert len(seats) == GAMES * game.max_players
        assert sum(win for _, win in seats) == pytest.approx(wins)
    assert not any(share.flagged for share in found), "eight games prove nothing"


def test_every_trait_is_decided_in_every_game_with_any_number_of_players(game):
    for players in range(game.min_players, game.max_players + 1):
        traits = play(Table(game, players, "random", 0.0), 1).traits
        assert traits.keys() == TRAITS[game.name].keys()
        assert all(len(labels) == players and None not in labels for labels in traits.values())


def test_clocks_and_traits_know_every_game():
    assert CLOCKS.keys() == TRAITS.keys() == lunar_envs.games.keys()


def test_holm_corrects_for_the_number_of_tests():
    assert holm([0.01, None, 0.02, 0.04]) == [True, False, True, True]
    assert holm([0.03, None, 0.02, 0.04]) == [False] * 4
    assert holm([0.01, 0.04, 0.045, 0.9]) == [True, False, False, False]


def test_a_label_without_a_victory_is_flagged_if_it_is_no_accident():
    def of(games: int, seats: int) -> Share:
        label = {"label": ["loser", *["other"] * (seats - 1)]}
        record = {"scores": [], "spread": 0, "end": "", "clock": 0, "openings": [], "traits": label}
        wins = [0.0, 1.0, *[0.0] * (seats - 2)]
        return one(
            shares(lunar_envs.games["lunarchitects"], [Record(wins, **record) for _ in range(games)]), "label", "loser"
        )

    assert (of(30, 2).share, of(30, 2).even, of(30, 2).flagged) == (0.0, 0.5, True)
    assert not of(29, 2).flagged, "too few games"
    assert not of(30, 20).flagged, "who wins one game in twenty loses thirty in a row now and then"


def test_alone_nothing_is_flagged():
    table = Table(lunar_envs.games["lunarchitects"], 1, "random", 0.0)
    records = play_all(table, range(60), 1)
    found = shares(table.game, records)
    assert not any(share.flagged or share.p for share in found)
    won = pytest.approx(np.mean([record.wins for record in records]), abs=1e-4)
    assert all(share.even == won for share in found if share.trait in ("seat", *TRAITS["lunarchitects"]))


def test_a_planted_token_is_flagged_and_the_printed_data_are_not(tmp_path):
    printed = lunar_envs.games["lunarchitects"]
    with (printed.data_folder / "starting_quarters.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        row["points"] = str(int(row["points"]) + 10 * (row["color"] == "blue"))  # a point token of 10
    with (tmp_path / "starting_quarters.csv").open("w", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    for rules, planted in ((printed, False), (printed.with_data(tmp_path), True)):
        found = shares(rules, play_all(Table(rules, 2, "random", 0.0), range(300), 1))
        assert one(found, "colour", "blue").flagged == planted
        assert (one(found, "colour", "blue").share > 0.65) == planted
        assert not any(share.flagged for share in found if share.trait == "seat")


def test_talks_of_age_of_the_moon_add_up():
    game = lunar_envs.games["age_of_the_moon"]
    records = [play(Table(game, 3), seed) for seed in range(20)]
    found = talk_figures([record.talks for record in records])
    offers, agreements = found["offers a game"]["all"], found["agreements a game"]
    assert offers["proposed"] > 0
    assert {"exchange resources", "temporary sharing", "joint venture"} <= found["offers a game"].keys()
    assert offers["accepted"] + offers["rejected"] + offers["countered"] >= offers["proposed"] > 0
    for row in agreements.values():
        assert row["made"] == pytest.approx(sum(row[event] for event in AGREEMENTS[1:]), abs=1e-3)
    assert all(agreements[kind]["broken"] == 0 for kind in ("exchange", "region"))
    assert sum(found["victories"]["share"].values()) == pytest.approx(1)


def test_talks_are_of_age_of_the_moon_alone():
    assert talk_figures([play(Table(lunar_envs.games["lunarchitects"], 2), 1).talks]) == {}


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_ladder_tells_greedy_from_random(players):
    table = Table(lunar_envs.games["lunarchitects"], players)
    first, second = climb(table, ["random", "greedy", "random"], 2 * max(players, 2), 1, 1)
    assert (first["agent"], first["against"], first["games"]) == ("greedy", "random", 2 * max(players, 2))
    assert first["score"][0] > first["other's score"][0]
    assert second["score"][0] < second["other's score"][0]


def test_the_command_writes_files_and_a_page(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(common, "RESULTS", tmp_path)
    monkeypatch.setattr(balance, "RESULTS", tmp_path)
    arguments = "age_of_the_moon --players 2 --games 3 --workers 1 --ladder random greedy --ladder-games 2"
    tyro.cli(common.checked(balance.main), args=arguments.split())
    assert "Win share by faction" in capsys.readouterr().out
    results = json.loads((tmp_path / "balance_age_of_the_moon.json").read_text())
    assert results["players"]["2"]["games"] == 3
    assert results["ladder"][0]["agent"] == "greedy"
    page = (tmp_path / "balance_age_of_the_moon.html").read_text()
    assert "data:image/svg+xml" in page
    assert "http" not in page.replace("http://www.w3.org", "")
    for part in ("shares", "uses", "averages"):
        with (tmp_path / f"balance_age_of_the_moon_{part}.csv").open() as stream:
            assert {row["players"] for row in csv.DictReader(stream)} == {"2"}


WRONG = {
    "--agents nobody": "unknown agent 'nobody'",
    "--agents human": "agent 'human' is a person",
    "--agents search:length=x": "search: length must be an integer",
    "--agents greedy:forbid=FLY": "agent 'greedy:forbid=FLY': lunarchitects has no action 'FLY' to forbid",
    "--agents odd_agents:Raises --workers 1 --players 2": r"agent 'odd_agents:Raises', game of seed \d+: RuntimeError",
    "--ladder greedy": "a ladder needs two agents or more",
    "--ladder random odd_agents:Raises --workers 1 --players 2": "agent 'odd_agents:Raises': RuntimeError",
    "--players 9": "for 1 to 5 players, got num_players=9",
    "--data nowhere": "no data folder at nowhere",
    "--options no option": "no option 'no'",
    "--games 0": "games must be at least 1, got 0",
    "--ladder-games -1": "ladder_games must be at least 1, got -1",
    "--workers 0": "workers must be at least 1, got 0",
    "--seed -1": "seed must be at least 0, got -1",
    "--noise nan": "noise must be from 0 to 1, got nan",
}


@pytest.mark.parametrize("arguments", WRONG)
def test_wrong_arguments_are_named(arguments, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "agents"))
    with pytest.raises(SystemExit, match=f"^error: .*{WRONG[arguments]}"):
        tyro.cli(common.checked(balance.main), args=["lunarchitects", *arguments.split()])


def test_components_have_names_of_their_own(game):
    assert len(set(game.components)) == len(game.components)


def test_every_component_is_in_range(game):
    state = game.new(game.max_players, seed=1)
    rng = np.random.default_rng(1)
    while not game.is_over(state):
        legal = game.legal(state).nonzero()[0]
        assert all(-1 <= game.component(state, action) < len(game.components) for action in legal)
        game.step(state, int(rng.choice(legal)))
