"""Length of games: the clocks that measure it, and bounds for its quantiles, such as `rounds_p95`.

METHODS.md: A quantile of game length against a bound.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

CLOCKS = ("rounds", "turns", "decisions")
"""Columns that measure the length of a game, the preferred one first."""
QUANTILE = re.compile(rf"({'|'.join(CLOCKS)})_p([1-9]\d?)")
"""A clock, and the percentage of games that are no longer than its quantile."""

Bounds = tuple[str, float | None, float | None]
"""A metric with its lowest and its highest mean."""


def is_quantile(metric: str) -> bool:
    """Return whether a metric is a quantile of game length."""
    return QUANTILE.fullmatch(metric) is not None


def within(length: int, clock: str) -> str:
    """Return the name of the metric: the share of games that end within a length."""
    return f"within_{length}_{clock}"


def bounds_on_means(metric: str, low: float | None, high: float | None) -> Iterator[Bounds]:
    """Yield bounds for means that say the same as those for a metric.

    A quantile is at most `high` exactly if its share of games ends within `high`, and at least
    `low` exactly if fewer end before. Other metrics keep their bounds.
    """
    match = QUANTILE.fullmatch(metric)
    if match is None:
        yield metric, low, high
        return
    clock, share = match[1], int(match[2]) / 100
    if high is not None:
        yield within(math.floor(high), clock), share, None
    if low is not None:
        # lengths are whole numbers: at least 5 is not within 4
        yield within(math.ceil(low) - 1, clock), None, share
