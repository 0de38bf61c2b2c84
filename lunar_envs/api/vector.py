"""Gymnasium's door for many games at once: one compiled call per step."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from lunar_envs.engine import kernels
from lunar_envs.engine.batch import Batch
from lunar_envs.engine.game import Game, as_int, seed_of

from .match import mask_box, observation_box


class LunarVectorEnv(VectorEnv[dict[str, np.ndarray], np.ndarray, np.ndarray]):
    """B games; in each step the seat to move acts in every game, and a finished game starts anew in the same step.

    Observations are ``{"observation": float32[B, D], "action_mask": int8[B, N]}`` of the seat that acts next. The
    reward float32[B] is that of the seat that has just acted, so 0 until its game ends. ``infos`` are arrays:

    - ``to_move`` int8[B]: the seat that acts next, ``actor`` int8[B]: the seat that has just acted;
    - ``returns`` float32[B, P]: rewards of all seats, valid where a game ended;
    - ``final_obs``: object[B], what the acting seat saw at the end where ``_final_obs`` (bool[B]) says that a game
      ended, None elsewhere; both are there only if some game ended.

    Args:
        game: The rules, such as ``lunar_envs.games["lunarchitects"]``.
        num_envs: B, the number of games.
        num_players: Number of seats P; 2 unless given.
        reward: "rank" (zero-sum), "win" or "score".
        copy: Whether arrays are the caller's to keep. If not, all that ``reset`` and ``step`` return are read-only
            views that the next step overwrites, which saves time.
        **options: Options of the game.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    # Made anew in duplicates, where copies of views would no longer show the batch.
    _VIEWS = ("_seen", "_seen_last", "_done", "_outcome")

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
        self._batch = Batch(game, self.num_envs, num_players, reward=reward, **options)
        self.num_players = self._batch.num_players
        self.copy = copy
        self.single_observation_space = Dict(observation=observation_box(game), action_mask=mask_box(game))
        self.single_action_space = Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._batch.seeds[:] = self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64)
        self._running = False
        self._make_views()

    def _make_views(self) -> None:
        batch = self._batch
        returns = batch.returns[:, : self.num_players]
        no_actions = _read_only(self.game.masks()[0])
        last_rows = _read_only(batch.final_observations)
        self._seen = {"observation": _read_only(batch.observations), "action_mask": _read_only(batch.masks)}
        self._seen_last = [{"observation": row, "action_mask": no_actions} for row in last_rows]
        self._outcome = tuple(map(_read_only, (batch.rewards, batch.terminated, batch.truncated)))
        self._done = {
            "to_move": _read_only(batch.seats),
            "actor": _read_only(batch.actors),
            "returns": _read_only(returns),
        }

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in self._VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_views()

    @property
    def records(self) -> np.ndarray:
        """The states of all games, record[B], as a read-only view that the next step overwrites.

        What runs the rules on one takes a copy: ``game.legal(game.clone(env.records[i : i + 1]))``.
        """
        return _read_only(self._batch.states)

    @property
    def game_seeds(self) -> np.ndarray:
        """The seeds of the games in play, uint64[B]: ``game.new(seed=...)`` sets up the same games one by one."""
        seeds = np.empty_like(self._batch.seeds)
        kernels.game_seeds(self._batch.seeds, seeds)
        return seeds

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Start all games anew.

        ``seed`` starts each game's stream of seeds: one integer stands for seed, seed + 1, ..., and None, for all or in
        a sequence, continues the streams. ``options`` is Gymnasium's and unused; a game's options are chosen when the
        environment is made.
        """
        if seed is not None:
            self._batch.seeds[:] = self._first_seeds(seed)
        self._batch.reset()
        self._running = True
        return self._given(self._seen), {"to_move": self._given(self._done)["to_move"]}

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Apply one action in every game.

        Raises IllegalAction that names the first game with an illegal action, TypeError for anything but integers
        of shape [B], ResetNeeded before the first reset; all games are untouched then.
        """
        if not self._running:
            raise gymnasium.error.ResetNeeded("call reset() first")
        batch = self._batch
        copies = np.empty_like(batch.observations) if self.copy else None
        ended = batch.step(batch.as_actions(actions), all_act=True, copies=copies)
        rewards, terminated, truncated = self._outcome
        if copies is None:
            return self._seen.copy(), rewards, terminated, truncated, self._infos(ended)
        seen = {"observation": copies, "action_mask": batch.masks.copy()}
        return seen, rewards.copy(), terminated.copy(), truncated.copy(), self._infos(ended)

    def _first_seeds(self, seed: int | Sequence[int | None]) -> np.ndarray:
        if isinstance(seed, Sequence) and not isinstance(seed, str):
            if len(seed) != self.num_envs:
                raise ValueError(f"{len(seed)} seeds given for {self.num_envs} games")
            kept = self._batch.seeds
            return np.array([kept[i] if s is None else seed_of(s) for i, s in enumerate(seed)], np.uint64)
        first = seed_of(seed)
        super().reset(seed=seed)
        return first + np.arange(self.num_envs, dtype=np.uint64)

    def _infos(self, ended: int) -> dict[str, Any]:
        infos: dict[str, Any] = self._given(self._done)
        if ended:
            # As Gymnasium's other vector environments give them: an observation in each row that ended, else None.
            infos["final_obs"] = final = np.empty(self.num_envs, object)
            infos["_final_obs"] = rows = self._batch.ended
            for row in rows.nonzero()[0].tolist():
                final[row] = self._given(self._seen_last[row])
        return infos

    def _given(self, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """What the caller gets of ``arrays``, read-only views on the batch: copies, or the views themselves."""
        return {name: array.copy() for name, array in arrays.items()} if self.copy else arrays.copy()


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view
