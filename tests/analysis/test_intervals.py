from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.proportion import (
    multinomial_proportions_confint,
    proportion_confint,
)

from simlab.analysis import (
    change,
    group_sequential,
    intervals,
    multiple_testing,
    paired,
    paired_rollouts,
    rating,
    sequential,
)
from simlab.analysis.design_effect import by_block, sums_at_most, sums_of_blocks
from simlab.analysis.intervals import (
    Interval,
    clopper_pearson,
    dkw,
    mean_from_counts,
    mean_of_means,
    mean_points,
    mean_t,
    quantile_from_counts,
    rate_of_games,
    simultaneous_means,
    simultaneous_shares,
    wilson,
)
from tests.support.coverage import assert_coverage, covers

# Student's hours of sleep gained, 1908
SLEEP = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
FAIR_SEATS = (0.2, 0.2, 0.2, 0.2, 0.2)
A_WEAK_SEAT = (0.02, 0.245, 0.245, 0.245, 0.245)


def histogram(values: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    return np.unique(values, return_counts=True)


# ------------------------------------------------------------------------------------------ rates


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_intervals_newcombe_published(
    successes: int, n: int, low: float, high: float
) -> None:
    interval = wilson(successes, n)
    assert interval.estimate == successes / n
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_clopper_pearson_gives_the_intervals_newcombe_published(
    successes: int, n: int, low: float, high: float
) -> None:
    interval = clopper_pearson(successes, n)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("ours", "method"), [(wilson, "wilson"), (clopper_pearson, "beta")])
def test_rates_agree_with_statsmodels(
    ours: Callable[..., Interval[Any]], method: str, level: float
) -> None:
    successes, n = np.array([0, 1, 7, 40, 1_999_999]), np.array([9, 100, 7, 80, 2_000_000])
    low, high = proportion_confint(successes, n, alpha=1 - level, method=method)
    interval = ours(successes, n, level=level)
    np.testing.assert_allclose(interval.low, low, rtol=1e-7, atol=1e-14)
    np.testing.assert_allclose(interval.high, high, rtol=1e-7)


@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_a_rate_of_no_games_is_unknown_between_0_and_1(
    method: Callable[..., Interval[Any]],
) -> None:
    interval = method(np.array([0, 3]), np.array([0, 9]))
    assert np.isnan(interval.estimate[0])
    assert (interval.low[0], interval.high[0]) == (0, 1)
    assert np.isnan(method(0, 0).estimate)
    assert method(0, 0)[1:] == (0, 1, 0)


@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_a_rate_of_0_or_1_lies_exactly_at_its_bound(method: Callable[..., Interval[Any]]) -> None:
    n = np.arange(1, 1000)
    np.testing.assert_array_equal(method(0 * n, n).low, 0)
    np.testing.assert_array_equal(method(n, n).high, 1)


@pytest.mark.parametrize("n", [50, 500])
@pytest.mark.parametrize("rate", [0.01, 0.2, 0.5])
def test_wilson_covers_the_true_rate(rate: float, n: int, effort: int) -> None:
    successes = np.random.default_rng(1).binomial(n, rate, size=5000 * effort)
    # a rate of 0.01 in 50 games is covered in 91.06 % of all cases, the price of the short interval
    at_least = 0.91 if rate * n < 1 else 0.935
    assert_coverage(covers(wilson(successes, n), rate), at_least, at_most=0.965)


def test_wilson_covers_at_its_level_on_average_over_all_rates(effort: int) -> None:
    rng = np.random.default_rng(2)
    rates = rng.random(5000 * effort)
    successes = rng.binomial(100, rates)
    assert_coverage(covers(wilson(successes, 100), rates), 0.945, at_most=0.957)


