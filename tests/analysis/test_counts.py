"""Values and how often they were seen."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.analysis.counts import UNKNOWN, add, count
from simlab.analysis.intervals import mean_t


def test_values_are_counted_in_order() -> None:
    counts = count([5, 2, 2, 9])
    assert counts.values.tolist() == [2, 5, 9]
    assert counts.counts.tolist() == [2, 1, 1]
    assert counts.n == 4


def test_parts_add_up_to_the_counts_of_the_whole() -> None:
    values = np.random.default_rng(1).integers(-5, 20, 1000)
    together, whole = add([count(values[:300]), count(values[300:])]), count(values)
    assert together.values.tolist() == whole.values.tolist()
    assert together.counts.tolist() == whole.counts.tolist()


def test_values_never_seen_count_nothing() -> None:
    assert count([3, 5, 5]).of([2, 3, 4, 5, 6]).tolist() == [0, 1, 0, 2, 0]
    assert count([]).of([1, 2]).tolist() == [0, 0]


def test_gaps_are_filled_with_zeros() -> None:
    filled = count([3, 6, 6]).fill_gaps()
    assert filled.values.tolist() == [3, 4, 5, 6]
    assert filled.counts.tolist() == [1, 0, 0, 2]


def test_the_mean_of_counts_is_that_of_the_values() -> None:
    values = [1, 1, 4, 6]
    assert count(values).mean() == pytest.approx(mean_t(values))


def test_of_nothing_nothing_is_known() -> None:
    nothing = count([])
    assert nothing.mean() is UNKNOWN
    assert nothing.quantile(0.5) is UNKNOWN
    assert nothing.fill_gaps().n == 0
