"""A search over a learnt player looks a turn ahead, and its net values the position there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from simlab.search import search_over
from tests.support import nim_game
from tests.support.compiled_without_numba import answer_without_numba
from tests.support.nim_game import LAST, OWN, RIVAL


@pytest.fixture(scope="module")
def answers() -> Any:
    return answer_without_numba(nim_game.__name__)


def test_a_look_ahead_finds_the_step_that_the_learnt_value_misses(answers: Any) -> None:
    # of five steps, only one may be taken: with three or two left, the other takes the last
    assert answers["learnt"] == 3
    assert answers["one turn"][0] == 1


def test_the_net_values_the_position_before_the_next_turn(answers: Any) -> None:
    # after one step and three of the other, who likes them long, the own seat decides
    means = answers["one turn"][1]
    assert means["1"] == pytest.approx(LAST + OWN + 3 * RIVAL)
    assert means["3"] == means["2"] == 0


def test_without_turns_rollouts_are_played_to_the_end(answers: Any) -> None:
    assert answers["to the end"] == [1, {"3": 0, "1": 1, "2": 0}]


def test_a_look_ahead_is_of_one_turn_unless_set_otherwise() -> None:
    turns = search_over(nim_game.learnt(), nim_game.GAME).traits["turns"]
    assert (turns.default, turns.low) == (1, 0)
    assert turns.meaning.startswith("turns of its own after which the net of `base`")


@pytest.mark.compiled
@pytest.mark.long
def test_a_search_over_a_learnt_player_chooses_the_same_compiled_or_not(answers: Any) -> None:
    assert json.loads(json.dumps(nim_game.answers())) == answers
