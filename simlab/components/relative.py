"""Relative rule values: steps such as `+1` and `-1` from the value so far.

Only text with a sign is a step: the number -1 in a TOML file is minus one.
"""

from __future__ import annotations

import re

_STEP = re.compile(r"[+-][0-9]{1,9}")


def is_step(value: object) -> bool:
    """Return whether a value is a step."""
    return isinstance(value, str) and _STEP.fullmatch(value.strip()) is not None


def apply_step(value: object, before: object) -> object:
    """Return the number after a step from `before`; other values are returned unchanged."""
    if isinstance(before, int) and not isinstance(before, bool) and is_step(value):
        return before + int(str(value))
    return value
