"""View: the table as a policy of a plain game reads it."""

from __future__ import annotations

from typing import Any

from simlab.errors import Misuse
from simlab.plain.game import PlainGame

BARRED = frozenset({"setup", "play", "hide", "log", "chance"})
"""What only the game may call or draw from."""


class View:
    """The attributes and methods of the game; `me` is the seat that decides.

    A policy reads it, but only what its seat may see, and changes nothing.
    """

    __slots__ = ("_game", "me")

    def __init__(self, game: PlainGame, seat: int) -> None:
        object.__setattr__(self, "_game", game)
        object.__setattr__(self, "me", seat)

    def __getattr__(self, name: str) -> Any:
        if name in BARRED:
            raise Misuse(f"a policy reads the table; view.{name} is for the game alone")
        return getattr(self._game, name)

    def __setattr__(self, name: str, value: object) -> None:
        raise Misuse(f"a policy reads the table; it cannot set view.{name}")


def game_behind(view: View) -> PlainGame:
    """Return the game that a view shows, for a search, which plays copies of it."""
    game: PlainGame = view._game
    return game
