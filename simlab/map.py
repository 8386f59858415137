"""Map of a game's board: places and links, for drawing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A place on a map: its kind, where it lies, and what is written there."""

    kind: str
    name: str
    x: int
    y: int
    lines: tuple[str, ...] = ()
    """What is written below the name."""
    note: str = ""
    """What is written last, in another type."""
    group: str = ""
    """To whom it belongs; empty for nobody."""


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
    """Drawn as a box, then as an oval."""
    link_kinds: tuple[str, ...]
    """Drawn from the strongest line to the faintest."""
    groups: tuple[str, ...] = ()