@pytest.mark.parametrize("n", [50, 500])
@pytest.mark.parametrize("rate", [0.001, 0.01, 0.2])
def test_clopper_pearson_covers_a_rare_rate_at_least_at_its_level(
    rate: float, n: int, effort: int
) -> None:
    successes = np.random.default_rng(3).binomial(n, rate, size=5000 * effort)
    assert_coverage(covers(clopper_pearson(successes, n), rate), 0.95)


# ----------------------------------------------------------------------------------------- shares


@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize("counts", [[56, 72, 73, 59, 62, 87, 58], [0, 3, 10], [1, 0, 0, 2000]])
def test_each_share_has_the_exact_interval_of_its_part_of_the_error(
    counts: list[int], level: float
) -> None:
    n, tail = sum(counts), (1 - level) / len(counts)
    expected = [proportion_confint(count, n, alpha=tail, method="beta") for count in counts]
    interval = simultaneous_shares(counts, level=level)
    np.testing.assert_allclose(
        np.column_stack([interval.low, interval.high]), expected, rtol=1e-9, atol=1e-15
    )
    assert interval.n == n


def test_shares_of_less_than_one_block_are_not_known() -> None:
    shares, low, high, n = simultaneous_shares([0, 3, 1], per_block=5)
    assert shares.tolist() == [0, 0.75, 0.25]
    assert (low.tolist(), high.tolist(), n) == ([0, 0, 0], [1, 1, 1], 0)


def test_a_category_never_seen_has_a_share_of_0_and_room_above() -> None:
    interval = simultaneous_shares([0, 30])
    assert interval.low[0] == interval.estimate[0] == 0
    assert 0.1 < interval.high[0] < 0.2


def histogram_of_scores(n_scores: int = 83) -> NDArray[Any]:
    """Return the shares of scores that are nearly normal, as in a cooperative game."""
    scores = np.arange(n_scores)
    density = np.exp(-np.square((scores - 45) / 6.5) / 2)
    return np.asarray(density / density.sum())


@pytest.mark.parametrize(
    ("shares", "n"),
    [
        (FAIR_SEATS, 500),
        ((0.5, 0.3, 0.15, 0.04, 0.01), 500),
        ((0.5, 0.498, 0.002), 50),
        (histogram_of_scores(), 100),
        (histogram_of_scores(), 2000),
    ],
    ids=["fair", "uneven", "rare", "few scores", "many scores"],
)
def test_all_shares_are_covered_together(shares: Any, n: int, effort: int) -> None:
    runs = np.random.default_rng(4).multinomial(n, shares, size=1000 * effort)
    hits = [covers(simultaneous_shares(counts), shares).all() for counts in runs]
    assert_coverage(hits, 0.95)


def test_exact_shares_of_a_histogram_are_narrower_than_goodmans() -> None:
    counts = np.random.default_rng(5).multinomial(1000, histogram_of_scores())
    goodman = multinomial_proportions_confint(counts, method="goodman")
    exact = simultaneous_shares(counts)
    assert (exact.high - exact.low).sum() < 0.95 * np.diff(goodman, axis=1).sum()


# ------------------------------------------------------------------------------------------ means


def test_mean_t_gives_the_interval_of_students_sleep_data() -> None:
    interval = mean_t(SLEEP)
    assert interval[:3] == pytest.approx((1.58, 0.7001142, 2.4598858), abs=5e-8)
    assert interval.n == 10


def test_mean_t_agrees_with_scipy_at_any_level() -> None:
    expected = stats.ttest_1samp(SLEEP, 0).confidence_interval(0.8)
    assert mean_t(SLEEP, level=0.8)[1:3] == pytest.approx(tuple(expected), rel=1e-12)


def test_the_mean_of_one_block_is_unbounded() -> None:
    expected = (7, -np.inf, np.inf, 1)
    assert mean_t([7]) == mean_from_counts([7], [1]) == expected


