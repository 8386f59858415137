"""A change of a metric in words: its interval, and whether it is more than the margin."""

from __future__ import annotations

from simlab.analysis.metric import Metric
from simlab.analysis.seat import LESS, MORE, SAME, UNDECIDED
from simlab.report.wording import (
    Row,
    Spoken,
    difference,
    difference_of_shares,
    number,
    share,
)

VERDICTS = {
    MORE: "more by over {}",
    LESS: "less by over {}",
    SAME: "the same within {}",
    UNDECIDED: "not decided yet",
}


def value_of(metric: Metric, row: Row) -> Spoken:
    """Return the mean of a metric."""
    return share(row) if metric.is_share else number(row)


def change_of(metric: Metric, row: Row) -> Spoken:
    """Return a difference of means of a metric."""
    return difference_of_shares(row) if metric.is_share else difference(row)


def amount(metric: Metric, size: float) -> str:
    """Return a size of change with its unit: `2 points`."""
    return f"{100 * size:g} points" if metric.is_share else f"{size:g} {metric.unit}"


def judged(metric: Metric, margin: float, verdict: str) -> str:
    """Return a verdict in words."""
    return VERDICTS[verdict].format(amount(metric, margin))
