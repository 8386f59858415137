"""Attributes that number seats and entries are shown in words, whose turn it is not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import simlab
from simlab.explain.positions import Position, positions_of
from simlab.game import DECIDED
from tests.support.own_game import write_game

RULES = """
    players = (3, 3)

    def setup(self, players, chance):
        self.points = [0] * players
        self.chooser, self.leader, self.last = 0, -1, None
        self.rows, self.row, self.limit = [4, 3], 0, 2
        self.is_open, self.taken = True, {"low": 1}
        self._calls = 0

    def seat(self):
        return None if sum(self.points) > 9 else SEAT

    def choices(self):
        return [1, 2]

    def play(self, choice):
        self.points[self.chooser] += choice
        self.leader = self.points.index(max(self.points))
        self.row = (self.row + choice) % len(self.rows)
        self.limit = self.rows[self.row]
        self.chooser = (self.chooser + 1) % len(self.points)

    def winner(self):
        return self.leader
"""


def positions(folder: Path, seat: str) -> Iterator[Position]:
    game = simlab.replay(write_game(folder, RULES.replace("SEAT", seat)), 0)
    choices = [event["choice"] for event in game.events if event["event"] == DECIDED.name]
    return positions_of(game.scenario, 0, 0, choices)


def values(position: Position) -> dict[str, str]:
    return {value.name: str(value.value) for value in position.scene.values}


def test_seats_have_names_and_entries_count_from_one(tmp_path: Path) -> None:
    first, second, *_ = positions(tmp_path, "self.chooser")
    start = {
        "leader": "nobody",
        "last": "–",
        "rows": "4, 3",
        "row": "1 of 2",
        "limit": "2",
        "is open": "yes",
        "taken": "low 1",
    }
    assert values(first) == start, "neither whose turn it is nor what begins with _"
    assert [seat.values[0].name for seat in first.scene.seats] == ["points"] * 3
    assert values(second)["leader"] == "Player 1"
    assert values(second)["limit"] in ("3", "4")


@pytest.mark.parametrize("seat", ["self.leader if self.leader > 2 else self.chooser"])
def test_one_of_several_seats_that_may_decide_is_named(tmp_path: Path, seat: str) -> None:
    first, second, *_ = positions(tmp_path, seat)
    assert [values(each)["chooser"] for each in (first, second)] == ["Player 1", "Player 2"]


def test_a_person_who_plays_sees_the_same_words(tmp_path: Path) -> None:
    game = simlab.play(write_game(tmp_path, RULES.replace("SEAT", "self.chooser")), seat=1)
    lines = list(game.visible)
    assert {"leader: nobody", "row: 1 of 2", "is open: yes"} <= set(lines)
    assert not any(line.startswith("chooser") for line in lines)
