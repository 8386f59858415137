"""Figure block on points by source: winners against the others."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis import winner_profile
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.from_rows import by_players
from simlab.report.page_table import across
from simlab.report.wording import difference


def apart_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the source of points that sets winners apart from the others."""
    source_facts = tables.facts.score_sources
    if source_facts is None:
        return
    apart = winner_profile.apart(tables, source_facts.name)
    if apart["estimate"].isna().all():
        return
    unit = tables.facts.score.unit
    plot = by_players(
        tables, apart, "option", f"{unit} more than the others", 0.0, is_difference=True
    )
    yield FigureBlock(
        title="What sets winners apart",
        lead=f"{unit.capitalize()} of the winner from each source, less the mean of the others,"
        f" with {tables.main[0].entry}. Right of the dashed line winners have more.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=across(
            "apart", apart, "option", tables.main, difference, winner_profile.APART_METHOD
        ),
    )
