"""Layout of parts in a scene: cards that are alike, and places in rows with what stands on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simlab.game.scene import Card, Piece, PieceKind, Place, Scene
from simlab.plain.visible import in_words

PER_ROW = 5
WIDTH, HEIGHT, GAP = 130, 70, 12
"""Size of a place and the gap between two, in pixels."""


def cards_in(cards: Iterable[Any]) -> tuple[Card, ...]:
    """Return cards or tokens for a scene with their numbers, those that are alike together."""
    return tuple(Card(name, n) for name, n in Counter(map(in_words, cards)).items())


def cards_in_order(cards: Iterable[Any]) -> tuple[Card, ...]:
    """Return cards for a scene with their numbers, one by one."""
    return tuple(Card(in_words(card)) for card in cards)


def board(counts: Mapping[str, Sequence[int]], shape: str, title: str) -> Scene:
    """Return a scene of places in rows, with the number of pieces of each seat on each of them."""
    board_places = tuple(_place(number, name) for number, name in enumerate(counts))
    pieces = tuple(
        Piece(place_number, 0, seat, n)
        for place_number, by_seat in enumerate(counts.values())
        for seat, n in enumerate(by_seat)
        if n > 0
    )
    return Scene(seats=(), places=board_places, kinds=(PieceKind(title, shape),), pieces=pieces)


def _place(number: int, name: str) -> Place:
    row, column = divmod(number, PER_ROW)
    x, y = (WIDTH + GAP) * column + WIDTH / 2, (HEIGHT + GAP) * row + HEIGHT / 2
    return Place(name, x, y, WIDTH, HEIGHT)
