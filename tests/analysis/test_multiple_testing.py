from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.multitest import multipletests

from simlab.analysis.intervals import mean_t, wilson
from simlab.analysis.multiple_testing import against_base, benjamini_hochberg, holm
from tests.support.coverage import assert_coverage, covers

P_VALUES = [0.04, 0.001, 0.2, 0.03, 0.03, 0.9]


def variants(rng: np.random.Generator, n: int, k: int) -> NDArray[Any]:
    """Return differences of k variants to a base that varies as each of them does."""
    scores = rng.exponential(size=(n, k + 1))
    return np.asarray(scores[:, 1:] - scores[:, :1])


# ---------------------------------------------------------------------------------------- p values


@pytest.mark.parametrize(
    ("adjust", "method"), [(holm, "holm"), (benjamini_hochberg, "fdr_bh")], ids=["holm", "bh"]
)
@pytest.mark.parametrize("p_values", [P_VALUES, [0.03], [1, 1], []], ids=len)
def test_p_values_are_adjusted_as_by_statsmodels(
    adjust: Callable[[Any], NDArray[Any]], method: str, p_values: list[float]
) -> None:
    expected = multipletests(p_values, method=method)[1] if p_values else []
    np.testing.assert_allclose(adjust(p_values), expected)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_a_question_without_answer_still_counts(adjust: Callable[[Any], NDArray[Any]]) -> None:
    with_hole = adjust([0.01, np.nan, 0.2])
    assert with_hole[0] == pytest.approx(0.03)
    assert np.isnan(with_hole).tolist() == [False, True, False]


def test_holm_announces_a_false_claim_at_most_one_time_in_twenty(effort: int) -> None:
    rng = np.random.default_rng(1)
    p_values = 2 * stats.norm.sf(np.abs(rng.normal([0] * 6 + [4] * 4, 1, (2000 * effort, 10))))
    is_clean = [(holm(run)[:6] > 0.05).all() for run in p_values]
    assert_coverage(is_clean, 0.95, at_most=0.98)


def test_finds_of_a_screen_are_false_in_at_most_the_share_it_tells(effort: int) -> None:
    rng = np.random.default_rng(2)
    p_values = 2 * stats.norm.sf(np.abs(rng.normal([0] * 15 + [3] * 5, 1, (2000 * effort, 20))))
    is_found = np.array([benjamini_hochberg(run) <= 0.1 for run in p_values])
    false_share = is_found[:, :15].sum(axis=1) / np.maximum(is_found.sum(axis=1), 1)
    # what is expected is the level times the share of questions without an effect
    assert false_share.mean() == pytest.approx(0.075, abs=5 * 0.12 / np.sqrt(len(p_values)))


# ---------------------------------------------------------------------------------------- variants


@pytest.mark.parametrize("n", [40, pytest.param(200, marks=pytest.mark.long)])
def test_all_variants_of_one_base_are_covered_together(n: int, effort: int) -> None:
    rng = np.random.default_rng(3)
    runs = (variants(rng, n, 6) for _ in range(200 * effort))
    hits = [covers(against_base(run), 0).all() for run in runs]
    assert_coverage(hits, 0.94, at_most=0.975)


def test_variants_of_many_blocks_are_covered_together(effort: int) -> None:
    rng = np.random.default_rng(4)
    runs = (variants(rng, 5001, 6) for _ in range(200 * effort))
    assert_coverage([covers(against_base(run), 0).all() for run in runs], 0.95, at_most=0.975)


def test_variants_of_one_base_have_dunnetts_critical_value() -> None:
    run = variants(np.random.default_rng(5), 3000, 5)
    interval = against_base(run)
    critical = (interval.high - interval.estimate) / (run.std(axis=0, ddof=1) / np.sqrt(3000))
    # Dunnett 1964: five treatments, many degrees of freedom
    np.testing.assert_allclose(critical, 2.51, atol=0.02)


