"""Dotted keys of patches: `table.row.column`, with quotes around a name that holds a dot."""

from __future__ import annotations

import json
import re

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_PART = re.compile(rf"({_QUOTED})(?=\.|$)|[^.]*")
_ASSIGNMENT = re.compile(rf"((?:{_QUOTED}(?=[.=\s])|[^=])*?)=(.*)", re.DOTALL)
_NEEDS_QUOTES = re.compile(r'[.="]')


def join_key(*parts: object) -> str:
    """Return the key of a rule value, a row or a cell: `cards."St. Malo".cost`."""
    return ".".join(map(_quote, map(str, parts)))


def key_parts(key: str) -> list[str]:
    """Return the names in a dotted key, without quotes."""
    parts, position = [], 0
    while position <= len(key):
        match = _PART.match(key, position)
        assert match is not None  # the second alternative matches any text
        parts.append(_unquote(match[1]) if match[1] else match[0])
        position = match.end() + 1
    return parts


def split_assignment(assignment: str) -> tuple[str, str | None]:
    """Return key and value of `key=value`; None for the value if there is no sign of equality.

    A sign inside quotes belongs to the key.
    """
    match = _ASSIGNMENT.fullmatch(assignment)
    return (assignment.strip(), None) if match is None else (match[1].strip(), match[2].strip())


def _quote(part: str) -> str:
    return json.dumps(part, ensure_ascii=False) if _NEEDS_QUOTES.search(part) else part


def _unquote(part: str) -> str:
    return re.sub(r"\\(.)", r"\1", part[1:-1])
