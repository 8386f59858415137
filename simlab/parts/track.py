"""Track: a position for each seat, with an end or laps, and an order of those on one space."""

from __future__ import annotations

from simlab.errors import not_one_of
from simlab.game.scene import Scene, Seat, Value
from simlab.plain.part import Part

EARLIER, LATER = "earlier", "later"


class Track(Part):
    """A track from space 0; `track[seat]` is the space of a seat.

    Of several on one space, the one who came there "earlier" or "later" is ahead: `tied`.

        >>> from simlab.parts import Track, try_out
        >>> game = try_out(players=3, track=Track())
        >>> game.track.set_up(end=10)
        >>> game.track.advance(2, 4), game.track.advance(0, 4), game.track.advance(1, 12)
        (4, 4, 10)
        >>> game.track.order(), game.track.is_at_end(1)
        ([1, 2, 0], True)
    """

    def __init__(self, tied: str = EARLIER) -> None:
        super().__init__()
        if tied not in (EARLIER, LATER):
            raise ValueError(f"tied: {not_one_of(tied, (EARLIER, LATER))}")
        self.tied = tied

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        return {
            "steps": f"{{seat}} moves {{n}} on the {self.title}, to {{space}}.",
            "laps": f"{{seat}} completes a lap of the {self.title}.",
        }

    def set_up(self, start: int = 0, end: int | None = None, lap: int | None = None) -> None:
        """Put all seats on a space; nobody moves beyond `end`, and space `lap` is space 0 again.

        Raises:
            Misuse: a track with laps has an end.
        """
        if end is not None and lap is not None:
            raise self.misuse("set_up(): it has an end or laps, not both")
        self.end, self.lap = end, lap
        self.spaces = [start] * self.players
        self.laps = [0] * self.players
        self.arrivals = list(range(self.players))

    def __len__(self) -> int:
        return self.players

    def __getitem__(self, seat: int) -> int:
        return self.spaces[seat]

    def advance(self, seat: int, n: int = 1) -> int:
        """Move a seat on by `n` spaces, back if it is negative; return how far it moved."""
        old = self.distance(seat)
        new = max(old + n, 0)
        if self.end is not None:
            new = min(new, self.end)
        if new != old:
            self._stand(seat, new)
            self.report("steps", seat=seat, n=new - old, space=self.spaces[seat])
        return new - old

    def _stand(self, seat: int, distance: int) -> None:
        laps = distance // self.lap if self.lap else 0
        space = distance - laps * (self.lap or 0)
        n_laps = laps - self.laps[seat]
        self.spaces[seat], self.laps[seat] = space, laps
        self.arrivals[seat] = max(self.arrivals) + 1
        if n_laps > 0:
            self.report("laps", seat=seat, n=n_laps)

    def distance(self, seat: int) -> int:
        """Return the spaces of a seat from the start, laps included."""
        return self.laps[seat] * (self.lap or 0) + self.spaces[seat]

    def is_at_end(self, seat: int) -> bool:
        """Return whether a seat stands at the end."""
        return self.spaces[seat] == self.end

    def leaders(self) -> list[int]:
        """Return the seats that are furthest, all that are tied."""
        distances = [self.distance(seat) for seat in range(self.players)]
        return [seat for seat, distance in enumerate(distances) if distance == max(distances)]

    def order(self) -> list[int]:
        """Return the seats from the first to the last; the last one is `order()[-1]`."""
        sign = 1 if self.tied == EARLIER else -1
        return sorted(
            range(self.players),
            key=lambda seat: (-self.distance(seat), sign * self.arrivals[seat]),
        )

    def number(self, seat: int) -> int:
        """Return the space of a seat."""
        return self.spaces[seat]

    def scene(self) -> Scene:
        """Return the space of each seat."""
        return Scene(tuple(Seat((Value(self.title, space),)) for space in self.spaces))
