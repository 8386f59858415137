"""Prints what each kind of choice is worth to a player."""

from __future__ import annotations

from simlab.analysis.restriction import COUNT_METHOD, SCORE_METHOD, WIN_METHOD, Restriction
from simlab.api.restrict import RestrictResult
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.report.lineups import margin_of
from simlab.report.page_table import records
from simlab.report.pages.restrict import answer, findings, in_words, named, say_kept, say_worth
from simlab.report.wording import number


def print_result(result: RestrictResult, *, explain: bool) -> None:
    """Print the answer, what each restriction costs, and further findings."""
    study = result.restriction
    for sentence in answer(study):
        say(sentence)
    print_worths(study)
    for topic, sentence in findings(study).items():
        say(f"{topic}: {sentence}")
    method = WIN_METHOD if study.scale.is_share else SCORE_METHOD
    say_notes([method, COUNT_METHOD], explain=explain)


def print_worths(study: Restriction) -> None:
    """Print a row per restriction, the most costly first."""
    say_row = say_worth(study)
    chosen = {
        row["restriction"]: number({**row, "estimate": row["chosen"], "low": 0, "high": 0}).estimate
        for row in records(study.counts)
    }
    rows: list[list[Cell]] = []
    for row in records(study.worths):
        lost, name = say_row(row), row["restriction"]
        kept_share = say_kept(study, row).short
        rows.append(
            [named(name), lost.short, lost.range, kept_share, chosen.get(name, ""), in_words(row)]
        )
    say_heading(f"Lost without each kind of choice; the margin is {margin_of(study.scale)}")
    kept_heading = ">wins" if study.scale.is_share else f">{study.scale.label}"
    say_table(["kind", ">lost", ">95 %", kept_heading, ">chosen", "worth"], rows)
