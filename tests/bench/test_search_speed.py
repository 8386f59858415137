"""How fast searches think is counted right."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from simlab.bench.search_speed import ROLLOUTS, SearchTimer, bases_of, decision_points_of
from simlab.experiment.resolve import Scenario
from simlab.game.policy import Trait
from tests.support.compiled_pig import HOLD, PIG, ROLL
from tests.support.walk_game import GAME as WALK
from tests.support.walk_game import moody

RANDOM, HOLD_AT, OPTIMAL = PIG.policies
SCENARIO = Scenario("hold", PIG, PIG.load(), {}, (HOLD_AT,) * 3, 1914, 1)


def test_searches_are_measured_over_the_second_policy_and_the_last() -> None:
    assert list(bases_of(PIG)) == [(HOLD_AT, 3), (OPTIMAL, 2)]
    assert [base.name for base, _ in bases_of(WALK)] == ["steady", "stumbling"]


@pytest.mark.parametrize(("n_policies", "bases"), [(1, [RANDOM]), (2, [HOLD_AT])])
def test_a_game_with_few_policies_is_measured_over_the_last(n_policies, bases) -> None:
    game = replace(PIG, policies=PIG.policies[:n_policies])
    assert [base for base, _ in bases_of(game)] == bases


def test_a_policy_that_no_search_takes_is_left_out() -> None:
    rival = replace(moody, traits={"rollouts": Trait(1, 0, 9, "a name that is taken")})
    assert list(bases_of(replace(WALK, policies=(rival,)))) == []


def test_a_search_runs_only_where_there_is_a_choice() -> None:
    points = decision_points_of(SCENARIO)
    assert {where.seat for where in points} == {0, 1, 2}
    assert all(sorted(where.menu) == sorted([HOLD, ROLL]) for where in points)


def test_moves_rollouts_and_their_decisions_are_counted() -> None:
    timer = SearchTimer(SCENARIO, decision_points_of(SCENARIO)[:1])
    timer.measure(0.01, time.perf_counter)
    once = timer.decisions / timer.moves
    assert timer.rollouts == ROLLOUTS * timer.moves
    assert once > 10 * ROLLOUTS
    assert timer.speed == timer.decisions / timer.seconds
    assert timer.seconds >= 0.01
