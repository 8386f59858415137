"""Kingmaking: bounds, spreads that noise adds nothing to, rates that are covered, and Gini."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from simlab.studies.kingmaking.result import (
    HOPELESS,
    cross_spread,
    gini,
    gini_bounds,
    is_shown_to_matter,
    most_wins,
    paired_spread,
    rate,
    upper_bound,
    weighted_mean,
    widest,
)

SIMULATIONS = 1000


def simulated_credits(chances: np.ndarray, n_rollouts: int, seed: int) -> np.ndarray:
    """Return credits, shape (choices, 2, n_rollouts, 2): the first seat wins with these chances."""
    rng = np.random.default_rng(seed)
    wins = rng.random((len(chances), 2, n_rollouts)) < chances[:, None, None]
    return np.stack([wins, ~wins], axis=-1).astype(float)


def test_149_rollouts_without_a_win_bound_a_chance_by_two_per_cent() -> None:
    assert upper_bound(0, 149) < HOPELESS < upper_bound(0, 148)
    assert upper_bound(0, 149) == pytest.approx(1 - 0.05 ** (1 / 149))
    assert upper_bound(3, 3) == 1
    assert all(low < high for low, high in pairwise(upper_bound(wins, 150) for wins in range(9)))


def test_the_choice_with_the_most_wins_counts() -> None:
    credits = np.zeros((3, 10, 2))
    credits[1, :4, 0] = 0.5
    credits[2, :2, 0] = 1
    assert most_wins(credits, 0) == 4
    assert most_wins(credits, 1) == 0


def test_the_seat_is_found_whose_chance_depends_most_on_the_choice() -> None:
    credits = np.zeros((3, 10, 3))
    credits[:, :, 1] = np.array([0.2, 0.9, 0.5])[:, None]
    credits[:, :, 2] = np.array([0.8, 0.7, 0.6])[:, None]
    assert widest(credits, [0, 2]) == (2, 0, 2)
    assert widest(credits, [0, 1, 2]) == (1, 1, 0)


def test_paired_spread_has_the_t_interval_of_the_differences() -> None:
    spread = paired_spread(np.array([1.0, 1, 0, 1]), np.array([0.0, 1, 0, 0]))
    assert spread.estimate == 0.5
    assert spread.estimate - spread.low == pytest.approx(3.182446 * np.sqrt(1 / 3) / 2)


def test_noise_adds_nothing_to_the_spread_of_equal_choices() -> None:
    equal = np.full(10, 0.5)
    credits = [simulated_credits(equal, 8, seed) for seed in range(SIMULATIONS)]
    naive = np.mean([np.ptp(one.mean(axis=(1, 2))[:, 0]) for one in credits])
    spreads = np.array([cross_spread(one, [0]) for one in credits])
    assert naive > 0.3
    assert abs(spreads.mean()) < 5 * spreads.std() / np.sqrt(SIMULATIONS)


def test_a_clear_spread_is_measured_as_it_is() -> None:
    chances = np.array([0.1, 0.9, 0.5])
    spreads = [cross_spread(simulated_credits(chances, 12, seed), [0]) for seed in range(400)]
    assert np.mean(spreads) == pytest.approx(0.8, abs=0.02)


def test_equal_choices_are_hardly_ever_shown_to_matter() -> None:
    equal = np.full(6, 0.5)
    shown = [is_shown_to_matter(simulated_credits(equal, 8, seed)) for seed in range(SIMULATIONS)]
    assert np.mean(shown) < 0.03
    clear = np.array([0.0, 1.0])
    assert is_shown_to_matter(simulated_credits(clear, 8, 1))


@pytest.mark.parametrize("true_rate", [0.02, 0.2, 1.5])
def test_rates_are_covered_where_decisions_of_a_deal_depend(true_rate: float) -> None:
    rng = np.random.default_rng(7)
    n_blocks, covered = 40, 0
    for _ in range(SIMULATIONS):
        # a game has kingmaking decisions in half of all deals, each seen with a chance of 1 in 4
        moods = 2.0 * (rng.random(n_blocks) < 0.5)
        counts = rng.poisson(true_rate * moods / 4)
        interval = rate(4.0 * counts, 4.0)
        covered += interval.low <= true_rate <= interval.high
    assert covered / SIMULATIONS > 0.95 - 5 * np.sqrt(0.05 * 0.95 / SIMULATIONS)


def test_without_a_find_the_upper_bound_is_that_of_a_poisson_count() -> None:
    interval = rate(np.zeros(50), 4.0)
    assert interval[:2] == (0, 0)
    assert interval.high == pytest.approx(-np.log(0.025) * 4 / 50)


def test_weighted_means_are_covered() -> None:
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(SIMULATIONS):
        weights = rng.integers(0, 4, 40).astype(float)
        levels = rng.exponential(0.1, 40)
        interval = weighted_mean(levels * weights, weights, 0.95)
        covered += interval.low <= 0.1 <= interval.high
    assert covered / SIMULATIONS > 0.9  # of skewed values, t intervals cover a little less
    assert np.isnan(weighted_mean(np.zeros(3), np.zeros(3), 0.95).estimate)


def test_gini_is_0_for_equal_numbers_and_1_less_a_share_for_one_who_has_all() -> None:
    assert gini(np.full(4, 0.3)) == 0
    assert gini(np.array([1.0, 0, 0, 0])) == pytest.approx(0.75)
    assert gini(np.zeros(3)) == 0


def test_gini_bounds_hold_for_all_numbers_within_the_intervals() -> None:
    rng = np.random.default_rng(5)
    low = rng.uniform(0, 0.3, (30, 3))
    high = low + rng.uniform(0, 0.3, (30, 3))
    for one_low, one_high in zip(low, high, strict=True):
        least, largest = gini_bounds(one_low, one_high)
        inside = [gini(rng.uniform(one_low, one_high)) for _ in range(200)]
        assert least <= min(inside)
        assert max(inside) <= largest
    assert gini_bounds(np.array([0.1, 0.2]), np.array([0.3, 0.4]))[0] == 0
