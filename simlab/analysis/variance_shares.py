"""What decides: shares of the variance of results by source of chance, choices, skill and seat.

The games of a block are an orthogonal array: two games in different columns share one factor or
none. Others redraw one factor and keep the rest (pick and freeze). METHODS.md: What decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.sensitivity import (
    LEVEL,
    Variances,
    Weights,
    mean_products,
    shares,
    variance_between,
)

Array = NDArray[Any]

REPLICATES = 6
"""Games of a block that share one draw of a factor and no other. Chance shares of 0.1 to 0.3 are
measured best by 1 / share games."""
FEWEST_DRAWS = 11
"""Draws of each factor in a block, at least; a prime."""

EQUAL, UNEQUAL = "equal players", "unequal players"
SEAT, INTERACTIONS = "seat", "interactions"
METHOD = (
    "Shares of the variance of one seat’s result, a mean over seats. Alone: what the factor decides"
    " whatever the others are (Sobol, games that share this factor only). With interactions: what"
    " changes if it alone is redrawn (Jansen). The seat: the variance of the means of the seats."
    " 95 % intervals of each share by bootstrap over blocks of games."
)


@dataclass(frozen=True)
class Factor:
    """Something that differs from game to game."""

    name: str
    kind: str
    """`chance`, `choices` or `skill`."""


def n_draws(n_factors: int) -> int:
    """Return how often a block draws each factor: a prime, so that no two games share two draws."""
    fewest = max(FEWEST_DRAWS, n_factors, REPLICATES)
    return next(n for n in count(fewest) if all(n % i for i in range(2, n)))


def block_design(n_factors: int) -> Array:
    """Return the draw of each factor in each game of a block.

    The shape is (REPLICATES + factors, draws, factors). The last games are those of the first
    replicate with one factor redrawn.
    """
    n = n_draws(n_factors)
    draws, factors = np.arange(n)[:, None], np.arange(n_factors)
    replicates = [(draws + replicate * factors) % n for replicate in range(REPLICATES)]
    redrawn = [draws + n * (factors == factor) for factor in factors]
    return np.stack(replicates + redrawn)


@dataclass(frozen=True, eq=False)
class BlockMeans:
    """Means over the games of each block, and over seats unless there is an axis of them."""

    results: Array
    """Result of each seat, shape (blocks, seats)."""
    squares: Array
    """Square of the result, shape (blocks,)."""
    shared: Array
    """Product of the results of two games that share one factor, shape (blocks, factors)."""
    redrawn: Array
    """Half the square of the change when one factor is redrawn, shape (blocks, factors)."""
    is_inert: Array
    """Whether no game has changed when this factor was redrawn, shape (factors,)."""

    def variances(self, weights: Weights) -> Variances:
        """Return the variances by the seat, then by each factor; the seat has no total one.

        Where chance makes the estimate of one alone negative, it is 0, so that what is left to
        interactions is the rest.
        """
        n_blocks = weights.blocks.sum(axis=1)
        seats = self.results.T
        chance = mean_products(seats, seats, weights.blocks).mean(axis=1)
        seat = variance_between(seats, weights.blocks)
        whole = weights.blocks @ self.squares / n_blocks - chance + seat
        by_factor = weights.blocks @ self.shared / n_blocks[:, None] - chance[:, None]
        first = np.column_stack([seat, np.where(self.is_inert, 0.0, by_factor)]).clip(0)
        total = weights.blocks @ self.redrawn / n_blocks[:, None]
        return Variances(whole, first, total, np.empty((len(whole), 0)))


def block_means(results: Array) -> BlockMeans:
    """Return the means of results with the shape (blocks, REPLICATES + factors, draws, seats)."""
    centred = results - results.mean(axis=(0, 1, 2))
    played, changed = np.split(centred, [REPLICATES], axis=1)
    squares = np.square(played)
    shared = []
    for factor in range(changed.shape[1]):
        by_draw = [
            np.roll(played[:, replicate], replicate * factor, axis=1)
            for replicate in range(REPLICATES)
        ]
        products = np.square(np.sum(by_draw, axis=0)) - squares.sum(axis=1)
        shared.append(products.mean(axis=(1, 2)) / (REPLICATES * (REPLICATES - 1)))
    difference = changed - played[:, :1]
    return BlockMeans(
        results=played.mean(axis=(1, 2)),
        squares=squares.mean(axis=(1, 2, 3)),
        shared=np.stack(shared, axis=1),
        redrawn=np.square(difference).mean(axis=(2, 3)) / 2,
        is_inert=~difference.any(axis=(0, 2, 3)),
    )


def variance_shares(results: Array, factors: Sequence[Factor]) -> pd.DataFrame:
    """Return a row per factor, for the seat and for interactions; none if results do not vary.

    `estimate` is the share alone, `total` that with interactions, `part` that of a bar that adds up
    to 1. `results` has the shape (blocks, REPLICATES + factors, draws, seats).
    """
    means = block_means(results)
    n_blocks, n_seats = means.results.shape
    whole, bounds = shares(means.variances, n_blocks)
    if np.isnan(whole):
        return pd.DataFrame()
    first, total = bounds["first"], bounds["total"]
    most = _most_of_inert(results, whole)
    first[2, 1:][means.is_inert] = total[2][means.is_inert] = most
    rows = [
        _row(factor.name, factor.kind, first[:, 1 + index], total[:, index])
        for index, factor in enumerate(factors)
    ]
    if n_seats > 1:
        rows.append(_row(SEAT, SEAT, first[:, 0], np.full(3, np.nan)))
    estimates = [row["estimate"] for row in rows]
    rows.append(_row(INTERACTIONS, INTERACTIONS, bounds["together"][:, 0], np.full(3, np.nan)))
    alone = sum(estimates)
    parts = np.array([*estimates, max(0.0, 1 - alone)]) / max(1.0, alone)
    return pd.DataFrame(rows).assign(part=parts, n=n_blocks)


def _most_of_inert(results: Array, whole: float) -> float:
    """Return the largest share of a factor that has changed no game when it was redrawn.

    The chance that it changes one is at most that of which so many games show none in 5 % of
    studies, and a game can change by the range of results.
    """
    n_blocks, _, n, _ = results.shape
    most_changed = 1 - (1 - LEVEL) ** (1 / (n_blocks * n))
    ranges = np.ptp(results, axis=(0, 1, 2))
    return float(min(1.0, most_changed * np.square(ranges).mean() / 2 / whole))


def _row(name: str, kind: str, first: Array, total: Array) -> dict[str, Any]:
    """Return the row of a factor."""
    return {
        "factor": name,
        "kind": kind,
        **dict(zip(("estimate", "low", "high"), map(float, first), strict=True)),
        **dict(zip(("total", "total_low", "total_high"), map(float, total), strict=True)),
    }


@dataclass(frozen=True, eq=False)
class Decides:
    """What decides a game, among equal and among unequal players."""

    policy: str
    """Policy of equal players."""
    among: tuple[str, ...]
    """Policies from which each of the unequal players is drawn; empty if there is just one."""
    players: int
    shares: pd.DataFrame
    """Rows of `variance_shares` for each table (`players`) and metric, the headline metric first.

    Empty where no result varies.
    """
    n_games: int
