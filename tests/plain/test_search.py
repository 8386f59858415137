"""The search of plain games: it plays as that of kernels; evaluations, and what check says."""

from __future__ import annotations

import pytest

from simlab.catalog import find_policy, policies_of
from simlab.check.plain_game import check_lineup, line_ups
from simlab.errors import InputError
from simlab.execution.translated_engine import policies_within
from tests.plain.broken_game import game_in
from tests.support.searches_in_both import Case, differences

EVALUATION = (
    "def winner(self):",
    "def evaluate(self, seat):\n"
    "        self.log_of_calls.append((self.stones, seat))\n"
    "        return float(self.stones % 3 == 0)\n\n"
    "    log_of_calls = []\n\n"
    "    def winner(self):",
)
"""In Nim, the player to move loses if a multiple of 3 stones is left: here always the other one."""
LONG = ("self.stones = 7 + chance.below(3)", "self.stones = 40")


PIG, SHORT = "tests/plain/plain_pig/plain_pig.py", {"target": 10}
ISLANDS, SHORTER = "tests/plain/islands/islands.py", {"hand": 2}
HOLD = "search:base=hold,rollouts=20"
FOLLOWER = "search:base=follower,rollouts=12"
CASES: list[Case] = [
    (PIG, 1, SHORT, [HOLD, "hold:noise=0.1"]),
    (PIG, 1, SHORT, [f"{HOLD},plans=4,uncertainty=2,doubt=0.5", f"{HOLD},at=3,noise=0.2"]),
    ("tests/plain/rescue/rescue.py", 1, {}, ["search:base=random,rollouts=20,doubt=0", "digger"]),
]
"""A seat among others, all seats, and shared points."""
LONG_CASES: list[Case] = [
    (PIG, 2, SHORT, [HOLD] * 3),
    (PIG, 2, SHORT, [f"{HOLD},uncertainty=1,early=1", "random"]),
    (PIG, 2, SHORT, [f"{HOLD},exploration=0", "hold"]),
    (PIG, 2, SHORT, [f"{HOLD},common=0", "search:base=random,rollouts=16"]),
    ("tests/plain/kuhn/kuhn.py", 10, {}, ["search:base=nash,rollouts=20,doubt=0", "caller"]),
    (ISLANDS, 1, SHORTER, [FOLLOWER, f"{FOLLOWER},turns=0"]),
    (ISLANDS, 1, SHORTER, [f"{FOLLOWER},turns=1,doubt=0", "random", "follower"]),
    ("tests/plain/market/market.py", 1, {}, ["search:base=thrifty,rollouts=20,doubt=0", "random"]),
]
"""Each trait; points of a seat, hidden cards, an evaluation, and choices that name rows."""


def test_a_search_plays_as_in_the_translation() -> None:
    assert differences(CASES) == []


@pytest.mark.long
def test_each_kind_of_search_plays_as_in_the_translation() -> None:
    assert differences(LONG_CASES) == []


def search_of(game, text="search:base=random"):
    return find_policy(text, policies_of(game, []), 2, game)


def test_the_policies_within_a_search_are_those_of_its_base(tmp_path) -> None:
    game = game_in(tmp_path)
    within = policies_within(search_of(game, "search:base=random,never=take,or=greedy"))
    assert [policy.name for policy in within] == ["random", "greedy"]


def class_of(game):
    return game.rules_class


def played(game, text):
    lineup = [search_of(game, text), search_of(game, "random")]
    return game.engine().play(game.load().row, lineup, 1914, 0, 2)


def test_without_an_evaluation_there_are_no_turns_to_look_ahead(tmp_path) -> None:
    game = game_in(tmp_path)
    assert search_of(game).traits["turns"].high == 0
    with pytest.raises(InputError, match=r"turns: 2 is out .*, since this game evaluates no pos"):
        search_of(game, "search:base=random,turns=2")


def test_rollouts_end_with_the_evaluation_after_some_own_turns(tmp_path) -> None:
    """Two turns take two to four stones; a rollout of one own turn leaves 36 to 38 of 40."""
    game = game_in(tmp_path, EVALUATION, LONG)
    calls = class_of(game).log_of_calls
    assert search_of(game).traits["turns"].default == class_of(game).horizon == 2
    played(game, "search:base=random,rollouts=40,turns=1")
    assert {stones for stones, _ in calls[:40]} == {36, 37, 38}
    assert {seat for _, seat in calls} == {0}
    calls.clear()
    played(game, "search:base=random,rollouts=40,turns=0")
    assert not calls


SHARE = "float(self.stones % 3 == 0)"


@pytest.mark.parametrize(
    ("returned", "report"),
    [
        (SHARE, []),
        ("2.5", ["evaluate: returns 2.5; a share of the win is from 0 to 1"]),
        ("None", ["evaluate: returns None, which is no number"]),
        ("1 / 0", ["evaluate: nim.py:32: return 1 / 0: ZeroDivisionError"]),
    ],
)
def test_check_looks_at_evaluations(returned, report, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = game_in(tmp_path, EVALUATION, (SHARE, returned))
    scenario = next(line_ups(game, game.load(), game.policies, [2], [], 1))
    problems = check_lineup(scenario, 1).problems
    assert len(problems) == len(report)
    assert all(map(str.startswith, problems, report))
