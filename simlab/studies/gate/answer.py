"""Sentences on a gate: how many statements hold, and each statement in words."""

from __future__ import annotations

from simlab.analysis.intervals import Interval
from simlab.experiment.lineup import in_short
from simlab.game.strengths import WITNESS_GAMES
from simlab.report.answers.range_unknown import hardly_varies, is_unknown
from simlab.report.answers.withdrawn import DEPENDS, both_answers
from simlab.report.wording import (
    THIN,
    FormattedEstimate,
    begin_sentence,
    join_list,
    n_of,
    number,
    share,
    whole,
    with_unit,
)
from simlab.studies.gate.result import Decision, GateAnswer, StatementAnswer

VERBS = {
    Decision.HOLDS: ("holds", "hold"),
    Decision.FAILS: ("fails", "fail"),
    Decision.UNDECIDED: ("is not decided", "are not decided"),
    Decision.DEPENDS: (DEPENDS, "depend on who plays"),
}
"""What one statement does, and what several do."""
LENIENCY = "A bound that is missed by less than the margin may pass."


def answer(gate: GateAnswer) -> list[str]:
    """Return how many statements hold, fail and are not decided."""
    decisions = [statement.decision for statement in gate.statements]
    if gate.holds:
        every = (
            "the statement holds"
            if len(decisions) == 1
            else f"all {len(decisions)} statements hold"
        )
        return [f"{gate.title}: {every}."]
    counts = {kind: decisions.count(kind) for kind in Decision}
    counts_phrase = join_list([f"{n} {VERBS[kind][n > 1]}" for kind, n in counts.items() if n])
    return [
        f"{gate.title}: of {n_of(len(decisions), 'statement')}, {counts_phrase}.",
        *dict.fromkeys(
            hardly_varies(_subject(statement), int(statement.value.n), "block")
            for statement in gate.statements
            if statement.decision == Decision.UNDECIDED and is_unknown(statement.value)
        ),
        *(
            f"“{begin_sentence(in_words(statement))}” {contradiction(statement)}."
            for statement in gate.statements
            if statement.decision == Decision.DEPENDS
        ),
    ]


def contradiction(statement: StatementAnswer) -> str:
    """Return what the line-up and the strongest player show, where they contradict each other."""
    witness = statement.contradicting
    assert witness is not None, "only a strongest player contradicts"
    return both_answers(
        join_list(in_short([*dict.fromkeys(statement.policies)])),
        value_of(statement).full,
        witness.policy,
        _format_value(statement, witness.value).full,
        n_of(witness.n_games, "game"),
        statement.strongest,
    )


def witness_sentence(gate: GateAnswer) -> str:
    """Say which strongest players played besides those of the file; empty if none did."""
    players = dict.fromkeys(
        witness.policy for statement in gate.statements for witness in statement.witnesses
    )
    if not players:
        return ""
    n_depending = sum(statement.decision == Decision.DEPENDS for statement in gate.statements)
    contradicted = n_of(n_depending, "statement") if n_depending else "no statement"
    noun, verb = ("player", "contradicts") if len(players) == 1 else ("players", "contradict")
    return (
        f"{join_list([*players])}, the strongest {noun} measured, played each table, too (at most"
        f" {whole(WITNESS_GAMES)} games), and {verb} {contradicted}."
    )


def in_words(statement: StatementAnswer) -> str:
    """Return a statement: `gap between seats, 4 players: at most 3 %`."""
    rules = "".join(f"; {change}" for change in statement.changes)
    return f"{where(statement)}: {bounds(statement)}{rules}"


def where(statement: StatementAnswer) -> str:
    """Return the metric and the number of players."""
    return f"{statement.label}, {n_of(statement.players, 'player')}"


def _subject(statement: StatementAnswer) -> str:
    return f"{begin_sentence(statement.label)} with {n_of(statement.players, 'player')}"


def bounds(statement: StatementAnswer) -> str:
    """Return the bounds of a statement: `at least 4 and at most 9 rounds`."""
    ends = {"at least": statement.at_least, "at most": statement.at_most}
    return " and ".join(
        f"{word} {end_in_words(statement, end)}" for word, end in ends.items() if end is not None
    )


def end_in_words(statement: StatementAnswer, end: float) -> str:
    """Return a bound with its unit."""
    return with_unit(end, statement.unit) if statement.unit else f"{100 * end:g}{THIN}%"


def value_of(statement: StatementAnswer) -> FormattedEstimate:
    """Return the value of a statement with its interval, for people."""
    return _format_value(statement, statement.value)


def _format_value(statement: StatementAnswer, value: Interval[float]) -> FormattedEstimate:
    row = value._asdict()
    return number(row) if statement.unit else share(row)


def margin_of(statement: StatementAnswer) -> str:
    """Return the margin by which a bound may be missed, with its unit."""
    if statement.unit:
        return with_unit(statement.margin, statement.unit)
    return f"{100 * statement.margin:g} pp"
