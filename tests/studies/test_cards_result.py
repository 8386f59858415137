"""Worth of a card: a planted card is found, and the association of a worthless one is no effect."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from simlab.analysis.crosstable import Scale
from simlab.analysis.games import Games
from simlab.analysis.verdict import Verdict
from simlab.studies.cards.result import CardTrial, association, card_worths
from tests.support.coverage import assert_coverage, covers
from tests.support.written_games import scored, won_by

WINS = Scale("wins", "", 0, 1, 0.02)
POINTS = Scale("score", "points", 0, None, 1.0)


def with_column(games: Games, name: str, numbers: np.ndarray) -> Games:
    table = games.games.append_column(name, pa.array(numbers))
    return Games(table, games.seats, games.rotations, games.players)


def test_a_planted_card_is_found_and_one_that_follows_luck_is_not() -> None:
    rng = np.random.default_rng(2)
    luck = rng.integers(20, 60, 2_000)
    base = with_column(scored(luck + 3), "flag", (luck > 40).astype(int))
    trials = [CardTrial("flag", "a blank", "flag"), CardTrial("gold", "a blank", "")]
    without = [scored(luck + 3 + rng.integers(-1, 2, 2_000)), scored(luck)]
    frame = card_worths(trials, base, without, ["a", "a"], POINTS)
    assert list(frame["card"]) == ["gold", "flag"]
    assert list(frame["verdict"]) == [Verdict.MORE, Verdict.SAME]
    assert frame["estimate"][0] == 3
    # who is lucky plays the flag
    assert frame["association"][1] > 15
    assert np.isnan(frame["association"][0])
    assert frame["used"][1] == pytest.approx((luck > 40).mean())


def test_a_card_that_every_game_uses_is_split_at_the_median() -> None:
    points = np.arange(40)
    base = with_column(scored(points), "flag", 1 + (points >= 30))
    frame = card_worths([CardTrial("flag", "x", "flag")], base, [scored(points)], ["a"], POINTS)
    assert frame["association"][0] == points[30:].mean() - points[:30].mean()
    assert frame["used"][0] == 1


def test_wins_of_a_player_without_the_card_fall_short_of_an_even_share() -> None:
    rng = np.random.default_rng(4)
    wins = np.where(rng.random((2_000, 2)) < 0.35, 0, 1)
    frame = card_worths(
        [CardTrial("gold", "", "")],
        won_by(["a", "a"], [[0]] * 2_000),
        [won_by(["b", "a"], wins)],
        ["b"],
        WINS,
    )
    assert frame["estimate"][0] == pytest.approx(0.15, abs=0.05)
    assert frame["verdict"][0] == Verdict.MORE


@pytest.mark.parametrize("runs", [300, pytest.param(4_000, marks=pytest.mark.long)])
def test_associations_are_covered_though_games_of_a_deal_depend(runs: int) -> None:
    rng = np.random.default_rng(11)
    hits = []
    for _ in range(runs):
        deal = rng.normal(size=(120, 1))
        is_used = rng.random((120, 3)) < 0.3 + 0.3 * (deal > 0)
        results = 2.0 * is_used + deal + rng.normal(size=(120, 3))
        # P(deal > 0 | used) = 2/3 and 4/11 otherwise; the mean of a half normal is 0.798
        truth = 2.0 + 0.7978846 * ((2 / 3 - 1 / 3) - (4 / 11 - 7 / 11))
        hits.append(covers(association(results, is_used), truth))
    assert_coverage(hits, 0.92, 0.97)


@pytest.mark.parametrize("runs", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_worthless_cards_at_the_margin_are_hardly_ever_called_valuable(runs: int) -> None:
    trials = [CardTrial(str(n), "x", "") for n in range(8)]
    rights = []
    for seed in range(runs):
        rng = np.random.default_rng(seed)
        luck = rng.normal(30, 8, 400)
        without = [scored(luck - 1 + rng.normal(0, 3, 400)) for _ in trials]
        frame = card_worths(trials, scored(luck), without, ["a"] * 8, POINTS)
        rights.append(set(frame["verdict"]) == {Verdict.UNDECIDED})
    assert_coverage(rights, 0.95)
