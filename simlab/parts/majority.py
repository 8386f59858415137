"""Majorities: seats ranked by their pieces, and points for the places, by each rule of ties."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

SHARED, LOWER, NOBODY, NEXT, EARLIER = "shared", "lower", "nobody", "next", "earlier"
RULES = (SHARED, LOWER, NOBODY, NEXT, EARLIER)
"""What tied seats have: see `simlab.parts.Areas`."""

Group = list[int]
"""Seats on one place."""


def ranked(counts: Sequence[int], since: Sequence[int], tied: str) -> list[Group]:
    """Return the seats with pieces by place, tied seats in one group; a group may be empty.

    An empty group holds its place, for which nobody has points.
    """
    present = sorted((seat for seat, n in enumerate(counts) if n), key=lambda seat: since[seat])
    present.sort(key=lambda seat: -counts[seat])
    if tied == EARLIER:
        return [[seat] for seat in present]
    groups = [list(group) for _, group in groupby(present, key=lambda seat: counts[seat])]
    if tied == NOBODY:
        return [place for group in groups for place in _untied(group)]
    return _moved_up(groups) if tied == NEXT else groups


def _untied(group: Group) -> list[Group]:
    """Return a place for each seat of a group, empty if they are tied."""
    return [group] if len(group) == 1 else [[] for _ in group]


def _moved_up(groups: Sequence[Group]) -> list[Group]:
    """Return the groups of one seat, up to a tie that follows a tie."""
    places: list[Group] = []
    for number, group in enumerate(groups):
        if len(group) == 1:
            places.append(group)
        elif number and len(groups[number - 1]) > 1:
            break
    return places


def shared_out(groups: Sequence[Group], prizes: Sequence[int], tied: str, players: int) -> Group:
    """Return the points of each seat from the prizes of the places."""
    points, place = [0] * players, 0
    for group in groups:
        n_places = max(len(group), 1)
        won = [*prizes[place : place + n_places], *[0] * n_places][:n_places]
        for seat in group:
            points[seat] = won[-1] if tied == LOWER else sum(won) // n_places
        place += n_places
    return points
