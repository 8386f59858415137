"""Result of a game for a seat: the score that all share, its own points, or its share of the win.

A search counts the same, and among equal wins the margin, see `simlab.engine.search`.
"""

from __future__ import annotations

from simlab.engine.kernel import kernel
from simlab.engine.record import Row


@kernel
def shared_points(row: Row, seat: int) -> float:
    """Return the score that all seats share."""
    return float(row.score)


@kernel
def own_points(row: Row, seat: int) -> float:
    """Return the points of a seat."""
    return float(row.seats[seat].score)


@kernel
def share_of_win(row: Row, seat: int) -> float:
    """Return the share of the win of a seat."""
    return float(row.seats[seat].credit)
