"""Intervals that hold at every look without a known range."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.analysis.intervals import mean_t
from simlab.analysis.sequential import looks
from simlab.analysis.unbounded import anytime_mean_unbounded
from tests.support.coverage import assert_coverage

FIRST, MOST = 100, 5_000


@pytest.mark.parametrize("shape", ["normal", "lengths", "differences"])
def test_an_unbounded_mean_is_covered_at_all_looks(shape: str) -> None:
    rng = np.random.default_rng(3)
    hits = []
    for _ in range(400):
        values = {
            "normal": lambda: rng.normal(0, 3, MOST),
            "lengths": lambda: rng.geometric(0.1, MOST) - 10.0,
            "differences": lambda: rng.poisson(4, MOST) - rng.poisson(4, MOST),
        }[shape]()
        intervals = [anytime_mean_unbounded(values[:n]) for n in looks(FIRST, MOST)]
        hits.append(all(low <= 0 <= high for _, low, high, _ in intervals))
    assert_coverage(hits, at_least=0.95)


def test_it_is_less_than_twice_as_wide_as_one_for_a_fixed_number_of_blocks() -> None:
    values = np.random.default_rng(4).normal(0, 1, 1_000)
    own, fixed = anytime_mean_unbounded(values), mean_t(values)
    assert 1 < (own.high - own.low) / (fixed.high - fixed.low) < 2


def test_of_one_block_nothing_is_known() -> None:
    assert anytime_mean_unbounded([3.0])[:3] == (3.0, -np.inf, np.inf)
    assert np.isnan(anytime_mean_unbounded([]).estimate)
