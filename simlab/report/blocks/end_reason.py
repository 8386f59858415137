"""Figure block on the reasons why games end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis import end_reason
from simlab.analysis.band import CAPPED
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.dots import Dots, Group
from simlab.report.figures.from_rows import dots_by
from simlab.report.page_table import PageTable, across
from simlab.report.scenario import labels_by_name, order_scenarios, sentence_on_capped
from simlab.report.wording import share

BOTH = 2
"""Of two ends only one is drawn: its share gives that of the other."""


def end_blocks(tables: Tables) -> Iterator[FigureBlock | PageTable]:
    """Yield the figure block on the reasons why games end; only the table if there is one."""
    if not tables.facts.ends.labels:
        return
    ends = end_reason.end(tables)
    reasons = _reasons(tables, ends)
    if len(reasons) < BOTH:
        yield _table(tables, ends)
        return
    drawn = reasons[1:] if len(reasons) == BOTH else reasons
    groups = [
        Group(name, dots_by(_among(ends, scenario, drawn), "end", drawn))
        for scenario, name in labels_by_name(tables.main).items()
    ]
    prefix = f"{drawn[0]}, " if len(drawn) == 1 else ""
    plot = Dots(groups, f"{prefix}share of games (%)", drawn, is_share=True)
    title = "How often each way wins" if tables.facts.ends.winning else "Why a game ends"
    yield FigureBlock(
        title=title,
        lead=f"Share of games with {tables.main[0].entry} by the way they end."
        f"{_rest(reasons)} {sentence_on_capped(tables)}",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_table(tables, ends),
    )


def _table(tables: Tables, ends: pd.DataFrame) -> PageTable:
    """Return the table of all ends that occur; the CSV file has the others too."""
    met = ends[ends["end"].isin(ends[ends["estimate"] > 0]["end"])]
    rows = across("end", met, "end", order_scenarios(tables), share, end_reason.METHOD)
    return rows.with_frame(ends)


def only_end_sentence(tables: Tables) -> str:
    """Say how all games end, where they all end alike and no figure is drawn."""
    if not tables.facts.ends.labels:
        return ""
    reasons = _reasons(tables, end_reason.end(tables))
    if len(reasons) != 1:
        return ""
    only = reasons[0]
    return sentence_on_capped(tables) if only == CAPPED else f"All games end in one way: {only}."


def _rest(reasons: Sequence[str]) -> str:
    """Say how the games end that are not drawn."""
    return f" All others: {reasons[0]}." if len(reasons) == BOTH else ""


def _reasons(tables: Tables, ends: pd.DataFrame) -> list[str]:
    """Return the ends that occur in the main scenarios, in the order of the game."""
    main_ends = ends[ends["scenario"].isin([scenario.name for scenario in tables.main])]
    met = set(main_ends[main_ends["estimate"] > 0]["end"])
    return [name for name in main_ends["end"].unique() if name in met]


def _among(frame: pd.DataFrame, scenario: str, ends: Sequence[str]) -> pd.DataFrame:
    return frame[(frame["scenario"] == scenario) & frame["end"].isin(ends)]
