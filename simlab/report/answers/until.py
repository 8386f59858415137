"""Sentences on a run that stops once the interval of a metric is narrow."""

from __future__ import annotations

from simlab.analysis.precision import Precision, precisions
from simlab.analysis.tables import Tables
from simlab.report.wording import FormattedEstimate, n_of, number, share, with_unit

METHOD = (
    "Until: empirical likelihood at looks known beforehand; the interval of the named metric holds"
    " at all of them together, 95 %."
)


def until_sentences(tables: Tables) -> list[str]:
    """Say of each scenario after how many games it stopped, with the interval of the metric."""
    answers = precisions(tables)
    return [_sentence(answer, is_one_of_several=len(answers) > 1) for answer in answers]


def in_short(precision: Precision) -> str:
    """Return the progress: the games so far and the interval."""
    return f"{n_of(precision.n_games, 'game')}, {precision.metric.label} {_value(precision).full}"


def _sentence(precision: Precision, *, is_one_of_several: bool) -> str:
    where = f"{precision.scenario.name}: " if is_one_of_several else ""
    games, value = n_of(precision.n_games, "game"), _value(precision)
    estimate = f"{precision.metric.label}: {value.value} ({value.range}), valid at every look"
    asked = half_width(precision)
    if precision.is_reached:
        return f"{where}stopped after {games} with an interval within ±{asked} for {estimate}."
    if precision.is_spent:
        return (
            f"{where}after {games}, the most that it may take, the interval is wider than ±{asked}"
            f" for {estimate}."
        )
    return f"{where}not finished: after {games} the interval is wider than ±{asked} for {estimate}."


def half_width(precision: Precision) -> str:
    """Return the half-width that was asked for, with its unit."""
    if precision.metric.is_share:
        return with_unit(100 * precision.half_width, "percentage points")
    return with_unit(precision.half_width, precision.metric.unit)


def _value(precision: Precision) -> FormattedEstimate:
    row = precision.interval._asdict()
    return share(row, 1) if precision.metric.is_share else number(row)
