"""Prints the result of a sweep: the mean and the effect of each cell."""

from __future__ import annotations

from typing import Any

from simlab.analysis.sweep import METHOD, SweepEffects, cells, sweep_effects
from simlab.analysis.tables import Tables
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.cli.terminal.verdict import verdict_text
from simlab.report.answers.effect import amount, change_of, rows_of, value_of
from simlab.report.answers.sweep import answer, rule_text
from simlab.report.wording import FormattedEstimate, begin_sentence, n_of

Content = dict[str, Any]

HEADS = [">mean", ">95 %", ">change", ">95 %", "!verdict", "rules"]
MOST_ROWS = 15
"""Cells in the printed table: those with the largest changes."""


def print_sweep(tables: Tables, *, explain: bool) -> None:
    """Print the result of a sweep, a table per number of players."""
    for sentence in (*rule_text(tables), *answer(tables)):
        say(sentence)
    for effects in sweep_effects(tables):
        print_metric_effects(tables, effects)
    say_notes([METHOD], explain=explain)


def print_metric_effects(tables: Tables, effects: SweepEffects) -> None:
    """Print the unchanged rules, then the cells with the largest changes."""
    base, *changed_rows = rows_of(cells(tables), effects)
    changed_rows.sort(key=lambda row: -abs(row["estimate"]))
    players, label = n_of(effects.players, "player"), begin_sentence(effects.metric.label)
    say_heading(f"{label} with {players}; the margin is {amount(effects)}")
    unchanged = [*_estimate_cells(value_of(effects.metric, base)), "", "", "", base["cell"]]
    say_table(HEADS, [unchanged, *(_line(effects, row) for row in changed_rows[:MOST_ROWS])])
    if len(changed_rows) > MOST_ROWS:
        say(
            f"{len(changed_rows) - MOST_ROWS} more sets of rules with smaller changes are in the"
            " report."
        )


def _line(effects: SweepEffects, row: Content) -> list[Cell]:
    value, change = value_of(effects.metric, row), change_of(effects.metric, row)
    verdict = verdict_text(row["verdict"])
    return [*_estimate_cells(value), change.short, change.range, verdict, row["cell"]]


def _estimate_cells(estimate: FormattedEstimate) -> list[str]:
    return [estimate.short, estimate.range]
