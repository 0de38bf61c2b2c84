"""A small card game that uses every part of the contract: a hidden deck, hidden hands, forced moves, a cap.

Each turn a player keeps the card (its value in points), swaps it for the top of the deck, or discards 1 or 2 points.
With an empty deck and no points keeping is forced, and asked for only with ``ask_forced``. After ``rounds`` turns each
the most points win, and nobody is to move.
"""

from pathlib import Path

import numpy as np

from lunar_envs.engine import random, rules
from lunar_envs.engine.game import Game, Option, layout
from lunar_envs.engine.jit import jit
from lunar_envs.engine.record import record_dtype
from lunar_envs.engine.rewards import write_rewards

PLAYERS = 3
CARDS = 9
CAP = 5000
KEEP, SWAP, DISCARD = 0, 1, 2

STATE = record_dtype(
    [
        *random.FIELDS,
        ("num_players", "i1"),
        ("to_move", "i1"),
        ("ctx", "i1"),
        ("decisions", "i4"),
        ("rounds", "i1"),
        ("ask_forced", "u1"),
        ("turn", "i2"),
        ("deck", "i1", (CARDS,)),
        ("deck_n", "i1"),
        ("hand", "i1", (PLAYERS,)),
        ("points", "i2", (PLAYERS,)),
        ("rank", "i1", (PLAYERS,)),
        ("truncated", "u1"),
    ]
)
TABLES = record_dtype([("value", "i1", (CARDS,))])


@jit
def setup(s, t, options, mask):
    """Shuffle and deal."""
    s.rounds = 2 + options[0]
    s.ask_forced = options[1]
    for i in range(CARDS):
        s.deck[i] = t.value[i]
    random.shuffle(s, s.deck, 0, CARDS)
    s.deck_n = CARDS
    for p in range(s.num_players):
        draw_card(s, p)
    return legal(s, t, mask)


@jit
def draw_card(s, p):
    """Take the top card of the deck."""
    s.deck_n -= 1
    s.hand[p] = s.deck[s.deck_n]
    s.deck[s.deck_n] = 0


@jit
def legal(s, t, mask):
    """The mask of the seat to move."""
    mask[:] = 0
    if is_over(s):
        return 0
    mask[KEEP] = 1
    mask[SWAP] = s.deck_n > 0
    mask[DISCARD] = s.points[s.to_move] >= 1
    mask[DISCARD + 1] = s.points[s.to_move] >= 2
    return mask[KEEP] + mask[SWAP] + mask[DISCARD] + mask[DISCARD + 1]


@jit
def step(s, t, action, mask):
    """Apply a legal action and the forced ones."""
    apply(s, action)
    count = legal(s, t, mask)
    while count == 1 and not s.ask_forced:
        apply(s, KEEP)
        count = legal(s, t, mask)
    return count


@jit
def apply(s, action):
    """One turn."""
    p = s.to_move
    if action == KEEP:
        s.points[p] += s.hand[p]
    elif action == SWAP:
        draw_card(s, p)
    else:
        s.points[p] -= action - 1
    s.turn += 1
    s.decisions += 1
    s.to_move = s.turn % s.num_players
    if s.turn == s.rounds * s.num_players:
        finish(s)
    elif s.decisions >= CAP:
        s.truncated = 1
        finish(s)


@jit
def finish(s):
    """Most points first; ties share a rank."""
    s.to_move = -1
    for p in range(s.num_players):
        s.rank[p] = 1
        for q in range(s.num_players):
            s.rank[p] += s.points[q] > s.points[p]


@jit
def is_over(s):
    """Whether ranks are given."""
    return s.rank[0] > 0


@jit
def epoch(s):
    """Hands change in every turn."""
    return np.int64(s.decisions)


@jit
def encode_slow(s, t, seat, out):
    """Own card and points."""
    out[0] = s.hand[seat] / 9
    for k in range(PLAYERS):
        out[1 + k] = 0
        if k < s.num_players:
            out[1 + k] = min(s.points[(seat + k) % s.num_players] / 100, 1)


@jit
def encode_fast(s, t, seat, out):
    """Turn and deck."""
    out[4] = s.turn / (s.rounds * s.num_players)
    out[5] = s.deck_n / CARDS


@jit
def returns(s, t, kind, out):
    """A solo game is won with 10 points."""
    write_rewards(kind, s.rank, s.points, s.num_players, s.points[0] >= 10, out)


@jit
def determinize(s, t, seat):
    """Deal the deck and the other hands anew."""
    pool = s.deck_n
    for p in range(s.num_players):
        if p != seat:
            s.deck[pool] = s.hand[p]
            pool += 1
    random.deal_anew(s, s.deck, 0, pool)
    for p in range(s.num_players):
        if p != seat:
            pool -= 1
            s.hand[p] = s.deck[pool]
            s.deck[pool] = 0


@jit
def evaluate(s, t, out, work):
    """Nobody leads before the end."""
    for p in range(out.shape[0]):
        out[p] = 0


@jit
def greedy(s, t, mask):
    """Keep."""
    return KEEP


def load_tables(folder: Path) -> np.ndarray:
    """Cards 1 to 9; the toy has no files."""
    tables = np.zeros(1, TABLES)
    tables["value"] = np.arange(1, CARDS + 1)
    return tables


NAMES = ("KEEP", "SWAP", "DISCARD(1)", "DISCARD(2)")
FOLDER = Path(__file__).parent

rules.register(
    STATE,
    rules.Rules(setup, legal, step, is_over, epoch, encode_slow, encode_fast, returns, determinize, evaluate, greedy),
    FOLDER,
)

GAME = Game(
    name="toy",
    title="Toy",
    version=1,
    min_players=1,
    max_players=PLAYERS,
    dtype=STATE,
    load_tables=load_tables,
    data_folder=FOLDER,
    tables=load_tables(FOLDER),
    options=(
        Option("rounds", (2, 3, 4), 3, "turns of each player"),
        Option("ask_forced", (False, True), False, "whether a player is asked who can only keep"),
    ),
    action_names=NAMES,
    action_aliases={},
    blocks_table=layout({"hand": (1,), "points": (PLAYERS,), "clock": (2,)}),
    contexts=("TURN",),
    describe_action=lambda state, tables, action: NAMES[action].lower(),
    final_scores=lambda s, t: s.points[: s.num_players].astype(np.int64),
    describe_end=lambda s: "truncated" if s.truncated else "rounds",
    show_state=lambda game, state, view: "",
    draw_state=lambda game, state, view: "",
    asks_alone=lambda s: bool(s.ask_forced),
)
