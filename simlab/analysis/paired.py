"""Paired comparison of two rule sets: variance saved by shared deals, sample size.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from math import ceil
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from simlab.analysis.intervals import Interval, clopper_pearson
from simlab.analysis.max_t import deviations

Array = NDArray[Any]

ALL_BUT_EQUAL = 1 - 1e-9
"""A correlation beyond is 1 up to rounding."""
FEWEST = 4
"""Blocks without which a correlation may be anything: two are always on a line."""
TWO_SIDED = float(ndtri(0.975))
"""Standard errors on each side of a 95 % interval."""
MIDDLE = float(ndtri(0.75))
"""Median distance of a mean from the truth, in standard errors."""


class Paired(NamedTuple):
    """Gain in precision from playing the same blocks under both rule sets."""

    correlation: Interval[float]
    """Nan where one side never varies."""
    saving: float
    """Unpaired games with the precision of one paired game; nan where no block varies."""


def pairing_statistics(base: ArrayLike, patched: ArrayLike) -> Paired:
    """Return correlation and saving for one value per block under each rule set."""
    before, after = np.asarray(base, dtype=np.float64), np.asarray(patched, dtype=np.float64)
    centred = [deviations(values) for values in (before, after, after - before)]
    of_base, of_patched, of_difference = (np.mean(np.square(values)) for values in centred)
    with np.errstate(divide="ignore", invalid="ignore"):
        saving = (of_base + of_patched) / of_difference
        standard_base, standard_patched = (
            centred[0] / np.sqrt(of_base),
            centred[1] / np.sqrt(of_patched),
        )
    return Paired(_correlation(standard_base, standard_patched), float(saving))


def _correlation(x: Array, y: Array) -> Interval[float]:
    """Return the correlation of two standardised columns, with a 95 % interval.

    The bounds are those of its hyperbolic arctangent, with the standard error that the influence of
    each block gives for any distribution.
    """
    n, estimate = len(x), float(np.mean(x * y))
    if np.isnan(estimate):
        return Interval(estimate, estimate, estimate, n)
    if n < FEWEST:
        return Interval(estimate, -1.0, 1.0, n)
    if abs(estimate) >= ALL_BUT_EQUAL:
        # blocks that were never seen may go the other way
        ends = np.array([estimate, estimate - np.sign(estimate) * 2 * clopper_pearson(0, n).high])
        return Interval(estimate, float(ends.min()), float(ends.max()), n)
    influence = x * y - estimate * (np.square(x) + np.square(y)) / 2
    error = np.sqrt(np.mean(np.square(influence)) / n) / (1 - estimate**2)
    ends = np.tanh(np.arctanh(estimate) + TWO_SIDED * error * np.array([-1, 1]))
    return Interval(estimate, float(ends[0]), float(ends[1]), n)


def blocks_of_fixed_plan(
    variance: float,
    margin: float,
    *,
    effect: float = 0.0,
    power: float = 0.95,
    level: float = 0.95,
) -> int:
    """Return how many blocks a fixed-sample plan needs to decide on a difference.

    `variance` is that of block differences or, for rule sets that share no deals, the sum of both;
    then each rule set needs this many. ValueError if the effect equals the margin.
    """
    off = ndtri(power) if abs(effect) > margin else ndtri((1 + power) / 2)
    return ceil(variance * ((ndtri((1 + level) / 2) + off) / gap_of(margin, effect)) ** 2)


def gap_of(margin: float, effect: float) -> float:
    """Return the distance of an effect from the margin; ValueError if it is 0."""
    gap = abs(abs(effect) - margin)
    if gap == 0:
        raise ValueError(
            f"whether an effect of {effect:g} is more than {margin:g} is never decided"
        )
    return gap
