"""What an agent is and what it may see: the observable side of one seat, never the state itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from lunar_envs.engine.game import Game


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows of a running game; made by ``view_of``.

    Nothing is computed before it is asked for, and everything is as of now: the view follows the game.
    """

    game: Game
    seat: int
    num_players: int
    _observe: Callable[[], np.ndarray]
    _legal: Callable[[], np.ndarray]
    _describe: Callable[[int], str]
    _context: Callable[[], str]
    _show: Callable[[], str]
    _sample: Callable[[int], np.ndarray]

    @property
    def observation(self) -> np.ndarray:
        """The observation of the seat: float32[D]."""
        return self._observe()

    @property
    def action_mask(self) -> np.ndarray:
        """The legal actions as int8[N]; all 0 when another seat is to move or the game is over."""
        return self._legal()

    @property
    def legal_actions(self) -> np.ndarray:
        """The ids of the legal actions, int64[k], ascending."""
        return self._legal().nonzero()[0]

    @property
    def context(self) -> str:
        """The name of the decision that waits for this seat, else empty: what others decide may be hidden."""
        return self._context()

    @property
    def text(self) -> str:
        """The table as the seat sees it, in words."""
        return self._show()

    def describe(self, action: int) -> str:
        """An action in words."""
        return self._describe(action)

    def sample(self, seed: int) -> np.ndarray:
        """A state that could be the true one as far as the seat knows, record[1]; a copy to play with.

        This is the only way to a state: all that the seat cannot know is drawn anew from ``seed`` (0 .. 2**64 - 1).
        """
        return self._sample(seed)


def view_of(game: Game, state: np.ndarray, seat: int) -> View:
    """The view of ``seat`` on ``state``, which stays in these closures: no attribute of the view leads to it."""

    def moves() -> bool:
        return game.to_move(state) == seat and not game.is_over(state)

    return View(
        game,
        seat,
        game.num_players(state),
        _observe=lambda: game.observe(state, seat),
        _legal=lambda: game.legal(state) if moves() else game.masks()[0],
        _describe=lambda action: game.describe(state, action),
        _context=lambda: game.context(state) if moves() else "",
        _show=lambda: game.show(state, seat),
        _sample=lambda seed: game.determinize(state, seat, seed),
    )


class Agent:
    """A player of one seat. Subclasses define ``act``; one object never plays two seats at a time.

    ``shorthand`` is the parameter that a spec may give without its name, as in ``kind:500``.
    """

    shorthand: ClassVar[str | None] = None
    game: Game
    seat: int
    rng: np.random.Generator

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Get ready for a new game at ``seat``; all randomness of the agent in it comes from ``seed``.

        Raises ValueError if the agent cannot play ``game``.
        """
        self.game = game
        self.seat = seat
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start the generator of the agent anew."""
        self.rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        """One of ``view.legal_actions``; called when the seat is to move."""
        raise NotImplementedError

    def draw_seed(self) -> int:
        """A fresh seed for ``View.sample``."""
        return int(self.rng.integers(2**63))
