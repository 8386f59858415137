"""What is hidden behind the screens, and from whom [M4, M8, M11]."""

from __future__ import annotations

from simlab.games.mare_nostrum.state import GOODS
from tests.games.mare_nostrum.table import Table, members, table

LOOKS = 60
CITIES = {"sicilia": "rome syracusae", "mysia": "rome troia", "apulia": "rome oil"}
"""Rome draws two legendary goods in a production."""


def imagined(start: Table, viewer: str, empire: str = "rome") -> set[str]:
    """Return the hands that an empire may have, for all that a viewer knows."""
    states, hands = start.states.copy(), set()
    for _ in range(LOOKS):
        start.begin_again(states)
        hands.add(start.hidden_from(viewer).hand(empire))
    start.begin_again(states)
    return hands


def test_legendary_goods_drawn_face_down_are_known_to_their_owner_only() -> None:
    """M4: others know how many there are."""
    start = table(land=CITIES).produces()
    hand = start.hand("rome")
    assert imagined(start, "rome") == {hand}
    others = imagined(start, "greece")
    assert len(others) > 20
    assert {words.count("legendary") for words in others} == {2}
    assert all(words.startswith("oil coin:2 legendary") for words in others)


def test_what_others_may_have_drawn_is_in_no_hand_pile_or_discards_of_ones_own() -> None:
    """M4, M6: no legendary good is there twice."""
    start = table(land=CITIES, hands={"greece": "legendary_gold"}, legendary="wine gems wood")
    after = start.produces().hidden_from("greece")
    in_pile = {f"legendary_{GOODS[good]}" for good in members(after.state.legendary_pile)}
    in_hand = {word for word in after.hand("rome").split() if "legendary" in word}
    assert in_pile | in_hand == {"legendary_wine", "legendary_gems", "legendary_wood"}
    assert (len(in_pile), len(in_hand)) == (1, 2)
    assert after.hand("greece") == "legendary_gold"


def test_tokens_that_were_shown_stay_known() -> None:
    """M11: at one's buying turn; what is bought with them, and what is kept."""
    start = table(land=CITIES).produces()
    hand = start.hand("rome")
    assert imagined(start.buys("rome"), "greece") == {hand}


def test_an_offer_is_secret_until_all_have_offered() -> None:
    """M8."""
    hands = {"rome": "wine oil", "carthage": "gems wood", "greece": "fish grain"}
    start = table(hands=hands).trades().play("trade 1", "offer wine")
    offers = set()
    states = start.states.copy()
    for viewer in ("greece", "rome"):
        for _ in range(LOOKS):
            start.begin_again(states)
            start.hidden_from(viewer)
            offers.add((viewer, *members_of_offer(start)))
    assert offers == {("greece", "wine"), ("greece", "oil"), ("rome", "wine")}


def members_of_offer(start: Table) -> list[str]:
    """Return the goods that Rome offers."""
    offer = start.player("rome").offer
    return [good for good, n in zip(GOODS, offer, strict=False) if n]


def test_offers_once_revealed_are_known_to_everybody() -> None:
    """M8: and so are the tokens that are picked."""
    start = table(hands={"rome": "legendary_wine", "carthage": "gems", "greece": "fish"})
    start.player("rome").seen[:] = 0
    start.trades().play("trade 1")
    assert imagined(start, "greece") == {"legendary_wine"}
    start.play("pick legendary_wine from rome")
    assert imagined(start, "greece", empire="carthage") == {"gems legendary_wine"}
