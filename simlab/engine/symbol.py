"""Symbols of machine code, named by content.

Code that was kept by one process is linked with code of another by its symbols. Numba numbers
functions and records in the order in which a process meets them, so that two processes may give one
symbol to different code, and the linker then takes the wrong one without an error. Here a symbol
holds a hash of the function, of all that it calls and reads, and of the types of its arguments.
"""

from __future__ import annotations

import functools
import hashlib
from types import CodeType, FunctionType
from typing import Any

from numba.core import bytecode, itanium_mangler, types

from simlab.engine.sources import called, closure_of, plain, sources_of

DIGITS = 20
"""Digits of a hash; two functions of one name have the same one with a chance of 2 to the -80."""


def name_symbols_by_content() -> None:
    """Let Numba name what it compiles from now on by content instead of by its counters."""
    identity_type: Any = bytecode.FunctionIdentity
    mangler: Any = itanium_mangler
    identify = identity_type.from_function.__func__
    mangle_value = mangler.mangle_type_or_value

    def identify_by_content(cls: Any, function: Any) -> Any:
        identity = identify(cls, function)
        identity.unique_id = digest_of_function(called(function))
        identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        return identity

    def mangle_by_content(value: Any) -> str:
        if not isinstance(value, types.Type) or value in mangler.N2CODE:
            return str(mangle_value(value))
        return str(mangler.mangle_identifier(f"{type(value).__name__}{digest_of_type(value)}"))

    identity_type.from_function = classmethod(identify_by_content)
    # the mangler finds it by this name for each argument
    mangler.mangle_type_or_value = mangle_by_content


@functools.cache
def digest_of_type(numba_type: Any) -> str:
    """Return a hash of a type of Numba; its name has its fields, shape and layout."""
    if isinstance(numba_type, types.Dispatcher):
        return digest_of_function(called(numba_type.dispatcher))
    return shortened(str(numba_type))


@functools.cache
def digest_of_function(function: Any) -> str:
    """Return a hash of the code of a function and of all that it calls and reads."""
    sources = sources_of(function)
    values = sorted((str(file), name, digest) for (file, name), digest in sources.values.items())
    return shortened(
        repr([[described(called_function) for called_function in sources.functions], values])
    )


def described(function: Any, around: tuple[Any, ...] = ()) -> list[Any]:
    """Return the place and the code of a function, and the values of the functions `around` it.

    Functions that a function makes may differ by these values alone: types, or other functions.
    """
    code = function.__code__
    origin = [code.co_filename, code.co_firstlineno, function.__module__, function.__qualname__]
    # functions that refer to each other would be described for ever
    if function in around:
        return origin
    values = [
        (name, described_value(value, (*around, function)))
        for name, value in closure_of(function).items()
    ]
    return [*origin, written_code(code), values]


def described_value(value: Any, around: tuple[Any, ...]) -> Any:
    """Return a value of a closure; of a function, compiled or an intrinsic, what it is made of."""
    if isinstance(value, types.Type):
        return digest_of_type(value)
    function = getattr(value, "_defn", called(value))
    if isinstance(function, FunctionType):
        return described(function, around)
    # what has no other form differs by its address, which no other process shares
    return plain(value), repr(value)


def written_code(code: CodeType) -> list[Any]:
    """Return what a code object does, written alike in every process."""
    constants = [
        written_code(constant) if isinstance(constant, CodeType) else plain(constant)
        for constant in code.co_consts
    ]
    return [code.co_code.hex(), code.co_names, code.co_varnames, code.co_freevars, constants]


def shortened(description: str) -> str:
    """Return the first digits of a hash."""
    return hashlib.sha256(description.encode()).hexdigest()[:DIGITS]
