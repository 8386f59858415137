"""Map of a game's board: places and links, for drawing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A place on a map: kind, position and text."""

    kind: str
    name: str
    x: int
    y: int
    lines: tuple[str, ...] = ()
    """Lines below the name."""
    note: str = ""
    """Last line, in another typeface."""
    group: str = ""
    """Owner of the place; empty for nobody."""


@dataclass(frozen=True)
class Link:
    """A link between two places, each given by its number in the map."""

    kind: str
    one: int
    other: int


@dataclass(frozen=True)
class Map:
    """Places and links; x grows to the right and y upwards, in units that the game chooses."""

    places: tuple[Place, ...]
    links: tuple[Link, ...]
    place_kinds: tuple[str, ...]
    """Kinds of places: the first is drawn as a box, the second as an oval."""
    link_kinds: tuple[str, ...]
    """Kinds of links, from the strongest line to the faintest."""
    groups: tuple[str, ...] = ()
