"""Pictures of the ways to win, of a game with more ways than there are colours."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.analysis.tables import Tables
from simlab.report.blocks.victory_type import seat_way_blocks, way_blocks
from simlab.report.style import SERIES, style
from tests.support.written_run import Written, write_run

N_WAYS = len(SERIES) + 2
FACTS = {
    "ends": {
        "column": "end_reason",
        "labels": {str(way): f"way {way}" for way in range(1, N_WAYS + 1)},
        "winning": True,
    }
}


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    games = {
        "end_reason": [*range(1, N_WAYS + 1), None],
        "finished": [1] * N_WAYS + [0],
        "rounds": [3] * (N_WAYS + 1),
    }
    credits = [1.0, 0.0] * N_WAYS + [0.0, 0.0]
    written = Written(games, ["greedy"] * 2, seats={"credit": credits})
    return Tables(write_run(tmp_path / "run", [written], cooperative=False, facts=FACTS))


@pytest.mark.parametrize("blocks_of", [seat_way_blocks, way_blocks])
def test_colours_come_again_where_there_are_more_ways_than_colours(tables, blocks_of) -> None:
    with style():
        assert list(blocks_of(tables))
