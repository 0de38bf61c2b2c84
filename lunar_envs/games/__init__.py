"""The games, one folder each, and the one list of them."""

import importlib
from collections.abc import Iterator, Mapping

from lunar_envs.engine.game import Game

VERSIONS = {"lunarchitects": 0, "luna_maris": 0, "moonbase_alpha": 0, "age_of_the_moon": 0}
"""Name of each game's folder and version of its rules, data, actions and observation."""


class Games(Mapping[str, Game]):
    """The games by name. A game's folder is imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        if name not in VERSIONS:
            raise KeyError(f"no game {name!r}; the games are {', '.join(VERSIONS)}")
        return importlib.import_module(f"{__name__}.{name}").GAME

    def __iter__(self) -> Iterator[str]:
        return iter(VERSIONS)

    def __len__(self) -> int:
        return len(VERSIONS)

    def __repr__(self) -> str:
        return f"Games({', '.join(VERSIONS)})"


games = Games()
