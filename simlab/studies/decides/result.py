"""What decides: shares of the variance of results by source of chance, choices, skill and seat.

The games of a block are an orthogonal array: two games in different columns share one factor or
none. Others redraw one factor and keep the rest (pick and freeze). METHODS.md: What decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.studies.sensitivity.result import (
    LEVEL,
    Variances,
    Weights,
    bootstrap,
    equal_weights,
    variance_between,
)

Array = NDArray[Any]

REPLICATES = 6
"""Games of a block that share one draw of a factor and no other. Chance shares of 0.1 to 0.3 are
measured best by 1 / share games."""
FEWEST_DRAWS = 11
"""Draws of each factor in a block, at least; a prime."""

DIGITS = 12
"""Decimals of a share; further ones are rounding error."""
TAIL = (1 - LEVEL) / 2

CHANCE, CHOICES, SKILL = "chance", "choices", "skill"
"""Kinds of factors."""
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
    """CHANCE, CHOICES or SKILL."""


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
    apart: Array
    """Product of the results of two games that share no factor, shape (blocks,)."""
    shared: Array
    """Product of the results of two games that share one factor, shape (blocks, factors)."""
    redrawn: Array
    """Half the square of the change when one factor is redrawn, shape (blocks, factors)."""
    is_inert: Array
    """Whether no game has changed when this factor was redrawn, shape (factors,)."""

    def variances(self, weights: Weights) -> Variances:
        """Return the variances by the seat, then by each factor; the seat has no total one."""
        of_blocks = weights.blocks / weights.blocks.sum(axis=1, keepdims=True)
        seat = variance_between(self.results.T, weights.blocks)
        whole = of_blocks @ (self.squares - self.apart) + seat
        alone = np.where(self.is_inert, 0.0, self.shared - self.apart[:, None])
        first = np.column_stack([seat, of_blocks @ alone])
        return Variances(whole, first, of_blocks @ self.redrawn, np.empty((len(whole), 0)))


def block_means(results: Array) -> BlockMeans:
    """Return the means of results with the shape (blocks, REPLICATES + factors, draws, seats)."""
    # products of large numbers would cancel badly
    centred = results - results.mean()
    played, changed = np.split(centred, [REPLICATES], axis=1)
    n_factors, n = changed.shape[1:3]
    squares = np.square(played)
    of_pairs = [_products_by_draw(played, squares, factor) for factor in range(n_factors)]
    n_games, n_pairs = REPLICATES * n, REPLICATES * (REPLICATES - 1) * n
    products = np.square(played.sum(axis=(1, 2))) - squares.sum(axis=(1, 2)) - sum(of_pairs)
    difference = changed - played[:, :1]
    return BlockMeans(
        results=played.mean(axis=(1, 2)),
        squares=squares.mean(axis=(1, 2, 3)),
        apart=products.mean(axis=1) / (n_games * (n_games - 1) - n_factors * n_pairs),
        shared=np.stack([pairs.mean(axis=1) / n_pairs for pairs in of_pairs], axis=1),
        redrawn=np.square(difference).mean(axis=(2, 3)) / 2,
        is_inert=~difference.any(axis=(0, 2, 3)),
    )


def _products_by_draw(played: Array, squares: Array, factor: int) -> Array:
    """Return the products of all pairs that share a draw of a factor, shape (blocks, seats)."""
    # turned back by as many games as its draws are ahead: games with the same draw meet
    by_draw = sum(
        np.roll(played[:, replicate], replicate * factor, axis=1) for replicate in range(REPLICATES)
    )
    return np.asarray((np.square(by_draw) - squares.sum(axis=1)).sum(axis=1))


def variance_shares(results: Array, factors: Sequence[Factor]) -> pd.DataFrame:
    """Return a row per factor, for the seat and for interactions; none if results do not vary.

    `estimate` is the share alone, `total` that with interactions, `part` that of a bar that adds up
    to 1. `results` has the shape (blocks, REPLICATES + factors, draws, seats).
    """
    means = block_means(results)
    estimate = _Estimate(means)
    if not estimate.is_measured:
        return pd.DataFrame()
    first = estimate.shares(lambda variances: variances.first)
    # a factor decides alone at most what it decides with its interactions
    total = np.maximum(estimate.shares(lambda variances: variances.total), first[:, 1:])
    most = _most_of_inert(results, estimate.observed.whole[0])
    # a bootstrap of games that never changed would say 0 for certain
    first[2, 1:][means.is_inert] = total[2][means.is_inert] = most
    rows = [
        _row(factor.name, factor.kind, first[:, 1 + index], total[:, index])
        for index, factor in enumerate(factors)
    ]
    unknown = np.full(3, np.nan)
    if means.results.shape[1] > 1:
        rows.append(_row(SEAT, SEAT, first[:, 0], unknown))
    estimates = [row["estimate"] for row in rows]
    rest = round(max(0.0, 1 - sum(estimates)), DIGITS)
    together = estimate.shares(lambda variances: variances.together, np.array([rest]))
    together[2] += most * means.is_inert.any()
    rows.append(_row(INTERACTIONS, INTERACTIONS, together[:, 0].clip(0, 1), unknown))
    parts = np.array([*estimates, rest]) / max(1.0, sum(estimates))
    return pd.DataFrame(rows).assign(part=parts, n=len(results))


def luck_share(results: Array, factors: Sequence[Factor]) -> pd.DataFrame:
    """Return the share of all chance together, without skill.

    No row if skill is no factor, or if results do not vary.
    """
    kinds = [factor.kind for factor in factors]
    estimate = _Estimate(block_means(results))
    if SKILL not in kinds or not estimate.is_measured:
        return pd.DataFrame()
    skill = kinds.index(SKILL)
    luck = estimate.shares(
        lambda variances: (variances.whole - variances.first[:, 0] - variances.total[:, skill])[
            :, None
        ]
    )
    return pd.DataFrame([{**_interval(luck[:, 0]), "n": len(results)}])


class _Estimate:
    """Variances of what was played, and of bootstrap samples of its blocks."""

    def __init__(self, means: BlockMeans) -> None:
        n_blocks = len(means.squares)
        self.observed = means.variances(equal_weights(n_blocks))
        self.samples = means.variances(bootstrap(n_blocks))

    @property
    def is_measured(self) -> bool:
        """Whether the interval of the variance lies above 0."""
        return bool(np.quantile(self.samples.whole, TAIL) > 0)

    def shares(self, part: Callable[[Variances], Array], shown: Array | None = None) -> Array:
        """Return the shares of parts of the variance with their bounds, shape (3, parts).

        What is `shown`, by default the estimates from 0 to 1, keeps the errors of the estimates:
        the bounds of one below 0 would leave nothing.
        """
        estimates = part(self.observed)[0] / self.observed.whole[0]
        shown = estimates.clip(0, 1) if shown is None else shown
        drawn = part(self.samples) / self.samples.whole[:, None]
        # moved along with an estimate that is cut at 0, so that the interval keeps its width
        errors = np.quantile(drawn, [TAIL, 1 - TAIL], axis=0) - estimates
        return np.stack([shown, *(shown + errors)]).clip(0, 1).round(DIGITS)


def _most_of_inert(results: Array, whole: float) -> float:
    """Return the largest share of a factor that has changed no game when it was redrawn.

    The chance that it changes one is at most that with which these games show no change in 5 % of
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
        **_interval(first),
        **dict(zip(("total", "total_low", "total_high"), map(float, total), strict=True)),
    }


def _interval(bounds: Array) -> dict[str, float]:
    """Return an estimate and its bounds by their names."""
    return dict(zip(("estimate", "low", "high"), map(float, bounds), strict=True))


@dataclass(frozen=True, eq=False)
class Decides:
    """What decides a game, among equal and among unequal players."""

    policy: str
    """Policy of equal players."""
    among: tuple[str, ...]
    """Policies from which each of the unequal players is drawn; empty if there is just one."""
    players: int
    shares: pd.DataFrame
    """Rows of `variance_shares` for each metric, the headline metric first, and table.

    Empty where no result varies.
    """
    luck: pd.DataFrame
    """Share of all chance together, without skill, among unequal players, for each metric."""
    n_games: int
