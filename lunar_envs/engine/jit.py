"""The one decorator for compiled code, and the on-disk cache behind it.

numba keys its cache by the file of the function alone, so an edit in a called function of another
file keeps running the old machine code, and an import fails where no cache folder can be written.
The cache here adds a stamp of everything that the machine code depends on to numba's key, and a
function whose cache cannot be written is compiled in memory with one warning.
"""

import functools
import gc
import hashlib
import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags

logger = logging.getLogger("lunar_envs")

ENGINE_FOLDER = Path(__file__).parent
OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
"""Without its runtime (nrt) numba refuses code that allocates, and counts no references, which takes locked increments
for every array that a function is given."""
FLAGS = ("BOUNDSCHECK", "OPT", "DEBUG", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX", "CPU_NAME")

UNUSED_PASSES = {
    "InlineClosureLikes",
    "RewriteSemanticConstants",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "NoPythonSupportedFeatureValidation",
    "AnnotateTypes",
}
"""Passes of numba's for what the rules of games do without: closures, unrolled literals, inlining before LLVM's."""

_source_folders: dict[types.Record, Path] = {}


class _PartLibrary(JITCodeLibrary):
    """The code of one function, to be optimised as a part of the entry points that call it.

    numba would optimise it, and all that it calls, on its own and once more in every caller, which made the first
    compilation of a game three times slower.
    """

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # nobody calls a part from Python

    @property
    def codegen(self) -> "_PartLibrary":
        return self

    def set_env(self, name: str, env: Any) -> None:
        """An environment serves Python objects, which no part uses."""

    def own_module(self) -> Any:
        """The code of this function alone."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        # A function that was compiled by numba alone calls this part: it links no more than it gets here.
        module = self.own_module().clone()
        for library in _closure(self):
            part = isinstance(library, _PartLibrary)
            module.link_in(library.own_module() if part else library._get_module_for_linking(), preserve=True)
        return module


class _EntryLibrary(JITCodeLibrary):
    """The code of an entry point with all of its parts."""

    def finalize(self) -> None:
        libraries = _closure(self)
        for library in libraries:
            if isinstance(library, _PartLibrary):
                self._final_module.link_in(library.own_module(), preserve=True)
        self._linking_libraries = [library for library in libraries if not isinstance(library, _PartLibrary)]
        super().finalize()


def _closure(library: JITCodeLibrary) -> list[JITCodeLibrary]:
    """All libraries that the code of ``library`` needs, by way of its parts."""
    needed = dict.fromkeys(library._linking_libraries)
    for part in (waiting := list(needed)):
        if isinstance(part, _PartLibrary):
            new = [other for other in part._linking_libraries if other not in needed]
            needed.update(dict.fromkeys(new))
            waiting += new
    needed.pop(library, None)
    return list(needed)


class _ArgumentTypes(tuple):
    """numba writes the types of the arguments out for every pass, which for a state takes longer than most passes."""

    __slots__ = ()

    def __str__(self) -> str:
        return ""


class _SharedFlags(Flags):
    """numba looks its flags up for every call in a function, and writes all of them out to hash and to compare them."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)

    def copy(self) -> "_SharedFlags":
        return self


_shared_flags: dict[str, _SharedFlags] = {}


@contextmanager
def _few_collections() -> Iterator[None]:
    """A compiler makes a million objects that last: the garbage among them is looked for less often."""
    before = gc.get_threshold()
    gc.set_threshold(100 * before[0], *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class PartCompiler(Compiler):
    """numba's compiler for functions that compiled code alone calls."""

    library_class: type[JITCodeLibrary] = _PartLibrary

    def compile_extra(self, function: Callable) -> Any:
        """See numba's."""
        flags = self.state.flags
        self.state.flags = _shared_flags.setdefault(flags.summary(), _SharedFlags(flags))
        return super().compile_extra(function)

    def define_pipelines(self) -> list:
        """numba's pipelines, with a library of our own."""
        self.state.args = _ArgumentTypes(self.state.args)
        self.state.library = self.library_class(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        pipelines = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [step for step in pipeline.passes if step[0].__name__ not in UNUSED_PASSES]
        return pipelines


class _EntryCompiler(PartCompiler):
    library_class = _EntryLibrary

    def compile_extra(self, function: Callable) -> Any:
        with _few_collections():
            return super().compile_extra(function)


PART_OPTIONS = OPTIONS | {"pipeline_class": PartCompiler, "no_cpython_wrapper": True}
"""Options of functions that compiled code alone calls."""


def disabled() -> bool:
    """Whether numba is switched off (``NUMBA_DISABLE_JIT=1``) and the sources run as plain Python."""
    return bool(config.DISABLE_JIT)


def register_sources(record: types.Record, folder: Path) -> None:
    """Stamp the code compiled for ``record`` with the Python sources of ``folder`` too."""
    _source_folders[record] = folder


def jit(function: Callable | None = None, *, cache: bool = False, allocates: bool = False) -> Any:
    """Compile a function with the options of this project.

    ``cache=True`` is for entry points, the functions that Python calls: caching those alone is as
    warm as caching everything, since their machine code holds all that they call. ``allocates=True``
    is for functions that make arrays, as a greedy player may that looks ahead; rules may not.
    """
    if function is None:
        return functools.partial(jit, cache=cache, allocates=allocates)
    if disabled():
        return function
    compiled = numba.njit(function, pipeline_class=_EntryCompiler, **OPTIONS | {"_nrt": allocates})
    _serve_compiled_callers(compiled, numba.njit(function, **PART_OPTIONS | {"_nrt": allocates}))
    if cache:
        try:
            compiled._cache = _StampedCache(function)
        except RuntimeError as error:
            _warn_uncached(error)
    return compiled


def _serve_compiled_callers(compiled: Any, part: Any) -> None:
    """Let compiled callers of ``compiled`` take ``part`` instead.

    They share one specialisation of it: numba would add one for every integer width and every constant.
    """
    compiled.get_call_template = lambda args, kws: part.get_call_template(tuple(map(_widened, args)), kws)
    compiled.get_overload = part.get_overload


def _widened(kind: types.Type) -> types.Type:
    kind = types.unliteral(kind)
    if isinstance(kind, types.BaseTuple):
        return types.Tuple.from_types(tuple(map(_widened, kind)))
    if isinstance(kind, types.IntEnumMember):
        return types.int64
    if isinstance(kind, types.Integer) and kind.signed:
        return types.int64
    return kind


class _StampedCache(FunctionCache):
    """numba's function cache with a stamp of all sources and flags in the key."""

    def _index_key(self, sig: Any, codegen: Any) -> tuple:
        return (*super()._index_key(sig, codegen), _stamp(sig, Path(self._py_func.__code__.co_filename)))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            loaded = super().load_overload(sig, target_context)
        except Exception as error:  # whatever unpickling a damaged file raises
            logger.warning("the cache of %s is damaged (%r) and made anew", self._py_func.__qualname__, error)
            self.flush()
            loaded = None
        if loaded is None:
            logger.info("compiling %s, once for this machine", self._py_func.__qualname__)
        return loaded

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _warn_uncached(error)


def _warn_uncached(error: Exception) -> None:
    logger.info("%s", error)
    _warn_once()


@functools.cache
def _warn_once() -> None:
    warnings.warn(
        "compiled code cannot be cached and will be compiled again in every process; "
        "set NUMBA_CACHE_DIR to a folder that can be written",
        RuntimeWarning,
        stacklevel=4,
    )


def _stamp(sig: Any, file: Path) -> str:
    folders = {ENGINE_FOLDER} | {_source_folders[r] for r in _records(sig) if r in _source_folders}
    digest = hashlib.sha256(repr([getattr(config, flag, None) for flag in FLAGS]).encode())
    for digest_of_folder in sorted(map(folder_digest, folders)):
        digest.update(digest_of_folder.encode())
    digest.update(file.read_bytes())
    return digest.hexdigest()


def _records(sig: Any) -> Iterator[types.Record]:
    for arg in getattr(sig, "args", sig):
        kind = arg.dtype if isinstance(arg, types.Array) else arg
        if isinstance(kind, types.Record):
            yield kind


@functools.cache
def folder_digest(folder: Path) -> str:
    """SHA-256 over the Python sources below ``folder``."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
