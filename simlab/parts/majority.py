"""Majorities: the places of seats by their pieces, and points for these, by each rule of ties."""

from __future__ import annotations

from collections.abc import Sequence

SHARED, LOWER, NOBODY, NEXT, EARLIER = "shared", "lower", "nobody", "next", "earlier"
RULES = (SHARED, LOWER, NOBODY, NEXT, EARLIER)
"""What tied seats have: see `simlab.parts.Areas`."""
NO_PLACE = -1


def place_of(seat: int, counts: Sequence[int], since: Sequence[int], tied: str) -> int:
    """Return the place of a seat, the first being 0, or NO_PLACE.

    Tied seats may share some places, of which this is the first.
    """
    n_pieces = counts[seat]
    if n_pieces == 0:
        return NO_PLACE
    ahead = sum(1 for n in counts if n > n_pieces)
    if tied == EARLIER:
        pairs = range(len(counts))
        return ahead + sum(1 for i in pairs if counts[i] == n_pieces and since[i] < since[seat])
    if tied in (SHARED, LOWER):
        return ahead
    if n_equal(counts, n_pieces) > 1:
        return NO_PLACE
    return ahead if tied == NOBODY else _place_above_ties(counts, n_pieces)


def n_equal(counts: Sequence[int], n_pieces: int) -> int:
    """Return how many seats have a number of pieces."""
    return sum(1 for n in counts if n == n_pieces)


def _place_above_ties(counts: Sequence[int], n_pieces: int) -> int:
    """Return the place of a seat that is alone, where tied seats have none.

    Nobody moves up behind a tie that follows a tie.
    """
    rank, after_tie, n = 0, False, max(counts)
    while n > n_pieces:
        is_tie = n_equal(counts, n) > 1
        if is_tie and after_tie:
            return NO_PLACE
        rank += not is_tie
        after_tie = is_tie
        n = max((lower for lower in counts if lower < n), default=0)
    return rank


def points_of(rank: int, n_tied: int, prizes: Sequence[int], tied: str) -> int:
    """Return the points of a seat on a place, or on the first of those that tied seats share."""
    if rank == NO_PLACE:
        return 0
    n_places = n_tied if tied in (SHARED, LOWER) else 1
    last = rank + n_places - 1
    if tied == LOWER:
        return sum(prize for i, prize in enumerate(prizes) if i == last)
    return sum(prize for i, prize in enumerate(prizes) if rank <= i <= last) // n_places
