"""`simlab explain-move`: what the choices of a decision were worth, and what a game missed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.support.games import GAMES, SEARCHED, quick_policy

PIG = ("explain-move", "pig", "--policy", "hold:at=5", "--game", "3")
FEW = ("--rollouts", "8")
COIN = Path(__file__).parent / "coin"
"""A compiled game in which nobody has a choice."""


def test_a_decision_is_reported_with_what_came_before_and_who_would_choose_what(simlab) -> None:
    out = simlab(*PIG, "--decision", "9", "--rollouts", "100").out
    title, decision, *_ = out.splitlines()
    assert title == "Pig: game 3, rotation 0, seed 1914"
    assert decision.startswith("Decision 9 of 0 to ")
    assert decision.endswith(", played by hold:at=5.")
    assert "What happened before\nPlayer " in out
    words = " ".join(out.split())
    for word in ("played", "optimal", "search", "roll", "hold", "rollouts"):
        assert word in words


def test_the_sentences_before_a_decision_are_those_of_the_replay(simlab) -> None:
    before = simlab(*PIG, *FEW, "--decision", "9", "--json").json["before"]
    replayed = simlab("replay", "pig", "--policy", "hold:at=5", "--game", "3").out
    assert len(before) == 8
    indented = [line for line in replayed.splitlines() if line.startswith("  ")]
    assert "\n".join(before) in "\n".join(line.lstrip(" 0123456789") for line in indented)


@pytest.mark.parametrize("game", SEARCHED)
def test_every_choice_of_every_game_is_reported_in_words(simlab, game: str) -> None:
    policy = quick_policy(GAMES[game]).name
    words = ("explain-move", game, "--policy", policy, "--game", "1", "--decision", "14")
    explained = simlab(*words, *FEW, "--json").json
    words_of_choices = [option["words"] for option in explained["options"]]
    assert len(words_of_choices) > 1
    assert len(set(words_of_choices)) == len(words_of_choices)
    assert not any(text.startswith("choice ") for text in words_of_choices)
    gains = [option["gain"]["estimate"] for option in explained["options"]]
    assert gains == sorted(gains, reverse=True)
    chosen = [name for option in explained["options"] for name in option["chosen_by"]]
    assert {"played", policy, "random", "search"} <= set(chosen)


@pytest.mark.long
def test_a_long_menu_is_cut_and_says_so(simlab) -> None:
    words = ("explain-move", "arriala", "--policy", "greedy", "--game", "1", "--decision", "7")
    n = len(simlab(*words, *FEW, "--json").json["options"])
    assert n > 12
    assert f"{n - 12} choices more, with smaller gains" in simlab(*words, *FEW).out


def test_a_decision_without_a_choice_is_reported_too(simlab) -> None:
    words = ("explain-move", COIN, "--game", "1", "--decision", "4")
    (only,) = simlab(*words, *FEW, "--json").json["options"]
    assert (only["worth"], only["rollouts"]) == (None, 0)
    assert simlab(*words, *FEW).out.endswith("There is no other choice.\n")


def test_a_game_is_searched_for_what_was_missed(simlab) -> None:
    timid = ("explain-move", "pig", "--policy", "hold:at=2", "--base", "hold", "--game", "3")
    out = simlab(*timid).out
    assert "were searched with 200 rollouts each." in " ".join(out.split())
    assert " roll " in " ".join(out.split())
    command = shlex.split(out.splitlines()[-1])
    assert command[:-2] == ["simlab", *timid]
    explained = simlab(*command[1:], "--json").json
    played, better = (
        next(option for option in explained["options"] if name in option["chosen_by"])
        for name in ("played", "search")
    )
    assert played["gain"]["estimate"] < better["gain"]["estimate"]


def test_where_nothing_was_missed_it_is_reported(simlab) -> None:
    answer = simlab("explain-move", "pig", "--policy", "optimal", "--game", "3", *FEW)
    assert answer.code == 0
    text = " ".join(answer.out.split())
    assert "No other choice is clearly better; more rollouts may show one." in text


def test_what_seems_missed_is_tried_again_with_more_rollouts(simlab) -> None:
    timid = ("explain-move", "pig", "--policy", "random", "--base", "hold", "--game", "3")
    explained = simlab(*timid, "--rollouts", "100", "--json").json
    assert explained["suspected"] > explained["again"] == 10
    assert (explained["rollouts"], explained["rollouts_again"]) == (100, 500)
    assert 0 < len(explained["missed"]) <= 10
    first = explained["missed"][0]
    closer = ("--rollouts", "500", "--decision", str(first["decision"]))
    options = simlab(*timid, *closer, "--json").json["options"]
    (better,) = (option for option in options if option["choice"] == first["better"]["choice"])
    assert "search" in better["chosen_by"]


def test_gains_of_rollouts_that_all_ended_alike_have_no_interval(simlab) -> None:
    words = ("explain-move", "pig", "--policy", "hold", "--game", "3", "--decision", "0")
    lines = [line.split() for line in simlab(*words, *FEW).out.splitlines()]
    assert any(line[:2] == ["0", "–"] for line in lines if line)


def test_a_decision_of_a_run_is_explained_like_that_of_a_game(simlab) -> None:
    simlab("run", "pig", "--policy", "hold:at=5", "--games", "20", "--out", "here")
    from_run = simlab("explain-move", "here", "--game", "3", "--decision", "9", *FEW)
    assert from_run.out == simlab(*PIG, *FEW, "--decision", "9").out
    assert simlab("explain-move", "here", "--game", "20").code == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--decision", "100000"), "decision: must be from 0 to "),
        (("--decision", "-1"), "decision: must be from 0 to "),
        (("--rollouts", "0"), "rollouts: must be from 8 to 100000, not 0"),
        (("--base", "hald"), 'base: "hald" is not one of random, hold, optimal. Did you mean'),
        (("--rotation", "2"), "rotation: must be from 0 to 1, not 2"),
    ],
)
def test_what_cannot_be_asked_is_answered_with_what_can(simlab, words, problem: str) -> None:
    answer = simlab(*PIG, *words)
    assert answer.code == 2
    assert answer.problems[0].startswith(problem)


def test_options_that_a_run_has_settled_are_refused(simlab) -> None:
    simlab("run", "pig", "--policy", "hold", "--games", "20", "--out", "here")
    answer = simlab("explain-move", "here", "--game", "3", "--policy", "random")
    assert answer.code == 2
    assert answer.problems == ["policy: set by the run; give these options with a game's name"]


def test_who_chooses_what_stands_in_sentences_below_the_choices(simlab) -> None:
    words = ("--players", "2", "--game", "3", "--decision", "4", "--rollouts", "20")
    answer = simlab("explain-move", "pig", *words)
    assert answer.code == 0
    assert re.search(r"^(Roll|Hold).*: played and chosen by .*\.$", answer.out, re.M)
    assert "chosen by" not in answer.out.split("Choices")[1].splitlines()[1]
