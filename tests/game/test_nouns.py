"""Plural and singular of nouns that games count."""

from __future__ import annotations

import pytest

from simlab.game.language import Words
from simlab.game.nouns import IRREGULAR, plural, singular
from simlab.plain.ledger import nouns_in

NOUNS = {
    "box": "boxes",
    "card": "cards",
    "city": "cities",
    "cross": "crosses",
    "day": "days",
    "die": "dice",
    "match": "matches",
    "space": "spaces",
    "victory point": "victory points",
    "wild die": "wild dice",
    "wolf": "wolves",
    **IRREGULAR,
}


@pytest.mark.parametrize("noun", NOUNS)
def test_a_plural_has_its_singular(noun: str) -> None:
    assert plural(noun) == NOUNS[noun]
    assert singular(NOUNS[noun]) == noun


def test_replays_and_columns_count_in_the_plural() -> None:
    counted = [Words().number_and_noun(number, "die") for number in (0, 1, 2)]
    assert counted == ["no dice", "1 die", "2 dice"]
    assert nouns_in({"bids": "{seat} bids {n:die}."}) == {"bids": "dice"}
