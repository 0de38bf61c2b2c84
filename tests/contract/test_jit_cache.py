"""Compiled code: one signature per entry point and game, never stale, and no need for a folder to keep it in.

``engine/jit.py`` leans on a few private names of numba; the last tests say so when a new numba moves them.
"""

import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from helpers import play
from numba.core import config, types
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.dispatcher import Dispatcher
from toy import GAME as TOY

import lunar_envs
from lunar_envs.cli import entry_calls
from lunar_envs.contract import check_game
from lunar_envs.engine import jit, kernels, search

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
SCRIPT = """
import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    from toy import GAME
    IMPORTED
    state = GAME.new(2, 5)
    GAME.step(state, 0)
    GAME.observe(state, 0)
    from lunar_envs.engine import kernels
    print(state["rng"][0, 0], state["points"][0].tolist(), sum(kernels.new_game.stats.cache_hits.values()))
for warning in caught:
    print(warning.category.__name__, warning.message)
"""


def entry_points():
    found = [*vars(kernels).values(), *vars(search).values()]
    return {f for f in found if isinstance(getattr(f, "_cache", None), FunctionCache)}


def test_warming_reaches_every_entry_point(game):
    assert set(entry_calls(game)) == entry_points()


def test_every_entry_point_has_one_signature_per_game(game):
    for entry_point, arguments in entry_calls(game).items():
        entry_point(*arguments)
    check_game(game, games=1)
    through_the_doors(game)
    record = numba.from_dtype(game.dtype)
    for entry_point in entry_points():
        kept = [s for s in entry_point.signatures if not records(s) or record in records(s)]
        assert len(kept) == 1, f"{entry_point.__name__}: {kept}"


def records(signature):
    return [a.dtype for a in signature if isinstance(a, types.Array) and isinstance(a.dtype, types.Record)]


def through_the_doors(game):
    batch = lunar_envs.make_vec(game, 3)
    observations, _ = batch.reset(seed=1)
    batch.step(observations["action_mask"].argmax(axis=1))
    table = lunar_envs.make(game)
    table.reset(seed=1)
    table.step(int(table.last()[0]["action_mask"].argmax()))


# -- a copy of the engine and the toy, run in processes of its own ---------------------------------


@pytest.fixture
def copy(tmp_path):
    package = tmp_path / "lunar_envs"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(jit.__file__).parent, package / "engine", ignore=ignored)
    shutil.copytree(HERE / "toy", tmp_path / "toy", ignore=ignored)
    (package / "__init__.py").touch()
    return tmp_path


def run(folder, imported="pass", **environment):
    """What was played, how often compiled code was found, and the warnings; ``imported`` runs after the imports."""
    script = SCRIPT.replace("IMPORTED", imported)
    result = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    line, *warnings = result.stdout.splitlines()
    played, hits = line.rsplit(" ", 1)
    return played, int(hits), warnings


def test_edits_in_called_functions_are_noticed(copy):
    cache = {"NUMBA_CACHE_DIR": str(copy / "cache")}
    played, hits, _ = run(copy, **cache)
    assert hits == 0
    assert run(copy, **cache) == (played, 1, [])
    for file, old, new in (
        ("toy/__init__.py", "s.points[p] += s.hand[p]", "s.points[p] += 50 + s.hand[p]"),
        ("lunar_envs/engine/random.py", "b ^ c", "b ^ ~c"),
    ):
        source = copy / file
        original = source.read_text()
        assert original.count(old) == 1
        source.write_text(original.replace(old, new))
        edited, hits, _ = run(copy, **cache)
        assert hits == 0
        assert edited != played, f"an edit of {file} goes unnoticed"
        source.write_text(original)


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_damaged_files_are_made_anew(copy, suffix):
    cache = {"NUMBA_CACHE_DIR": str(copy / "cache")}
    played, _, _ = run(copy, **cache)
    for file in (copy / "cache").rglob(f"*.{suffix}"):
        file.write_bytes(file.read_bytes()[:20])
    assert run(copy, **cache) == (played, 0, [])
    assert run(copy, **cache) == (played, 1, [])


def test_without_any_folder_one_warning_and_all_works(copy):
    (copy / "file").touch()
    (copy / "lunar_envs" / "engine" / "__pycache__").touch()
    nowhere = str(copy / "file" / "cache")
    played, hits, warnings = run(copy, NUMBA_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere, HOME=nowhere)
    assert played == run(copy, NUMBA_CACHE_DIR=str(copy / "cache"))[0]
    assert hits == 0
    assert_one_warning(warnings)


def test_disk_full_one_warning_and_all_works(copy):
    full = "from numba.core import caching; caching.IndexDataCacheFile.save = lambda *_: open('/dev/full/no')"
    cache = {"NUMBA_CACHE_DIR": str(copy / "cache")}
    played, hits, warnings = run(copy, imported=full, **cache)
    assert (played, hits) == run(copy, **cache)[:2]
    assert_one_warning(warnings)


def assert_one_warning(warnings):
    (warning,) = warnings
    assert warning.startswith("RuntimeWarning compiled code cannot be cached")
    assert "set NUMBA_CACHE_DIR to a folder that can be written" in warning


# -- what engine/jit.py expects of numba -----------------------------------------------------------


HOOKS = {
    FunctionCache: ("_index_key", "load_overload", "save_overload", "cache_path"),
    JITCodeLibrary: ("finalize", "get_pointer_to_function", "codegen", "_get_module_for_linking"),
    Compiler: ("compile_extra", "define_pipelines"),
    Flags: ("copy", "summary"),
    Dispatcher: ("get_call_template", "get_overload"),
}


@pytest.mark.parametrize(("owner", "name"), [(owner, name) for owner, names in HOOKS.items() for name in names])
def test_numba_has_the_hook(owner, name):
    assert hasattr(owner, name)


@pytest.mark.parametrize("name", ["_linking_libraries", "_finalized", "_final_module"])
def test_code_libraries_of_numba_have_the_attribute(name):
    library = numba.njit(lambda x: x + 1)
    library(1)
    (compiled,) = library.overloads.values()
    assert hasattr(compiled.library, name)


def test_code_that_allocates_is_refused_unless_it_says_so():
    def sums(n):
        return np.ones(n).sum()

    assert jit.jit(sums, allocates=True)(3) == 3
    with pytest.raises(numba.core.errors.NumbaError, match="returning of array"):
        jit.jit(sums)(3)


def test_compiling_looks_for_garbage_less_often_and_then_as_before():
    before = gc.get_threshold()
    with jit._few_collections():
        assert gc.get_threshold()[0] == 100 * before[0] > 0
    assert gc.get_threshold() == before


@pytest.mark.parametrize("flag", [*jit.FLAGS, "DISABLE_JIT"])
def test_numba_has_the_flag(flag):
    assert hasattr(config, flag)


def test_numba_asks_the_cache_of_the_dispatcher():
    play(TOY, 2, seed=0, limit=1)
    stats = kernels.try_step.stats
    assert stats.cache_hits or stats.cache_misses
    assert isinstance(kernels.try_step._cache, jit._StampedCache)


def test_flags_are_part_of_the_stamp(monkeypatch):
    signature, file = kernels.try_step.signatures[0], Path(kernels.__file__)
    before = jit._stamp(signature, file)
    monkeypatch.setattr(config, "BOUNDSCHECK", not config.BOUNDSCHECK)
    assert jit._stamp(signature, file) != before
