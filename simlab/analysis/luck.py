"""Adjustment of results for luck: regression on a control variate, fitted on other blocks.

METHODS.md gives formula, assumptions and source.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlab.analysis.group_sequential import LikelihoodRatio
from simlab.analysis.intervals import Interval, clip_interval, mean_t, score_bounds
from simlab.analysis.max_t import deviations, max_t_critical_value
from simlab.analysis.value_range import ValueRange

Array = NDArray[Any]

FOLDS = 10
"""Parts of the blocks; the slopes of each come from all others."""
FEWEST_BLOCKS = 50
BLOCKS_PER_SLOPE = 10
"""Fewer blocks stay as they are: their slopes would hardly be known."""
LEVEL = 0.95
NEGLIGIBLE = 1e-9
"""Singular values of the luck below this part of the largest count as 0."""
ROUNDED = 1e-9
"""A standard deviation below it, in wins or points, is rounding and no luck."""

LUCK = "luck"

METHOD = (
    "Adjusted means: from each block, a slope times its luck, or times what the base of a search"
    " scores above its mean on that deal, is subtracted; the slope is that of other blocks."
)


def less_luck(values: ArrayLike, luck: ArrayLike) -> Array:
    """Return the values of blocks less what their luck explains; their mean is unbiased.

    `values` has shape (blocks,) or (blocks, seats), `luck`, whose expectation is 0, (blocks,) or
    (blocks, columns). Values stay as they are if there are too few blocks for the slopes, or if
    their variance would not shrink.
    """
    outcomes = np.asarray(values, dtype=np.float64)
    columns = np.asarray(luck, dtype=np.float64).reshape(len(outcomes), -1)
    # returned as it is: callers tell by identity that nothing was subtracted
    if len(outcomes) < max(FEWEST_BLOCKS, BLOCKS_PER_SLOPE * columns.shape[1]):
        return outcomes
    adjusted = outcomes.copy()
    folds = np.arange(len(outcomes)) % FOLDS
    for fold in range(FOLDS):
        is_own = folds == fold
        # slopes of other blocks: with its own, a block would pull the mean towards itself
        adjusted[is_own] -= columns[is_own] @ slopes(outcomes[~is_own], columns[~is_own])
    return adjusted if squares(adjusted) < squares(outcomes) else outcomes


def squares(blocks: Array) -> float:
    """Return the sum of the squared deviations of blocks, over all columns."""
    return float(np.square(deviations(blocks)).sum())


def slopes(values: Array, luck: Array) -> Array:
    """Return the least-squares slope of each column of luck; 0 for one that never varies."""
    # a slope for rounding errors would be huge
    varying = np.where(luck.std(axis=0) > ROUNDED, luck - luck.mean(axis=0), 0)
    return np.asarray(np.linalg.lstsq(varying, values - values.mean(axis=0), rcond=NEGLIGIBLE)[0])


def mean_less_luck(
    values: Array, luck: Array, low: float | None = None, high: float | None = None
) -> Interval[float]:
    """Return the t interval for the mean of blocks less luck, within a range."""
    adjusted = less_luck(values, luck)
    if adjusted is values:
        return mean_t(values, low=low, high=high)
    return clip_interval(mean_t(adjusted), low, high)


def shares_less_luck(
    shares: Array, luck: Array, played: Interval[Array], level: float = LEVEL
) -> Interval[Array]:
    """Return simultaneous intervals for the mean shares of several seats, less the luck of all.

    Both have a row per block and a column per seat. A seat whose share never varies, or whose
    estimate would be no share, has the bounds of `played`.
    """
    adjusted = less_luck(shares, luck)
    if adjusted is shares:
        return played
    n, mean, centred = len(adjusted), adjusted.mean(axis=0), deviations(adjusted)
    critical = max_t_critical_value(centred, np.ones(n, dtype=np.int64), level)
    spread = np.square(centred).sum(axis=0)
    # a score interval is for shares, and less luck an estimate may leave 0 to 1
    is_adjusted = (spread > 0) & (mean > 0) & (mean < 1)
    effective = np.ones_like(mean)
    np.divide(mean * (1 - mean) * n * (n - 1), spread, out=effective, where=is_adjusted)
    low, high = score_bounds(np.clip(mean, 0, 1), effective, np.square(critical))
    return Interval(
        np.where(is_adjusted, mean, played.estimate),
        np.where(is_adjusted, low, played.low),
        np.where(is_adjusted, high, played.high),
        n,
    )


def ratio_less_luck(adjusted: Array, margin: float, fair: float = 0.0) -> LikelihoodRatio:
    """Return the likelihood ratio of adjusted blocks, within the range that they have shown.

    The range is symmetric around a fair value, and at least two margins on both sides. Luck varies
    in all blocks, so it is for the blocks as played to show that they vary enough.
    """
    # less luck, blocks have no range that follows from the rules
    width = max(float(np.abs(adjusted - fair).max()), 2 * margin)
    return LikelihoodRatio.in_seen_range(adjusted, ValueRange(fair - width, fair + width))


def as_played(
    played: Interval[float], adjusted: Interval[float], less: str = LUCK
) -> dict[str, Any]:
    """Return further cells for the row of an adjusted estimate: what was played, and the saving.

    `saving` is how many games as played are as precise as one of the adjusted ones, `less` what was
    subtracted.
    """
    width, narrower = (interval.high - interval.low for interval in (played, adjusted))
    return {
        "played": played.estimate,
        "played_low": played.low,
        "played_high": played.high,
        "less": less,
        "saving": float(np.square(np.divide(width, narrower))) if narrower else np.nan,
    }


def every(intervals: Interval[Array]) -> list[Interval[float]]:
    """Return several intervals one by one."""
    return [
        Interval(float(estimate), float(low), float(high), int(intervals.n))
        for estimate, low, high in zip(*intervals[:3], strict=True)
    ]
