"""Sections on the changes of all metrics under a rule change: a forest plot for each group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from simlab.analysis import rule_comparison
from simlab.analysis.rule_comparison import CHANGED, UNCHANGED, Comparison
from simlab.analysis.tables import Tables
from simlab.game.facts import METRIC_GROUPS
from simlab.report.answers.metric_change import (
    bounds_of,
    change_of,
    pairs_that_differ,
    rank_metrics,
    table_of,
    value_of,
)
from simlab.report.blocks.metric_table import metric_table
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import forest
from simlab.report.figures.forest import Change
from simlab.report.page_table import records
from simlab.report.section import SectionSeries
from simlab.report.wording import (
    Row,
    join_list,
    n_of,
)

LEAD = (
    "Largest changes first. The stripe of a row is its margin, the smallest change of interest;"
    f" grey is what stays within it or is not decided. {rule_comparison.MARGINS}"
)


def _sections(tables: Tables) -> Iterator[PageSection]:
    """Yield a section for each group of metrics, with a forest for each number of players.

    If no metric of a group varies there is only the table, where none changes nothing.
    """
    for group in METRIC_GROUPS:
        blocks, still = [], []
        for pair in pairs_that_differ(tables):
            rows = rank_metrics(tables, pair)
            group_rows = rows[rows["group"] == group]
            if group_rows["standard"].notna().any():
                blocks.append(_forest_block(pair, group, group_rows))
            elif len(group_rows):
                table = metric_table(group_rows, f"{group}_{pair.players}")
                still.append(replace(table, players=pair.players))
        if blocks or still:
            yield PageSection(group.capitalize(), tables=still, blocks=blocks)


def _forest_block(pair: Comparison, group: str, rows: pd.DataFrame) -> FigureBlock:
    changes = [_change(row) for row in records(rows.dropna(subset=["standard"]))]
    return FigureBlock(
        title=f"With {table_of(pair)}",
        lead=" ".join(_lead(rows)),
        alt=forest.describe(changes),
        figure=forest.draw(changes),
        narrow=forest.draw_narrow(changes),
        table=metric_table(rows, f"{group}_{pair.players}"),
        players=pair.players,
    )


def _lead(rows: pd.DataFrame) -> Iterator[str]:
    yield LEAD
    idle = rows[rows["standard"].isna()]["label"].tolist()
    if idle:
        yield f"The same in every game by both rules, and not drawn: {join_list(idle)}."
    left_out = rows[rows["left_out"] > 0]
    for row in records(left_out):
        deals = n_of(row["left_out"], "deal")
        yield f"Left out of {row['label']} are {deals} in which it has no meaning by one of them."


def _change(row: Row) -> Change:
    return Change(
        label=row["label"],
        standard=bounds_of(row, "standard"),
        margin=row["standard_margin"],
        verdict=row["verdict"],
        unchanged=value_of(row, UNCHANGED).value,
        changed=value_of(row, CHANGED).value,
        difference=change_of(row),
    )


SECTION = SectionSeries({"houserule": 10}, _sections, in_short=True)
