"""Relative rule values: steps such as `+1` and `-1` from the value so far.

Only text with a sign is a step: the number -1 in a TOML file is minus one. So is the text `=-1`, as
in `cards.Curse.points==-1` on a command line.
"""

from __future__ import annotations

import re

_STEP = re.compile(r"[+-][0-9]{1,9}")
_EXACT = re.compile(r"=\s*([+-][0-9]{1,9})")


def is_step(value: object) -> bool:
    """Return whether a value is a step."""
    return isinstance(value, str) and _STEP.fullmatch(value.strip()) is not None


def apply_step(value: object, before: object) -> object:
    """Return the number after a step from `before`; other values are returned unchanged."""
    if isinstance(value, str) and (exact := _EXACT.fullmatch(value.strip())):
        return int(exact[1])
    if isinstance(before, int) and not isinstance(before, bool) and is_step(value):
        return before + int(str(value))
    return value


def without_step(value: object) -> str:
    """Return a value as the words of a command have it: `=-1` for minus one, which is no step."""
    return f"={value}" if isinstance(value, int) and value < 0 else str(value)
