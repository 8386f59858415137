"""Sequential probability ratio test (SPRT) for an effect as large as a margin.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from simlab.analysis.intervals import Interval
from simlab.analysis.value_range import inside
from simlab.analysis.verdict import Verdict

Array = NDArray[Any]

ERROR = 0.05
"""Error rate of both kinds: false positives and false negatives."""

MORE_LIMIT = float(np.log((1 - ERROR) / (ERROR / 2)))
"""Log likelihood ratio at which an effect is accepted; half of the errors on each side."""

NONE_LIMIT = float(np.log(ERROR / (1 - ERROR / 2)))
"""Log likelihood ratio at which no effect is accepted."""

NODES, WEIGHTS = np.polynomial.legendre.leggauss(32)
"""Gauss-Legendre nodes on [-1, 1]; 32 are exact far below the error of the normal model."""

UNSEEN = 1e-3
"""Pseudo-count of blocks at each end of the range, since such blocks may yet occur."""

ROUNDING = 1e-12
"""Relative rounding error."""

REACH = 8.0
"""Integration range in standard errors; a normal value is practically never outside."""


class Sprt(NamedTuple):
    """State of a sequential test at a look."""

    rise: float
    """Log likelihood ratio of an effect of +margin against none."""
    fall: float
    """The same for -margin."""
    verdict: Verdict


class Stage(NamedTuple):
    """Stopping region of one look: |mean| up to `inner`, or from `outer` on."""

    information: float
    """Number of blocks divided by the variance of a block."""
    inner: float
    outer: float


def sprt(blocks: ArrayLike, margin: float, *, high: float | None = None) -> Sprt:
    """Test all block differences at a look for an effect as large as a margin.

    MORE and LESS accept an effect, SAME accepts none. All differences lie within ±`high`, if given.
    """
    values = np.asarray(blocks, dtype=np.float64)
    far = _largest_difference(values, margin, high)
    kinds, counts = np.unique(np.append(inside(values, -far, far), [-far, far]), return_counts=True)
    times = np.where(np.abs(kinds) < far, counts, counts - 1 + UNSEEN)
    fall, none, rise = (_log_likelihood(kinds, times, mean) for mean in (-margin, 0, margin))
    return Sprt(rise - none, fall - none, _verdict(rise - none, fall - none))


def after_sprt(
    blocks: ArrayLike,
    margin: float,
    looks: Sequence[int],
    *,
    high: float | None = None,
    level: float = 0.95,
) -> Interval[float]:
    """Return the median-unbiased effect after the test stopped, with its interval.

    `blocks` are those of the look at which the test stopped, `looks` the whole schedule.
    """
    from scipy.optimize import brentq

    values = np.asarray(blocks, dtype=np.float64)
    mean, variance = (
        float(values.mean()),
        _variance(values, _largest_difference(values, margin, high)),
    )
    stages = list(_stages(looks, variance, margin))
    reach = REACH * np.sqrt(variance / len(values))

    def effect(chance: float) -> float:
        return float(
            brentq(lambda at: _chance_above(mean, at, stages) - chance, mean - reach, mean + reach)
        )

    return Interval(effect(0.5), effect((1 - level) / 2), effect((1 + level) / 2), len(values))


def _largest_difference(values: Array, margin: float, high: float | None) -> float:
    """Return the largest possible |difference|: `high` or the largest seen, at least 2 margins."""
    return max(2 * margin, float(np.abs(values).max()) if high is None else high)


def _log_likelihood(kinds: Array, counts: Array, mean: float) -> float:
    """Return the empirical log likelihood of a mean, up to a constant.

    Each distinct block has the probability that fits best, tilted by its distance from the mean.
    """
    from scipy.optimize import brentq

    away = kinds - mean

    def pull(tilt: float) -> float:
        return float(counts @ (away / (1 + tilt * away)))

    steepest = 1 - ROUNDING
    tilt = brentq(pull, -steepest / away[-1], -steepest / away[0])
    return -float(counts @ np.log1p(tilt * away))


def _variance(values: Array, far: float) -> float:
    """Return the variance with one more block as far off as possible."""
    return float(values.var() + far**2 / len(values))


def _verdict(rise: float, fall: float) -> Verdict:
    if rise >= MORE_LIMIT:
        return Verdict.MORE
    if fall >= MORE_LIMIT:
        return Verdict.LESS
    return Verdict.SAME if max(rise, fall) <= NONE_LIMIT else Verdict.UNDECIDED


def _stages(looks: Sequence[int], variance: float, margin: float) -> Iterator[Stage]:
    """Yield the stopping region of each look; the last look always stops."""
    for n in looks[:-1]:
        information = n / variance
        inner, outer = (
            margin / 2 + limit / (margin * information) for limit in (NONE_LIMIT, MORE_LIMIT)
        )
        yield Stage(information, max(inner, 0.0), outer)
    yield Stage(looks[-1] / variance, 0.0, 0.0)


def _chance_above(mean: float, effect: float, stages: Sequence[Stage]) -> float:
    """Return the probability of stopping with a mean at least this large, given an effect.

    The score (mean times information) is a random walk; its density over the region in which the
    test goes on is carried from look to look at the integration nodes.
    """
    places, chances, chance, known = np.zeros(1), np.ones(1), 0.0, 0.0
    for stage in stages:
        step = stage.information - known
        ahead = places + effect * step
        chance += float(chances @ _stopped_above(mean, ahead, step, stage))
        places, widths = _nodes(effect, stage)
        off = (places[:, np.newaxis] - ahead) / np.sqrt(step)
        chances = widths * (np.exp(-np.square(off) / 2) @ chances) / np.sqrt(2 * np.pi * step)
        known = stage.information
    return chance


def _stopped_above(mean: float, ahead: Array, step: float, stage: Stage) -> Array:
    """Return the probabilities of stopping at a look above a mean, from places expected `ahead`."""

    def above(limit: float) -> Array:
        return np.asarray(ndtr((ahead - limit * stage.information) / np.sqrt(step)))

    upper, inner = above(max(mean, stage.outer)), above(np.clip(mean, -stage.inner, stage.inner))
    lower = above(min(mean, -stage.outer))
    return upper + inner - above(stage.inner) + lower - above(-stage.outer)


def _nodes(effect: float, stage: Stage) -> tuple[Array, Array]:
    """Return the nodes of the region in which the test goes on, with their weights."""
    reach = REACH / np.sqrt(stage.information)
    ends = np.array([[-stage.outer, -stage.inner], [stage.inner, stage.outer]])
    low, high = stage.information * np.clip(ends, effect - reach, effect + reach).T
    half = (high - low)[:, np.newaxis] / 2
    places = low[:, np.newaxis] + half * (1 + NODES)
    return places.ravel(), (half * WEIGHTS).ravel()
