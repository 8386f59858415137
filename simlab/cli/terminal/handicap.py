"""Prints what a seat must get to be even."""

from __future__ import annotations

from simlab.analysis.handicap import (
    FRESH_METHOD,
    POINTS_FRESH_METHOD,
    POINTS_SEARCH_METHOD,
    SEARCH_METHOD,
)
from simlab.api.handicap import HandicapResult
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.report.page_table import records
from simlab.report.pages.handicap import (
    amount_in_words,
    answer,
    heading,
    result_head,
    say_result,
)
from simlab.report.wording import whole


def print_result(result: HandicapResult, *, explain: bool) -> None:
    """Print the answer and the amounts that were tried."""
    study = result.handicap
    for sentence in answer(study):
        say(sentence)
    rows: list[list[Cell]] = []
    for row in records(study.probes):
        wins = say_result(study)(row)
        amount = amount_in_words(study, row["amount"])
        rows.append([amount, wins.short, wins.range, whole(row["n"]), row["decision"]])
    say_heading(heading(study))
    say_table(["amount", f">{result_head(study)}", ">95 %", ">deals", "for even"], rows)
    methods = (
        [SEARCH_METHOD, FRESH_METHOD]
        if study.is_share
        else [POINTS_SEARCH_METHOD, POINTS_FRESH_METHOD]
    )
    say_notes(methods, explain=explain)
