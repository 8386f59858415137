"""Points without which a study says nothing: scores that tell more than who has won."""

from __future__ import annotations

from simlab.analysis.games import Games
from simlab.errors import InputError


def check_points(games: Games, title: str, consequence: str) -> None:
    """Check that a game has points; `consequence` ends the sentence on one that has none.

    Raises:
        InputError: scores only say who has won.
    """
    if not games.has_points:
        raise InputError(
            f"{title} has no points: in all games scores() is 1 for who wins and 0 for the others,"
            f" so that {consequence}",
            "game",
        )
