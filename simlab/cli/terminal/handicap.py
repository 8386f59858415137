"""Prints what a seat must get to be even."""

from __future__ import annotations

from simlab.analysis.handicap import FRESH_METHOD, SEARCH_METHOD, HandicapAnswer
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.report.page_table import records
from simlab.report.pages.handicap import amount_in_words, answer
from simlab.report.wording import share, whole


def print_handicap(study: HandicapAnswer, *, explain: bool) -> None:
    """Print the answer and the amounts that were tried."""
    for sentence in answer(study):
        say(sentence)
    rows: list[list[Cell]] = []
    for row in records(study.probes):
        wins = share(row)
        words = amount_in_words(study, row["amount"])
        rows.append([words, wins.short, wins.range, whole(row["n"]), row["decision"]])
    say_heading(f"Wins of {study.seat}, by {study.label}")
    say_table(["amount", ">wins", ">95 %", ">deals", "for even"], rows)
    say_notes([SEARCH_METHOD, FRESH_METHOD], explain=explain)
