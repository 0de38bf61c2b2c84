"""Luna Maris, 1 to 4 players: scientists on a lunar base whose oxygen, energy and space are short.

Rule numbers (R1-R80) are those of ``docs/luna_maris.md``.
"""

from pathlib import Path

import numpy as np

from lunar_envs.engine.game import Game, Option
from lunar_envs.engine.rules import Rules, register

from . import apply, draw, encode, estimate, evaluate, hidden, legal, score, show
from .actions import ACTION_ALIASES, ACTION_NAMES, component_of, describe, name_components
from .codes import PLAYERS, Context, Level
from .state import STATE
from .tables import DATA, load_tables

LEVELS = tuple(level.name.lower() for level in Level)

OPTIONS = (
    Option("solo_level", LEVELS, "basic", "cards of the automaton in games for one player (R71)"),
    Option("advanced_sustainability", (False, True), False, "recycling options of the advanced tile (R80)"),
)


def _scores(s: np.record, t: np.record) -> np.ndarray:
    return s.vp[: s.num_players].astype(np.int64)


def _describe_end(s: np.record) -> str:
    return "decision cap reached" if s.truncated else "five rounds played"


register(
    STATE,
    Rules(
        setup=apply.setup,
        legal=legal.legal,
        step=apply.step,
        is_over=apply.is_over,
        epoch=encode.epoch,
        encode_slow=encode.encode_slow,
        encode_fast=encode.encode_fast,
        returns=score.returns,
        determinize=hidden.determinize,
        evaluate=estimate.evaluate,
        greedy=evaluate.greedy,
    ),
    Path(__file__).parent,
)

GAME = Game(
    name="luna_maris",
    title="Luna Maris",
    version=0,
    min_players=1,
    max_players=PLAYERS,
    dtype=STATE,
    load_tables=load_tables,
    data_folder=DATA,
    tables=load_tables(DATA),
    options=OPTIONS,
    action_names=ACTION_NAMES,
    action_aliases=ACTION_ALIASES,
    blocks_table=encode.BLOCKS,
    contexts=tuple(context.name for context in Context),
    describe_action=describe,
    final_scores=_scores,
    describe_end=_describe_end,
    show_state=show.show,
    draw_state=draw.draw,
    name_components=name_components,
    component_of=component_of,
)
