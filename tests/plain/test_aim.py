"""Games that are played for points: what a search maximises, and what studies compare."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

import simlab
from simlab.catalog import find_policy, policies_of
from simlab.engine.record import new, row_of
from simlab.engine.result import own_points
from simlab.engine.search import competitive_value, final_value_of
from simlab.plain import PlainGame, define
from tests.plain.kuhn.kuhn import GAME as KUHN
from tests.plain.kuhn.kuhn import VALUE


class Tempting(PlainGame):
    """The first seat takes 1 point and wins, or 5 of them and gives 6 to the other seat."""

    kinds = ("small", "large")

    def setup(self, players, chance):
        self.taken = ""

    def seat(self):
        return None if self.taken else 0

    def choices(self):
        return ["small", "large"]

    def play(self, choice):
        self.taken = choice

    def scores(self):
        return [1, 0] if self.taken == "small" else [5, 6]


class TemptingForPoints(Tempting):
    """The same, played for points."""

    aim = "points"


def choice_of_search(rules_class) -> str:
    game = define(rules_class)
    search = find_policy("search:base=random,doubt=0", policies_of(game, []), 2, game)
    [row] = game.engine().play(game.load().row, [search, search], 1914, 0, 1)
    return "small" if row["seats"]["chosen_small"][0] else "large"


def test_a_search_takes_what_the_game_is_played_for() -> None:
    assert choice_of_search(Tempting) == "small"
    assert choice_of_search(TemptingForPoints) == "large"


def test_kernels_value_the_end_of_a_game_by_its_aim() -> None:
    assert final_value_of(define(Tempting)) is competitive_value
    assert final_value_of(KUHN) is own_points
    row = new(KUHN.outcome_row)
    row["seats"]["score"] = [-2, 2]
    assert own_points(row_of(row), 0) == -2


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        ({"aim": "money"}, 'aim: "money" is not one of wins, points'),
        ({"aim": "points", "cooperative": True}, "cooperative, so that all play"),
        (
            {"aim": "points", "scores": PlainGame.scores, "winner": lambda self: 0},
            "no method scores",
        ),
    ],
)
def test_an_aim_that_a_game_cannot_have_is_refused(declared, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        define(type("Broken", (Tempting,), declared))


def test_kuhn_poker_is_worth_what_kuhn_has_proved() -> None:
    nash = find_policy("nash", policies_of(KUHN, []), 2, KUHN)
    n = 4_000
    rows = KUHN.engine().play(KUHN.load().row, [nash, nash], 1914, 0, n)
    points = rows["seats"]["score"]
    assert not points.sum(axis=1).any()
    error = points[:, 0].std() / sqrt(n)
    assert abs(points[:, 0].mean() - VALUE) < 5 * error


def test_the_metrics_that_commands_use_by_default_are_points() -> None:
    names = simlab.metrics(KUHN).frame["name"].tolist()
    assert names[:2] == ["points_of_seat_1", "points_of_seat_2"]
    assert "wins_of_seat_1" in names


def test_a_run_is_about_points_and_still_has_the_wins(tmp_path) -> None:
    run = simlab.run(KUHN, policy=["nash", "caller"], games=400, out=tmp_path / "run")
    frame = run.frame.set_index("metric")
    assert frame.index[0] == "points of nash"
    assert frame.loc["points of nash", "estimate"] > 0 > frame.loc["points of caller", "estimate"]
    assert "wins of nash" in frame.index


def test_a_ladder_ranks_by_points_and_says_nothing_of_wins() -> None:
    ladder = simlab.ladder(KUHN, policy=["caller", "nash"], games=2_000)
    assert ladder.study.policies[0] == "nash"
    assert ladder.study.scale.unit == "points"
    gain = ladder.study.crosstable.set_index(["policy", "against"])["estimate"]
    np.testing.assert_allclose(gain["nash", "caller"], -gain["caller", "nash"])
    assert "win" not in " ".join(ladder.sentences)


def test_restricted_play_loses_points() -> None:
    result = simlab.restrict(KUHN, policy="nash", kind="bet", games=2_000)
    [row] = result.study.worths.to_dict("records")
    assert row["low"] > 0 > row["with"]
    assert "win" not in " ".join(result.sentences)


def test_a_handicap_makes_points_even() -> None:
    result = simlab.handicap(KUHN, policy="nash", games=600)
    assert result.study.seat == "seat 1"
    assert result.study.played_for == "points"
    assert not any("wins" in sentence for sentence in result.sentences)


@pytest.mark.long
def test_no_search_gains_on_an_equilibrium() -> None:
    result = simlab.headroom(KUHN, policy="nash", rollouts=[30], games=2_000)
    searches = result.study.gains[result.study.gains["rollouts"] > 0]
    assert (searches["low"] < 0).all()
    assert (searches["high"] > 0).all()