def test_where_all_blocks_agree_one_that_was_never_seen_may_be_a_step_away() -> None:
    never_seen = clopper_pearson(0, 12).high
    assert mean_t([0.1] * 12)[:3] == pytest.approx((0.1, 0.1 - never_seen, 0.1 + never_seen))
    assert mean_t([3] * 12, step=5).high == pytest.approx(3 + 5 * never_seen)
    assert mean_t([3] * 12, high=3)[:3] == pytest.approx((3, 3 - never_seen, 3))
    assert mean_from_counts([0], [12], low=0) == pytest.approx((0, 0, never_seen, 12))


@pytest.mark.parametrize(("low", "high"), [(0, None), (0, 1), (0, 82), (-3, 5)])
def test_bounds_of_a_mean_stay_within_its_range(low: float, high: float | None) -> None:
    for blocks in ([0] * 19 + [1], [0, 1] * 3, [1] * 19 + [0], [0, 0.2, 1]):
        interval = mean_t(blocks, low=low, high=high)
        assert low <= interval.low < interval.estimate < interval.high
        assert high is None or interval.high <= high


def test_far_from_the_ends_of_its_range_a_mean_has_the_t_interval() -> None:
    blocks = np.random.default_rng(29).normal(45, 6.5, 1000)
    plain = mean_t(blocks)
    for low, high in ((0, None), (0, 82)):
        assert mean_t(blocks, low=low, high=high) == pytest.approx(plain, rel=1e-3)


def test_one_event_in_twenty_blocks_has_bounds_like_those_of_its_rate() -> None:
    counted, rate = mean_t([0] * 19 + [1], low=0), clopper_pearson(1, 20)
    assert 0 < counted.low < 0.02
    assert rate.high < counted.high < 0.35


@pytest.mark.parametrize("mean", [0.02, 0.1, 1.0])
@pytest.mark.parametrize("n", [20, 200])
@pytest.mark.parametrize("spread", ["poisson", "twice the variance"])
def test_means_of_counts_that_are_mostly_0_are_covered(
    mean: float, n: int, spread: str, effort: int
) -> None:
    """The plain t interval covers a mean of 0.02 in 20 blocks in 33 % of runs."""
    rng, shape = np.random.default_rng(30), (200 * effort, n)
    if spread == "poisson":
        runs = rng.poisson(mean, shape)
    else:
        runs = rng.negative_binomial(mean, 0.5, shape)
    assert_coverage([covers(mean_t(run, low=0), mean) for run in runs], 0.91)


@pytest.mark.parametrize("offset", [0, 10**7])
def test_counts_give_the_same_mean_as_the_values(offset: int) -> None:
    values = np.random.default_rng(5).integers(60, size=400) + offset
    assert mean_from_counts(*histogram(values)) == pytest.approx(mean_t(values), rel=1e-13)


def test_mean_t_covers_the_mean_of_few_blocks(effort: int) -> None:
    runs = np.random.default_rng(6).normal(3, 2, size=(3000 * effort, 6))
    assert_coverage([covers(mean_t(blocks), 3) for blocks in runs], 0.95, at_most=0.95)


def test_mean_t_covers_the_mean_of_games_that_share_their_deal(effort: int) -> None:
    rng = np.random.default_rng(7)

    def play() -> NDArray[Any]:
        return rng.integers(20, size=(25, 1)) + rng.integers(6, size=(25, 4))

    hits = [covers(mean_t(play().mean(axis=1)), 12) for _ in range(2000 * effort)]
    assert_coverage(hits, 0.945, at_most=0.955)


def test_means_of_counts_cover_the_mean_score(effort: int) -> None:
    runs = np.random.default_rng(8).binomial(40, 0.3, size=(2000 * effort, 50))
    hits = [covers(mean_from_counts(*histogram(run)), 12) for run in runs]
    assert_coverage(hits, 0.945, at_most=0.955)


# ---------------------------------------------------------------------------------- distributions


