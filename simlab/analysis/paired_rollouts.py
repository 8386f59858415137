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


def gain_over(baseline: Interval[float], choice: Interval[float]) -> Interval[float]:
    """Return what one choice gains over another, from what both gain over a third."""
    estimate = choice.estimate - baseline.estimate
    low = estimate - hypot(choice.estimate - choice.low, baseline.high - baseline.estimate)
    high = estimate + hypot(choice.high - choice.estimate, baseline.estimate - baseline.low)
    return Interval(estimate, low, high, min(choice.n, baseline.n))
