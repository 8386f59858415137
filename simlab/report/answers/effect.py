"""Effect of a rule change on a metric in words: mean, change, interval, verdict."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis import sweep
from simlab.analysis.metric import Metric
from simlab.analysis.sweep import SweepEffects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.report.page_table import Cell, records
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    FormattedEstimate,
    Row,
    difference,
    difference_of_shares,
    n_of,
    number,
    share,
    with_unit,
)

Line = dict[str, Any]

WORDS = {
    Verdict.MORE: "more",
    Verdict.LESS: "less",
    Verdict.SAME: "the same within it",
    Verdict.UNDECIDED: "not decided yet",
    Verdict.DEPENDS: "depends on who plays",
}
"""Verdicts where the margin stands nearby."""

VERDICTS = {
    Verdict.MORE: "higher by more than {}",
    Verdict.LESS: "lower by more than {}",
    Verdict.SAME: "the same within {}",
    Verdict.UNDECIDED: "not decided yet",
    Verdict.DEPENDS: "depends on who plays",
}


def value_of(metric: Metric, row: Row) -> FormattedEstimate:
    """Return the mean of a metric, which a row has beside its change."""
    return share(mean_of(row)) if metric.is_share else number(mean_of(row))


def mean_of(row: Row) -> Line:
    """Return the mean and its interval, which a row has beside its change."""
    return {"estimate": row["mean"], "low": row["mean_low"], "high": row["mean_high"]}


def change_of(metric: Metric, row: Row) -> FormattedEstimate:
    """Return a difference of means of a metric."""
    return difference_of_shares(row) if metric.is_share else difference(row)


def amount(effects: SweepEffects) -> str:
    """Return the margin with its unit: `2 points`."""
    return with_unit(scale_of(effects) * effects.margin, unit_of(effects))


def verdict_words(effects: SweepEffects, row: Row) -> str:
    """Return a verdict in words."""
    return VERDICTS[row["verdict"]].format(amount(effects))


def unit_of(effects: SweepEffects) -> str:
    """Return the unit of changes."""
    return PERCENTAGE_POINTS if effects.metric.is_share else effects.metric.unit


def scale_of(effects: SweepEffects) -> int:
    """Return what turns a change into that unit."""
    return 100 if effects.metric.is_share else 1


def axis_of(effects: SweepEffects) -> str:
    """Return the label of an axis of changes."""
    return f"change of the {effects.metric.label} ({unit_of(effects)})"


def rows_of(frame: pd.DataFrame, effects: SweepEffects) -> list[Line]:
    """Return the rows of an answer with as many players."""
    return records(frame[frame["players"] == effects.players])


def players_of(tables: Tables, effects: SweepEffects) -> str:
    """Return what tells one number of players from the others; nothing where there is only one."""
    return n_of(effects.players, "player") if len(sweep_effects(tables)) > 1 else ""


def number_heads(effects: SweepEffects) -> list[str]:
    """Return the heads of the columns that `numbers` fills."""
    return [effects.metric.label, "change", "verdict"]


def numbers(effects: SweepEffects, row: Line) -> list[Cell]:
    """Return mean, change and verdict as cells of a table."""
    value = value_of(effects.metric, row)
    if row["is_base"]:
        return [value, "–", "unchanged"]
    return [value, change_of(effects.metric, row), verdict_words(effects, row)]


def by_change(tables: Tables, effects: SweepEffects) -> list[Line]:
    """Return the rows of all cells but the unchanged rules, the largest change first."""
    changed_rows = [row for row in rows_of(sweep.cells(tables), effects) if not row["is_base"]]
    return sorted(changed_rows, key=lambda row: -abs(row["estimate"]))
