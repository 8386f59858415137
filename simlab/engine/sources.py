"""What a kernel is made from: the functions it calls and the values it reads, all the way down.

Numba writes the value of a global or of a closure into the machine code, so that the code holds as
long as these values do: a constant of another module, a table loaded from a file.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

LIBRARIES = frozenset({"llvmlite", "numba", "numpy", "scipy"}) | sys.stdlib_module_names
"""Packages that no kernel's values come from; those that decide over its code have a version."""
PLAIN = bool | int | float | complex | str | bytes | None


@dataclass(frozen=True)
class Sources:
    """The functions that a kernel is made from, itself first, and a digest of each value read.

    Each value is named by the file that reads it and the name it has there.
    """

    functions: tuple[FunctionType, ...]
    values: dict[tuple[Path, str], str]

    @property
    def files(self) -> list[Path]:
        """The files of the functions, that of the kernel first."""
        kernel_file, *other_files = dict.fromkeys(
            Path(f.__code__.co_filename) for f in self.functions
        )
        return [kernel_file, *sorted(other_files)]


@functools.cache
def sources_of(function: Any) -> Sources:
    """Return what a kernel, a compiled or a plain function is made from."""
    functions = {called(function): None}
    values: dict[tuple[Path, str], str] = {}
    waiting = [*functions]
    while waiting:
        reader = waiting.pop()
        for name, value in read_by(reader):
            if not is_function(value):
                values[Path(reader.__code__.co_filename), name] = digest(value)
            elif called(value) not in functions:
                functions[called(value)] = None
                waiting.append(called(value))
    return Sources(tuple(functions), values)


def called(value: Any) -> Any:
    """Return the Python function of a kernel or a compiled function; any other value as it is."""
    return getattr(value, "py_func", value)


def is_function(value: Any) -> bool:
    """Say whether a value is a function written in Python, compiled or not, of no library."""
    function = called(value)
    return isinstance(function, FunctionType) and not is_library(function.__module__)


def is_library(module: str | None) -> bool:
    """Say whether a module belongs to Python or to the libraries that kernels are compiled with."""
    return (module or "").partition(".")[0] in LIBRARIES


@functools.cache
def read_by(function: FunctionType) -> tuple[tuple[str, Any], ...]:
    """Return the functions and values that the text of a function names, and its defaults."""
    names = names_in(function.__code__)
    scope = {**function.__globals__, **closure_of(function)}
    named_values = [
        named_value
        for name in sorted(names & scope.keys())
        for named_value in spread(name, scope[name], names)
    ]
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).items()]
    return (*named_values, *((f"{function.__qualname__}()", value) for value in defaults))


def names_in(code: CodeType) -> frozenset[str]:
    """Return the names of globals, attributes and closures in a text, its inner functions' too."""
    inner = (names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return frozenset().union(code.co_names, code.co_freevars, *inner)


def closure_of(function: FunctionType) -> dict[str, Any]:
    """Return the variables of the functions around one, those that have a value yet."""
    values: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # an empty cell
            values[name] = cell.cell_contents
    return values


def spread(name: str, value: Any, names: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Yield a value by its name; of a module what is named of it, of a sequence its functions."""
    waiting, seen = [(name, value)], set()
    while waiting:
        name, value = waiting.pop()
        if not isinstance(value, ModuleType):
            yield name, value
            if isinstance(value, tuple | list):
                yield from ((name, member) for member in value if is_function(member))
        elif not is_library(value.__name__) and value not in seen:
            seen.add(value)
            inside = sorted(names & vars(value).keys())
            waiting += [(f"{name}.{attribute}", vars(value)[attribute]) for attribute in inside]


def digest(value: Any) -> str:
    """Return a hash of a value, the same in every process."""
    return hashlib.sha256(repr(plain(value)).encode()).hexdigest()[:16]


def plain(value: Any) -> Any:
    """Return a value as plain Python that is written down alike in every process.

    Of what no kernel can read, only its type remains.
    """
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        return repr(value.dtype), value.shape, value.tobytes()
    if isinstance(value, Enum):
        return type(value).__name__, value.name, plain(value.value)
    if isinstance(value, type) and issubclass(value, Enum):
        return [plain(member) for member in value]
    if isinstance(value, tuple | list):
        return type(value).__name__, [plain(member) for member in value]
    if isinstance(value, dict):
        return [(plain(key), plain(member)) for key, member in value.items()]
    if isinstance(value, set | frozenset):
        return sorted(repr(plain(member)) for member in value)
    if isinstance(value, PLAIN):
        return type(value).__name__, value
    return repr(value) if isinstance(value, np.dtype) else type(value).__qualname__