def test_one_variant_has_nearly_the_t_interval() -> None:
    run = variants(np.random.default_rng(6), 300, 1)
    ours, expected = against_base(run), mean_t(run[:, 0])
    assert ours.low[0] == pytest.approx(expected.low, abs=0.01)
    assert ours.high[0] == pytest.approx(expected.high, abs=0.01)


def test_a_variant_that_changed_nothing_so_far_may_change_blocks_not_seen() -> None:
    run = variants(np.random.default_rng(7), 50, 2) * [1, 0]
    interval, wide = against_base(run), against_base(run, step=20.0)
    assert 0.05 < interval.high[1] == -interval.low[1] < 0.15
    assert wide.high[1] == pytest.approx(20 * interval.high[1])
    assert wide.high[0] == interval.high[0]


@pytest.mark.parametrize(
    ("n", "gains", "losses"), [(100, 0.05, 0.01), (1000, 0.003, 0.001), (1000, 0.05, 0.02)]
)
def test_shares_that_rarely_differ_are_covered_together(
    n: int, gains: float, losses: float, effort: int
) -> None:
    luck = np.random.default_rng(9).random((200 * effort, n, 5))
    runs = (luck < gains).astype(float) - (luck > 1 - losses)
    hits = [covers(against_base(run, are_shares=True), gains - losses).all() for run in runs]
    assert_coverage(hits, 0.94)


@pytest.mark.parametrize("n", [2, 50, 6000])
def test_a_share_that_never_differed_is_known_as_well_as_a_rate_never_seen(n: int) -> None:
    others = np.random.default_rng(8).choice([-1, 0, 1], (n, 2))
    run = np.column_stack([others, np.zeros((n, 2))])
    estimate, low, high, _ = against_base(run, are_shares=True)
    assert estimate[2] == estimate[3] == 0
    assert high[2] == high[3] == -low[2] > wilson(0, n).high
    # blocks that differ more often than that are hardly ever all alike
    assert (1 - high[2]) ** n < 0.05 / 4


@pytest.mark.parametrize(
    ("n", "k"), [(10, 5), (20, 20), pytest.param(20, 160, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("common", [0.0, 0.5])
def test_many_columns_and_few_blocks_are_covered_together(
    n: int, k: int, common: float, effort: int
) -> None:
    rng, hits = np.random.default_rng(10), []
    for _ in range(100 * effort):
        own, shared = rng.normal(size=(n, k)), rng.normal(size=(n, 1))
        run = np.sqrt(1 - common) * own + np.sqrt(common) * shared
        hits.append(covers(against_base(run), 0).all())
    assert_coverage(hits, 0.93, at_most=0.965)


def test_null_cards_are_covered_without_a_floor_that_is_far_too_wide(effort: int) -> None:
    rng, n_players = np.random.default_rng(11), 4
    hits, widths = [], []
    for _ in range(50 * effort):
        wins = rng.random((20, 10, n_players)) < 1 / n_players
        run = wins.mean(axis=2) - 1 / n_players
        interval, plain = against_base(run, are_shares=True), against_base(run)
        hits.append(covers(interval, 0).all())
        widths.append(np.median((interval.high - interval.low) / (plain.high - plain.low)))
    assert_coverage(hits, 0.95)
    assert np.mean(widths) < 1.35


@pytest.mark.parametrize("are_shares", [False, True])
def test_variants_that_all_blocks_change_alike_keep_a_width(are_shares: bool) -> None:
    run = np.tile([0.5, 0.0], (20, 1))
    _, low, high, _ = against_base(run, are_shares=are_shares)
    assert (low < [0.4, -0.1]).all()
    assert (high > [0.6, 0.1]).all()


def test_variants_of_one_block_are_unbounded() -> None:
    estimate, low, high, n = against_base([[1, 2]])
    assert (estimate.tolist(), low.tolist(), high.tolist(), n) == (
        [1, 2],
        [-np.inf] * 2,
        [np.inf] * 2,
        1,
    )
