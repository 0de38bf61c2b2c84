"""Gymnasium's door for many games at once: one compiled call per step."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from lunar_envs.engine import kernels
from lunar_envs.engine.game import Game, IllegalAction, as_int, reward_code, seed_of
from lunar_envs.engine.random import mix

from .match import mask_box, observation_box


class LunarVectorEnv(VectorEnv[dict[str, np.ndarray], np.ndarray, np.ndarray]):
    """B games; in each step the seat to move acts in every game, and a finished game starts anew in the same step.

    Observations are ``{"observation": float32[B, D], "action_mask": int8[B, N]}`` of the seat that acts next. The
    reward float32[B] is that of the seat that has just acted, so 0 until its game ends. ``infos`` are arrays:

    - ``to_move`` int8[B]: the seat that acts next, ``actor`` int8[B]: the seat that has just acted;
    - ``returns`` float32[B, P]: rewards of all seats, valid where a game ended;
    - ``final_obs``: what the acting seats saw at the end, valid where ``_final_obs`` (bool[B]) says that a game ended.

    Args:
        game: The rules, such as ``lunar_envs.games["lunarchitects"]``.
        num_envs: B, the number of games.
        num_players: Number of seats P; 2 unless given.
        reward: "rank" (zero-sum), "win" or "score".
        copy: Whether arrays are the caller's to keep. If not, observations and infos are read-only views that the
            next step overwrites, which saves time.
        **options: Options of the game.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: Game,
        num_envs: int,
        num_players: int | None = None,
        *,
        reward: str = "rank",
        copy: bool = True,
        **options: Any,
    ) -> None:
        self.game = game
        self.num_envs = as_int(num_envs, "num_envs")
        if self.num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, got {num_envs}")
        self.num_players = game.check_players(num_players)
        self.copy = copy
        self.single_observation_space = Dict(observation=observation_box(game), action_mask=mask_box(game))
        self.single_action_space = Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._reward = reward_code(reward)
        self._options = game.option_codes(options)
        self._blank = np.zeros(1, game.dtype)
        self._states = np.zeros(self.num_envs, game.dtype)
        self._seeds = self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64)
        self._masks = game.masks(self.num_envs)
        self._observations = np.zeros((self.num_envs, game.observation_length), np.float32)
        self._epochs = np.zeros(self.num_envs, np.int64)
        self._seats = np.zeros(self.num_envs, np.int8)
        self._ended = np.zeros(self.num_envs, np.uint8)
        self._make_result_arrays()
        self._running = False

    @property
    def records(self) -> np.ndarray:
        """The states of all games, record[B], as a read-only view that the next step overwrites."""
        return _read_only(self._states)

    @property
    def game_seeds(self) -> np.ndarray:
        """The seeds of the games in play, uint64[B]: ``game.new(seed=...)`` sets up the same games one by one."""
        return np.array([mix(seed) for seed in self._seeds], np.uint64)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Start all games anew.

        ``seed`` starts each game's stream of seeds: one integer stands for seed, seed + 1, ..., and None continues
        the streams. ``options`` is Gymnasium's and unused; a game's options are chosen when the environment is made.
        """
        if seed is not None:
            self._seeds = self._first_seeds(seed)
        kernels.reset_batch(*self._arguments(), *self._outputs())
        self._running = True
        return self._seen(), {"to_move": self._given(self._seats)}

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Apply one action in every game.

        Raises IllegalAction that names the first game with an illegal action, TypeError for anything but integers
        of shape [B], ResetNeeded before the first reset; all games are untouched then.
        """
        if not self._running:
            raise gymnasium.error.ResetNeeded("call reset() first")
        actions = self._check(actions)
        if self.copy:
            self._make_result_arrays()
        kernels.step_batch(
            *self._arguments(),
            actions,
            self._reward,
            *self._outputs(),
            self._actors,
            self._returns,
            self._ended,
            self._final_observations,
        )
        over = np.flatnonzero(self._ended)
        rewards = np.zeros(self.num_envs, np.float32)
        rewards[over] = self._returns[over, self._actors[over]]
        return self._seen(), rewards, self._ended == 1, self._ended == 2, self._infos(over.size > 0)

    def _arguments(self) -> tuple:
        return self._states, self.game.tables, self._blank, self._seeds, self.num_players, self._options

    def _outputs(self) -> tuple[np.ndarray, ...]:
        return self._masks, self._observations, self._epochs, self._seats

    def _make_result_arrays(self) -> None:
        self._actors = np.zeros(self.num_envs, np.int8)
        self._returns = np.zeros((self.num_envs, self.game.max_players), np.float32)
        self._final_observations = np.zeros(self._observations.shape, np.float32)

    def _first_seeds(self, seed: int | Sequence[int]) -> np.ndarray:
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise ValueError(f"{len(seed)} seeds given for {self.num_envs} games")
            return np.array([seed_of(s) for s in seed], np.uint64)
        super().reset(seed=seed)
        return seed_of(seed) + np.arange(self.num_envs, dtype=np.uint64)

    def _check(self, actions: np.ndarray) -> np.ndarray:
        """The actions as int64[B], all legal."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise TypeError(
                f"actions must be integers of shape ({self.num_envs},), got {given.dtype} of shape {given.shape}"
            )
        checked = np.ascontiguousarray(given, np.int64)
        # -1, which the kernels take as a game to be left alone, is no action here.
        row = int(checked.argmin()) if checked.min() < 0 else kernels.first_illegal(self._masks, checked)
        if row >= 0:
            raise IllegalAction(f"env {row}: {self.game.illegal(self._states[row : row + 1], int(given[row]))}")
        return checked

    def _seen(self) -> dict[str, np.ndarray]:
        return {"observation": self._given(self._observations), "action_mask": self._given(self._masks)}

    def _infos(self, some_ended: bool) -> dict[str, Any]:
        infos: dict[str, Any] = {
            "to_move": self._given(self._seats),
            "actor": self._given_result(self._actors),
            "returns": self._given_result(self._returns[:, : self.num_players]),
        }
        if some_ended:
            infos["final_obs"] = {
                "observation": self._given_result(self._final_observations),
                "action_mask": self._given_result(self.game.masks(self.num_envs)),
            }
            infos["_final_obs"] = self._given_result(self._ended > 0)
        return infos

    def _given(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else _read_only(array)

    def _given_result(self, array: np.ndarray) -> np.ndarray:
        """Result arrays were made for this step if they are the caller's to keep."""
        return array if self.copy else _read_only(array)


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view
