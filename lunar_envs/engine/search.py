"""Information-set Monte-Carlo tree search, compiled, for every game (Cowling, Powley and Whitehouse 2012).

Every simulation draws anew what the searching seat cannot know, and walks down a tree whose nodes stand for what the
seat that acts there sees: positions that look the same to it share a node, so no seat plans with what it cannot know.
A node's statistics are of the reward of its own seat; every simulation brings back one value per seat.
"""

from typing import Any

import numpy as np

from . import rules
from .game import Game
from .jit import disabled, jit
from .kernels import encode
from .masks import next_legal, pick
from .random import branch, mix, next_seed, seed_generator
from .rewards import RANK

PLAYOUTS = ("random", "greedy")
"""Who plays on from a leaf before it is evaluated."""
RANDOM, GREEDY = range(2)
WIDTH = 48
"""Children of a node: the legal actions that look best at once."""
FIRST_CHILDREN = 4
"""Children that are open from the start; more open with the square root of the visits."""
LONGEST_PATH = 128
"""Decisions of a simulation that are in the tree."""
LONGEST_TURN = 16
"""Decisions that a play-out adds to end the turn in which it stops; a solo game has one turn, which does not end."""
WORK = 64
"""Floats that an evaluation may use as it likes."""
LANES = 4
"""Hashes that a key is made of, so that none waits for another's multiplication."""

NODE = np.dtype(
    [
        ("key", "u8"),  # of the seat and its observation; 0 for a place that is free
        ("seat", "i8"),
        ("width", "i8"),  # number of children
        ("visits", "i4"),
        ("actions", "i2", (WIDTH,)),  # the greedy player's, then the others by their first values, best first
        ("child_visits", "i4", (WIDTH,)),
        ("totals", "f8", (WIDTH,)),  # sums of the rewards of ``seat``
        ("first_values", "f4", (WIDTH,)),  # of ``seat``, one action on
    ]
)


