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
Place = tuple[str, int]
PLACE_IN_TEXT = re.compile(r"\b(?:at|from) ((?:[A-Za-z]:)?[\\/][^:()\n]*?\.py) \((\d+)\)")
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
    text = str(error)
    file, line = _place(error, text, function)
    return f"{file}:{line}: {_sentence(error, text, function, (file, line))}"


def _place(error: BaseException, text: str, function: Callable[..., Any]) -> Place:
    """Return the innermost place in the author's file, or where the function begins."""
    told, met = [*_places_in(text)], [*_places_of(error)]
    own = list(filter(_is_own, told + met if "Raised from" in text else met + told))
    code = _author_of(function).__code__
    return own[0] if own else (code.co_filename, code.co_firstlineno)


def _author_of(function: Any) -> FunctionType:
    """Return the policy that a function of the engine asks, or the setup of its game; or itself."""
    bound = [function.__globals__.get(name) for name in ("policy", "setup")]
    functions = [called(each) for each in (*bound, function)]
    own = [each for each in functions if isinstance(each, FunctionType) and _is_by_author(each)]
    return own[0] if own else functions[-1]


def _is_by_author(function: FunctionType) -> bool:
    return not Path(function.__code__.co_filename).is_relative_to(ENGINE)


def _is_own(place: Place) -> bool:
    file = Path(place[0])
    return not any(file.is_relative_to(folder) for folder in (LIBRARY, ENGINE)) and file.is_file()


def _places_of(error: BaseException) -> Iterator[Place]:
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


def _places_in(text: str) -> Iterator[Place]:
    """Yield the places that Numba's text names, the innermost first."""
    for file, line in PLACE_IN_TEXT.findall(text):
        yield file, int(line)


def _sentence(error: BaseException, text: str, function: Any, place: Place) -> str:
    if isinstance(error, KeyError):
        return _missing_field(error, place)
    if found := re.search(r"NameError: name '(\w+)' is not defined", text):
        return _missing_name(found[1], error, function)
    if found := re.search(r"a policy returns one of the integers on its menu, not (\S+)", text):
        given = "text" if found[1].startswith("Literal[str]") else CHOICES.get(found[1], found[1])
        return f"a policy returns one of the integers on its menu, not {given}"
    if "Cannot bind" in text:
        return _wrong_arguments(text, function)
    for pattern, sentence in SENTENCES:
        if re.search(pattern, text, re.DOTALL):
            return sentence + _quoted(place)
    return f"cannot be compiled: {_first_words(text)}{_quoted(place)}"


def _missing_field(error: BaseException, place: Place) -> str:
    """Say which field a record does not have, and which one comes near."""
    field = str(error.args[0])
    names = [frame.f_locals for frame, _ in traceback.walk_tb(error.__traceback__)]
    records = [
        value for each in names for value in each.values() if isinstance(value, types.Record)
    ]
    fields = list(records[-1].fields) if records else []
    holder = re.search(rf"([\w.]+(?:\[[^][]*\])?)\.{re.escape(field)}\b", linecache.getline(*place))
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
    known = names_in(policy.__code__) if isinstance(policy, FunctionType) else ()
    allowed = [each for scope in scopes for each in scope] + [*known]
    return f'nothing is called "{name}" here.{did_you_mean(name, set(allowed) - {name})}'


def _wrong_arguments(text: str, function: Any) -> str:
    """Say which arguments a function takes that is called with others."""
    if found := re.search(r"CPUDispatcher\(<function (\w+) at", text):
        return f"{found[1]} is called with other arguments than it takes"
    wanted = "(rules, state, seat, menu, traits, memory, rng)"
    policy = called(function.__globals__.get("policy", function))
    takes = ", ".join(inspect.signature(policy).parameters)
    return f"a policy takes {wanted}; this one takes ({takes})"


def _first_words(text: str) -> str:
    """Return what Numba says first of the matter itself, without the fields of records."""
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line and not line.startswith("Failed in nopython")]
    signature = next((line for line in said if line.startswith(">>> ")), "")
    words = f"no such operation: {signature[4:]}" if signature else next(iter(said), "Numba fails")
    return re.sub(r"Record\(.*?(?=, \w+\(|\)$|$)", "a record", words)[:160]


def _quoted(place: Place) -> str:
    source = linecache.getline(*place).strip()
    return f": {source}" if source else ""
