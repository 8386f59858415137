"""Scenes as data: what is impossible in one, what a seat sees of it, and its JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from simlab.game.scene import (
    Card,
    Hand,
    Link,
    Piece,
    PieceKind,
    Place,
    Scene,
    Seat,
    as_data,
    join_scenes,
    problems_of,
    scene_for_seat,
)

PLACES = (Place("here", 0, 0, 50, 40), Place("there", 90, 0, 50, 40, shape="oval"))
OPEN, SECRET = Hand("display", (Card("a", 2),)), Hand("hand", (Card("b"),), is_secret=True)
SCENE = Scene(
    seats=(Seat(hands=(OPEN, SECRET), pool=((0, 1),)), Seat(hands=(SECRET,), pool=((0, 3),))),
    turn=1,
    places=PLACES,
    links=(Link(0, 1),),
    kinds=(PieceKind("worker", "disc", each=3), PieceKind("lock", "bar")),
    pieces=(Piece(1, 0, owner=0, count=2), Piece(0, 1)),
)


def problems(**changed: Any) -> list[str]:
    return list(problems_of(replace(SCENE, **changed)))


def test_a_sound_scene_has_no_problems() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"pieces": (*SCENE.pieces, Piece(2, 1))}, "lies in none of the 2 places"),
        ({"pieces": (*SCENE.pieces, Piece(0, 2))}, "is of none of the 2 kinds"),
        ({"pieces": (*SCENE.pieces, Piece(0, 1, owner=2))}, "belongs to none of the 2 seats"),
        ({"pieces": (*SCENE.pieces, Piece(0, 1, count=0))}, "impossible count"),
        ({"pieces": (*SCENE.pieces, Piece(0, 1, colour="mauve"))}, "impossible count or colour"),
        ({"pieces": ()}, "seat 0 has 1 pieces of kind worker, of 3"),
        ({"links": (Link(0, 5),)}, "between places that do not exist"),
        ({"links": (Link(0, 1, "rope"),)}, "has no kind among"),
        ({"places": (PLACES[0], replace(PLACES[1], shape="star"))}, "unknown shape"),
        ({"kinds": (SCENE.kinds[0], PieceKind("lock", "blob"))}, "has no shape among"),
        ({"turn": 2}, "the turn of seat 2, of 2"),
    ],
)
def test_what_is_impossible_is_named(changed: dict[str, Any], words: str) -> None:
    assert any(words in problem for problem in problems(**changed))


def test_a_seat_sees_its_own_secret_hand_and_all_open_ones() -> None:
    own, other = scene_for_seat(SCENE, 1).seats
    assert own.hands == (OPEN,)
    assert other.hands == (SECRET,)


def test_a_scene_as_data_is_json_with_the_pieces_of_each_place() -> None:
    data = as_data(SCENE)
    assert json.loads(json.dumps(data)) == data
    assert data["pieces"] == [[{"kind": 1}], [{"kind": 0, "owner": 0, "count": 2}]]
    assert data["places"][0] == {"name": "here", "x": 0, "y": 0, "width": 50, "height": 40}
    assert data["seats"][1]["hands"][0]["is_secret"] is True


def test_scenes_are_joined_with_their_boards_below_each_other() -> None:
    both = join_scenes([SCENE, SCENE, Scene(seats=())])
    assert [place.name for place in both.places] == 2 * [place.name for place in SCENE.places]
    lowest = max(place.y + place.height for place in SCENE.places)
    assert [place.y for place in both.places[2:]] == [place.y + lowest for place in SCENE.places]
    own, more = both.pieces[: len(SCENE.pieces)], both.pieces[len(SCENE.pieces) :]
    assert own == SCENE.pieces
    assert [(each.place - 2, each.kind - 2) for each in more] == [(p.place, p.kind) for p in own]
    assert both.seats[0].pool == (
        *SCENE.seats[0].pool,
        *((k + 2, n) for k, n in SCENE.seats[0].pool),
    )
    assert not list(problems_of(both))
