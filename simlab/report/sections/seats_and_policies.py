"""Section on seats and policies: wins of each policy in each seat, in all line-ups."""

from __future__ import annotations

from simlab.analysis.tables import Tables
from simlab.report.blocks.winners import lineup_blocks, sentence_on_shared_wins
from simlab.report.section import Section


def _title(tables: Tables) -> str:
    return f"{tables.facts.seats.many.capitalize()} and policies"


SECTION = Section(
    {"competitive": 30, "points": 30}, _title, lineup_blocks, lead=sentence_on_shared_wins
)
