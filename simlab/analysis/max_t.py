"""Critical value of the max-t statistic (bootstrap), for simultaneous intervals."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

Array = NDArray[Any]

MANY_BLOCKS = 5000
"""Above this the bootstrap is slow and hardly narrows intervals; Bonferroni is used."""


def deviations(blocks: Array, counts: Array | None = None) -> Array:
    """Return deviations from the mean, exactly 0 where all blocks agree."""
    shifted = blocks - blocks[0]
    return np.asarray(shifted - np.average(shifted, axis=0, weights=counts))


def max_t_critical_value(
    centred: Array, counts: Array, level: float, n_resamples: int, seed: int
) -> Any:
    """Return the critical t of each column for simultaneous intervals."""
    n, k = int(counts.sum()), centred.shape[1]
    bonferroni = stdtrit(n - 1, 1 - (1 - level) / (2 * k))
    if n > MANY_BLOCKS:
        return bonferroni
    max_t = _max_t(np.repeat(centred, counts, axis=0), level, n_resamples, seed)
    return np.where(centred.any(axis=0), min(max_t, bonferroni), bonferroni)


def _max_t(centred: Array, level: float, n_resamples: int, seed: int) -> float:
    """Return the quantile of the largest |t| under random sign changes of whole blocks.

    The t of a column depends only on the cosine between its deviations and the signs. As the
    deviations add up to 0, those that change sign make up half of their signed sum.
    """
    n = len(centred)
    lengths = np.sqrt(n * np.square(centred).sum(axis=0))
    directions = 2 * centred / np.where(lengths > 0, lengths, 1)
    rng = np.random.default_rng(seed)
    flips = (rng.integers(2, size=n, dtype=bool) for _ in range(n_resamples))
    cosines = [np.abs(directions[flip].sum(axis=0)).max() for flip in flips]
    cosine = min(np.quantile(cosines, level), 1)
    return float(np.sqrt(n - 1) * np.tan(np.arcsin(cosine)))
