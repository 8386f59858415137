"""Mean of few blocks, adjusted by a control variate that is known from the same and more blocks.

METHODS.md gives formula, assumptions and source.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from simlab.analysis.intervals import Interval, clip_interval, mean_bounds, mean_t
from simlab.analysis.luck import less_luck, slopes
from simlab.analysis.max_t import deviations

Array = NDArray[Any]

LEVEL = 0.95


def mean_with_control(
    values: Array, control: Array, low: float | None = None, high: float | None = None
) -> Interval[float]:
    """Return the t interval for the mean of blocks, within a range.

    `control` has a value for each of these blocks, in order, and then for further ones. Without a
    gain it is the interval of the values alone.

    METHODS.md: A search whose base has played more deals.
    """
    n, pull = len(values), deviations(control)
    adjusted = less_luck(values, pull[:n])
    if adjusted is values:
        return mean_t(values, low=low, high=high)
    # what each block adds to the error of the mean, in blocks
    errors = slopes(values, pull[:n, None])[0] * pull * n / len(pull)
    errors[:n] += deviations(adjusted)
    error = np.sqrt(np.square(errors).sum() / (n * (n - 1)))
    half_width = stdtrit(n - 1, (1 + LEVEL) / 2) * error
    mean = float(adjusted.mean())
    lower, upper = mean_bounds(mean, half_width, n, level=LEVEL)
    return clip_interval(Interval(mean, float(lower), float(upper), n), low, high)
