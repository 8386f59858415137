"""A game that is edited between two calls in one process is played as it now is in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

import simlab
from simlab.catalog import find_game
from simlab.errors import ContractError
from simlab.execution.cluster.code_bundle import local_code_of

GAME = """
from simlab.plain import PlainGame, define
from {prize} import PRIZE


class Prize(PlainGame):
    players = (2, 2)

    def setup(self, players, chance):
        self.points, self.turn = [0] * players, 0

    def seat(self):
        return self.turn if self.turn < 2 else None

    def choices(self):
        return ["take"]

    def play(self, choice):
        self.points[self.turn] += PRIZE * (self.turn + 1)
        self.turn += 1

    def scores(self):
        return self.points


GAME = define(Prize)
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Write a game of which the second player has twice the prize."""
    prize = tmp_path / f"prize_{tmp_path.name}.py"
    prize.write_text("PRIZE = 3\n")
    file = tmp_path / "prizes.py"
    file.write_text(GAME.format(prize=prize.stem))
    return file


def points(game: Path, folder: Path) -> set[tuple[int, int]]:
    """Return seat and points of the rows of a run."""
    seats = simlab.run(game, games=4, out=folder).seats()
    return {
        (int(seat), int(score)) for seat, score in zip(seats["seat"], seats["score"], strict=True)
    }


def test_an_edited_game_is_played_as_it_now_is(game: Path, tmp_path: Path) -> None:
    assert points(game, tmp_path / "before") == {(0, 3), (1, 6)}
    game.write_text(game.read_text().replace("self.turn + 1)", "self.turn + 10)"))
    assert points(game, tmp_path / "after") == {(0, 30), (1, 33)}


def test_an_edited_file_that_a_game_imports_counts_too(game: Path, tmp_path: Path) -> None:
    assert points(game, tmp_path / "before") == {(0, 3), (1, 6)}
    prize = next(game.parent.glob("prize_*.py"))
    prize.write_text("PRIZE = 40\n")
    assert points(game, tmp_path / "after") == {(0, 40), (1, 80)}


def test_a_gate_plays_an_edited_game_as_it_now_is(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "gate.toml"
    must = '[[must]]\nmetric = "wins_of_seat_2"\nplayers = 2\nat_least = 0.9\n'
    file.write_text(f'game = "{game.name}"\nwitness = false\n{must}')
    assert simlab.gate(file, out=tmp_path / "before").holds
    game.write_text(game.read_text().replace("self.turn + 1)", "2 - self.turn)"))
    [statement] = simlab.gate(file, out=tmp_path / "after").study.statements
    assert statement.decision == "fails"


def test_a_game_that_was_not_edited_is_imported_once(game: Path) -> None:
    first = find_game(str(game))
    simlab.rules(game)
    assert find_game(str(game)) is first


def test_another_process_plays_what_was_imported_or_nothing(game: Path) -> None:
    code = local_code_of(find_game(str(game)), [])
    assert code.unpack_files() == (str(game), ())
    game.write_text(game.read_text().replace("self.turn + 1)", "self.turn + 10)"))
    assert code.unpack_files() == (str(game), ())
    simlab.rules(game)
    with pytest.raises(ContractError, match="has changed while it was played"):
        code.unpack_files()
