"""What a game is to everything outside its rules: one immutable value per game."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from . import kernels, random, record
from .data import fingerprint
from .rewards import REWARDS

STATE_FIELDS = (
    "num_players",
    "to_move",
    "ctx",
    "rank",
    "truncated",
    "decisions",
    *(str(entry[0]) for entry in random.FIELDS),
)
"""What the engine reads in the state of every game; see ``Game``."""


class IllegalAction(ValueError):
    """The action is not legal in the state; the state is untouched."""


@dataclass(frozen=True)
class Option:
    """A choice made when a game is set up.

    Compiled code sees the index of the chosen value in ``values``; where the values are words, the index itself is
    accepted too.
    """

    name: str
    values: Sequence[Any]
    default: Any
    help: str

    def code(self, value: Any) -> int:
        """The index of ``value``; raises ValueError that names the choices."""
        if isinstance(value, np.generic):
            value = value.item()
        wanted = value.lower() if isinstance(value, str) else value
        for index, known in enumerate(self.values):
            if type(known) is type(wanted) and known == wanted:
                return index
        words = any(isinstance(known, str) for known in self.values)
        if words and type(value) is int and 0 <= value < len(self.values):
            return value
        choices = ", ".join(map(repr, self.values)) if len(self.values) < 30 else repr(self.values)
        raise ValueError(f"option {self.name}={value!r} is not one of {choices}")


@dataclass(frozen=True)
class Block:
    """A named part of the observation: ``length`` values from ``start``, shown as ``shape``."""

    name: str
    shape: tuple[int, ...]
    start: int

    @property
    def length(self) -> int:
        """Number of float32 values."""
        return int(np.prod(self.shape))


def layout(shapes: Mapping[str, tuple[int, ...]]) -> tuple[Block, ...]:
    """Blocks of these names and shapes, one after another."""
    blocks: list[Block] = []
    for name, shape in shapes.items():
        blocks.append(Block(name, shape, blocks[-1].start + blocks[-1].length if blocks else 0))
    return tuple(blocks)


def never_alone(s: np.record) -> bool:
    """For games whose steps apply every forced action themselves."""
    return False


def no_components(tables: np.ndarray) -> tuple[str, ...]:
    """For games without cards or tiles."""
    return ()


def no_component(state: np.ndarray, tables: np.ndarray, action: int) -> int:
    """For games without cards or tiles."""
    return -1


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its rules are compiled, everything else about it is here.

    Games of the same name, version and component data are equal.

    States are record arrays of length 1 and dtype ``dtype``. All functions that take a state raise TypeError for
    anything else; those that run compiled code refuse read-only states too, for which it would be compiled once more.
    The engine reads these fields of a state, and a game has others beside them:

    - ``num_players`` i1; ``to_move`` i1: the seat that decides, undefined once the game is over;
    - ``ctx`` i1: the decision that waits, an index of ``contexts``;
    - ``rank`` i1[max_players]: final ranks, all 0 before the end;
    - ``truncated`` u1: whether the decision cap ended the game; ``decisions``: what the cap counts, the chosen actions
      and, in some games, the forced ones;
    - ``rng``, ``script``, ``script_n``: ``random.FIELDS``, the generator.

    Of the functions that a game brings, ``describe_end`` and ``asks_alone`` take a state's record, ``final_scores``
    that and the record of the component data.
    ``asks_alone`` says whether the decision that waits is put to its seat even if only one action is legal.
    ``name_components`` and ``component_of`` tell analyses which card or tile an action plays: the names of all,
    and the index of the one, -1 for none.
    Two settings are for tree search, if it is not told otherwise: ``playout_length``, how many decisions it plays on
    before it evaluates a position, and ``advice``, the share of the prior of the greedy player's action.
    ``fingerprint`` is the digest of the component files in use, by default of those in ``data_folder``.
    """

    name: str
    title: str
    version: int
    min_players: int
    max_players: int
    dtype: np.dtype
    load_tables: Callable[[Path], np.ndarray]
    data_folder: Path
    tables: np.ndarray = field(repr=False)
    options: tuple[Option, ...]
    action_names: tuple[str, ...]
    action_aliases: Mapping[str, str]
    blocks_table: tuple[Block, ...]
    contexts: tuple[str, ...]
    describe_action: Callable[[np.ndarray, np.ndarray, int], str]
    final_scores: Callable[[np.record, np.record], np.ndarray]
    describe_end: Callable[[np.record], str]
    show_state: Callable[[Game, np.ndarray, int | None], str]
    draw_state: Callable[[Game, np.ndarray, int | None], str]
    asks_alone: Callable[[np.record], bool] = never_alone
    name_components: Callable[[np.ndarray], tuple[str, ...]] = no_components
    component_of: Callable[[np.ndarray, np.ndarray, int], int] = no_component
    playout_length: int = 1
    advice: float = 0.7
    fingerprint: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fingerprint", self.fingerprint or fingerprint(self.data_folder, self.data_folder))
        self.tables.flags.writeable = False  # before the first call: the flag is part of the compiled signature

    def __deepcopy__(self, memo: dict) -> Game:
        return self

    def __reduce__(self) -> tuple:
        return Game, tuple(getattr(self, f.name) for f in fields(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[str, int, str]:
        return self.name, self.version, self.fingerprint

    # -- sizes and names ---------------------------------------------------------------------------

    @property
    def num_actions(self) -> int:
        """N, the number of action ids."""
        return len(self.action_names)

    @cached_property
    def observation_length(self) -> int:
        """D, the number of values in an observation."""
        return sum(block.length for block in self.blocks_table)

    @cached_property
    def _action_ids(self) -> Mapping[str, int]:
        ids = {name: i for i, name in enumerate(self.action_names)}
        ids.update({alias: ids[name] for alias, name in self.action_aliases.items()})
        return MappingProxyType(ids)

    def action_name(self, action: int) -> str:
        """The name of an action id, as in the action table."""
        return self.action_names[self._action(action)]

    def action_id(self, name: str) -> int:
        """The id of an action name; raises ValueError for an unknown name."""
        try:
            return self._action_ids[str(name).replace(" ", "")]
        except KeyError:
            raise ValueError(f"{self.name} has no action {name!r}; names look like {self.action_names[1]}") from None

    # -- playing -----------------------------------------------------------------------------------

    def new(self, num_players: int | None = None, seed: int | None = None, **options: Any) -> np.ndarray:
        """A new game, set up, with its first decision waiting.

        ``num_players`` defaults to 2 (or the least the game allows), ``seed`` to a fresh one.
        """
        states = np.zeros(1, self.dtype)
        kernels.new_game(
            states,
            self.tables,
            seed_of(seed),
            self.check_players(num_players),
            self.option_codes(options),
            self.masks(),
        )
        return states

    def legal(self, state: np.ndarray) -> np.ndarray:
        """The action mask of the seat to move: int8[N], all 0 when the game is over."""
        masks = self.masks()
        kernels.legal_actions(self.check_state(state), self.tables, masks)
        return masks[0]

    def step(self, state: np.ndarray, action: int) -> None:
        """Apply a legal action and all forced ones after it, in place; raises IllegalAction."""
        masks = self.masks()
        action = self._action(action)
        if kernels.try_step(self.check_state(state), self.tables, action, masks) == kernels.ILLEGAL:
            raise self.illegal(state, action)

    def observe(self, state: np.ndarray, seat: int) -> np.ndarray:
        """What ``seat`` sees: float32[D]."""
        observations = np.empty((1, self.observation_length), np.float32)
        kernels.observe(self.check_state(state), self.tables, self.check_seat(state, seat), observations)
        return observations[0]

    def blocks(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Named views on an observation, float32[D], or on many, float32[..., D]."""
        ends = ((b, observation[..., b.start : b.start + b.length]) for b in self.blocks_table)
        return {b.name: part.reshape(*part.shape[:-1], *b.shape) for b, part in ends}

    def determinize(self, state: np.ndarray, seat: int, seed: int | None = None) -> np.ndarray:
        """A copy in which everything that ``seat`` cannot know is drawn anew, consistent with what it knows."""
        copy = self.clone(state)
        kernels.resample(copy, self.tables, self.check_seat(state, seat), seed_of(seed))
        return copy

    def clone(self, state: np.ndarray) -> np.ndarray:
        """A byte copy that can be stepped, of read-only states too."""
        return record.clone(self._readable(state))

    # -- reading a state ---------------------------------------------------------------------------

    def num_players(self, state: np.ndarray) -> int:
        """Number of seats."""
        return int(self._readable(state)["num_players"][0])

    def to_move(self, state: np.ndarray) -> int:
        """The seat that decides now; undefined once the game is over."""
        return int(self._readable(state)["to_move"][0])

    def is_over(self, state: np.ndarray) -> bool:
        """Whether the game has ended (or was truncated)."""
        return bool(self._readable(state)["rank"][0].max() > 0)

    def is_truncated(self, state: np.ndarray) -> bool:
        """Whether the decision cap ended the game."""
        return bool(self._readable(state)["truncated"][0])

    def end_reason(self, state: np.ndarray) -> str:
        """Why the game ended; empty before the end."""
        return self.describe_end(state[0]) if self.is_over(state) else ""

    def ranks(self, state: np.ndarray) -> np.ndarray:
        """Final ranks, int64[num_players], 1 = best, shared ranks allowed; all 0 before the end."""
        return self._readable(state)["rank"][0, : self.num_players(state)].astype(np.int64)

    def scores(self, state: np.ndarray) -> np.ndarray:
        """Points so far or final, int64[num_players]."""
        return self.final_scores(self._readable(state)[0], self.tables[0])

    def returns(self, state: np.ndarray, reward: str = "rank") -> np.ndarray:
        """Rewards of all seats, float32[num_players]; all 0 before the end. ``reward`` is one of REWARDS."""
        out = np.zeros((1, self.max_players), np.float32)
        kind = reward_code(reward)
        if self.is_over(state):
            kernels.final_returns(self.check_state(state), self.tables, kind, out)
        return out[0, : self.num_players(state)]

    def describe(self, state: np.ndarray, action: int) -> str:
        """An action in words."""
        return self.describe_action(self.check_state(state), self.tables, self._action(action))

    @cached_property
    def components(self) -> tuple[str, ...]:
        """The names of all cards and tiles that an action can play."""
        return self.name_components(self.tables)

    def component(self, state: np.ndarray, action: int) -> int:
        """The card or tile that a legal action plays, an index of ``components``, or -1."""
        return self.component_of(self.check_state(state), self.tables, self._action(action))

    def context(self, state: np.ndarray) -> str:
        """The name of the decision that waits."""
        return self.contexts[int(self._readable(state)["ctx"][0])]

    def show(self, state: np.ndarray, view: int | None = None) -> str:
        """The state as text, as the seat ``view`` sees it; None sees everything."""
        return self.show_state(self, self.check_state(state), self._check_view(state, view))

    def draw(self, state: np.ndarray, view: int | None = None) -> str:
        """The state as an SVG document, as the seat ``view`` sees it; None sees everything."""
        return self.draw_state(self, self.check_state(state), self._check_view(state, view))

    # -- other data --------------------------------------------------------------------------------

    def with_data(self, folder: str | Path) -> Game:
        """The same game with the component files of ``folder``; files missing there are taken from the printed set.

        Nothing is compiled again. Raises ValueError that names file, row and column of a wrong entry.
        """
        folder = Path(folder)
        if not folder.is_dir():
            raise ValueError(f"no data folder at {folder}")
        known = {path.name for path in self.data_folder.glob("*.csv")}
        given = {path.name for path in folder.glob("*.csv")}
        if not given or given - known:
            wrong = f"{min(given - known)} is no" if given else "there is no"
            raise ValueError(f"{folder}: {wrong} component file of {self.name}; they are {', '.join(sorted(known))}")
        tables = self.load_tables(folder)
        return replace(self, tables=tables, fingerprint=fingerprint(folder, self.data_folder))

    # -- checks ------------------------------------------------------------------------------------

    def check_players(self, num_players: int | None) -> int:
        """A legal player count; raises ValueError."""
        if num_players is None:
            return max(2, self.min_players)
        count = as_int(num_players, "num_players")
        if not self.min_players <= count <= self.max_players:
            span = (
                f"{self.min_players} to {self.max_players}" if self.min_players < self.max_players else self.min_players
            )
            raise ValueError(f"{self.name} is for {span} players, got num_players={count}")
        return count

    def option_codes(self, options: Mapping[str, Any]) -> np.ndarray:
        """int64[options], defaults filled in; raises ValueError for an unknown option or value."""
        unknown = sorted(set(options) - {o.name for o in self.options})
        if unknown:
            known = "its options are " + ", ".join(o.name for o in self.options) if self.options else "it has none"
            raise ValueError(f"{self.name} has no option {unknown[0]!r}; {known}")
        return np.array([o.code(options.get(o.name, o.default)) for o in self.options], np.int64)

    def check_state(self, state: np.ndarray) -> np.ndarray:
        """The state itself; raises TypeError for anything but a writeable record array of length 1 of this game."""
        if not self._readable(state).flags.writeable:
            raise TypeError(f"this {self.name} state is a read-only view; pass game.clone(state)")
        return state

    def _readable(self, state: np.ndarray) -> np.ndarray:
        if not isinstance(state, np.ndarray) or state.dtype != self.dtype or state.shape != (1,):
            raise TypeError(f"a {self.name} state is the record array of length 1 that new() returns")
        return state

    def check_seat(self, state: np.ndarray, seat: int) -> int:
        """A seat of the game; raises ValueError."""
        index = as_int(seat, "seat")
        if not 0 <= index < self.num_players(state):
            raise ValueError(f"seat {index} is not in 0..{self.num_players(state) - 1}")
        return index

    def _check_view(self, state: np.ndarray, view: int | None) -> int | None:
        return None if view is None else self.check_seat(state, view)

    def illegal(self, state: np.ndarray, action: int) -> IllegalAction:
        """The error for an illegal action, with seat, context and some of the legal actions."""
        if self.is_over(state):
            return IllegalAction(f"{self.name}: the game is over; set up a new one")
        legal = np.flatnonzero(self.legal(state))
        some = ", ".join(self.action_names[a] for a in legal[:5]) + (", ..." if len(legal) > 5 else "")
        name = self.action_names[action] if 0 <= action < self.num_actions else "out of range"
        return IllegalAction(
            f"{self.name}: action {action} ({name}) is illegal for seat {self.to_move(state)} in context "
            f"{self.context(state)}; {len(legal)} legal: {some}"
        )

    def masks(self, count: int = 1) -> np.ndarray:
        """Blank masks, int8[count, N]."""
        return np.zeros((count, self.num_actions), np.int8)

    def _action(self, action: int) -> int:
        index = as_int(action, "action")
        if not 0 <= index < self.num_actions:
            raise IllegalAction(f"{self.name}: action {index} is out of range 0..{self.num_actions - 1}")
        return index


def as_int(value: Any, what: str) -> int:
    """``value`` as a plain int; raises TypeError for floats, bools and everything that is no integer."""
    if type(value) is int:
        return value
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, got {value!r}") from None


def seed_of(seed: int | None) -> np.uint64:
    """A seed as uint64; None draws a fresh one; raises for anything but an integer in 0 .. 2**64 - 1."""
    if seed is None:
        return np.uint64(secrets.randbits(64))
    number = as_int(seed, "seed")
    if not 0 <= number < 2**64:
        raise ValueError(f"seed must be in 0 .. 2**64 - 1, got {number}")
    return np.uint64(number)


def reward_code(reward: str) -> int:
    """The index of a reward kind; raises ValueError."""
    if reward not in REWARDS:
        raise ValueError(f"reward={reward!r} is not one of {', '.join(REWARDS)}")
    return REWARDS.index(reward)
