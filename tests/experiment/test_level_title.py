"""Titles and sentences of the levels of a sweep."""

from __future__ import annotations

from typing import Any

from simlab.experiment.request import request_experiment


def factors(game: str, **sweep: Any) -> dict[str, dict[str, Any]]:
    experiment = request_experiment(game, {"games": 20, "sweep": sweep})
    return {factor["name"]: factor for factor in experiment.study["factors"]}


def test_a_deck_has_the_title_of_the_patch_that_takes_it_and_its_cards() -> None:
    decks = ["soldiers", "soldiers_b", "soldiers_e"]
    deck = factors("taxis", vary={"soldier_deck": decks})["soldier_deck"]
    assert deck["titles"] == ["unchanged", "Twice as many jokers", "Stronger soldiers"]
    unchanged, jokers, _ = deck["changes"]
    assert unchanged == []
    assert any("joker" in sentence for sentence in jokers)
    assert "soldiers_b" not in " ".join(jokers)


def test_a_number_and_a_switch_are_changed_in_rulebook_sentences() -> None:
    both = factors("taxis", vary={"hand_limit": [4], "events": []})
    assert both["hand_limit"]["titles"] == ["4", "5"]
    assert both["hand_limit"]["changes"][0] == [
        "Cards kept at the end of one's turn: 4 instead of 5 [T16]."
    ]
    sentence = "No longer: taxi events apply (off for beginners) [T9]."
    assert both["events"]["changes"] == [[sentence], []]


def test_a_patch_without_a_title_is_called_by_its_name_without_underscores() -> None:
    patch = factors("pig", patches={"quite_short": {"target": 20}})["patch"]
    assert patch["titles"] == ["unchanged", "quite short"]
