"""Age of the Moon, 2 to 4 players: a race for a lunar base with scarce resources, rockets and real negotiation.

Rule numbers (R1-R107) are those of ``docs/age_of_the_moon.md``; R103 and R104 ask for no code.
"""

from itertools import permutations
from pathlib import Path

import numpy as np

from lunar_envs.engine.game import Game, Option
from lunar_envs.engine.rules import Rules, register

from . import apply, draw, encode, estimate, evaluate, hidden, legal, score, show
from .actions import ACTION_ALIASES, ACTION_NAMES, component_of, describe, name_components
from .codes import PLAYERS, Context, EmptyEffect, Faction
from .facts import points
from .state import STATE
from .tables import DATA, load_tables

FACTIONS = tuple(
    ",".join(faction.name.lower() for faction in seats)
    for count in range(1, PLAYERS + 1)
    for seats in permutations(Faction, count)
)
EMPTY_EFFECTS = tuple(effect.name.lower() for effect in EmptyEffect)

OPTIONS = (
    Option("variant_pro", (False, True), False, "whether the four modules must be operated too (R94)"),
    Option("round1_refill", (False, True), False, "whether round 1 has a budget refill (R12)"),
    Option("factions", ("random", *FACTIONS), "random", "factions of the first seats; the other seats draw (R1)"),
    Option("empty_card_effect", (*EMPTY_EFFECTS, "random"), "comms_jamming", "what an Empty Card does (R89)"),
    Option("stop_icp_penalty", tuple(range(21)), 0, "what a STOP card costs the player who plays it (R83)"),
    Option("ask_idle", (0, 1, 2), 0, "when a lone PASS is asked for: never, with cards in hand, always"),
)


def _scores(s: np.record, t: np.record) -> np.ndarray:
    return np.array([points(s, t, seat) for seat in range(s.num_players)], np.int64)


def _describe_end(s: np.record) -> str:
    if s.truncated:
        return "round or decision cap reached"
    groups = [group for group, rank in zip(s.joint, s["rank"], strict=True) if rank == 1 and group > 0]
    return "a joint victory" if len(groups) > len(set(groups)) else "four habitation modules deployed"


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
    name="age_of_the_moon",
    title="Age of the Moon",
    version=0,
    min_players=2,
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
    asks_alone=apply.asks_alone,
    name_components=name_components,
    component_of=component_of,
    playout_length=estimate.PLAYOUT_LENGTH,
)
