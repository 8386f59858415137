"""Page on a gate: statements about the balance of a game, those that fail first."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from simlab.report.figure_block import FigureBlock
from simlab.report.figures import limits
from simlab.report.figures.limits import Limit
from simlab.report.page_table import Cell, PageTable
from simlab.report.provenance import sentences
from simlab.report.study_page import StudyPage
from simlab.report.wording import n_of, tight, whole
from simlab.studies.gate.answer import (
    LENIENCY,
    answer,
    bounds,
    contradiction,
    end_in_words,
    in_words,
    margin_of,
    value_of,
    where,
    witness_sentence,
)
from simlab.studies.gate.result import METHOD, Decision, GateAnswer, StatementAnswer

STATEMENTS = "Statements, those that fail first"
MANNER = (
    "The statements are about tables of the policies named in the file; with other policies the"
    " same rules may fail."
)


def _finding(statement: StatementAnswer) -> str:
    """Return the value, and that with a strongest player who contradicts the line-up."""
    if statement.decision == Decision.DEPENDS:
        return f"It {contradiction(statement)}"
    return f"It is {value_of(statement).full}"


def _statement_block(gate: GateAnswer) -> FigureBlock:
    rows = [_limit(statement) for statement in gate.ranked]
    return FigureBlock(
        title=STATEMENTS,
        lead="The stripe is what is allowed, each row on a scale of its own; a dot is the value"
        f" with its interval. {LENIENCY}",
        alt=limits.describe(rows),
        figure=limits.draw(rows),
        table=statement_table(gate),
    )


def statement_table(gate: GateAnswer) -> PageTable:
    """Return a row for each statement, those that fail first."""
    rows: list[list[Cell]] = [
        [
            in_words(statement),
            value_of(statement),
            margin_of(statement),
            whole(statement.n_games),
            str(statement.decision),
        ]
        for statement in gate.ranked
    ]
    heads = ["statement", "value", "margin", "games", "decision"]
    return PageTable("statements", heads, rows, METHOD, frame(gate))


def frame(gate: GateAnswer) -> pd.DataFrame:
    """Return a row for each statement, those that fail first."""
    return pd.DataFrame(
        {
            "metric": statement.metric,
            "players": statement.players,
            "at_least": statement.at_least,
            "at_most": statement.at_most,
            "margin": statement.margin,
            **statement.value._asdict(),
            "games": statement.n_games,
            "decision": str(statement.decision),
        }
        for statement in gate.ranked
    )


def _limit(statement: StatementAnswer) -> Limit:
    low, high = (
        "" if end is None else tight(end_in_words(statement, end))
        for end in (statement.at_least, statement.at_most)
    )
    value = statement.value
    return Limit(
        name=f"{where(statement)}: {bounds(statement)}",
        decision=str(statement.decision),
        estimate=value.estimate,
        low=value.low,
        high=value.high,
        at_least=statement.at_least,
        at_most=statement.at_most,
        labels=(value_of(statement).short, low, high),
    )


@dataclass(frozen=True, kw_only=True)
class GatePage(StudyPage[GateAnswer]):
    """Page of a gate: its findings are the statements that do not hold."""

    def _topics(self, study: GateAnswer) -> list[tuple[str, str]]:
        return [
            (str(statement.decision).capitalize(), f"{in_words(statement)}. {_finding(statement)}.")
            for statement in study.ranked
            if statement.decision != Decision.HOLDS
        ]


PAGE = GatePage(
    file="gate.html",
    question=lambda gate, described: f"Does the balance of {gate.title} hold?",
    answer=answer,
    findings=lambda gate: {"Margin": LENIENCY},
    dependence=lambda gate: f"{MANNER} {witness_sentence(gate)}".rstrip(),
    counts=lambda gate: [n_of(len(gate.statements), "statement"), n_of(gate.n_games, "game")],
    tables=lambda gate: {STATEMENTS: statement_table(gate)},
    blocks=lambda gate: [_statement_block(gate)],
    policies=lambda gate, described: sentences(described),
    lists_all_rules=True,
)
