"""Choices in the words of the game, with nothing given away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simlab.experiment.request import requested
from simlab.explain.consequence import Consequence, common_beginning, consequences, distinctive_part
from simlab.explain.decision import Decision, PlayedGame, played_game
from simlab.games.pig.rules import HOLD, ROLL
from simlab.games.taxis.rules.choice import Choice, kind_of


def past(game: str, policy: str, deal: int = 0) -> PlayedGame:
    (scenario,) = requested(game, {"policy": [policy, policy]}).scenarios
    return played_game(scenario, deal, 0)


def story_of_choices(here: Decision, choice: int) -> Consequence:
    (consequence,) = consequences(here, [choice], here.policy)
    return consequence


def test_what_is_sure_to_follow_is_certain_and_what_the_dice_say_is_not() -> None:
    here = past("pig", "hold").decision_at(0)
    assert story_of_choices(here, HOLD) == Consequence(["Player 1 banks 0 and stands at 0."], True)
    rolled = story_of_choices(here, ROLL)
    assert not rolled.is_certain
    assert rolled.sentences[0].startswith("Player 1 rolls a ")


def test_dice_that_are_told_are_not_those_that_are_rolled() -> None:
    played = past("pig", "hold", deal=2)
    rolls = [here for here in played.each_decision() if here.played == ROLL]
    texts = [event["text"] for event in played.events if event["event"] == "rolled"]
    told_alike = [
        story_of_choices(here, ROLL).sentences[0] == text
        for here, text in zip(rolls, texts, strict=True)
    ]
    assert len(rolls) > 40
    assert sum(told_alike) < len(rolls) / 2


def test_a_choice_that_tells_nothing_is_told_by_what_comes_of_it() -> None:
    sending = next(
        (here, int(choice))
        for here in past("taxis", "greedy").each_decision()
        for choice in here.menu
        if kind_of(int(choice)) == Choice.SEND
    )
    story = story_of_choices(*sending)
    assert not story.is_certain
    assert " board at " in story.sentences[0]


def test_a_game_without_sentences_is_told_by_the_names_of_its_events() -> None:
    here = past("pig", "hold").decision_at(0)
    case = replace(here.table.case, game=replace(here.table.game, tell=None))
    here.table.case, here.table.game = case, case.game
    assert story_of_choices(here, HOLD).sentences == ["banked 0 0 0."]


@pytest.mark.parametrize(
    ("stories", "expected"),
    [
        ([["a", "b"], ["a", "c"], ["a"]], Consequence(["a"], True)),
        ([["a", "b"], ["c"]], Consequence(["a", "b"], False)),
        ([[], []], Consequence([], False)),
    ],
)
def test_stories_have_in_common_how_they_begin(stories, expected) -> None:
    assert common_beginning(stories) == expected


def test_of_a_story_that_is_told_which_others_do_not_tell() -> None:
    stories = [["pays", "buys a legion"], ["pays", "buys a city"], []]
    assert distinctive_part(0, stories) == ["buys a legion"]
    assert distinctive_part(0, [["pays"], ["pays"]]) == ["pays"]
