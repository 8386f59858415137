"""Verdict of an interval against a margin: more, less, same or not decided."""

from __future__ import annotations

from enum import StrEnum

from simlab.analysis.intervals import Interval


class Verdict(StrEnum):
    """Verdict of an interval against a margin."""

    MORE = "more"
    LESS = "less"
    SAME = "same"
    UNDECIDED = "not decided"


def verdict(interval: Interval[float], margin: float, *, fair: float = 0.0) -> Verdict:
    """Return the verdict that the whole interval supports, relative to a fair value.

    With a margin of 0 it is the same only if the interval has no width.
    """
    if interval.low > fair + margin:
        return Verdict.MORE
    if interval.high < fair - margin:
        return Verdict.LESS
    is_within = fair - margin <= interval.low and interval.high <= fair + margin
    return Verdict.SAME if is_within else Verdict.UNDECIDED
