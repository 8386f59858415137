"""Interactions in a sweep: the change whose effect depends most on another rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from simlab.analysis.intervals import Interval, mean_t
from simlab.analysis.multiple_testing import against_base
from simlab.analysis.sweep import Array, SweepEffects


@dataclass(frozen=True)
class Interaction:
    """A change with its effects at two levels of another rule; factors and levels by index."""

    factor: int
    level: int
    other_factor: int
    at: tuple[int, int]
    """Two levels of the other factor."""
    effects: tuple[Interval[float], Interval[float]]
    """Mean effect of the change at each of them, 95 % each."""
    low: float
    high: float
    """Simultaneous interval for the difference of the two effects."""


def largest_interaction(effects: SweepEffects) -> Interaction | None:
    """Return the largest interaction that is surely there; None without any, or if no full grid.

    Of every two factors that with fewer levels makes the change. METHODS.md: Interactions.
    """
    contrasts = list(_contrasts(effects)) if effects.is_full_grid and effects.n_blocks > 1 else []
    if not contrasts:
        return None
    blocks = np.stack(
        [first_effect - second_effect for _, (first_effect, second_effect) in contrasts], axis=1
    )
    intervals = against_base(blocks, are_shares=effects.metric.is_share)
    is_sure = (intervals.low > 0) | (intervals.high < 0)
    if not is_sure.any():
        return None
    best = int(np.argmax(np.where(is_sure, np.abs(intervals.estimate), -1.0)))
    (factor, level, other_factor, *at), level_effects = contrasts[best]
    first_mean, second_mean = map(mean_t, level_effects)
    low, high = float(intervals.low[best]), float(intervals.high[best])
    return Interaction(
        factor, level, other_factor, (at[0], at[1]), (first_mean, second_mean), low, high
    )


def _contrasts(effects: SweepEffects) -> Iterator[tuple[tuple[int, ...], tuple[Array, Array]]]:
    """Yield each change, two levels of another factor, and the effect at both in each block."""
    sizes = [len(factor.levels) for factor in effects.factors]
    for pair in combinations(range(len(sizes)), 2):
        factor, other_factor = sorted(pair, key=lambda index: sizes[index])
        base = effects.factors[factor].base
        for level in set(range(sizes[factor])) - {base}:
            level_effects = [
                effects.mean({factor: level, other_factor: to})
                - effects.mean({factor: base, other_factor: to})
                for to in range(sizes[other_factor])
            ]
            for at in combinations(range(sizes[other_factor]), 2):
                yield (
                    (factor, level, other_factor, *at),
                    (level_effects[at[0]], level_effects[at[1]]),
                )
