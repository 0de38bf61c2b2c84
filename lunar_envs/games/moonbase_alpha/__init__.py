"""Moonbase Alpha, 2 players: two corporations fight over the Moon with hidden counters, shares and lawyers.

Rule numbers (R1-R107) are those of ``docs/moonbase_alpha.md``; there are no variants (R108).
"""

from pathlib import Path

import numpy as np

from lunar_envs.engine.game import Game
from lunar_envs.engine.rules import Rules, register

from . import apply, draw, encode, estimate, evaluate, hidden, legal, score, show
from .actions import ACTION_ALIASES, ACTION_NAMES, component_of, describe, name_components
from .codes import EURO_PER_LEVEL, PLAYERS, Context, ResultKind
from .state import STATE
from .tables import DATA, load_tables

_ENDS = {
    ResultKind.MAJOR: "stock at its end",
    ResultKind.MINOR: "lawsuit settled",
    ResultKind.TRUNCATED: "turn or decision cap reached",
}


def _scores(s: np.record, t: np.record) -> np.ndarray:
    return s.stock.astype(np.int64) * EURO_PER_LEVEL


def _describe_end(s: np.record) -> str:
    tied = s.stock[0] == s.stock[1]  # R100
    return _ENDS[ResultKind(s.result_kind)] + (", tie-break" if tied else "")


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
    name="moonbase_alpha",
    title="Moonbase Alpha",
    version=0,
    min_players=PLAYERS,
    max_players=PLAYERS,
    dtype=STATE,
    load_tables=load_tables,
    data_folder=DATA,
    tables=load_tables(DATA),
    options=(),
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
    advice=estimate.ADVICE,
)
