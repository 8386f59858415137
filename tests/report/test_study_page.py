"""The shape of a study's page: what it adds to what the study declares."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from simlab.analysis.tables import Description
from simlab.report.more_games import NextStep
from simlab.report.study_page import LineupPage, StudyPage
from tests.support.written_ladder import DESCRIBED

COMMAND = "simlab toss duel"


@dataclass(frozen=True, eq=False)
class Tosses:
    """Result of a study of a coin."""

    n_games: int
    lineups: pd.DataFrame
    ends: pd.DataFrame


TOSSES = Tosses(
    40,
    pd.DataFrame({"lineup": ["heads, tails"], "games": [40], "capped": [2]}),
    pd.DataFrame({"end": ["capped"], "estimate": [0.05], "low": [0.01], "high": [0.17]}),
)
PAGE = StudyPage[Tosses](
    file="toss.html",
    question=lambda study, described: f"Is {described.game['title']} fair?",
    answer=lambda study: ["It is."],
    counts=lambda study: [f"{study.n_games} tosses"],
    blocks=lambda study: [],
)


def described() -> Description:
    return Description(DESCRIBED)


def test_a_page_ends_its_basis_with_the_assumptions_and_has_no_empty_sections() -> None:
    report = PAGE.report(TOSSES, described(), COMMAND)
    assert report.head.question == f"Is {DESCRIBED['game']['title']} fair?"
    assert report.head.answer == ["It is."]
    tosses, assumed = report.head.basis
    assert (tosses == "40 tosses" and "assum" in assumed) or "declared" in assumed
    assert list(report.sections) == []
    assert report.origin.command == COMMAND
    assert report.origin.facts["games"] == "40"


def test_what_more_games_decide_stands_last() -> None:
    step = NextStep("a coin", "More tosses decide.", f"{COMMAND} --games 90")
    page = replace(PAGE, steps=lambda study, command: [step])
    [section] = page.report(TOSSES, described(), COMMAND).sections
    assert section.title == "What to try next"
    assert section.stories[0].commands == [step.command]


def test_the_page_of_line_ups_lists_them_and_counts_capped_games() -> None:
    page = LineupPage[Tosses](
        file="toss.html", question=PAGE.question, answer=PAGE.answer, blocks=PAGE.blocks
    )
    report = page.report(TOSSES, described(), COMMAND)
    [section] = report.sections
    assert section.title == "All line-ups"
    assert section.tables[0].rows == [["heads, tails", "40", "2"]]
    assert report.head.basis[:2] == ["40 games", "1 line-up"]
    assert report.origin.facts["capped games"] == "2"
