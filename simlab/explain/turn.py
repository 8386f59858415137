"""Turns of a played game, and what is silly about them: idle ones, repeats, returns, droughts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from simlab.explain.turn_stepper import Points


class Snapshot(NamedTuple):
    """The table between two turns, as far as a person would notice a change."""

    position: Hashable
    """What lies on the table, without the clock."""
    points: Points
    chance: Hashable
    """How far chance was drawn."""


@dataclass
class Turn:
    """Decisions of a seat in a row; of one player alone, those at the same time."""

    seat: int
    before: Snapshot
    time: Hashable
    """What the clock says when it begins."""
    after: Snapshot = field(init=False)
    choices: list[Hashable] = field(default_factory=list)
    is_open: bool = False
    """Whether it could do something or leave it."""
    can_win: bool = False
    """Whether a choice would have won at once, whatever chance brings and the seat cannot see."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing came of it, though something else could be done."""
        return self.is_open and self.before == self.after


def end_turns(turns: Sequence[Turn], end: Snapshot) -> None:
    """Let each turn end as the next one begins, and the last one with the game."""
    ends = [*(turn.before for turn in turns[1:]), end]
    for turn, after in zip(turns, ends, strict=False):  # a game without turns has an end, too
        turn.after = after


def n_returns(turns: Sequence[Turn]) -> int:
    """Return how many turns begin where the seat was before, though something changed since."""
    n, n_changes = 0, 0
    changes_before: dict[tuple[int, Snapshot], int] = {}
    for turn in turns:
        seat_and_table = turn.seat, turn.before
        n += changes_before.get(seat_and_table, n_changes) < n_changes
        changes_before[seat_and_table] = n_changes
        n_changes += turn.before != turn.after
    return n


def most_repeats(turns: Sequence[Turn]) -> int:
    """Return the most turns in a row in which a seat makes the same choices in the same position.

    Idle turns, which are a habit by themselves, and turns without several kinds of choices do not
    count.
    """
    most = 0
    for own_turns in by_seat(turns):
        n, last = 0, None
        for turn in own_turns:
            move = (turn.choices, turn.before) if turn.is_open and not turn.is_idle else None
            n = 0 if move is None else n + 1 if move == last else 1
            most, last = max(most, n), move
    return most


def longest_drought(turns: Sequence[Turn]) -> tuple[int | None, float]:
    """Return the longest stretch of turns of a seat without a point gained, and its share of them.

    Points that others gave it meanwhile count. Where all share the points, all turns count.
    """
    if not turns or not turns[0].before.points:
        return None, 0.0
    is_shared = len(turns[0].before.points) == 1
    droughts = []
    for own_turns in [turns] if is_shared else by_seat(turns):
        seat = 0 if is_shared else own_turns[0].seat
        points = [own_turns[0].before.points[seat]]
        points += [turn.after.points[seat] for turn in own_turns]
        n = longest = 0
        for earlier, later in pairwise(points):
            n = 0 if later > earlier else n + 1
            longest = max(longest, n)
        droughts.append((longest, longest / len(own_turns)))
    return max(droughts)


def by_seat(turns: Sequence[Turn]) -> list[list[Turn]]:
    """Return the turns of each seat."""
    seats = sorted({turn.seat for turn in turns})
    return [[turn for turn in turns if turn.seat == seat] for seat in seats]
