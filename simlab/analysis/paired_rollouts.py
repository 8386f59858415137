"""Intervals for the gain of one choice over another from paired rollouts.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from math import hypot, inf, sqrt

from scipy.special import stdtrit

from simlab.analysis.intervals import Interval


def mean_gain(total: float, squares: float, n: int, *, level: float = 0.95) -> Interval[float]:
    """Return an interval for a mean gain, from the sum of n gains and the sum of their squares."""
    mean = total / n
    if n == 1:
        return Interval(mean, -inf, inf, n)
    half_width = float(stdtrit(n - 1, (1 + level) / 2)) * sqrt(squares) / n
    return Interval(mean, mean - half_width, mean + half_width, n)


def gain_over(other: Interval[float], own: Interval[float]) -> Interval[float]:
    """Return what one choice gains over another, from what both gain over a third."""
    estimate = own.estimate - other.estimate
    low = estimate - hypot(own.estimate - own.low, other.high - other.estimate)
    high = estimate + hypot(own.high - own.estimate, other.estimate - other.low)
    return Interval(estimate, low, high, min(own.n, other.n))
