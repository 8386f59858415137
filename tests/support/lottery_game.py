"""A game in plain Python in which each source of chance has a known share of the variance.

A seat gets the die, three points for heads, two for a leap, and one if it is the first.
"""

from __future__ import annotations

from typing import Any

from simlab.plain import PlainGame, define, policy

VARIANCES = {"die": 35 / 12, "coin": 9 / 4, "seat": 1 / 4}
LEAPS = 1.0
"""Variance of the points for a leap that is made in half of all games."""


class Lottery(PlainGame):
    """A die and a coin for all, and a leap for who dares."""

    players = (2, 2)
    sources = ("die", "coin")

    def setup(self, players: int, chance: Any) -> None:
        """Roll the die and toss the coin."""
        self.luck = chance["die"].die() + 3 * chance["coin"].below(2)
        self.leaps, self.n_decided = [0] * players, 0

    def seat(self) -> int | None:
        """Return who decides: each seat once."""
        return self.n_decided if self.n_decided < 2 else None

    def choices(self) -> list[str]:
        """Return that a seat may stay or leap."""
        return ["stay", "leap"]

    def play(self, choice: str) -> None:
        """Write down whether the seat leaps."""
        self.leaps[self.n_decided] = 2 * (choice == "leap")
        self.n_decided += 1

    def scores(self) -> list[int]:
        """Return the points of each seat."""
        return [self.luck + leap + (seat == 0) for seat, leap in enumerate(self.leaps)]


@policy()
def still(view: Any, choices: list[str], chance: Any) -> str:
    """Stays."""
    return "stay"


@policy()
def leaper(view: Any, choices: list[str], chance: Any) -> str:
    """Leaps."""
    return "leap"


GAME = define(Lottery, still, leaper)
