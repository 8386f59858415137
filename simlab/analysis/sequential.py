"""Confidence sequences by betting, and the schedule of interim looks.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlab.analysis.intervals import Interval
from simlab.analysis.value_range import inside

Array = NDArray[Any]

GROWTH = 1.25
"""Growth of the number of blocks from look to look: at most a quarter more than needed."""

BETS = 1 / (1 + 2.0 ** np.arange(-3, 13))
"""Stakes of the mixture of bets, from 8/9 to 1/4097: large ones for few blocks, small for many."""

PRECISION = 1e-9
"""Step at which Newton’s method ends; the remaining error is far below rounding."""


def looks(first: int, most: int, growth: float = GROWTH) -> list[int]:
    """Return the numbers of blocks at each look, each `growth` times the last, up to `most`."""
    counts = [min(first, most)]
    while counts[-1] < most:
        counts.append(min(max(round(counts[-1] * growth), counts[-1] + 1), most))
    return counts


def anytime_mean(
    blocks: ArrayLike, low: float, high: float, *, level: float = 0.95
) -> Interval[float]:
    """Return the current interval of a confidence sequence for a mean in [`low`, `high`].

    `blocks` are all blocks so far, in any order; ValueError if one is out of range. Without blocks,
    nan between `low` and `high`.
    """
    values, counts = np.unique(np.asarray(blocks, dtype=np.float64), return_counts=True)
    return anytime_mean_from_counts(values, counts, low, high, level=level)


def anytime_mean_from_counts(
    values: ArrayLike, counts: ArrayLike, low: float, high: float, *, level: float = 0.95
) -> Interval[float]:
    """Return the same interval for a histogram of values and counts."""
    inputs, times = inside(np.asarray(values), low, high), np.asarray(counts)
    if not times.any():
        return Interval(np.nan, low, high, 0)
    # each side has half of the error, so the capital must reach 2 / (1 - level)
    width, goal = high - low, np.log(2 / (1 - level))
    below = width * _lowest_mean((inputs - low) / width, times, goal)
    above = width * _lowest_mean((high - inputs) / width, times, goal)
    mean = float(np.average(inputs, weights=times))
    return Interval(mean, low + below, high - above, int(times.sum()))


def anytime_p_value(blocks: ArrayLike, fair: float, low: float, high: float) -> float:
    """Return an anytime-valid p value of the hypothesis that the mean is at most `fair`.

    `blocks` are values in [`low`, `high`]; ValueError if one is out of range.
    """
    values, counts = np.unique(np.asarray(blocks, dtype=np.float64), return_counts=True)
    ratios = (inside(values, low, high) - low) / (fair - low)
    logs = np.log(ratios, where=ratios > 0, out=np.full(len(ratios), -np.inf))
    log_capital, _ = _capital(logs, counts)
    return float(min(1.0, np.exp(-log_capital)))


def _lowest_mean(shares: Array, counts: Array, goal: float) -> float:
    """Return the mean in [0, 1] against which betting multiplies the capital by exp(`goal`).

    The logarithm of the capital is convex and grows in the logarithm of 1 / mean, so that Newton's
    steps pass its root at most once.
    """
    logs = np.log(shares, where=shares > 0, out=np.full(len(shares), -np.inf))
    if np.isinf(logs).all():
        return 0.0
    # from the mean itself, against which no bet gains; the root is at less than that
    surprise, step = -np.log(np.average(shares, weights=counts)), np.inf
    while abs(step) > PRECISION:
        log_capital, slope = _capital(logs + surprise, counts)
        step = (goal - log_capital) / slope
        surprise += step
    return float(np.exp(-surprise))


def _capital(log_ratios: Array, counts: Array) -> tuple[float, float]:
    """Return the log of the mean capital of all bets, and its slope, from logs of share / mean."""
    staked = np.log(BETS)[:, np.newaxis] + log_ratios
    logs = np.logaddexp(np.log1p(-BETS)[:, np.newaxis], staked)
    gains, slopes = logs @ counts, np.exp(staked - logs) @ counts
    # relative to the best bet: the capital of thousands of blocks overflows
    capital = np.exp(gains - gains.max())
    slope = np.average(slopes, weights=capital)
    return float(gains.max() + np.log(capital.mean())), float(slope)
