"""Results of a plain game: the points of each seat, who wins, and their shares and ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from simlab.errors import Misuse
from simlab.plain.failure import in_short
from simlab.plain.game import PlainGame


@dataclass(frozen=True)
class Results:
    """Points of each seat, and the seats that win."""

    scores: list[int]
    winners: frozenset[int]

    @property
    def winner(self) -> int | None:
        """The seat that wins alone."""
        return next(iter(self.winners)) if len(self.winners) == 1 else None

    @property
    def credits(self) -> list[float]:
        """Share of the win of each seat; nobody has one where nobody wins."""
        share = 1 / max(len(self.winners), 1)
        return [share * (seat in self.winners) for seat in range(len(self.scores))]

    @property
    def ranks(self) -> list[int]:
        """Rank of each seat, winners first, then by points; tied seats share the better one."""
        standings = [(seat in self.winners, score) for seat, score in enumerate(self.scores)]
        return [1 + sum(rival > standing for rival in standings) for standing in standings]


def results_of(game: PlainGame, players: int, is_over: bool) -> Results:
    """Return the results of a game; nobody wins one that is not over.

    Raises:
        Misuse: `scores()` or `winner()` returns what is no result.
    """
    scores, winners = scores_of(game, players), winners_of(game, players)
    if not is_over:
        winners = frozenset()
    elif not winners:
        if scores is None:
            raise Misuse(
                "winner() returns nobody at the end, and there are no scores(); after a draw,"
                f" return the seats that share the win, such as {[*range(players)]}"
            )
        winners = frozenset(seat for seat, score in enumerate(scores) if score == max(scores))
    return Results(scores or [int(seat in winners) for seat in range(players)], winners)


def scores_of(game: PlainGame, players: int) -> list[int] | None:
    """Return the points of each seat; None if the game has none.

    Raises:
        Misuse: they are not a whole number for each seat.
    """
    scores = game.scores()
    if scores is None:
        return None
    if isinstance(scores, set | frozenset | Mapping) or not isinstance(scores, Iterable):
        raise Misuse(
            f"scores() returns {in_short(scores)}; return a list with the points of each seat"
        )
    points = [whole(score, "scores()") for score in scores]
    if len(points) != players:
        raise Misuse(f"scores() returns {len(points)} numbers for {players} seats")
    return points


def winners_of(game: PlainGame, players: int) -> frozenset[int]:
    """Return the seats that the game names as winners.

    Raises:
        Misuse: one is no seat.
    """
    winner = game.winner()
    if winner is None:
        return frozenset()
    seats = [winner] if isinstance(winner, int | np.integer) else winner
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise Misuse(
            f"winner() returns {in_short(winner)}; return the number of a seat, a list of several"
            " that share the win, or None for the most points"
        )
    winners = frozenset(seats)
    if not winners <= frozenset(range(players)):
        raise Misuse(f"winner() returns {in_short(winner)}, which is no seat")
    return winners


def whole(score: object, whose: str) -> int:
    """Return a score.

    Raises:
        Misuse: it is no whole number.
    """
    if isinstance(score, bool) or not isinstance(score, int | np.integer):
        raise Misuse(f"{whose} must be whole numbers, not {in_short(score)}")
    return int(score)
