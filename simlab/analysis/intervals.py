"""Confidence intervals for rates, shares, means, quantiles and distribution functions.

Every estimator takes independent blocks: one value per block, or counts of such values. Those with
`per_block` also take single games, `per_block` to a block. METHODS.md gives formula, assumptions
and source of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr, bdtrc, betaincinv, chdtri, stdtrit

from simlab.analysis.max_t import deviations, max_t_critical_value
from simlab.analysis.value_range import inside

Array = NDArray[Any]
Numbers = TypeVar("Numbers", float, Array)


class Interval(NamedTuple, Generic[Numbers]):
    """An estimate, its lower and upper bound, and the number of blocks behind it."""

    estimate: Numbers
    low: Numbers
    high: Numbers
    n: Numbers | int


class Band(NamedTuple):
    """A distribution function at each value of `x`, with a simultaneous band."""

    x: Array
    ecdf: Array
    low: Array
    high: Array
    n: int


def wilson(successes: Numbers, n: Numbers | int, *, level: float = 0.95) -> Interval[Numbers]:
    """Return the Wilson score interval for a rate; without games, nan between 0 and 1."""
    rate = _share(successes, n)
    low, high = score_bounds(rate, n, chdtri(1, 1 - level))
    return Interval(rate, low, high, n)


def clopper_pearson(
    successes: Numbers, n: Numbers | int, *, level: float = 0.95
) -> Interval[Numbers]:
    """Return the exact interval for a rare rate; without games, nan between 0 and 1."""
    tail = (1 - level) / 2
    low = _exact_low(successes, n, tail)
    high = 1 - _exact_low(n - successes, n, tail)
    return Interval(_share(successes, n), low, high, n)


def simultaneous_shares(
    counts: ArrayLike, *, per_block: int = 1, level: float = 0.95
) -> Interval[Array]:
    """Return exact simultaneous intervals for the shares of all categories.

    `counts` lists every possible category, with 0 for those that never occurred. With less than one
    block, all intervals are from 0 to 1.
    """
    counts = np.asarray(counts)
    total = int(counts.sum())
    n = total // per_block
    shares = _share(counts, total)
    if n == 0:
        return Interval(shares, np.zeros(len(counts)), np.ones(len(counts)), n)
    each = clopper_pearson(shares * n, n, level=1 - (1 - level) / len(counts))
    return Interval(shares, each.low, each.high, n)


def mean_t(values: ArrayLike, *, level: float = 0.95, unseen: float = 0.0) -> Interval[float]:
    """Return the t interval for the mean of blocks; unbounded for a single block.

    One block more, `unseen` away from the mean, counts in the variance.
    """
    blocks = np.asarray(values, dtype=np.float64)
    squares = np.square(deviations(blocks)).sum() + unseen**2
    return _t_interval(blocks.mean(), squares, len(blocks), level)


def mean_from_counts(
    values: ArrayLike, counts: ArrayLike, *, level: float = 0.95
) -> Interval[float]:
    """Return the t interval for the mean of a histogram of values and counts."""
    values, counts = np.asarray(values), np.asarray(counts)
    n = int(counts.sum())
    mean = np.average(values, weights=counts)
    return _t_interval(mean, (counts * np.square(values - mean)).sum(), n, level)


def quantile_from_counts(
    values: ArrayLike, counts: ArrayLike, q: float, *, per_block: int = 1, level: float = 0.95
) -> Interval[float]:
    """Return the order-statistic interval for the `q` quantile of a histogram.

    The estimate is the smallest value that a share `q` does not exceed; a bound is infinite if
    there are too few blocks.
    """
    x, at_most, total = _cumulate(values, counts)
    ranks, n = np.append(0, at_most), total // per_block
    tail = (1 - level) / 2
    low = np.append(-np.inf, x)[bdtr(-(-ranks // per_block), n, q) > tail][0]
    high = np.append(x, np.inf)[bdtrc(ranks // per_block - 1, n, q) > tail][-1]
    return Interval(x[at_most / total >= q][0], low, high, n)


def dkw(values: ArrayLike, counts: ArrayLike, *, per_block: int = 1, level: float = 0.95) -> Band:
    """Return the Dvoretzky-Kiefer-Wolfowitz band around the distribution of a histogram."""
    x, at_most, total = _cumulate(values, counts)
    ecdf, n = at_most / total, total // per_block
    half_width = np.sqrt(np.log(2 * per_block / (1 - level)) / (2 * n))
    return Band(x, ecdf, np.maximum(ecdf - half_width, 0), np.minimum(ecdf + half_width, 1), n)


def simultaneous_means(
    credits: ArrayLike,
    counts: ArrayLike | None = None,
    *,
    level: float = 0.95,
) -> Interval[Array]:
    """Return simultaneous intervals for the mean credit of every seat.

    `credits` has a row per block and a column per seat, with values in [0, 1], else ValueError.
    With `counts`, it has a row per distinct block, and `counts` says how often each was seen.
    """
    rows = inside(np.asarray(credits, dtype=np.float64), 0, 1)
    block_counts = np.ones(len(rows), dtype=np.int64) if counts is None else np.asarray(counts)
    mean, centred = np.average(rows, axis=0, weights=block_counts), deviations(rows, block_counts)
    critical = max_t_critical_value(centred, block_counts, level)
    n = int(block_counts.sum())
    effective = _effective_n(mean, block_counts @ np.square(centred), n)
    low, high = score_bounds(mean, effective, np.square(critical))
    return Interval(mean, low, high, n)


def mean_of_means(groups: Sequence[Array], *, level: float = 0.95) -> Interval[Array]:
    """Return simultaneous intervals for the mean credit of every seat over several groups.

    Each group has a row per block and a column per seat, with values in [0, 1]; all groups have the
    same weight. Rows of the same number are the same block in all groups, which may be of different
    lengths. `n` is the number of blocks of the longest group.
    """
    mean = np.mean([group.mean(axis=0) for group in groups], axis=0)
    n = max(map(len, groups))
    centred = np.zeros((n, len(mean)))
    for group in groups:
        # what each block adds to the error of the mean, times the number of blocks
        centred[: len(group)] += deviations(group) * n / (len(group) * len(groups))
    critical = max_t_critical_value(centred, np.ones(n, dtype=np.int64), level)
    effective = _effective_n(mean, np.square(centred).sum(axis=0), n)
    low, high = score_bounds(mean, effective, np.square(critical))
    return Interval(mean, low, high, n)


def score_bounds(rate: Any, n: Any, z_squared: Any) -> tuple[Any, Any]:
    """Return the bounds of Wilson's interval for any critical value and any effective n."""
    with np.errstate(divide="ignore"):
        slack = np.divide(z_squared, n) / 2
    return _score_low(rate, slack), 1 - _score_low(1 - rate, slack)


