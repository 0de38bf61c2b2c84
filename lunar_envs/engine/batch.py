"""Many games in one record array, stepped by one compiled call, in buffers that every step overwrites."""

from typing import Any

import numpy as np

from . import kernels
from .game import Game, IllegalAction, reward_code


class Batch:
    """``size`` games of the same number of players; a finished game starts anew in the step that ends it.

    Attributes:
        states: record[B], the games.
        seeds: uint64[B], where each row's stream of game seeds stands.
        masks: int8[B, N], observations: float32[B, D], seats: int8[B] - for and of the seat that acts next.
        actors: int8[B], the seat that acted last; rewards: float32[B], its reward for that.
        terminated, truncated: bool[B], whether the last step ended a row's game, and how; ``ended`` is either.
        returns: float32[B, max_players], final_observations: float32[B, D] - rewards of all seats and what ``actors``
            saw at the end, valid where ``ended``.
    """

    def __init__(
        self, game: Game, size: int, num_players: int | None = None, *, reward: str = "rank", **options: Any
    ) -> None:
        self.game = game
        self.size = size
        self.num_players = game.check_players(num_players)
        self.reward = reward_code(reward)
        self.states = np.zeros(size, game.dtype)
        self.seeds = np.zeros(size, np.uint64)
        self.masks = game.masks(size)
        self.observations = np.zeros((size, game.observation_length), np.float32)
        self.epochs = np.zeros(size, np.int64)
        self.seats = np.zeros(size, np.int8)
        self.actors = np.zeros(size, np.int8)
        self.rewards = np.zeros(size, np.float32)
        self.returns = np.zeros((size, game.max_players), np.float32)
        self.terminated = np.zeros(size, bool)
        self.truncated = np.zeros(size, bool)
        self.final_observations = np.zeros((size, game.observation_length), np.float32)
        self._options = game.option_codes(options)
        self._blank = np.zeros(1, game.dtype)
        self._no_copies = np.zeros((0, game.observation_length), np.float32)

    @property
    def games(self) -> tuple:
        """The first arguments of ``reset_batch`` and ``step_batch``."""
        return self.states, self.game.tables, self._blank, self.seeds, self.num_players, self._options

    @property
    def views(self) -> tuple[np.ndarray, ...]:
        """The arguments that follow: what the next seats see."""
        return self.masks, self.observations, self.epochs, self.seats

    @property
    def results(self) -> tuple[np.ndarray, ...]:
        """The last arguments of ``step_batch``: what the step did, and no copies of what the next seats see."""
        return (
            self.actors, self.rewards, self.returns, self.terminated, self.truncated, self.final_observations,
            self._no_copies,
        )  # fmt: skip

    @property
    def ended(self) -> np.ndarray:
        """Whether the last step ended a row's game, bool[B]."""
        return self.terminated | self.truncated

    def reset(self) -> None:
        """Start all games from the next seed of each row."""
        kernels.reset_batch(*self.games, *self.views)

    def step(self, actions: np.ndarray, *, all_act: bool = False, copies: np.ndarray | None = None) -> int:
        """Apply one action per row, int64[B]; -1 leaves a game alone, unless ``all_act``. Returns how many games ended.

        ``copies``, float32[B, D], gets a copy of the observations, which costs less here than afterwards.

        Raises IllegalAction that names the first row with an illegal action, TypeError for another shape or dtype; all
        games are untouched then.
        """
        if actions.shape != (self.size,) or actions.dtype != np.int64 or not actions.flags.c_contiguous:
            raise TypeError(f"actions must be int64 of shape ({self.size},), got {actions.dtype} of {actions.shape}")
        row = kernels.first_illegal(self.masks, actions, 0 if all_act else kernels.NO_ACTION)
        if row >= 0:
            raise self.illegal(row, int(actions[row]))
        results = self.results if copies is None else (*self.results[:-1], copies)
        return kernels.step_batch(*self.games, actions, self.reward, *self.views, *results)

    def as_actions(self, actions: Any) -> np.ndarray:
        """Actions of any integer type as ``step`` takes them; raises TypeError for other types and shapes."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.size,):
            raise TypeError(f"actions must be integers of shape ({self.size},), got {given.dtype} of {given.shape}")
        return np.ascontiguousarray(given, np.int64)  # huge unsigned ones become negative, so illegal

    def illegal(self, row: int, action: int) -> IllegalAction:
        """The error for an illegal action in one row."""
        return IllegalAction(f"env {row}: {self.game.illegal(self.states[row : row + 1], action)}")
