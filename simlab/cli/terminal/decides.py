"""Prints what decides: the share of each factor among equal and among unequal players."""

from __future__ import annotations

from simlab.analysis.variance_shares import METHOD, Decides
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.report.page_table import records
from simlab.report.pages.decides import answer, findings, has_total, players_of, total_row
from simlab.report.wording import share


def print_decides(study: Decides, *, explain: bool) -> None:
    """Print the answer, the shares of each metric and table, and further findings."""
    for sentence in answer(study):
        say(sentence)
    groups = study.shares.groupby(["metric", "table"], sort=False) if study.shares.size else ()
    for (metric, table), frame in groups:
        rows: list[list[Cell]] = []
        for row in records(frame):
            alone, total = share(row), share(total_row(row)) if has_total(row) else None
            total_cells = [total.short, total.range] if total else ["–", "–"]
            rows.append([row["factor"], alone.short, alone.range, *total_cells])
        say_heading(f"What decides {metric}, {players_of(study, str(table))}")
        say_table(["factor", ">alone", ">95 %", ">with interactions", ">95 %"], rows)
    for topic, sentence in findings(study).items():
        say(f"{topic}: {sentence}")
    say_notes([METHOD], explain=explain)
