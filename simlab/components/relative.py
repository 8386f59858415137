"""Relative rule values: steps such as `+1` and `-1` from the value so far.

Only a word with a sign is a step: -1 as a number of a TOML file is minus one.
"""

from __future__ import annotations

import re

_STEP = re.compile(r"[+-][0-9]{1,9}")


def is_step(value: object) -> bool:
    """Say whether a value is told from the one before."""
    return isinstance(value, str) and _STEP.fullmatch(value.strip()) is not None


def apply_step(value: object, before: object) -> object:
    """Return a step as the number that it leads to from the one before, any other value as is."""
    if isinstance(before, int) and not isinstance(before, bool) and is_step(value):
        return before + int(str(value))
    return value
