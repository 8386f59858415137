"""Pages on ladders: the answer in two sentences, figures with tables, how to play it again."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from simlab.analysis.verdict import Verdict
from simlab.studies.ladder import answer as answers
from simlab.studies.ladder.page import PAGE as LADDER
from simlab.studies.ladder.result import Ladder
from simlab.studies.skill import page as skill
from simlab.studies.skill.page import PAGE as SKILL
from simlab.studies.skill.result import Skill
from tests.support.read_page import Page, read_page
from tests.support.written_ladder import (
    DESCRIBED,
    duel_ladder,
    duel_skill,
    mixture_focus,
    score_ladder,
    score_skill,
)

COMMAND = "simlab ladder duel --seed 7"


def page_of(ladder: Ladder, folder: Path) -> Page:
    return read_page(LADDER.write(ladder, DESCRIBED, COMMAND, folder))


def skill_page(skill: Skill, folder: Path) -> Page:
    return read_page(SKILL.write(skill, DESCRIBED, COMMAND, folder))


def test_the_first_sentence_says_who_is_strongest_and_by_how_much() -> None:
    first, _ = answers.answer(duel_ladder())
    assert first == (
        "At tables of 2, ace is the strongest of 3 policies: one seat of ace wins 70 % (60 to 80)"
        " against bob, the next; 50 % is even."
    ).replace(" %", "\N{NARROW NO-BREAK SPACE}%")


def test_who_stands_first_is_not_called_strongest_before_that_is_shown() -> None:
    ladder = duel_ladder()
    table = ladder.crosstable.replace(Verdict.MORE, Verdict.UNDECIDED)
    first, _ = answers.answer(duel_ladder(crosstable=table))
    assert first.startswith("At tables of 2, ace is the strongest seen of 3 policies: one seat")


def test_intervals_that_hold_an_even_share_are_too_few_games_to_name_the_strongest() -> None:
    wide = duel_ladder().crosstable.assign(low=0.15, high=0.72)
    first, _ = answers.answer(duel_ladder(crosstable=wide))
    assert first.startswith(
        "At tables of 2, these are too few games to say which of 3 policies is the strongest; ace"
        " is ahead: one seat of ace wins "
    )


def test_a_finding_says_which_policies_may_be_the_strongest() -> None:
    strengths = duel_ladder().strengths
    assert answers.findings(duel_ladder())["Strongest"] == (
        "2 policies are surely weaker than the strongest other one, perhaps by less than 2"
        " percentage points; only ace may be the strongest."
    )
    strengths.loc[1, "high"] = 1.2
    assert answers.findings(duel_ladder(strengths=strengths))["Strongest"] == (
        "1 policy is surely weaker than the strongest other one, perhaps by less than 2 percentage"
        " points; ace and bob may be the strongest."
    )
    strengths["high"] = 1.2
    sentence = answers.findings(duel_ladder(strengths=strengths))["Strongest"]
    assert sentence == "Each of 3 policies may be the strongest."


def test_policies_that_are_even_share_the_first_place() -> None:
    table = duel_ladder().crosstable
    is_of_ace = table["policy"] == "ace"
    table.loc[is_of_ace & (table["against"] == "bob"), "verdict"] = Verdict.SAME
    first, _ = answers.answer(duel_ladder(crosstable=table))
    assert first.startswith(
        "At tables of 2, ace and bob are the strongest of 3 policies and even within 2 percentage"
        " points: one seat of ace wins"
    )


def test_the_second_sentence_counts_what_is_not_decided_and_a_finding_names_it() -> None:
    _, second = answers.answer(duel_ladder())
    assert second == "1 of 3 pairings is not decided at a margin of 2 percentage points."
    assert answers.findings(duel_ladder())["Not decided"].startswith("bob against cat 50")


def test_many_undecided_pairings_are_counted_where_they_cannot_be_listed() -> None:
    ladder = duel_ladder()
    many = [ladder.crosstable.iloc[2:3]] * 9
    table = pd.concat([*many, ladder.crosstable], ignore_index=True)
    named = answers.findings(duel_ladder(crosstable=table, n_pairings=9))["Not decided"]
    assert named.endswith("and 3 more.")


def test_a_certificate_says_which_deals_were_used_for_choosing() -> None:
    first, *_ = answers.answer(duel_ladder(certifies={"seed": 7, "compared": 3}))
    assert first == (
        "Certificate: none of these deals was used for choosing among 3 policies, which was done"
        " on the deals of seed 7."
    )


def test_a_circle_is_named_with_its_p_value_and_the_size_of_its_family() -> None:
    names = {"first": "ace", "second": "bob", "third": "cat"}
    circles = pd.DataFrame([{**names, "p_value": 0.001, "adjusted": 0.002}])
    assert answers.findings(duel_ladder(circles=circles))["Circles"] == (
        "ace beats bob beats cat beats ace (p = 0.002); 2 ways round of three policies were tested"
        " (Holm)."
    )
    assert answers.findings(duel_ladder())["Circles"].startswith("No three policies are shown")


def test_where_the_first_is_in_a_circle_there_is_no_strongest() -> None:
    names = {"first": "bob", "second": "cat", "third": "ace"}
    circles = pd.DataFrame([{**names, "p_value": 0.001, "adjusted": 0.002}])
    first, *_ = answers.answer(duel_ladder(circles=circles))
    assert first == (
        "At tables of 2, there is no strongest policy: bob beats cat, cat beats ace and ace beats"
        " bob."
    )
    assert answers.findings(duel_ladder(circles=circles)).keys() >= {"Circles"}
    by_chance = circles.assign(adjusted=0.2)
    assert "strongest of" in answers.answer(duel_ladder(circles=by_chance))[0]


def test_a_score_that_is_shared_is_reported_in_points() -> None:
    first, second = answers.answer(score_ladder())
    assert "ace is the strongest of 2 policies: ace scores 20 (19 to 21) points, +4" in first
    assert second == "The pairing is decided at a margin of 1.5 points."


def test_the_page_has_figures_with_tables_and_the_command(tmp_path) -> None:
    page = page_of(duel_ladder(), tmp_path)
    assert page.ids == [
        *("answer", "strengths", "crosstable", "seats", "findings", "rules"),
        *("section-all-pairings", "section-all-line-ups", "section-what-to-try-next"),
        *("provenance", "limits"),
    ]
    names = {"rules", "strengths", "crosstable", "seats", "pairings", "lineups"}
    assert set(page.csv) == {f"{name}.csv" for name in names}
    assert COMMAND in page.text
    assert all(image["alt"] for image in page.images)
    assert {path.stem for path in (tmp_path / "tables").iterdir()} == names


def test_the_cross_table_has_both_sides_of_each_pairing(tmp_path) -> None:
    page_of(duel_ladder(), tmp_path)
    table = pd.read_csv(tmp_path / "tables" / "crosstable.csv")
    assert len(table) == 6
    assert table.loc[
        (table["policy"] == "bob") & (table["against"] == "ace"), "estimate"
    ].item() == (pytest.approx(0.3))


def test_a_long_mixture_gets_the_whole_width_of_the_page(tmp_path) -> None:
    for against, n_narrow in (("bob", 0), ("2 bob and a very long mixture", 1)):
        page = page_of(mixture_focus(against), tmp_path)
        assert any(f"is {against}, ace among, 30" in image["alt"] for image in page.images)
        assert len(page.narrow) == n_narrow


def test_the_same_ladder_makes_the_same_page(tmp_path) -> None:
    pages = [
        LADDER.write(duel_ladder(), DESCRIBED, COMMAND, tmp_path / name).read_bytes()
        for name in ("one", "other")
    ]
    assert pages[0] == pages[1]


def test_a_skill_ladder_says_whether_every_step_counts() -> None:
    assert skill.answer(duel_skill())[0].startswith("Every step of skill counts by more than 2")
    doubtful, _ = skill.answer(duel_skill(Verdict.UNDECIDED))
    assert doubtful.startswith(
        "1 of 2 steps of skill surely counts by more than 2 percentage points. The least sure is 50"
    )


def test_the_page_on_skill_has_curves_steps_and_one_policy(tmp_path) -> None:
    page = skill_page(duel_skill(), tmp_path)
    assert page.ids[:3] == ["answer", "seats", "steps"]
    assert "Highest is seat 1 at 0, 50 %" in page.images[0]["alt"]
    assert "seat 2" not in page.images[0]["alt"]
    assert "Plays well." in page.text
    assert "Plays too." not in page.text


def test_the_page_on_skill_tells_scores_and_tiers(tmp_path) -> None:
    page = skill_page(score_skill(), tmp_path)
    assert page.ids[:4] == ["answer", "means", "tiers", "steps"]
    assert "Tables of equal players score 20 (19 to 21) points" in page.text
