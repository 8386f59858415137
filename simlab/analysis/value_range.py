"""Check that values lie in a range, up to rounding."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

ROUNDING = 1e-9
"""Largest excess over the range that counts as rounding, as a part of the range."""


def inside(values: Array, low: float, high: float) -> Array:
    """Return values clipped to [`low`, `high`]; ValueError if the excess is more than rounding."""
    clipped = np.clip(values, low, high)
    if np.abs(values - clipped).max(initial=0) > ROUNDING * (high - low):
        described = f"numbers from {values.min():g} to {values.max():g}"
        raise ValueError(f"{described} are not in [{low:g}, {high:g}]")
    return np.asarray(clipped)
