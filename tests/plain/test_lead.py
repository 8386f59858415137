"""The lead in a plain game is followed turn by turn, whatever the game logs."""

from __future__ import annotations

from pathlib import Path

import pytest

import simlab
from simlab.catalog import find_game
from simlab.engine.record import NOT_APPLICABLE
from simlab.errors import InputError

GAME = '''
from simlab.plain import PlainGame, define

TAKEN = ({taken})


class Taking(PlainGame):
    """Seats take what is there, seat by seat, two steps each."""

    players = (2, 3)

    def setup(self, players, chance):
        self.points, self.step = [0] * players, 0

    def seat(self):
        return self.step // 2 % len(self.points) if self.step < len(TAKEN) else None

    def choices(self):
        return ["take"]

    def play(self, choice):
        self.points[self.seat()] += TAKEN[self.step]
        self.step += 1

    def {result}


GAME = define(Taking)
'''


def row_of(folder: Path, taken: str, result: str = "scores(self):\n        return self.points"):
    """Return the OUTCOME row of a game between three seats."""
    file = folder / "taking.py"
    file.write_text(GAME.format(taken=taken, result=result))
    game = find_game(str(file))
    [row] = game.engine().play(game.load().row, [game.policies[0]] * 3, 1, 0, 1)
    return row


def test_points_within_a_turn_change_no_lead(tmp_path) -> None:
    """After the turns 0-0-0, 1-0-0, 1-1-0, 1-1-5, 1-1-5, 1-9-5: seat 1, nobody, seats 3, 3, 2."""
    row = row_of(tmp_path, "9, -8, 1, 0, 5, 0, 0, 0, 9, -1")
    assert row["lead_changes"] == 2
    assert row["leader"].tolist() == [NOT_APPLICABLE, 2, 2]
    assert row["margin"] == 4


def test_a_game_without_points_has_no_lead(tmp_path) -> None:
    row = row_of(tmp_path, "1, 2, 3, 4", "winner(self):\n        return 0")
    assert "margin" not in row.dtype.names


def test_the_lead_is_a_metric_and_its_names_are_taken(tmp_path) -> None:
    row_of(tmp_path, "9, -8, 1, 0, 5, 0, 0, 0, 9, -1")
    file = tmp_path / "taking.py"
    names = simlab.metrics(str(file)).frames["metrics"]["name"].tolist()
    assert {"margin", "lead_changes", "won_from_half_way"} <= set(names)
    event = '    players = (2, 3)\n    events = {"margin": "{seat} is ahead."}\n'
    other = tmp_path / "other.py"
    other.write_text(file.read_text().replace("    players = (2, 3)\n", event))
    with pytest.raises(InputError, match="margin is a column of every game; name it otherwise"):
        find_game(str(other))
