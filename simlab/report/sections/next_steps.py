"""Section on what to try next: undecided numbers with the commands that decide them."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis.tables import Tables
from simlab.report.answers.next_steps import steps
from simlab.report.blocks.next_steps import next_section
from simlab.report.figure_block import PageSection
from simlab.report.provenance import provenance
from simlab.report.section import SectionSeries

FILE = "The experiment file stands under “Make it again”."


def _sections(tables: Tables) -> Iterator[PageSection]:
    yield from next_section(steps(tables, provenance(tables).command), FILE)


PAGES = {"competitive": 200, "cooperative": 200, "points": 200, "houserule": 200, "sweep": 200}
SECTION = SectionSeries(PAGES, _sections, in_short=True)
