"""The contract that every game keeps, as a check: run it on a new game, on edited data, on changed rules.

It plays random games over all player counts and all option values and tests at every decision what the doors, the
agents and the training code rely on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .engine import kernels, record
from .engine.batch import Batch
from .engine.game import STATE_FIELDS, Game, IllegalAction, seed_of
from .engine.rewards import REWARDS

TRIED_ACTIONS = 3
PLAYED_OUT = 0.1
MANY_DECISIONS = 2**30


class ContractError(AssertionError):
    """A game breaks the contract; the message says how, and how to get there again."""


@dataclass
class Coverage:
    """What the games under check reached."""

    games: int = 0
    decisions: int = 0
    contexts: set[str] = field(default_factory=set)
    actions: set[int] = field(default_factory=set)
    resampled: set[str] = field(default_factory=set)
    """Fields of the state that ``determinize`` has changed: what some seat cannot know."""


def check_game(game: Game, games: int = 4, seed: int = 0) -> Coverage:
    """Check ``game`` in ``games`` random games for each number of players; raises ContractError.

    Every option runs through its values in random order. The same ``seed`` checks the same games.
    """
    _check_tables(game)
    random = np.random.default_rng(seed)
    choices = {option.name: _cycle(option.values, random) for option in game.options}
    coverage = Coverage()
    for num_players in range(game.min_players, game.max_players + 1):
        for _ in range(games):
            options = {name: next(values) for name, values in choices.items()}
            trial = _Trial(game, num_players, int(random.integers(2**63)), options, random, coverage)
            try:
                trial.play()
            except Exception as error:
                what = error if isinstance(error, ContractError) else repr(error)
                raise ContractError(f"{game.name}: {what}\n{trial.reproduction()}") from error
            coverage.games += 1
    return coverage


def _cycle(values: Sequence[Any], random: np.random.Generator) -> Iterator[Any]:
    while True:
        for index in random.permutation(len(values)):
            yield values[index]


def _require(condition: Any, message: str) -> None:
    if not condition:
        raise ContractError(message)


def _check_tables(game: Game) -> None:
    """Names, blocks, options and component data fit together."""
    for what, names in (
        ("action", game.action_names),
        ("block", [block.name for block in game.blocks_table]),
        ("option", [option.name for option in game.options]),
        ("context", game.contexts),
    ):
        _require(len(set(names)) == len(names), f"{game.name}: two {what}s have the same name")
        _require(all(names), f"{game.name}: a {what} has no name")
    for action in range(game.num_actions):
        _require(game.action_id(game.action_name(action)) == action, f"{game.name}: action {action} loses its name")
    start = 0
    for block in game.blocks_table:
        _require(block.start == start, f"{game.name}: block {block.name} starts at {block.start}, not {start}")
        start += block.length
    for option in game.options:
        option.code(option.default)
    missing = [name for name in STATE_FIELDS if name not in (game.dtype.names or ())]
    _require(not missing, f"{game.name}: the state has no field {', '.join(missing)}; see the docstring of Game")


@dataclass
class _Trial:
    """One random game under check; ``actions`` leads to the state at which a check fails."""

    game: Game
    num_players: int
    seed: int
    options: Mapping[str, Any]
    random: np.random.Generator
    coverage: Coverage
    actions: list[int] = field(default_factory=list)

    def reproduction(self) -> str:
        """The lines that lead to the failure."""
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return (
            f"reproduce with\n    state = game.new({self.num_players}, {self.seed}{options})\n"
            f"    for action in {self.actions}:\n        game.step(state, action)"
        )

    def play(self) -> None:
        """Play to the end, with all checks on the way."""
        game = self.game
        state = game.new(self.num_players, self.seed, **self.options)
        batch = _BatchOfOne(game, state, self.options)
        self._check_control(state)
        while not game.is_over(state):
            self._check_decision(state)
            for seat in range(self.num_players):
                self._check_knowledge(state, seat)
            twin = game.clone(state)
            self.actions.append(self._random_action(state))
            game.step(state, self.actions[-1])
            game.step(twin, self.actions[-1])
            _require_equal(state, twin, "a copy and its original differ after the same action")
            self._check_control(state)
            batch.check_step(self.actions[-1], state)
        self._check_cap()
        _require_equal(state, self._replayed(), "the same seed and actions lead to another state")

    def _check_decision(self, state: np.ndarray) -> None:
        """Whoever is asked has a choice, every choice works, everything else is refused."""
        game = self.game
        before = game.clone(state)
        mask = game.legal(state)
        legal = np.flatnonzero(mask)
        self.coverage.decisions += 1
        self.coverage.contexts.add(game.context(state))
        self.coverage.actions.update(legal.tolist())

        descriptions = [game.describe(state, int(action)) for action in legal]
        _require(all(descriptions), "describe() gives no words for a legal action")
        _require(len(set(descriptions)) == len(legal), f"describe() gives the same words twice: {sorted(descriptions)}")
        advised = kernels.advise(game.clone(state), game.tables, mask[np.newaxis].copy())
        _require(mask[advised] == 1, f"the greedy player advises the illegal action {advised}")
        for action in self.random.permutation(legal)[:TRIED_ACTIONS]:
            tried = game.clone(state)
            game.step(tried, action)
            self._check_control(tried)
        illegal = np.flatnonzero(mask == 0)
        for action in (-1, game.num_actions, *self.random.permutation(illegal)[:TRIED_ACTIONS]):
            self._check_refused(state, int(action))
        _require_equal(state, before, "looking at a state, or stepping a copy of it, changes it")
        again = record.from_bytes(record.to_bytes(state), game.dtype)
        _require_equal(state, again, "a state changes on its way through bytes")

    def _check_control(self, state: np.ndarray) -> None:
        """The state is over and settled, or a seat is asked that has a choice."""
        game = self.game
        _require(game.num_players(state) == self.num_players, "the number of players changes")
        if game.is_over(state):
            self._check_end(state)
            return
        mask = game.legal(state)
        _require(mask.dtype == np.int8 and mask.shape == (game.num_actions,), "the mask is not int8[N]")
        _require(np.isin(mask, (0, 1)).all(), "the mask holds something else than 0 and 1")
        count = np.count_nonzero(mask)
        _require(count > 0, f"no action is legal in context {game.context(state)} although the game is not over")
        _require(
            count > 1 or game.asks_alone(state[0]),
            f"the single legal action {game.action_name(int(mask.argmax()))} is left to the caller; a step must apply "
            "forced actions itself, or agents and trees would meet decisions without a choice",
        )
        _require(0 <= game.to_move(state) < self.num_players, f"seat {game.to_move(state)} is to move")
        _require(not game.is_truncated(state), "the game is truncated and not over")
        _require(not game.ranks(state).any(), "a rank is given before the end")
        _require(not any(game.returns(state, reward).any() for reward in REWARDS), "a reward is given before the end")

    def _check_refused(self, state: np.ndarray, action: int) -> None:
        """An illegal action raises and leaves the state alone."""
        tried = self.game.clone(state)
        try:
            self.game.step(tried, action)
        except IllegalAction:
            _require_equal(state, tried, f"the refused action {action} changes the state")
        else:
            raise ContractError(f"action {action} is applied although the mask forbids it")

    def _check_knowledge(self, state: np.ndarray, seat: int) -> None:
        """What a seat sees, and what it may do, depends on nothing that it cannot know."""
        game = self.game
        before = game.clone(state)
        seen = game.observe(state, seat)
        outside = np.flatnonzero(~(np.abs(seen) <= 1))
        names = _names_of_blocks(game, outside)
        _require(not names, f"seat {seat} sees values outside -1..1 in blocks {names}")

        seed = int(self.random.integers(2**63))
        copy = game.determinize(state, seat, seed)
        _require_equal(copy, game.determinize(state, seat, seed), "determinize() differs for the same seed")
        _require_equal(state, before, "observe() or determinize() changes the state")
        for drawn in (copy, game.determinize(state, seat, self.seed)):
            kept = np.array_equal(drawn["rng"], state["rng"])
            _require(not kept, "determinize() keeps the generator: coming draws leak")
        different = np.flatnonzero(game.observe(copy, seat) != seen)
        names = _names_of_blocks(game, different)
        _require(
            not names,
            f"blocks {names} of seat {seat} change under determinize(): it sees what it cannot know, or determinize() "
            "draws anew what it knows",
        )
        again = game.determinize(copy, seat, seed ^ 1)
        _require_equal(again, game.determinize(state, seat, seed ^ 1), "determinize() draws by what it is to hide")
        _require(game.to_move(copy) == game.to_move(state), "determinize() changes who is to move")
        if seat == game.to_move(state):
            _require(np.array_equal(game.legal(copy), game.legal(state)), "the mask changes under determinize()")
        if self.random.random() < PLAYED_OUT:
            self.coverage.resampled.update(record.difference(state, copy))
            kernels.play_random(copy, game.tables, -1, seed_of(seed), game.masks())
            self._check_end(copy)

    def _check_end(self, state: np.ndarray) -> None:
        """Nobody is asked any more; ranks and rewards fit each other."""
        game, n = self.game, self.num_players
        _require(game.is_over(state) and not game.legal(state).any(), "an action is legal after the end")
        self._check_refused(state, 0)
        ranks = game.ranks(state)
        _require(ranks.shape == (n,) and ranks.min() >= 1, f"ranks {ranks} after the end")
        better = (ranks[:, None] > ranks).sum(axis=1)
        _require(n == 1 or np.array_equal(ranks, better + 1), f"ranks {ranks} are not 1.., with shared ranks skipping")
        _require(np.asarray(game.scores(state)).shape == (n,), "scores() gives not one number for each player")
        _require(game.end_reason(state), "end_reason() gives no reason")
        for reward in REWARDS:
            returns = game.returns(state, reward)
            _require(returns.shape == (n,) and np.isfinite(returns).all(), f"rewards by {reward} are {returns}")
        returns = game.returns(state)
        _require(n == 1 or abs(returns.sum()) < 1e-5, f"rewards {returns} do not add up to 0")
        follow = np.array_equal(returns[:, None] > returns, ranks[:, None] < ranks)
        undecided = game.is_truncated(state) and not returns.any()
        _require(follow or undecided, f"rewards {returns} do not follow ranks {ranks}")
        points = game.returns(state, "score")
        _require(np.array_equal(points, game.scores(state)), f"scores() differs from the rewards by score, {points}")
        for seat in range(n):
            _require(np.isfinite(game.observe(state, seat)).all(), f"seat {seat} sees no number after the end")

    def _check_cap(self) -> None:
        """A game that goes on for too long is truncated, unless its rules end it with the same action."""
        game = self.game
        state = self._replayed(int(self.random.integers(len(self.actions))))
        uncapped, action = game.clone(state), self._random_action(state)
        state["decisions"] = MANY_DECISIONS
        game.step(state, action)
        game.step(uncapped, action)
        _require(game.is_over(state), f"the game goes on after {MANY_DECISIONS} decisions")
        _require(game.is_truncated(state) or game.is_over(uncapped), "the cap ends the game and does not truncate it")
        self._check_end(state)

    def _replayed(self, count: int | None = None) -> np.ndarray:
        state = self.game.new(self.num_players, self.seed, **self.options)
        for action in self.actions[:count]:
            self.game.step(state, action)
        return state

    def _random_action(self, state: np.ndarray) -> int:
        return int(self.random.choice(np.flatnonzero(self.game.legal(state))))


class _BatchOfOne:
    """The same game in a batch, where masks and observations are brought up to date instead of written anew."""

    def __init__(self, game: Game, state: np.ndarray, options: Mapping[str, Any]) -> None:
        self.batch = Batch(game, 1, game.num_players(state), **options)
        self.batch.states = game.clone(state)
        self.batch.masks[0] = game.legal(state)
        self.batch.seats[0] = game.to_move(state)
        self.batch.epochs[0] = np.iinfo(np.int64).min
        self.batch.observations.fill(np.nan)

    def check_step(self, action: int, state: np.ndarray) -> None:
        """Take the step too; ``state`` is what a single game became by it."""
        batch, game = self.batch, self.batch.game
        batch.step(np.array([action]))
        if game.is_over(state):
            ended = batch.terminated[0], batch.truncated[0]
            cut = game.is_truncated(state)
            _require(ended == (not cut, cut), "a batch does not notice the end of a game")
            returns = batch.returns[0, : batch.num_players]
            _require(np.array_equal(returns, game.returns(state)), "rewards differ in a batch")
            last = game.observe(state, int(batch.actors[0]))
            _require(np.array_equal(batch.final_observations[0], last), "the last observation differs in a batch")
            return
        _require_equal(state, batch.states, "the state differs in a batch")
        _require(np.array_equal(batch.masks[0], game.legal(state)), "a step leaves another mask than legal() writes")
        _require(batch.seats[0] == game.to_move(state), "a batch has another seat to move")
        stale = np.flatnonzero(batch.observations[0] != game.observe(state, game.to_move(state)))
        names = _names_of_blocks(game, stale)
        _require(not names, f"blocks {names} are out of date in a batch: a change of theirs leaves the epoch as it is")


def _names_of_blocks(game: Game, places: np.ndarray) -> list[str]:
    """The blocks in which places of the observation lie."""
    if not places.size:
        return []
    return [b.name for b in game.blocks_table if np.any((b.start <= places) & (places < b.start + b.length))]


def _require_equal(one: np.ndarray, other: np.ndarray, message: str) -> None:
    if record.to_bytes(one) != record.to_bytes(other):
        raise ContractError(f"{message} (fields {', '.join(record.difference(one, other)) or 'between the fields'})")
