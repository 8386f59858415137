"""Gains of one choice over another: intervals that keep what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.analysis.intervals import Interval, mean_t
from simlab.analysis.paired_rollouts import gain_over, mean_gain
from tests.support.coverage import assert_coverage, covers


def gain_of(gains) -> Interval[float]:
    return mean_gain(float(np.sum(gains)), float(np.sum(np.square(gains))), len(gains))


def test_a_gain_has_the_mean_of_its_rollouts_and_more_room_than_a_t_interval() -> None:
    gains = [3.0, 1.0, -2.0, 5.0, 0.0]
    interval, student = gain_of(gains), mean_t(gains)
    assert interval.estimate == pytest.approx(student.estimate)
    assert interval.low < student.low < student.high < interval.high


def test_a_few_gains_that_are_all_alike_prove_nothing() -> None:
    assert gain_of([1.0] * 4).low < 0 < gain_of([1.0] * 8).low
    assert gain_of([1.0]) == (1, -np.inf, np.inf, 1)


@pytest.mark.parametrize("chances", [(0.2, 0.4, 0.4), (0.3, 0.4, 0.3), (0.1, 0.2, 0.7)])
def test_gains_of_rollouts_are_covered(effort: int, chances: tuple[float, ...]) -> None:
    runs = np.random.default_rng(1).choice([-1, 0, 1], p=chances, size=(2000 * effort, 30))
    assert_coverage([covers(gain_of(run), chances[2] - chances[0]) for run in runs], 0.94)


def test_a_gain_over_another_is_covered(effort: int) -> None:
    rng = np.random.default_rng(2)

    def hit() -> bool:
        baseline, one, other = (rng.normal(mean, 3, size=40) for mean in (50, 51, 53))
        interval = gain_over(gain_of((one - baseline)[:20]), gain_of(other - baseline))
        return bool(covers(interval, 2))

    assert_coverage([hit() for _ in range(2000 * effort)], 0.95)


def test_over_a_choice_that_gains_nothing_another_gains_what_it_does() -> None:
    own = Interval(2.0, 1.0, 3.5, 40)
    assert gain_over(Interval(0.0, 0.0, 0.0, 50), own) == own
