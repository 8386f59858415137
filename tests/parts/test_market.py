"""Markets are full while the deck lasts, and lose no card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Bag, Deck, Market, try_out
from simlab.plain.ledger import Event


@given(st.integers(0, 15), st.integers(0, 6), st.lists(st.integers(0, 9), max_size=20))
def test_it_is_full_while_cards_are_left(n_cards, size, takes) -> None:
    """Against a list: the others move up, the new card comes last."""
    deck = Deck()
    game = try_out(deck=deck, market=Market(deck))
    game.deck.set_up(range(n_cards))
    game.market.set_up(size)
    order = [*game.market, *reversed(game.deck.pile)]
    taken = []
    for take in takes:
        if take < len(game.market):
            card = game.market[take]
            assert game.market.take(card) == card
            order.remove(card)
            taken.append(card)
        assert [*game.market] == order[:size]
        assert len(game.market) == min(size, n_cards - len(taken))


def test_a_sweep_replaces_all_cards() -> None:
    events = list[Event]()
    deck = Deck()
    game = try_out(events=events, deck=deck, market=Market(deck))
    game.deck.set_up(range(10))
    game.market.set_up(3)
    before = [*game.market]
    game.market.sweep()
    assert game.deck.discards == before
    assert not set(before) & set(game.market)
    refills = [event["card"] for event in events if event["event"] == "market_refills"]
    assert refills == [*game.market]


def test_a_market_of_tokens_is_refilled_from_a_bag() -> None:
    bag = Bag()
    game = try_out(bag=bag, display=Market(bag))
    game.bag.set_up({"red": 4})
    game.display.set_up(3)
    game.display.take("red")
    assert ([*game.display], len(game.bag)) == (["red"] * 3, 0)


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    deck = Deck()
    game = try_out(deck=deck, market=Market(deck))
    with pytest.raises(Misuse, match=r"market: take\(\): silk is not there"):
        game.market.take("silk")


def test_its_deck_is_declared_before_it() -> None:
    with pytest.raises(Misuse, match="declare the Deck in the class before the parts that use it"):
        try_out(market=Market(Deck()))
