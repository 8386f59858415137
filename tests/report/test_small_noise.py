"""What a page says of the same players with a few choices drawn by chance."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simlab.analysis.assumption import effects
from simlab.analysis.tables import Tables
from simlab.report.answers.certainty import certainty
from simlab.report.answers.run import warning
from simlab.report.page import write
from tests.support.read_page import read_page
from tests.support.written_assumptions import write_varied
from tests.support.written_run import Written

FACTS = {"seats": {"one": "house", "many": "houses", "names": ["Oak", "Elm"]}}
N_GAMES = 400
NOTHING_ASSUMED = {"run": "0123456789abcdef", "assumptions": []}


def won(share_of_elm: float, policy: str = "greedy", n_games: int = N_GAMES) -> Written:
    elm = (np.arange(n_games) < n_games * share_of_elm).astype(float)
    credit = np.stack([1 - elm, elm], axis=1).ravel()
    return Written(
        {"turns": [9] * n_games},
        policies=[policy, policy],
        seats={"credit": credit, "score": credit.astype(int)},
    )


def noisy(folder: Path, share_of_elm: float) -> Tables:
    """Return a run in which Elm wins seven tenths, and with a small noise another share."""
    varied = {
        "small_noise": [won(share_of_elm, "greedy:noise=0.05")],
        "unchanged": [won(0.7)],
    }
    more = {"cooperative": False, "facts": FACTS, "study": NOTHING_ASSUMED}
    return write_varied(folder / "run", [won(0.7)], varied, **more)


def players(tables: Tables) -> str:
    return dict(certainty(tables))["Players"]


def test_the_page_says_what_the_seat_wins_with_a_small_noise(tmp_path) -> None:
    assert players(noisy(tmp_path, 0.6)).startswith(
        "All games were played by greedy. With one choice in twenty drawn by chance, Elm wins 60"
    )
    assert "instead of 70" in players(noisy(tmp_path, 0.6))


def test_a_noise_with_which_another_seat_wins_most_stands_on_top(tmp_path) -> None:
    tables = noisy(tmp_path, 0.3)
    assert "Changes with one choice in twenty drawn by chance: with greedy:noise=0.05, Oak" in (
        warning(tables)
    )
    assert "much the same game" in read_page(write(tables.folder)).text


def test_an_advantage_that_is_halved_by_a_small_noise_stands_on_top(tmp_path) -> None:
    tables = noisy(tmp_path, 0.57)
    assert warning(tables).startswith(
        "Half of the effect or more is gone with one choice in twenty drawn by chance: Elm wins 57"
    )


def test_an_advantage_of_which_more_than_half_is_left_is_no_warning(tmp_path) -> None:
    assert "Half of the effect" not in warning(noisy(tmp_path, 0.62))


def test_a_noise_that_changes_nothing_warns_of_nothing(tmp_path) -> None:
    assert "by chance" not in warning(noisy(tmp_path, 0.72))


def test_other_values_of_traits_are_no_noise(tmp_path) -> None:
    varied = {
        "small_noise": [won(0.72, "greedy:noise=0.05")],
        "trait_1": [won(0.1, "greedy:taste=1")],
        "unchanged": [won(0.7)],
    }
    more = {"cooperative": False, "facts": FACTS, "study": NOTHING_ASSUMED}
    tables = write_varied(tmp_path / "run", [won(0.7)], varied, **more)
    assert "by chance" not in warning(tables)
    assert "Elm wins 72" in players(tables)


def test_without_a_noise_played_nothing_is_said_of_it(tmp_path) -> None:
    varied = {"unchanged": [won(0.7)]}
    more = {"cooperative": False, "facts": FACTS, "study": NOTHING_ASSUMED}
    tables = write_varied(tmp_path / "run", [won(0.7)], varied, **more)
    assert players(tables) == "Not measured: all games were played by greedy."


def test_a_noise_alone_is_no_effect_of_an_assumption(tmp_path) -> None:
    assert effects(noisy(tmp_path, 0.6), ((2, "wins of Elm"),)).empty


def test_an_effect_is_measured_on_the_deals_that_both_rules_have_played(tmp_path) -> None:
    varied = {
        "small_noise": [won(0.6, "greedy:noise=0.05")],
        "unchanged": [won(0.7)],
        "other_1": [won(1.0, n_games=100)],
        "other_2": [won(0.5, n_games=100)],
        "other_3": [won(1.0, n_games=100)],
    }
    more = {"cooperative": False, "facts": FACTS}
    tables = write_varied(tmp_path / "run", [won(0.7)], varied, **more)
    rows = effects(tables, ((2, "wins of Elm"),))
    # of the first 100 deals Elm wins all by the unchanged rules, and 50 by other_2
    assert set(rows["n"]) == {100}
    assert sorted(rows["estimate"].round(9)) == [-0.5, 0.0, 0.0]
