"""Plans for a whole turn: proposed by weighing otherwise, told apart, followed to their end."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.engine.plan import (
    AS_BASELINE,
    MOST_PLANS,
    SHAKEN,
    Plan,
    begin,
    goes_on,
    is_new,
    leave,
    next_choice,
    shake,
)
from simlab.engine.record import Row, new, row_of
from simlab.engine.rng import STREAM

MENU = np.array([4, 5, 6])


@pytest.fixture
def plan() -> Row:
    """Three plans of three choices: as usual, and two others."""
    plan = row_of(new(Plan.dtype))
    plan.n_plans = 3
    plan.n_steps[:3] = 3
    plan.course[:3, :3] = (AS_BASELINE, AS_BASELINE, AS_BASELINE), (4, 5, 9), (4, 5, 6)
    return plan


def test_weights_are_shaken_within_their_bounds() -> None:
    bounds = np.array([(0, 10, 0), (0, 1.5, 0), (1, 3, 1), (-5, 5, 0)], np.float64)
    rng = np.arange(1, STREAM + 1, dtype=np.uint64)
    shaken = np.empty((400, 5))
    for weights in shaken:
        weights[:] = (1, 1, 2, 0, 7)
        shake(weights, bounds, SHAKEN, rng)
    assert 0.25 <= shaken[:, 0].min() < 0.3
    assert 3.5 < shaken[:, 0].max() <= 4
    assert shaken[:, 1].max() == 1.5
    assert set(shaken[:, 2]) == {1, 2, 3}
    assert (shaken[:, 3:] == (0, 7)).all()


def test_a_plan_is_new_if_no_earlier_one_makes_the_same_choices(plan: Row) -> None:
    assert is_new(plan, 2)
    plan.course[1, 2] = 6
    assert not is_new(plan, 2)
    plan.n_steps[2] = 2
    assert is_new(plan, 2)


def test_a_plan_is_followed_to_its_end(plan: Row) -> None:
    begin(plan, 2)
    made = []
    while goes_on(plan, MENU):
        made.append(next_choice(plan, 4))
    assert made == [5, 6]


def test_the_usual_plan_is_whatever_the_base_policy_does(plan: Row) -> None:
    begin(plan, 0)
    assert goes_on(plan, MENU)
    assert [next_choice(plan, 5), next_choice(plan, 4)] == [5, 4]


def test_a_plan_ends_where_its_choice_is_not_on_the_menu(plan: Row) -> None:
    begin(plan, 1)
    assert next_choice(plan, 4) == 5
    assert not goes_on(plan, MENU)


def test_a_plan_that_is_left_does_not_go_on(plan: Row) -> None:
    begin(plan, 2)
    leave(plan)
    assert not goes_on(plan, MENU)


def test_without_plans_none_is_followed(plan: Row) -> None:
    plan.n_plans = 0
    for option in (0, MOST_PLANS - 1, MOST_PLANS, 4096):
        begin(plan, option)
        assert not goes_on(plan, MENU)
