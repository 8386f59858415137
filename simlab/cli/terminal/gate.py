"""Prints the statements of a gate and what the games say of each."""

from __future__ import annotations

from simlab.api.gate import GateResult
from simlab.cli.terminal.output import Cell, say, say_table
from simlab.report.wording import whole
from simlab.studies.gate.answer import (
    LENIENCY,
    answer,
    in_words,
    margin_of,
    value_of,
    witness_sentence,
)
from simlab.studies.gate.result import METHOD


def print_result(result: GateResult, *, explain: bool) -> None:
    """Print the answer, and a row for each statement."""
    gate = result.gate
    rows: list[list[Cell]] = []
    for statement in gate.statements:
        value = value_of(statement)
        games = whole(statement.n_games)
        margin = margin_of(statement)
        rows.append(
            [in_words(statement), value.short, value.range, margin, games, str(statement.decision)]
        )
    say_table(["statement", ">value", ">95 %", ">margin", ">games", "decision"], rows)
    for sentence in filter(None, [*answer(gate), LENIENCY, witness_sentence(gate)]):
        say(sentence)
    if explain:
        say(METHOD)
