"""Calibration of policies of real games: plays and simulated games are measured alike."""

from __future__ import annotations

import numpy as np
import pytest

import simlab
from simlab.catalog import find_game
from simlab.studies.calibrate.play_log import Play
from simlab.studies.calibrate.study import measures_of_play
from tests.support.play_log import PLAYS

PIG, TAXIS = find_game("pig"), find_game("taxis")


def test_a_play_is_measured_by_mean_and_best_score_length_and_winner() -> None:
    play = Play(3, (40.0, 101.0, 60.0), 1, {"turns": 30.0}, None)
    assert measures_of_play(play, PIG).tolist() == [67.0, 101.0, 30.0, 0.0, 1.0, 0.0]


def test_what_is_not_written_down_is_not_measured() -> None:
    play = Play(2, None, None, {}, 20.0)
    assert np.isnan(measures_of_play(play, TAXIS)).all()


@pytest.mark.compiled
def test_plays_with_several_numbers_of_players_share_a_noise() -> None:
    calibration = simlab.calibrate(
        "taxis", plays=PLAYS / "taxis_greedy_30.csv", policy="greedy", games=400
    ).study
    assert calibration.counts == {2: 30, 3: 30}
    standard_error = (calibration.noise.high - calibration.noise.low) / 4
    assert abs(calibration.noise.estimate - 0.3) < 5 * standard_error < 0.2
    assert calibration.p_value > 0.001
    assert set(calibration.checks["players"]) == {2, 3}
