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
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaExperimentalFeatureWarning

from simlab.engine.start import start_numba
from simlab.paths import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

ENGINE = Path(__file__).parent
GAMES = ENGINE.parent / "games"
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
LOCK = threading.RLock()
"""Held while Numba is told where to keep a kernel, which it asks of one global setting."""
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
    return cast(Function, compiled(function))


def compiled(function: Callable[..., Any], signature: Any = None, *homes: Path) -> Any:
    """Return `function` compiled, at once if a `signature` is given, with a cache on disk.

    The cache holds as long as nothing changes in the packages of the files `homes`, of the function
    and of the kernels that it calls by their names.
    """
    folder = fingerprinted_folder(*homes, *files_of(function))
    arguments = [] if signature is None else [signature]
    with LOCK:
        config.CACHE_DIR = str(folder)
        try:
            return for_any_number(njit(*arguments, cache=True, **OPTIONS)(function))
        finally:
            config.CACHE_DIR = ""


def for_any_number(function: Any) -> Any:
    """Return a compiled function that is compiled once for all integers, written out or not.

    Numba would compile it anew for each constant that stands in a call of it.
    """
    if not isinstance(function, Dispatcher):
        return function
    plain = function.get_call_template

    def template(args: Any, kws: Any) -> Any:
        named = {name: unliteral(kind) for name, kind in kws.items()}
        return plain(tuple(unliteral(kind) for kind in args), named)

    vars(function)["get_call_template"] = template
    return function


def inlined(function: Callable[..., Any], **names: Any) -> Any:
    """Return a bound copy of `function` that is compiled into its callers and kept with them.

    All that it calls is optimised once more there: faster to run, but slower to compile.
    """
    return njit(forceinline=True, **OPTIONS)(bound(function, function.__name__, **names))


def spliced(function: Callable[..., Any]) -> Any:
    """Return `function` so that it is compiled as if its text stood in its callers.

    It takes no longer to compile than on its own, and arrays that its callers hand to it out of a
    record need no counting of references in it.
    """
    return njit(inline="always", **OPTIONS)(function)


def bound(function: Callable[..., Any], name: str, **names: Any) -> Callable[..., Any]:
    """Return a copy of `function` in which the global `names` stand for the given objects.

    Calls to them are then direct calls, which the compiler may inline; a copy must be compiled with
    a home of its own, since Numba's cache does not look at globals.
    """
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, name)
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
