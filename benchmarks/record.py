"""One game between equal players, watched; and many of them in several processes."""

import functools
import multiprocessing
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from tqdm import tqdm

from agents import Agent, make_agent, view_of
from agents.faults import FAULTS, reason
from agents.schedule import seed_from
from lunar_envs.engine.game import Game

from .talks import Talks
from .traits import CLOCKS, STANDINGS, TRAITS

CHUNK = 25
"""Games that a worker plays at a time."""


@dataclass(frozen=True)
class Table:
    """Who plays what: a share ``noise`` of the actions is taken at random, so that all of the game is seen."""

    game: Game
    num_players: int
    agents: str = "greedy"
    noise: float = 0.1
    options: dict[str, Any] = field(default_factory=dict)


@dataclass
class Record:
    """What one game showed; lists hold one entry per seat."""

    wins: list[float]
    scores: list[int]
    spread: int
    end: str
    clock: int
    decisions: int = 0
    choices: int = 0
    forced: int = 0
    lead_changes: int = 0
    actions: Counter[int] = field(default_factory=Counter)
    components: list[Counter[int]] = field(default_factory=list)
    openings: list[str | None] = field(default_factory=list)
    traits: dict[str, list[str | None]] = field(default_factory=dict)
    talks: Counter[tuple[str, str]] = field(default_factory=Counter)


class Lead:
    """Counts how often another player is alone ahead than the last who was, seen whenever the clock moves."""

    def __init__(self, game: Game) -> None:
        self.standing = STANDINGS.get(game.name)
        self.clock = CLOCKS[game.name]
        self.game, self.time, self.leader, self.changes = game, 0, None, 0

    def look(self, state: np.ndarray) -> None:
        """Note who leads if the clock has moved."""
        time = int(state[self.clock][0])
        if time == self.time:
            return
        self.time = time
        points = self.standing(state[0]) if self.standing else self.game.scores(state)
        ahead = np.flatnonzero(points == points.max())
        if len(ahead) == 1 and ahead[0] != self.leader:
            self.changes += self.leader is not None
            self.leader = ahead[0]


@functools.cache
def agent_of(spec: str, seat: int) -> Agent:
    """The agent that plays a seat in this process: some take long to make."""
    return make_agent(spec)


def play(table: Table, seed: int) -> Record:
    """One game; raises ValueError if the agent fails."""
    try:
        return _play(table, seed)
    except FAULTS as error:
        raise ValueError(f"agent {table.agents!r}, game of seed {seed}: {reason(error)}") from error


def _play(table: Table, seed: int) -> Record:
    game, seats = table.game, range(table.num_players)
    rng = np.random.default_rng(seed)
    state = game.new(table.num_players, seed, **table.options)
    agents = [agent_of(table.agents, seat) for seat in seats]
    views = [view_of(game, state, seat) for seat in seats]
    for seat, agent in enumerate(agents):
        agent.begin(game, seat, seed_from(seed, seat))
    record = Record([], [], 0, "", 0, components=[Counter() for _ in seats], openings=[None for _ in seats])
    lead, talks = Lead(game), Talks(state) if game.name == "age_of_the_moon" else None
    while not game.is_over(state):
        _note_traits(record, game, state)
        seat, legal = game.to_move(state), game.legal(state).nonzero()[0]
        action = int(rng.choice(legal)) if rng.random() < table.noise else agents[seat].act(views[seat])
        _note_action(record, game, state, seat, len(legal), action)
        if talks:
            talks.before(state, action)
        game.step(state, action)
        lead.look(state)
        if talks:
            talks.after(state)
    _note_traits(record, game, state)
    _note_end(record, game, state)
    record.lead_changes = lead.changes
    if talks:
        talks.finish(state)
        record.talks = talks.counts
    return record


def _note_traits(record: Record, game: Game, state: np.ndarray) -> None:
    """A trait is noted as soon as it is decided for all: later the field may say something else."""
    if len(record.traits) < len(TRAITS[game.name]):
        for name, labels_of in TRAITS[game.name].items():
            if name not in record.traits and None not in (labels := labels_of(state[0])):
                record.traits[name] = labels


def _note_action(record: Record, game: Game, state: np.ndarray, seat: int, choices: int, action: int) -> None:
    record.decisions += 1
    record.choices += choices
    record.forced += choices == 1
    record.actions[action] += 1
    record.components[seat][game.component(state, action)] += 1
    if record.openings[seat] is None and choices > 1:
        record.openings[seat] = f"{game.context(state)} {game.action_name(action)}"


def _note_end(record: Record, game: Game, state: np.ndarray) -> None:
    record.wins, record.scores = game.returns(state, "win").tolist(), game.scores(state).tolist()
    best = [record.scores[seat] for seat in np.lexsort((-game.scores(state), game.ranks(state)))]
    record.spread = best[0] - best[1] if len(best) > 1 else 0
    record.end = game.end_reason(state)
    record.clock = int(state[CLOCKS[game.name]][0])


def play_all(table: Table, seeds: Sequence[int], workers: int) -> list[Record]:
    """The games of all seeds, in their order, whatever the number of workers."""
    chunks = [seeds[i : i + CHUNK] for i in range(0, len(seeds), CHUNK)]
    return [record for records in spread_out(_play_chunk, table, chunks, workers) for record in records]


def spread_out(job: Any, shared: Any, parts: Sequence[Any], workers: int) -> Iterable[Any]:
    """``job(shared, part)`` of every part, in order, in ``workers`` processes, with 1 in this one."""
    run = functools.partial(job, shared)
    if workers == 1:
        yield from tqdm(map(run, parts), total=len(parts))
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        yield from tqdm(pool.map(run, parts), total=len(parts))


def _play_chunk(table: Table, seeds: Sequence[int]) -> list[Record]:
    return [play(table, seed) for seed in seeds]
