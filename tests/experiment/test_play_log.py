"""Play logs: results of real plays as designers write them down, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from simlab.catalog import find_game
from simlab.errors import ComponentError, InputError
from simlab.game.components.spreadsheet import read_sheet
from simlab.game.facts import Facts
from simlab.studies.calibrate.play_log import PlayLog, play_log_of, read_play_log

PIG, TAXIS = find_game("pig"), find_game("taxis")
ROWS = "\n".join(["2,31,104,2,24,15"] * 6)
HEAD = "players,score_1,score_2,winner,turns,minutes"


def log_of(text: str, game=PIG) -> PlayLog:
    return play_log_of(read_sheet(text.encode()), game, Facts())


def test_a_row_is_a_play_with_scores_winner_and_length() -> None:
    play = log_of(f"{HEAD}\n{ROWS}").plays[0]
    assert (play.players, play.scores, play.winner) == (2, (31.0, 104.0), 1)
    assert (play.lengths, play.minutes) == ({"turns": 24.0}, 15.0)


def test_cells_may_be_empty_and_columns_missing() -> None:
    log = log_of(f"players;turns;score_1;score_2\n{chr(10).join(['2;24;;100', '3;30;;'] * 3)}")
    assert {play.scores for play in log.plays} == {None}
    assert log.players == [2, 3]
    assert {play.winner for play in log.plays} == {None}


def test_a_shared_score_may_have_a_decimal_comma() -> None:
    rows = "\n".join(['2,"41,5",9'] * 5)
    assert log_of(f"Players,Score,Rounds\n{rows}", TAXIS).plays[0].scores == (41.5,)


def test_other_columns_are_named_as_not_used() -> None:
    [remark] = log_of(f"{HEAD},Notes\n" + ROWS.replace(",15", ",15,fun")).remarks
    assert remark.startswith('column G "Notes" is not used; used are players, score_1')


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("9,1,2,1,3,4", 'row 2, column A "players": 9 is out of range 2 to 4.'),
        (",1,2,1,3,4", 'row 2, column A "players": is empty; a whole number from 2 to 4'),
        ("2,many,2,1,3,4", 'row 2, column B "score_1": "many" is not a number from'),
        ("2,1,2,3,3,4", 'row 2, column D "winner": "3" is not one of 1, 2.'),
        ("2,1,2,1,-3,4", 'row 2, column E "turns": -3 is out of range 0 to 100000.'),
    ],
)
def test_a_wrong_cell_is_named_with_what_is_allowed(row: str, problem: str) -> None:
    with pytest.raises(ComponentError) as error:
        log_of(f"{HEAD}\n{row}\n{ROWS}")
    assert str(error.value).startswith(problem)


def test_a_score_of_a_seat_that_did_not_play_is_refused() -> None:
    with pytest.raises(ComponentError, match=r'column D "score_3": is filled, but 2 played'):
        log_of("players,score_1,score_2,score_3\n" + "2,9,100,7\n" * 5)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("score_1\n4", 'a column "players" is missing; allowed are players, score_1'),
        ("players,winner\n2,1", "no column says how a play went; allowed are score_1"),
        (f"{HEAD}\n2,1,100,2,9,9", "plays with a score or a length: 1; 5 to 10,000 are allowed."),
    ],
)
def test_a_log_that_says_too_little_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ComponentError) as error:
        log_of(text)
    assert str(error.value).startswith(problem)


def test_a_workbook_is_read_like_a_text(tmp_path: Path) -> None:
    file = tmp_path / "plays.xlsx"
    book = Workbook()
    for line in f"{HEAD}\n{ROWS}".splitlines():
        book.active.append([int(cell) if cell.isdigit() else cell for cell in line.split(",")])
    book.save(file)
    assert len(read_play_log(file, PIG, Facts()).plays) == 6


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"plays\.csv: not readable \(No such file"):
        read_play_log(tmp_path / "plays.csv", PIG, Facts())
