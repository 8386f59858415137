"""Scene of a position in lines of text: values, hands and decks, and the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simlab.game.scene import Deck, Hand, Piece, Scene

MOST_EMPTY = 8
"""Empty places that are named; more are counted."""
MOST_PLACES = 12
"""Places of a small board: all of them are shown, in their order, with what a seat sees."""


def table_lines(scene: Scene, seat: int, names: Sequence[str]) -> Iterator[str]:
    """Yield what a seat sees beside the board; `names` are those of the seats."""
    for value in scene.values:
        yield f"{value.name}: {value.value}"
    for deck in scene.decks:
        yield f"{deck.name}: {_deck(deck)}"
    for hand in scene.common:
        yield f"{hand.name}: {_cards(hand)}"
    for name in dict.fromkeys(
        value.name for owner_seat in scene.seats for value in owner_seat.values
    ):
        owned = (
            f"{owner} ({value.value})"
            for owner, owner_seat in zip(names, scene.seats, strict=True)
            for value in owner_seat.values
            if value.name == name
        )
        yield f"{name}: {', '.join(owned)}"
    for name in dict.fromkeys(hand.name for owner_seat in scene.seats for hand in owner_seat.hands):
        hands = (
            f"{owner} ({_hand_in_words(hand, number == seat)})"
            for number, (owner, owner_seat) in enumerate(zip(names, scene.seats, strict=True))
            for hand in owner_seat.hands
            if hand.name == name
        )
        yield f"{name}: {', '.join(hands)}"


def is_small(scene: Scene) -> bool:
    """Return whether all places of a board are shown with what a seat sees."""
    return len(scene.places) <= MOST_PLACES


def place_lines(scene: Scene, names: Sequence[str]) -> Iterator[str]:
    """Yield each place of the board in its order, as in a ring of streets, with its pieces."""
    for called, pieces in _places(scene, names):
        yield f"{called}: {pieces or 'empty'}"


def board_lines(scene: Scene, names: Sequence[str]) -> Iterator[str]:
    """Yield the pieces in each place of the board, then the empty places."""
    pieces_by_place = [*_places(scene, names)]
    yield from (f"{called}: {pieces}" for called, pieces in pieces_by_place if pieces)
    empty = [called for called, pieces in pieces_by_place if not pieces]
    if empty:
        yield f"empty: {', '.join(empty) if len(empty) <= MOST_EMPTY else f'{len(empty)} places'}"


def _places(scene: Scene, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each place with its note, and its pieces."""
    for number, place in enumerate(scene.places):
        pieces = [_piece(scene, piece, names) for piece in scene.pieces if piece.place == number]
        yield f"{place.name} ({place.note})" if place.note else place.name, "; ".join(pieces)


def _deck(deck: Deck) -> str:
    discards = "" if deck.discards is None else f", {deck.discards} discarded"
    return f"{deck.cards} face down{discards}"


def _hand_in_words(hand: Hand, is_own: bool) -> str:
    n_cards = sum(card.count for card in hand.cards)
    return f"{n_cards} hidden" if hand.is_secret and not is_own and n_cards else _cards(hand)


def _cards(hand: Hand) -> str:
    return ", ".join(_number_and_noun(card.count, card.name) for card in hand.cards) or "none"


def _piece(scene: Scene, piece: Piece, names: Sequence[str]) -> str:
    piece_name = piece.what or scene.kinds[piece.kind].name
    owner = "" if piece.owner is None else f" ({names[piece.owner]})"
    return _number_and_noun(piece.count, f"{piece_name}{owner}")


def _number_and_noun(count: int, noun: str) -> str:
    """Return `lock` or `2 × lock`, as names of cards and pieces have no plural."""
    return f"{count} × {noun}" if count > 1 else noun
