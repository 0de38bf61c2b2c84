"""Gymnasium's door: one learner's seat, the other seats are policies."""

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from lunar_envs.engine import kernels
from lunar_envs.engine.game import Game, as_int

from .match import RENDER_MODES, Match, observation_box

GREEDY = "greedy"
"""The baseline player as an opponent."""
Policy = Callable[[np.ndarray, np.ndarray, np.random.Generator], int]
"""``policy(observation, action_mask, rng) -> action`` with observation float32[D] and action_mask int8[N]."""


def random_policy(observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> int:
    """A uniformly random legal action."""
    return int(rng.choice(np.flatnonzero(action_mask)))


class SeatEnv(Match, gymnasium.Env[np.ndarray, np.int64]):
    """One seat learns; the others are played by policies between its decisions.

    The observation is that of the learner (float32[D]), the reward what the learner got since its last action;
    ``action_masks()`` and ``info["action_mask"]`` hold the legal actions (int8[N]). At the end ``info`` holds
    ``reason``, ``rank`` and ``score`` as well. All randomness comes from ``np_random``.

    Args:
        game: The rules, such as ``lunar_envs.games["lunarchitects"]``.
        num_players: Number of seats; 2 unless given.
        seat: The learner's seat, or "random" for another one in every game.
        opponents: A policy, or "greedy" for the baseline player, for all other seats, or one for each, in turn order
            after the learner; uniformly random legal play unless given.
        reward: "rank" (zero-sum over the seats), "win" or "score".
        illegal: "raise" raises IllegalAction and leaves the state untouched; "forfeit" ends the game at -1. An
            illegal action of an opponent always raises.
        render_mode: "human" prints the text view after every step, "ansi" returns it, "rgb_array" returns a picture.
        **options: Options of the game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: Game,
        num_players: int | None = None,
        *,
        seat: int | str = 0,
        opponents: Policy | str | Sequence[Policy | str] | None = None,
        reward: str = "rank",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        Match.__init__(self, game, num_players, reward, illegal, render_mode, options)
        self.random_seat = seat == "random"
        self.seat = 0 if self.random_seat else as_int(seat, "seat")
        if self.seat not in range(self.num_players):
            raise ValueError(f"seat={seat} is not in 0..{self.num_players - 1}")
        others = self.num_players - 1
        self.opponents = None if opponents is None else _policies(opponents, others)
        self.observation_space = observation_box(game)
        self.action_space = Discrete(game.num_actions)
        self._running = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict]:
        """Start a new game and let the others play up to the learner's first decision.

        ``options`` is Gymnasium's and unused; a game's options are chosen when the environment is made.
        """
        super().reset(seed=seed)
        if self.random_seat:
            self.seat = int(self.np_random.integers(self.num_players))
        self.view = self.seat
        self._running = False
        self._deal(self._draw_seed())
        self._play_others()
        self._running = True
        return self._seen()

    def step(self, action: int | np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Apply the learner's action and let the others play up to its next decision.

        Raises IllegalAction, TypeError for an action that is no integer, ResetNeeded where no game is running.
        """
        if not self._running:
            raise gymnasium.error.ResetNeeded("no game is running; call reset() first")
        goes_on = self._play_or_forfeit(action)
        self._running = False  # if a policy raises, the learner must not move in its place
        if goes_on:
            self._play_others()
        observation, info = self._seen()
        if not self._is_over():
            self._running = True
            return observation, 0.0, False, False, info
        rewards, infos = self._result()
        truncated = self.game.is_truncated(self.record)
        return observation, rewards[self.seat], not truncated, truncated, info | infos[self.seat]

    def action_masks(self) -> np.ndarray:
        """The learner's legal actions, int8[N]: the name that MaskablePPO looks for."""
        return self._masks[0].copy()

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        return self._observe(self.seat), {"action_mask": self.action_masks()}

    def _draw_seed(self) -> int:
        return int(self.np_random.integers(2**64, dtype=np.uint64))

    def _play_others(self) -> None:
        if self.opponents is None:
            seed = np.uint64(self._draw_seed())
            kernels.play_random(self.record, self.game.tables, self.seat, seed, self._masks)
            return
        while not self._is_over() and (mover := self.game.to_move(self.record)) != self.seat:
            policy = self.opponents[(mover - self.seat - 1) % self.num_players]
            if isinstance(policy, str):
                self._play(self._advice(mover))
            else:
                self._play(policy(self._observe(mover), self.action_masks(), self.np_random))

    def _advice(self, mover: int) -> int:
        """What the greedy player takes, who knows no more than its seat."""
        imagined = self.game.determinize(self.record, mover, self._draw_seed())
        return int(kernels.advise(imagined, self.game.tables, self._masks.copy()))


def _policies(opponents: Any, count: int) -> list[Policy | str]:
    """One policy for each of the other seats; raises TypeError or ValueError."""
    policies = [opponents] * count if _is_policy(opponents) else opponents
    if not isinstance(policies, Sequence) or not all(map(_is_policy, policies)):
        raise TypeError(
            f"opponents must be a policy or {GREEDY!r}, or one for each of the other seats; got {opponents!r}"
        )
    if len(policies) != count:
        raise ValueError(f"{len(policies)} opponents given for {count} seats")
    return list(policies)


def _is_policy(given: Any) -> bool:
    return callable(given) or (isinstance(given, str) and given == GREEDY)
