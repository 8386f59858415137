"""Hands: who sees them, and what is dealt again for a seat."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Bag, Deck, Hands, try_out
from simlab.plain.chance import Chance


def dealt(seen_by="owner", n=4, players=3, n_cards=30):
    deck = Deck()
    game = try_out(players, deck=deck, hands=Hands(deck, seen_by))
    game.deck.set_up(range(n_cards))
    game.hands.deal(n)
    return game


def hidden(game, seat, deal=1):
    game.hide(seat, Chance(type(game).sources, 5, deal))
    return game


@given(
    st.sampled_from(["owner", "all", "nobody"]),
    st.integers(0, 5),
    st.integers(2, 4),
    st.integers(0, 9),
)
def test_hide_deals_again_what_a_seat_does_not_see(seen_by, n, players, deal) -> None:
    game = dealt(seen_by, n, players)
    before = [list(hand) for hand in game.hands]
    hidden(game, 1, deal)
    assert [len(hand) for hand in game.hands] == [len(hand) for hand in before]
    assert sorted([card for hand in game.hands for card in hand] + game.deck.pile) == [*range(30)]
    for owner in range(players):
        if game.hands.is_seen(1, owner):
            assert game.hands[owner] == before[owner]


def test_an_unseen_card_may_be_anywhere() -> None:
    """Each of the 26 cards that seat 0 does not hold is in the hand of seat 1 equally often."""
    n_deals, unseen = 2_000, 26
    counts = Counter[int]()
    for deal in range(n_deals):
        counts.update(hidden(dealt(), 0, deal).hands[1])
    own = dealt().hands[0]
    share = 4 / unseen
    error = sqrt(n_deals * share * (1 - share))
    assert not any(counts[card] for card in own)
    assert all(abs(counts[c] - n_deals * share) < 5 * error for c in range(30) if c not in own)


def test_tokens_of_a_bag_are_dealt_again_too() -> None:
    bag = Bag()
    game = try_out(bag=bag, racks=Hands(bag))
    game.bag.set_up({"a": 8, "b": 8})
    game.racks.deal(5)
    hidden(game, 0)
    assert len(game.bag) == 6
    everything = [*game.bag.tokens, *game.racks[0], *game.racks[1]]
    assert Counter(everything) == {"a": 8, "b": 8}


def test_cards_go_from_hand_to_discards() -> None:
    game = dealt()
    card = game.hands[2][1]
    game.hands.discard(2, card)
    assert game.deck.discards == [card]
    assert card not in game.hands[2]
    with pytest.raises(Misuse, match=f"hands: seat 2 does not hold {card}"):
        game.hands.remove(2, card)


def test_hands_without_a_deck_have_none_to_draw_from() -> None:
    game = try_out(hands=Hands())
    game.hands.add(0, "a", "b")
    game.hands.add(1, "c")
    assert sorted(hidden(game, 0).hands[0]) == ["a", "b"]
    with pytest.raises(Misuse, match=r"declare `hands = Hands\(deck\)`"):
        game.hands.draw(0)


def test_what_is_seen_must_be_known() -> None:
    with pytest.raises(ValueError, match='seen_by: "ownr" is not one of owner, all, nobody'):
        Hands(seen_by="ownr")
