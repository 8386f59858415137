"""Yes or no as soon as possible: no effect, or one as large as the margin?

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
"""How often an effect may be found where there is none, and none where there is one."""

MORE_LIMIT = float(np.log((1 - ERROR) / (ERROR / 2)))
"""The log likelihood ratio at which an effect is found; half of the errors on each side."""

NONE_LIMIT = float(np.log(ERROR / (1 - ERROR / 2)))
"""The log likelihood ratio at which an effect is ruled out."""

NODES, WEIGHTS = np.polynomial.legendre.leggauss(32)
"""Where on [-1, 1] a smooth function is looked at to integrate it."""

UNSEEN = 1e-3
"""How many blocks count as seen at each end of the range, so that they may yet be seen."""

ROUNDING = 1e-12
"""What is lost in floating point, as a part of the whole."""

REACH = 8.0
"""How many standard errors from its mean a normal number never is."""


class Sprt(NamedTuple):
    """What a sequential test says by now."""

    rise: float
    """Log likelihood ratio of an effect of +margin to none."""
    fall: float
    """The same for -margin."""
    verdict: Verdict


class Stage(NamedTuple):
    """At which means a test stops at one look: up to `inner` from 0, and from `outer` on."""

    information: float
    """Blocks over the variance of one."""
    inner: float
    outer: float


def sprt(blocks: ArrayLike, margin: float, *, high: float | None = None) -> Sprt:
    """Test differences of blocks, all there are at a look, for an effect as large as a margin.

    MORE and LESS say that there is one, SAME that there is none. No difference is beyond ±`high`,
    if that is known.
    """
    values = np.asarray(blocks, dtype=np.float64)
    far = _far(values, margin, high)
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
    """Return the effect corrected for having stopped when it looked large, or small.

    `blocks` are those of the look at which the test stopped, `looks` the whole schedule.
    """
    from scipy.optimize import brentq

    values = np.asarray(blocks, dtype=np.float64)
    mean, variance = float(values.mean()), _variance(values, _far(values, margin, high))
    stages = list(_stages(looks, variance, margin))
    reach = REACH * np.sqrt(variance / len(values))

    def effect(chance: float) -> float:
        return float(
            brentq(lambda at: _chance_above(mean, at, stages) - chance, mean - reach, mean + reach)
        )

    return Interval(effect(0.5), effect((1 - level) / 2), effect((1 + level) / 2), len(values))


def _far(values: Array, margin: float, high: float | None) -> float:
    """Return how far off a block can be: as any was if it is not known, but twice the margin."""
    return max(2 * margin, float(np.abs(values).max()) if high is None else high)


def _log_likelihood(kinds: Array, counts: Array, mean: float) -> float:
    """Return how likely the blocks can be with such a mean, up to a constant.

    Each kind of block has the chance that fits best, which its distance from the mean tilts.
    """
    from scipy.optimize import brentq

    away = kinds - mean

    def pull(tilt: float) -> float:
        return float(counts @ (away / (1 + tilt * away)))

    steepest = 1 - ROUNDING
    tilt = brentq(pull, -steepest / away[-1], -steepest / away[0])
    return -float(counts @ np.log1p(tilt * away))


def _variance(values: Array, far: float) -> float:
    """Return the variance as if one more block was as far off as can be."""
    return float(values.var() + far**2 / len(values))


def _verdict(rise: float, fall: float) -> Verdict:
    if rise >= MORE_LIMIT:
        return Verdict.MORE
    if fall >= MORE_LIMIT:
        return Verdict.LESS
    return Verdict.SAME if max(rise, fall) <= NONE_LIMIT else Verdict.UNDECIDED


def _stages(looks: Sequence[int], variance: float, margin: float) -> Iterator[Stage]:
    """Yield where the test stops at each look; at the last, everywhere."""
    for n in looks[:-1]:
        information = n / variance
        inner, outer = (
            margin / 2 + limit / (margin * information) for limit in (NONE_LIMIT, MORE_LIMIT)
        )
        yield Stage(information, max(inner, 0.0), outer)
    yield Stage(looks[-1] / variance, 0.0, 0.0)


def _chance_above(mean: float, effect: float, stages: Sequence[Stage]) -> float:
    """Return the chance that a test stops with a mean as large, if the effect is so large.

    Going on is a walk whose place is the mean times the information: from look to look its places
    and their densities are known at nodes.
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
    """Return the chances to stop at a look above a mean, from places expected to be `ahead`."""

    def above(limit: float) -> Array:
        return np.asarray(ndtr((ahead - limit * stage.information) / np.sqrt(step)))

    upper, inner = above(max(mean, stage.outer)), above(np.clip(mean, -stage.inner, stage.inner))
    lower = above(min(mean, -stage.outer))
    return upper + inner - above(stage.inner) + lower - above(-stage.outer)


def _nodes(effect: float, stage: Stage) -> tuple[Array, Array]:
    """Return places at which the test goes on, and how wide a stretch each stands for."""
    reach = REACH / np.sqrt(stage.information)
    ends = np.array([[-stage.outer, -stage.inner], [stage.inner, stage.outer]])
    low, high = stage.information * np.clip(ends, effect - reach, effect + reach).T
    half = (high - low)[:, np.newaxis] / 2
    places = low[:, np.newaxis] + half * (1 + NODES)
    return places.ravel(), (half * WEIGHTS).ravel()
