"""How far an answer follows traits of its player: which figure which, in words and tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis.tables import Tables
from simlab.report.answers.assumptions import effects, rests_most_on, weights
from simlab.report.answers.certainty import certainty
from simlab.report.answers.player_traits import length_sentence, traits_sentence
from simlab.report.page import write
from tests.support.read_page import read_page
from tests.support.written_assumptions import STUDY, write_varied
from tests.support.written_run import Written, write_run

PATIENCE = {
    "name": "patience",
    "meaning": "rounds that it waits",
    "variations": {
        "trait_1": {"change": "halved", "changes": "Rounds that it waits: 4 instead of 8."},
        "trait_2": {"change": "doubled", "changes": "Rounds that it waits: 16 instead of 8."},
    },
}
SCREENING = {"n_traits": 1, "n_trials": 0, "is_left_out": False}
OF_TRAITS = {**STUDY, "games": 200, "assumptions": [], "traits": [PATIENCE], "screening": SCREENING}
OF_BOTH = {**OF_TRAITS, "assumptions": STUDY["assumptions"]}
HOUSES = {"seats": {"one": "house", "many": "houses", "names": ["Oak", "Elm"]}}


def played(rounds: int, share_of_elm: float = 0.7, policies=("guard", "guard")) -> Written:
    """Return games that take some rounds, one more or one less, and of which Elm wins a share."""
    elm = (np.arange(200) < 200 * share_of_elm).astype(float)
    credit = np.stack([1 - elm, elm], axis=1).ravel()
    return Written(
        {"rounds": rounds + np.arange(200) % 3 - 1},
        policies=policies,
        seats={"credit": credit, "score": credit.astype(int)},
        n_traits=1,
    )


def varied(folder: Path, halved: Written, doubled: Written, **changes: Any) -> Tables:
    study, more = changes.get("study", OF_TRAITS), changes.get("games", {})
    games = {"trait_1": [halved], "trait_2": [doubled], "unchanged": [played(10)], **more}
    facts = {"cooperative": False, "facts": HOUSES}
    return write_varied(folder / "run", [played(10)], games, study, **facts)


def plain(sentence: str) -> str:
    return sentence.replace("\N{NARROW NO-BREAK SPACE}", " ")


def guesses(tables: Tables) -> str:
    return plain(dict(certainty(tables))["Guesses"])


def test_the_length_follows_a_trait_by_which_the_winner_does_not_change(tmp_path: Path) -> None:
    tables = varied(tmp_path, played(6), played(18))
    assert guesses(tables).endswith(
        "The player’s trait “patience” was halved and doubled, too. No"
        " such change moves the wins of Elm beyond doubt, and none by more than 2.5 percentage"
        " points. The length of the game follows the player’s “patience” (rounds that it waits):"
        " doubled, games take 17.99 rounds on average instead of 9.99 with 2 players, +8.00 rounds"
        " (+7.98 to +8.02)."
    )


def test_the_answer_follows_a_trait_and_the_length_does_not(tmp_path: Path) -> None:
    tables = varied(tmp_path, played(10, 0.5), played(10))
    sentence = guesses(tables)
    assert (
        "The player’s “patience” (rounds that it waits) moves the wins of Elm most: halved, 50 %"
        " instead of 70 % with 2 players, −20.0 percentage points (" in sentence
    )
    assert "length" not in sentence
    assert rests_most_on(tables).startswith(
        "Rests most on what is assumed: with “The player’s patience halved” instead, the answer"
        " moves by −20.0 percentage points"
    )


def test_a_cooperative_score_says_nothing_of_traits(tmp_path: Path) -> None:
    main = Written({"score": [2, 3, 3, 4]}, n_traits=3)
    assert traits_sentence(Tables(write_run(tmp_path / "run", [main]))) == ""


def test_a_small_change_of_the_length_is_not_named(tmp_path: Path) -> None:
    at_most = replace(played(100), name="")
    games = {"unchanged": [played(100)]}
    tables = varied(tmp_path, played(96), at_most, games=games)
    assert length_sentence(tables) == ""


def test_the_largest_of_rules_and_traits_is_what_the_answer_rests_on_most(tmp_path: Path) -> None:
    rules = {"other_1": [played(10, 0.75)], "other_2": [played(10)], "other_3": [played(10)]}
    of_trait = varied(tmp_path / "trait", played(10, 0.5), played(10), study=OF_BOTH, games=rules)
    assert "“The player’s patience halved”" in rests_most_on(of_trait)
    rules["other_1"] = [played(10, 0.99)]
    of_rule = varied(tmp_path / "rule", played(10, 0.5), played(10), study=OF_BOTH, games=rules)
    assert "“Cards kept: 4 instead of 5 [T1]”" in rests_most_on(of_rule)
    assert {row["family"] for row in effects(of_rule)} == {5}
    assert all("patience" not in weight for weight in weights(of_rule).values())
    assert "move the wins of Elm from 70 % to 99 %" in guesses(of_rule), "those of rules alone"


def test_a_trait_with_which_another_seat_wins_most_comes_first(tmp_path: Path) -> None:
    tables = varied(tmp_path, played(10, 0.2), played(10))
    winner = "ith “The player’s patience halved” instead, Oak wins most with 2 players, 80 %"
    assert f"W{winner}" in guesses(tables)
    assert plain(rests_most_on(tables)).startswith(f"Rests on what is assumed: w{winner}")


def test_a_page_says_how_the_traits_were_chosen(tmp_path: Path) -> None:
    screening = {"n_traits": 31, "n_trials": 33, "is_left_out": False}
    tables = varied(tmp_path, played(6), played(18), study={**OF_TRAITS, "screening": screening})
    assert (
        "Of the player’s 31 traits, those that matter most in 33 trial games were halved and"
        " doubled, too: “patience”." in guesses(tables)
    )


def test_the_table_has_the_length_beside_the_answer(tmp_path: Path) -> None:
    tables = varied(tmp_path, played(6), played(18))
    page = read_page(write(tables.folder))
    assert "What other values of traits of the player change" in page.text
    assert "200 deals of each change are played by guard" in page.text
    assert "The player’s patience doubled: Rounds that it waits: 16 instead of 8." in page.text
    assert "rounds, 2 players" in page.text and "One trait of the player at a time" in page.text
    csv = (tables.folder / "tables/assumptions.csv").read_text().splitlines()
    assert len(csv) == 5, "two changes, each of the wins and of the length"


def test_a_trait_that_only_some_numbers_of_players_have_leaves_a_gap(tmp_path: Path) -> None:
    three = Written(
        {"rounds": [9, 10, 11] * 50},
        policies=["guard"] * 3,
        seats={"credit": np.tile([0, 0, 1], 150), "score": np.tile([0, 0, 1], 150)},
    )
    games = {
        "trait_1": [played(6)],
        "trait_2": [played(18), three],
        "unchanged": [played(10), three],
    }
    facts = {"cooperative": False, "facts": {}}
    tables = write_varied(tmp_path / "run", [played(10), three], games, OF_TRAITS, **facts)
    write(tables.folder)
    csv = (tables.folder / "tables/assumptions.csv").read_text()
    assert csv.count("trait_1") == 4 and csv.count("3p-trait_2") == 2


@pytest.mark.parametrize(
    ("main", "sentence"),
    [
        (replace(played(10), n_traits=0), "guard has no traits that could have other values."),
        (
            replace(played(10, policies=("guard", "scout")), n_traits=0),
            "Several policies play; their traits were not varied.",
        ),
        (
            replace(played(10), n_traits=3),
            "Not measured: the player’s 3 traits could have other values, which were not played.",
        ),
        (replace(played(10), n_traits=None), ""),
    ],
)
def test_where_no_trait_was_varied_a_page_says_why(tmp_path: Path, main, sentence: str) -> None:
    tables = Tables(write_run(tmp_path / "run", [main], cooperative=False))
    assert traits_sentence(tables) == sentence


def test_traits_left_out_to_save_time_are_named_with_the_command(tmp_path: Path) -> None:
    study = {
        **STUDY,
        "games": 100,
        "traits": [],
        "screening": {"n_traits": 31, "n_trials": 0, "is_left_out": True},
    }
    main = replace(played(10), n_traits=31)
    facts = {"cooperative": False, "facts": HOUSES}
    tables = write_varied(tmp_path / "run", [main], {"unchanged": [main]}, study, **facts)
    assert traits_sentence(tables) == (
        "The player’s 31 traits could have other values, too; these were not played, to save time:"
        " --assumptions 100 plays them."
    )
