"""A way to win that the strongest players hardly ever use is named, with an upper bound."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simlab.analysis.tables import Tables
from simlab.api.contents.run import content
from simlab.report.answers.dead_ways import DEAD, dead_way_sentence, dead_ways
from simlab.report.answers.run import answer
from tests.support.written_run import Written, write_run

FACTS = {
    "ends": {
        "column": "end_reason",
        "labels": {"1": "gold", "2": "force", "3": "faith"},
        "winning": True,
    },
}


def tables_of(folder: Path, ends: list[int], strongest: str = "") -> Tables:
    n_games = len(ends)
    games = {"end_reason": ends, "rounds": np.full(n_games, 5), "finished": np.ones(n_games, int)}
    credits = np.tile([1.0, 0.0, 0.0, 1.0], n_games // 2)
    written = Written(games, ["planner"] * 2, seats={"credit": credits}, strongest=strongest)
    return Tables(write_run(folder, [written], cooperative=False, facts=FACTS))


def test_a_way_that_nobody_used_in_many_games_is_dead(tmp_path: Path) -> None:
    tables = tables_of(tmp_path / "run", [1] * 1_999 + [2] * 2_000 + [3], strongest="planner")
    sentence = (
        "Faith is a dead way to win with 2 players: planner, the strongest player measured, won"
    )
    assert sentence in " ".join(answer(tables))
    [way] = dead_ways(tables)
    assert (way.label, way.n_games) == ("faith", 4_000)
    assert 0 < way.row["estimate"] < way.row["high"] < DEAD
    [entry] = content(tables)["dead_ways_to_win"]
    assert (entry["way"], entry["is_strongest"]) == ("faith", True)


def test_several_ways_are_named_together_and_other_players_by_their_names(tmp_path: Path) -> None:
    sentence = dead_way_sentence(tables_of(tmp_path / "run", [1] * 1_000))
    assert sentence.startswith(
        "force and faith are dead ways to win with 2 players: planner won none (at most 0."
    )
    assert sentence.endswith("of 1,000 games in these ways.")


@pytest.mark.parametrize("ends", [[1] * 200, [1] * 900 + [2] * 50 + [3] * 50])
def test_few_games_and_ways_in_use_say_nothing(tmp_path: Path, ends: list[int]) -> None:
    assert dead_way_sentence(tables_of(tmp_path / "run", ends)) == ""


def test_a_way_that_is_used_as_often_as_allowed_is_rarely_called_dead(tmp_path: Path) -> None:
    rng, n_runs, n_called = np.random.default_rng(3), 60, 0
    for run in range(n_runs):
        ends = np.where(rng.random(2_000) < DEAD, 3, rng.integers(1, 3, 2_000)).tolist()
        n_called += "faith" in dead_way_sentence(tables_of(tmp_path / str(run), ends))
    assert n_called <= 0.05 * n_runs + 5 * np.sqrt(0.05 * 0.95 * n_runs)
