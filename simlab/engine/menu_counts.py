"""What is counted for every game, as columns of its row: menus, forced choices and waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simlab.engine.kernel import bound
from simlab.engine.record import Row, small

DECIDED, FORCED, OFFERED, LONGEST_WAIT = "decided", "forced", "offered", "longest_wait"
MENU_COUNTS: dict[str, Any] = {
    DECIDED: small("decisions", "decisions"),
    FORCED: small("decisions with a single choice", "decisions"),
    OFFERED: small("choices on menus", "choices"),
    LONGEST_WAIT: small("most decisions of others while it waits", "decisions"),
}
"""Fields by name: of each seat, in a cooperative game of all seats together."""


def count_choice(row: Row, seat: int, n: int, decision: int, scratch: Row) -> None:
    """Count a decision of a seat among `n` choices."""
    counts = counts_in(row, seat)
    counts.decided += 1
    counts.offered += n
    if n == 1:
        counts.forced += 1
    last = scratch.last_decision[seat]
    if last >= 0:
        counts.longest_wait = max(counts.longest_wait, decision - last - 1)
    scratch.last_decision[seat] = decision


def counter(cooperative: bool) -> Callable[..., None]:
    """Return `count_choice` for a kind of game, in plain Python."""
    return bound(count_choice, "count_choice", counts_in=place_of_counts(cooperative))


def place_of_counts(cooperative: bool) -> Callable[[Row, int], Row]:
    """Return the function that finds the counts in a row of a kind of game."""
    return shared_counts if cooperative else counts_of_seat


def counts_of_seat(row: Row, seat: int) -> Row:
    """Return where the counts of a seat are in a competitive game."""
    return row.seats[seat]


def shared_counts(row: Row, seat: int) -> Row:
    """Return where the counts of all seats are in a cooperative game."""
    return row


counts_in: Any = counts_of_seat
