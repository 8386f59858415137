"""Prints which rules cause the variation of a metric, alone and with interactions."""

from __future__ import annotations

import math

from simlab.analysis.sensitivity import METHOD
from simlab.api.sensitivity import SensitivityResult
from simlab.cli.terminal.output import Cell, say, say_notes, say_table
from simlab.report.answers.sensitivity import answer, findings, first_share, total_share
from simlab.report.page_table import records
from simlab.report.wording import begun, share


def print_result(study: SensitivityResult, *, explain: bool) -> None:
    """Print the answer, a row for each factor, and further findings."""
    result = study.sensitivity
    for sentence in answer(result):
        say(sentence)
    rows: list[list[Cell]] = []
    for row in records(result.effects):
        if math.isnan(total_share(row)["estimate"]):
            continue  # nothing varies, so that it has no causes
        alone, total = share(first_share(row)), share(total_share(row))
        rows.append(
            [row["factor"], row["kind"], alone.short, alone.range, total.short, total.range]
        )
    heads = ["factor", "kind", ">alone", ">95 %", ">with interactions", ">95 %"]
    if rows:
        say_table(heads, rows)
    for topic, sentence in findings(result).items():
        say(f"{topic}: {begun(sentence)}")
    say_notes([METHOD], explain=explain)
