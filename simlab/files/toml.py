"""TOML text: read where a user wrote it, with one error for all that is broken, and written."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from simlab.errors import InputError, Problem

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_NAME = re.compile(r"""[^\s.=,{}\[\]"'#][^.=,{}\[\]"'#]*""")
"""A name as somebody writes it who does not know TOML: with blanks, umlauts and signs."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A name that TOML takes without quotes."""
DEEPEST = 20
"""Tables or lists within each other: a patch needs three, an experiment six."""
TOO_DEEP = f"nested too deep; at most {DEEPEST} tables or lists may stand within each other"


def read_toml(toml_text: str) -> dict[str, Any]:
    """Return the tables in a text.

    Raises:
        InputError: it is no TOML, tables are nested too deep, a number has too many digits, is
            infinite or none.
    """
    try:
        content = tomllib.loads(toml_text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"broken TOML: {error}{_quotes_hint(toml_text, str(error))}") from error
    except RecursionError:
        raise InputError(TOO_DEEP) from None
    except ValueError:  # of Python's limit for numbers
        raise InputError("broken TOML: a number has too many digits") from None
    if _is_deeper_than(DEEPEST, content):
        raise InputError(TOO_DEEP)
    if infinite := list(_infinite(content, "")):
        raise InputError(infinite)
    return content


def _quotes_hint(toml_text: str, problem: str) -> str:
    """Say that a name needs quotes, if an error stands at one with blanks, umlauts or the like."""
    position = _PLACE.search(problem)
    lines = toml_text.splitlines()
    if position is None or int(position[1]) > len(lines):
        return ""
    line, column = lines[int(position[1]) - 1], int(position[2]) - 1
    for match in _NAME.finditer(line):
        is_value = line[: match.start()].rstrip().endswith("=")
        if match.start() <= column < match.end() and not is_value:
            name = match[0].strip()
            return "" if _BARE.fullmatch(name) else f'; write this name in quotes: "{name}"'
    return ""


def _infinite(content: Any, key: str) -> Iterator[Problem]:
    """Yield a problem for each number that is nan, or beyond what a float holds."""
    if isinstance(content, Mapping | list):
        items = content.items() if isinstance(content, Mapping) else enumerate(content, 1)
        for name, value in items:
            yield from _infinite(value, f"{key}.{name}" if key else str(name))
    # in this form, since nan compares to nothing
    elif isinstance(content, int | float) and not abs(content) <= sys.float_info.max:
        size = "nan" if content != content else "infinite, or too large to calculate with"
        yield Problem(f"is {size}; write a finite number", (key,))


def toml_bytes(table: Mapping[str, Any]) -> bytes:
    """Return a table as TOML; strings, lists and numbers are written as in JSON."""
    return "\n".join(_lines(table, "")).encode() + b"\n"


def _lines(table: Mapping[str, Any], name: str) -> list[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    lines = [*(["", f"[{name}]"] if name else [])]
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in plain.items()]
    for key in [key for key in table if key not in plain]:
        lines += _lines(table[key], key)
    return lines


def _is_deeper_than(n_levels: int, content: object) -> bool:
    """Say whether tables and lists are nested deeper; it never looks further down than that."""
    if not isinstance(content, Mapping | list):
        return False
    inner = content.values() if isinstance(content, Mapping) else content
    return n_levels == 0 or any(_is_deeper_than(n_levels - 1, member) for member in inner)
