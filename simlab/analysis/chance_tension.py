"""Tension by winning chances: uncertainty, volatility, drama and decision from rollouts.

The rollouts of a position are two independent halves: one says who leads, the other how much. With
one for both, the chance of the leader would be too high.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.intervals import mean_t

Array = NDArray[Any]

METHOD = (
    "From rollouts of positions at the start of a turn, at most 24 of a game, evenly spaced, with"
    " 50 in each of two halves: the first says who leads, the second how much. Means over games; t"
    " intervals on games, 95 % each."
)


@dataclass(frozen=True, eq=False)
class GameChances:
    """The winning chances in one game, position by position."""

    parts: Array
    """The part of the game that is over at each position."""
    chances: Array
    """Shares of the wins in the rollouts, shape (positions, halves, seats)."""
    n_rollouts: float
    """Rollouts in each half; infinite where chances have no error of rollouts."""
    result: Array
    """The share of the win of each seat in the game."""
    n_turns: int
    """Turns of the game; the positions are starts of turns, some or all of them."""

    @property
    def winner(self) -> int | None:
        """The seat that won alone."""
        winners = np.flatnonzero(self.result == 1)
        return int(winners[0]) if len(winners) else None

    @property
    def leaders(self) -> Array:
        """The seat that leads by the first half, at each position; its chance is in the second."""
        return np.asarray(self.chances[:, 0].argmax(axis=1))


@dataclass(frozen=True)
class Measure:
    """A number of each game whose mean over games is reported, in a unit that is empty for shares.

    The mean of squares is reported as its root.
    """

    label: str
    of_game: Callable[[GameChances], float]
    unit: str = ""
    low: float | None = 0
    high: float | None = 1
    is_square: bool = False


def chance_measures(games: Sequence[GameChances]) -> pd.DataFrame:
    """Return the mean of each measure over games, left out where fewer than two have it."""
    rows = []
    for name, measure in MEASURES.items():
        values = np.array([measure.of_game(game) for game in games], dtype=float)
        known = values[~np.isnan(values)]
        if len(known) > 1:
            interval = mean_t(known, low=measure.low, high=measure.high)
            ends = interval._asdict()
            if measure.is_square:
                # a product of two halves may be below 0 by chance
                roots = {end: max(ends[end], 0.0) ** 0.5 for end in ("estimate", "low", "high")}
                ends |= roots
            rows.append({"name": name, "label": measure.label, "unit": measure.unit, **ends})
    return pd.DataFrame(rows)


def uncertainty(game: GameChances) -> float:
    """Return the mean entropy of the chances over that of even chances.

    Entropies of shares are too low on average; half of the number of seats that win less one, over
    the number of rollouts, is added (G. A. Miller 1955), up to the entropy of even chances.
    """
    chances = game.chances.mean(axis=1)
    logs = np.log(chances, out=np.zeros_like(chances), where=chances > 0)
    n_rollouts = game.chances.shape[1] * game.n_rollouts
    corrected = -(chances * logs).sum(axis=1) + ((chances > 0).sum(axis=1) - 1) / (2 * n_rollouts)
    return float(np.minimum(corrected / np.log(chances.shape[1]), 1).mean())


def volatility(game: GameChances) -> float:
    """Return the mean square of the changes of chances in a turn, without their error.

    The changes in the two halves are multiplied, as their errors are independent. The last change
    is that to the result. The square of a change over several turns is on average the sum of those
    of each turn, since nobody knows before in which direction a chance will change.
    """
    result = np.broadcast_to(game.result, (1, *game.chances.shape[1:]))
    changes = np.diff(np.concatenate([game.chances, result]), axis=0)
    # a square of one half would contain the variance of its rollouts
    return float((changes[:, 0] * changes[:, 1]).mean(axis=1).sum() / game.n_turns)


def drama(game: GameChances) -> float:
    """Return the mean root of the distance of the later winner to the leader, where behind."""
    if game.winner is None:
        return np.nan
    positions = np.arange(len(game.leaders))
    # who leads comes from the first half: in the same one, luck would add to its lead
    second_half = game.chances[:, 1]
    behind = np.maximum(second_half[positions, game.leaders] - second_half[:, game.winner], 0)
    is_behind = game.leaders != game.winner
    return float(np.sqrt(behind[is_behind]).mean()) if is_behind.any() else 0.0


def decided_at(game: GameChances) -> float:
    """Return the part of the game after which the later winner leads at each position."""
    if game.winner is None:
        return np.nan
    led_by_others = np.flatnonzero(game.leaders != game.winner)
    first = led_by_others[-1] + 1 if len(led_by_others) else 0
    return float(game.parts[first]) if first < len(game.parts) else 1.0


def chance_of_leader(percent: int) -> Callable[[GameChances], float]:
    """Return a function for the chance of the leader after a percentage of the game."""

    def chance(game: GameChances) -> float:
        nearest = int(np.abs(game.parts - percent / 100).argmin())
        return float(game.chances[nearest, 1, game.leaders[nearest]])

    return chance


MEASURES = {
    "uncertainty": Measure("uncertainty", uncertainty),
    "volatility": Measure(
        "change of a chance in a turn", volatility, low=None, high=None, is_square=True
    ),
    "drama_by_chances": Measure("drama", drama, "√chance"),
    "decided_by_chances": Measure("part of the game until it is decided", decided_at),
    **{
        f"leader_{percent}_by_chances": Measure(
            f"chance of the leader after {percent}\u202f%", chance_of_leader(percent)
        )
        for percent in (25, 50, 75)
    },
}
"""The measures by name."""
