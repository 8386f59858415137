"""What is said while games are played."""

from __future__ import annotations

import math
import time

import pytest

from simlab.api.progress import Pace, time_left_in_words
from simlab.cli.terminal.progress import shortened


def test_the_pace_is_that_of_late(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    pace = Pace()
    for second in range(1, 61):
        now[0] = second
        pace.add(min(second, 30) * 1000 + max(second - 30, 0) * 10)
    assert pace.games_per_second == 10
    assert pace.seconds_left(600) == 60


def test_before_any_game_the_time_left_is_unknown() -> None:
    assert Pace().seconds_left(5) == math.inf
    assert time_left_in_words(math.inf) == "time left unknown"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "0 s left"), (59, "59 s left"), (150, "2 min left"), (5400, "1.5 h left")],
)
def test_a_time_to_go_is_reported_in_its_unit(seconds: float, words: str) -> None:
    assert time_left_in_words(seconds) == words


@pytest.mark.parametrize("room", range(80))
def test_the_name_of_a_scenario_is_cut_before_the_mean(room: int) -> None:
    name, mean = "5p-balanced-greedy-conqueror", "wins of Rome 20.5 ± 1.2 %"
    text = shortened(f"{name}: {mean}", room)
    assert len(text) <= room
    assert text == "" if room < len(mean) else text.endswith(mean)
    assert shortened(f"{name}: {mean}", 80) == f"{name}: {mean}"