@pytest.mark.parametrize("q", [0.05, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_quantiles_agree_with_scipy(q: float, level: float) -> None:
    values = np.random.default_rng(9).permutation(np.arange(120) ** 2)
    expected: Any = stats.quantile_test(values, p=q)
    interval = quantile_from_counts(values, np.ones(120, dtype=int), q, level=level)
    assert interval[1:3] == tuple(expected.confidence_interval(level))
    assert interval.estimate == np.quantile(values, q, method="inverted_cdf")


def test_the_median_of_ten_lies_between_the_second_and_the_ninth() -> None:
    assert quantile_from_counts(np.arange(1, 11), [1] * 10, 0.5) == (5, 2, 9, 10)


def test_a_quantile_out_of_reach_has_an_infinite_bound() -> None:
    values, counts = np.arange(1, 11), [1] * 10
    assert quantile_from_counts(values, counts, 0.1)[:2] == (1, -np.inf)
    assert quantile_from_counts(values, counts, 0.9)[::2] == (9, np.inf)


def test_scores_never_seen_do_not_change_a_quantile() -> None:
    seen = quantile_from_counts([3, 8, 20], [40, 50, 30], 0.5)
    assert quantile_from_counts([25, 3, 5, 8, 9, 20, 0], [0, 40, 0, 50, 0, 30, 0], 0.5) == seen


@pytest.mark.parametrize(("n", "q"), [(30, 0.5), (200, 0.1), (200, 0.75)])
def test_quantiles_of_scores_are_covered_at_least_at_their_level(
    n: int, q: float, effort: int
) -> None:
    truth = stats.poisson.ppf(q, 12)
    runs = np.random.default_rng(10).poisson(12, size=(1000 * effort, n))
    hits = [covers(quantile_from_counts(*histogram(run), q), truth) for run in runs]
    assert_coverage(hits, 0.95)


def test_quantiles_without_ties_are_covered_close_to_their_level(effort: int) -> None:
    runs = np.random.default_rng(11).random((2000 * effort, 400))
    hits = [covers(quantile_from_counts(run, np.ones(400, dtype=int), 0.25), 0.25) for run in runs]
    assert_coverage(hits, 0.95, at_most=0.96)


def test_the_band_is_a_little_wider_than_the_exact_limit_of_kolmogorov() -> None:
    band = dkw([20, 10], [30, 70])
    np.testing.assert_array_equal(band.x, [10, 20])
    np.testing.assert_array_equal(band.ecdf, [0.7, 1])
    half_width = band.ecdf[0] - band.low[0]
    assert half_width == pytest.approx(0.135810, abs=1e-6)
    assert 1 < half_width / stats.kstwo.isf(0.05, 100) < 1.02


def test_the_band_stays_between_0_and_1() -> None:
    band = dkw([1, 2, 3], [1, 8, 1])
    assert band.low[0] == 0
    assert band.high[-1] == 1


def test_dkw_covers_the_whole_distribution_of_scores(effort: int) -> None:
    scores = np.arange(200)
    truth = stats.binom.cdf(scores, 199, 0.4)
    runs = np.random.default_rng(12).binomial(199, 0.4, size=(2000 * effort, 300))
    hits = []
    for run in runs:
        band = dkw(scores, np.bincount(run, minlength=200))
        hits.append(((band.low <= truth + 1e-12) & (truth <= band.high + 1e-12)).all())
    assert_coverage(hits, 0.95, at_most=0.98)


# ---------------------------------------------------------------------------------- win credits


def win_credits(
    rng: np.random.Generator, n: int, rates: tuple[float, ...], n_games: int = 1
) -> NDArray[Any]:
    """Play n blocks in which one game in five is a win shared between two draws of a winner."""
    winners = rng.choice(len(rates), size=(2, n, n_games), p=rates)
    winners[1] = np.where(rng.random((n, n_games)) < 0.2, winners[1], winners[0])
    return np.asarray(np.eye(len(rates))[winners].mean(axis=(0, 2)))


def test_one_seat_alone_has_wilsons_interval_with_students_t() -> None:
    wins = np.arange(400) < 30
    interval = simultaneous_means(wins[:, np.newaxis])
    t = stats.t.ppf(0.975, 399)
    expected = wilson(30, 399, level=stats.chi2.cdf(t**2, 1))
    assert interval.estimate[0] == 30 / 400
    assert (interval.low[0], interval.high[0]) == pytest.approx(expected[1:3], abs=5e-4)


@pytest.mark.parametrize("n", [400, 8000])
def test_two_seats_that_share_every_win_need_no_wider_intervals_than_one(n: int) -> None:
    wins = np.arange(n) < 3 * n // 8
    interval = simultaneous_means(np.column_stack([wins, ~wins]))
    expected = wilson(3 * n // 8, n)
    assert interval.high[0] - interval.low[0] < 1.02 * (expected.high - expected.low)
    assert interval.low == pytest.approx(1 - interval.high[::-1])


def test_a_seat_that_rarely_wins_does_not_shorten_any_interval() -> None:
    credits = np.eye(3)[np.repeat([0, 1, 2], [98, 1, 1])]
    interval = simultaneous_means(credits)
    alone = simultaneous_means(credits[:, :1])
    assert interval.high[0] - interval.low[0] >= alone.high[0] - alone.low[0]


def test_a_seat_that_never_wins_may_still_win_sometimes() -> None:
    interval = simultaneous_means(np.tile([1.0, 0.0, 0.0], (50, 1)))
    np.testing.assert_array_equal(interval.estimate, [1, 0, 0])
    assert 0.05 < interval.high[1] == 1 - interval.low[0] < 0.2


def with_critical_t(successes: float, n: int, tail: float, n_blocks: int) -> Interval[float]:
    """Return Wilson's interval with a quantile of Student's distribution."""
    t = stats.t.ppf(1 - tail, n_blocks - 1)
    return wilson(successes, n, level=stats.chi2.cdf(t**2, 1))


def test_two_seats_of_few_blocks_have_students_quantile() -> None:
    interval = simultaneous_means([[1, 0], [1, 0], [0, 1], [0, 1]])
    expected = with_critical_t(1.5, 3, 0.05 / 2, 4)
    np.testing.assert_allclose(interval.low, expected.low, rtol=0.02)
    np.testing.assert_allclose(interval.high, expected.high, rtol=0.02)


def test_seats_that_never_vary_are_independent() -> None:
    interval = simultaneous_means([[0.1, 0.1]] * 12)
    one, bonferroni = (with_critical_t(1.2, 12, tail, 12) for tail in (0.05 / 2, 0.05 / 4))
    assert one.high < interval.high[0] <= bonferroni.high


def test_credits_of_one_block_say_nothing() -> None:
    interval = simultaneous_means([[1.0, 0.0]])
    np.testing.assert_array_equal(interval.low, [0, 0])
    np.testing.assert_array_equal(interval.high, [1, 1])


def test_rotations_that_cancel_the_luck_of_the_deal_shorten_the_intervals() -> None:
    rng = np.random.default_rng(15)
    single = simultaneous_means(win_credits(rng, 2000, FAIR_SEATS))
    rotated = simultaneous_means(win_credits(rng, 2000, FAIR_SEATS, n_games=4))
    widths = (rotated.high - rotated.low) / (single.high - single.low)
    np.testing.assert_allclose(widths, 0.5, atol=0.1)


@pytest.mark.parametrize(("worst", "extent"), [(3.0, "0 to 3"), (-0.5, "-0.5 to 1")])
def test_credits_outside_0_and_1_are_refused(worst: float, extent: str) -> None:
    with pytest.raises(ValueError, match=rf"numbers from {extent} are not in \[0, 1\]"):
        simultaneous_means(np.array([[worst, 0.0], [0.0, 1.0]]))


@pytest.mark.parametrize(
    ("n", "rates", "n_games"),
    [
        (30, FAIR_SEATS, 1),
        (100, A_WEAK_SEAT, 1),
        (12, FAIR_SEATS, 5),
        (20, (0.5, 0.5), 2),
        (20, (0.98, 0.01, 0.01), 1),
        (100, (0.98, 0.01, 0.01), 1),
        (100, (0.72, 0.2, 0.05, 0.028, 0.002), 1),
    ],
)
def test_simultaneous_means_cover_all_seats_together(
    n: int, rates: tuple[float, ...], n_games: int, effort: int
) -> None:
    rng = np.random.default_rng(17)
    runs = (win_credits(rng, n, rates, n_games) for _ in range(200 * effort))
    hits = [covers(simultaneous_means(run), rates).all() for run in runs]
    assert_coverage(hits, 0.935)


def test_seats_of_many_blocks_are_covered_together(effort: int) -> None:
    rng = np.random.default_rng(18)
    runs = (win_credits(rng, 5001, A_WEAK_SEAT) for _ in range(400 * effort))
    assert_coverage([covers(simultaneous_means(run), A_WEAK_SEAT).all() for run in runs], 0.945)


def test_means_over_groups_on_the_same_deals_are_covered_together(effort: int) -> None:
    rng, rates = np.random.default_rng(21), np.array([0.6, 0.3, 0.1])
    hits = []
    for _ in range(200 * effort):
        luck = rng.choice(3, size=120, p=rates)
        groups = [
            np.eye(3)[np.where(rng.random(n) < 0.6, luck[:n], rng.choice(3, size=n, p=rates))]
            for n in (120, 60, 20)
        ]
        hits.append(covers(mean_of_means(groups), rates).all())
    assert_coverage(hits, 0.93)


def test_points_of_all_seats_are_covered_together(effort: int) -> None:
    rng, hits = np.random.default_rng(41), []
    worth = np.array([-0.3, -0.1, 0.4])
    for _ in range(200 * effort):
        groups = []
        for n in (60, 40):
            points = worth + rng.normal(0, [1, 2, 3], (n, 3))
            groups.append(points - points.mean(axis=1, keepdims=True))
        hits.append(covers(mean_points(groups), worth).all())
    assert_coverage(hits, 0.95)


def test_blocks_counted_by_their_kind_tell_as_much_as_one_by_one() -> None:
    rng = np.random.default_rng(19)
    for n_blocks in (60, 6000):
        blocks = win_credits(rng, n_blocks, (0.5, 0.3, 0.2), 2)
        kinds, counts = np.unique(blocks, axis=0, return_counts=True)
        counted = simultaneous_means(kinds, counts)
        one_by_one = simultaneous_means(np.repeat(kinds, counts, axis=0))
        assert counted.n == n_blocks
        for ours, theirs in zip(counted, one_by_one, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-9)


# ------------------------------------------------------------------------- games that share a block

# three seats with chances of their own for the scores 0 to 3; half of the deals decide all three
BY_SEAT = np.array([[0.1, 0.2, 0.3, 0.4], [0.25, 0.25, 0.25, 0.25], [0.6, 0.2, 0.15, 0.05]])
ALL_GAMES = BY_SEAT.mean(axis=0)


def games_of_blocks(rng: np.random.Generator, n_blocks: int) -> NDArray[Any]:
    """Return the score of each game, a row per block of three: some blocks share one luck."""
    luck = rng.random((n_blocks, 3))
    is_shared = rng.random(n_blocks) < 0.5
    luck[is_shared] = luck[is_shared, :1]
    return np.stack(
        [np.searchsorted(BY_SEAT[seat].cumsum()[:-1], luck[:, seat]) for seat in range(3)], axis=1
    )


def counts_of_blocks(rng: np.random.Generator, n_blocks: int) -> NDArray[Any]:
    return np.bincount(games_of_blocks(rng, n_blocks).ravel(), minlength=4)


def test_shares_of_games_that_share_a_block_are_covered_at_least_at_their_level(
    effort: int,
) -> None:
    rng = np.random.default_rng(20)
    runs = [counts_of_blocks(rng, 80) for _ in range(400 * effort)]
    assert_coverage(
        [covers(simultaneous_shares(run, per_block=3), ALL_GAMES).all() for run in runs], 0.95
    )
    assert simultaneous_shares(runs[0], per_block=3).n == 80


def test_games_of_a_block_that_all_agree_count_as_one() -> None:
    once = np.array([10, 20, 30])
    for ours, theirs in zip(
        simultaneous_shares(3 * once, per_block=3), simultaneous_shares(once), strict=True
    ):
        np.testing.assert_allclose(ours, theirs)
    values = [1, 2, 3]
    assert quantile_from_counts(values, 3 * once, 0.4, per_block=3) == quantile_from_counts(
        values, once, 0.4
    )


@pytest.mark.parametrize("q", [0.1, 0.5, 0.8])
def test_quantiles_of_games_that_share_a_block_are_covered_at_least_at_their_level(
    q: float, effort: int
) -> None:
    rng = np.random.default_rng(21)
    truth = np.searchsorted(ALL_GAMES.cumsum(), q)
    values = np.arange(4)
    hits = [
        covers(quantile_from_counts(values, counts_of_blocks(rng, 60), q, per_block=3), truth)
        for _ in range(400 * effort)
    ]
    assert_coverage(hits, 0.95)


def test_dkw_covers_the_distribution_of_games_that_share_a_block(effort: int) -> None:
    rng = np.random.default_rng(22)
    truth = ALL_GAMES.cumsum()
    hits = []
    for _ in range(400 * effort):
        band = dkw(np.arange(4), counts_of_blocks(rng, 60), per_block=3)
        hits.append(((band.low <= truth + 1e-12) & (truth - 1e-12 <= band.high)).all())
    assert_coverage(hits, 0.95)


SETTINGS = [(20, 5), (100, 4)]
"""Numbers of blocks, and of games in each."""
DEPENDENCE = [0.0, 0.5, 1.0]
"""Shares of blocks in which all games agree."""
RARE = (0.5, 0.498, 0.002)


def categories(
    rng: np.random.Generator, n: int, per_block: int, shares: Any, agreeing: float
) -> NDArray[Any]:
    """Return the number of games in each category, shape (blocks, categories)."""
    luck = rng.random((n, per_block))
    agrees = rng.random(n) < agreeing
    luck[agrees] = luck[agrees, :1]
    return by_block(np.searchsorted(np.cumsum(shares)[:-1], luck), len(shares))


@pytest.mark.parametrize("agreeing", DEPENDENCE)
@pytest.mark.parametrize(("n", "per_block"), SETTINGS)
@pytest.mark.parametrize("shares", [RARE, histogram_of_scores()], ids=["rare", "scores"])
def test_shares_with_design_effects_are_covered_however_games_of_a_block_depend(
    shares: Any, n: int, per_block: int, agreeing: float, effort: int
) -> None:
    rng = np.random.default_rng(23)
    hits = []
    for _ in range(80 * effort):
        sums = sums_of_blocks([categories(rng, n, per_block, shares, agreeing)])
        own = simultaneous_shares(sums.totals, per_block=per_block, effects=sums.effects)
        hits.append(covers(own, shares).all())
    assert_coverage(hits, 0.95)


def test_games_of_a_block_that_have_nothing_in_common_count_almost_singly() -> None:
    counts = categories(np.random.default_rng(24), 100, 4, histogram_of_scores(), 0.0)
    sums = sums_of_blocks([counts[:30], counts[30:]])
    own = simultaneous_shares(sums.totals, per_block=4, effects=sums.effects)
    worst = simultaneous_shares(sums.totals, per_block=4)
    assert (own.high - own.low).sum() < 0.5 * (worst.high - worst.low).sum()
    assert own.n == worst.n == 100


def test_what_none_of_a_hundred_varied_games_had_is_rare() -> None:
    counts = categories(np.random.default_rng(25), 20, 5, (0.5, 0.5, 0.0), 0.0)
    sums = sums_of_blocks([counts])
    own = simultaneous_shares(sums.totals, per_block=5, effects=sums.effects)
    assert own.high[2] < 0.08 < 0.2 < simultaneous_shares(sums.totals, per_block=5).high[2]


def test_where_all_blocks_agree_a_block_is_one_game() -> None:
    sums = sums_of_blocks([np.tile([5.0, 0.0], (20, 1))])
    own = simultaneous_shares(sums.totals, per_block=5, effects=sums.effects)
    for ours, theirs in zip(own, simultaneous_shares([20, 0]), strict=True):
        np.testing.assert_allclose(ours, theirs)


@pytest.mark.parametrize("agreeing", DEPENDENCE)
@pytest.mark.parametrize(("n", "per_block"), SETTINGS)
def test_rates_of_games_are_covered_however_games_of_a_block_depend(
    n: int, per_block: int, agreeing: float, effort: int
) -> None:
    rng, hits = np.random.default_rng(26), []
    for _ in range(200 * effort):
        happened = rng.random((n, per_block)) < 0.1
        agrees = rng.random(n) < agreeing
        happened[agrees] = happened[agrees, :1]
        hits.append(covers(rate_of_games([happened]), 0.1))
    assert_coverage(hits, 0.945)


@pytest.mark.parametrize("agreeing", DEPENDENCE)
@pytest.mark.parametrize(("n", "per_block"), SETTINGS)
def test_quantiles_and_bands_with_design_effects_are_covered(
    n: int, per_block: int, agreeing: float, effort: int
) -> None:
    rng, shares = np.random.default_rng(27), histogram_of_scores()
    truth, scores = shares.cumsum(), np.arange(len(shares))
    medians, bands = [], []
    for _ in range(80 * effort):
        counts = categories(rng, n, per_block, shares, agreeing)
        sums, totals = sums_at_most([counts]), counts.sum(axis=0)
        median = quantile_from_counts(
            scores, totals, 0.5, per_block=per_block, effects=sums.effects
        )
        medians.append(covers(median, np.searchsorted(truth, 0.5)))
        band = dkw(scores, totals, per_block=per_block, effect=sums.largest_effect)
        bands.append(((band.low <= truth + 1e-12) & (truth - 1e-12 <= band.high)).all())
    assert_coverage(medians, 0.95)
    assert_coverage(bands, 0.95)


def test_a_seat_that_never_wins_is_known_as_well_as_seats_that_do() -> None:
    wins = win_credits(np.random.default_rng(28), 20, (0.5, 0.5), n_games=5)
    credits = np.column_stack([wins, np.zeros(20)])
    alone, together = simultaneous_means(credits), simultaneous_means(credits, per_block=5)
    assert together.high[2] < 0.5 * alone.high[2]
    np.testing.assert_array_equal(together.high[:2], alone.high[:2])


# ---------------------------------------------------------------------------------------- METHODS


@pytest.mark.parametrize(
    "module",
    [
        change,
        multiple_testing,
        paired_rollouts,
        intervals,
        paired,
        rating,
        sequential,
        group_sequential,
    ],
)
def test_every_method_is_described_with_a_test_that_exists(module: ModuleType) -> None:
    page = Path(str(module.__file__)).with_name("METHODS.md").read_text(encoding="utf-8")
    described = set(re.findall(r"`(\w+)\(", page))
    tests = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].rglob("*.py")
    )
    public = inspect.getmembers(module, inspect.isfunction)
    ours = {name for name, function in public if function.__module__ == module.__name__}
    assert {name for name in ours if not name.startswith("_")} <= described
    assert set(re.findall(r"`(test_\w+)`", page)) <= set(re.findall(r"def (test_\w+)", tests))
