"""Restricted play: what a kind of choice is worth, with error rates under simulation."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from simlab.analysis.crosstable import Scale
from simlab.studies.restrict.result import Worth, counts, worths
from tests.support.coverage import assert_coverage
from tests.support.written_games import scored, won_by

WINS = Scale("wins", "", 0, 1, 0.02)
POINTS = Scale("score", "points", 0, None, 1.0)
FREE = ("a", "a")


def duel(name: str, chance: float, n: int, rng: np.random.Generator):
    """Return games in which a restricted player wins with a chance among free ones."""
    wins = rng.random((n, 2)) < chance
    return won_by([name, "a"], np.where(wins, 0, 1))


def by_name(frame: pd.DataFrame, column: str = "worth") -> dict[str, object]:
    return dict(zip(frame["restriction"], frame[column], strict=True))


def duels(chances: dict[str, float], n: int, seed: int) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    restricted = {name: duel(name, chance, n, rng) for name, chance in chances.items()}
    policies = {name: name for name in chances}
    base = won_by(FREE, [[0]] * n)
    return worths(base, restricted, policies, dict.fromkeys(chances, True), WINS)


def test_kinds_are_ranked_by_what_they_are_worth() -> None:
    frame = duels({"nap": 0.5, "send": 0.03, "draw": 0.4, "river": 0.6}, 20_000, seed=3)
    assert list(frame["restriction"]) == ["send", "draw", "nap", "river"]
    assert list(frame["worth"]) == [Worth.MANDATORY, Worth.USEFUL, Worth.USELESS, Worth.HARMFUL]
    assert frame["with"][0] == pytest.approx(0.03, abs=0.01)


def test_scores_are_compared_on_the_same_deals() -> None:
    luck = np.random.default_rng(5).integers(10, 60, 300)
    restricted = {"draw": scored(luck - 3), "send": scored(luck // 5), "nap": scored(luck)}
    policies = dict.fromkeys(restricted, "a")
    chosen = {"draw": True, "send": True, "nap": False}
    frame = worths(scored(luck), restricted, policies, chosen, POINTS)
    assert by_name(frame) == {
        "send": Worth.MANDATORY,
        "draw": Worth.USEFUL,
        "nap": Worth.UNUSED,
    }
    assert by_name(frame, "estimate")["draw"] == 3


def test_a_choice_that_is_made_but_changes_no_game_cannot_be_avoided() -> None:
    points = np.arange(50)
    frame = worths(scored(points), {"load": scored(points)}, {"load": "a"}, {"load": True}, POINTS)
    assert list(frame["worth"]) == [Worth.FORCED]


def test_to_play_as_another_policy_is_no_kind_of_choice() -> None:
    points = np.arange(50) + 30
    frame = worths(scored(points), {"as b": scored(points * 0)}, {"as b": "b"}, {}, POINTS)
    assert list(frame["worth"]) == [Worth.USEFUL]


def test_counts_are_means_per_game_with_intervals() -> None:
    frame = counts({"draw": {"chosen": np.array([1.0, 3.0]), "forced": np.zeros(2)}})
    assert frame["chosen"].tolist() == [2]
    assert frame["forced_low"].tolist() == [0]
    assert frame["forced_high"][0] > 0


@pytest.mark.parametrize("runs", [60, pytest.param(3_000, marks=pytest.mark.long)])
def test_kinds_at_the_margin_are_hardly_ever_called_useful_or_useless(runs: int) -> None:
    # 8 kinds that cost exactly the margin: any verdict but "not decided" is wrong
    chances = {f"kind{number}": 0.48 for number in range(8)}
    rights = [set(duels(chances, 800, seed)["worth"]) == {Worth.UNDECIDED} for seed in range(runs)]
    assert_coverage(rights, 0.95)


@pytest.mark.parametrize("runs", [60, pytest.param(3_000, marks=pytest.mark.long)])
def test_a_kind_worth_half_the_wins_is_hardly_ever_called_mandatory(runs: int) -> None:
    rights = [
        Worth.MANDATORY not in set(duels({"a1": 0.25, "b": 0.25, "c": 0.5}, 400, seed)["worth"])
        for seed in range(runs)
    ]
    assert_coverage(rights, 0.95)
