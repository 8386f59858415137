from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from simlab.analysis.intervals import mean_t
from simlab.analysis.sequential import anytime_mean, anytime_p_value, looks
from tests.support.coverage import assert_coverage, covers

Draw = Callable[[np.random.Generator, int], NDArray[Any]]


def rounded_scores(rng: np.random.Generator, n: int) -> NDArray[Any]:
    return np.clip(np.round(4 * rng.normal(0, 6, n)) / 4, -82, 82)


def rare_flips(rng: np.random.Generator, n: int) -> NDArray[Any]:
    return rng.choice([-1, 0, 1], p=[0.005, 0.99, 0.005], size=n)


def skewed(rng: np.random.Generator, n: int) -> NDArray[Any]:
    return rng.binomial(40, rng.beta(0.1, 1.9, n)) / 40


def wins(rng: np.random.Generator, n: int) -> NDArray[Any]:
    return rng.integers(2, size=n)


def rare_disasters(rng: np.random.Generator, n: int) -> NDArray[Any]:
    """Return -1 once in a hundred times, else 0.01 or so, 0 on average."""
    return np.where(rng.random(n) < 0.01, -0.99, 0.01)


# ------------------------------------------------------------------------------------------ looks


def test_looks_grow_by_a_quarter_and_end_at_the_most() -> None:
    assert looks(100, 400) == [100, 125, 156, 195, 244, 305, 381, 400]


def test_looks_never_stand_still() -> None:
    assert looks(1, 6) == [1, 2, 3, 4, 5, 6]


def test_less_than_the_first_look_is_looked_at_once() -> None:
    assert looks(100, 30) == [30]


# ----------------------------------------------------------------------------------- anytime means


def test_a_rate_looked_at_after_every_game_is_missed_at_most_one_time_in_twenty() -> None:
    rate, most = 0.3, 60
    # the chance of each number of wins among the runs in which the rate was never missed
    chances = np.ones(1)
    for n in range(1, most + 1):
        chances = np.append(chances * (1 - rate), 0) + np.append(0, chances * rate)
        seen = (anytime_mean(np.arange(n) < n_wins, 0, 1) for n_wins in range(n + 1))
        chances = np.where([covers(interval, rate) for interval in seen], chances, 0)
    assert 0.95 <= chances.sum() < 0.999


@pytest.mark.parametrize(
    ("draw", "low", "high", "mean"),
    [
        (rounded_scores, -82, 82, 0),
        (rare_flips, -1, 1, 0),
        (skewed, 0, 1, 0.05),
        (wins, 0, 1, 0.5),
        (rare_disasters, -1, 1, 0),
    ],
)
def test_anytime_means_are_covered_at_all_looks(
    draw: Draw, low: float, high: float, mean: float, effort: int
) -> None:
    rng = np.random.default_rng(1)
    schedule = looks(10, 1500, growth=1.5)
    hits = []
    for _ in range(100 * effort):
        run = draw(rng, schedule[-1])
        seen = (anytime_mean(run[:n], low, high) for n in schedule)
        hits.append(all(covers(interval, mean) for interval in seen))
    assert_coverage(hits, 0.95)


def test_looking_at_t_intervals_all_along_misses_far_too_often() -> None:
    rng = np.random.default_rng(2)
    runs = (wins(rng, 1500) for _ in range(200))
    schedule = looks(10, 1500)
    hits = [all(covers(mean_t(run[:n]), 0.5) for n in schedule) for run in runs]
    assert np.mean(hits) < 0.85


@pytest.mark.parametrize("draw", [rounded_scores, wins, rare_flips])
@pytest.mark.parametrize("n", [3_000, 100_000])
def test_an_anytime_mean_is_less_than_twice_as_wide_as_a_fixed_one(draw: Draw, n: int) -> None:
    run = draw(np.random.default_rng(3), n)
    end = 82 if draw is rounded_scores else 1
    anytime, fixed = anytime_mean(run, -end, end), mean_t(run)
    assert 1.5 < (anytime.high - anytime.low) / (fixed.high - fixed.low) < 1.95


