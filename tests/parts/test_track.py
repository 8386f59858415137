"""Tracks against pawns that walk space by space and stand in piles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Track, try_out
from simlab.plain.ledger import Event

MOVES = st.lists(st.tuples(st.integers(0, 2), st.integers(-4, 6)), max_size=25)


class Walk:
    """Piles of seats on each space, the earliest at the bottom; each step is one space."""

    def __init__(self, end) -> None:
        self.piles = {0: [0, 1, 2]}
        self.end = end

    def space_of(self, seat):
        return next(space for space, pile in self.piles.items() if seat in pile)

    def move(self, seat, n):
        here = old = self.space_of(seat)
        for _ in range(abs(n)):
            there = here + (1 if n > 0 else -1)
            if there >= 0 and (self.end is None or there <= self.end):
                here = there
        if here != old:
            self.piles[old].remove(seat)
            self.piles.setdefault(here, []).append(seat)
        return here - old

    def order(self, tied):
        spaces = sorted(self.piles, reverse=True)
        piles = [self.piles[space] for space in spaces]
        return [s for pile in piles for s in (pile if tied == "earlier" else reversed(pile))]


@given(st.sampled_from(["earlier", "later"]), st.sampled_from([None, 5]), MOVES)
def test_seats_stand_where_they_walk(tied, end, moves) -> None:
    track, walk = try_out(3, track=Track(tied)).track, Walk(end)
    track.set_up(end=end)
    for seat, n in moves:
        assert track.advance(seat, n) == walk.move(seat, n)
        assert [track[s] for s in range(3)] == [walk.space_of(s) for s in range(3)]
        assert track.order() == walk.order(tied)
        furthest = max(walk.space_of(s) for s in range(3))
        assert track.leaders() == [s for s in range(3) if walk.space_of(s) == furthest]
        assert track.is_at_end(seat) == (walk.space_of(seat) == end)


@given(st.integers(1, 7), MOVES)
def test_laps_are_counted(lap, moves) -> None:
    """A lap that is walked back and again counts twice as an event, once as a lap."""
    events = list[Event]()
    track, walk = try_out(3, events=events, track=Track()).track, Walk(None)
    track.set_up(lap=lap)
    for seat, n in moves:
        track.advance(seat, n)
        walk.move(seat, n)
        distance = walk.space_of(seat)
        assert (track.laps[seat], track[seat]) == divmod(distance, lap)
        assert track.distance(seat) == distance
    assert track.order() == walk.order("earlier")
    completed = sum(event["n"] for event in events if event["event"] == "track_laps")
    assert completed >= sum(track.laps)


def test_a_track_has_an_end_or_laps() -> None:
    track = try_out(track=Track()).track
    with pytest.raises(Misuse, match="it has an end or laps, not both"):
        track.set_up(end=10, lap=5)
