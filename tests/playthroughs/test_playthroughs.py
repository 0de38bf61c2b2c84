"""Golden games: any change of rules, masks, words or observations shows as a difference that a person can read.

To accept a change, run ``python -m tests.playthroughs.test_playthroughs`` and read the difference.
"""

from typing import Any

import pytest

import lunar_envs
from benchmarks.traits import CLOCKS
from lunar_envs.engine.jit import disabled

from .trace import FOLDER, trace

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("lunarchitects", 1, {"scheme_setup": "random", "expansion": "achievements"}),
    ("lunarchitects", 2, {}),
    ("lunarchitects", 3, {"scheme_setup": "random", "expansion": "achievements"}),
    ("lunarchitects", 4, {"scheme_setup": "random", "expansion": "coffee"}),
    ("lunarchitects", 5, {"scheme_setup": "random", "points_visible": False}),
    ("luna_maris", 1, {"solo_level": "advanced"}),
    ("luna_maris", 2, {}),
    ("luna_maris", 3, {"advanced_sustainability": True}),
    ("luna_maris", 4, {}),
    ("moonbase_alpha", 2, {}),
    ("age_of_the_moon", 2, {}),
    ("age_of_the_moon", 3, {"variant_pro": True, "ask_idle": 1}),
    ("age_of_the_moon", 4, {"empty_card_effect": "random"}),
]
ASK_EVERY = 10 if disabled() else 1
"""Without JIT the baseline players take long to choose: there they are asked now and then."""


@pytest.mark.parametrize(("name", "num_players", "options"), GAMES)
def test_the_game_is_as_recorded(name: str, num_players: int, options: dict[str, Any]) -> None:
    recorded = (FOLDER / f"{name}_{num_players}.txt").read_text()
    played = trace(lunar_envs.games[name], num_players, options, CLOCKS[name], recorded, ASK_EVERY)
    assert played.splitlines() == recorded.splitlines()


def test_every_player_count_is_recorded() -> None:
    recorded = {(name, num_players) for name, num_players, _ in GAMES}
    games = lunar_envs.games.values()
    assert recorded == {(game.name, n) for game in games for n in range(game.min_players, game.max_players + 1)}


def record_all() -> None:
    """Write all golden files anew."""
    for name, num_players, options in GAMES:
        (FOLDER / f"{name}_{num_players}.txt").write_text(
            trace(lunar_envs.games[name], num_players, options, CLOCKS[name])
        )


if __name__ == "__main__":
    record_all()
