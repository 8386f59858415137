"""Section of a page on what to try next: undecided numbers with the commands that decide them."""

from __future__ import annotations

from collections.abc import Sequence

from simlab.report.figure_block import PageSection, Story
from simlab.report.more_games import NextStep

TITLE = "What to try next"
LEAD = "These numbers are not decided. More games decide them."


def next_section(steps: Sequence[NextStep], note: str = "") -> list[PageSection]:
    """Return the section on the next steps, if there are any, with a note on their commands."""
    stories = [Story(step.what, step.sentence, [step.command]) for step in steps]
    return [PageSection(TITLE, f"{LEAD} {note}".strip(), stories=stories)] if stories else []
