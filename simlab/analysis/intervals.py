"""Confidence intervals for rates, shares, means, quantiles and distribution functions.

Every estimator takes independent blocks: one value per block, or counts of such values. Those with
`per_block` also take single games, at most `per_block` to a block, and design effects: variances
over blocks relative to independent games; without them, all games of a block count as one.
METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, betaincinv, chdtri, stdtrit

from simlab.analysis.design_effect import by_block, inflations, sums_of_blocks
from simlab.analysis.max_t import deviations, max_t_critical_value
from simlab.analysis.value_range import inside

Array = NDArray[Any]
Numbers = TypeVar("Numbers", float, Array)


FEW = 10
"""With fewer blocks that differ, a block counts as one game: they tell little of the variance."""
NO_CHANGE = 1e-9
"""Differences of shares up to this are rounding."""


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
    counts: ArrayLike,
    *,
    per_block: int = 1,
    effects: ArrayLike | None = None,
    level: float = 0.95,
) -> Interval[Array]:
    """Return exact simultaneous intervals for the shares of all categories.

    `counts` lists every possible category, with 0 for those that never occurred; `effects` has the
    design effect of each. With less than one block, all intervals are from 0 to 1.
    """
    counts = np.asarray(counts)
    total = round(float(counts.sum()))
    n = total // per_block
    shares = _share(counts, total)
    if n == 0:
        return Interval(shares, np.zeros(len(counts)), np.ones(len(counts)), n)
    # Bonferroni: all categories together keep the level, whatever their correlations
    own_level = 1 - (1 - level) / len(counts)
    effective_n = total / inflations(effects, per_block, n, own_level)
    bounds = clopper_pearson(shares * effective_n, effective_n, level=own_level)
    return Interval(shares, bounds.low, bounds.high, n)


def rate_of_games(batches: Iterable[Array], *, level: float = 0.95) -> Interval[float]:
    """Return the exact interval for how often something happens in games.

    The batches say whether it happened in each game, shape (blocks, games).
    """
    # gone through twice: for the size of a block, then for the sums
    every = list(batches)
    per_block = max(batch.shape[1] for batch in every)
    sums = sums_of_blocks(by_block(batch.astype(np.int64), 2) for batch in every)
    inflation = inflations(sums.effects[1], per_block, sums.n, level)
    effective_n = float(sums.size / inflation)
    rate = clopper_pearson(sums.totals[1] / inflation, effective_n, level=level)
    return Interval(float(rate.estimate), float(rate.low), float(rate.high), sums.n)


def mean_t(
    values: ArrayLike,
    *,
    level: float = 0.95,
    unseen: float = 0.0,
    n_varying: int | None = None,
    low: float | None = None,
    high: float | None = None,
    step: float = 1.0,
) -> Interval[float]:
    """Return the t interval for the mean of blocks; unbounded for a single block.

    One block more, `unseen` away from the mean, counts in the variance. If only `n_varying` blocks
    tell of the variance, that many degrees of freedom remain. Bounds stay within `low` and `high`;
    if all blocks agree, others may be `step` away.
    """
    blocks = np.asarray(values, dtype=np.float64)
    squares = np.square(deviations(blocks)).sum() + unseen**2
    n = len(blocks)
    half_width = _half_width(squares, n, level, n_varying)
    mean = float(blocks.mean())
    lower, upper = mean_bounds(mean, half_width, n, level=level, low=low, high=high, step=step)
    return Interval(mean, float(lower), float(upper), n)


def mean_from_counts(
    values: ArrayLike,
    counts: ArrayLike,
    *,
    level: float = 0.95,
    low: float | None = None,
    high: float | None = None,
) -> Interval[float]:
    """Return the t interval for the mean of a histogram of values and counts, as `mean_t` does."""
    values, counts = np.asarray(values, dtype=np.float64), np.asarray(counts)
    n, mean = int(counts.sum()), float(np.average(values, weights=counts))
    half_width = _half_width((counts * np.square(deviations(values, counts))).sum(), n, level)
    lower, upper = mean_bounds(mean, half_width, n, level=level, low=low, high=high)
    return Interval(mean, float(lower), float(upper), n)


def mean_bounds(
    mean: Any,
    half_width: Any,
    n: Any,
    *,
    level: Any,
    low: float | None = None,
    high: float | None = None,
    step: float = 1.0,
) -> tuple[Array, Array]:
    """Return the bounds of means from half widths that know no range.

    Bounds stay within `low` and `high`, where these are known and hold for the mean. Where all of
    `n` blocks agree, a rate of blocks that was never seen may be `step` away.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        lower, upper = _within(np.asarray(mean, dtype=np.float64), half_width, low, high)
    never_seen = step * clopper_pearson(0, n, level=level).high
    lower = np.where(half_width == 0, mean - never_seen, lower)
    upper = np.where(half_width == 0, mean + never_seen, upper)
    if low is not None:
        lower = np.where(mean >= low, np.fmax(lower, low), lower)
    if high is not None:
        upper = np.where(mean <= high, np.fmin(upper, high), upper)
    return lower, upper


