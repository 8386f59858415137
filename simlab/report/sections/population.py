"""Section on other policies: the largest effects of a rule change with each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from simlab.analysis import rule_comparison
from simlab.analysis.rule_comparison import Comparison, comparisons
from simlab.analysis.tables import Tables
from simlab.report.answers.metric_change import change_of, rank_metrics
from simlab.report.answers.population import deals_played, direction, elsewhere
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.section import Section
from simlab.report.wording import PERCENTAGE_POINTS, FormattedEstimate, join_list

MOST_OF_A_GROUP = 2
"""Metrics of each group that the table has."""
METHOD = (
    "Intervals as in the tables of their groups; of the other policies, who play fewer games, 95 %"
    " for all of a row together (Bonferroni)."
)
LEAD = (
    "The main change and the largest of each group, with the line-up and where each other policy"
    " sits in all seats. A change that goes the other way with others is about who plays, not about"
    " the rules alone."
)


def _tables(tables: Tables) -> Iterator[PageTable]:
    """Yield the table of each number of players for which other policies played."""
    for pair in comparisons(tables):
        if _is_moved_elsewhere(tables, pair):
            yield _table(tables, pair)


def _is_moved_elsewhere(tables: Tables, pair: Comparison) -> bool:
    """Whether other policies played, and any metric changes with them or the line-up."""
    other_pairs = rule_comparison.other_comparisons(tables, pair)
    all_pairs = (pair, *other_pairs)
    return bool(other_pairs) and not all(
        rule_comparison.has_no_effect(tables, comparison) for comparison in all_pairs
    )


def _table(tables: Tables, pair: Comparison) -> PageTable:
    """Return the table of the largest changes of each group, with a column for each policy."""
    rows = _largest_changes(tables, pair)
    metric_rows = [elsewhere(tables, pair, row["metric"]) for row in rows]
    policies = list(
        dict.fromkeys(policy for rows_by_policy in metric_rows for policy in rows_by_policy)
    )
    cells: list[list[Cell]] = [
        [
            _head(row),
            _bare(row),
            *(_bare(rows_by_policy[name]) if name in rows_by_policy else "–" for name in policies),
            direction(row, rows_by_policy),
        ]
        for row, rows_by_policy in zip(rows, metric_rows, strict=True)
    ]
    lineup = join_list(pair.unchanged.policies)
    heads = ["metric", lineup, *policies, "direction"]
    frame = pd.DataFrame(
        {**row, "policy": policy}
        for main, rows_by_policy in zip(rows, metric_rows, strict=True)
        for policy, row in {lineup: main, **rows_by_policy}.items()
    )
    method = f"{METHOD} {deals_played(metric_rows[0])}".rstrip()
    return PageTable(
        f"population_{pair.players}", heads, cells, method, frame, players=pair.players
    )


def _head(row: dict[str, Any]) -> str:
    """Return the label of a metric with its unit, unless the label is the unit."""
    unit = row["unit"] or PERCENTAGE_POINTS
    return row["label"] if unit == row["label"] else f"{row['label']} ({unit})"


def _bare(row: dict[str, Any]) -> FormattedEstimate:
    return replace(change_of(row), unit="")


def _largest_changes(tables: Tables, pair: Comparison) -> list[dict[str, Any]]:
    """Return the main change and the largest clear ones of each group."""
    main, rows = rule_comparison.headline_effect(tables, pair), rank_metrics(tables, pair)
    clear = rows[rows["verdict"].isin(rule_comparison.CLEAR)]
    first = clear[clear["metric"] != main["metric"]].groupby("group", sort=False)
    return [main, *records(first.head(MOST_OF_A_GROUP))]


SECTION = Section({"houserule": 20}, "With other policies", _tables, lead=LEAD)
