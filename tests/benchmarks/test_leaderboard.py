import shlex
from pathlib import Path

import pytest
import tyro

from agents import tournament
from benchmarks import leaderboard

pytestmark = pytest.mark.slow


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "FIELD", ("random", "greedy"))
    monkeypatch.setattr(leaderboard, "matches", lambda game, games: ())


def test_a_page_has_a_table_for_every_number_of_players(small: None, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    for _ in range(2):  # the second time everything has been played
        leaderboard.main(["luna_maris"], table_games=4, page=page, runs=tmp_path, workers=1)
        text = page.read_text()
        assert [f"{n} player" in text for n in (1, 2, 3, 4)] == [True] * 4
        assert text.count("| greedy |") == text.count("| random |") == 4


def test_every_command_plays_its_tournament(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = []

    def run(one: tournament.Tournament, *others: object) -> None:
        asked.append(one)
        raise ValueError("that is enough")

    monkeypatch.setattr(tournament, "run", run)
    monkeypatch.chdir(tmp_path)
    planned = [*leaderboard.tables("age_of_the_moon", 200, Path("runs")), *leaderboard.matches("age_of_the_moon", 400)]
    for one in planned:
        words = shlex.split(leaderboard.command(one))
        assert words[:3] == ["python", "-m", "agents.tournament"]
        with pytest.raises(SystemExit, match="that is enough"):
            tyro.cli(tournament.main, args=words[3:])
    assert [one.num_players for one in asked] == [2, 3, 4, 2, 3, 4, 2]
    assert asked == [one.checked() for one in planned]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"games": ["chess"]}, "error: no game 'chess'"),
        ({"table_games": 0}, "error: games must be at least 1, got 0"),
        ({"match_games": -1}, "error: games must be at least 1, got -1"),
        ({"workers": 0}, "error: workers must be at least 1, got 0"),
    ],
)
def test_wrong_arguments_are_named_before_a_game_is_played(tmp_path: Path, settings: dict, message: str) -> None:
    with pytest.raises(SystemExit, match=message):
        leaderboard.main(**{"games": ["moonbase_alpha"], "page": tmp_path / "page.md", "runs": tmp_path} | settings)
    assert not (tmp_path / "leaderboard").exists()


def test_models_join_their_table(tmp_path: Path) -> None:
    folder = tmp_path / "lunarchitects_2p_seed1"
    folder.mkdir()
    (folder / "model.zip").touch()
    fields = [one.agents for one in leaderboard.tables("lunarchitects", 8, tmp_path)]
    assert [len(agents) - len(leaderboard.FIELD) for agents in fields] == [0, 1, 0, 0, 0]
