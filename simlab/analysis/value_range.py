"""Range of values: what is possible, what has been seen, and whether it has been seen enough."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

ROUNDING = 1e-9
"""Largest excess over the range that counts as rounding, as a part of the range."""
FEWEST_DIFFERENT = 5
"""Blocks that differ from the commonest value before the range seen is taken for the range."""
ENOUGH_BLOCKS = 1500
"""Blocks after which it is in any case: in 95 % of samples of this size, a value that one block in
500 has occurs."""
MOST_SKEWNESS = 0.15
"""Skewness of a mean, that of its blocks over the root of their number, up to which the range seen
is taken as it is: beyond, rare values far away that have not been seen yet may move the mean."""
TAIL = 2
"""By this factor the end of the range to which a mean is skewed is moved away from it."""


class ValueRange(NamedTuple):
    """Lowest and highest value; infinite where an end is not known."""

    low: float
    high: float

    @classmethod
    def around(cls, size: float) -> ValueRange:
        """Return the range of this size on both sides of 0."""
        return cls(-size, size)

    @property
    def width(self) -> float:
        """Distance of both ends."""
        return self.high - self.low

    def with_tail(self, values: Array) -> ValueRange:
        """Return the range with more room on the side to which the mean of values is skewed."""
        mean = values.mean()
        away = values - mean
        squares = np.square(away)
        skewness = squares @ away / squares.sum() ** 1.5 if squares.any() else 0.0
        low, high = (float(mean + TAIL * (end - mean)) for end in self)
        return ValueRange(
            low if skewness < -MOST_SKEWNESS else self.low,
            high if skewness > MOST_SKEWNESS else self.high,
        )

    @property
    def of_differences(self) -> ValueRange:
        """The range of differences of two values."""
        return ValueRange.around(self.width)

    def __or__(self, other: ValueRange) -> ValueRange:
        """Return the smallest range that holds both."""
        return ValueRange(min(self.low, other.low), max(self.high, other.high))

    def with_values(self, values: Array) -> ValueRange:
        """Return the smallest range that also holds some values."""
        if not len(values):
            return self
        return self | ValueRange(float(values.min()), float(values.max()))


def possible_range(low: float | None, high: float | None) -> ValueRange:
    """Return the range between two ends, which may be unknown."""
    return ValueRange(-np.inf if low is None else low, np.inf if high is None else high)


NO_VALUE = ValueRange(np.inf, -np.inf)
ANY_VALUE = ValueRange(-np.inf, np.inf)


def inside(values: Array, low: float, high: float) -> Array:
    """Return values clipped to [`low`, `high`]; ValueError if the excess is more than rounding."""
    clipped = np.clip(values, low, high)
    if np.abs(values - clipped).max(initial=0) > ROUNDING * (high - low):
        described = f"numbers from {values.min():g} to {values.max():g}"
        raise ValueError(f"{described} are not in [{low:g}, {high:g}]")
    return np.asarray(clipped)


def has_shown_range(blocks: Array) -> bool:
    """Return whether blocks have shown about what range their values have.

    A few equal blocks say nothing of what a rare game may bring. METHODS.md: Interval and verdict
    at looks known beforehand.
    """
    return len(blocks) >= ENOUGH_BLOCKS or n_different(blocks) >= FEWEST_DIFFERENT


def n_different(blocks: Array) -> int:
    """Return how many blocks differ from the commonest value by more than rounding."""
    if not len(blocks):
        return 0
    ordered = np.sort(blocks)
    # means of a block that are equal may differ in the last digits
    rounding = ROUNDING * np.abs(ordered[[0, -1]]).max()
    starts = np.flatnonzero(np.diff(ordered, prepend=-np.inf) > rounding)
    return len(ordered) - int(np.diff(starts, append=len(ordered)).max())
