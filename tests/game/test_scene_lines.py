"""Scenes in lines of text."""

from __future__ import annotations

from simlab.game.scene import Card, Deck, Hand, Piece, PieceKind, Place, Scene, Seat, Value
from simlab.game.scene_lines import (
    MOST_EMPTY,
    MOST_PLACES,
    board_lines,
    is_small,
    place_lines,
    table_lines,
)

NAMES = ["Ann", "Ben"]


def test_a_seat_sees_values_decks_and_its_own_secret_hand() -> None:
    secret = Hand("hand", (Card("salt", 2), Card("silk")), is_secret=True)
    scene = Scene(
        seats=(
            Seat(values=(Value("coins", 3),), hands=(secret,)),
            Seat(values=(Value("coins", 0),), hands=(secret, Hand("display", ()))),
        ),
        values=(Value("round", 2),),
        decks=(Deck("deck", 7), Deck("events", 4, 1)),
        common=(Hand("market", (Card("tea"),)),),
    )
    assert [*table_lines(scene, 1, NAMES)] == [
        "round: 2",
        "deck: 7 face down",
        "events: 4 face down, 1 discarded",
        "market: tea",
        "coins: Ann (3), Ben (0)",
        "hand: Ann (3 hidden), Ben (2 × salt, silk)",
        "display: Ben (none)",
    ]


def test_places_hold_pieces_of_owners_and_of_nobody() -> None:
    scene = Scene(
        seats=(Seat(), Seat()),
        places=(place("hill"), place("lake", "deep")),
        kinds=(PieceKind("worker", "disc"), PieceKind("lock", "bar")),
        pieces=(Piece(1, 0, owner=1, count=2), Piece(1, 1, what="lock of stone")),
    )
    assert [*board_lines(scene, NAMES)] == [
        "lake (deep): 2 × worker (Ben); lock of stone",
        "empty: hill",
    ]


def test_many_empty_places_are_counted() -> None:
    places = tuple(place(f"cell {number}") for number in range(MOST_EMPTY + 1))
    assert [*board_lines(Scene(seats=(), places=places), [])] == ["empty: 9 places"]


def test_all_places_of_a_small_board_are_shown_in_their_order() -> None:
    scene = Scene(
        seats=(),
        places=(place("north"), place("south")),
        kinds=(PieceKind("taxi", "card"),),
        pieces=(Piece(1, 0, count=3),),
    )
    assert is_small(scene)
    assert [*place_lines(scene, [])] == ["north: empty", "south: 3 × taxi"]
    assert not is_small(Scene(seats=(), places=(place("cell"),) * (MOST_PLACES + 1)))


def place(name: str, note: str = "") -> Place:
    return Place(name, 0, 0, 10, 10, note=note)
