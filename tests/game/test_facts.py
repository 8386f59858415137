"""Facts of games: they describe columns that exist, survive JSON and can be translated."""

from __future__ import annotations

import json

import pytest

from simlab.catalog import find_game, game_names
from simlab.game.facts import (
    Facts,
    GameGroup,
    Measure,
    Seats,
    Timeline,
    columns_named,
    from_json,
    to_json,
    translate_facts,
)


def facts_of(name: str) -> Facts:
    game = find_game(name)
    return game.facts(game.load())


@pytest.mark.parametrize("name", game_names())
def test_facts_survive_json(name: str) -> None:
    facts = facts_of(name)
    assert from_json(json.loads(json.dumps(to_json(facts)))) == facts
    assert set(map(type, to_json(facts)["ends"]["labels"])) <= {str}


@pytest.mark.parametrize("name", game_names())
def test_named_seats_have_different_names(name: str) -> None:
    names = facts_of(name).seats.names
    assert len(set(names)) == len(names)
    assert len(names) in (0, find_game(name).players[1])


@pytest.mark.parametrize("name", game_names())
def test_labels_of_a_group_differ(name: str) -> None:
    facts = facts_of(name)
    for group in [*facts.groups, *facts.seat_groups]:
        assert len(set(group.columns.values())) == len(group.columns)


def test_choices_of_a_group_are_columns_of_it() -> None:
    named = {"name": "built", "title": "Built", "unit": "", "columns": {"locks": "locks"}}
    assert GameGroup(**named, choices=("locks",)).choices == ("locks",)
    with pytest.raises(ValueError, match="group built: choices has 'docks', which is none of its"):
        GameGroup(**named, choices=("docks",))
    with pytest.raises(ValueError, match="group built: rules has 'locks', which is none of its"):
        GameGroup(**named, rules={"locks": ("price_lock",)})


@pytest.mark.parametrize("name", game_names())
def test_rules_of_choices_are_rules_of_the_game(name: str) -> None:
    facts = facts_of(name)
    named = {
        rule
        for group in [*facts.groups, *facts.seat_groups]
        for rules in group.rules.values()
        for rule in rules
    }
    assert named <= {parameter.name for parameter in find_game(name).schema.parameters}


def test_columns_are_named_with_their_place_and_table() -> None:
    timeline = Timeline(columns={"taken": Measure(label="lands")})
    assert list(columns_named(Facts(timeline=timeline))) == [
        ("score.column", "games or seats", "score"),
        ("timeline.columns.taken", "timeline", "taken"),
    ]


def test_readers_see_translated_text_and_columns_keep_their_names() -> None:
    facts = Facts(
        seats=Seats(one="house", many="houses", names=("Oak", "Elm")),
        timeline=Timeline(title="Rounds", columns={"taken": Measure(label="lands")}),
    )
    upper = translate_facts(facts, str.upper)
    assert (upper.seats.one, upper.seats.names) == ("HOUSE", ("OAK", "ELM"))
    assert upper.timeline.title == "ROUNDS"
    assert upper.timeline.columns == {"taken": Measure(label="LANDS")}
    assert upper.score.column == "score"


def test_damaged_facts_are_named_with_their_place() -> None:
    with pytest.raises(ValueError, match=r"score\.low: Input should be a valid integer.*'few'"):
        from_json({"score": {"low": "few"}})
