"""Winning chances over a replayed game: where they are taken, and what is known exactly."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import simlab
from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.explain import chance_track
from simlab.explain.chance_track import (
    MOST_POSITIONS,
    ROLLOUTS,
    ChanceTrack,
    chance_tracks,
    check_winners,
)
from tests.support.kingmaker_games import DUEL, SOLITAIRE, written

N_ROLLOUTS = 2 * ROLLOUTS


def last_track(game: str, deal: int, **options: object) -> ChanceTrack:
    [scenario] = request_experiment(game, options).scenarios
    *_, track = chance_tracks(Threads(1), scenario, deal, 0)
    return track


def test_chances_are_those_of_the_position_until_the_winner_is_named(tmp_path: Path) -> None:
    for deal in range(4):
        track = last_track(written(tmp_path, DUEL), deal)
        data = json.loads(json.dumps(track.as_data()))
        before, after, end = data["percent"]
        assert data["steps"] == [0, 1, 2]
        assert abs(before[0] - 50) < 4 * 100 * (0.25 / N_ROLLOUTS) ** 0.5
        assert after == end == [100 * share for share in track.result]


def test_each_turn_has_a_position_and_chances_add_up(tmp_path: Path) -> None:
    track = last_track(written(tmp_path, SOLITAIRE), 1)
    assert track.decisions.tolist() == list(range(9))
    assert np.allclose(track.chances.sum(axis=1), 1)
    assert f"each of 9 turns. From each, the same players play {N_ROLLOUTS} games" in track.caption
    assert "off by 10 percentage points at most" in track.caption


def test_a_long_game_has_positions_evenly_spaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance_track, "ROLLOUTS", 1)
    longer = SOLITAIRE.replace("self.turn < 9", "self.turn < 90")
    track = last_track(written(tmp_path, longer), 0)
    assert len(track.decisions) == MOST_POSITIONS
    assert set(np.diff(track.decisions)) == {1, 2}
    assert "the starts of 60 of 90 turns, evenly spaced" in track.caption


def test_a_game_without_a_winning_seat_has_no_chances() -> None:
    [scenario] = request_experiment("taxis", {}).scenarios
    with pytest.raises(InputError, match="win or lose together"):
        check_winners(scenario)


def test_a_replay_writes_a_page_with_chances(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simlab.api.replay.own_cores", lambda *_: Threads(1))
    replay = simlab.replay(written(tmp_path, DUEL), 0)
    plain = replay.write_html(tmp_path / "plain.html").read_text(encoding="utf-8")
    page = replay.write_html(tmp_path / "page.html", chances=True).read_text(encoding="utf-8")
    assert "trackChances" not in plain
    assert '"chances":{"caption":"Chance to win, estimated at' in page
