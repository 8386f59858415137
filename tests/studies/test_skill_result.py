"""Skill: what tables of equal players show at each step, and what a step is worth."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.analysis.crosstable import Scale
from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import Verdict
from simlab.game.facts import Tier
from simlab.studies.skill.result import (
    gains_by_step,
    means_by_skill,
    seats_by_skill,
    tiers_by_skill,
    wins_by_step,
)
from tests.support.coverage import assert_coverage, covers
from tests.support.written_games import scored, won_by

POINTS = Scale("score", "points", 0, 20, 0.5)
TIERS = [Tier(tier=1, start=1, label="Low"), Tier(tier=2, start=3, label="High")]


def test_a_seat_that_wins_among_the_best_but_not_among_the_worst_is_found() -> None:
    steps = {
        0.0: won_by(["a", "a"], [[0]] * 60),
        1.0: won_by(["a:noise=1", "a:noise=1"], [[0]] * 30 + [[1]] * 30),
    }
    seats = seats_by_skill(steps, ["first", "second"], margin=0.02)
    assert list(seats["skill"]) == [1, 1, 0, 0]
    assert list(seats["estimate"]) == [1, 0, 0.5, 0.5]
    assert list(seats["verdict"][:2]) == [Verdict.MORE, Verdict.LESS]
    assert set(seats["verdict"][2:]) == {Verdict.UNDECIDED}


def test_skill_carries_no_dust_of_rounding() -> None:
    steps = {0.8: scored([1, 2, 3])}
    assert means_by_skill(steps)["skill"].tolist() == [0.2]


def test_scores_fall_with_skill_and_steps_are_reported_deal_by_deal() -> None:
    luck = np.random.default_rng(5).integers(0, 9, 200)
    steps = {0.0: scored(luck + 4), 0.5: scored(luck + 1), 1.0: scored(luck + 1)}
    means = means_by_skill(steps)
    assert means["estimate"].is_monotonic_decreasing
    gains = gains_by_step(steps, POINTS)
    assert list(gains["estimate"]) == [3, 0]
    assert list(gains["against"]) == [0.5, 0]
    assert list(gains["verdict"]) == [Verdict.MORE, Verdict.SAME]


@pytest.mark.parametrize("rare", [1.0, 0.1, 0.03])
def test_steps_that_few_deals_show_are_covered_together(rare: float, effort: int) -> None:
    rng, hits = np.random.default_rng(9), []
    for _ in range(100 * effort):
        better = rng.normal(40, 6, 100)
        steps = {0.0: scored(better)}
        for noise in (0.1, 0.2):
            better = better - np.where(rng.random(100) < rare, rng.gamma(2, 4, 100), 0)
            steps[noise] = scored(better)
        gains = gains_by_step(steps, POINTS)
        held = covers(Interval(*(gains[end].to_numpy() for end in Interval._fields)), 8 * rare)
        hits.append(held.all())
    assert_coverage(hits, at_least=0.94)


def test_tiers_are_reported_by_who_reaches_them_or_more() -> None:
    tiers = tiers_by_skill({0.0: scored([0, 1, 3, 4])}, TIERS)
    assert list(tiers["tier"]) == ["1 or more", "3 or more"]
    assert list(tiers["estimate"]) == [0.75, 0.5]
    assert ((tiers["low"] < tiers["estimate"]) & (tiers["estimate"] < tiers["high"])).all()


def test_a_game_without_a_victory_table_has_no_tiers() -> None:
    assert tiers_by_skill({0.0: scored([1, 2])}, []).empty


def test_the_wins_of_one_among_worse_players_are_those_of_its_seat() -> None:
    meetings = [
        won_by(["a", "b", "b"], [[0, 0, 1]] * 50),
        won_by(["b", "c", "c"], [[0, 1, 2]] * 50),
    ]
    steps = wins_by_step([0.0, 0.4, 1.0], meetings, margin=0.02)
    assert steps["estimate"].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert list(steps["skill"]) == [1, 0.6]
    assert list(steps["against"]) == [0.6, 0]
    assert set(steps["fair"]) == {1 / 3}


def test_seats_of_all_steps_are_covered_together(effort: int) -> None:
    rng, hits = np.random.default_rng(8), []
    for _ in range(20 * effort):
        wins = (rng.random((3, 80, 1)) < 0.4).astype(int)
        steps = {
            noise: won_by(["a", "a"], own) for noise, own in zip((0, 0.5, 1), wins, strict=True)
        }
        seat_rows = seats_by_skill(steps, ["first", "second"], margin=0.02)
        truth = seat_rows["seat"].map({"first": 0.6, "second": 0.4}).to_numpy()
        hits.append(
            covers(Interval(*(seat_rows[end].to_numpy() for end in Interval._fields)), truth).all()
        )
    assert_coverage(hits, at_least=0.95)
