"""One game in play: what the AEC door and the seat door share."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box

from lunar_envs.engine import kernels, record
from lunar_envs.engine.game import Game, IllegalAction, as_int, reward_code

RENDER_MODES = ("human", "ansi", "rgb_array")
ILLEGAL = ("raise", "forfeit")


def observation_box(game: Game) -> Box:
    """The space of one seat's observation."""
    return Box(-1, 1, (game.observation_length,), np.float32)


def mask_box(game: Game) -> Box:
    """The space of an action mask."""
    return Box(0, 1, (game.num_actions,), np.int8)


class Match:
    """A game in play: it checks every action before compiled code sees it, knows the result, and shows itself."""

    view: int | None = None
    """The seat whose knowledge is shown; None shows everything."""

    def __init__(
        self,
        game: Game,
        num_players: int | None,
        reward: str,
        illegal: str,
        render_mode: str | None,
        options: Mapping[str, Any],
    ) -> None:
        reward_code(reward)
        game.option_codes(options)
        for name, value, known in (("illegal", illegal, ILLEGAL), ("render_mode", render_mode, (None, *RENDER_MODES))):
            if value not in known:
                raise ValueError(f"{name}={value!r} is not one of {', '.join(map(str, known))}")
        self.game = game
        self.num_players = game.check_players(num_players)
        self.reward = reward
        self.illegal = illegal
        self.render_mode = render_mode
        self.options = dict(options)
        self.game_seed: int | None = None
        self._state: np.ndarray | None = None
        self._masks = game.masks()
        self._forfeiter: int | None = None

    def __getstate__(self) -> dict[str, Any]:
        # As bytes, since numpy's own copies leave out the padding between the fields.
        state = None if self._state is None else record.to_bytes(self._state)
        return self.__dict__ | {"_state": state, "_masks": self._masks.copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["_state"] is not None:
            self._state = record.from_bytes(state["_state"], self.game.dtype)

    @property
    def record(self) -> np.ndarray:
        """The state, a record array of length 1; it changes in place. Raises ResetNeeded before the first reset."""
        if self._state is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._state

    def render(self) -> str | np.ndarray | None:
        """The text view ("ansi"), the picture as uint8[H, W, 3] ("rgb_array"), or None after printing ("human")."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode; give one when making the environment")
            return None
        if self.render_mode == "rgb_array":
            from .raster import rasterise

            return rasterise(self.game.draw(self.record, self.view))
        text = self.game.show(self.record, self.view)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing to release."""

    def _repr_html_(self) -> str | None:
        return None if self._state is None else self.game.draw(self._state, self.view)

    def _deal(self, seed: int) -> None:
        """Set up a new game from ``seed``."""
        self._resume(self.game.new(self.num_players, seed, **self.options))
        self.game_seed = int(seed)  # which may be an integer of numpy

    def _resume(self, state: np.ndarray) -> None:
        self._state = state
        self._forfeiter = None
        kernels.try_step(state, self.game.tables, kernels.NO_ACTION, self._masks)

    def _play(self, action: Any) -> int:
        """Apply the action of the seat to move; returns the count of legal actions that follow, 0 at the end.

        Raises IllegalAction, and TypeError for anything but an integer.
        """
        index = as_int(action, "action")
        if 0 <= index < self._masks.shape[1]:
            count = kernels.try_step(self._state, self.game.tables, index, self._masks)
            if count != kernels.ILLEGAL:
                return count
        raise self.game.illegal(self.record, index)

    def _play_or_forfeit(self, action: Any) -> int:
        """As ``_play``, but an illegal action ends the game if it forfeits."""
        try:
            return self._play(action)
        except IllegalAction:
            if self.illegal == "raise":
                raise
        self._forfeit(self.game.to_move(self.record))
        return 0

    def _forfeit(self, seat: int) -> None:
        self._forfeiter = seat
        self._masks.fill(0)

    def _observe(self, seat: int) -> np.ndarray:
        observations = np.empty((1, self.game.observation_length), np.float32)
        kernels.observe(self._state, self.game.tables, seat, observations)
        return observations[0]

    def _is_over(self) -> bool:
        return self._forfeiter is not None or self.game.is_over(self.record)

    def _result(self) -> tuple[list[float], list[dict[str, Any]]]:
        """Reward and info of every seat at the end."""
        game, state = self.game, self.record
        if self._forfeiter is None:
            returns, ranks = game.returns(state, self.reward), game.ranks(state)
            reason = game.end_reason(state)
        else:
            returns = np.full(self.num_players, 1 / max(1, self.num_players - 1))
            ranks = np.ones(self.num_players, np.int64)
            returns[self._forfeiter], ranks[self._forfeiter] = -1, self.num_players
            reason = f"player_{self._forfeiter} chose an illegal action and forfeits"
        columns = zip(ranks.tolist(), game.scores(state).tolist(), strict=True)
        return returns.tolist(), [{"reason": reason, "rank": rank, "score": score} for rank, score in columns]
