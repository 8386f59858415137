"""A search over a learnt player looks a turn ahead, and its net values the position there."""

from __future__ import annotations

import pytest

from simlab.explain.search_values import search_over_base
from simlab.players.search import search_over
from tests.support import nim_game
from tests.support.compiled_without_numba import answer_without_numba
from tests.support.nim_game import LAST, OWN, RIVAL, Answer

Answers = dict[str, Answer]


@pytest.fixture(scope="module")
def answers() -> dict[str, Answer]:
    in_plain_python = answer_without_numba(nim_game.__name__)["choices"]
    return {name: Answer(*answer) for name, answer in in_plain_python.items()}


def test_a_look_ahead_finds_the_step_that_the_learnt_value_misses(answers: Answers) -> None:
    # of five steps, only one may be taken: with three or two left, the other takes the last
    assert answers["learnt"].choice == 3
    assert answers["one turn"].choice == 1


def test_the_net_values_the_position_before_the_next_turn(answers: Answers) -> None:
    # after one step and three of the other, who likes them long, the own seat decides
    means = answers["one turn"].means
    assert means["1"] == pytest.approx(LAST + OWN + 3 * RIVAL)
    assert means["3"] == means["2"] == 0


def test_without_turns_rollouts_are_played_to_the_end(answers: Answers) -> None:
    assert answers["to the end"][:2] == (1, {"3": 0, "1": 1, "2": 0})


def test_a_look_ahead_is_of_one_turn_unless_set_otherwise() -> None:
    turns = search_over(nim_game.learnt(), nim_game.GAME).traits["turns"]
    assert (turns.default, turns.low) == (1, 0)
    assert turns.meaning.startswith("turns of its own after which the net of `base`")


def test_a_search_stops_early_only_where_all_others_are_clearly_worse(answers: Answers) -> None:
    # equal losses are clear beyond two standard errors after more than four rollouts; with seven
    # steps to go the choice of the base, three, is the best
    assert answers["early, without"].rollouts == [5] * 3
    assert answers["early, without"].choice == 3
    assert answers["early, with a gain"] == answers["one turn"]
    assert answers["one turn"].rollouts == [16] * 3


def test_the_player_tries_choices_in_rollouts_with_few_samples(answers: Answers) -> None:
    # with wind, replies depend on the samples: at most three are taken
    means = {n: sorted(answers[f"samples: {n}"].means.items()) for n in (1, 3, 12)}
    assert means[12] == means[3] != means[1]


def test_moves_are_explained_by_whole_rollouts_that_do_not_stop_early() -> None:
    search = search_over_base(nim_game.learnt(), nim_game.GAME, 50)
    assert [search.trait_at(name, 0) for name in ("rollouts", "turns", "early")] == [50, 0, 0]


@pytest.mark.compiled
@pytest.mark.long
def test_a_search_over_a_learnt_player_chooses_the_same_compiled_or_not(answers: Answers) -> None:
    assert nim_game.answers() == answers
