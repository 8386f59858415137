"""Table of metrics by both sets of rules: values, change, margin, chance and verdict."""

from __future__ import annotations

import pandas as pd

from simlab.analysis import rule_comparison
from simlab.analysis.rule_comparison import CHANGED, UNCHANGED
from simlab.report.answers.metric_change import (
    change_of,
    margin_of,
    value_of,
    verdict_of,
)
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.wording import (
    Row,
    n_of,
)

HEADS = (
    "metric",
    UNCHANGED,
    CHANGED,
    "change",
    "margin",
    "in standard deviations",
    "chance",
    "verdict",
)


CHANCE = 0.001
"""Smallest q value that is written in digits."""


def metric_table(rows: pd.DataFrame, slug: str) -> PageTable:
    """Return the table of some metrics."""
    family = f"{n_of(rows['family'].iloc[0], 'metric')} in this group."
    cells = [_cells(row) for row in records(rows)]
    return PageTable(slug, HEADS, cells, f"{rule_comparison.METHOD} {family}", rows)


def _cells(row: Row) -> list[Cell]:
    return [
        row["label"],
        value_of(row, UNCHANGED),
        value_of(row, CHANGED),
        change_of(row),
        margin_of(row),
        "–" if pd.isna(row["standard"]) else f"{row['standard']:+.2f}",
        f"below {CHANCE}" if row["q"] < CHANCE else f"{row['q']:.3f}",
        verdict_of(row),
    ]
