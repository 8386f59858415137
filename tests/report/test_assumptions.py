"""How much the assumptions weigh: effects of other values, paired by deal, in words and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis import assumption
from simlab.analysis.multiple_testing import against_base
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.report.answers.assumptions import effects, rests_most_on, weights
from simlab.report.answers.certainty import certainty
from simlab.report.page import write
from tests.support.read_page import read_page
from tests.support.written_assumptions import STUDY, write_varied
from tests.support.written_run import FACTS, Written, write_run

BASE = np.tile([2, 3, 3, 4], 25)
SCORE = {"score": {**FACTS["score"], "margin": 0.5, "high": 9}}
SHIFTS = {"other_1": -1, "other_2": 0, "other_3": 2}
HOUSES = {"seats": {"one": "house", "many": "houses", "names": ["Oak", "Elm"]}}


def scored(scores: Any) -> Written:
    return Written({"score": np.asarray(scores)})


def cooperative(folder: Path, shifts: dict[str, int] = SHIFTS, **more: Any) -> Tables:
    """Return a run in which each other value shifts nearly every score by a number."""
    wobble = (np.arange(100) == 7).astype(int)
    games = {entry: [scored(BASE + shift - wobble)] for entry, shift in shifts.items()}
    varied = {"unchanged": [scored(BASE)], **games}
    return write_varied(folder / "run", [scored(BASE)], varied, facts=SCORE, **more)


def won(share_of_elm: float) -> Written:
    elm = (np.arange(200) < 200 * share_of_elm).astype(float)
    credit = np.stack([1 - elm, elm], axis=1).ravel()
    return Written(
        {"turns": [9] * 200},
        policies=["greedy", "greedy"],
        seats={"credit": credit, "score": credit.astype(int)},
    )


def competitive(folder: Path) -> Tables:
    varied = {
        "unchanged": [won(0.7)],
        "other_1": [won(0.7)],
        "other_2": [won(0.6)],
        "other_3": [won(0.95)],
    }
    facts = {"cooperative": False, "facts": HOUSES}
    return write_varied(folder / "run", [won(0.7)], varied, **facts)


def guesses(tables: Tables) -> str:
    return dict(certainty(tables))["Guesses"]


def test_an_effect_is_the_mean_difference_on_the_same_deals(tmp_path) -> None:
    rows = effects(cooperative(tmp_path))
    assert [row["changes"] for row in rows] == [
        "Removed from the cards: 3.",
        "Cards kept: 4 instead of 5 [T1].",
        "Cards kept: 6 instead of 5 [T1].",
    ]
    assert [row["estimate"] for row in rows] == pytest.approx([1.99, -1.01, -0.01])
    assert {row["n"] for row in rows} == {100} and {row["family"] for row in rows} == {3}
    assert [row["verdict"] for row in rows] == [Verdict.MORE, Verdict.LESS, Verdict.SAME]


def test_intervals_hold_for_all_changes_together(tmp_path) -> None:
    rows = effects(cooperative(tmp_path))
    wobble = -(np.arange(100) == 7).astype(float)
    together = against_base(np.stack([wobble + shift for shift in SHIFTS.values()], axis=1))
    assert rows[0]["low"] == pytest.approx(together.low[2])
    assert rows[0]["high"] == pytest.approx(together.high[2])


def test_the_first_screen_says_how_far_guesses_move_the_answer(tmp_path) -> None:
    assert guesses(cooperative(tmp_path)) == (
        "2 rules and tables are assumed. Other values move the score from 1.99 to"
        " 4.99 with 1 player. Largest effect: +1.99 points (+1.97 to +2.01) with 1 player:"
        " More jokers."
    )


def test_another_value_by_which_another_seat_wins_most_comes_first(tmp_path) -> None:
    varied = {"unchanged": [won(0.7)], "other_1": [won(0.2)], "other_2": [won(0.66)]}
    varied["other_3"] = [won(0.52)]
    facts = {"cooperative": False, "facts": HOUSES}
    tables = write_varied(tmp_path / "run", [won(0.7)], varied, **facts)
    winner = "ith “Cards kept: 4 instead of 5 [T1]” instead, Oak wins most with 2 players, 80"
    assert f"are assumed. W{winner}" in guesses(tables)
    assert "with 2 players, by the same change." in guesses(tables)
    assert rests_most_on(tables).startswith(f"Rests on what is assumed: w{winner}")
    assert "Oak" not in guesses(competitive(tmp_path / "same"))


def test_a_share_is_never_said_to_move_beyond_all_games(tmp_path) -> None:
    """The effect is measured on other deals than the share to which it is added."""
    varied = {"unchanged": [won(0.7)]} | {f"other_{i}": [won(0.95)] for i in (1, 2, 3)}
    facts = {"cooperative": False, "facts": HOUSES}
    tables = write_varied(tmp_path / "run", [won(0.9)], varied, **facts)
    assert "from 90 % to 100 % with 2 players" in guesses(tables).replace("\u202f", " ")


def test_effects_within_chance_are_said_to_be_so(tmp_path) -> None:
    tables = cooperative(tmp_path, dict.fromkeys(SHIFTS, 0))
    assert guesses(tables) == (
        "2 rules and tables are assumed. Changed one at a time (3 changes), none moves the answer"
        " beyond doubt, and none by more than 0.03 points."
    )


def test_intervals_that_reach_far_are_too_few_games_to_say_anything(tmp_path) -> None:
    wide = {entry: [scored(BASE[:8] + np.tile([-2, 2], 4))] for entry in SHIFTS}
    varied = {"unchanged": [scored(BASE[:8])], **wide}
    tables = write_varied(tmp_path / "run", [scored(BASE[:8])], varied, facts=SCORE)
    sentence = dict(certainty(tables))["Guesses"]
    assert "these are too few games to say how much they matter: one may move" in sentence


def test_wins_are_those_of_the_seat_that_the_answer_is_about(tmp_path) -> None:
    tables = competitive(tmp_path)
    best, middle, least = effects(tables)
    assert best["estimate"] == pytest.approx(0.25) and middle["estimate"] == pytest.approx(-0.1)
    assert least["estimate"] == 0 and least["low"] < 0 < least["high"]
    assert "move the wins of Elm from 60 % to 95 % with 2 players" in guesses(tables).replace(
        "\N{NARROW NO-BREAK SPACE}", " "
    )


def test_each_line_of_what_is_assumed_has_its_largest_effect(tmp_path) -> None:
    assert weights(cooperative(tmp_path)) == {
        "hand_limit = 5": "another value: −1.01 points (−1.03 to −0.99), 1 player",
        "cards.csv: 3 of 4 rows": "another value: +1.99 points (+1.97 to +2.01), 1 player",
    }


def test_the_page_has_a_section_with_all_changes(tmp_path) -> None:
    tables = cooperative(tmp_path)
    page = read_page(write(tables.folder))
    assert "How much the assumptions weigh" in page.text
    assert "100 deals of each change are played by greedy" in page.text
    assert "Without another value to try: seas." in page.text
    assert "More jokers: Removed from the cards: 3." in page.text
    csv = (tables.folder / "tables/assumptions.csv").read_text()
    assert len(csv.splitlines()) == 4


def test_a_run_without_such_games_has_no_section(tmp_path) -> None:
    tables = Tables(write_run(tmp_path / "run", [scored(BASE)], facts=SCORE))
    assert assumption.variation_tables(tables) is None and effects(tables) == []
    assert weights(tables) == {}
    assert "How much the assumptions weigh" not in read_page(write(tables.folder)).text


@pytest.mark.parametrize("more", [{"study": {**STUDY, "run": "of another run"}}])
def test_games_of_another_run_are_not_shown(tmp_path, more: dict[str, Any]) -> None:
    assert effects(cooperative(tmp_path, **more)) == []
    assert guesses(cooperative(tmp_path, **more)).startswith("Not measured: ")
