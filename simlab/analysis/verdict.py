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
    DEPENDS = "depends on who plays"


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


def verdict_beside(
    verdict_of_lineup: Verdict,
    interval: Interval[float],
    strongest: Interval[float],
    margin: float,
    *,
    fair: float = 0.0,
) -> Verdict:
    """Return the verdict on an interval, withdrawn if that of the strongest player contradicts it.

    It contradicts more or less if both intervals lie apart and the strongest player's is not on the
    same side of the fair value; the same, if its whole interval is beyond the margin.
    """
    if verdict_of_lineup == Verdict.SAME:
        is_beyond = verdict(strongest, margin, fair=fair) in (Verdict.MORE, Verdict.LESS)
        return Verdict.DEPENDS if is_beyond else verdict_of_lineup
    if verdict_of_lineup not in (Verdict.MORE, Verdict.LESS):
        return verdict_of_lineup
    is_on_same_side = (
        strongest.low > fair if verdict_of_lineup == Verdict.MORE else strongest.high < fair
    )
    is_withdrawn = are_apart(interval, strongest) and not is_on_same_side
    return Verdict.DEPENDS if is_withdrawn else verdict_of_lineup


def are_apart(first_interval: Interval[float], second_interval: Interval[float]) -> bool:
    """Say whether two intervals share no value."""
    return first_interval.high < second_interval.low or second_interval.high < first_interval.low
