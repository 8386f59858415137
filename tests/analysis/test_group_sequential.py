"""Group-sequential intervals and verdicts: published constants and simulated error rates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab.analysis.group_sequential import (
    Design,
    LikelihoodRatio,
    blocks_to_decide,
    chance_of_crossing,
    critical_value,
    signed_root,
)
from simlab.analysis.intervals import mean_t
from simlab.analysis.sequential import looks
from simlab.analysis.value_range import ValueRange
from simlab.analysis.verdict import Verdict
from tests.support.coverage import assert_coverage

Array = NDArray[Any]
Draw = Callable[[np.random.Generator, int, float], Array]
SCHEDULE = tuple(looks(50, 2000))
DESIGN = Design(SCHEDULE, 0.05)
POINT = ValueRange(0, 1)


def wins(rng: np.random.Generator, n: int, effect: float) -> Array:
    """Return differences of wins in blocks of two games, of which three in ten differ."""
    luck = rng.random((n, 2))
    more = luck < 0.15 + effect / 2
    return np.asarray((more * 1.0 - (luck > 0.85 + effect / 2)).mean(axis=1))


def rare_wins(rng: np.random.Generator, n: int, effect: float) -> Array:
    """Return the same where hardly any game differs."""
    luck = rng.random((n, 2))
    return np.asarray(((luck < 0.01 + effect) * 1.0 - (luck > 0.99)).mean(axis=1))


def scores(rng: np.random.Generator, n: int, effect: float) -> Array:
    return np.clip(np.round(rng.normal(effect, 6, n)), -36, 36)


def mostly_equal(rng: np.random.Generator, n: int, effect: float) -> Array:
    """Return differences of scores of which four in five are 0."""
    differences = np.clip(rng.normal(5 * effect, 8, n), -36, 36)
    return np.asarray(np.where(rng.random(n) < 0.8, 0, differences))


def rare_gains(rng: np.random.Generator, n: int, effect: float) -> Array:
    """Return differences that are below their mean in 98 % of blocks."""
    return np.where(rng.random(n) < 0.02, 9.8, -0.2) + effect


KINDS: list[tuple[Draw, float, float]] = [
    (wins, 0.05, 1),
    (rare_wins, 0.02, 1),
    (scores, 1.0, 36),
    (mostly_equal, 0.5, 36),
    (rare_gains, 0.2, 36),
]
"""Differences, margin and range."""
OF_ALL_KINDS = pytest.mark.parametrize(
    ("draw", "margin", "width"), KINDS, ids=[draw.__name__ for draw, *_ in KINDS]
)


def ratio_of(blocks: Array, width: float) -> LikelihoodRatio:
    """Return the likelihood ratio; the range of shares is known, that of scores only seen."""
    if width == 1:
        return LikelihoodRatio(blocks, -1, 1)
    return LikelihoodRatio.in_seen_range(blocks, ValueRange.around(width))


def skewed(rng: np.random.Generator, n: int, effect: float) -> Array:
    """Return changes of which a few are much larger than the others."""
    return np.asarray(rng.lognormal(0, 1.5, n) - np.exp(1.5**2 / 2) + effect)


def rarely_large(rng: np.random.Generator, n: int, effect: float) -> Array:
    """Return changes of which one in fifty is much larger than 0."""
    return np.where(rng.random(n) < 0.02, 50 * effect, 0.0)


def last_verdict(blocks: Array, margin: float, width: float) -> tuple[Verdict, int]:
    """Return the verdict of a comparison that stops once decided, and its blocks."""
    for n in SCHEDULE:
        verdict = ratio_of(blocks[:n], width).verdict(margin, DESIGN)
        if verdict != Verdict.UNDECIDED:
            break
    return verdict, n


def test_critical_values_are_those_published() -> None:
    # S. J. Pocock, 1977: five equal groups at 5 %; two groups 2.178
    assert critical_value((1, 2, 3, 4, 5), 0.05) == pytest.approx(2.413, abs=0.0011)
    assert critical_value((1, 2), 0.05) == pytest.approx(2.178, abs=0.0011)
    assert critical_value((7,), 0.05) == pytest.approx(1.96, abs=0.001)
    assert critical_value((7,), 0.05, is_two_sided=False) == pytest.approx(1.645, abs=0.001)


def test_the_chance_of_crossing_agrees_with_random_walks(effort: int) -> None:
    schedule = looks(20, 300)
    steps = np.random.default_rng(1).normal(size=(1000 * effort, schedule[-1]))
    walks = steps.cumsum(axis=1)[:, np.array(schedule) - 1] / np.sqrt(schedule)
    n_crossed = int((np.abs(walks) > 2.5).any(axis=1).sum())
    expected = chance_of_crossing(schedule, 2.5, is_two_sided=True)
    error = np.sqrt(expected * (1 - expected) * len(walks))
    assert abs(n_crossed - expected * len(walks)) < 5 * error


def test_looks_that_nearly_coincide_change_nothing() -> None:
    schedule = looks(50, 5000)
    assert critical_value((*schedule[:-1], 4990, 5000), 0.05) == pytest.approx(
        critical_value(tuple(schedule), 0.05), abs=0.02
    )


def test_the_root_is_nearly_the_t_statistic_in_the_middle() -> None:
    blocks = np.random.default_rng(2).normal(0.3, 6, 2000)
    own = mean_t(blocks)
    error = (own.high - own.estimate) / 1.96
    values, counts = np.unique(blocks, return_counts=True)
    root = signed_root(values, counts, 0.0, -40.0, 40.0)
    assert root == pytest.approx(own.estimate / error, rel=0.02)
    assert signed_root(-values[::-1], counts, 0.0, -40.0, 40.0) == pytest.approx(-root)


@OF_ALL_KINDS
def test_verdicts_at_the_margin_are_wrong_in_at_most_one_comparison_of_twenty(
    draw: Draw, margin: float, width: float, effort: int
) -> None:
    rng = np.random.default_rng(3)
    runs = (draw(rng, SCHEDULE[-1], margin) for _ in range(100 * effort))
    verdicts = [last_verdict(run, margin, width)[0] for run in runs]
    for wrong in (Verdict.MORE, Verdict.SAME, Verdict.LESS):
        assert_coverage([verdict != wrong for verdict in verdicts], 0.95)


@pytest.mark.parametrize(
    ("draw", "effect", "margin"),
    [(skewed, -0.5, 0.5), (skewed, 0.5, 0.5), (rarely_large, 0.2, 0.2), (rarely_large, 0.2, 0.1)],
)
def test_skewed_changes_are_decided_wrongly_in_at_most_one_comparison_of_twenty(
    draw: Draw, effect: float, margin: float, effort: int
) -> None:
    """The range is what the blocks have shown, and at least three margins."""
    rng = np.random.default_rng(8)
    right = Verdict.MORE if effect > margin else Verdict.UNDECIDED
    runs = (draw(rng, SCHEDULE[-1], effect) for _ in range(100 * effort))
    verdicts = [last_verdict(run, margin, 3 * margin)[0] for run in runs]
    assert_coverage([verdict in (right, Verdict.UNDECIDED) for verdict in verdicts], 0.95)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_block_that_may_yet_occur_speaks_against_a_conclusion_and_never_for_it(sign: int) -> None:
    """Of rare costs, the block at their upper end would help to say that they are above a mean."""
    costs = sign * np.array([0.0] * 90 + [1.0] * 10)
    near, far = (LikelihoodRatio.in_seen_range(costs, ValueRange.around(w)) for w in (1, 20))
    for mean in (0.01, 0.03, 0.2, 0.4):
        assert abs(far.root(sign * mean)) < abs(near.root(sign * mean))


def test_equal_blocks_of_unknown_range_show_nothing_until_they_are_many() -> None:
    few, many = (LikelihoodRatio.in_seen_range(np.zeros(n), POINT) for n in (1_400, 1_600))
    assert few.interval(DESIGN)[1:3] == (-np.inf, np.inf)
    assert few.verdict(0.1, DESIGN) == Verdict.UNDECIDED
    assert many.verdict(0.1, DESIGN) == Verdict.SAME


def test_equal_blocks_show_what_a_range_that_is_known_allows() -> None:
    """A mean of 0 to 30 costs: a rare one of 30 may have been missed, but none below 0."""
    few, many = (
        LikelihoodRatio.in_seen_range(np.zeros(n), POINT, ValueRange(0, 30)) for n in (50, 700)
    )
    low, high = few.interval(DESIGN)[1:3]
    assert low == 0
    assert 1 < high < 30
    assert few.verdict(0.2, DESIGN) == Verdict.UNDECIDED
    assert many.verdict(0.2, DESIGN) == Verdict.SAME
    above = LikelihoodRatio.in_seen_range(np.full(50, 5.0), POINT, ValueRange(0, np.inf))
    assert 3 < above.interval(DESIGN).low < 5
    assert above.interval(DESIGN).high == np.inf


@OF_ALL_KINDS
def test_of_equal_rules_hardly_any_are_called_different(
    draw: Draw, margin: float, width: float, effort: int
) -> None:
    """The margin is so small that more and less may both be wrong."""
    rng = np.random.default_rng(4)
    runs = (draw(rng, SCHEDULE[-1], 0.0) for _ in range(100 * effort))
    verdicts = [last_verdict(run, 1e-6 * margin, width)[0] for run in runs]
    assert_coverage([verdict == Verdict.UNDECIDED for verdict in verdicts], 0.95)


@OF_ALL_KINDS
def test_intervals_hold_at_all_looks_together(
    draw: Draw, margin: float, width: float, effort: int
) -> None:
    rng = np.random.default_rng(5)
    hits = []
    for _ in range(60 * effort):
        run = draw(rng, SCHEDULE[-1], margin)
        ratios = [ratio_of(run[:n], width) for n in SCHEDULE]
        hits.append(all(abs(own.root(margin)) <= own.limit(DESIGN.two_sided) for own in ratios))
    assert_coverage(hits, 0.95)


def test_bounds_of_an_interval_have_the_root_of_its_limit() -> None:
    ratio = ratio_of(scores(np.random.default_rng(6), 300, 1.0), 36)
    low, high = ratio.interval(DESIGN)[1:3]
    assert ratio.root(low) == pytest.approx(ratio.limit(DESIGN.two_sided))
    assert ratio.root(high) == pytest.approx(-ratio.limit(DESIGN.two_sided))
    assert low < ratio.mean < high


@pytest.mark.parametrize("width", [1.0, 5.0])
def test_blocks_that_never_differ_leave_room_for_those_that_may(width: float) -> None:
    ratio = LikelihoodRatio(np.zeros(200), -width, width, is_range_seen=width != 1)
    estimate, low, high, n = ratio.interval(DESIGN)
    assert (estimate, n) == (0, 200)
    assert -low == pytest.approx(high)
    assert 0 < high < 0.1 * width


def test_without_blocks_nothing_is_known() -> None:
    ratio = ratio_of(np.empty(0), 1)
    assert ratio.interval(DESIGN)[1:] == (-np.inf, np.inf, 0)
    assert ratio.verdict(0.02, DESIGN) == Verdict.UNDECIDED


@pytest.mark.parametrize("effect", [0.0, 2.0])
def test_half_of_all_comparisons_are_decided_by_the_blocks_planned(
    effect: float, effort: int
) -> None:
    rng = np.random.default_rng(7)
    planned = blocks_to_decide(6.0, 1.0, DESIGN, effect=effect)
    runs = (scores(rng, SCHEDULE[-1], effect) for _ in range(40 * effort))
    stops = [last_verdict(run, 1.0, 36)[1] for run in runs]
    assert 0.7 < np.median(stops) / planned < 1.4


def test_an_effect_at_the_margin_is_never_decided() -> None:
    with pytest.raises(ValueError, match=r"an effect of -1 is more than 1 is never decided"):
        blocks_to_decide(6.0, 1.0, DESIGN, effect=-1.0)
