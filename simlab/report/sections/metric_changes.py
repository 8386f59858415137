"""Plates on what a change of the rules changes: a forest and a table for each group of metrics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from simlab.analysis import rule_comparison
from simlab.analysis.metric import GROUPS
from simlab.analysis.rule_comparison import CHANGED, UNCHANGED, Comparison, comparisons
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.report.answers.effect import WORDS
from simlab.report.answers.run import players_of
from simlab.report.figure_block import FigureBlock, Section
from simlab.report.figures import forest
from simlab.report.figures.forest import Change
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.wording import (
    Row,
    Spoken,
    difference_of_shares,
    listed,
    measured,
    n_of,
    number,
    share,
)
from simlab.report.wording import difference as signed

HEADS = (
    "number",
    UNCHANGED,
    CHANGED,
    "change",
    "margin",
    "in standard deviations",
    "chance",
    "verdict",
)
CHANCE = 0.001
"""Below this the share of chance is not told in digits."""
LEAD = (
    "Largest changes first. The stripe of a row is its margin, the smallest change of interest;"
    f" grey is what stays within it or is not decided. {rule_comparison.MARGINS}"
)


def ranked(tables: Tables, pair: Comparison) -> pd.DataFrame:
    """Return all metrics of a pair, the largest changes first, those that never vary last."""
    rows = rule_comparison.effects(tables, pair)
    sizes = rows["standard"].abs().sort_values(ascending=False, kind="stable")
    return rows.loc[sizes.index]


def moved_pairs(tables: Tables) -> list[Comparison]:
    """Return the pairs of which some game goes otherwise by the changed rules."""
    return [pair for pair in comparisons(tables) if not rule_comparison.has_no_effect(tables, pair)]


def group_sections(tables: Tables) -> Iterator[Section]:
    """Yield a section for each group of metrics, with a forest for each number of players.

    Where no number of a group ever varies there is only the table, where none changes nothing.
    """
    for group in GROUPS:
        plates, still = [], []
        for pair in moved_pairs(tables):
            rows = ranked(tables, pair)
            own = rows[rows["group"] == group]
            if own["standard"].notna().any():
                plates.append(_forest_plate(pair, group, own))
            elif len(own):
                still.append(sheet_of(own, f"{group}_{pair.players}"))
        if plates or still:
            yield Section(group.capitalize(), sheets=still, plates=plates)


def _forest_plate(pair: Comparison, group: str, rows: pd.DataFrame) -> FigureBlock:
    changes = [_change(row) for row in records(rows.dropna(subset=["standard"]))]
    return FigureBlock(
        title=f"With {table_of(pair)}",
        lead=" ".join(_lead(rows)),
        alt=forest.describe(changes),
        figure=forest.draw(changes),
        narrow=forest.draw_narrow(changes),
        sheet=sheet_of(rows, f"{group}_{pair.players}"),
    )


def table_of(pair: Comparison) -> str:
    """Return how many sit at the table of a pair, and who they are."""
    return f"{n_of(pair.players, 'player')} and {players_of(pair.unchanged)}"


def value_of(row: Row, side: str) -> Spoken:
    """Return a metric by one set of rules, in words."""
    bounds = bounds_of(row, side)
    return number(bounds) if row["unit"] else share(bounds)


def bounds_of(row: Row, side: str) -> dict[str, float]:
    """Return the mean of a metric by one set of rules, and its interval."""
    return {"estimate": row[side], "low": row[f"{side}_low"], "high": row[f"{side}_high"]}


def change_of(row: Row) -> Spoken:
    """Return the change of a metric in words, with its unit."""
    if not row["unit"]:
        return difference_of_shares(row)
    return replace(signed(row), unit=f" {row['unit']}")


def margin_of(row: Row) -> str:
    """Return the margin of a metric with its unit."""
    if not row["margin"]:
        return "–"
    return (
        measured(row["margin"], row["unit"])
        if row["unit"]
        else measured(100 * row["margin"], "points")
    )


def verdict_of(row: Row) -> str:
    """Return the verdict in words; what never varies has no margin to stay within."""
    is_surely_same = row["verdict"] == Verdict.SAME and not row["margin"]
    return "the same" if is_surely_same else WORDS[row["verdict"]]


def _lead(rows: pd.DataFrame) -> Iterator[str]:
    yield LEAD
    idle = rows[rows["standard"].isna()]["label"].tolist()
    if idle:
        yield f"The same in every game by both rules, and not drawn: {listed(idle)}."
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


def sheet_of(rows: pd.DataFrame, slug: str) -> PageTable:
    """Return the table of some metrics."""
    family = f"{n_of(rows['family'].iloc[0], 'number')} in this group."
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