def quantile_from_counts(
    values: ArrayLike,
    counts: ArrayLike,
    q: float,
    *,
    per_block: int = 1,
    effects: ArrayLike | None = None,
    level: float = 0.95,
) -> Interval[float]:
    """Return the order-statistic interval for the `q` quantile of a histogram.

    The estimate is the smallest value that a share `q` does not exceed; a bound is infinite if
    there are too few blocks. `effects` has the design effect of the share at or below each value;
    then the values must increase.
    """
    x, at_most, total = _cumulate(values, counts)
    n = total // per_block
    inflation = inflations(effects, per_block, n, level) * np.ones(len(x))
    # below the smallest value, as at the largest, the effect is that of all thresholds together
    inflation = np.append(inflation[-1], inflation)
    ranks, effective_n = np.append(0, at_most) / inflation, total / inflation
    tail = (1 - level) / 2
    low = np.append(-np.inf, x)[_at_most(ranks, effective_n, q) > tail][0]
    high = np.append(x, np.inf)[_at_least(ranks, effective_n, q) > tail][-1]
    return Interval(x[at_most / total >= q][0], low, high, n)


def dkw(
    values: ArrayLike,
    counts: ArrayLike,
    *,
    per_block: int = 1,
    effect: float | None = None,
    level: float = 0.95,
) -> Band:
    """Return the Dvoretzky-Kiefer-Wolfowitz band around the distribution of a histogram.

    `effect` is the largest design effect of the distribution function.
    """
    x, at_most, total = _cumulate(values, counts)
    ecdf, n = at_most / total, total // per_block
    # without it, of the mean of several distribution functions
    n_functions = per_block if effect is None else 1
    effective_n = total / float(inflations(effect, per_block, n, level))
    half_width = np.sqrt(np.log(2 * n_functions / (1 - level)) / (2 * effective_n))
    return Band(x, ecdf, np.maximum(ecdf - half_width, 0), np.minimum(ecdf + half_width, 1), n)


def simultaneous_means(
    credits: ArrayLike,
    counts: ArrayLike | None = None,
    *,
    per_block: int = 1,
    level: float = 0.95,
) -> Interval[Array]:
    """Return simultaneous intervals for the mean credit of every seat.

    `credits` has a row per block and a column per seat, with values in [0, 1], else ValueError.
    With `counts`, it has a row per distinct block, and `counts` says how often each was seen.
    `per_block` is the number of games in a block.
    """
    rows = inside(np.asarray(credits, dtype=np.float64), 0, 1)
    block_counts = np.ones(len(rows), dtype=np.int64) if counts is None else np.asarray(counts)
    mean, centred = np.average(rows, axis=0, weights=block_counts), deviations(rows, block_counts)
    critical = max_t_critical_value(centred, block_counts, level)
    n = int(block_counts.sum())
    effective = _effective_n(mean, block_counts @ np.square(centred), n, per_block)
    low, high = score_bounds(mean, effective, np.square(critical))
    return Interval(mean, low, high, n)


