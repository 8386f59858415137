"""Data of a game for the viewer: changes that rebuild each scene, choices, sentences, chapters."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import simlab
from simlab.explain.positions import positions_of
from simlab.explain.viewer_data import changes, viewer_data
from simlab.game import DECIDED
from simlab.game.scene import as_data
from simlab.plain.positions import HIDDEN
from tests.support.compiled_pig import ROLL


def pig(**options: Any) -> Any:
    return simlab.replay("pig", 3, policy="hold", players=2, **options)


def with_changes(scene: Any, steps: list[Any]) -> Any:
    for path, value in steps:
        if not path:
            scene = value
            continue
        part = scene
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
    return scene


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": 1, "b": [1, {"c": 2}]}, {"a": 1, "b": [1, {"c": 3}]}),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}),
        ({"a": {"b": 1}}, {"a": {"c": 1}}),
        ({"a": 1}, {"a": None}),
        ({}, {"a": 1}),
    ],
)
def test_changes_lead_from_one_scene_to_the_next(before: Any, after: Any) -> None:
    steps = list(changes(before, after))
    assert with_changes(copy.deepcopy(before), steps) == after
    assert list(changes(after, after)) == []


def test_only_what_differs_is_a_change() -> None:
    before, after = {"a": 1, "b": [1, {"c": 2}]}, {"a": 1, "b": [1, {"c": 3}]}
    assert list(changes(before, after)) == [(["b", 1, "c"], 3)]


def test_the_changes_of_all_steps_rebuild_every_position() -> None:
    game = pig()
    data = json.loads(json.dumps(viewer_data(game.scenario, game.events)))
    choices = [event["choice"] for event in game.events if event["event"] == DECIDED.name]
    scene: Any = None
    positions = list(positions_of(game.scenario, 3, 0, choices))
    assert len(positions) == len(data["steps"]) == len(choices) + 1
    for step, position in zip(data["steps"], positions, strict=True):
        scene = with_changes(scene, step["scene"])
        assert scene == json.loads(json.dumps(as_data(position.scene)))


def test_each_step_has_its_choice_and_its_sentences() -> None:
    game = pig()
    data = viewer_data(game.scenario, game.events)
    assert "seat" not in data["steps"][0]
    sentences = [text for step in data["steps"] for text in step["says"]]
    assert sentences == [event["text"] for event in game.events if event.get("text")]
    for step in data["steps"][1:]:
        assert step["chosen"] in step["options"]
        assert {data["texts"][option] for option in step["options"]} == {"hold", "roll"}
    first = data["steps"][1]
    assert (data["texts"][first["chosen"]], first["says"]) == ("roll", ["Player 1 rolls a 4."])


def test_a_game_without_headings_has_a_chapter_for_each_turn() -> None:
    game = pig()
    data = viewer_data(game.scenario, game.events)
    assert data["chapters"][:2] == [(0, "Setup"), (1, "Turn 1, Player 1")]
    seats = [data["steps"][step]["seat"] for step, _ in data["chapters"][1:]]
    assert seats == [n % 2 for n in range(len(seats))]


def test_the_seats_have_their_names_and_the_policies_of_the_rotation() -> None:
    game = simlab.replay("pig", 3, policy=["hold", "random"], rotation=1)
    data = viewer_data(game.scenario, game.events)
    assert [seat["policy"] for seat in data["seats"]] == ["random", "hold"]
    assert [seat["mark"] for seat in data["seats"]] == ["1", "2"]
    assert data["ending"] == game.sentences


def test_a_translated_game_shows_the_attributes_of_the_plain_one() -> None:
    game = pig()
    step, *_, last = [position.scene for position in positions_of(game.scenario, 3, 0, [ROLL])]
    assert [(value.name, value.value) for value in step.values] == [
        ("turn total", "0"),
        ("winning seat", "–"),
    ]
    assert [seat.values[0].name for seat in step.seats] == ["points", "points"]
    assert (step.turn, step.places, last.places) == (0, (), ())


def test_a_plain_game_falls_back_to_its_attributes_and_hides_the_deck() -> None:
    game = simlab.replay("tests/plain/market/market.py", 1, policy="thrifty")
    choices = [event["choice"] for event in game.events if event["event"] == DECIDED.name]
    positions = list(positions_of(game.scenario, 1, 0, choices))
    values = {value.name: value.value for value in positions[0].scene.values}
    assert str(values["deck"]).endswith(HIDDEN)
    assert HIDDEN not in str(values["market"])
    names = [[value.name for value in seat.values] for seat in positions[0].scene.seats]
    assert names == [["coins", "bought"]] * 2
    assert positions[0].options[positions[0].chosen] == "coins"
    data = viewer_data(game.scenario, game.events)
    assert data["steps"][1]["says"] == ["Player 1 takes 3 coins."]
    assert data["ending"] == game.sentences


@pytest.mark.long
def test_a_game_of_mare_nostrum_is_small_enough_for_a_page() -> None:
    game = simlab.replay("mare_nostrum", 3, policy="greedy", players=5)
    data = viewer_data(game.scenario, game.events)
    size = len(json.dumps(data, separators=(",", ":"), ensure_ascii=False))
    assert size < 1_500_000
    assert data["chapters"][0] == (0, "Round 1")


def test_the_events_of_a_step_are_folded() -> None:
    """The setup of Mare Nostrum has a line for each empire, not one for each kind of token."""
    game = simlab.replay("mare_nostrum", 3, players=3)
    setup, *steps = viewer_data(game.scenario, game.events)["steps"]
    assert len(setup["says"]) <= 8
    assert "Carthage begins with 2 × papyrus" in " ".join(setup["says"])
    assert not any("nothing for" in text for step in steps for text in step["says"])


def test_rounds_with_nothing_but_draws_are_one_chapter() -> None:
    game = simlab.replay("arriala", 0, players=2, policy="planner")
    data = viewer_data(game.scenario, game.events)
    headings = [heading for _, heading in data["chapters"]]
    (several,) = [number for number, text in enumerate(headings) if text == "Rounds 13 to 17"]
    assert headings[several + 1] == "Round 18, Player 1's turn"
    step, _ = data["chapters"][several]
    assert "Round 13, Player 1's turn." in data["steps"][step]["says"]
