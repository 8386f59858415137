"""Estimates after an early stop: too large as often as too small, and within their interval."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab.analysis.early_stop import chance_of_more, interval_at_stop
from simlab.analysis.group_sequential import Design, LikelihoodRatio
from simlab.analysis.intervals import Interval
from simlab.analysis.sequential import looks
from simlab.analysis.value_range import ValueRange
from simlab.analysis.verdict import Verdict

Array = NDArray[Any]
Draw = Callable[[np.random.Generator, int, float], Array]
SCHEDULE = tuple(looks(50, 16_000))
DESIGN = Design(SCHEDULE, 0.05)
POINTS = ValueRange(-24, 24)


def wins(rng: np.random.Generator, n: int, effect: float) -> Array:
    luck = rng.random((2, n))
    return np.asarray((luck[0] < 0.4 + effect) * 1.0 - (luck[1] < 0.4))


def points(rng: np.random.Generator, n: int, effect: float) -> Array:
    return np.round(rng.normal(effect, 6, n))


def hardly_varying(rng: np.random.Generator, n: int, effect: float) -> Array:
    return effect + np.where(rng.random(n) < 0.1, rng.choice([-1, 1], n), 0)


def ratio_of(blocks: Array) -> LikelihoodRatio:
    """Return the likelihood ratio of points, or of wins, whose range is known."""
    if np.abs(blocks).max() <= 1:
        return LikelihoodRatio(blocks, -1, 1)
    return LikelihoodRatio.in_seen_range(blocks, POINTS)


def stopped(blocks: Array, margin: float) -> tuple[LikelihoodRatio, Interval[float], int]:
    """Return the comparison at the look after which it stops, with its blocks."""
    for n in SCHEDULE:
        ratio = ratio_of(blocks[:n])
        if ratio.verdict(margin, DESIGN) != Verdict.UNDECIDED:
            break
    return ratio, interval_at_stop(ratio, margin, DESIGN, n), n


@pytest.mark.parametrize("n_runs", [50, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("draw", "effect", "margin", "most"),
    [
        (wins, 0.10, 0.02, 2_000),
        (points, 3.0, 1.0, 1_000),
        (points, -3.0, 1.0, 1_000),
        (hardly_varying, 2.0, 1.0, 1_000),
        pytest.param(wins, 0.04, 0.02, 16_000, marks=pytest.mark.long),
    ],
)
def test_as_many_estimates_after_an_early_stop_are_too_large_as_too_small(
    draw: Draw, effect: float, margin: float, most: int, n_runs: int
) -> None:
    rng = np.random.default_rng(11)
    above, means = 0, 0
    for _ in range(n_runs):
        ratio, interval, _ = stopped(draw(rng, most, effect), margin)
        assert interval.low <= interval.estimate <= interval.high
        above += abs(interval.estimate) > abs(effect)
        means += abs(ratio.mean) > abs(effect)
    assert above <= means
    assert abs(above - n_runs / 2) < 5 * np.sqrt(n_runs) / 2


def test_an_estimate_without_an_early_stop_is_the_mean() -> None:
    rng = np.random.default_rng(13)
    first = points(rng, 50, 9.0)
    same = points(rng, 2_000, 0.0)
    undecided = points(rng, 200, 1.0)
    for blocks, n in ((first, 50), (same, 2_000), (undecided, 200)):
        ratio = ratio_of(blocks)
        assert interval_at_stop(ratio, 1.0, DESIGN, n) == ratio.interval(DESIGN)


def test_blocks_that_never_vary_are_their_own_estimate() -> None:
    for blocks in (np.ones(2_000), np.full(2_000, 3.0)):
        ratio = ratio_of(blocks)
        assert ratio.verdict(0.5, DESIGN) == Verdict.MORE
        assert interval_at_stop(ratio, 0.5, DESIGN, 2_000).estimate == blocks[0]


def test_an_estimate_is_turned_around_with_its_blocks() -> None:
    blocks = wins(np.random.default_rng(14), 1_000, 0.1)
    more, less = (
        interval_at_stop(LikelihoodRatio(0.5 + own / 2, 0, 1), 0.01, DESIGN, 1_000, fair=0.5)
        for own in (blocks, -blocks)
    )
    assert more.estimate < 0.5 + blocks.mean() / 2
    assert less.estimate == pytest.approx(1 - more.estimate)


def test_the_chance_of_more_agrees_with_random_walks(effort: int) -> None:
    schedule, (low, high) = looks(20, 300), (-1.0, 2.0)
    steps = np.random.default_rng(15).normal(size=(1000 * effort, schedule[-1]))
    walks = steps.cumsum(axis=1)[:, np.array(schedule) - 1] / np.sqrt(schedule)
    is_out = (walks < low) | (walks > high)
    first = is_out.argmax(axis=1)
    n_more = int((walks[np.arange(len(walks)), first] > high).sum())
    expected = chance_of_more(schedule, [(low, high)] * len(schedule))
    assert abs(n_more - expected * len(walks)) < 5 * np.sqrt(expected * len(walks))
