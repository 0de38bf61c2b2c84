"""The command ``lunar-envs``: what there is, compile it, find out what is wrong."""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import metadata
from itertools import groupby
from typing import Any

import numpy as np

from .engine import jit, kernels, search
from .engine.batch import Batch
from .engine.game import Game, seed_of
from .games import games

CORE = ("numba", "numpy", "gymnasium", "pettingzoo")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    try:
        from tyro.conf import Positional
        from tyro.extras import subcommand_cli_from_dict
    except ImportError:
        print('The command needs tyro: pip install "lunar-envs[cli]"', file=sys.stderr)
        return 1
    commands = {"info": info, "warm": warm, "doctor": doctor}
    try:
        return subcommand_cli_from_dict(
            commands, prog="lunar-envs", description=__doc__, args=arguments, config=(Positional,)
        )
    except (KeyError, ValueError) as error:
        print(error.args[0], file=sys.stderr)
        return 1


def info(*names: str) -> int:
    """Show the games and their sizes, or with names all options, actions and observation blocks of these games.

    Args:
        names: Games to show in full.
    """
    for name in names:
        _show_game(games[name])
    if not names:
        head = ("game", "players", "actions", "observation", "state bytes", "version", "data")
        _print_table(head, [_sizes(games[name]) for name in games])
    return 0


def warm(*names: str) -> int:
    """Compile everything once, so that no first call has to wait.

    Args:
        names: Games to compile; all if none is given.
    """
    for name in names or games:
        for entry_point, arguments in entry_calls(games[name]).items():
            label = f"{name} {entry_point.__name__}"
            print(f"{label:<40}", end="", flush=True)
            began = time.perf_counter()
            entry_point(*arguments)
            print(f"{time.perf_counter() - began:8.2f} s")
    return 0


def doctor() -> int:
    """Show versions, the cache of compiled code and the time to the first step; exit status 1 if something is wrong."""
    _print_table(("package", "version"), _versions())
    problems = [problem for check in (_check_jit, _check_games, _check_cache) for problem in check()]
    for problem in problems:
        print(f"PROBLEM: {problem}")
    if not problems:
        print("All is well.")
    return int(bool(problems))


def entry_calls(game: Game) -> dict[Callable, tuple]:
    """Every compiled entry point with arguments of the types that the library passes, in an order in which they run."""
    batch, tree = Batch(game, 1), search.Tree(game, 1)
    states, tables, masks = batch.states, game.tables, batch.masks
    seed, actions = seed_of(0), np.zeros(1, np.int64)
    return {
        kernels.new_game: (states, tables, seed, batch.num_players, game.option_codes({}), masks),
        kernels.legal_actions: (states, tables, masks),
        kernels.observe: (states, tables, 0, batch.observations),
        kernels.advise: (states, tables, masks),
        kernels.try_step: (states, tables, -1, masks),
        kernels.resample: (states, tables, 0, seed),
        kernels.play_random: (states, tables, -1, seed, masks),
        kernels.final_returns: (states, tables, 0, batch.returns),
        kernels.reset_batch: (*batch.games, *batch.views),
        kernels.pick_random: (masks, batch.seeds, actions),
        kernels.game_seeds: (batch.seeds, batch.seeds.copy()),
        kernels.first_illegal: (masks, actions, 0),
        kernels.step_batch: (*batch.games, actions, batch.reward, *batch.views, *batch.results),
        search.simulate_all: (*tree.memory, 0, seed, 1.0, 0.5, 0, 1, False),
    }


def _sizes(game: Game) -> tuple:
    players = f"{game.min_players}-{game.max_players}"
    observation, size = game.observation_length, game.dtype.itemsize
    return game.name, players, game.num_actions, observation, size, game.version, game.fingerprint


def _show_game(game: Game) -> None:
    print(f"{game.title}\n")
    _print_table(("option", "default", "meaning", "values"), [_option_row(option) for option in game.options])
    _print_table(("ids", "actions"), _action_rows(game.action_names))
    blocks = ((b.name, f"{b.start}-{b.start + b.length - 1}", "x".join(map(str, b.shape))) for b in game.blocks_table)
    _print_table(("observation block", "places", "shape"), blocks)


def _option_row(option: Any) -> tuple:
    values = list(map(str, option.values))
    shown = ", ".join(values) if len(values) < 20 else f"{values[0]} .. {values[-1]}"
    return option.name, option.default, option.help, shown


def _action_rows(names: Sequence[str]) -> Iterator[tuple]:
    for _, group in groupby(enumerate(names), key=lambda item: item[1].partition("(")[0]):
        (first, name), *rest = group
        last, end = rest[-1] if rest else (first, name)
        yield (f"{first}-{last}", f"{name} .. {end}") if rest else (first, name)


def _versions() -> Iterator[tuple[str, str]]:
    yield "python", sys.version.split()[0]
    for package in ("lunar-envs", *CORE):
        yield package, _version(package) or "not installed"
    for package, extra in _optional_packages():
        yield package, _version(package) or f'not installed; for it: pip install "lunar-envs[{extra}]"'


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _optional_packages() -> Iterator[tuple[str, str]]:
    if _version("lunar-envs") is None:
        return
    seen = {"lunar-envs", *CORE}
    for requirement in metadata.requires("lunar-envs") or ():
        match = re.match(r"""([\w.-]+).*extra\s*==\s*['"]([\w-]+)['"]""", requirement)
        if match and match[1] not in seen:
            seen.add(match[1])
            yield match[1], match[2]


def _check_jit() -> Iterator[str]:
    if jit.disabled():
        yield "numba is switched off, everything is about 1000 times slower; unset NUMBA_DISABLE_JIT"


def _check_cache() -> Iterator[str]:
    if jit.disabled():
        return
    folder = kernels.try_step._cache.cache_path
    if folder is None:
        yield "compiled code is not kept; set NUMBA_CACHE_DIR to a folder that can be written"
        return
    print(f"compiled code is kept in {folder}")
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        yield f"{folder} cannot be written ({error.strerror}); set NUMBA_CACHE_DIR to a folder that can"


def _check_games() -> Iterator[str]:
    for name in games:
        began, compiled = time.perf_counter(), _compilations()
        try:
            game = games[name]
            state = game.new(seed=0)
            game.step(state, int(np.argmax(game.legal(state))))
        except Exception as error:
            yield f"{name} cannot be played ({error!r}); reinstall lunar-envs"
            continue
        warmth = "compiled code was ready" if _compilations() == compiled else "most of it to compile, once"
        print(f"{name}: first step after {time.perf_counter() - began:.2f} s, {warmth}")


def _compilations() -> int:
    return 0 if jit.disabled() else sum(kernels.try_step.stats.cache_misses.values())


def _print_table(head: Sequence[Any], rows: Iterable[Sequence[Any]]) -> None:
    table = [list(map(str, row)) for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
    print()
