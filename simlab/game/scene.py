"""Scene of a position: what lies where on the table, as plain data for a viewer to draw."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

SHAPES = (
    "fill",
    "disc",
    "square",
    "triangle",
    "diamond",
    "house",
    "card",
    "pawn",
    "ship",
    "tower",
    "bar",
)
"""How pieces are drawn; `fill` colours the place itself, as a control marker does."""
COLOURS = ("", "red", "blue", "green", "yellow", "grey")
"""Colours that cards and places may have; none: that of the owner, or of paper."""
PLACE_SHAPES = ("box", "oval")
LINK_KINDS = ("path", "strait", "sea", "coast")
"""Links from the strongest line to the faintest."""


@dataclass(frozen=True)
class Place:
    """A place of the board: the middle, width and height in pixels of the picture's own size.

    x grows to the right and y downwards.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    shape: str = "box"
    colour: str = ""
    note: str = ""
    """Words below the name."""
    has_label: bool = True
    """Whether the name is written on the board; it always is a tooltip."""


@dataclass(frozen=True)
class Link:
    """A link between two places, each given by its number."""

    one: int
    other: int
    kind: str = "path"


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece: its name in the legend and how it is drawn."""

    name: str
    shape: str
    row: int = 0
    """Line of the place on which its pieces stand: 0 the first, 1 the second."""
    is_outline: bool = False
    """Whether only the outline is drawn, as of a building site."""
    each: int = 0
    """Pieces of this kind that each seat has, on the board and in its pool; 0: any number."""


@dataclass(frozen=True)
class Piece:
    """Pieces of one kind and owner in a place; place and kind are given by their numbers."""

    place: int
    kind: int
    owner: int | None = None
    count: int = 1
    what: str = ""
    """What it is, in words, such as `caravan of fish`; the name of the kind unless given."""
    label: str = ""
    """At most two letters on the piece; those of the owner unless given."""
    colour: str = ""


@dataclass(frozen=True)
class Card:
    """Cards or tokens that are alike."""

    name: str
    count: int = 1
    colour: str = ""


@dataclass(frozen=True)
class Hand:
    """Cards or tokens that lie together: a hand, a display, a supply."""

    name: str
    cards: tuple[Card, ...]
    is_secret: bool = False
    """Whether only the owner sees them."""


@dataclass(frozen=True)
class Deck:
    """A face-down pile and what is discarded from it."""

    name: str
    cards: int
    discards: int | None = None


@dataclass(frozen=True)
class Value:
    """A number or words with a name, such as points."""

    name: str
    value: int | str


@dataclass(frozen=True)
class Seat:
    """What a seat has beside the board."""

    values: tuple[Value, ...] = ()
    hands: tuple[Hand, ...] = ()
    pool: tuple[tuple[int, int], ...] = ()
    """Pieces not on the board: number of the kind, and how many."""


@dataclass(frozen=True)
class Scene:
    """What lies on the table; what only one seat sees is marked secret."""

    seats: tuple[Seat, ...]
    turn: int | None = None
    """Seat whose turn it is; None if it is nobody's."""
    values: tuple[Value, ...] = ()
    """What concerns all seats, such as the round."""
    places: tuple[Place, ...] = ()
    links: tuple[Link, ...] = ()
    kinds: tuple[PieceKind, ...] = ()
    pieces: tuple[Piece, ...] = ()
    common: tuple[Hand, ...] = ()
    """Cards or tokens that belong to nobody and lie open."""
    decks: tuple[Deck, ...] = ()


def join_scenes(scenes: Sequence[Scene]) -> Scene:
    """Return scenes of one table as one, boards below each other; the first has all seats."""
    table_scene, *further_scenes = scenes
    for further_scene in further_scenes:
        table_scene = _with(table_scene, further_scene)
    return table_scene


def _with(scene: Scene, added_scene: Scene) -> Scene:
    n_places, n_kinds = len(scene.places), len(scene.kinds)
    below = max((place.y + place.height for place in scene.places), default=0)
    added = added_scene.seats or (Seat(),) * len(scene.seats)
    shifted_places = (replace(place, y=place.y + below) for place in added_scene.places)
    links = (
        replace(link, one=link.one + n_places, other=link.other + n_places)
        for link in added_scene.links
    )
    pieces = (
        replace(piece, place=piece.place + n_places, kind=piece.kind + n_kinds)
        for piece in added_scene.pieces
    )
    return Scene(
        seats=tuple(_seat_with(*pair, n_kinds) for pair in zip(scene.seats, added, strict=True)),
        turn=scene.turn,
        values=scene.values + added_scene.values,
        places=(*scene.places, *shifted_places),
        links=(*scene.links, *links),
        kinds=scene.kinds + added_scene.kinds,
        pieces=(*scene.pieces, *pieces),
        common=scene.common + added_scene.common,
        decks=scene.decks + added_scene.decks,
    )


