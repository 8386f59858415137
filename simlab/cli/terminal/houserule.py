"""Prints the effect of a rule change: the answer and the largest changes, as text or JSON."""

from __future__ import annotations

from typing import Any

from simlab.analysis import rule_comparison
from simlab.analysis.rule_comparison import (
    CHANGED,
    MARGINS,
    UNCHANGED,
    comparisons,
)
from simlab.analysis.tables import Tables
from simlab.api.contents.houserule import content
from simlab.api.run import Run
from simlab.cli.terminal.assumptions import say_how_to_vary
from simlab.cli.terminal.output import (
    Cell,
    from_here,
    say,
    say_heading,
    say_json,
    say_line,
    say_next_step,
    say_notes,
    say_table,
)
from simlab.cli.terminal.verdict import verdict_text
from simlab.report.answers import certificate, houserule
from simlab.report.answers.assumptions import rests_most_on
from simlab.report.answers.metric_change import change_of, most_telling, pairs_that_differ, value_of
from simlab.report.page_table import records
from simlab.report.rulebook import patch_titles

MOST_ROWS = 12
"""Metrics that are printed; the page has all."""
HEADS = ("metric", ">from → to", ">change", ">95 %", "!verdict")


def print_houserule(run: Run, as_json: bool, *, explain: bool) -> None:
    """Write the page of a house rule and print the changes, as text or JSON."""
    folder = from_here(run.folder)
    page, tables = Run(folder).page(assumptions=0), Tables(folder)
    if as_json:
        head = {"run": str(folder), "key": tables.described["key"], "report": str(page)}
        say_json({**head, **content(tables)})
        return
    heading = (*patch_titles(tables), *houserule.rule_text(tables), *certificate.sentence(tables))
    for line in heading:
        say(line)
    say()
    for pair in comparisons(tables):
        say(" ".join(houserule.answer_of(tables, pair)))
    say(houserule.warning(tables))
    for topic, sentence in houserule.certainty(tables):
        say(f"{topic}: {sentence}")
    if not rests_most_on(tables):
        say_how_to_vary(tables, run.folder)
    for pair in pairs_that_differ(tables):
        say_heading(f"Changes with {houserule.table_of(pair)}")
        say_table(HEADS, [_row(row) for row in records(most_telling(tables, pair))[:MOST_ROWS]])
    say_notes([rule_comparison.METHOD, MARGINS], explain=explain)
    say_next_step(run.next_steps)
    say_line(f"Run: {folder}")
    say_line(f"Open {page} in a browser.")


def _row(row: dict[str, Any]) -> list[Cell]:
    change = change_of(row)
    return [
        row["label"],
        " → ".join(value_of(row, side).short for side in (UNCHANGED, CHANGED)),
        change.short,
        change.range,
        verdict_text(row["verdict"]),
    ]
