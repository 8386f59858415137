from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from simlab.analysis.intervals import Interval
from simlab.analysis.paired import blocks_of_fixed_plan, pairing_statistics
from tests.support.coverage import assert_coverage

Draw = Callable[[int], NDArray[Any]]


def same_deals(rng: np.random.Generator, n: int, effect: float) -> tuple[Any, Any]:
    """Return scores of which three quarters of the variance are luck that both sides share."""
    luck = rng.normal(40, 6 * np.sqrt(0.75), n)
    base, patched = luck + rng.normal(0, 3, size=(2, n))
    return base, patched + effect


def decides(interval: Interval[float], margin: float) -> bool:
    is_same = -margin <= interval.low and interval.high <= margin
    return is_same or interval.low > margin or interval.high < -margin


# -------------------------------------------------------------------------------------- comparisons


def test_blocks_are_compared_one_by_one() -> None:
    base, patched = [1, 2, 3, 6], [2, 3, 3, 8]
    correlation, saving = pairing_statistics(base, patched)
    assert correlation.estimate == pytest.approx(stats.pearsonr(base, patched)[0])
    assert saving == pytest.approx(9 / 0.5)


def test_paired_games_save_as_many_as_their_correlation_tells() -> None:
    pairing = pairing_statistics(*same_deals(np.random.default_rng(1), 100_000, 0.5))
    assert pairing.correlation.estimate == pytest.approx(0.75, abs=0.01)
    assert pairing.saving == pytest.approx(1 / (1 - pairing.correlation.estimate), rel=0.02)


@pytest.mark.parametrize("kind", ["normal", "wins", "skewed"])
def test_correlations_are_covered(kind: str, effort: int) -> None:
    rng, hits = np.random.default_rng(4), []
    truth = {"normal": 0.6, "wins": 0.6, "skewed": 0.6}[kind]
    for _ in range(200 * effort):
        own, base, patched = draws(rng, kind)
        is_shared = rng.random(400) < truth
        if kind == "normal":
            base = np.sqrt(truth) * own + np.sqrt(1 - truth) * base
            patched = np.sqrt(truth) * own + np.sqrt(1 - truth) * patched
        else:
            patched = np.where(is_shared, base, patched)
        low, high = pairing_statistics(base, patched).correlation[1:3]
        hits.append(low <= truth <= high)
    assert_coverage(hits, 0.93)


def draws(rng: np.random.Generator, kind: str) -> tuple[np.ndarray, ...]:
    """Return three independent columns of a kind."""
    draw = {
        "normal": lambda: rng.normal(size=400),
        "wins": lambda: rng.integers(0, 3, 400) / 2,
        "skewed": lambda: rng.exponential(size=400),
    }[kind]
    return draw(), draw(), draw()


def test_as_many_unpaired_games_as_are_saved_know_as_much() -> None:
    rng = np.random.default_rng(2)
    base, patched = same_deals(rng, 2000, 0)
    few = pairing_statistics(base, patched)
    n = round(2000 * few.saving)
    (before, _), (_, after) = same_deals(rng, n, 0), same_deals(rng, n, 0)
    unpaired = np.sqrt((before.var() + after.var()) / n)
    assert np.std(patched - base) / np.sqrt(2000) == pytest.approx(unpaired, rel=0.05)


def test_rules_without_effect_take_one_game_for_all() -> None:
    pairing = pairing_statistics([0.1, 0.7, 0.4], [0.1, 0.7, 0.4])
    assert (pairing.correlation.estimate, pairing.saving) == (pytest.approx(1), np.inf)


def test_few_blocks_do_not_show_a_correlation() -> None:
    assert pairing_statistics([1, 2], [5, 9]).correlation[:3] == (pytest.approx(1), -1, 1)
    assert pairing_statistics([1, 2, 3], [5, 9, 2]).correlation[1:3] == (-1, 1)


@pytest.mark.parametrize("sign", [1, -1])
def test_blocks_that_all_correlate_leave_room_for_those_never_seen(sign: int) -> None:
    values = np.arange(100)
    estimate, low, high, _ = pairing_statistics(values, sign * values).correlation
    near, far = sorted([low, high], key=lambda end: -sign * end)
    assert (estimate, near) == (pytest.approx(sign), pytest.approx(sign))
    # one block in thirty may go the other way
    assert 0.9 < sign * far < 1 - 2 / 30


def test_blocks_that_never_vary_have_no_correlation() -> None:
    pairing = pairing_statistics([0.1] * 7, [0.3] * 7)
    assert np.isnan(pairing.correlation.estimate)
    assert np.isnan(pairing.saving)


def test_one_side_that_never_varies_saves_nothing() -> None:
    pairing = pairing_statistics([0.1] * 4, [0.3, 0.8, 0.3, 0.7])
    assert np.isnan(pairing.correlation.estimate)
    assert pairing.saving == pytest.approx(1)


# -------------------------------------------------------------------------------------------- plans


@pytest.mark.parametrize(
    ("effect", "power", "wanted"), [(0, 0.95, "same"), (0.05, 0.95, "more"), (0.05, 0.5, "more")]
)
def test_a_fixed_plan_decides_as_often_as_it_says(
    effect: float, power: float, wanted: str, effort: int
) -> None:
    n = blocks_of_fixed_plan(0.25, 0.02, effect=effect, power=power)
    means = np.random.default_rng(4).normal(effect, 0.5 / np.sqrt(n), 2000 * effort)
    low, high = means - 1.96 * 0.5 / np.sqrt(n), means + 1.96 * 0.5 / np.sqrt(n)
    hits = low > 0.02 if wanted == "more" else (low >= -0.02) & (high <= 0.02)
    assert_coverage(hits, power, at_most=power + 0.002)


def test_an_effect_at_the_margin_is_never_decided() -> None:
    with pytest.raises(ValueError, match=r"an effect of -0.02 is more than 0.02 is never decided"):
        blocks_of_fixed_plan(0.3, 0.02, effect=-0.02)
