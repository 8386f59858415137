"""Areas: pieces of each seat in areas, majorities, and points for first and second place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simlab.errors import not_one_of
from simlab.game.scene import Scene
from simlab.parts.layout import board
from simlab.parts.majority import RULES, SHARED, n_equal, place_of, points_of
from simlab.plain.part import Part


class Areas(Part):
    """Areas with pieces; most pieces in an area have its majority. `tied` is the rule of ties:

    - "shared": tied seats share the points of their places, rounded down.
    - "lower": each tied seat has the points of the lowest of their places.
    - "nobody": tied seats have nothing, and nobody moves up.
    - "next": tied seats have nothing, and the next seat moves up unless it is tied as well.
    - "earlier": of tied seats, the one who has been there for longer is ahead.

        >>> from simlab.parts import Areas, try_out
        >>> game = try_out(players=3, areas=Areas(tied="next"))
        >>> game.areas.set_up(["hill", "lake"])
        >>> for seat, n in enumerate((3, 3, 1)):
        ...     game.areas.add(seat, "hill", n)
        >>> game.areas.majority("hill"), game.areas.points("hill", (5, 2))
        ([2], [0, 0, 5])
    """

    def __init__(self, tied: str = SHARED) -> None:
        super().__init__()
        if tied not in RULES:
            raise ValueError(f"tied: {not_one_of(tied, RULES)}")
        self.tied = tied

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        return {
            "placed": "{seat} places {n} in {area}.",
            "points": "{seat} scores {n} in {area}.",
            "ties": "",
        }

    def set_up(self, areas: Iterable[str] = ()) -> None:
        """Empty the areas."""
        self.counts = {area: [0] * self.players for area in areas}
        self.since = {area: [0] * self.players for area in self.counts}
        self.n_entries = 0

    def __getitem__(self, area: str) -> Sequence[int]:
        self._check(area)
        return self.counts[area]

    def add(self, seat: int, area: str, n: int = 1) -> None:
        """Put pieces of a seat into an area.

        Raises:
            Misuse: there is no such area.
        """
        self._check(area)
        self._enter(seat, area, n)
        self.report("placed", seat=seat, n=n, area=area)

    def remove(self, seat: int, area: str, n: int = 1) -> None:
        """Take pieces of a seat out of an area.

        Raises:
            Misuse: there is no such area, or the seat has fewer pieces there.
        """
        self._check(area)
        if self.counts[area][seat] < n:
            raise self.misuse(f"seat {seat} has {self.counts[area][seat]} pieces in {area}")
        self.counts[area][seat] -= n

    def move(self, seat: int, area: str, other: str, n: int = 1) -> None:
        """Move pieces of a seat to another area.

        Raises:
            Misuse: there is no such area, or the seat has fewer pieces there.
        """
        self._check(other)
        self.remove(seat, area, n)
        self._enter(seat, other, n)

    def _enter(self, seat: int, area: str, n: int) -> None:
        if not self.counts[area][seat]:
            self.n_entries += 1
            self.since[area][seat] = self.n_entries
        self.counts[area][seat] += n

    def majority(self, area: str) -> list[int]:
        """Return the seats that have the majority, none or several by the rule of ties.

        Raises:
            Misuse: there is no such area.
        """
        self._check(area)
        since = self.since[area]
        first = [seat for seat in range(self.players) if self._place(area, seat) == 0]
        return sorted(first, key=lambda seat: since[seat])

    def _place(self, area: str, seat: int) -> int:
        return place_of(seat, self.counts[area], self.since[area], self.tied)

    def points(self, area: str, prizes: Sequence[int]) -> list[int]:
        """Return the points of each seat for an area, prizes being those of first, second, ...

        Raises:
            Misuse: there is no such area.
        """
        self._check(area)
        counts = self.counts[area]
        return [
            points_of(self._place(area, seat), n_equal(counts, counts[seat]), prizes, self.tied)
            for seat in range(self.players)
        ]

    def score(self, area: str, prizes: Sequence[int]) -> list[int]:
        """Return the points of each seat for an area, and report them.

        Raises:
            Misuse: there is no such area.
        """
        points = self.points(area, prizes)
        most = max(self.counts[area])
        if most and self.counts[area].count(most) > 1:
            self.report("ties", area=area)
        for seat, n in enumerate(points):
            if n:
                self.report("points", seat=seat, n=n, area=area)
        return points

    def _check(self, area: str) -> None:
        if area not in self.counts:
            raise self.unknown(area, self.counts)

    def scene(self) -> Scene:
        """Return the areas with their pieces."""
        return board(self.counts, "disc", "piece")
