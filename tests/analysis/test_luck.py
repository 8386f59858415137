"""Results less luck: unbiased, covered, and as played where there are too few blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab.analysis.intervals import mean_t, simultaneous_means
from simlab.analysis.luck import (
    FEWEST_BLOCKS,
    as_played,
    less_luck,
    mean_less_luck,
    shares_less_luck,
)
from tests.support.coverage import assert_coverage, covers

Array = NDArray[Any]
SIZES = pytest.mark.parametrize("n", [FEWEST_BLOCKS, 200])


def scores(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """Return scores with mean 30 and their luck, both skewed; half of the luck does not tell."""
    luck = rng.exponential(4, size=n) - 4
    return 30 + 0.8 * luck + rng.gamma(2, 1, size=n) - 2, luck + rng.normal(size=n)


def wins(rng: np.random.Generator, n: int, seats: int) -> tuple[Array, Array]:
    """Return the wins of seats with equal chances, and the luck that an evaluation saw."""
    chances = rng.dirichlet(np.full(seats, 0.5), size=n)
    winner = (rng.random((n, 1)) > chances.cumsum(axis=1)).sum(axis=1)
    return np.eye(seats)[np.minimum(winner, seats - 1)], 0.6 * (chances - 1 / seats)


@SIZES
def test_means_less_luck_are_covered(n: int, effort: int) -> None:
    rng = np.random.default_rng(11)
    intervals = [mean_less_luck(*scores(rng, n)) for _ in range(1000 * effort)]
    # skewness costs a t interval of 50 blocks as much without luck
    assert_coverage([covers(each, 30) for each in intervals], 0.94)
    estimates = np.array([each.estimate for each in intervals])
    assert abs(estimates.mean() - 30) < 5 * estimates.std() / np.sqrt(len(estimates))


@SIZES
@pytest.mark.parametrize("seats", [2, 4])
def test_shares_less_luck_are_covered_together(n: int, seats: int, effort: int) -> None:
    rng, hits = np.random.default_rng(12), []
    for _ in range(300 * effort):
        shares, luck = wins(rng, n, seats)
        interval = shares_less_luck(shares, luck, simultaneous_means(shares))
        hits.append(covers(interval, 1 / seats).all())
    assert_coverage(hits, 0.945)


def test_shares_less_luck_add_up_and_are_narrower() -> None:
    shares, luck = wins(np.random.default_rng(13), 400, 3)
    played = simultaneous_means(shares)
    adjusted = shares_less_luck(shares, luck, played)
    assert adjusted.estimate.sum() == pytest.approx(1)
    assert (adjusted.high - adjusted.low < 0.9 * (played.high - played.low)).all()


def test_the_slope_of_a_block_comes_from_other_blocks() -> None:
    values, luck = scores(np.random.default_rng(14), 100)
    changed = values.copy()
    changed[17] += 1000
    assert (less_luck(changed, luck) - less_luck(values, luck))[17] == pytest.approx(1000)


def test_luck_that_tells_all_leaves_no_variance() -> None:
    luck = np.random.default_rng(15).normal(size=(300, 2))
    np.testing.assert_allclose(less_luck(5 + luck @ [2, -3], luck), 5)


def test_too_few_blocks_stay_as_they_are() -> None:
    values, luck = scores(np.random.default_rng(16), FEWEST_BLOCKS - 1)
    assert (less_luck(values, luck) == values).all()
    many = np.random.default_rng(17).normal(size=(FEWEST_BLOCKS, 6))
    assert (less_luck(many[:, 0], many) == many[:, 0]).all()


def test_luck_that_tells_nothing_changes_nothing() -> None:
    rng, kept = np.random.default_rng(20), 0
    for _ in range(40):
        values = rng.normal(size=100)
        adjusted = less_luck(values, rng.normal(size=100))
        kept += (adjusted == values).all()
        assert adjusted.var() <= values.var()
    assert kept > 20


def test_what_is_only_rounded_off_is_no_luck() -> None:
    values, luck = scores(np.random.default_rng(21), 100)
    assert (less_luck(values, 1e-15 * luck) == values).all()


def test_a_seat_that_never_wins_keeps_the_bounds_of_what_was_played() -> None:
    shares, luck = wins(np.random.default_rng(18), 100, 2)
    never = np.column_stack([shares, np.zeros(100)])
    played = simultaneous_means(never)
    adjusted = shares_less_luck(never, np.column_stack([luck, luck[:, 0]]), played)
    assert (adjusted.low[2], adjusted.high[2]) == (played.low[2], played.high[2])
    assert adjusted.high[0] - adjusted.low[0] < played.high[0] - played.low[0]


def test_the_saving_is_that_of_games_for_the_same_width() -> None:
    values, luck = scores(np.random.default_rng(19), 4000)
    cells = as_played(mean_t(values), mean_less_luck(values, luck))
    # 0.64 * 16 + 2 as played; the luck that is seen has a correlation of 0.97 with the true one
    assert cells["saving"] == pytest.approx(12.24 / (2 + 10.24 / 17), rel=0.1)
    assert cells["played"] == values.mean()
