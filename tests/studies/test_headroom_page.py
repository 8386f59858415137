"""The page on headroom: how much is left at least, at what cost, and who is how good."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, cast

import pandas as pd
import pytest

from simlab.analysis.verdict import Verdict
from simlab.report.figures import search_strength
from simlab.report.figures.search_strength import Line, Mark, SearchStrength
from simlab.report.style import style
from simlab.report.wording import number
from simlab.studies.headroom.page import PAGE, answer, findings
from simlab.studies.headroom.result import Headroom
from tests.support.read_page import Page, read_page
from tests.support.written_headroom import THINKS, WEAK, duel_headroom, row_of, score_headroom
from tests.support.written_ladder import DESCRIBED

COMMAND = "simlab headroom duel --seed 7"
THIN = "\N{NARROW NO-BREAK SPACE}"


def page_of(headroom: Headroom, folder: Path) -> Page:
    return read_page(PAGE.write(headroom, DESCRIBED, COMMAND, folder))


def test_the_answer_says_how_much_is_left_at_least() -> None:
    first, second = answer(duel_headroom())
    assert first == (
        "A search with 64 rollouts over bob wins 60 % (53 to 67) against ace, where 50 % is even."
    ).replace(" %", f"{THIN}%")
    assert second.startswith(
        "So ace can be improved by at least 3 percentage points; how much more, only"
    )


def test_at_larger_tables_one_player_sits_among_several() -> None:
    first, _ = answer(duel_headroom(players=3))
    assert "among players of ace, where 33.3" in first


def test_an_interval_that_reaches_0_is_no_headroom() -> None:
    first, second = answer(score_headroom(Verdict.UNDECIDED, Verdict.LESS))
    assert first == (
        "A search with 8 rollouts over bob scores 20.5 points where ace scores 20.0,"
        " a difference of +0.5 (−0.8 to +3.0)."
    )
    assert second == (
        "No player tried is surely better than ace; an advantage of up to 3.0 points cannot be"
        " ruled out with so few games."
    )


def test_that_nobody_is_better_by_more_than_the_margin_is_reported() -> None:
    _, second = answer(score_headroom(Verdict.SAME, Verdict.LESS, high=1.2))
    assert second == "No player tried is better than ace by more than 1.5 points."


def test_scripted_players_are_reported_by_their_distance() -> None:
    sentence = findings(duel_headroom())["Scripted players"]
    assert sentence == "The difference from ace is −30 percentage points (−34 to −26) for cat."


def test_the_page_has_figures_with_tables_and_the_command(tmp_path) -> None:
    page = page_of(duel_headroom(), tmp_path)
    assert page.ids[:3] == ["answer", "levels", "gains"]
    assert COMMAND in page.text
    assert "Highest is search over bob at 64 rollouts, 60 % (53 to 67)." in page.images[0]["alt"]
    gains = pd.read_csv(tmp_path / "tables" / "gains.csv")
    assert gains["rollouts"].tolist() == [8, 64, 0]


def test_a_page_on_scores_tells_tiers_and_the_player_in_question(tmp_path) -> None:
    page = page_of(score_headroom(Verdict.UNDECIDED, Verdict.LESS), tmp_path)
    assert "How often each tier is reached" in page.text
    assert {"levels.csv", "gains.csv", "tiers.csv"} <= set(page.csv)
    assert "on the same deals" in page.text


def test_the_same_study_makes_the_same_page(tmp_path) -> None:
    pages = [
        PAGE.write(duel_headroom(), DESCRIBED, COMMAND, tmp_path / name).read_bytes()
        for name in ("one", "other")
    ]
    assert pages[0] == pages[1]


def test_bounds_without_end_and_players_that_are_level_are_drawn() -> None:
    endless = row_of(THINKS, Verdict.UNDECIDED, 20.0, -math.inf, math.inf)
    level = [row_of({**WEAK, "policy": name}, Verdict.SAME, 19.0, 18.5, 19.5) for name in "abc"]
    plot = SearchStrength(
        [Line("bob", [endless])],
        [Mark(row["policy"], row) for row in level],
        par=20.0,
        margin=0.5,
        axis="score",
        say=number,
    )
    with style():
        left, right = search_strength.draw(plot).axes
    low, high = right.get_ylim()
    assert 18 < low < 18.5 < 20.5 < high < 21
    heights = [annotation.xyann[1] for annotation in cast(Any, left.texts)]
    assert heights == pytest.approx([0, search_strength.APART, 2 * search_strength.APART])