class Tree:
    """The memory of one search: all that the compiled code writes to, made once and used for every decision.

    ``nodes`` has room for twice the simulations, since it is a hash table; a simulation adds one node at most.
    """

    def __init__(self, game: Game, simulations: int) -> None:
        size = 1 << max(4, (2 * simulations - 1).bit_length())
        self.game = game
        self.nodes = np.zeros(size, np.dtype((np.record, NODE.descr)))
        self.states = np.zeros(3, game.dtype)  # the root, the simulation, and one action ahead of it
        self.masks = game.masks(3)  # of the simulation, one action ahead of it, and what is allowed at the root
        self.words = np.zeros(-(-game.observation_length // (2 * LANES)) * LANES, np.uint64)
        self.values = np.zeros((2, game.max_players), np.float32)
        self.work = np.zeros(WORK)
        self.path = np.zeros((LONGEST_PATH, 2), np.int64)  # the nodes of a simulation, and the children taken there
        self.places = np.zeros(2, np.int64)  # how many nodes there are, and which is the root

    def begin(self, state: np.ndarray, mask: np.ndarray) -> None:
        """Forget everything.

        ``state`` is one that could be the true one for the searching seat, ``mask`` (int8[N]) the actions among which
        it chooses: of the legal ones all or some.
        """
        self.nodes["key"] = 0
        self.places[:] = 0
        self.states[0] = state[0]
        self.masks[2] = mask

    def run(self, simulations: int, seed: int, settings: tuple[float, float, int, int, bool]) -> int:
        """Add simulations; ``settings`` are exploration, advice, kind and length of play-outs, and greedy replies.

        Returns the seed with which to go on: in two runs or in one, the simulations are the same.
        """
        return int(simulate_all(*self.memory, simulations, np.uint64(seed), *settings))

    def visits(self) -> np.ndarray:
        """How often each action was tried at the root, int64[N]; the first simulation makes the root and tries none."""
        counts = np.zeros(self.game.num_actions, np.int64)
        if self.places[0]:
            root = self.nodes[self.places[1]]
            counts[root.actions[: root.width]] = root.child_visits[: root.width]
        return counts

    @property
    def observation(self) -> np.ndarray:
        """The memory of ``words`` as the observation that it is: float32[D]."""
        return self.words.view(np.float32)[: self.game.observation_length]

    @property
    def memory(self) -> tuple[Any, ...]:
        """The first arguments of ``simulate_all``."""
        return (
            self.states, self.game.tables, self.nodes, self.places, self.masks, self.words, self.observation,
            self.values, self.work, self.path,
        )  # fmt: skip


@jit(cache=True)
def simulate_all(
    states, tables, nodes, places, masks, words, observation, values, work, path,
    simulations, seed, exploration, advice, playout, length, greedy_replies,
):  # fmt: skip
    """Run ``simulations`` from ``states[0]`` for the seat that acts there; returns the last seed.

    ``exploration`` weighs the bonus for what has been tried little, ``advice`` is the share of the prior that the
    action of the game's greedy player has. With ``greedy_replies`` the other seats do in the tree what their greedy
    player would, else what serves them best.
    """
    for _ in range(simulations):
        seed = next_seed(seed)
        states[1] = states[0]
        s = states[1]
        seed_generator(s, mix(seed))
        rules.determinize(s, tables[0], np.int64(s.to_move))
        steps = descend(
            states, tables[0], nodes, places, masks, words, observation, values, work, path,
            exploration, advice, greedy_replies,
        )  # fmt: skip
        play_out(states, tables[0], masks[0], branch(seed), playout, length)
        value_of(s, tables[0], values[0], work)
        back_up(nodes, path, steps, values[0])
    return seed


@jit
def descend(
    states, t, nodes, places, masks, words, observation, values, work, path, exploration, advice, greedy_replies
):
    """Go down the tree to a position that is new, which gets a node; returns the number of actions on the way."""
    s = states[1]
    mask = masks[0]
    rules.legal(s, t, mask)
    for action in range(mask.shape[0]):
        mask[action] &= masks[2, action]
    steps = 0
    while not rules.is_over(s) and steps < LONGEST_PATH:
        key = key_of(s, t, words, observation)
        at = find(nodes, key)
        if nodes[at].key != key:
            if places[0] < nodes.shape[0] // 2:
                if places[0] == 0:
                    places[1] = at
                places[0] += 1
                narrow = greedy_replies and s.to_move != states[0].to_move
                expand(states, t, nodes[at], key, masks, narrow, values[1], work)
            break
        child = select(nodes[at], exploration, advice)
        action = np.int64(nodes[at].actions[child])
        if mask[action] == 0:  # two positions with the same key by chance
            break
        path[steps, 0] = at
        path[steps, 1] = child
        steps += 1
        rules.step(s, t, action, mask)
    return steps


@jit
def key_of(s, t, words, observation):
    """A hash of the seat to move and of what it sees, never 0."""
    seat = np.int64(s.to_move)
    encode(s, t, seat, observation)
    a = b = c = d = np.uint64(seat + 1)
    for i in range(0, words.shape[0], LANES):
        a = stir(a, words[i])
        b = stir(b, words[i + 1])
        c = stir(c, words[i + 2])
        d = stir(d, words[i + 3])
    return mix(stir(stir(stir(a, b), c), d)) | np.uint64(1)


@jit
def stir(key, word):
    """A hash with one word more."""
    key = (key ^ word) * np.uint64(0x9E3779B97F4A7C15)
    return key ^ (key >> np.uint64(29))


@jit
def find(nodes, key):
    """The place of the node with this key, or the free place for it."""
    last = np.uint64(nodes.shape[0] - 1)
    at = key & last
    while nodes[at].key != 0 and nodes[at].key != key:
        at = (at + np.uint64(1)) & last
    return np.int64(at)


@jit
def expand(states, t, node, key, masks, narrow, values, work):
    """Make ``node`` that of ``states[1]``; its children are the legal actions, the greedy one first, then by value.

    A ``narrow`` one has the greedy one alone.
    """
    node.key = key
    node.seat = states[1].to_move
    node.visits = 0
    node.width = 0
    greedy = ask_greedy(states, t, masks[0])
    insert(node, 0, greedy, first_value(states, t, greedy, node.seat, masks[1], values, work))
    action = masks.shape[1] if narrow else next_legal(masks[0], 0)
    while action < masks.shape[1]:
        if action != greedy:
            insert(node, 1, action, first_value(states, t, action, node.seat, masks[1], values, work))
        action = next_legal(masks[0], action + 1)
    for i in range(node.width):
        node.child_visits[i] = 0
        node.totals[i] = 0.0


@jit
def first_value(states, t, action, seat, mask, values, work):
    """What the position after an action in ``states[1]`` is worth to ``seat``."""
    states[2] = states[1]
    rules.step(states[2], t, action, mask)
    value_of(states[2], t, values, work)
    return values[seat]


@jit
def insert(node, first, action, value):
    """Add a child where its value belongs, from place ``first`` on; of too many the worst is dropped."""
    if node.width < WIDTH:
        node.width += 1
    elif value <= node.first_values[WIDTH - 1]:
        return
    i = np.int64(node.width) - 1
    while i > first and value > node.first_values[i - 1]:
        node.actions[i] = node.actions[i - 1]
        node.first_values[i] = node.first_values[i - 1]
        i -= 1
    node.actions[i] = action
    node.first_values[i] = value


@jit
def select(node, exploration, advice):
    """The open child with the best mean, its first value counting as one visit, plus a bonus for trying it (PUCT)."""
    opened = min(np.int64(node.width), FIRST_CHILDREN + np.int64(np.sqrt(node.visits)))
    even = (1.0 - advice) / opened
    scale = exploration * np.sqrt(node.visits + 1.0)
    best = 0
    most = -np.inf
    for i in range(opened):
        visits = 1.0 + node.child_visits[i]
        prior = even + advice * (i == 0)
        score = (node.first_values[i] + node.totals[i]) / visits + scale * prior / visits
        if score > most:
            most = score
            best = i
    return best


@jit
def play_out(states, t, mask, seed, playout, length):
    """Play on in ``states[1]`` for ``length`` decisions and to the end of the turn in which the last one falls."""
    if length == 0:
        return
    s = states[1]
    seat = s.to_move
    rules.legal(s, t, mask)
    for i in range(length + LONGEST_TURN):
        if rules.is_over(s) or (i >= length and s.to_move != seat):
            return
        seat = s.to_move
        if playout == GREEDY:
            action = ask_greedy(states, t, mask)
        else:
            seed = next_seed(seed)
            action = pick(mask, seed)
        rules.step(s, t, action, mask)


@jit
def ask_greedy(states, t, mask):
    """The greedy player's action in ``states[1]``; it may write to the copy that it is given."""
    states[2] = states[1]
    return np.int64(rules.greedy(states[2], t, mask))


@jit
def value_of(s, t, values, work):
    """Write what every seat can expect, float32[seats] in -1 .. 1: the final rewards, or the game's evaluation."""
    if rules.is_over(s):
        rules.returns(s, t, RANK, values)
    else:
        rules.evaluate(s, t, values, work)


@jit
def back_up(nodes, path, steps, values):
    """Add what a simulation found to the nodes on its way."""
    for i in range(steps):
        node = nodes[path[i, 0]]
        child = path[i, 1]
        node.visits += 1
        node.child_visits[child] += 1
        node.totals[child] += values[node.seat]


if disabled():  # numpy scalars warn where machine integers wrap, which is meant here
    key_of = np.errstate(over="ignore")(key_of)
