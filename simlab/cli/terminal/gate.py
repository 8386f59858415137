"""Prints the statements of a gate and what the games say of each."""

from __future__ import annotations

from simlab.api.gate import GateResult, in_words, value_of
from simlab.cli.terminal.output import Cell, say, say_table
from simlab.report.wording import whole

METHOD = (
    "Empirical likelihood at planned looks; at most 5 % of gates decide any statement wrongly. A"
    " statement holds if its value is within the bound and the margin, and fails if it is beyond"
    " the bound. Intervals hold at every look."
)


def print_gate(result: GateResult, *, explain: bool) -> None:
    """Print the answer, and a row for each statement."""
    rows: list[list[Cell]] = []
    for each in result.judged:
        value = value_of(each)
        games = whole(each.n_games)
        rows.append([in_words(each), value.short, value.range, games, str(each.decision)])
    say_table(["statement", ">value", ">95 %", ">games", "decision"], rows)
    for sentence in result.sentences:
        say(sentence)
    if explain:
        say(METHOD)
