"""Variety of games: how many of some deals are different games.

METHODS.md: Games that are alike.
"""

from __future__ import annotations

from dataclasses import dataclass

FEWEST_DIFFERENT = 0.9
"""Part of the deals from which on games are not few. Of 50 deals, 45 are different if there are 250
games, equally frequent; the share of the wins in 250 games has a standard error of 3 points, and no
further deals make it smaller."""
FEWEST_TIMES = 2
"""Times as many games that a small noise must bring: in a tiny game of dice all games are few."""


@dataclass(frozen=True)
class Variety:
    """How many of some deals are different games."""

    n_deals: int
    n_different: int
    n_with_noise: int
    """The same with a small noise of all players; as many as without where these are not few."""

    @property
    def are_few(self) -> bool:
        """Whether the same few games are played again and again."""
        return self.n_different < FEWEST_DIFFERENT * self.n_deals

    @property
    def is_small(self) -> bool:
        """Whether games are few, and a small noise brings many more."""
        return self.are_few and self.n_with_noise >= FEWEST_TIMES * self.n_different
