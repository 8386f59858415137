"""@kernel: a function compiled by Numba when it is first called, with its machine code on disk."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from inspect import isgeneratorfunction
from pathlib import Path
from types import FunctionType
from typing import Any, ClassVar, TypeVar, cast

import numba
import numpy as np
from numba.core import types
from numba.core.errors import ForceLiteralArg, NumbaExperimentalFeatureWarning

from simlab.engine.cache import CodeCache, fingerprinted_folder
from simlab.engine.enumeration import treat_members_as_integers
from simlab.engine.fault import fault_of
from simlab.engine.linked import LinkedCompiler, RareCompiler, RunCompiler
from simlab.engine.sources import sources_of
from simlab.engine.start import start_numba
from simlab.engine.symbol import name_symbols_by_content
from simlab.errors import InputError

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
BARE: dict[str, Any] = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": LinkedCompiler,
    "forceinline": False,
}
"""Options of what is neither called from Python nor through a pointer.

Numba would force all that an inlined kernel calls into each of its callers: the code of a game with
a turn that ends in ten places got three times as long, and no faster."""

start_numba()
name_symbols_by_content()
treat_members_as_integers()
njit: Any = numba.njit
unliteral: Any = types.unliteral
config: Any = numba.config

warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
if config.DISABLE_JIT:
    # random streams wrap around on purpose, which plain Python would warn of: in this thread, where
    # warnings may be errors, and in any other
    np.seterr(over="ignore")
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


def kernel(function: Function) -> Function:
    """Compile `function` when it is first called and keep the machine code on disk."""
    return function if config.DISABLE_JIT else cast(Function, Kernel(function))


def rare(function: Function) -> Function:
    """Compile `function` as a kernel that others hardly ever call, such as one that notes a fault.

    It is not inlined, and its calls lie apart from what nearly always runs, which is faster so.
    """
    return function if config.DISABLE_JIT else cast(Function, RareKernel(function))


class Kernel:
    """A function compiled when it is first called: in one form for Python, in another for kernels.

    Most are called by kernels alone, and the wrapper that Python needs takes as long to compile as
    a small kernel.
    """

    options: ClassVar[dict[str, Any]] = BARE
    """Numba's options of the form for kernels."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function

    def __call__(self, *arguments: Any) -> Any:
        """Call the form for Python."""
        return self.for_python(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled without what is compiled, so that it is written down alike in any process."""
        return type(self), (self.py_func,)

    @functools.cached_property
    def for_python(self) -> Any:
        """The form that Python calls."""
        return compiled(self.py_func)

    @functools.cached_property
    def for_kernels(self) -> Any:
        """The form that kernels call; made of a copy, for Numba to tell the forms apart.

        Numba cannot load generators from disk; their code is kept with that of their callers.
        """
        if isgeneratorfunction(self.py_func):
            return for_any_number(inlined(self.py_func))
        copy = bound(self.py_func, self.py_func.__qualname__)
        return for_any_number(cached(copy, folder_of(self.py_func) / "bare", **self.options))

    @functools.cached_property
    def _numba_type_(self) -> Any:
        """What Numba takes it for where a kernel names it."""
        return types.Dispatcher(self.for_kernels)


class RareKernel(Kernel):
    """A kernel that others hardly ever call."""

    options: ClassVar[dict[str, Any]] = {**BARE, "pipeline_class": RareCompiler}


def compiled(function: Callable[..., Any], signature: Any = None, *homes: Path) -> Any:
    """Return `function` compiled, at once if a `signature` is given, with a cache on disk.

    The cache holds as long as nothing changes in the packages of the files `homes`, of the function
    and of the kernels that it calls, nor in the values that these read.
    """
    signatures = [] if signature is None else [signature]
    return cached(function, folder_of(function, *homes), *signatures)


def is_kept(function: Callable[..., Any], signature: Any, *homes: Path) -> bool:
    """Say whether the machine code of what `compiled` would return is on disk, or not needed."""
    folder = folder_of(function, *homes)
    return bool(config.DISABLE_JIT) or CodeCache(function, folder).path(signature).exists()


def folder_of(function: Callable[..., Any], *homes: Path) -> Path:
    """Return the cache folder for a function, which depends on the files `homes` and its own."""
    return fingerprinted_folder(*homes, *sources_of(function).files)


def cached(function: Callable[..., Any], folder: Path, *signatures: Any, **options: Any) -> Any:
    """Return `function` compiled, with its machine code kept in a folder."""
    if config.DISABLE_JIT:
        return function
    dispatcher = njit(**{**OPTIONS, "pipeline_class": RunCompiler, **options})(function)
    dispatcher._cache = CodeCache(function, folder)
    vars(dispatcher)["compile"] = explaining(dispatcher.compile, function)
    for signature in signatures:
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


def explaining(compile_it: Callable[[Any], Any], function: Callable[..., Any]) -> Any:
    """Return a way to compile `function` that says in one line what keeps it from being compiled.

    It raises InputError.
    """

    def compile_or_explain(signature: Any) -> Any:
        try:
            return compile_it(signature)
        except (InputError, ForceLiteralArg):
            raise
        except Exception as error:
            raise InputError(fault_of(error, function)) from error

    return compile_or_explain


def for_any_number(function: Any) -> Any:
    """Return a compiled function that is compiled once for all integers, written out or not.

    Without this, Numba compiles it again for each constant in a call.
    """
    plain = function.get_call_template

    def template(args: Any, kws: Any) -> Any:
        keyword_types = {name: unliteral(kind) for name, kind in kws.items()}
        return plain(tuple(unliteral(kind) for kind in args), keyword_types)

    vars(function)["get_call_template"] = template
    return function


@functools.cache
def inlined(function: Callable[..., Any]) -> Any:
    """Return a kernel whose machine code is inlined into its callers and cached with them.

    It runs faster, but is optimized again for each caller.
    """
    options = {**OPTIONS, **BARE, "forceinline": True}
    return njit(**options)(getattr(function, "py_func", function))


def spliced(function: Callable[..., Any]) -> Any:
    """Return `function` so that it is compiled as part of its callers' source.

    With one caller, this takes no longer to compile than a separate function, and arrays that come
    from a record need no reference counting.
    """
    return njit(inline="always", **OPTIONS)(function)


def apart(function: Callable[..., Any]) -> Any:
    """Return a kernel that is compiled once and cached with its callers, without inlining."""
    return njit(**BARE, **OPTIONS)(getattr(function, "py_func", function))


def bound(function: Callable[..., Any], name: str, **names: Any) -> Callable[..., Any]:
    """Return a copy of `function` in which the global `names` stand for the given objects.

    Calls to them are then direct calls, which the compiler may inline.
    """
    globals_of_copy = {**function.__globals__, **names}
    details = function.__defaults__, function.__closure__
    copy = FunctionType(function.__code__, globals_of_copy, name, *details)
    copy.__module__ = function.__module__
    copy.__qualname__ = name
    return copy
