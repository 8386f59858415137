"""Keys of patches: names with dots stand in quotes."""

from __future__ import annotations

import pytest

from simlab.game.components.key import join_key, key_parts, split_assignment

KEYS = {
    "income": ["income"],
    "cards.Rope.cost": ["cards", "Rope", "cost"],
    'cards."St. Malo".cost': ["cards", "St. Malo", "cost"],
    'cards."St. Malo"': ["cards", "St. Malo"],
    'cards."=cmd".cost': ["cards", "=cmd", "cost"],
    r'cards."the \"one\"".cost': ["cards", 'the "one"', "cost"],
    r'cards."a.\\b".cost': ["cards", r"a.\b", "cost"],
}


@pytest.mark.parametrize("key", KEYS)
def test_a_key_has_the_parts_that_it_was_made_of(key: str) -> None:
    assert key_parts(key) == KEYS[key]
    assert join_key(*KEYS[key]) == key
    assert split_assignment(f"{key} = +1") == (key, "+1")
    assert split_assignment(f"{key}==-1") == (key, "=-1")
    assert key_parts('cards.Rope "the" Net.cost') == ["cards", 'Rope "the" Net', "cost"]


def test_a_word_without_a_sign_of_equality_has_no_value() -> None:
    assert split_assignment("long_game") == ("long_game", None)
