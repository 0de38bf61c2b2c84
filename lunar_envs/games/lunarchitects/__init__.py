"""Lunarchitects, 1 to 5 players: tiles from a circular queue grow hexagonal Moon bases.

Rule numbers (R1-R50) are those of ``docs/lunarchitects.md``.
"""

from pathlib import Path

import numpy as np

from lunar_envs.engine.game import Game, Option
from lunar_envs.engine.rules import Rules, register

from . import apply, draw, encode, estimate, evaluate, hidden, legal, score, show
from .actions import ACTION_ALIASES, ACTION_NAMES, component_of, describe, name_components
from .codes import PLAYERS, Context, EndScheme, Expansion, LapScheme
from .state import STATE
from .tables import DATA, load_tables

LAP_SCHEMES = tuple(scheme.name.lower() for scheme in LapScheme)
END_SCHEMES = tuple(scheme.name.lower() for scheme in EndScheme)

OPTIONS = (
    Option("scheme_setup", ("printed", "random"), "printed", "where the scoring schemes come from (R2)"),
    Option("expansion", tuple(e.name.lower() for e in Expansion), "none", "side of the expansion tiles in play (R10)"),
    Option("points_visible", (False, True), True, "whether all players see all points (R48)"),
    Option("lap_scheme", (*LAP_SCHEMES, None), None, "this lap scheme instead of the drawn or printed one"),
    Option("end_scheme_1", (*END_SCHEMES, None), None, "this first end scheme instead of the drawn or printed one"),
    Option("end_scheme_2", (*END_SCHEMES, None), None, "this second end scheme instead of the drawn or printed one"),
)


def _scores(s: np.record, t: np.record) -> np.ndarray:
    return s.points[: s.num_players].astype(np.int64)


def _describe_end(s: np.record) -> str:
    return "decision cap reached" if s.truncated else "four laps scored"


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
    name="lunarchitects",
    title="Lunarchitects",
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
    playout_length=estimate.PLAYOUT_LENGTH,
)
