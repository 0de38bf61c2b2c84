"""Stable-Baselines3's VecEnv over the batch engine: many games in one record array, one learner seat in each."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from lunar_envs.api.match import observation_box
from lunar_envs.engine import kernels, record
from lunar_envs.engine.batch import Batch
from lunar_envs.engine.game import Game, seed_of

from .pool import RANDOM, PastSelves


class SelfPlayVecEnv(VecEnv):
    """``num_envs`` games of ``game``; the learner decides for one seat of each, ``opponents`` for all others.

    The learner's seat moves on by one with every new game of a row, so all seats are covered. An opponent is drawn
    for each game and plays all other seats. Observations (float32[B, D]) and ``action_masks`` are always those of the
    learner's seat with the learner to decide, and a reward is that of the same seat: 0 until the end of the game.

    Games restart within the step that ends them. A game that is cut off at its cap counts as ended, with the rewards
    that its rules give then: nothing would follow, so SB3 must not add what it expects to. ``terminal_observation`` in
    the infos is what the learner's seat saw at its last chance to see: the final position if its own action ended the
    game, else its last decision.
    """

    # The arrays that, with the pool, make up the state of the environment: those of the batch, and its own.
    BATCH_ARRAYS = ("states", "seeds", "masks", "observations", "epochs", "seats")
    ARRAYS = ("learner_seats", "opponents", "opponent_seeds", "lengths")

    def __init__(
        self,
        game: Game,
        num_envs: int,
        num_players: int = 2,
        opponents: PastSelves | None = None,
        reward: str = "rank",
        **options: Any,
    ) -> None:
        self.batch = Batch(game, num_envs, num_players, reward=reward, **options)
        self.game = game
        self.num_players = self.batch.num_players
        self.pool = opponents or PastSelves()
        self.render_mode = None
        super().__init__(num_envs, observation_box(game), spaces.Discrete(game.num_actions))
        self.learner_seats = np.zeros(num_envs, np.int8)
        self.opponents = np.zeros(num_envs, np.int64)
        self.opponent_seeds = np.zeros(num_envs, np.uint64)
        self.lengths = np.zeros(num_envs, np.int64)
        for i in range(num_envs):
            self._seed_row(i, None)
        self._decision_observations = np.zeros_like(self.batch.observations)

    # -- stepping ----------------------------------------------------------------------------------

    def reset(self) -> np.ndarray:
        """Start all games; the learner of row i has seat ``i % num_players``. Returns float32[B, D].

        After ``seed`` the streams of the rows start anew; otherwise they go on.
        """
        for i, seed in enumerate(self._seeds):
            if seed is not None:
                self._seed_row(i, seed)
        self._reset_seeds()
        self.learner_seats[:] = np.arange(self.num_envs) % self.num_players
        self.opponents[:] = [self.pool.draw() for _ in range(self.num_envs)]
        self.lengths[:] = 0
        self.batch.reset()
        self._play_opponents(lambda: None)
        return self._observe()

    def _seed_row(self, i: int, seed: int | None) -> None:
        self.batch.seeds[i] = seed_of(seed)
        self.opponent_seeds[i] = ~self.batch.seeds[i]

    def step_async(self, actions: np.ndarray) -> None:
        """Take the learner's actions, int[B]; raises TypeError for anything else."""
        self._actions = self.batch.as_actions(actions)

    def step_wait(self) -> VecEnvStepReturn:
        """Apply the actions, then let the opponents play until the learner is to decide in every game.

        Raises IllegalAction; all games are untouched then.
        """
        rewards = np.zeros(self.num_envs, np.float32)
        dones = np.zeros(self.num_envs, bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]

        def record_ends() -> None:
            for i in np.flatnonzero(self.batch.ended):
                if not dones[i]:  # else a game ended before the learner had a decision in it
                    rewards[i] = self.batch.returns[i, self.learner_seats[i]]
                    dones[i] = True
                    infos[i] = self._final_info(i, float(rewards[i]))
                self._begin_game(i)

        self.batch.step(self._actions, all_act=True)
        self.lengths += 1
        record_ends()
        self._play_opponents(record_ends)
        return self._observe(), rewards, dones, infos

    def _play_opponents(self, record_ends: Callable[[], None]) -> None:
        while (waiting := self.batch.seats != self.learner_seats).any():
            self.batch.step(self._opponent_actions(waiting))
            record_ends()

    def _opponent_actions(self, waiting: np.ndarray) -> np.ndarray:
        """Actions int64[B] of the opponents in the ``waiting`` rows, -1 elsewhere."""
        actions = np.full(self.num_envs, -1, np.int64)
        random_actions = np.empty(self.num_envs, np.int64)
        kernels.pick_random(self.batch.masks, self.opponent_seeds, random_actions)
        for opponent in np.unique(self.opponents[waiting]):
            rows = np.flatnonzero(waiting & (self.opponents == opponent))
            if opponent == RANDOM:
                actions[rows] = random_actions[rows]
            else:
                actions[rows] = self.pool.act(opponent, self.batch.observations[rows], self.batch.masks[rows])
        return actions

    def _begin_game(self, i: int) -> None:
        self.learner_seats[i] = (self.learner_seats[i] + 1) % self.num_players
        self.opponents[i] = self.pool.draw()
        self.lengths[i] = 0

    def _final_info(self, i: int, reward: float) -> dict[str, Any]:
        batch = self.batch
        own_end = batch.actors[i] == self.learner_seats[i]
        return {
            "terminal_observation": (batch.final_observations if own_end else self._decision_observations)[i].copy(),
            "TimeLimit.truncated": False,
            "episode": {"r": reward, "l": int(self.lengths[i])},
            "seat": int(self.learner_seats[i]),
        }

    def _observe(self) -> np.ndarray:
        """A copy: the engine overwrites its rows, and SB3 keeps what it gets."""
        self._decision_observations = self.batch.observations.copy()
        return self._decision_observations

    def action_masks(self) -> np.ndarray:
        """The legal actions of the learner, int8[B, N]."""
        return self.batch.masks

    # -- continuing exactly ------------------------------------------------------------------------

    def state_dict(self) -> dict[str, np.ndarray]:
        """Copies of all arrays that the next step depends on; the pool has its own ``state_dict``."""
        return {name: record.clone(array) for name, array in self._arrays().items()}

    def load_state_dict(self, state: dict[str, np.ndarray]) -> None:
        """Restore ``state_dict``."""
        for name, array in self._arrays().items():
            array.view(np.uint8)[...] = state[name].view(np.uint8)  # byte by byte, padding too
        self._observe()

    def _arrays(self) -> dict[str, np.ndarray]:
        owners = [(self.batch, self.BATCH_ARRAYS), (self, self.ARRAYS)]
        return {name: getattr(owner, name) for owner, names in owners for name in names}

    # -- the rest of the VecEnv interface ----------------------------------------------------------

    def close(self) -> None:
        """Nothing to free."""

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The attribute, once per index; raises AttributeError."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Not supported: the games share all attributes."""
        raise NotImplementedError("the games of a batch share all attributes")

    def env_method(self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any) -> list[Any]:
        """The method's result, one row per index; the methods of a batch return one row per game."""
        rows = getattr(self, method_name)(*args, **kwargs)
        return [rows[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]
