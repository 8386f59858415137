"""Prints what each card is worth."""

from __future__ import annotations

from simlab.analysis.card_worth import ASSOCIATION_METHOD, SCORE_METHOD, WIN_METHOD
from simlab.api.cards import CardsResult
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.report.lineups import margin_of
from simlab.report.page_table import records
from simlab.report.pages.cards import (
    WORDS,
    answer,
    association_of,
    findings,
    has_associations,
    say_worth,
)


def print_result(result: CardsResult, *, explain: bool) -> None:
    """Print the answer, the worth of each card, and further findings."""
    study = result.cards
    for sentence in answer(study):
        say(sentence)
    say_row = say_worth(study)
    is_replaced, is_linked = study.worths["by"].any(), has_associations(study)
    rows: list[list[Cell]] = []
    for row in records(study.worths):
        effect, association = say_row(row), association_of(row)
        link = "–" if association is None else say_row(association).short
        linked = [link] if is_linked else []
        worth = WORDS[row["verdict"]]
        by = [row["by"]] if is_replaced else []
        rows.append([row["card"], *by, effect.short, effect.range, *linked, worth])
    say_heading(f"Worth of each card; the margin is {margin_of(study.scale)}")
    columns = ["card", *(["replaced by"] if is_replaced else [])]
    columns += [">effect", ">95 %", *([">association"] if is_linked else []), "worth"]
    say_table(columns, rows)
    for topic, sentence in findings(study).items():
        say(f"{topic}: {sentence}")
    method = WIN_METHOD if study.scale.is_share else SCORE_METHOD
    say_notes([method, *([ASSOCIATION_METHOD] if is_linked else [])], explain=explain)
