"""Games of up to twelve players: they are played, reported and compiled as those of few are."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import simlab
from simlab.engine.loop import MOST_SEATS, SEATS, scratch_record, table_size
from simlab.plain import define
from simlab.report.figures.timeline import PLACES
from simlab.report.style import colour_of, dash_of, marker_of
from tests.plain.circle.circle import GAME, Circle


def test_twelve_seats_are_played_and_reported(tmp_path) -> None:
    run = simlab.run(GAME, players=12, games=60, out=tmp_path / "run")
    assert len(run.frame) == 12
    assert run.frame["estimate"].sum() == pytest.approx(1)
    page = run.page(assumptions=0).read_text(encoding="utf-8")
    assert all(f"seat {number}" in page for number in range(1, 13))


def test_more_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="from 1 to 12"):
        define(type("Crowd", (Circle,), {"players": (2, 13)}))


def test_small_games_have_no_room_for_seats_that_they_never_have() -> None:
    assert [table_size(players) for players in (1, 6, 7, 12)] == [6, 6, 12, 12]
    state = np.dtype(np.int64)
    small, large = (scratch_record(2, 1, state, seats) for seats in (SEATS, MOST_SEATS))
    assert small["memory"].shape[0] == 6
    assert large["memory"].shape[0] == 12


def test_twelve_seats_can_be_told_apart_in_a_figure() -> None:
    assert len({(colour_of(seat), dash_of(seat)) for seat in range(12)}) == 12
    assert len({(colour_of(seat), marker_of(seat)) for seat in range(12)}) == 12
    assert len(set(PLACES)) == 12


@pytest.mark.long
@pytest.mark.compiled
def test_twelve_seats_compile_and_play_alike(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = Path(shutil.copy(Circle.setup.__code__.co_filename, tmp_path))
    compiled = simlab.compile_game(source, games=40)
    assert compiled.is_written
    assert compiled.equality is not None
    assert compiled.equality.difference is None
