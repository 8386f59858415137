"""All line-ups of a ladder together: seats, ends, mean scores."""

from __future__ import annotations

import pytest

from simlab.analysis.crosstable import Scale
from simlab.analysis.lineups import by_lineup, by_seat, ends, means
from simlab.analysis.verdict import Verdict
from tests.support.written_games import scored, won_by

FIELD = {
    ("a", "b"): won_by(["a", "b"], [[0, 1]] * 40 + [[-1, -1]] * 2),
    ("a", "c"): won_by(["a", "c"], [[0, 1]] * 30),
}
"""Who begins wins: the first of the line-up, then, turned over the seats, the second."""


def test_a_seat_that_always_wins_is_found_with_any_policy() -> None:
    seats = by_seat(FIELD, ["first", "second"], margin=0.02)
    assert list(seats["estimate"]) == [1, 0]
    assert list(seats["verdict"]) == [Verdict.MORE, Verdict.LESS]


def test_only_deals_that_all_line_ups_have_played_count_for_seats() -> None:
    assert set(by_seat(FIELD, ["first", "second"], margin=0.02)["n"]) == {30}


def test_games_and_how_they_ended_are_counted_by_line_up() -> None:
    rows = by_lineup(FIELD).to_dict("records")
    assert rows == [
        {"lineup": "a, b", "games": 84, "capped": 4, "shared": 0},
        {"lineup": "a, c", "games": 60, "capped": 0, "shared": 0},
    ]


def test_the_share_of_capped_games_has_an_interval() -> None:
    capped, shared = ends(FIELD).to_dict("records")
    assert capped["estimate"] == pytest.approx(4 / 144)
    assert capped["low"] < capped["estimate"] < capped["high"]
    assert (shared["end"], shared["estimate"]) == ("shared", 0)


def test_a_score_that_all_share_has_no_winners() -> None:
    field = {("a", "a"): scored([1, 2, 3], n_capped=1)}
    assert by_lineup(field).to_dict("records") == [{"lineup": "a", "games": 3, "capped": 1}]
    assert list(ends(field)["end"]) == ["capped"]


def test_line_ups_are_reported_by_their_scores_the_highest_first() -> None:
    field = {("a", "a"): scored([1, 2, 3]), ("b", "b"): scored([5, 6, 7])}
    mean_scores = means(Scale("score", "points", 0, 10, 0.5, 1), field)
    assert list(mean_scores["lineup"]) == ["b", "a"]
    assert list(mean_scores["estimate"]) == [6, 2]
    assert (
        (mean_scores["low"] < mean_scores["estimate"])
        & (mean_scores["estimate"] < mean_scores["high"])
    ).all()
