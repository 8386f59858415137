"""Spaces: worker placement, with workers of each seat and room for some on each space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from simlab.game.scene import Scene, Seat, Value
from simlab.parts.layout import board
from simlab.plain.part import Part

NO_SPACES: Mapping[str, int | None] = {}


class Spaces(Part):
    """Spaces for workers; each has room for some, or for any number.

    >>> from simlab.parts import Spaces, try_out
    >>> game = try_out(spaces=Spaces())
    >>> game.spaces.set_up({"forest": 1, "quarry": 2, "fair": None}, workers=2)
    >>> game.spaces.place(0, "forest")
    >>> game.spaces.open_to(1)
    ['quarry', 'fair']
    >>> game.spaces.gather()
    >>> game.spaces.workers
    [2, 2]
    """

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        return {"placed": "{seat} places {n} on {space}."}

    def set_up(self, room: Mapping[str, int | None] = NO_SPACES, workers: int = 0) -> None:
        """Clear the spaces, each with room for some workers or None for any number."""
        self.room = dict(room)
        self.workers = [workers] * self.players
        self.placed = {space: [0] * self.players for space in self.room}

    def free(self, space: str) -> int | None:
        """Return for how many workers a space has room; None for any number.

        Raises:
            Misuse: there is no such space.
        """
        self._check(space)
        room = self.room[space]
        return None if room is None else room - sum(self.placed[space])

    def open_to(self, seat: int, n: int = 1) -> list[str]:
        """Return the spaces on which a seat can place `n` workers, in the order of `set_up`."""
        has_workers = self.workers[seat] >= n
        return [space for space in self.room if has_workers and self._has_room(space, n)]

    def _has_room(self, space: str, n: int) -> bool:
        free = self.free(space)
        return free is None or free >= n

    def place(self, seat: int, space: str, n: int = 1) -> None:
        """Place workers of a seat on a space.

        Raises:
            Misuse: there is no such space, it has no room, or the seat has fewer workers.
        """
        free = self.free(space)
        if free is not None and free < n:
            raise self.misuse(f"place(): {space} has room for {free}, not for {n}")
        if self.workers[seat] < n:
            raise self.misuse(f"place(): seat {seat} has {self.workers[seat]} workers left")
        self.workers[seat] -= n
        self.placed[space][seat] += n
        self.report("placed", seat=seat, n=n, space=space)

    def count(self, space: str, seat: int) -> int:
        """Return how many workers of a seat stand on a space.

        Raises:
            Misuse: there is no such space.
        """
        self._check(space)
        return self.placed[space][seat]

    def take_back(self, seat: int, space: str) -> int:
        """Return the workers of a seat on a space to the seat; return how many.

        Raises:
            Misuse: there is no such space.
        """
        n = self.count(space, seat)
        self.placed[space][seat] = 0
        self.workers[seat] += n
        return n

    def gather(self) -> None:
        """Return all workers to their seats, for a new round."""
        for space in self.room:
            for seat in range(self.players):
                self.take_back(seat, space)

    def _check(self, space: str) -> None:
        if space not in self.room:
            raise self.unknown(space, self.room)

    def number(self, seat: int) -> int:
        """Return how many workers a seat has left."""
        return self.workers[seat]

    def scene(self) -> Scene:
        """Return the spaces with their workers, and the workers left."""
        seats = tuple(Seat((Value("workers left", n),)) for n in self.workers)
        return replace(board(self.placed, "pawn", "worker"), seats=seats)
