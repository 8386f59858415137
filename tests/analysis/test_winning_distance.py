"""What losers miss, of games in which it is known."""

from __future__ import annotations

import pytest

from simlab.analysis import winning_distance
from simlab.analysis.intervals import mean_t, simultaneous_shares
from simlab.analysis.tables import Tables
from tests.support.written_run import Written, write_run

FACTS = {"distances": {"title": "Losers", "columns": {"missing": "stones"}}}
SEATS = {
    "credit": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    "missing": [0, 1, 3, 3, 0, 1, 9, 9, 9],
}
"""Three seats in three games, of which the last is capped."""


@pytest.fixture
def tables(tmp_path) -> Tables:
    written = Written({"finished": [1, 1, 0]}, ["greedy"] * 3, seats=SEATS)
    return Tables(write_run(tmp_path / "run", [written], cooperative=False, facts=FACTS))


def test_only_losers_of_finished_games_count(tables) -> None:
    shares = winning_distance.distance(tables, tables.main)
    assert shares.set_index("missing")["estimate"].to_dict() == {0: 0, 1: 0.5, 2: 0, 3: 0.5}
    assert shares["low"][1] == simultaneous_shares([0, 2, 0, 2], per_block=2).low[1]


def test_the_mean_rests_on_blocks(tables) -> None:
    (row,) = winning_distance.mean(tables, tables.main).to_dict("records")
    assert [row[key] for key in ("estimate", "low", "high", "n")] == pytest.approx(mean_t([2, 2]))


def test_of_capped_games_alone_nothing_is_known(tmp_path) -> None:
    seats = {"credit": [0.0] * 3, "missing": [1, 2, 3]}
    written = Written({"finished": [0]}, ["greedy"] * 3, seats=seats)
    run = write_run(tmp_path / "run", [written], cooperative=False, facts=FACTS)
    tables = Tables(run)
    assert winning_distance.distance(tables, tables.main).empty
    assert winning_distance.mean(tables, tables.main)["estimate"].isna().all()
