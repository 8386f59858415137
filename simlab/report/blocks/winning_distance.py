"""Figure block on losers: what each of them misses to win in each way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from simlab.analysis import winning_distance
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import stack
from simlab.report.figures.stack import Bar, Stack
from simlab.report.page_table import PageTable, across, records
from simlab.report.scenario import labels_by_name
from simlab.report.style import band_colour
from simlab.report.wording import number, share

MEAN = "mean"
FAR = 5
"""Losers who miss this many or more are one piece of the bar."""
MISSING = [*map(str, range(FAR)), f"{FAR} or more"]
COLOURS = [band_colour(n_missing, FAR + 1) for n_missing in range(FAR + 1)]


def distance_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on what losers miss."""
    if winning_distance.distance(tables, tables.main).empty:
        return
    plot = _stack(tables)
    yield FigureBlock(
        title=tables.facts.distances.title,
        lead=f"How much each loser with {tables.main[0].entry} misses at the end on each way: none,"
        " one, two and so on; at the right the mean.",
        alt=stack.describe(plot),
        figure=stack.draw(plot),
        table=_table(tables),
    )


def _stack(tables: Tables) -> Stack:
    """Return a bar for each way, in pieces for those who miss none, one, two and so on."""
    shares, means = (
        winning_distance.distance(tables, tables.main),
        winning_distance.mean(tables, tables.main),
    )
    groups = []
    for scenario, name in labels_by_name(tables.main).items():
        scenario_shares = shares[shares["scenario"] == scenario]
        totals = records(means[means["scenario"] == scenario])
        bars = [
            _bar(row, scenario_shares[scenario_shares["what"] == row["what"]]) for row in totals
        ]
        groups.append((name, [bar for bar in bars if bar.pieces]))
    series = [name for name in MISSING if any(name in b.pieces for _, bars in groups for b in bars)]
    colours = [COLOURS[MISSING.index(name)] for name in series]
    looks: dict[str, Any] = {"say": share, "scale": 100}
    return Stack(groups, series, "share of the losers (%)", colours, **looks)


def _table(tables: Tables) -> PageTable:
    shares, means = (
        winning_distance.distance(tables, tables.main),
        winning_distance.mean(tables, tables.main),
    )
    return across(
        "distances",
        pd.concat([shares, means.assign(missing=MEAN)]),
        "what",
        tables.main,
        lambda row: number(row) if row["missing"] == MEAN else share(row),
        f"{winning_distance.METHOD} {winning_distance.MEAN_METHOD}",
        ["missing"],
    )


def _bar(total: dict[str, Any], shares: pd.DataFrame) -> Bar:
    """Return the losers of one way, those who miss much taken together."""
    near = {str(row["missing"]): row for row in records(shares[shares["missing"] < FAR])}
    far = shares[shares["missing"] >= FAR]
    if len(far):
        sums = {name: float(far[name].sum()) for name in ("estimate", "low", "high")}
        # sums of bounds may be beyond 1
        near[MISSING[FAR]] = sums | {"high": min(sums["high"], 1.0)}
    return Bar(total["what"], near, total)
