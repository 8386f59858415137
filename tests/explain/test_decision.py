"""Decisions of a played game restore its tables, and search there has no side effect."""

from __future__ import annotations

import pytest

from simlab.errors import InputError
from simlab.experiment.request import request_experiment
from simlab.explain.decision import PlayedGame, replay_game
from simlab.explain.search_values import policies_at, policy_choices, search_values, searches_at
from tests.support.games import GAMES, quick_policy, seated


def past(game: str, deal: int = 3, rotation: int = 0, **options: object) -> PlayedGame:
    (scenario,) = request_experiment(game, options).scenarios
    return replay_game(scenario, deal, rotation)


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=[pytest.mark.long] * (each == "mare_nostrum")) for each in GAMES],
)
def test_the_choices_made_again_lead_to_the_same_end(name: str) -> None:
    game = GAMES[name]
    lineup = seated([quick_policy(game), game.policies[0]], max(2, game.players[0]))
    played = past(name, rotation=1, policy=lineup)
    *_, last = played.each_decision()
    last.table.apply(last.played)
    assert last.table.is_over()
    outcome, result = last.table.outcome(), played.events[-1]
    shared = outcome.keys() & result.keys() - {"rotation", "seats"}
    assert {name: outcome[name] for name in shared} == {name: result[name] for name in shared}
    assert len(shared) > 3


def test_every_position_knows_who_decided_and_what() -> None:
    played = past("pig", rotation=1, policy=["hold", "random", "hold:at=25"])
    for here, event in zip(played.each_decision(), played.decisions, strict=True):
        assert (here.seat, here.number, here.played) == tuple(list(event.values())[1:])
        assert here.played in here.menu
    assert str(played.decision_at(0).policy) == "random"


def test_the_sentences_before_a_decision_end_there() -> None:
    played = past("pig", policy=["hold"])
    assert played.sentences_before(0) == []
    texts = [event["text"] for event in played.events if "text" in event]
    assert played.sentences_before(10) == texts[: len(played.sentences_before(10))]
    assert len(played.sentences_before(11)) > len(played.sentences_before(10))


@pytest.mark.parametrize("decision", [-1, 100_000])
def test_a_decision_that_a_game_does_not_have_is_refused(decision: int) -> None:
    with pytest.raises(InputError, match=r"decision: must be from 0 to \d+ in this game, not"):
        past("pig", policy=["hold"]).decision_at(decision)


def test_a_search_at_a_position_repeats_itself_whatever_was_asked_before() -> None:
    experiment = request_experiment("pig", {"policy": ["hold:at=10", "optimal"]})
    (scenario,) = experiment.scenarios
    policies = policies_at(scenario)
    searches = searches_at(scenario, 0, policies, None, 60)
    played = replay_game(scenario, 5, 0)
    decisions = list(played.each_decision())[8:11]
    first = [search_values(here, searches[here.seat]) for here in decisions]
    for here in decisions:
        policy_choices(here, policies)
    again = [
        search_values(played.decision_at(here.number), searches[here.seat]) for here in decisions
    ]
    for one, other in zip(first, again, strict=True):
        assert (one.answer, one.choices) == (other.answer, other.choices)
        assert one.total.tolist() == other.total.tolist()
    assert first[0].total.tolist() != first[1].total.tolist()
