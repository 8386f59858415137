"""Sentence on a mean whose blocks have hardly varied, so that no interval is given."""

from __future__ import annotations

import math

from simlab.analysis.intervals import Interval
from simlab.analysis.value_range import ENOUGH_BLOCKS, FEWEST_DIFFERENT
from simlab.report.wording import n_of, whole


def is_unknown(interval: Interval[float]) -> bool:
    """Return whether nothing is known of a mean on one side or both."""
    return math.isinf(interval.low) or math.isinf(interval.high)


def hardly_varies(subject: str, n_blocks: int, noun: str) -> str:
    """Say why a mean has no interval yet, and after how many blocks it has one."""
    return (
        f"{subject} has no interval yet: its range is not known, and fewer than"
        f" {FEWEST_DIFFERENT} of {n_of(n_blocks, noun)} differ from the commonest value, so that a"
        " rare one may be far away. It has an interval once as many differ, or after"
        f" {whole(ENOUGH_BLOCKS)}."
    )
