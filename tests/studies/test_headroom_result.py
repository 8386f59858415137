"""Headroom: what others gain over a scripted player, and that the best of them may be picked."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from simlab.analysis.crosstable import Scale
from simlab.analysis.intervals import Interval, mean_t, wilson
from simlab.analysis.verdict import Verdict
from simlab.game.facts import Tier
from simlab.studies.headroom.result import (
    Headroom,
    Player,
    gains_in_scores,
    gains_in_wins,
    mean_difference,
    par_of_scores,
    par_of_wins,
    tiers_by_player,
)
from tests.support.coverage import assert_coverage, covers
from tests.support.written_games import scored, won_by

SEARCHER = Player("search:base=a,rollouts=50", "a", 50)
OTHER = Player("b")
POINTS = Scale("score", "points", 0, 40, 1.0)
ENDLESS = Scale("score", "points", None, None, 1.0)
NOTHING = pd.DataFrame()


def headroom_of(gains: pd.DataFrame, par: Interval[float]) -> Headroom:
    return Headroom("a", 2, ENDLESS, par, gains, lineups=NOTHING, ends=NOTHING)


def test_wins_are_reported_beyond_an_even_share() -> None:
    field = {
        SEARCHER: won_by([SEARCHER.policy, "a", "a"], [[0, 0, 1]] * 50),
        OTHER: won_by(["b", "a", "a"], [[2, 0, 1]] * 50),
    }
    gains = gains_in_wins(field, margin=0.02)
    assert gains["estimate"].tolist() == pytest.approx([1 / 3, 0])
    assert list(gains["rollouts"]) == [50, 0]
    assert list(gains["verdict"]) == [Verdict.MORE, Verdict.UNDECIDED]
    levels = headroom_of(gains, par_of_wins(3)).levels
    assert levels["estimate"].tolist() == pytest.approx([2 / 3, 1 / 3])


def test_scores_are_compared_on_the_deals_that_both_have_played() -> None:
    luck = np.random.default_rng(5).integers(0, 9, 200)
    scripted, field = scored(luck), {SEARCHER: scored(luck[:30] + 3)}
    gains = gains_in_scores(scripted, field, POINTS)
    assert gains[["estimate", "n"]].to_numpy().tolist() == [[3, 30]]
    assert 1 < gains["low"][0] < 3 < gains["high"][0]
    assert list(gains["verdict"]) == [Verdict.MORE]


def test_a_level_is_par_and_the_gain_with_the_bounds_of_both() -> None:
    rng = np.random.default_rng(6)
    luck, skill = rng.integers(0, 20, 400), rng.integers(-2, 5, 40)
    scripted, field = scored(luck), {SEARCHER: scored(luck[:40] + skill)}
    par = par_of_scores(scripted, len(field), ENDLESS)
    level = headroom_of(gains_in_scores(scripted, field, POINTS), par).levels.iloc[0]
    base, gain = mean_t(luck, level=0.975), mean_difference(skill, POINTS, 0.975)
    for end in ("estimate", "low", "high"):
        assert level[end] == pytest.approx(getattr(base, end) + getattr(gain, end))


def test_who_never_played_otherwise_is_not_known_to_score_the_same() -> None:
    gain = mean_difference(np.zeros(20), POINTS, 0.95)
    assert gain.high == pytest.approx(40 * wilson(0, 20).high)
    assert gain.low == -gain.high
    assert mean_difference(np.zeros(20), ENDLESS, 0.95).high == math.inf


def test_the_best_is_the_player_surely_better_by_most() -> None:
    rows = [("few", 9, 5.0, -1.0), ("many", 9, 2.0, 1.5), ("scripted", 0, 1.8, 1.6)]
    gains = pd.DataFrame(rows, columns=["policy", "rollouts", "estimate", "low"])
    assert headroom_of(gains, par_of_wins(2)).best["policy"] == "scripted"
    assert headroom_of(gains[:2], par_of_wins(2)).best["policy"] == "many"


def test_where_nobody_is_surely_better_the_best_is_a_search() -> None:
    rows = [("near", 9, -3.0, -4.0), ("far", 9, -5.0, -9.0), ("scripted", 0, -1.0, -2.0)]
    gains = pd.DataFrame(rows, columns=["policy", "rollouts", "estimate", "low"])
    assert headroom_of(gains, par_of_wins(2)).best["policy"] == "near"


def test_tiers_are_reported_of_every_player() -> None:
    tiers = [Tier(tier=2, start=3, label="High")]
    tier_rows = tiers_by_player({OTHER: scored([0, 3, 4, 5]), SEARCHER: scored([1, 2])}, tiers)
    assert tier_rows["estimate"].tolist() == [0.75, 0]
    assert tier_rows["policy"].tolist() == ["b", SEARCHER.policy]
    assert tiers_by_player({OTHER: scored([1])}, []).empty


def test_of_several_as_good_as_the_scripted_player_hardly_ever_one_is_called_better(
    effort: int,
) -> None:
    rng = np.random.default_rng(11)
    sizes = {Player(f"s{n}", "a", n): 200 // n + 20 for n in (1, 2, 4, 8, 16)}
    wrong = []
    for _ in range(60 * effort):
        luck = rng.normal(50, 8, 400)
        field = {who: scored(luck[:n] + rng.normal(0, 4, n)) for who, n in sizes.items()}
        wrong.append((gains_in_scores(scored(luck), field, POINTS)["low"] > 0).any())
    assert_coverage(~np.array(wrong), at_least=0.95)


@pytest.mark.parametrize("rare", [1.0, 0.4, 0.1])
@pytest.mark.parametrize("n_deals", [20, 200])
def test_gains_that_few_deals_make_are_covered(rare: float, n_deals: int, effort: int) -> None:
    rng, hits = np.random.default_rng(14), []
    for _ in range(200 * effort):
        gains = np.where(rng.random(n_deals) < rare, rng.normal(12, 8, n_deals), 0)
        low, high = mean_difference(gains, POINTS, 0.992)[1:3]
        hits.append(low <= 12 * rare <= high)
    assert_coverage(hits, at_least=0.99)


def test_par_gains_and_levels_are_covered_together(effort: int) -> None:
    rng, hits = np.random.default_rng(12), []
    truth = {Player("s", "a", 8): (3.0, 60), Player("t", "a", 64): (1.0, 25)}
    for _ in range(60 * effort):
        luck = rng.normal(50, 8, 300)
        field = {
            who: scored(luck[:n] + rng.choice([0, 2 * gain], n)) for who, (gain, n) in truth.items()
        }
        par = par_of_scores(scored(luck), len(field), ENDLESS)
        headroom = headroom_of(gains_in_scores(scored(luck), field, POINTS), par)
        wanted = np.array([gain for gain, _ in truth.values()])
        held = [
            covers(ends_of(headroom.gains), wanted),
            covers(ends_of(headroom.levels), 50 + wanted),
        ]
        hits.append(np.all(held) and covers(par, 50))
    assert_coverage(hits, at_least=0.95)


def test_wins_of_all_players_are_covered_together(effort: int) -> None:
    rng, hits = np.random.default_rng(13), []
    sizes = {Player("s"): 150, Player("t"): 40, Player("u"): 20}
    for _ in range(60 * effort):
        field = {
            who: won_by([who.policy, "a"], (rng.random((n, 2)) < 0.3).astype(int))
            for who, n in sizes.items()
        }
        hits.append(covers(ends_of(gains_in_wins(field, 0.02)), 0.2).all())
    assert_coverage(hits, at_least=0.95)


def ends_of(frame: pd.DataFrame) -> Interval[np.ndarray]:
    return Interval(*(frame[end].to_numpy() for end in Interval._fields))
