"""Dispatch: generic compiled loops call the functions below, and the type of the state record picks the game.

Passing compiled functions as arguments would work too, but never hits numba's on-disk cache;
an ``overload`` on the record's type does, and inlines.

In every signature ``s`` is one state record, ``t`` the record of the game's tables, ``mask`` an
int8[N] that is overwritten, ``out`` a float32 row that is overwritten.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from .jit import PART_OPTIONS, register_sources


@dataclass(frozen=True)
class Rules:
    """The compiled functions of one game."""

    setup: Callable  # (s, t, options, mask) -> count; s is blank but for rng and num_players
    legal: Callable  # (s, t, mask) -> count of legal actions; 0 when the game is over
    step: Callable  # (s, t, action, mask) -> count; applies a LEGAL action and all forced ones after it
    is_over: Callable  # (s) -> bool
    epoch: Callable  # (s) -> int64; while it and the seat stay, encode_slow need not be repeated
    encode_slow: Callable  # (s, t, seat, out); the blocks that change at most when the epoch does
    encode_fast: Callable  # (s, t, seat, out); all other blocks, after encode_slow
    returns: Callable  # (s, t, kind, out); rewards of all seats at the end, kind as in rewards.py
    determinize: Callable  # (s, t, seat); re-samples what the seat cannot know from a fresh generator
    evaluate: Callable  # (s, t, out, work); rewards to expect, -1..1, before the end; s may be scribbled on
    greedy: Callable  # (s, t, mask) -> choice of the baseline player, who reads what to_move may see; s is a copy, and
    # mask may leave out legal actions: the choice may then be any number, but there must be one


_rules: dict[Any, Rules] = {}


def register(dtype: np.dtype, rules: Rules, folder: Path) -> None:
    """Make ``rules`` the rules of states of ``dtype``; ``folder`` holds the sources that they come from."""
    record = numba.from_dtype(dtype)
    _rules[record] = _rules[dtype] = rules
    register_sources(record, folder)


def _dispatched(stub: Callable) -> Callable:
    """Let compiled code resolve ``stub`` by the type of ``s``; its body serves plain Python."""

    def resolve(s: Any, *_: Any) -> Callable | None:
        rules = _rules.get(s)
        return getattr(rules, stub.__name__).py_func if rules else None

    overload(stub, jit_options=PART_OPTIONS, strict=False)(resolve)
    return stub


@_dispatched
def setup(s, t, options, mask):
    """See ``Rules.setup``."""
    return _rules[s.dtype].setup(s, t, options, mask)


@_dispatched
def legal(s, t, mask):
    """See ``Rules.legal``."""
    return _rules[s.dtype].legal(s, t, mask)


@_dispatched
def step(s, t, action, mask):
    """See ``Rules.step``."""
    return _rules[s.dtype].step(s, t, action, mask)


@_dispatched
def is_over(s):
    """See ``Rules.is_over``."""
    return _rules[s.dtype].is_over(s)


@_dispatched
def epoch(s):
    """See ``Rules.epoch``."""
    return _rules[s.dtype].epoch(s)


@_dispatched
def encode_slow(s, t, seat, out):
    """See ``Rules.encode_slow``."""
    _rules[s.dtype].encode_slow(s, t, seat, out)


@_dispatched
def encode_fast(s, t, seat, out):
    """See ``Rules.encode_fast``."""
    _rules[s.dtype].encode_fast(s, t, seat, out)


@_dispatched
def returns(s, t, kind, out):
    """See ``Rules.returns``."""
    _rules[s.dtype].returns(s, t, kind, out)


@_dispatched
def determinize(s, t, seat):
    """See ``Rules.determinize``."""
    _rules[s.dtype].determinize(s, t, seat)


@_dispatched
def evaluate(s, t, out, work):
    """See ``Rules.evaluate``; ``work`` is float64[64] to use at will."""
    _rules[s.dtype].evaluate(s, t, out, work)


@_dispatched
def greedy(s, t, mask):
    """See ``Rules.greedy``."""
    return _rules[s.dtype].greedy(s, t, mask)
