"""Speed of shipped players, against the best policy of their game."""

from __future__ import annotations

import pytest

from simlab.bench import speed
from simlab.bench.player_speed import player_speeds
from simlab.catalog import find_game


def test_each_player_is_measured_at_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "SECONDS", 0.02)
    speeds = list(player_speeds(find_game("arriala"), 1e-9))
    assert [(each.player, each.players) for each in speeds] == [
        ("@strategist", n) for n in (2, 3, 4)
    ]
    for measured in speeds:
        assert measured.policy == "planner"
        assert measured.games > 0
        assert measured.times == measured.policy_games / measured.games
