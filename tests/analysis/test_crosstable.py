"""Policies against each other: shares of the wins, both sides of a pairing, verdicts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simlab.analysis.crosstable import (
    Answer,
    Pairing,
    Scale,
    answer_of,
    crosstable,
    is_two_sided,
    mirror,
    shares,
    superiority_p_values,
    win_shares,
)
from simlab.analysis.group_sequential import Design
from simlab.analysis.intervals import Interval
from simlab.analysis.rating import cycles
from simlab.analysis.verdict import Verdict
from tests.support.coverage import assert_coverage
from tests.support.written_games import scored, won_by

WINS = Scale("wins", "", 0, 1, 0.02)
POINTS = Scale("score", "points", 0, 10, 0.5)
DESIGN = Design((25, 50, 100, 200), 0.05)
DUEL = Pairing("a", "b", ("a", "b"))
TABLES = Pairing("a", "b", ("a", "a"), ("b", "b"))


def test_the_share_of_a_policy_is_the_mean_over_all_its_seats() -> None:
    games = won_by(["a", "b"], [[0, 0], [0, 1], [1, 1]])
    assert shares(games, "a").tolist() == [1, 0.5, 0]


def test_the_share_is_that_of_one_seat_where_the_policy_has_one() -> None:
    games = won_by(["a", "b", "b"], [[0, 0, 0], [1, 2, 0]])
    assert shares(games, "a") == pytest.approx([1, 1 / 3])


def test_a_game_that_nobody_wins_counts_as_shared_by_all() -> None:
    games = won_by(["a", "b", "b"], [[-1, -1, -1], [0, -1, 1]])
    assert win_shares(games).sum(axis=2) == pytest.approx(np.ones((2, 3)))
    assert shares(games, "a") == pytest.approx([1 / 3, 4 / 9])


def test_a_policy_that_always_wins_is_better_and_its_rival_worse() -> None:
    games = {DUEL.lineup: won_by(["a", "b"], [[0, 0]] * 60)}
    rows = crosstable({DUEL: answer_of(WINS, DESIGN, DUEL, games)})
    assert list(rows["policy"]) == ["a", "b"]
    assert list(rows["estimate"]) == [1, 0]
    assert list(rows["verdict"]) == [Verdict.MORE, Verdict.LESS]
    assert rows["low"][0] == 1 - rows["high"][1]


def test_scores_are_compared_deal_by_deal() -> None:
    noise = np.random.default_rng(1).integers(0, 9, 400)
    games = {("a", "a"): scored(noise + 1), ("b", "b"): scored(noise)}
    answer = answer_of(POINTS, DESIGN, TABLES, games)
    assert answer.interval.estimate == 1
    assert answer.interval.high - answer.interval.low < 1
    assert (answer.fair, answer.verdict) == (0, Verdict.MORE)


def test_scores_of_unknown_range_are_compared_too() -> None:
    noise = np.random.default_rng(1).normal(0, 30, 2_000)
    games = {("a", "a"): scored(noise + 3), ("b", "b"): scored(noise)}
    answer = answer_of(replace(POINTS, low=None, high=None), DESIGN, TABLES, games)
    assert answer.interval.estimate == pytest.approx(3)
    assert answer.verdict == Verdict.MORE


def test_looking_from_the_other_side_twice_changes_nothing() -> None:
    answer = Answer(Interval(0.375, 0.3125, 0.5, 64), 0.25, Verdict.MORE)
    assert mirror(mirror(answer)) == answer
    assert mirror(answer) == Answer(Interval(0.125, 0.0, 0.1875, 64), 0.25, Verdict.LESS)


def test_what_is_not_decided_or_even_is_so_from_both_sides() -> None:
    for own_verdict in (Verdict.SAME, Verdict.UNDECIDED):
        assert mirror(Answer(Interval(0.5, 0.4, 0.6, 9), 0.5, own_verdict)).verdict is own_verdict


@pytest.mark.parametrize(
    ("pairing", "expected"),
    [
        (DUEL, True),
        (TABLES, True),
        (Pairing("a", "b", ("a", "b", "b")), False),
        (Pairing("a", "b", ("a", "b"), ("b", "b")), False),
    ],
)
def test_only_like_against_like_tells_of_both(pairing: Pairing, expected: bool) -> None:
    assert is_two_sided(pairing) == expected


def test_the_more_pairings_the_wider_each_interval() -> None:
    games = {DUEL.lineup: won_by(["a", "b"], [[0, 1]] * 50)}
    one, many = (answer_of(WINS, DESIGN.split(n), DUEL, games).interval for n in (1, 20))
    assert many.low < one.low < one.high < many.high


def test_all_pairings_of_equals_are_covered_together_at_every_look(effort: int) -> None:
    """Six pairings, looked at four times each; in few runs may any interval leave out the truth."""
    rng = np.random.default_rng(3)
    hits = []
    for _ in range(20 * effort):
        wins = rng.integers(0, 2, (6, 200, 2))
        hits.append(all(covers_all_along(DESIGN.split(6), each) for each in wins))
    assert_coverage(hits, at_least=0.95)


def covers_all_along(design: Design, wins: np.ndarray) -> bool:
    """Say whether the interval holds an even share at all of four looks."""
    looks = (won_by(["a", "b"], wins[:n]) for n in design.looks)
    answers = (answer_of(WINS, design, DUEL, {DUEL.lineup: games}) for games in looks)
    return all(answer.interval.low <= 0.5 <= answer.interval.high for answer in answers)


def test_to_beat_another_takes_more_than_a_fair_share_on_both_sides() -> None:
    alone, among = Pairing("a", "b", ("a", "b", "b")), Pairing("b", "a", ("b", "a", "a"))
    often = won_by(alone.lineup, [[0, 0, 1]] * 90)
    fair, rarely = (won_by(among.lineup, [[0, 1, 2], [1, 2, last]] * 45) for last in (0, 1))
    only_alone = superiority_p_values([alone, among], {alone.lineup: often, among.lineup: fair})
    both = superiority_p_values([alone, among], {alone.lineup: often, among.lineup: rarely})
    assert list(zip(both["policy"], both["other"], strict=True)) == [("a", "b"), ("b", "a")]
    assert only_alone["p_value"][0] > 0.2
    assert both["p_value"][0] < 0.001
    assert both["p_value"][1] == 1


def test_of_equals_hardly_anybody_is_reported_to_beat_another(effort: int) -> None:
    rng = np.random.default_rng(4)
    p_values = [
        superiority_p_values([DUEL], {DUEL.lineup: won_by(["a", "b"], wins)})["p_value"].min()
        for wins in rng.integers(0, 2, (100 * effort, 60, 2))
    ]
    assert_coverage(np.array(p_values) > 0.025, at_least=0.95)


def test_a_circle_is_found_in_wins() -> None:
    games = {
        pairing: won_by(pairing, [[winner] * 2] * 40)
        for pairing, winner in {("a", "b"): 0, ("b", "c"): 0, ("a", "c"): 1}.items()
    }
    pairings = [Pairing(*pairing, pairing) for pairing in games]
    (circle,) = cycles(superiority_p_values(pairings, games)).to_dict("records")
    assert [circle[place] for place in ("first", "second", "third")] == ["a", "b", "c"]
    assert circle["adjusted"] < 0.001
