"""Is a number more or less than another by more than a margin, or the same within it?"""

from __future__ import annotations

from enum import StrEnum

from simlab.analysis.intervals import Interval


class Verdict(StrEnum):
    """What an interval says of a number."""

    MORE = "more"
    LESS = "less"
    SAME = "same"
    UNDECIDED = "not decided"


def verdict(interval: Interval[float], margin: float, *, fair: float = 0.0) -> Verdict:
    """Compare a number with what is fair, as far as its whole interval agrees.

    With a margin of 0 it may be more or less; the same only where the interval has no width.
    """
    if interval.low > fair + margin:
        return Verdict.MORE
    if interval.high < fair - margin:
        return Verdict.LESS
    is_within = fair - margin <= interval.low and interval.high <= fair + margin
    return Verdict.SAME if is_within else Verdict.UNDECIDED
