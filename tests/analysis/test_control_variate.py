"""Means of few blocks, adjusted by a control variate known from more: covered, and narrower."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab.analysis.control_variate import mean_with_control
from simlab.analysis.intervals import mean_t
from simlab.analysis.luck import FEWEST_BLOCKS
from tests.support.coverage import assert_coverage, covers

Array = NDArray[Any]


def scores(rng: np.random.Generator, n: int, times: int, correlation: float) -> tuple[Array, Array]:
    """Return scores of a search with mean 56, and those of its base on the same and more deals."""
    base = np.round(53 + 3.4 * rng.normal(size=n * times))
    own = (base[:n] - 53) * correlation + 3.4 * np.sqrt(1 - correlation**2) * rng.normal(size=n)
    return 56 + own, base


@pytest.mark.parametrize("n", [FEWEST_BLOCKS, 200])
@pytest.mark.parametrize(("times", "correlation"), [(2, 0.75), (50, 0.75), (50, 0.1), (3, 0.99)])
def test_means_with_a_control_variate_are_covered(
    n: int, times: int, correlation: float, effort: int
) -> None:
    rng = np.random.default_rng(31)
    intervals = [
        mean_with_control(*scores(rng, n, times, correlation)) for _ in range(400 * effort)
    ]
    assert_coverage([covers(each, 56) for each in intervals], 0.945)
    estimates = np.array([each.estimate for each in intervals])
    assert abs(estimates.mean() - 56) < 5 * estimates.std() / np.sqrt(len(estimates))


def test_a_search_counts_as_more_games_if_its_base_knows_the_deals() -> None:
    own, base = scores(np.random.default_rng(32), 400, 100, 0.75)
    interval, alone = mean_with_control(own, base), mean_t(own)
    saving = ((alone.high - alone.low) / (interval.high - interval.low)) ** 2
    assert saving == pytest.approx(1 / (1 - 0.75**2), rel=0.15)


def test_with_few_deals_the_mean_is_that_of_the_games() -> None:
    own, base = scores(np.random.default_rng(33), FEWEST_BLOCKS - 1, 10, 0.75)
    assert mean_with_control(own, base, 0, 100) == mean_t(own, low=0, high=100)


def test_bounds_stay_within_the_range() -> None:
    own, base = scores(np.random.default_rng(34), 60, 10, 0.75)
    interval = mean_with_control(own, base, own.mean() - 0.1, own.mean() + 0.1)
    assert interval.high - interval.low == pytest.approx(0.2)
