"""Ways to win, by seat, by policy and by round, of games whose winners are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simlab.analysis import victory_type, win_rate
from simlab.analysis.intervals import simultaneous_shares
from simlab.analysis.tables import Tables
from tests.support.coverage import assert_coverage, covers
from tests.support.simulated_games import Played, interval_of
from tests.support.written_run import Written, write_run

FACTS = {
    "seats": {"one": "house", "many": "houses", "names": ["Oak", "Elm", "Ash"]},
    "ends": {"column": "end_reason", "labels": {"1": "gold", "2": "force"}, "winning": True},
}
GAMES = {
    "end_reason": [1, 2, 2, None],
    "finished": [1, 1, 1, 0],
    "rounds": [3, 3, 5, 6],
}
CREDITS = [1.0, 0.0, 0.0, 1.0, 0.5, 0.5, 0.0, 0.0]
"""Two seats: Oak by gold, Elm by force, both together by force, and a capped game of nobody."""


def tables_of(tmp_path: Path, written: Written) -> Tables:
    run = write_run(tmp_path / "run", [written], cooperative=False, facts=FACTS)
    return Tables(run)


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return tables_of(tmp_path, Written(GAMES, ["greedy"] * 2, seats={"credit": CREDITS}))


def test_every_game_is_won_by_somebody_in_some_way_or_capped(tables) -> None:
    rows = victory_type.by_seat(tables, tables.main)
    shares = rows.set_index(["who", "end"])["estimate"].to_dict()
    assert shares == {
        ("Oak", "gold"): 1 / 4,
        ("Oak", "force"): 1 / 8,
        ("Elm", "gold"): 0,
        ("Elm", "force"): 3 / 8,
        ("capped", "capped"): 1 / 4,
    }
    assert rows["estimate"].sum() == 1
    expected = simultaneous_shares([1, 0.5, 0, 1.5, 1])
    assert rows["low"].tolist() == pytest.approx(expected.low)


def test_the_ways_of_a_seat_make_up_its_win_credit(tables) -> None:
    ways = victory_type.by_seat(tables, tables.main).groupby("who")["estimate"].sum()
    for row in win_rate.by_seat(tables).to_dict("records"):
        assert ways[row["who"]] == pytest.approx(row["estimate"])


def test_games_are_reported_by_the_round_in_which_they_end(tables) -> None:
    rows = victory_type.by_round(tables, tables.main)
    shares = rows[rows["estimate"] > 0].set_index(["round", "end"])["estimate"].to_dict()
    assert shares == {
        (3, "gold"): 1 / 4,
        (3, "force"): 1 / 4,
        (5, "force"): 1 / 4,
        (6, "capped"): 1 / 4,
    }
    assert len(rows) == 4 * 3


def test_ways_of_a_policy_are_reported_per_seat_wherever_it_sits(tmp_path) -> None:
    games = {"end_reason": [1, 2, 2], "rounds": [2, 2, 2]}
    credits = np.eye(3)[[0, 0, 1]]
    policies = ["greedy", "greedy", "planner"]
    tables = tables_of(
        tmp_path, Written(games, policies, rotations=3, seats={"credit": credits.ravel()})
    )
    shares = victory_type.by_policy(tables, tables.main).set_index(["who", "end"])["estimate"]
    seated = [policies[(winner + turn) % 3] for turn, winner in enumerate([0, 0, 1])]
    assert seated == ["greedy", "greedy", "greedy"]
    assert shares["greedy", "gold"] == pytest.approx(1 / 3 / 2)
    assert shares["greedy", "force"] == pytest.approx(2 / 3 / 2)
    assert shares["planner", "gold"] == 0


def test_a_game_with_one_way_to_end_is_not_asked(tmp_path) -> None:
    run = write_run(
        tmp_path / "run",
        [Written(GAMES, ["greedy"] * 2, seats={"credit": CREDITS})],
        cooperative=False,
        facts={},
    )
    tables = Tables(run)
    assert victory_type.by_seat(tables, tables.main).empty
    assert victory_type.by_round(tables, tables.main).empty


def test_shares_of_all_seats_and_ways_are_covered_together(effort: int) -> None:
    rng, hits = np.random.default_rng(1), []
    chances = np.array([0.3, 0.1, 0.05, 0.25, 0.2, 0.02, 0.08])
    for _ in range(400 * effort):
        kind = rng.choice(len(chances), 300, p=chances)
        is_capped = kind == len(chances) - 1
        credit = np.where(is_capped[:, None], np.nan, np.arange(3) == kind[:, None] // 2)
        played = Played(FACTS, {"credit": credit}, {"end_reason": 1 + kind % 2})
        interval = interval_of(victory_type.by_seat(played, (played.scenario,)))
        hits.append(covers(interval, chances).all())
    assert_coverage(hits, 0.93, at_most=0.99)
