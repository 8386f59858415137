"""Figure block on the reasons why games end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis import band, end_reason
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.dots import Dots, Group
from simlab.report.figures.from_rows import dots_by
from simlab.report.page_table import across
from simlab.report.scenario import called, capped_sentence, ordered
from simlab.report.wording import share


def end_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the reasons why games end, where there are several."""
    if not tables.facts.ends.labels:
        return
    ends = end_reason.end(tables)
    reasons = _reasons(ends)
    groups = [
        Group(name, dots_by(_among(ends, scenario, "end", reasons), "end", reasons))
        for scenario, name in called(tables.main).items()
    ]
    plot = Dots(groups, "share of games (%)", reasons, is_share=True)
    title = "How often each way wins" if tables.facts.ends.winning else "Why a game ends"
    yield FigureBlock(
        title=title,
        lead=f"Share of games with {tables.main[0].entry} by the way they end."
        f" {capped_sentence(tables)}",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=across("end", ends, "end", ordered(tables), share, end_reason.METHOD),
    )


def _reasons(ends: pd.DataFrame) -> list[str]:
    """Return the ends that are drawn: the capped only if there are any."""
    reasons = ends["end"].unique().tolist()
    has_capped = (ends[ends["end"] == band.CAPPED]["estimate"] > 0).any()
    return reasons if has_capped else [name for name in reasons if name != band.CAPPED]


def _among(frame: pd.DataFrame, scenario: str, key: str, values: Sequence[str]) -> pd.DataFrame:
    return frame[(frame["scenario"] == scenario) & frame[key].isin(values)]
