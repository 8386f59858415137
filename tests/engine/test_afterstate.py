"""Afterstate play: the choice after which the net values the position most."""

from __future__ import annotations

import pytest

from simlab.player import learnt_policy
from simlab.stepper import Case, Stepper
from tests.support.compiled_pig import HOLD, PIG, ROLL
from tests.support.written_player import linear_net


def choice(total: int, own_score: int = 0, samples: int = 12, **weights: float) -> int:
    """Return the choice of a linear net at a position of Pig."""
    policy = learnt_policy("@x", linear_net(**weights), PIG).with_weights(samples=samples)
    table = Stepper(Case(PIG, PIG.load(), (policy, policy)), 0)
    table.set_up()
    table.state["points"]["items"][0, 0] = own_score
    table.state["turn_total"] = total
    return table.ask(0, table.offer())


@pytest.mark.parametrize("samples", [6, 12, 60])
def test_who_values_every_point_alike_holds_at_twenty(samples: int) -> None:
    # rolling loses the total k in one case of six and adds 4 on average in the others
    points = {"own": 0.01, "turn_total": 0.01, "samples": samples}
    assert choice(19, **points) == ROLL
    assert choice(20, **points) == HOLD  # equal, and first on the menu
    assert choice(21, **points) == HOLD


def test_points_are_taken_where_the_net_values_them() -> None:
    assert choice(5, turn_total=0.01) == ROLL
    assert choice(5, own=0.01) == HOLD


def test_a_win_is_worth_what_it_is_whatever_the_net_says() -> None:
    assert choice(10, own_score=90, turn_total=0.01) == HOLD
    assert choice(10, own_score=90, turn_total=1.0) == ROLL


def test_values_that_differ_by_the_last_bits_are_equal() -> None:
    assert choice(7, turn_total=1e-9) == HOLD
