"""What is said while games are played."""

from __future__ import annotations

import math
import time

import pytest

from simlab.api.progress import Pace, ProgressLines, time_left_in_words
from simlab.cli.terminal.progress import shorten_news
from simlab.execution.tally import Tally
from simlab.experiment.plan import Plan, plan
from simlab.experiment.request import request_experiment


def test_the_pace_is_that_of_late(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    pace = Pace()
    for second in range(1, 61):
        now[0] = second
        pace.add(min(second, 30) * 1000 + max(second - 30, 0) * 10)
    assert pace.games_per_second == 10
    assert pace.seconds_left(600) == 60


def test_a_slow_scenario_says_little_about_the_time_that_the_others_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    fast, slow, unseen = (
        plan(request_experiment("pig", {"policy": [name], "games": n}))
        for name, n in (("hold", 2000), ("optimal", 200), ("random", 2000))
    )
    lines, parts = ProgressLines(), [*fast.parts, *slow.parts, *unseen.parts]
    lines.begins(Plan(fast.experiment, tuple(parts)), parts)
    for part in fast.parts:
        now[0] += 0.1
        lines.played(Tally(part, 0, 0.0, 0.0))
    now[0] += 10
    lines.played(Tally(slow.parts[0], 0, 0.0, 0.0))
    here = 10 * (slow.n_games / slow.parts[0].n_games - 1)
    mean = (fast.n_games + slow.parts[0].n_games) / now[0]
    assert lines.seconds_left() == pytest.approx(here + unseen.n_games / mean)


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
    text = shorten_news(f"{name}: {mean}", room)
    assert len(text) <= room
    assert text == "" if room < len(mean) else text.endswith(mean)
    assert shorten_news(f"{name}: {mean}", 80) == f"{name}: {mean}"
