"""Mean change between two rule sets on the same blocks: interval, and p values against a margin.

METHODS.md gives formula, assumptions and source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from simlab.analysis.intervals import Interval, change_of_shares, mean_bounds
from simlab.analysis.max_t import deviations

Array = NDArray[Any]
Bounds = tuple[Array, Array]

ERRORS = np.geomspace(1e-12, 0.49, 200)
"""One-sided errors at which bounds are compared with the margin; p values lie between them."""


@dataclass(frozen=True, eq=False)
class Change:
    """Mean of block differences, with bounds at any one-sided error."""

    mean: float
    n: int
    bounds: Callable[[Any], Bounds]
    """Lower and upper bounds at several one-sided errors."""

    def interval(self, level: float) -> Interval[float]:
        """Return the interval at a level."""
        (low,), (high,) = self.bounds(np.array([(1 - level) / 2]))
        return Interval(self.mean, float(low), float(high), self.n)

    def p_beyond(self, margin: float) -> float:
        """Return the p value of the null hypothesis that the change is within the margin."""
        if abs(self.mean) <= margin:
            return 1.0
        near_end, _ = self._away_from_zero
        return min(_p_value(near_end - margin) + _p_value(near_end + margin), 1.0)

    def p_within(self, margin: float) -> float:
        """Return the p value of the null hypothesis that the change is not within the margin."""
        near_end, far_end = self._away_from_zero
        return max(_p_value(margin - far_end), _p_value(near_end + margin))

    @cached_property
    def _away_from_zero(self) -> Bounds:
        """Bounds at all ERRORS, mirrored so that the mean is not below 0."""
        low, high = self.bounds(ERRORS)
        return (low, high) if self.mean >= 0 else (-high, -low)


def change_of_mean(differences: Array, step: float) -> Change:
    """Return the change of a mean by t intervals; if all blocks agree, others may differ by `step`.

    If most blocks do not differ, only those that do tell of the variance, and one more with the
    largest difference counts. With one block the intervals are unbounded.
    """
    n, mean = len(differences), float(differences.mean())
    squares, degrees = np.square(deviations(differences)).sum(), n - 1
    n_different = int(np.count_nonzero(differences))
    if 0 < n_different < n / 2:
        squares, degrees = squares + np.square(differences).max(), n_different
    error = np.sqrt(squares / (n * (n - 1))) if n > 1 else np.inf

    def bounds(errors: Array) -> Bounds:
        half_widths = -stdtrit(degrees, errors) * error if n > 1 else np.full(errors.shape, np.inf)
        return mean_bounds(mean, half_widths, n, level=1 - 2 * errors, step=step)

    return Change(mean, n, bounds)


def change_of_share(differences: Array) -> Change:
    """Return the change of a share by score intervals of what blocks gain and lose."""
    n, mean = len(differences), float(differences.mean())

    def bounds(errors: Array) -> Bounds:
        if n == 1:
            return np.full(errors.shape, -1.0), np.full(errors.shape, 1.0)
        interval = change_of_shares(differences[:, None], -stdtrit(n - 1, errors))
        return interval.low, interval.high

    return Change(mean, n, bounds)


def _p_value(gaps: Array) -> float:
    """Return the smallest one-sided error at which a gap is not negative; 1 if it always is.

    `gaps` has one for each of ERRORS and grows with them.
    """
    if gaps[-1] < 0:
        return 1.0
    return float(np.exp(np.interp(0, gaps, np.log(ERRORS)))) if gaps[0] < 0 else float(ERRORS[0])
