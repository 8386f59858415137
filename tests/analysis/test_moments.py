"""Means over seats picked by what happened to them, from sums over blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab.analysis.intervals import clopper_pearson, mean_t, simultaneous_means
from simlab.analysis.moments import (
    Estimates,
    block_sums,
    join_estimates,
    means_among,
    moments_of,
    rate_differences,
)
from tests.support.coverage import assert_coverage, covers

Array = NDArray[Any]
RNG = np.random.default_rng


def everyone(values: Array) -> Array:
    return np.ones(values.shape, dtype=bool)


def one(values: Array, is_in: Array) -> Estimates:
    """Return the mean of one column over one set of seats."""
    (estimates,) = means_among([([values], [is_in])], 1)
    return estimates


# ----------------------------------------------------------------------------------------- by hand


def test_a_mean_over_all_seats_is_that_of_the_blocks() -> None:
    values = RNG(1).integers(0, 30, (40, 2, 3)).astype(float)
    estimate = one(values, everyone(values)).means()
    expected = mean_t(values.mean(axis=(1, 2)))
    assert [float(part[0]) for part in estimate[:3]] == pytest.approx(expected[:3])
    assert estimate.n == 40


def test_a_mean_over_some_seats_counts_each_of_them_once() -> None:
    values = np.array([[[1.0, 5.0]], [[2.0, 7.0]], [[4.0, 9.0]]])
    is_in = np.array([[[True, False]], [[True, True]], [[False, False]]])
    assert one(values, is_in).values.tolist() == [pytest.approx(10 / 3)]


def test_seats_of_which_nothing_is_known_do_not_count() -> None:
    values = np.array([[[1.0, np.nan]], [[3.0, 8.0]]])
    sums = block_sums([values], [everyone(values)])
    assert sums.tolist() == [[1, 1], [2, 11]]


def test_parts_of_a_run_tell_the_same_as_the_whole() -> None:
    values = RNG(2).random((60, 1, 4))
    is_in = RNG(3).random(values.shape) < 0.4
    (whole,) = means_among([([values], [is_in])], 1)
    (parts,) = means_among([([values[i::2]], [is_in[i::2]]) for i in range(2)], 1)
    for ours, theirs in zip(whole.means()[:3], parts.means()[:3], strict=True):
        np.testing.assert_allclose(ours, theirs)


def test_a_set_without_seats_tells_nothing() -> None:
    values = np.ones((5, 1, 2))
    estimates = one(values, ~everyone(values))
    estimate, low, high, _ = estimates.means()
    assert np.isnan(estimate[0])
    assert (low[0], high[0]) == (-np.inf, np.inf)
    assert [float(bound[0]) for bound in estimates.rates(2)[1:3]] == [0, 1]


def test_of_one_block_no_bound_is_known() -> None:
    values = np.array([[[0.0, 1.0]]])
    estimate = one(values, everyone(values))
    assert [float(bound[0]) for bound in estimate.means()[1:3]] == [-np.inf, np.inf]
    assert [float(bound[0]) for bound in estimate.rates(2)[1:3]] == [0, 1]


def test_rates_of_single_games_are_those_of_the_win_credits() -> None:
    wins = np.eye(3)[RNG(4).integers(0, 3, 6000)][:, None, :]
    sets = [np.broadcast_to(np.arange(3) == seat, wins.shape) for seat in range(3)]
    rates = join_estimates(means_among([([wins], sets)], 1)).rates(1, family=3)
    expected = simultaneous_means(wins[:, 0, :])
    np.testing.assert_allclose(rates.estimate, expected.estimate, rtol=1e-9)
    # Bonferroni is a little wider than the multivariate t
    widths = (rates.high - rates.low) / (expected.high - expected.low)
    assert ((widths > 1) & (widths < 1.03)).all()


def test_a_rate_on_which_all_agree_rests_on_as_many_blocks_as_tell_of_it_at_least() -> None:
    wins = np.zeros((1000, 1, 2))
    wins[:, 0, 0] = 1
    is_in = np.zeros(wins.shape, dtype=bool)
    is_in[:6, 0, 0] = True
    low = one(wins, is_in).rates(per_block=2).low[0]
    assert 0.3 < low < 0.5


def test_what_is_compared_in_the_same_blocks_is_compared_more_closely() -> None:
    luck = RNG(5).normal(0, 10, (300, 1, 1))
    values = luck + RNG(6).normal(0, 1, (300, 1, 2)) + np.array([1.0, 0.0])
    first = np.broadcast_to(np.array([True, False]), values.shape)
    a, b = means_among([([values], [first, ~first])], 1)
    alone, together = a.means(), (a - b).means()
    assert together.estimate[0] == pytest.approx(1, abs=0.3)
    assert together.high[0] - together.low[0] < (alone.high[0] - alone.low[0]) / 5


def test_a_larger_family_makes_wider_intervals() -> None:
    values = RNG(7).random((50, 1, 2))
    estimate = one(values, everyone(values))
    widths = [float((estimate.means(k).high - estimate.means(k).low)[0]) for k in (1, 5)]
    assert widths[0] < widths[1]


def test_sums_of_halves_and_thirds_lose_nothing_that_matters() -> None:
    shares = np.full((100_000, 3), 1 / 3)
    moments = moments_of([np.column_stack([np.ones(100_000), shares])])
    ratios = moments.ratios([1, 2, 3], [0, 0, 0])
    np.testing.assert_allclose(ratios.values, 1 / 3, rtol=1e-11)
    assert (ratios.variance == 0).all()
    assert ratios.means().high == pytest.approx(1 / 3 + clopper_pearson(0, 100_000).high)


@pytest.mark.parametrize(
    ("mean", "sd", "n"),
    [(1e3, 1, 1_100_000), (1e5, 30, 100_000), (1e6, 100, 10_000), (1e9, 1, 900)],
)
def test_means_far_from_0_have_the_interval_of_the_same_numbers_near_0(
    mean: float, sd: float, n: int
) -> None:
    values = np.round(RNG(11).normal(0, sd, n), 3)
    parts = np.array_split(np.column_stack([np.ones(n), mean + values]), 3)
    interval = moments_of(parts).ratios([1], [0]).means()
    expected = mean_t(values)
    assert interval.estimate[0] - mean == pytest.approx(expected.estimate, abs=1e-3 * sd)
    width = interval.high[0] - interval.low[0]
    assert width == pytest.approx(expected.high - expected.low, rel=1e-3)


# ---------------------------------------------------------------------------------------- coverage

N_SEATS = 3
CHANCE = {True: 0.55, False: 0.25}


def points_of(rng: np.random.Generator, n_blocks: int) -> tuple[Array, Array]:
    """Return points and who won, in blocks of two games of one luck: the most points win."""
    luck = rng.integers(0, 12, (n_blocks, 1, 1))
    points = luck + rng.geometric(0.3, (n_blocks, 2, N_SEATS)).astype(float)
    return points, points == points.max(axis=2, keepdims=True)


def test_the_points_of_winners_and_what_sets_them_apart_are_covered(effort: int) -> None:
    points, is_winner = points_of(RNG(8), 400_000)
    truth = np.array([points[is_winner].mean(), points[~is_winner].mean()])
    rng, hits = RNG(9), []
    for _ in range(600 * effort):
        points, is_winner = points_of(rng, 60)
        winners, others = means_among([([points], [is_winner, ~is_winner])], 1)
        both = join_estimates([winners, others, winners - others]).means(family=3)
        hits.append(covers(both, [*truth, truth[0] - truth[1]]).all())
    assert_coverage(hits, 0.94, at_most=0.98)


def cards_of(rng: np.random.Generator, n_games: int, rarity: float) -> tuple[Array, Array]:
    """Return win credits and who played a card: where several did, they share their chance."""
    is_played = rng.random((n_games, 1, N_SEATS)) < rarity
    weights = np.where(is_played, 2.0, 1.0)
    at_most = weights.cumsum(axis=2) / weights.sum(axis=2, keepdims=True)
    winner = (rng.random((n_games, 1, 1)) > at_most).sum(axis=2, keepdims=True)
    return (np.arange(N_SEATS) == winner).astype(float), is_played


def chances(rarity: float) -> tuple[float, float]:
    """Return the exact chances of a seat that played the card and of one that did not."""
    others = [(2, rarity**2), (1, 2 * rarity * (1 - rarity)), (0, (1 - rarity) ** 2)]
    with_card = sum(chance * 2 / (4 + n) for n, chance in others)
    without = sum(chance * 1 / (3 + n) for n, chance in others)
    return with_card, without


@pytest.mark.parametrize(("rarity", "n_games"), [(0.4, 200), (0.05, 400), (0.02, 200)])
def test_win_rates_with_and_without_a_card_and_their_difference_are_covered(
    rarity: float, n_games: int, effort: int
) -> None:
    played, unplayed = chances(rarity)
    rng, rates, differences = RNG(10), [], []
    for _ in range(600 * effort):
        credits, is_played = cards_of(rng, n_games, rarity)
        a, b = means_among([([credits], [is_played, ~is_played])], 1)
        both = join_estimates([a, b]).rates(N_SEATS, family=2)
        rates.append(covers(both, [played, unplayed]).all())
        difference = rate_differences(a, b, N_SEATS)
        differences.append(covers(difference, played - unplayed).all())
    assert_coverage(rates, 0.93, at_most=0.99)
    assert_coverage(differences, 0.93, at_most=0.985)


def test_differences_of_several_cards_are_covered_together(effort: int) -> None:
    rarities = (0.5, 0.2, 0.1)
    truth = [np.subtract(*chances(rarity)) for rarity in rarities]
    rng, hits = RNG(11), []
    for _ in range(400 * effort):
        pairs = []
        for rarity in rarities:
            credits, is_played = cards_of(rng, 300, rarity)
            pairs.append(means_among([([credits], [is_played, ~is_played])], 1))
        intervals = [rate_differences(a, b, N_SEATS, family=3) for a, b in pairs]
        hits.append(all(covers(own, t).all() for own, t in zip(intervals, truth, strict=True)))
    assert_coverage(hits, 0.94, at_most=0.99)


def test_rates_of_a_seat_that_some_games_name_are_covered_in_rotated_blocks(effort: int) -> None:
    rng, hits = RNG(12), []
    for _ in range(600 * effort):
        luck = rng.random((50, 1, 1))
        is_named = rng.random((50, 4, 1)) < 0.3 + 0.5 * luck
        is_won = rng.random((50, 4, 1)) < luck
        estimate = one(is_won.astype(float), is_named).rates(per_block=4)
        # the mean of luck, weighted by how often it names a seat
        truth = (0.3 / 2 + 0.5 / 3) / (0.3 + 0.5 / 2)
        hits.append(covers(estimate, truth).all())
    assert_coverage(hits, 0.935, at_most=0.97)
