"""Changes since an earlier examination: on the same deals, few of them false."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.change import changes_between
from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.findings import FALSE_DISCOVERIES, FEWEST

N = 200
TIES = EffectKey(fault.TIES, "", 2)
DEAD = EffectKey(fault.DEAD_CARD, "gold", 2)
SEAT = EffectKey(fault.SEAT_ADVANTAGE, "seat 1", 2)


def share(n_ones: int) -> NDArray[np.float64]:
    values = np.zeros(N)
    values[:n_ones] = 1
    return values


def test_what_moved_to_the_good_side_of_its_limit_is_better() -> None:
    before = {TIES: share(100), DEAD: share(100), SEAT: np.full(N, 0.2)}
    after = {TIES: share(20), DEAD: share(20), SEAT: np.full(N, -0.1)}
    changes = {change.key: change for change in changes_between(before, after)}
    is_better = {key: change.is_better for key, change in changes.items()}
    assert is_better == {TIES: True, DEAD: False, SEAT: True}
    ties = changes[TIES]
    assert (ties.before, ties.after, ties.interval.estimate) == (0.5, 0.1, pytest.approx(-0.4))
    assert ties.interval.low < -0.4 < ties.interval.high < 0


def test_the_same_deals_are_compared_where_both_are_known() -> None:
    """Noise that both examinations share is none of the change."""
    noise = np.random.default_rng(1).normal(size=N)
    before, after = {SEAT: noise}, {SEAT: np.append(noise[:150] + 0.1, np.full(90, 9.0))}
    after[SEAT][:40] = np.nan
    before[SEAT][150:] = np.nan
    [change] = changes_between(before, after)
    assert change.interval.estimate == pytest.approx(0.1)
    assert change.interval.n == 110


def test_what_is_alike_or_new_or_hardly_known_has_not_changed() -> None:
    few = np.where(np.arange(N) < FEWEST - 1, 1.0, np.nan)
    before = {TIES: share(9), SEAT: few}
    after = {TIES: share(9), SEAT: 1 - few, DEAD: share(9)}
    assert changes_between(before, after) == []
    assert changes_between({}, after) == []


def test_the_largest_change_in_margins_comes_first() -> None:
    before = {TIES: share(100), SEAT: np.full(N, 0.05), DEAD: share(0)}
    after = {TIES: share(80), SEAT: np.full(N, 0.5), DEAD: share(90)}
    keys = [change.key for change in changes_between(before, after)]
    assert keys == [DEAD, SEAT, TIES]


def test_games_that_did_not_change_seldom_show_a_change(effort: int) -> None:
    rng = np.random.default_rng(4)
    n_runs, n_false = 300 * effort, 0
    for _ in range(n_runs):
        before, after = (
            {EffectKey(fault.TIES, "", n): rng.normal(size=60) for n in range(6)} for _ in range(2)
        )
        n_false += bool(changes_between(before, after))
    error = np.sqrt(n_runs * FALSE_DISCOVERIES * (1 - FALSE_DISCOVERIES))
    assert n_false <= n_runs * FALSE_DISCOVERIES + 5 * error
