"""Module state: what the modules of a game hold outside its tables, and what of it has changed.

A game that remembers something there is not the same game when it is played alone. A cache of
`functools` is left out: it returns what it returned before.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from simlab.engine.sources import closure_of, digest
from simlab.files.error_origin import relative_path
from simlab.files.imports import with_imports
from simlab.game.definition import Game
from simlab.game.policy import Policy

State = dict[str, str]
"""Digest of each value by its name and file: `MEM of nim.py`."""


def module_state(game: Game, policies: Iterable[Policy], files: Iterable[Path]) -> State:
    """Return the state of the modules of a game and its policies, `files` included."""
    functions = (policy.function for policy in policies)
    policy_files = {Path(function.__code__.co_filename) for function in functions}
    started = {file.resolve() for file in [game.home, *files, *policy_files] if file.is_file()}
    state: State = {}
    for file, module in _modules_of(with_imports(started)):
        for name, value in _values_of(module):
            state[f"{name} of {relative_path(file)}"] = _digest(value)
    return state


def names_that_differ(before: State, after: State) -> list[str]:
    """Return the names of what differs between two states."""
    return sorted(name for name in before | after if before.get(name) != after.get(name))


def _modules_of(files: set[Path]) -> Iterator[tuple[Path, ModuleType]]:
    """Yield the loaded modules of some files."""
    names = tuple(file.name for file in files)
    # a copy, as other threads import meanwhile
    for module in [*sys.modules.values()]:
        file_name = getattr(module, "__file__", None)
        # a path takes ten times as long to make as its end to compare, and there are thousands
        if file_name and file_name.endswith(names) and Path(file_name) in files:
            yield Path(file_name), module


def _values_of(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the values that a module, its classes and its functions hold, by name."""
    for name, value in [*vars(module).items()]:
        # simlab itself keeps things in a game and its policies
        if name.startswith("__") or isinstance(value, ModuleType | Game | Policy):
            continue
        is_code = isinstance(value, type | FunctionType)
        if is_code and value.__module__ != module.__name__:
            continue  # it is of another module
        if isinstance(value, type):
            yield from _values_of_class(value)
        elif isinstance(value, FunctionType):
            yield from _values_of_function(value)
        else:
            yield name, value
    for policy in [policy for policy in vars(module).values() if isinstance(policy, Policy)]:
        yield from _values_of_function(policy.function)


def _values_of_class(owner: type) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of a class, and what its methods hold."""
    for name, value in [*vars(owner).items()]:
        if name.startswith("__") or name.startswith("_abc_"):
            continue
        if isinstance(value, staticmethod | classmethod):
            yield from _values_of_function(value.__func__)
        elif isinstance(value, property):
            yield from _values_of_function(value.fget)
        elif isinstance(value, FunctionType):
            yield from _values_of_function(value)
        else:
            yield f"{owner.__qualname__}.{name}", value


def _values_of_function(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the defaults, the closure and the attributes of a function."""
    if not isinstance(function, FunctionType):
        return
    inner = vars(function).get("__wrapped__", function)
    if not isinstance(inner, FunctionType):
        return
    name = f"{inner.__qualname__}()"
    names = inner.__code__.co_varnames[: inner.__code__.co_argcount]
    defaults = inner.__defaults__ or ()
    held = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    held |= {**(inner.__kwdefaults__ or {}), **closure_of(inner), **vars(inner)}
    for held_name, value in held.items():
        if held_name != "__wrapped__" and not callable(value):
            yield f"{held_name} of {name}", value


def _digest(value: Any) -> str:
    """Return a hash of a value, the same in one process as long as the value does not change."""
    try:
        return hashlib.sha256(pickle.dumps(value)).hexdigest()
    except Exception:  # pickle raises any for a lambda, a generator or a file
        return digest(value)
