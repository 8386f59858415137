"""Distances, races, fronts and conflicts of candidates that are to meet targets."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.analysis.intervals import Interval
from simlab.studies.tune.result import (
    MOST_FINALISTS,
    Conflict,
    Goals,
    Status,
    conflict,
    distance_range,
    distances,
    finalists,
    front,
    may_win,
    race,
    status,
    sums_of,
)

GOALS = Goals(
    low=np.array([49.0, -np.inf, -0.1, -0.1]),
    high=np.array([51.0, 20.0, 0.1, 0.1]),
    scale=np.array([1.0, 2.0, 0.02, 0.02]),
    target=np.array([0, 1, 2, 2]),
)


def columns(*means: float, spread: float = 0.0) -> list[np.ndarray]:
    return [mean + spread * np.array([-1.0, 1.0, -1.0, 1.0]) for mean in means]


def test_a_target_is_missed_by_what_lies_outside_in_tolerances() -> None:
    sums = sums_of(columns(47.5, 23.0, 0.05, -0.14))
    assert distances(sums, GOALS) == pytest.approx([1.5, 1.5, 2.0])
    assert list(distances(sums_of(columns(50, 19, 0, 0.1)), GOALS)) == [0, 0, 0]


def test_caution_adds_standard_errors_on_the_worse_side() -> None:
    sums = sums_of(columns(50.9, 19, 0, 0, spread=np.sqrt(3)))
    assert sums.errors == pytest.approx(np.ones(4))
    assert distances(sums, GOALS, 1.0)[0] == pytest.approx(0.9)
    assert distances(sums_of(columns(52, 19, 0, 0, spread=np.sqrt(3))), GOALS, -1.0)[0] == 0


def test_parts_of_the_games_add_up_to_all_of_them() -> None:
    values = np.random.default_rng(0).normal(5, 2, 70)
    both = sums_of([values[:30]]) + sums_of([values[30:]])
    assert both.means == pytest.approx([values.mean()])
    assert both.errors == pytest.approx([values.std(ddof=1) / np.sqrt(70)])


def test_what_cannot_be_measured_is_infinitely_far() -> None:
    sums = sums_of([np.empty(0), *columns(19, 0, 0)])
    assert list(distances(sums, GOALS)) == [np.inf, 0, 0]


def test_a_candidate_leaves_the_race_once_a_cheaper_one_is_surely_nearer() -> None:
    costs = np.array([0.0, 1.0, 1.5, 2.0, 3.0])
    best = np.array([5.0, 0.0, 2.0, 0.0, 0.0])
    worst = np.array([6.0, 1.0, 3.0, 0.0, 0.0])
    assert list(may_win(costs, best, worst)) == [True, True, False, True, False]


def test_of_too_many_that_may_win_those_stay_that_few_others_beat() -> None:
    rng = np.random.default_rng(1)
    costs, worst = rng.uniform(1, 2, 100), rng.uniform(1, 5, 100)
    kept = race(costs, np.zeros(100), worst, worst)
    assert len(kept) == 25
    assert set(front(costs, worst)) <= set(kept)


def test_each_of_the_front_costs_more_than_the_last_and_is_nearer() -> None:
    costs = np.array([2.0, 0.0, 1.0, 1.5, 3.0, 4.0])
    misses = np.array([1.0, 5.0, 3.0, 3.5, 0.0, 0.0])
    assert front(costs, misses) == [1, 2, 0, 4]
    many = finalists(np.arange(20.0), np.linspace(9, 0, 20))
    assert len(many) == MOST_FINALISTS
    assert (many[0], many[-1]) == (0, 19)


@pytest.mark.parametrize(
    ("low", "high", "decision", "ends"),
    [
        (49.1, 50.9, Status.CERTIFIED, (0.0, 0.0)),
        (48.8, 50.9, Status.UNDECIDED, (0.0, 0.2)),
        (51.2, 52.0, Status.MISSED, (0.2, 1.0)),
        (40.0, 60.0, Status.UNDECIDED, (0.0, 9.0)),
    ],
)
def test_a_decision_is_that_of_the_whole_interval(
    low: float, high: float, decision: Status, ends: tuple[float, float]
) -> None:
    value = Interval((low + high) / 2, low, high, 100)
    assert status(value, 49.0, 51.0) == decision
    away = distance_range(value, 49.0, 51.0, 1.0)
    assert (away.low, away.high) == pytest.approx(ends)


def test_two_targets_conflict_if_each_is_met_but_never_both() -> None:
    misses = np.array([[0.0, 2.0, 0.0], [3.0, 0.0, 0.0], [0.0, 1.5, 4.0], [1.0, 1.0, 1.0]])
    assert conflict(misses) == Conflict(0, 1, 1.5, 3.0)
    assert conflict(np.vstack([misses, np.zeros(3)])) is None
    assert conflict(misses[:, [0, 2]]) is None
