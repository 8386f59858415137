"""Design effect: variance of a share over blocks of games, relative to independent games.

It is 1 where the games of a block have nothing in common, and their number where they all agree.
METHODS.md: Games that share a block.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri, stdtrit

Array = NDArray[Any]

UNKNOWN = -1
"""Category of a game that does not count."""


class BlockSums(NamedTuple):
    """Sums over blocks of the games in each category, and of all games that count."""

    n: int
    """Blocks with a game that counts."""
    size: float
    size_squares: float
    totals: Array
    squares: Array
    crossed: Array
    """Sums of the games in a category times all games of the block."""

    @property
    def effects(self) -> Array:
        """Design effect of the share of each category."""
        return design_effects(*self._squares)

    @property
    def largest_effect(self) -> float:
        """Largest variance of a share, relative to the largest of independent games."""
        squares, independent = self._squares
        ends = [
            np.array([variances.max(), variances.sum()]) for variances in (squares, independent)
        ]
        return float(design_effects(*ends).max())

    @property
    def _squares(self) -> tuple[Array, Array]:
        """Sums of squared deviations of blocks, and those expected of independent games."""
        shares = self.totals / self.size
        squares = self.squares - 2 * shares * self.crossed + shares**2 * self.size_squares
        # a sum of squares about 0 may come out negative by rounding
        corrected = np.maximum(squares, 0) * self.n / max(self.n - 1, 1)
        return corrected, self.size * shares * (1 - shares)


def design_effects(variances: Array, independent: Array) -> Array:
    """Return the design effect of each of several shares, from variances of blocks and of games.

    It is its own or that of all together, the larger one: few games of a rare category tell little
    of what they have in common. Infinite where no share varies.
    """
    total_independent = independent.sum()
    if not total_independent:
        return np.full(len(variances), np.inf)
    ratios = np.zeros(len(variances))
    np.divide(variances, independent, out=ratios, where=independent > 0)
    return np.asarray(np.maximum(ratios, variances.sum() / total_independent))


def inflations(effects: ArrayLike | None, per_block: int, n: int, level: float) -> Array:
    """Return by how much more games are needed than if they were independent.

    Effects estimated from few blocks are raised as Student's quantile is above the normal one.
    """
    if effects is None or n < 2:
        return np.asarray(float(per_block))
    quantile = (1 + level) / 2
    few = np.square(stdtrit(n - 1, quantile) / ndtri(quantile))
    # never below 1: blocks that seem to help by chance would make the interval too short
    return np.asarray(np.minimum(np.maximum(effects, 1) * few, per_block))


def sums_of_blocks(batches: Iterable[Array]) -> BlockSums:
    """Sum up the games in each category, shape (blocks, categories)."""
    return _add_batches(_sums(batch, batch.sum(axis=1)) for batch in batches)


def sums_at_most(batches: Iterable[Array]) -> BlockSums:
    """Sum up the games in each category or an earlier one, from the same batches."""
    return _add_batches(_sums(batch.cumsum(axis=1), batch.sum(axis=1)) for batch in batches)


def places_of(values: Array, numbers: Array) -> Array:
    """Return the place of each number among increasing values, UNKNOWN where it is nan."""
    return np.where(np.isnan(numbers), UNKNOWN, np.searchsorted(values, np.nan_to_num(numbers)))


def by_block(categories: Array, n_categories: int) -> Array:
    """Return the number of games in each category, shape (blocks, categories).

    `categories` has the category of each game, shape (blocks, games).
    """
    known = categories != UNKNOWN
    cells = np.arange(len(categories))[:, None] * n_categories + np.where(known, categories, 0)
    counts = np.bincount(
        cells.ravel(), weights=known.ravel(), minlength=len(categories) * n_categories
    )
    return counts.reshape(-1, n_categories)


def _sums(block_counts: Array, sizes: Array) -> BlockSums:
    return BlockSums(
        int((sizes > 0).sum()),
        float(sizes.sum()),
        float(np.square(sizes).sum()),
        block_counts.sum(axis=0),
        np.square(block_counts).sum(axis=0),
        (block_counts * sizes[:, None]).sum(axis=0),
    )


def _add_batches(batch_sums: Iterable[BlockSums]) -> BlockSums:
    n, *sums = zip(*batch_sums, strict=True)
    return BlockSums(sum(n), *(np.sum(part_sums, axis=0) for part_sums in sums))
