from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab.analysis.intervals import mean_t
from simlab.analysis.paired import fixed_blocks
from simlab.analysis.sequential import looks
from simlab.analysis.sprt import after_sprt, sprt
from simlab.analysis.verdict import Verdict
from tests.support.coverage import assert_coverage, covers

Draw = Callable[[np.random.Generator, float, int], NDArray[Any]]
SCHEDULE = looks(100, 40_000)


def scores(rng: np.random.Generator, effect: float, n: int) -> NDArray[Any]:
    """Return differences of scores in quarters; an effect of 1 is a sixth of their spread."""
    return np.round(4 * rng.normal(effect, 6, n)) / 4


def wins(rng: np.random.Generator, effect: float, n: int) -> NDArray[Any]:
    """Return differences of wins, of which nine in ten are none."""
    return rng.choice([-1, 0, 1], p=[0.05 - effect / 2, 0.9, 0.05 + effect / 2], size=n)


def rarities(rng: np.random.Generator, effect: float, n: int) -> NDArray[Any]:
    """Return differences of which nearly all are none, and the others gains."""
    return (rng.random(n) < effect).astype(float)


def stopped(
    draw: Draw, rng: np.random.Generator, effect: float, margin: float, high: float | None
) -> Any:
    """Return the blocks at which a test stops and its verdict."""
    run = draw(rng, effect, SCHEDULE[-1])
    for n in SCHEDULE:
        run_verdict = sprt(run[:n], margin, high=high).verdict
        if run_verdict != Verdict.UNDECIDED:
            return run[:n], run_verdict
    return run, run_verdict


@pytest.mark.parametrize(
    ("draw", "margin", "high"), [(scores, 1, 82), (wins, 0.03, 1), (rarities, 0.02, 1)]
)
def test_a_sequential_test_is_wrong_at_most_one_time_in_twenty(
    draw: Draw, margin: float, high: float, effort: int
) -> None:
    rng = np.random.default_rng(1)
    n_runs = 200 * effort
    none = [stopped(draw, rng, 0, margin, high)[1] for _ in range(n_runs)]
    some = [stopped(draw, rng, margin, margin, high)[1] for _ in range(n_runs)]
    assert_coverage([run_verdict == Verdict.SAME for run_verdict in none], 0.95)
    assert_coverage([run_verdict == Verdict.MORE for run_verdict in some], 0.95)


def test_rarities_fool_a_test_that_does_not_know_how_far_off_a_block_can_be() -> None:
    rng = np.random.default_rng(2)
    some = [stopped(rarities, rng, 0.02, 0.02, None)[1] for _ in range(400)]
    assert np.mean([run_verdict == Verdict.SAME for run_verdict in some]) > 0.08


def test_rise_and_fall_mirror_each_other() -> None:
    run = scores(np.random.default_rng(3), 1, 400)
    up, down = sprt(run, 1, high=82), sprt(-run, 1, high=82)
    assert (up.rise, up.fall) == pytest.approx((down.fall, down.rise))
    assert (up.verdict, down.verdict) == (Verdict.MORE, Verdict.LESS)


def test_many_blocks_have_the_ratio_of_two_normal_likelihoods() -> None:
    run = scores(np.random.default_rng(4), 0.1, 40_000)
    expected = 0.1 * (run.mean() - 0.1 / 2) * 40_000 / run.var()
    assert sprt(run, 0.1, high=30).rise == pytest.approx(expected, rel=0.01)


def test_rarities_have_the_ratio_of_their_own_likelihoods() -> None:
    gains = np.arange(1000) < 30
    # without an effect gains and losses are as likely: 1.5 % each
    expected = 30 * np.log(0.03 / 0.015)
    assert sprt(gains, 0.03, high=1).rise == pytest.approx(expected, abs=0.02)
    assert sprt(np.zeros(1000), 0.03, high=1).rise == pytest.approx(1000 * np.log(0.97), abs=0.02)


def test_a_margin_beyond_the_range_is_never_reached() -> None:
    assert sprt(np.arange(100) % 2, 2, high=1).verdict == Verdict.SAME


def test_rules_that_never_differ_are_the_same_once_there_are_enough_blocks() -> None:
    assert sprt(np.zeros(120), 0.02, high=1).verdict == Verdict.UNDECIDED
    assert sprt(np.zeros(160), 0.02, high=1).verdict == Verdict.SAME
    assert sprt(np.zeros(100), 0.02).verdict == Verdict.SAME


@pytest.mark.parametrize(("effect", "share"), [(0, 1.05), (1, 0.8), (2, 0.35)])
def test_a_sequential_test_takes_fewer_blocks_than_a_fixed_plan(
    effect: float, share: float
) -> None:
    rng = np.random.default_rng(5)
    played = [len(stopped(scores, rng, effect, 1, 30)[0]) for _ in range(300)]
    # a test with 5 % errors of both kinds, without looks
    assert np.mean(played) < share * fixed_blocks(36, 1, effect=2)


# -------------------------------------------------------------------------------- after the stop


def test_without_a_second_look_there_is_nothing_to_correct() -> None:
    run = scores(np.random.default_rng(6), 0.5, 1000)
    corrected, plain = after_sprt(run, 1, [1000], high=1), mean_t(run)
    np.testing.assert_allclose(corrected[:3], plain[:3], atol=2e-3)


@pytest.mark.parametrize(
    "effect",
    [0, 1, *(pytest.param(between, marks=pytest.mark.long) for between in (0.5, 1.5))],
)
def test_the_effect_after_a_stop_is_unbiased_and_covered(effect: float, effort: int) -> None:
    rng = np.random.default_rng(7)
    runs = [stopped(scores, rng, effect, 1, 30)[0] for _ in range(40 * effort)]
    intervals = [after_sprt(run, 1, SCHEDULE, high=30) for run in runs]
    assert_coverage([covers(interval, effect) for interval in intervals], 0.945, at_most=0.965)
    assert_coverage([interval.estimate < effect for interval in intervals], 0.49, at_most=0.51)


def test_what_made_a_test_stop_looks_larger_than_it_is(effort: int) -> None:
    rng = np.random.default_rng(8)
    runs = [stopped(scores, rng, 1, 1, 30)[0] for _ in range(15 * effort)]
    plain = np.array([run.mean() for run in runs])
    corrected = np.array([after_sprt(run, 1, SCHEDULE, high=30).estimate for run in runs])
    assert plain.mean() > 1.05
    assert (corrected < plain).mean() > 0.9
