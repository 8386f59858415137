"""Prints the finalists of a tuning study and what fresh deals say of each target."""

from __future__ import annotations

from simlab.api.tune import TuneResult
from simlab.cli.terminal.output import Cell, say, say_notes, say_table
from simlab.report.page_table import records
from simlab.report.wording import begin_sentence
from simlab.studies.tune.answer import (
    METHOD,
    SEARCH_METHOD,
    UNCHANGED,
    answer,
    findings,
    target_text,
    value_of,
)


def print_result(result: TuneResult, *, explain: bool) -> None:
    """Print the answer, a row for each finalist and target, and further findings."""
    tuned = result.tuned
    for sentence in answer(tuned):
        say(sentence)
    targets = records(tuned.targets)
    rows: list[list[Cell]] = []
    for row in records(tuned.values):
        target = targets[row["target"]]
        value = value_of(target, row)
        is_first = row["target"] == 0
        rows.append(
            [
                (row["changes"] or UNCHANGED) if is_first else "",
                f"{row['cost']:.2f}" if is_first else "",
                target_text(target),
                value.short,
                value.range,
                str(row["status"]),
            ]
        )
    say_table(["changes", ">cost", "target", ">fresh deals", ">95 %", "decision"], rows)
    for topic, sentence in findings(tuned).items():
        say(f"{topic}: {begin_sentence(sentence)}")
    say_notes([METHOD, SEARCH_METHOD], explain=explain)
