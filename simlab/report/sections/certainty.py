"""Section on the certainty of scores: distribution function with a band, convergence."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis import ecdf
from simlab.analysis.tables import Tables
from simlab.report.blocks.convergence import convergence_blocks
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import ecdf as ecdf_figure
from simlab.report.figures.lines import lines_of
from simlab.report.figures.small_multiples import layout_of, narrow_layout_of
from simlab.report.page_table import across
from simlab.report.scenario import labels_by_name
from simlab.report.section import Section
from simlab.report.wording import share


def _ecdf_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the share of games that reach each score."""
    reaching = ecdf.ecdf(tables)
    lines = lines_of(reaching, labels_by_name(tables.main))
    if not lines:
        return
    tiers = tables.facts.bands.tiers
    axis, height = f"score ({tables.facts.score.unit})", "games that reach it"
    starts, narrow = [tier.start for tier in tiers], narrow_layout_of(len(lines))
    ends = " The dotted lines are where the bands begin." if tiers else ""
    yield FigureBlock(
        title="How sure a score is",
        lead=f"The share of games with {tables.main[0].entry} that reach at least this many"
        f" {tables.facts.score.unit}, inside a band that holds for the whole line.{ends}",
        alt=ecdf_figure.describe(lines, "games that reach each score"),
        figure=ecdf_figure.draw(lines, axis, height, layout_of(len(lines)), starts),
        narrow=ecdf_figure.draw(lines, axis, height, narrow, starts) if narrow else None,
        table=across("ecdf", reaching, "points", tables.main, share, ecdf.METHOD),
    )


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    yield from _ecdf_blocks(tables)
    yield from convergence_blocks(tables)


SECTION = Section({"cooperative": 40}, "How sure the numbers are", _blocks)
