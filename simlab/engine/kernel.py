"""@kernel: a function compiled by Numba, cached on disk under a fingerprint of all it is made from.

Numba's own cache looks at the file of the compiled function only; a change in a helper that lives
in another file goes unnoticed and the old machine code keeps running. Here every kernel is cached
in a folder named by a hash of the engine, of the package (or single file) the kernel lives in, and
of Numba's version and flags, so that a change anywhere in them leads to another folder.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaExperimentalFeatureWarning

from simlab.engine.start import start_numba
from simlab.paths import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

ENGINE = Path(__file__).parent
GAMES = ENGINE.parent / "games"
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options of what is neither called from Python nor through a pointer."""
FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
LOCK: Any = global_compiler_lock
"""Held while Numba is told where to keep a kernel, which it asks of one global setting.

It is the lock that Numba compiles under, for it is told so at times while it compiles.
"""
KEPT = 8
"""Cache folders kept of each package: the last ones used."""

start_numba()
njit: Any = numba.njit
unliteral: Any = types.unliteral
config: Any = numba.config

warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
if config.DISABLE_JIT:
    # random streams wrap around on purpose, which plain Python would warn of
    np.seterr(over="ignore")


def kernel(function: Function) -> Function:
    """Compile `function` when it is first called and keep the machine code on disk."""
    return function if config.DISABLE_JIT else cast(Function, Kernel(function))


class Kernel:
    """A function compiled when it is first called: in one form for Python, in another for kernels.

    Most are called by kernels alone, and the wrapper that Python needs takes as long to compile as
    a small kernel.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function

    def __call__(self, *arguments: Any) -> Any:
        """Call the form for Python."""
        return self.for_python(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled without what is compiled, so that it is written down alike in any process."""
        return Kernel, (self.py_func,)

    @functools.cached_property
    def for_python(self) -> Any:
        """The form that Python calls."""
        return compiled(self.py_func)

    @functools.cached_property
    def for_kernels(self) -> Any:
        """The form that kernels call; made of a copy, for Numba to tell the forms apart."""
        folder = fingerprinted_folder(*files_of(self.py_func)) / "bare"
        copy = bound(self.py_func, self.py_func.__qualname__)
        return for_any_number(kept(copy, folder, **BARE))

    @functools.cached_property
    def _numba_type_(self) -> Any:
        """What Numba takes it for where a kernel names it."""
        return types.Dispatcher(self.for_kernels)


def compiled(function: Callable[..., Any], signature: Any = None, *homes: Path) -> Any:
    """Return `function` compiled, at once if a `signature` is given, with a cache on disk.

    The cache holds as long as nothing changes in the packages of the files `homes`, of the function
    and of the kernels that it calls by their names.
    """
    signatures = [] if signature is None else [signature]
    return kept(function, fingerprinted_folder(*homes, *files_of(function)), *signatures)


def kept(function: Callable[..., Any], folder: Path, *signatures: Any, **options: Any) -> Any:
    """Return `function` compiled, with its machine code kept in a folder."""
    with LOCK:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            return njit(*signatures, cache=True, **OPTIONS, **options)(function)
        finally:
            config.CACHE_DIR = before


def for_any_number(function: Any) -> Any:
    """Return a compiled function that is compiled once for all integers, written out or not.

    Numba would compile it anew for each constant that stands in a call of it.
    """
    plain = function.get_call_template

    def template(args: Any, kws: Any) -> Any:
        named = {name: unliteral(kind) for name, kind in kws.items()}
        return plain(tuple(unliteral(kind) for kind in args), named)

    vars(function)["get_call_template"] = template
    return function


@functools.cache
def inlined(function: Callable[..., Any]) -> Any:
    """Return a kernel so that its machine code stands in its callers and is kept with them.

    It is faster to run, but optimized once more for each caller. Numba hands that on: kernels that
    are first compiled for it are inlined in all their callers, too.
    """
    return njit(forceinline=True, **BARE, **OPTIONS)(getattr(function, "py_func", function))


def spliced(function: Callable[..., Any]) -> Any:
    """Return `function` so that it is compiled as if its text stood in its callers.

    It takes no longer to compile than on its own if it has one caller, and arrays that its callers
    hand to it out of a record need no counting of references in it.
    """
    return njit(inline="always", **OPTIONS)(function)


def apart(function: Callable[..., Any]) -> Any:
    """Return a kernel so that its machine code is kept with its callers', once for all of them."""
    return njit(**BARE, **OPTIONS)(getattr(function, "py_func", function))


def bound(function: Callable[..., Any], name: str, **names: Any) -> Callable[..., Any]:
    """Return a copy of `function` in which the global `names` stand for the given objects.

    Calls to them are then direct calls, which the compiler may inline; a copy must be compiled with
    a home of its own, since Numba's cache does not look at globals.
    """
    globals_of_copy = {**function.__globals__, **names}
    details = function.__defaults__, function.__closure__
    copy = FunctionType(function.__code__, globals_of_copy, name, *details)
    copy.__module__ = function.__module__
    copy.__qualname__ = name
    return copy


def files_of(function: Callable[..., Any]) -> list[Path]:
    """Return the files of a function and of the kernels that it calls, also through others."""
    seen = {function}
    waiting = [function]
    while waiting:
        caller = waiting.pop()
        named = (caller.__globals__.get(name) for name in caller.__code__.co_names)
        found = {getattr(value, "py_func", caller) for value in named} - seen
        seen |= found
        waiting += found
    own = function.__code__.co_filename
    others = {called.__code__.co_filename for called in seen} - {own}
    return [Path(file) for file in (own, *sorted(others))]


@functools.cache
def fingerprinted_folder(*files: Path) -> Path:
    """Return the cache folder for kernels made from these files, making and pruning as needed."""
    homes = list(dict.fromkeys(home_of(file) for file in files))
    name = homes[0].stem
    folder = cache_folder() / "kernels" / f"{name}-{fingerprint(frozenset(homes))}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        prune(folder.parent, name)
    os.utime(folder)
    return folder


def home_of(file: Path) -> Path:
    """Return the folder of the package a file belongs to as a whole, or the lone file itself."""
    if file.is_relative_to(ENGINE):
        return ENGINE
    if file.is_relative_to(GAMES):
        return GAMES / file.relative_to(GAMES).parts[0]
    home = file
    while (home.parent / "__init__.py").exists():
        home = home.parent
    return home


@functools.cache
def fingerprint(homes: frozenset[Path]) -> str:
    """Return a hash of the engine, of these packages or files, and of Numba's version and flags.

    A lone file counts with the files beside it, which it may import.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    digest.update(repr([os.environ.get(flag) for flag in FLAGS]).encode())
    foreign = any(not home.is_relative_to(ENGINE.parent) for home in homes)
    # a stranger's kernels may call those of any shipped game
    for home in sorted({ENGINE, *homes, *([GAMES] if foreign else [])}):
        for source in sorted(home.rglob("*.py") if home.is_dir() else home.parent.glob("*.py")):
            digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def prune(parent: Path, name: str) -> None:
    """Remove all but the last used of a package's cache folders."""
    # another process may prune at the same time
    with contextlib.suppress(FileNotFoundError):
        folders = sorted(parent.glob(f"{name}-*"), key=lambda folder: folder.stat().st_mtime)
        for folder in folders[:-KEPT]:
            shutil.rmtree(folder, ignore_errors=True)