def test_betting_against_the_ends_of_the_interval_pays_forty_to_one() -> None:
    run = rounded_scores(np.random.default_rng(4), 400)
    interval = anytime_mean(run, -82, 82)
    stakes = 1 / (1 + 2.0 ** np.arange(-3, 13))

    def capital(shares: NDArray[Any], mean: float) -> Any:
        return np.mean([np.prod(1 - stake + stake * shares / mean) for stake in stakes])

    assert capital((run + 82) / 164, (interval.low + 82) / 164) == pytest.approx(40)
    assert capital((82 - run) / 164, (82 - interval.high) / 164) == pytest.approx(40)


def test_the_order_of_the_blocks_and_their_unit_change_nothing() -> None:
    rng = np.random.default_rng(5)
    run = rounded_scores(rng, 300)
    interval = anytime_mean(run, -82, 82)
    assert anytime_mean(rng.permutation(run), -82, 82) == interval
    scaled = anytime_mean(5 + 2 * run, 5 - 164, 5 + 164)
    np.testing.assert_allclose(scaled[:3], 5 + 2 * np.array(interval[:3]))


def test_blocks_at_an_end_of_the_range_leave_that_end_exact() -> None:
    lowest, highest = anytime_mean([-0.3] * 50, -0.3, 0.7), anytime_mean([0.7] * 50, -0.3, 0.7)
    assert lowest.low == -0.3 < lowest.high < 0
    assert 0.4 < highest.low < highest.high == 0.7


def test_blocks_that_all_agree_keep_a_width_that_shrinks_with_their_number() -> None:
    few, many = (anytime_mean([0] * n, -1, 1) for n in (100, 10_000))
    # what was never seen in n blocks may happen in about one of n / log(40)
    assert 3.7 / 100 < few.high == -few.low < 8 / 100
    assert 3.7 / 10_000 < many.high == -many.low < 8 / 10_000


def test_one_block_tells_little_and_none_nothing() -> None:
    one, none = anytime_mean([1], 0, 1), anytime_mean([], 0, 1)
    assert 0 < one.low < stats.beta.ppf(0.025, 1, 1)
    assert one[2:] == (1, 1)
    assert np.isnan(none.estimate)
    assert none[1:] == (0, 1, 0)


def test_numbers_outside_of_their_range_are_refused_unless_rounded() -> None:
    with pytest.raises(ValueError, match=r"numbers from -1 to 1.5 are not in \[-1, 1\]"):
        anytime_mean([-1, 1.5], -1, 1)
    assert anytime_mean([0.1 + 0.2, 0.3], 0.1, 0.3).high == 0.3


def test_a_higher_level_is_wider() -> None:
    run = wins(np.random.default_rng(6), 100)
    default, sure = anytime_mean(run, 0, 1), anytime_mean(run, 0, 1, level=0.999)
    assert sure.low < default.low < default.high < sure.high


# -------------------------------------------------------------------------------- anytime p values


def test_the_p_value_of_the_end_of_an_interval_is_what_is_left_below_it() -> None:
    run = rounded_scores(np.random.default_rng(5), 400)
    low = anytime_mean(run, -82, 82, level=0.9).low
    assert anytime_p_value(run, low, -82, 82) == pytest.approx(0.05)


def test_of_equal_players_hardly_one_run_in_twenty_ever_looks_surprising(effort: int) -> None:
    rng, schedule = np.random.default_rng(6), looks(10, 1500, growth=1.5)
    hits = []
    for _ in range(100 * effort):
        run = wins(rng, schedule[-1])
        hits.append(min(anytime_p_value(run[:n], 0.5, 0, 1) for n in schedule) > 0.05)
    assert_coverage(hits, 0.95)


def test_nothing_is_surprising_about_a_low_mean() -> None:
    assert anytime_p_value([0.0] * 50, 0.5, 0, 1) == 1
    assert anytime_p_value([1.0] * 50, 0.5, 0, 1) < 1e-6
