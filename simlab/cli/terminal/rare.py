"""Prints the probability of a rare result."""

from __future__ import annotations

from simlab.api.rare import RareResult
from simlab.cli.terminal.output import Cell, say, say_heading, say_table
from simlab.report.page_table import records
from simlab.report.wording import share

METHOD = (
    "Multilevel splitting in independent replicates; t interval of the logarithm of their mean,"
    " 95 %."
)


def print_result(result: RareResult) -> None:
    """Print the answer and the stages."""
    for sentence in result.sentences:
        say(sentence)
    stages = result.frames.get("stages")
    if not result.is_reached or stages is None:
        return
    rows: list[list[Cell]] = []
    for row in records(stages):
        estimate = share(row)
        rows.append([str(row["stage"]), estimate.short, estimate.range])
    say_heading("Games of each stage that reach the next")
    say_table([">stage", ">share", ">95 %"], rows)
    say(METHOD)
