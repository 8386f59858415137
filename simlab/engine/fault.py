"""Faults: explain in one line, with the author's file, why a kernel cannot be compiled.

Numba reports it in hundreds of lines, mostly about itself, or with a bare KeyError. This module
looks for the place in the error, its text and its frames. It describes known errors in a sentence
and quotes Numba's first words for all others.
"""

from __future__ import annotations

import inspect
import linecache
import re
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.core import types

from simlab.engine.sources import called, names_in
from simlab.errors import did_you_mean

LIBRARY = Path(numba.__file__).parent
ENGINE = Path(__file__).parent
Location = tuple[str, int]
LOCATION_IN_MESSAGE = re.compile(r"\b(?:at|from) ((?:[A-Za-z]:)?[\\/][^:()\n]*?\.py) \((\d+)\)")
"""How Numba's text names a place; blanks and the letter of a drive may be part of the path."""

SENTENCES = (
    (r"opcode \((?:STORE|DELETE)_GLOBAL\)", "a kernel cannot write to a global"),
    (r"Cannot modify readonly array", "a kernel cannot write to a global array"),
    (r"format spec in f-strings", "a kernel cannot use an f-string with a format"),
    (r"'with \(context manager\)", "a kernel cannot use `with` or open a file"),
    (r"non-precise type pyobject", "a kernel can use numbers, arrays and records only"),
    (r"DictType.*Literal\[str\]|cannot safely cast", "all keys and all values must be of one type"),
)
"""What is said in the place of Numba's words; the first pattern found in them decides."""
CHOICES = {
    "none": "nothing",
    "float64": "a number with a fraction",
    "unicode_type": "text",
}


def fault_of(error: BaseException, function: Callable[..., Any]) -> str:
    """Return `file:line: what is wrong` for an error met while a function was compiled."""
    message = str(error)
    file, line = _location(error, message, function)
    return f"{file}:{line}: {_sentence(error, message, function, (file, line))}"


def _location(error: BaseException, message: str, function: Callable[..., Any]) -> Location:
    """Return the innermost place in the author's file, or where the function begins."""
    in_message, in_traceback = [*_locations_in(message)], [*_locations_of(error)]
    author_locations = list(
        filter(
            _is_own,
            in_message + in_traceback if "Raised from" in message else in_traceback + in_message,
        )
    )
    code = _author_of(function).__code__
    return author_locations[0] if author_locations else (code.co_filename, code.co_firstlineno)


def _author_of(function: Any) -> FunctionType:
    """Return the policy that a function of the engine asks, or the setup of its game; or itself."""
    bound = [function.__globals__.get(name) for name in ("policy", "setup")]
    functions = [called(candidate) for candidate in (*bound, function)]
    by_author = [
        candidate
        for candidate in functions
        if isinstance(candidate, FunctionType) and _is_by_author(candidate)
    ]
    return by_author[0] if by_author else functions[-1]


def _is_by_author(function: FunctionType) -> bool:
    return not Path(function.__code__.co_filename).is_relative_to(ENGINE)


def _is_own(location: Location) -> bool:
    file = Path(location[0])
    return not any(file.is_relative_to(folder) for folder in (LIBRARY, ENGINE)) and file.is_file()


def _locations_of(error: BaseException) -> Iterator[Location]:
    """Yield the places that an error and the frames it came through name, the innermost first."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    locals_of_frames = [frame.f_locals for frame in reversed(frames)]
    holders = [
        error,
        *(names[key] for names in locals_of_frames for key in ("self", "inst") if key in names),
    ]
    for holder in holders:
        loc = getattr(holder, "loc", None)
        if loc is not None and hasattr(loc, "filename"):
            yield loc.filename, loc.line


def _locations_in(message: str) -> Iterator[Location]:
    """Yield the places that Numba's text names, the innermost first."""
    for file, line in LOCATION_IN_MESSAGE.findall(message):
        yield file, int(line)


def _sentence(error: BaseException, message: str, function: Any, location: Location) -> str:
    if isinstance(error, KeyError):
        return _missing_field(error, location)
    if match := re.search(r"NameError: name '(\w+)' is not defined", message):
        return _missing_name(match[1], error, function)
    if match := re.search(r"a policy returns one of the integers on its menu, not (\S+)", message):
        returned_type = (
            "text" if match[1].startswith("Literal[str]") else CHOICES.get(match[1], match[1])
        )
        return f"a policy returns one of the integers on its menu, not {returned_type}"
    if "Cannot bind" in message:
        return _wrong_arguments(message, function)
    for pattern, sentence in SENTENCES:
        if re.search(pattern, message, re.DOTALL):
            return sentence + _quoted(location)
    return f"cannot be compiled: {_first_words(message)}{_quoted(location)}"


def _missing_field(error: BaseException, location: Location) -> str:
    """Say which field a record does not have, and which one comes near."""
    field = str(error.args[0])
    names = [frame.f_locals for frame, _ in traceback.walk_tb(error.__traceback__)]
    records = [
        value
        for local_names in names
        for value in local_names.values()
        if isinstance(value, types.Record)
    ]
    fields = list(records[-1].fields) if records else []
    holder = re.search(
        rf"([\w.]+(?:\[[^][]*\])?)\.{re.escape(field)}\b", linecache.getline(*location)
    )
    owner = holder[1] if holder else "the record"
    return f'{owner} has no field "{field}".{did_you_mean(field, fields)}'


def _missing_name(name: str, error: BaseException, function: Any) -> str:
    """Say that a name stands for nothing, or for what is no kernel."""
    scopes = [getattr(function, "__globals__", {})]
    scopes += [
        names["self"].func_id.func.__globals__
        for names in (frame.f_locals for frame, _ in traceback.walk_tb(error.__traceback__))
        if hasattr(names.get("self"), "func_id")
    ]
    policy = called(scopes[0].get("policy"))
    scopes += [policy.__globals__] if isinstance(policy, FunctionType) else []
    if any(isinstance(scope.get(name), FunctionType) for scope in scopes):
        return f"{name} is a plain function; put @kernel above it"
    policy_names = names_in(policy.__code__) if isinstance(policy, FunctionType) else ()
    allowed = [known_name for scope in scopes for known_name in scope] + [*policy_names]
    return f'nothing is called "{name}" here.{did_you_mean(name, set(allowed) - {name})}'


def _wrong_arguments(message: str, function: Any) -> str:
    """Say which arguments a function takes that is called with others."""
    if match := re.search(r"CPUDispatcher\(<function (\w+) at", message):
        return f"{match[1]} is called with other arguments than it takes"
    policy_arguments = "(rules, state, seat, menu, traits, memory, rng)"
    policy = called(function.__globals__.get("policy", function))
    takes = ", ".join(inspect.signature(policy).parameters)
    return f"a policy takes {policy_arguments}; this one takes ({takes})"


def _first_words(message: str) -> str:
    """Return what Numba says first of the matter itself, without the fields of records."""
    lines = [line.strip() for line in message.splitlines()]
    message_lines = [line for line in lines if line and not line.startswith("Failed in nopython")]
    signature = next((line for line in message_lines if line.startswith(">>> ")), "")
    summary = (
        f"no such operation: {signature[4:]}"
        if signature
        else next(iter(message_lines), "Numba fails")
    )
    return re.sub(r"Record\(.*?(?=, \w+\(|\)$|$)", "a record", summary)[:160]


def _quoted(location: Location) -> str:
    source = linecache.getline(*location).strip()
    return f": {source}" if source else ""