def mean_of_means(groups: Sequence[Array], *, level: float = 0.95) -> Interval[Array]:
    """Return simultaneous intervals for the mean credit of every seat over several groups.

    Each group has a row per block and a column per seat, with values in [0, 1]; all groups have the
    same weight. Rows of the same number are the same block in all groups, which may be of different
    lengths. `n` is the number of blocks of the longest group.
    """
    mean, centred = _mean_and_errors(groups)
    n = len(centred)
    critical = max_t_critical_value(centred, np.ones(n, dtype=np.int64), level)
    effective = _effective_n(mean, np.square(centred).sum(axis=0), n)
    low, high = score_bounds(mean, effective, np.square(critical))
    return Interval(mean, low, high, n)


def mean_points(groups: Sequence[Array], *, level: float = 0.95) -> Interval[Array]:
    """Return simultaneous t intervals for the mean points of every column over several groups.

    Groups are as in `mean_of_means`, but values may be of any size.
    METHODS.md: Points per game of all seats.
    """
    mean, centred = _mean_and_errors(groups)
    n = len(centred)
    critical = max_t_critical_value(centred, np.ones(n, dtype=np.int64), level)
    with np.errstate(divide="ignore", invalid="ignore"):
        half = critical * np.sqrt(np.square(centred).sum(axis=0) / (n * (n - 1)))
    half = np.where(np.isnan(half), np.inf, half)
    return Interval(mean, mean - half, mean + half, n)


def _mean_and_errors(groups: Sequence[Array]) -> tuple[Array, Array]:
    """Return the mean over groups, and what each block adds to its error times their number."""
    mean = np.mean([group.mean(axis=0) for group in groups], axis=0)
    n = max(map(len, groups))
    centred = np.zeros((n, len(mean)))
    for group in groups:
        centred[: len(group)] += deviations(group) * n / (len(group) * len(groups))
    return mean, centred


def change_of_shares(differences: Array, critical: Any) -> Interval[Array]:
    """Return intervals for the mean difference of shares in each column, at a critical t value.

    Each is the rate that blocks gain less the rate that they lose, both with score intervals.
    """
    n = len(differences)
    changes = np.where(np.abs(differences) > NO_CHANGE, differences, 0)
    gained, lost = (
        _rates_of_blocks(signed_changes, changes, critical)
        for signed_changes in (changes, -changes)
    )
    errors = np.sqrt(gained.variance * lost.variance)
    correlation = np.zeros_like(errors)
    # a block that gains does not lose
    covariance = -gained.rate.estimate * lost.rate.estimate / max(n - 1, 1)
    np.divide(covariance, errors, out=correlation, where=errors > 0)
    low, high = difference_bounds(gained.rate, lost.rate, correlation)
    return Interval(differences.mean(axis=0), np.maximum(low, -1), np.minimum(high, 1), n)


class _Rates(NamedTuple):
    rate: Interval[Array]
    variance: Array


def _rates_of_blocks(signed_changes: Array, changes: Array, critical: Any) -> _Rates:
    """Return score intervals for the means of what is above 0, and squared standard errors."""
    n, rises = len(signed_changes), np.maximum(signed_changes, 0)
    mean, squares = rises.mean(axis=0), np.square(deviations(rises)).sum(axis=0)
    n_changed = np.count_nonzero(changes, axis=0)
    effective = np.where(n_changed < FEW, n, _effective_n(mean, squares, n))
    low, high = score_bounds(mean, effective, np.square(critical))
    return _Rates(Interval(mean, low, high, n), squares / (n * max(n - 1, 1)))


