"""PettingZoo's door: one AECEnv over any game."""

import hashlib
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

from lunar_envs.engine import record
from lunar_envs.engine.game import Game, seed_of

from .match import RENDER_MODES, Match, mask_box, observation_box

DIGEST_SIZE = 16


class LunarEnv(Match, AECEnv[str, dict[str, np.ndarray], int]):
    """All seats of one game, ``player_0`` onwards, one decision after another.

    A seat may decide several times in a row. Observations are ``{"observation": float32[D], "action_mask": int8[N]}``;
    D and N are the same for all player counts, and the mask of a seat that is not to move is all 0. Rewards come at
    the end, for all seats in one step. All seats end together: terminated, or truncated where the decision cap ended
    the game, with the rewards that its rules give then. ``infos`` of every seat then hold ``reason``, ``rank`` and
    ``score``.

    Args:
        game: The rules, such as ``lunar_envs.games["lunarchitects"]``.
        num_players: Number of seats; 2 unless given.
        reward: "rank" (zero-sum), "win" or "score".
        illegal: "raise" raises IllegalAction and leaves the state untouched; "forfeit" ends the game at -1 for the
            offender, the others share +1.
        render_mode: "human" prints the text view after every step, "ansi" returns it, "rgb_array" returns a picture.
        **options: Options of the game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2, "is_parallelizable": False}

    def __init__(
        self,
        game: Game,
        num_players: int | None = None,
        *,
        reward: str = "rank",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        Match.__init__(self, game, num_players, reward, illegal, render_mode, options)
        self.metadata = {**self.metadata, "name": f"{game.name}_v{game.version}"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.num_players)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: Dict(observation=observation_box(game), action_mask=mask_box(game)) for agent in self.possible_agents
        }
        self._action_spaces = {agent: Discrete(game.num_actions) for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._running = False

    def observation_space(self, agent: str) -> Dict:
        """The space of the observations of ``agent``."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of the actions of ``agent``."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game: the one that ``game.new(seed=seed)`` sets up.

        Without a seed, the game's seed comes from the generator that the last given seed started. ``options`` is
        PettingZoo's and unused; a game's options are chosen when the environment is made.
        """
        if seed is not None:
            seed = int(seed_of(seed))
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        self._deal(int(self._random.integers(2**64, dtype=np.uint64)) if seed is None else seed)
        self._begin()

    def step(self, action: int | None) -> None:
        """Apply the action of ``agent_selection``; None once the game is over.

        Raises IllegalAction, TypeError for an action that is no integer, ResetNeeded where no game is running.
        """
        if not self._running:
            self._step_after_end(action)
        else:
            self._go_on(self._play_or_forfeit(action) > 0)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What ``agent`` sees, in arrays of its own."""
        seat = self._seats[agent]
        mask = self._masks[0]
        to_move = self.record["to_move"][0] == seat
        return {"observation": self._observe(seat), "action_mask": mask.copy() if to_move else np.zeros_like(mask)}

    def get_state(self) -> bytes:
        """The whole game in play as bytes, its random generator and a forfeit included, with a digest."""
        data = record.to_bytes(self.record) + bytes([0 if self._forfeiter is None else 1 + self._forfeiter])
        return _digest(self.game, data) + data

    def set_state(self, data: bytes) -> None:
        """Continue the game that ``get_state`` saved.

        Raises ValueError for other bytes, which compiled code must never meet, and for another number of players.
        """
        data = bytes(data)
        digest, data = data[:DIGEST_SIZE], data[DIGEST_SIZE:]
        if len(data) != self.game.dtype.itemsize + 1 or digest != _digest(self.game, data):
            raise ValueError(f"these are not bytes that get_state() of {self.game.name} v{self.game.version} gave")
        state = record.from_bytes(data[:-1], self.game.dtype)
        if self.game.num_players(state) != self.num_players:
            raise ValueError(f"the state is of {self.game.num_players(state)} players, not of {self.num_players}")
        self._resume(state)
        if data[-1]:
            self._forfeit(data[-1] - 1)
        self._begin()

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._running = True
        self._go_on(not self._is_over())

    def _go_on(self, running: bool) -> None:
        if running:
            self.agent_selection = self.possible_agents[self.record["to_move"][0]]
        else:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Give all seats their rewards, end flags and infos in one step."""
        self._running = False
        rewards, infos = self._result()
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._cumulative_rewards = self.rewards.copy()
        self.infos = dict(zip(self.agents, infos, strict=True))
        flags = self.truncations if self.game.is_truncated(self.record) else self.terminations
        flags.update(dict.fromkeys(self.agents, True))
        self.agent_selection = self.agents[0]

    def _step_after_end(self, action: int | None) -> None:
        if not self.agents:
            raise gymnasium.error.ResetNeeded("no game is running; call reset() first")
        self._was_dead_step(action)


def _digest(game: Game, data: bytes) -> bytes:
    person = f"{game.name} {game.version}".encode()
    return hashlib.blake2b(person + data, digest_size=DIGEST_SIZE).digest()
