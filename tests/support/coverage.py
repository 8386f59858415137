"""Simulated coverage: how often intervals contain the truth."""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.analysis.intervals import Interval


def assert_coverage(hits: Any, at_least: float, at_most: float = 1.0) -> None:
    """Check a simulated coverage, leaving five standard errors of the simulation on both sides."""
    coverage = np.mean(hits)
    assert coverage >= at_least - 5 * np.sqrt(at_least * (1 - at_least) / len(hits))
    assert coverage <= at_most + 5 * np.sqrt(at_most * (1 - at_most) / len(hits))


def covers(interval: Interval[Any], truth: Any) -> Any:
    """Tell whether each truth lies within its bounds, up to the rounding of the last digit."""
    return (interval.low - 1e-12 <= truth) & (truth <= interval.high + 1e-12)