def difference_bounds(
    minuend: Interval[Array], subtrahend: Interval[Array], correlation: Any
) -> tuple[Array, Array]:
    """Return the bounds of a difference from the intervals of both numbers (Zou and Donner)."""

    def reach(ours: Array, theirs: Array) -> Array:
        squares = ours**2 + theirs**2 - 2 * correlation * ours * theirs
        return np.asarray(np.sqrt(np.maximum(squares, 0)))

    difference = minuend.estimate - subtrahend.estimate
    low = reach(minuend.estimate - minuend.low, subtrahend.high - subtrahend.estimate)
    high = reach(minuend.high - minuend.estimate, subtrahend.estimate - subtrahend.low)
    return difference - low, difference + high


def clip_interval(
    interval: Interval[float], low: float | None, high: float | None
) -> Interval[float]:
    """Return an interval with its bounds within a range, whose ends may be unknown."""
    lowest, highest = -np.inf if low is None else low, np.inf if high is None else high
    return interval._replace(low=max(interval.low, lowest), high=min(interval.high, highest))


def score_bounds(rate: Any, n: Any, z_squared: Any) -> tuple[Any, Any]:
    """Return the bounds of Wilson's interval for any critical value and any effective n."""
    with np.errstate(divide="ignore"):
        slack = np.divide(z_squared, n) / 2
    return _score_low(rate, slack), 1 - _score_low(1 - rate, slack)


def _effective_n(mean: Array, squares: Array, n: int, per_block: int = 1) -> Array:
    """Return the effective number of Bernoulli games with the precision of n blocks.

    `squares` are sums of squared deviations. Of a column in which all blocks agree it is that of
    the other columns together, but no less than the blocks and no more than the games.
    """
    outright = mean * (1 - mean) * n * (n - 1)
    varies = squares > 0
    pooled = outright[varies].sum() / squares[varies].sum() if varies.any() else n
    effective = np.full_like(mean, np.clip(pooled, n, n * per_block))
    np.divide(outright, squares, out=effective, where=squares > 0)
    return effective


def _at_most(successes: Array, n: Array, rate: float) -> Array:
    """Return the probability of at most these successes; numbers need not be whole."""
    return np.asarray(betainc(np.maximum(n - successes, 0), successes + 1, 1 - rate))


def _at_least(successes: Array, n: Array, rate: float) -> Array:
    """Return the probability of at least these successes; numbers need not be whole."""
    return np.asarray(betainc(successes, n - successes + 1, rate))


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


def _half_width(squares: float, n: int, level: float, n_varying: int | None = None) -> float:
    """Return the half width of the t interval from the sum of squared deviations."""
    if n == 1:
        return np.inf
    degrees = n - 1 if n_varying is None else min(n_varying, n - 1)
    return float(stdtrit(degrees, (1 + level) / 2) * np.sqrt(squares / (n * (n - 1))))


def _within(
    mean: Array, half_width: Any, low: float | None, high: float | None
) -> tuple[Array, Array]:
    """Return the score bounds of means whose variance vanishes at the known ends of the range."""
    lower, upper = mean - half_width, mean + half_width
    if low is None or not np.isfinite(half_width).any():
        return lower, upper
    above = mean - low
    if high is None:
        extra = np.square(half_width) / above / 2
        score_upper = above + extra + np.sqrt(np.square(half_width) + extra**2)
        score_lower = above**2 / score_upper
    else:
        share, width = above / (high - low), high - low
        z_squared = np.square(half_width / width) / (share * (1 - share))
        score_lower, score_upper = (width * end for end in score_bounds(share, 1.0, z_squared))
    is_inside = np.isfinite(half_width) & (above > 0) & (mean < (np.inf if high is None else high))
    return (
        np.where(is_inside, low + score_lower, lower),
        np.where(is_inside, low + score_upper, upper),
    )


def _cumulate(values: ArrayLike, counts: ArrayLike) -> tuple[Array, Array, int]:
    """Return sorted values, cumulated counts and their total."""
    order = np.argsort(values)
    at_most = np.cumsum(np.asarray(counts)[order])
    return np.asarray(values, dtype=np.float64)[order], at_most, int(at_most[-1])
