"""Numbers that lie in a range by what they count."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

ROUNDING = 1e-9
"""How far a number may be outside of its range and count as rounded, as a part of the range."""


def inside(values: Array, low: float, high: float) -> Array:
    """Return values within [`low`, `high`], which rounding may have left; else ValueError."""
    clipped = np.clip(values, low, high)
    if np.abs(values - clipped).max(initial=0) > ROUNDING * (high - low):
        described = f"numbers from {values.min():g} to {values.max():g}"
        raise ValueError(f"{described} are not in [{low:g}, {high:g}]")
    return np.asarray(clipped)
