"""Decks lose no card, shuffle what was discarded, and draw from their own source of chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Deck, Dice, try_out
from simlab.plain.chance import Stream
from simlab.plain.ledger import Event

OPERATIONS = st.lists(st.sampled_from(["draw", "discard", "reshuffle"]), max_size=60)


@given(st.integers(0, 12), OPERATIONS)
def test_cards_are_conserved(n_cards, operations) -> None:
    events = list[Event]()
    deck = try_out(deck=Deck(), events=events).deck
    deck.set_up(range(n_cards))
    outside = []
    for operation in operations:
        if operation == "draw" and deck.n_drawable:
            outside.append(deck.draw())
        elif operation == "discard" and outside:
            deck.discard(outside.pop())
        elif operation == "reshuffle":
            deck.reshuffle()
            assert not deck.discards
        assert sorted([*deck.pile, *deck.discards, *outside]) == [*range(n_cards)]
        assert deck.n_drawable == n_cards - len(outside)


def test_an_empty_pile_is_made_of_the_discards() -> None:
    events = list[Event]()
    deck = try_out(deck=Deck(), events=events).deck
    deck.set_up([*"abc"])
    first = deck.draw_up_to(9)
    assert sorted(first) == [*"abc"]
    deck.discard(*first[:2])
    assert sorted(deck.draw_up_to(2)) == sorted(first[:2])
    assert [event["event"] for event in events].count("deck_reshuffles") == 1
    with pytest.raises(Misuse, match=r"^deck: draw\(\): no card is left; look at self\.deck\.n_dr"):
        deck.draw()


def test_the_order_comes_from_the_source_of_its_name_alone() -> None:
    """The sources of a game are numbered: `table`, which every game has, then those of parts."""
    game = try_out(seed=7, deck=Deck(), dice=Dice())
    game.dice.set_up(9)
    game.dice.roll(0)
    game.deck.set_up(range(20))
    order = [*range(20)]
    Stream(7, 0, 1).shuffle(order)
    assert game.deck.pile == order


def test_a_deck_may_share_a_source() -> None:
    game = try_out(seed=7, deck=Deck(source="table"), other=Deck(source="cards"))
    assert type(game).sources == ("table", "cards")


def test_hide_shuffles_only_the_pile() -> None:
    deck = try_out(deck=Deck()).deck
    deck.set_up(range(30))
    deck.discard(*deck.draw_up_to(6))
    pile, discards = list(deck.pile), list(deck.discards)
    deck.hide(None, 0, {"deck": Stream(1, 2, 3)})
    assert deck.pile != pile
    assert sorted(deck.pile) == sorted(pile)
    assert deck.discards == discards
