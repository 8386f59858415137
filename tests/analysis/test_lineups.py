"""All line-ups of a ladder together: seats, ends, mean scores."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.analysis.crosstable import Scale
from simlab.analysis.group_sequential import Design
from simlab.analysis.lineups import by_lineup, by_seat, ends, means, strongest_first
from simlab.analysis.verdict import Verdict
from tests.support.written_games import scored, won_by

FIELD = {
    ("a", "b"): won_by(["a", "b"], [[0, 1]] * 40 + [[-1, -1]] * 2),
    ("a", "c"): won_by(["a", "c"], [[0, 1]] * 30),
}
"""Who begins wins: the first of the line-up, then, turned over the seats, the second."""


def test_a_seat_that_always_wins_is_found_with_any_policy() -> None:
    seats = by_seat(FIELD, ["first", "second"], margin=0.02)
    assert list(seats["estimate"]) == pytest.approx([(41 / 42 + 1) / 2, (1 / 42 + 0) / 2])
    assert list(seats["verdict"]) == [Verdict.MORE, Verdict.LESS]


def test_all_deals_count_for_seats_and_all_line_ups_alike() -> None:
    field = {**FIELD, ("b", "c"): won_by(["b", "c"], [[1, 0]] * 400)}
    seats = by_seat(field, ["first", "second"], margin=0.02)
    assert set(seats["n"]) == {400}
    assert list(seats["estimate"]) == pytest.approx([(41 / 42 + 1) / 3, (1 / 42 + 1) / 3])


def duels(rng: np.random.Generator, chance: float, n: int) -> list[list[int]]:
    """Return who wins both rotations of n deals: the first policy with this probability."""
    return np.where(rng.random((n, 2)) < chance, 0, 1).tolist()


def test_strengths_do_not_depend_on_which_line_ups_got_more_games() -> None:
    chances = {("a", "b"): 0.51, ("b", "c"): 0.7, ("a", "c"): 0.6}
    budgets = {("a", "b"): 9000, ("b", "c"): 3000, ("a", "c"): 3000}
    even, uneven = (
        strongest_first(
            {
                lineup: won_by(list(lineup), duels(np.random.default_rng(3), chance, n[lineup]))
                for lineup, chance in chances.items()
            }
        ).set_index("policy")["estimate"]
        for n in (dict.fromkeys(budgets, 3000), budgets)
    )
    assert list(even.index) == list(uneven.index) == ["b", "a", "c"]
    assert uneven.to_dict() == pytest.approx(even.to_dict(), rel=0.05)


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
    mean_scores = means(Scale("score", "points", 0, 10, 0.5), Design((3,), 0.05), field)
    assert list(mean_scores["lineup"]) == ["b", "a"]
    assert list(mean_scores["estimate"]) == [6, 2]
    assert (
        (mean_scores["low"] < mean_scores["estimate"])
        & (mean_scores["estimate"] < mean_scores["high"])
    ).all()
