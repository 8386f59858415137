"""Decks: every card that is not drawn has the same chance, and none gets lost."""

from __future__ import annotations

from collections import Counter

import numpy as np

from simlab.engine.deck import deck_record, discard, draw, n_drawable, reshuffle
from simlab.engine.record import new, row_of
from simlab.engine.rng import STREAM, seed_table

CARDS = [0, 1, 1, 2, 200]


def test_all_cards_come_once_and_again_after_a_reshuffle() -> None:
    deck, streams = row_of(new(deck_record(8))), np.zeros((2, STREAM), np.uint64)
    seed_table(streams, 1, 1)
    deck.pile[: len(CARDS)] = CARDS
    deck.n_pile = len(CARDS)
    for _ in range(2):
        assert n_drawable(deck) == len(CARDS)
        drawn = [draw(deck, streams[deck.source]) for _ in CARDS]
        assert (Counter(drawn), n_drawable(deck)) == (Counter(CARDS), 0)
        for card in drawn:
            discard(deck, card)
        reshuffle(deck, 1)
    assert (deck.source, deck.reshuffles, deck.n_discards) == (1, 2, 0)
