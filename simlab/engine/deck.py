"""A deck of cards: draw a random card, discard, make the discards the new pile.

The pile is kept in no order and each card is chosen when it is drawn. Every order has the same
chance as after a shuffle, and nothing is fixed in advance that players must not know.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from simlab.engine.kernel import kernel
from simlab.engine.record import Numbers, Words, byte, number, record, whole
from simlab.engine.rng import below


class Deck(Protocol):
    """What kernels see of a deck, whatever its room."""

    pile: Numbers
    n_pile: int
    source: int
    discards: Numbers
    n_discards: int
    reshuffles: int


def deck_record(most: int) -> np.dtype[Any]:
    """Return the type of a deck of at most this number of cards, numbered by kind up to 255."""
    return record(
        pile=byte("kinds of the cards to draw, in no order", shape=most),
        n_pile=whole("how many", "cards"),
        source=whole("source of chance of the next draw"),
        discards=byte("kinds of the cards discarded", shape=most),
        n_discards=whole("how many", "cards"),
        reshuffles=whole("times the discards became a new pile", "times"),
    )


@kernel
def n_drawable(deck: Deck) -> int:
    """Return how many cards can be drawn, the discards included."""
    return deck.n_pile + deck.n_discards


@kernel
def draw(deck: Deck, stream: Words) -> int:
    """Take a random card out of the pile, which must not be empty; return its kind."""
    index = below(stream, deck.n_pile)
    card = number(deck.pile[index])
    deck.n_pile -= 1
    # the last card fills the gap: the order of the pile means nothing
    deck.pile[index] = deck.pile[deck.n_pile]
    return card


@kernel
def discard(deck: Deck, card: int) -> None:
    """Put a card on the discards."""
    deck.discards[deck.n_discards] = card
    deck.n_discards += 1


@kernel
def reshuffle(deck: Deck, source: int) -> None:
    """Make the discards the new pile, from which another source of chance draws."""
    for index in range(deck.n_discards):
        deck.pile[index] = deck.discards[index]
    deck.n_pile = deck.n_discards
    deck.n_discards = 0
    deck.source = source
    deck.reshuffles += 1