def _seat_with(seat: Seat, added_seat: Seat, n_kinds: int) -> Seat:
    pool = ((kind + n_kinds, n) for kind, n in added_seat.pool)
    return Seat(seat.values + added_seat.values, seat.hands + added_seat.hands, (*seat.pool, *pool))


def scene_for_seat(scene: Scene, seat: int) -> Scene:
    """Return a scene without what other seats alone see."""
    seats = tuple(
        scene_seat if number == seat else replace(scene_seat, hands=_open(scene_seat.hands))
        for number, scene_seat in enumerate(scene.seats)
    )
    return replace(scene, seats=seats)


def _open(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    return tuple(hand for hand in hands if not hand.is_secret)


def as_data(scene: Scene) -> dict[str, Any]:
    """Return a scene as JSON: pieces by place, default values left out."""
    data: dict[str, Any] = {
        field.name: _data(getattr(scene, field.name)) for field in fields(scene)
    }
    by_place: list[list[dict[str, Any]]] = [[] for _ in scene.places]
    for piece, content in zip(scene.pieces, data["pieces"], strict=True):
        content.pop("place")
        by_place[piece.place].append(content)
    return {**data, "pieces": by_place}


def _data(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_data(member) for member in value]
    defaults = _defaults_of(value.__class__)
    if defaults is None:
        return value
    named_fields = ((name, getattr(value, name), default) for name, default in defaults)
    return {
        name: _data(field_value)
        for name, field_value, default in named_fields
        if field_value != default
    }


@functools.cache
def _defaults_of(kind: type) -> tuple[tuple[str, Any], ...] | None:
    """Return name and default of each field of a dataclass; None of another type."""
    if not is_dataclass(kind):
        return None
    return tuple((field.name, field.default) for field in fields(kind))


def problems_of(scene: Scene) -> Iterator[str]:
    """Yield what is impossible in a scene: unknown places, kinds, seats, shapes and colours."""
    for piece in scene.pieces:
        yield from _problems_of_piece(piece, scene)
    for link in scene.links:
        if not {link.one, link.other} <= set(range(len(scene.places))):
            yield f"{link} is between places that do not exist"
        if link.kind not in LINK_KINDS:
            yield f"{link} has no kind among {', '.join(LINK_KINDS)}"
    for place in scene.places:
        if place.shape not in PLACE_SHAPES or place.colour not in COLOURS:
            yield f"{place} has an unknown shape or colour"
    for kind in scene.kinds:
        if kind.shape not in SHAPES:
            yield f"{kind} has no shape among {', '.join(SHAPES)}"
    if scene.turn is not None and not 0 <= scene.turn < len(scene.seats):
        yield f"it is the turn of seat {scene.turn}, of {len(scene.seats)}"
    yield from _kinds_that_differ(scene)


def _problems_of_piece(piece: Piece, scene: Scene) -> Iterator[str]:
    if not 0 <= piece.place < len(scene.places):
        yield f"{piece} lies in none of the {len(scene.places)} places"
    if not 0 <= piece.kind < len(scene.kinds):
        yield f"{piece} is of none of the {len(scene.kinds)} kinds"
    if piece.owner is not None and not 0 <= piece.owner < len(scene.seats):
        yield f"{piece} belongs to none of the {len(scene.seats)} seats"
    if piece.count < 1 or piece.colour not in COLOURS:
        yield f"{piece} has an impossible count or colour"


def _kinds_that_differ(scene: Scene) -> Iterator[str]:
    """Yield the kinds of which a seat has more or fewer pieces than there are."""
    on_board = Counter[tuple[int | None, int]]()
    for piece in scene.pieces:
        on_board[piece.owner, piece.kind] += piece.count
    for number, kind in enumerate(scene.kinds):
        for seat, content in enumerate(scene.seats):
            n = on_board[seat, number] + dict(content.pool).get(number, 0)
            if kind.each and n != kind.each:
                yield f"seat {seat} has {n} pieces of kind {kind.name}, of {kind.each}"
