"""The player that looks ahead: information-set Monte-Carlo tree search."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter

import numpy as np

from lunar_envs.engine.game import Game
from lunar_envs.engine.search import PLAYOUTS, Tree

from .base import Agent, View

REPLIES = ("searched", "greedy")
"""How the other seats act in the tree: as serves each best, or as the greedy player would."""
CHUNK = 8
"""Simulations between two looks at the clock."""
STRETCH = 64
"""Simulations between two looks at whether the decision can still change."""
NODES_PER_MILLISECOND = 50
"""Room in a tree whose simulations are limited by time: more than there is time for."""
NODES = (1 << 10, 1 << 16)
"""The least and the most room in such a tree."""
MOST = 1_000_000
"""Simulations, and decisions of a play-out."""
MOST_TREES = 64


class SearchAgent(Agent):
    """Takes the action that most simulations of its tree search tried.

    The budget of a decision is ``simulations`` or, if ``milliseconds`` is given, that time; the simulations of one tree
    end early where the rest could not change the decision. ``trees`` searches run in as many threads, each with the
    whole budget, and their visits are added up. ``playout`` (random or greedy) goes on from a leaf for ``length``
    decisions, and to the end of the turn, before the position is evaluated; 0 evaluates the leaf itself.
    ``exploration`` weighs the bonus for actions that were tried little, ``advice`` is the share of the prior that the
    greedy player's action has. ``replies`` (searched or greedy) is how the other seats act in the tree: as serves each
    best, or as the greedy player would, which lets a budget reach further ahead among many seats. None stands for the
    game's own ``playout_length`` and ``advice``, and for searched replies of a single opponent, greedy ones of several.
    Raises ValueError for a budget or setting out of range.
    """

    shorthand = "simulations"

    def __init__(
        self,
        simulations: int = 500,
        milliseconds: float | None = None,
        exploration: float = 0.7,
        advice: float | None = None,
        playout: str = "greedy",
        length: int | None = None,
        replies: str | None = None,
        trees: int = 1,
    ) -> None:
        counts = (("simulations", simulations, 2, MOST), ("length", length, 0, MOST), ("trees", trees, 1, MOST_TREES))
        for name, count, least, most in counts:
            if count is not None and (type(count) is not int or not least <= count <= most):
                raise ValueError(f"search: {name} must be an integer from {least} to {most}, got {count!r}")
        for name, number in (("milliseconds", milliseconds), ("exploration", exploration)):
            if number is not None and (type(number) not in (int, float) or not number > 0):
                raise ValueError(f"search: {name} must be a number above 0, got {number!r}")
        if advice is not None and (type(advice) not in (int, float) or not 0 <= advice <= 1):
            raise ValueError(f"search: advice must be a number from 0 to 1, got {advice!r}")
        if playout not in PLAYOUTS:
            raise ValueError(f"search: playout={playout!r} is not one of {', '.join(PLAYOUTS)}")
        if replies is not None and replies not in REPLIES:
            raise ValueError(f"search: replies={replies!r} is not one of {', '.join(REPLIES)}")
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.exploration = float(exploration)
        self.advice = advice
        self.playout = PLAYOUTS.index(playout)
        self.length = length
        self.replies = replies
        self.trees: list[Tree] = []
        self.count = trees

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """See ``Agent.begin``; the trees of the last game serve again."""
        super().begin(game, seat, seed)
        if not self.trees or self.trees[0].game != game:
            self.trees = [Tree(game, self._nodes()) for _ in range(self.count)]

    def _nodes(self) -> int:
        if self.milliseconds is None:
            return self.simulations
        least, most = NODES
        return int(min(max(self.milliseconds * NODES_PER_MILLISECOND, least), most))

    def settings(self, game: Game, num_players: int) -> tuple[float, float, int, int, bool]:
        """What ``Tree.run`` needs beside simulations and seed."""
        advice = game.advice if self.advice is None else float(self.advice)
        length = game.playout_length if self.length is None else self.length
        replies = self.replies or ("searched" if num_players == 2 else "greedy")
        return self.exploration, advice, self.playout, length, replies == "greedy"

    def act(self, view: View) -> int:
        """See ``Agent.act``."""
        legal = view.legal_actions
        if len(legal) == 1:
            return int(legal[0])
        return int(self._visits(view.sample(self.draw_seed()), view.action_mask).argmax())

    def _visits(self, state: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The visits of the actions (int64[N]) over all trees."""
        seeds = [self.draw_seed() for _ in self.trees]
        if len(self.trees) == 1:
            return self._search(state, mask, self.trees[0], seeds[0])
        with ThreadPoolExecutor(len(self.trees)) as pool:
            search = partial(self._search, state, mask)
            return np.sum(list(pool.map(search, self.trees, seeds)), axis=0)

    def _search(self, state: np.ndarray, mask: np.ndarray, tree: Tree, seed: int) -> np.ndarray:
        """The visits of the actions (int64[N]) after one budget."""
        start = perf_counter()
        tree.begin(state, mask)
        search = partial(tree.run, settings=self.settings(tree.game, int(state["num_players"][0])))
        if self.milliseconds is None:
            left = self.simulations
            while left > 0 and not self._settled(tree, left):
                seed = search(min(STRETCH, left), seed)
                left -= STRETCH
        else:
            seed = search(CHUNK, seed)
            while perf_counter() - start < self.milliseconds / 1000:
                seed = search(CHUNK, seed)
        return tree.visits()

    def _settled(self, tree: Tree, left: int) -> bool:
        """Whether ``left`` more simulations of the only tree cannot change which action has most visits."""
        if len(self.trees) > 1:
            return False
        *_, second, most = np.sort(tree.visits())
        return bool(most - second > left)
