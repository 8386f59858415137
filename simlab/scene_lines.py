"""Scene of a position in lines of text: values, hands and decks, and the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simlab.scene import Deck, Hand, Piece, Scene

MOST_EMPTY = 8
"""Empty places that are named; more are counted."""


def table_lines(scene: Scene, seat: int, names: Sequence[str]) -> Iterator[str]:
    """Yield what a seat sees beside the board; `names` are those of the seats."""
    for value in scene.values:
        yield f"{value.name}: {value.value}"
    for deck in scene.decks:
        yield f"{deck.name}: {_deck(deck)}"
    for hand in scene.common:
        yield f"{hand.name}: {_cards(hand)}"
    for name in dict.fromkeys(value.name for each in scene.seats for value in each.values):
        owned = (
            f"{owner} ({value.value})"
            for owner, each in zip(names, scene.seats, strict=True)
            for value in each.values
            if value.name == name
        )
        yield f"{name}: {', '.join(owned)}"
    for name in dict.fromkeys(hand.name for each in scene.seats for hand in each.hands):
        hands = (
            f"{owner} ({_seen_hand(hand, number == seat)})"
            for number, (owner, each) in enumerate(zip(names, scene.seats, strict=True))
            for hand in each.hands
            if hand.name == name
        )
        yield f"{name}: {', '.join(hands)}"


def board_lines(scene: Scene, names: Sequence[str]) -> Iterator[str]:
    """Yield the pieces in each place of the board, then the empty places."""
    empty = []
    for number, place in enumerate(scene.places):
        pieces = [_piece(scene, each, names) for each in scene.pieces if each.place == number]
        called = f"{place.name} ({place.note})" if place.note else place.name
        if pieces:
            yield f"{called}: {'; '.join(pieces)}"
        else:
            empty.append(called)
    if empty:
        yield f"empty: {', '.join(empty) if len(empty) <= MOST_EMPTY else f'{len(empty)} places'}"


def _deck(deck: Deck) -> str:
    discards = "" if deck.discards is None else f", {deck.discards} discarded"
    return f"{deck.cards} face down{discards}"


def _seen_hand(hand: Hand, is_own: bool) -> str:
    n_cards = sum(card.count for card in hand.cards)
    return f"{n_cards} hidden" if hand.is_secret and not is_own and n_cards else _cards(hand)


def _cards(hand: Hand) -> str:
    cards = (f"{each.count} {each.name}" if each.count > 1 else each.name for each in hand.cards)
    return ", ".join(cards) or "none"


def _piece(scene: Scene, piece: Piece, names: Sequence[str]) -> str:
    what = piece.what or scene.kinds[piece.kind].name
    owner = "" if piece.owner is None else f" ({names[piece.owner]})"
    return f"{piece.count} {what}{owner}" if piece.count > 1 else f"{what}{owner}"
