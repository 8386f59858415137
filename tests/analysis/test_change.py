"""Changes between two rule sets: intervals, and p values against a margin."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from simlab.analysis.change import Change, change_of_mean, change_of_share
from simlab.analysis.intervals import mean_t
from tests.support.coverage import assert_coverage, covers

Array = NDArray[Any]


def flips(rng: np.random.Generator, n: int, gained: float, lost: float) -> Array:
    """Return how much of a share single games gain, each with these chances."""
    luck = rng.random(n)
    return np.asarray((luck < gained).astype(float) - (luck > 1 - lost))


def of_mean(rng: np.random.Generator, effect: float, n: int = 30) -> Change:
    return change_of_mean(rng.normal(effect, 1, n), 1.0)


# --------------------------------------------------------------------------------------- intervals


def test_a_change_of_a_mean_has_the_t_interval() -> None:
    differences = np.random.default_rng(1).exponential(size=20)
    for level in (0.8, 0.95, 0.999):
        expected = mean_t(differences, level=level)
        assert change_of_mean(differences, 1.0).interval(level) == pytest.approx(expected)


@pytest.mark.parametrize(("n", "rare"), [(100, 0.3), (100, 0.1), (100, 0.03), (400, 0.01)])
def test_changes_of_means_that_few_deals_change_are_covered(
    n: int, rare: float, effort: int
) -> None:
    rng, hits = np.random.default_rng(7), []
    for _ in range(500 * effort):
        differences = np.where(rng.random(n) < rare, rng.gamma(2, 4, n), 0)
        hits.append(covers(change_of_mean(differences, 8.0).interval(0.95), 8 * rare))
    assert_coverage(hits, 0.94)


@pytest.mark.parametrize(
    ("n", "gained", "lost", "at_most"),
    [
        (50, 0.02, 0, 1),
        (200, 0.01, 0, 1),
        (200, 0.03, 0, 0.98),
        (1000, 0.004, 0, 0.985),
        (400, 0.01, 0.002, 0.985),
        (50, 0.1, 0.05, 0.98),
        (200, 0.1, 0.1, 0.96),
        (20, 0.3, 0.3, 0.97),
    ],
)
def test_changes_of_shares_that_few_or_many_deals_change_are_covered(
    n: int, gained: float, lost: float, at_most: float, effort: int
) -> None:
    rng = np.random.default_rng(2)
    runs = (change_of_share(flips(rng, n, gained, lost)) for _ in range(500 * effort))
    hits = [covers(change.interval(0.95), gained - lost) for change in runs]
    assert_coverage(hits, 0.945, at_most=at_most)


@pytest.mark.parametrize(("n", "is_alike"), [(60, False), (60, True), (300, False)])
def test_changes_of_shares_in_rotated_blocks_are_covered(
    n: int, is_alike: bool, effort: int
) -> None:
    rng, hits = np.random.default_rng(3), []
    for _ in range(300 * effort):
        games = flips(rng, n * 4, 0.05, 0.02).reshape(n, 4)
        blocks = games[:, 0] if is_alike else games.mean(axis=1)
        hits.append(covers(change_of_share(blocks).interval(0.95), 0.03))
    assert_coverage(hits, 0.945)


def test_a_share_that_rounding_changes_does_not_change() -> None:
    rounded = change_of_share(np.tile([1e-17, 0.0, -1e-17], 20)).interval(0.95)
    assert rounded == pytest.approx(change_of_share(np.zeros(60)).interval(0.95))


def test_a_small_share_of_few_blocks_is_known_no_better_than_a_rate_of_blocks() -> None:
    few = change_of_share(np.repeat([0.001, 0.0], [3, 97])).interval(0.95)
    assert few.low < -0.03
    assert few.high > 0.03


def test_a_change_of_one_block_is_unbounded() -> None:
    assert change_of_mean(np.ones(1), 1.0).interval(0.95)[:3] == (1, -np.inf, np.inf)
    assert change_of_share(np.ones(1)).interval(0.95)[:3] == (1, -1, 1)


# ---------------------------------------------------------------------------------------- p values


@pytest.mark.parametrize("shift", [0.0, 0.3, -0.7])
def test_p_values_are_those_of_one_sided_t_tests_at_the_margins(shift: float) -> None:
    differences = np.random.default_rng(4).normal(shift, 1, 40)
    change, margin = change_of_mean(differences, 1.0), 0.1
    distance, error = abs(differences.mean()), stats.sem(differences)
    above, below = (stats.t.sf((distance + end) / error, 39) for end in (-margin, margin))
    assert change.p_beyond(margin) == pytest.approx(above + below, rel=0.005)
    if distance < margin:
        assert change.p_within(margin) == pytest.approx(1 - above, rel=0.005)


def test_without_a_margin_the_p_value_is_that_of_the_t_test() -> None:
    differences = np.random.default_rng(5).normal(0.2, 1, 40)
    expected = stats.ttest_1samp(differences, 0).pvalue
    assert change_of_mean(differences, 1.0).p_beyond(0) == pytest.approx(expected, rel=0.005)


def test_an_estimate_on_the_other_side_of_the_margin_is_no_evidence() -> None:
    change = change_of_mean(np.array([0.1, 0.2, 0.3]), 1.0)
    assert change.p_beyond(0.5) == 1
    assert change.p_within(0.1) == 1


def test_effects_at_the_margin_are_called_beyond_or_within_it_at_their_level(effort: int) -> None:
    rng = np.random.default_rng(6)
    changes = [of_mean(rng, 0.5) for _ in range(1000 * effort)]
    for p_value in (Change.p_beyond, Change.p_within):
        assert_coverage([p_value(change, 0.5) > 0.05 for change in changes], 0.95, at_most=0.955)


@pytest.mark.parametrize("n", [2, 8, 100])
def test_blocks_that_all_differ_alike_are_as_much_evidence_as_their_signs(n: int) -> None:
    change = change_of_mean(np.ones(n), 2.0)
    assert change.p_beyond(0) == pytest.approx(2 * 0.5**n, rel=0.01, abs=1e-11)


def test_a_share_that_never_changed_is_within_the_margin_as_sure_as_a_rate_never_seen() -> None:
    # an event as frequent as the margin would be missed in 300 games with 0.98 ** 300 = 0.0023
    assert 0.0023 < change_of_share(np.zeros(300)).p_within(0.02) < 0.02
    assert change_of_share(np.zeros(50)).p_within(0.02) > 0.1
