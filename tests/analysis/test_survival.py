"""Lengths of games of which some are known only to have lasted longer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from simlab.analysis.design_effect import design_effects
from simlab.analysis.intervals import mean_t
from simlab.analysis.survival import Lifetimes, kaplan_meier, median_of
from tests.support.coverage import assert_coverage, covers

Array = NDArray[Any]

# lengths of remission in weeks of 21 patients, Gehan 1965; + stands for still in remission
REMISSION = "6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+"
CAP = 12


def lifetimes_of(lengths: Any, is_capped: Any) -> Lifetimes:
    values, capped = np.asarray(lengths), np.asarray(is_capped)
    seen = np.unique(values)
    counted = [np.array([(values[own] == x).sum() for x in seen]) for own in (~capped, capped)]
    return Lifetimes(seen, *counted)


@pytest.fixture
def remission() -> Lifetimes:
    words = REMISSION.split()
    return lifetimes_of([int(w.strip("+")) for w in words], [w.endswith("+") for w in words])


def test_the_curve_is_the_one_published_for_the_remission_of_leukaemia(remission) -> None:
    ended = remission.ended > 0
    published = [0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448]
    np.testing.assert_allclose(remission.survival[ended], published, atol=6e-4)


def test_curve_and_variance_agree_with_scipy(remission) -> None:
    words = REMISSION.split()
    sample = stats.CensoredData.right_censored(
        [int(w.strip("+")) for w in words], [w.endswith("+") for w in words]
    )
    theirs: Any = stats.ecdf(sample).sf
    np.testing.assert_allclose(remission.survival, theirs.evaluate(remission.lengths))
    ours = kaplan_meier(remission)
    bounds = theirs.confidence_interval(method="log-log")
    for mine, other in ((ours.low, bounds.low), (ours.high, bounds.high)):
        np.testing.assert_allclose(mine, other.evaluate(remission.lengths), atol=0.045)


def test_the_median_of_the_remission_is_23_weeks(remission) -> None:
    median = median_of(remission, kaplan_meier(remission))
    assert (median.estimate, median.high) == (23, np.inf)


def test_where_no_game_is_capped_the_mean_and_its_doubt_are_the_plain_ones() -> None:
    lengths = np.random.default_rng(1).integers(3, 30, 200)
    lifetimes = lifetimes_of(lengths, [False] * 200)
    assert lifetimes.mean == pytest.approx(lengths.mean())
    if_ended, _ = lifetimes.influence()
    np.testing.assert_allclose(if_ended, lifetimes.lengths - lengths.mean())
    np.testing.assert_allclose(
        lifetimes.survival, [(lengths > x).mean() for x in lifetimes.lengths]
    )


def test_games_capped_at_one_length_are_as_long_as_that_in_the_mean() -> None:
    lengths = np.minimum(np.random.default_rng(2).geometric(0.1, 300), CAP)
    is_capped = (lengths == CAP) & (np.random.default_rng(3).random(300) < 0.5)
    lifetimes = lifetimes_of(lengths, is_capped)
    if_ended, if_capped = lifetimes.influence()
    moved = np.where(
        is_capped,
        if_capped[np.searchsorted(lifetimes.lengths, lengths)],
        if_ended[np.searchsorted(lifetimes.lengths, lengths)],
    )
    assert lifetimes.mean == pytest.approx(lengths.mean())
    assert moved.std() == pytest.approx(lengths.std())


def test_games_that_were_all_capped_are_known_only_to_last() -> None:
    lifetimes = lifetimes_of([7] * 20 + [9], [True] * 21)
    assert lifetimes.survival.tolist() == [1, 1]
    assert lifetimes.mean == 9
    assert median_of(lifetimes, kaplan_meier(lifetimes))[:3] == (np.inf, np.inf, np.inf)


# ---------------------------------------------------------------------------------------- coverage


def capped_games(rng: np.random.Generator, n_blocks: int) -> tuple[Array, Array]:
    """Return lengths in blocks of two of one luck, and which were capped, some before others."""
    speed = rng.choice([0.08, 0.25], (n_blocks, 1))
    lengths = rng.geometric(speed, (n_blocks, 2))
    caps = np.minimum(rng.geometric(0.04, (n_blocks, 2)), CAP)
    return np.minimum(lengths, caps), lengths > caps


def lasting(x: Any) -> Any:
    """Return the true share of games that last longer."""
    return (0.92**x + 0.75**x) / 2


def test_every_point_of_the_curve_is_covered(effort: int) -> None:
    rng, hits = np.random.default_rng(4), []
    for _ in range(300 * effort):
        lengths, is_capped = capped_games(rng, 80)
        lifetimes = lifetimes_of(lengths[:, :1].ravel(), is_capped[:, :1].ravel())
        at = np.isin(lifetimes.lengths, [2, 5, 9])
        hits += covers(kaplan_meier(lifetimes), lasting(lifetimes.lengths))[at].tolist()
    assert_coverage(hits, 0.935, at_most=0.975)


def test_the_curve_of_games_that_share_a_block_is_covered_at_least(effort: int) -> None:
    rng, hits = np.random.default_rng(5), []
    for _ in range(300 * effort):
        lifetimes = lifetimes_of(*map(np.ravel, capped_games(rng, 60)))
        at = np.isin(lifetimes.lengths, [2, 5, 9])
        hits += covers(kaplan_meier(lifetimes, per_block=2), lasting(lifetimes.lengths))[
            at
        ].tolist()
    assert_coverage(hits, 0.945)


def effects_of(lengths: Array, is_capped: Array, lifetimes: Lifetimes) -> Array:
    """Return the design effects of games in blocks, shape (blocks, games)."""
    places = np.searchsorted(lifetimes.lengths, lengths.ravel())
    moved = lifetimes.curve_influence(places, is_capped.ravel())
    squares = np.square(moved.reshape(*lengths.shape, -1).sum(axis=1)).sum(axis=0)
    return design_effects(squares * len(lengths) / (len(lengths) - 1), lifetimes.variance)


def test_the_influences_of_single_games_have_greenwoods_variance(remission) -> None:
    places = np.repeat(np.arange(len(remission.lengths)), remission.ended + remission.capped)
    is_capped = np.concatenate(
        [
            np.repeat([False, True], pair)
            for pair in zip(remission.ended, remission.capped, strict=True)
        ]
    )
    moved = remission.curve_influence(places, is_capped)
    np.testing.assert_allclose(moved.sum(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(np.square(moved).sum(axis=0), remission.variance)


@pytest.mark.parametrize("n_blocks", [20, 60])
def test_the_curve_is_covered_closer_where_games_of_a_block_differ(
    n_blocks: int, effort: int
) -> None:
    rng, hits, widths = np.random.default_rng(8), [], []
    for _ in range(150 * effort):
        lengths, is_capped = capped_games(rng, n_blocks)
        lifetimes = lifetimes_of(lengths.ravel(), is_capped.ravel())
        effects = effects_of(lengths, is_capped, lifetimes)
        at = np.isin(lifetimes.lengths, [2, 5, 9])
        curve, worst = (
            kaplan_meier(lifetimes, per_block=2, effects=own) for own in (effects, None)
        )
        hits += covers(curve, lasting(lifetimes.lengths))[at].tolist()
        widths.append((curve.high - curve.low).sum() / (worst.high - worst.low).sum())
    assert_coverage(hits, 0.94)
    assert np.mean(widths) < 0.9


def test_the_mean_up_to_the_longest_game_is_covered(effort: int) -> None:
    rng, hits = np.random.default_rng(6), []
    truth = sum(lasting(x) for x in range(CAP))
    for _ in range(500 * effort):
        lengths, is_capped = capped_games(rng, 60)
        lifetimes = lifetimes_of(lengths.ravel(), is_capped.ravel())
        place = np.searchsorted(lifetimes.lengths, lengths)
        if_ended, if_capped = lifetimes.influence()
        moved = np.where(is_capped, if_capped[place], if_ended[place]).mean(axis=1)
        _, low, high, _ = mean_t(moved)
        hits.append(lifetimes.mean + low <= truth <= lifetimes.mean + high)
    assert_coverage(hits, 0.93, at_most=0.96)


@pytest.mark.parametrize(("n", "at_least"), [(1, 1), (3, 1), (5, 1), (6, 0.96), (8, 0.95)])
def test_the_median_length_of_few_games_is_covered(n: int, at_least: float) -> None:
    rng, hits = np.random.default_rng(8), []
    for _ in range(600):
        lifetimes = lifetimes_of(rng.integers(1, 80, n), [False] * n)
        hits.append(covers(median_of(lifetimes, kaplan_meier(lifetimes)), 40))
    assert_coverage(hits, at_least)


def test_the_median_length_is_covered(effort: int) -> None:
    rng, hits = np.random.default_rng(7), []
    truth = next(x for x in range(1, CAP) if lasting(x) <= 0.5)
    for _ in range(500 * effort):
        lengths, is_capped = capped_games(rng, 80)
        lifetimes = lifetimes_of(lengths[:, 0], is_capped[:, 0])
        median = median_of(lifetimes, kaplan_meier(lifetimes))
        hits.append(covers(median, truth))
    assert_coverage(hits, 0.945)