def _effective_n(mean: Array, squares: Array, n: Array | int) -> Array:
    """Return the effective number of Bernoulli games with the precision of n blocks.

    `squares` are sums of squared deviations; if all blocks agree, the result is n.
    """
    outright = mean * (1 - mean) * n * (n - 1)
    effective = np.full_like(mean, n)
    np.divide(outright, squares, out=effective, where=squares > 0)
    return effective


def _share(successes: Any, n: Any) -> Any:
    with np.errstate(invalid="ignore"):
        return np.divide(successes, n)


def _score_low(rate: Any, slack: Any) -> Any:
    """Return the lower root of the score equation, in the form without cancellation."""
    root = np.sqrt(2 * slack * rate * (1 - rate) + slack**2)
    return _or_zero(rate**2 / (rate + slack + root))


def _exact_low(successes: Any, n: Any, tail: float) -> Any:
    return _or_zero(betaincinv(successes, n - successes + 1, tail))


def _or_zero(low: Any) -> Any:
    """Return a lower bound, 0 where it is undefined (no success or no game)."""
    return np.fmax(low, 0.0)


def _t_interval(mean: float, squares: float, n: int, level: float) -> Interval[float]:
    """Return the t interval from the sum of squared deviations."""
    if n == 1:
        return Interval(mean, -np.inf, np.inf, n)
    half_width = stdtrit(n - 1, (1 + level) / 2) * np.sqrt(squares / (n * (n - 1)))
    return Interval(mean, mean - half_width, mean + half_width, n)


def _cumulate(values: ArrayLike, counts: ArrayLike) -> tuple[Array, Array, int]:
    """Return sorted values, cumulated counts and their total."""
    order = np.argsort(values)
    at_most = np.cumsum(np.asarray(counts)[order])
    return np.asarray(values, dtype=np.float64)[order], at_most, int(at_most[-1])
