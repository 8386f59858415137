"""Search over a policy: it finds better choices, never the table's secrets, and repeats itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simlab.engine.build import Engine
from simlab.engine.journal import deaf_journal, note
from simlab.engine.kernel import kernel
from simlab.engine.net import n_weights
from simlab.engine.record import Ints, Row, Words, copy_row, new, row_of
from simlab.engine.search import (
    competitive_value,
    is_clear,
    n_rounds,
    rank_by_gain,
    work_record,
)
from simlab.execution.stepper import Case, Stepper
from simlab.game import Rules
from simlab.game.components import Components
from simlab.game.learner import OWN, Learner, net_words
from simlab.game.policy import Policy
from simlab.players.search import search_over
from tests.support.walk_game import GAME, OUTCOME, STATE, counting, moody, rules, slow, steady


def searcher(base: Policy, rollouts: int = 60) -> Policy:
    return search_over(base, GAME).with_weights(rollouts=rollouts)


def short_walk(*lineup: Policy) -> Stepper:
    """Return the table of a walk of four steps without wind."""
    table = Stepper(Case(GAME, Rules(rules(goal=4, gusts=1), Components()), lineup), 0)
    table.set_up()
    return table


def thoughts(table: Stepper) -> Any:
    """Return what the search in the first seat keeps."""
    return room_at(table, 0)


def room_at(table: Stepper, seat: int) -> Any:
    """Return what the search in a seat keeps."""
    searcher = table.case.lineup[seat]
    memory = table.memory[seat, : searcher.memory]
    return memory.view(searcher.memory_record).view(np.recarray)[0]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(GAME)


def test_search_finds_that_longer_steps_win(engine: Engine) -> None:
    rows = engine.play(rules(), (searcher(slow), slow), 1914, 0, 3)
    assert rows["seats"]["credit"][:, 0].tolist() == [1] * 3


@pytest.mark.long
def test_a_search_that_finds_nothing_better_plays_as_its_base(engine: Engine) -> None:
    doubtful = searcher(counting, rollouts=8)
    rows = engine.play(rules(gusts=30), (doubtful, counting), 1914, 0, 20)
    assert np.array_equal(rows, engine.play(rules(gusts=30), (counting, counting), 1914, 0, 20))


def test_a_tree_finds_longer_steps_too(engine: Engine) -> None:
    explorer = searcher(slow).with_weights(exploration=1)
    rows = engine.play(rules(), (explorer, slow), 1914, 0, 5)
    assert rows["seats"]["credit"][:, 0].tolist() == [1] * 5


def test_search_sits_anywhere_and_repeats_itself(engine: Engine) -> None:
    lineup = (moody, searcher(moody), slow)
    rows = engine.play(rules(), lineup, 1914, 3, 4, rotation=1)
    assert np.array_equal(rows[2:], engine.play(rules(), lineup, 1914, 5, 2, rotation=1))
    assert not np.array_equal(rows, engine.play(rules(), lineup, 1915, 3, 4, rotation=1))


def test_search_plays_the_same_games_compiled_or_not(engine: Engine) -> None:
    lineup = (searcher(moody, rollouts=12), moody)
    rows = engine.play(rules(goal=16), lineup, 1914, 0, 3)
    assert rows["seats"]["score"][:, :2].tolist() == [[14, 18], [19, 10], [16, 11]]


@pytest.mark.in_plain_python
@pytest.mark.parametrize(
    ("turns", "decisions"), [(0, 4 * (7 + 5 + 3)), (1, 24), (2, 4 * (4 + 4 + 3))]
)
def test_a_search_counts_the_choices_made_in_its_rollouts(turns: int, decisions: int) -> None:
    # without wind the first step decides: four own steps of 1 to the goal, or 2 and 1 and 1, or ...
    search = searcher(slow, rollouts=12).with_weights(exploration=0, turns=turns)
    table = short_walk(search, search)
    for _ in range(2):
        table.ask(0, table.offer())
    room = thoughts(table)
    assert room.decisions == decisions
    assert room.rollouts[:3].tolist() == [4, 4, 4]


@pytest.mark.in_plain_python
@pytest.mark.parametrize(("common", "chances"), [(1, 4), (0, 12)])
def test_choices_meet_the_same_chance_or_each_its_own(common: int, chances: int) -> None:
    table = short_walk(searcher(slow, rollouts=12).with_weights(common=common), slow)
    table.ask(0, table.offer())
    assert thoughts(table).chances == chances


@pytest.mark.in_plain_python
@pytest.mark.parametrize("uncertainty", [0, 9])
def test_rollouts_meet_others_of_different_weights_only_with_uncertainty(
    uncertainty: float,
) -> None:
    # without wind, another who takes three steps is there after two turns, or after six of one step
    search = searcher(steady).with_weights(pace=3, uncertainty=uncertainty)
    table = Stepper(Case(GAME, Rules(rules(goal=6, gusts=1), Components()), (steady, search)), 0)
    table.set_up()
    table.apply(3)
    table.ask(1, table.offer())
    room = room_at(table, 1)
    wins = room.total[0] / room.rollouts[0]
    assert (0.01 < wins < 0.99) == (uncertainty > 0)
    assert room.weights[:2].any(axis=1).tolist() == [uncertainty > 0, False]


def paced(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
) -> int:
    """Takes as many steps as its pace says, as long as it has its net."""
    return int(traits.planner.pace) if traits.net.weights[0] == 3.0 else menu[0]


@pytest.mark.in_plain_python
@pytest.mark.parametrize("plans", [0, 16])
def test_the_others_keep_the_net_of_a_learner_when_their_weights_differ(plans: int) -> None:
    weights = np.full(n_weights(2, 1), 3.0)
    learner = Learner("paced", "Walks.", paced, {**steady.traits, **OWN})
    base = replace(learner, constants=net_words(weights, 2, 1))
    search = search_over(base, replace(GAME, learner=learner)).with_weights(
        rollouts=60, plans=plans, uncertainty=9
    )
    table = Stepper(Case(GAME, Rules(rules(goal=6, gusts=1), Components()), (base, search)), 0)
    table.set_up()
    table.apply(3)
    table.ask(1, table.offer())
    room = room_at(table, 1)
    n_traits = len(base.traits)
    assert room.varied[n_traits:].tolist() == base.trait_row(0)[n_traits:].tolist()
    assert len(set(room.varied[:n_traits]) & {2, 5, 0.2}) < n_traits
    # others without their net would take a step at a time, and lose every rollout
    assert 0.01 < room.total[0] / room.rollouts[0] < 0.99


@pytest.mark.in_plain_python
def test_a_plan_for_the_whole_turn_is_followed_without_another_search() -> None:
    # alone, a turn lasts until the goal is reached; to overshoot it by most is best
    table = short_walk(searcher(steady, rollouts=400).with_weights(plans=32, pace=1))
    walked = []
    while table.next_seat() == 0:
        walked.append(table.ask(0, table.offer()))
        if len(walked) == 1:
            searched = thoughts(table).copy()
        assert thoughts(table).chances == searched.chances > 0
        table.apply(walked[-1])
    plan = searched.plan
    assert walked == plan.course[plan.followed, : len(walked)].tolist()
    assert sum(walked) == 6


@pytest.mark.in_plain_python
@pytest.mark.parametrize(("rollouts", "plans"), [(8, 2), (40, 10)])
def test_no_more_plans_are_tried_than_there_are_rollouts_for(rollouts: int, plans: int) -> None:
    table = short_walk(searcher(steady, rollouts=rollouts).with_weights(plans=64, pace=1))
    table.ask(0, table.offer())
    assert thoughts(table).n_options == plans
    assert thoughts(table).rollouts.sum() <= rollouts


@pytest.mark.in_plain_python
def test_a_search_that_finds_no_better_plan_plays_as_its_base(engine: Engine) -> None:
    planner = searcher(steady, rollouts=8).with_weights(plans=8, pace=3)
    fast = steady.with_weights(pace=3)
    rows = engine.play(rules(gusts=30), (planner, fast), 1914, 0, 20)
    assert np.array_equal(rows, engine.play(rules(gusts=30), (fast, fast), 1914, 0, 20))


@pytest.mark.parametrize(("choices", "rounds"), [(1, 0), (2, 1), (3, 1), (4, 2), (256, 8)])
def test_half_of_the_choices_are_left_after_each_round(choices: int, rounds: int) -> None:
    assert n_rounds(choices) == rounds


def test_the_best_choices_are_ranked_behind_the_usual_one() -> None:
    room = row_of(new(work_record(GAME, 0, 1)))
    room.ranking[:3], room.gain[:3] = (0, 1, 2), (0, 1, 2)
    rank_by_gain(room, 3)
    assert room.ranking[:3].tolist() == [0, 2, 1]


def test_a_gain_is_clear_beyond_its_doubt() -> None:
    assert is_clear(25.0, 100.0, 2.0)
    assert not is_clear(25.0, 100.0, 3.0)
    assert not is_clear(-25.0, 100.0, 0.0)


@pytest.mark.parametrize("doubt", [1.0, 2.0, 3.0])
def test_a_gain_without_meaning_is_seldom_clear(doubt: float) -> None:
    gains = np.random.default_rng(1914).normal(size=(4000, 50))
    clear = [is_clear(row.sum(), (row**2).sum(), doubt) for row in gains]
    assert np.mean(clear) < np.exp(-(doubt**2) / 2)


def test_a_win_counts_before_any_margin() -> None:
    rows = new(OUTCOME)
    rows["seats"]["score"][0, :2], rows["seats"]["credit"][0, 0] = (41, 40), 1
    won = competitive_value(row_of(rows), 0)
    rows["seats"]["score"][0, :2], rows["seats"]["credit"][0, 0] = (500, 0), 0
    assert 0 < competitive_value(row_of(rows), 0) < won


@kernel
def twice(source: Ints, target: Ints) -> None:
    copy_row(source.view(STATE)[0], target.view(STATE)[0])


def test_a_row_is_copied_to_the_last_byte() -> None:
    words = STATE.itemsize // 8
    source, target = np.arange(1, words + 1), np.zeros(words + 1, np.int64)
    twice(source, target[:words])
    assert target.tolist() == [*range(1, words + 1), 0]


@kernel
def whisper(words: Ints) -> None:
    note(deaf_journal(words), 1, 2, 3)


def test_a_deaf_journal_takes_no_note() -> None:
    words = np.zeros(3, np.int64)
    whisper(words[:1])
    assert not words.any()
