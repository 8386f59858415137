"""`simlab new` writes games that run, from any card sheet, and never over anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from openpyxl import Workbook

from simlab.catalog import find_game
from simlab.components.spreadsheet import read_sheet
from simlab.errors import InputError
from simlab.scaffold.card_sheet import cards_of, read_cards

SHEETS = {
    "nanDECK": b"Name;Cost;VP;Qty;Image\nSalt;2;1;4;salt.png\nSilk;8;7;3;silk.png\n",
    "Dextrous": b"Card Name,Cost,Points,Effect,Copies\nSalt,2,1,,4\nSilk,8,7,Draw a card.,3\n",
    "Component.Studio": b"name,quantity,cost,victory_points\nSalt,4,2,1\nSilk,3,8,7\n",
    "Squib": b"Title,Qty,Price,Points\nSalt,4,2,1\nSilk,3,8,7\n",
    "CIDER": b"ID,Name,Count,Front Template,Cost,Score\n1,Salt,4,market,2,1\n2,Silk,3,market,8,7\n",
    "Tabletop Simulator": b"Nickname,Description,GMNotes,Value,Cost,Quantity\n"
    b"Salt,,,1,2,4\nSilk,rare,,7,8,3\n",
}


def cards(text: bytes):
    return cards_of(read_sheet(text))


@pytest.mark.parametrize("program", SHEETS)
def test_the_headings_of_card_programs_are_understood(program) -> None:
    sheet = cards(SHEETS[program])
    rows = [
        (row[sheet.key], row[sheet.cost], row[sheet.points], row["copies"]) for row in sheet.rows
    ]
    assert rows == [("Salt", "2", "1", "4"), ("Silk", "8", "7", "3")]
    assert sheet.notes == []


def test_equal_cards_are_copies_and_others_of_a_name_get_a_number() -> None:
    sheet = cards(b"name,cost,points\nSt. Denis,1,2\nSt. Denis,1,2\nSt. Denis,3,4\n,5,5\n")
    assert [(row["name"], row["copies"]) for row in sheet.rows] == [
        ("St Denis", "2"),
        ("St Denis 2", "1"),
    ]
    assert sheet.notes == [
        'row 5 has no name in column A "name" and is left out.',
        "a second card is called St Denis; it is now St Denis 2.",
    ]


def test_missing_points_and_costs_are_assumed_and_named() -> None:
    sheet = cards("Karte;Text\nÖl;x\nSalz;y\n".encode())
    assert [(row["karte"], row["points"], row["cost"]) for row in sheet.rows] == [
        ("Öl", "1", "1"),
        ("Salz", "2", "2"),
    ]
    assert sheet.notes == [
        "no column has points; 1 to 5 are assumed in turn.",
        'no column has costs; a card is assumed to cost its "points".',
    ]


def test_a_number_of_copies_that_is_none_is_an_error_at_its_cell(tmp_path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("name,qty,points\nsalt,many,1\nsilk,2,3\n")
    with pytest.raises(InputError) as raised:
        read_cards(file)
    assert str(raised.value).endswith(
        'cards.csv: row 2, column B "qty": "many" is not a whole number from 1 to 999999999.'
    )


def test_odd_headings_become_names_of_python() -> None:
    sheet = cards(b"name,2nd Cost ($),class,Provenance,points\nsalt,1,red,x,2\n")
    assert [column.name for column in sheet.columns] == [
        "column_2nd_cost",
        "column_class",
        "origin",
        "points",
        "cost",
        "copies",
    ]


def test_a_new_game_runs_and_keeps_the_contract(simlab, tmp_path) -> None:
    answer = simlab("new", "bazaar")
    assert answer.out.splitlines()[-3:] == [
        "  simlab check bazaar/bazaar.py",
        "  simlab play bazaar/bazaar.py",
        "  simlab run bazaar/bazaar.toml",
    ]
    checked = simlab("check", "bazaar/bazaar.py", "--players", "2")
    assert checked.out.splitlines()[-1] == "No problems."
    played = simlab(
        "run", "./bazaar", "--policy", "thrifty", "--policy", "random", "--games", "400"
    )
    assert "wins of thrifty" in played.out
    again = simlab("new", "bazaar")
    assert again.code == 2
    assert again.problems == ["bazaar is there already; choose another name"]
    assert result_of_tests(tmp_path, "bazaar", "-k", "coins or card") == "2 passed, 2 deselected"


def result_of_tests(folder: Path, name: str, *options: str) -> str:
    """Run the tests of a new game; return how many passed."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name, *options]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()[-1].partition(" in ")[0]


@pytest.mark.long
def test_all_tests_of_a_new_game_pass(simlab, tmp_path) -> None:
    simlab("new", "bazaar")
    assert result_of_tests(tmp_path, "bazaar") == "4 passed"


def test_a_new_game_of_a_workbook_has_its_cards(simlab, tmp_path) -> None:
    book = Workbook()
    for row in (["Card Name", "Cost", "VP", "Effect"], ["Salt", 2, 1, None], ["Silk", 8, 7, "x"]):
        book.active.append(row)
    for i in range(40):
        book.active.append([f"Card {i}", i % 9, i % 7, None])
    book.save(tmp_path / "my cards.xlsx")
    assert simlab("new", "silk_road", "--from", "my cards.xlsx").code == 0
    table = pd.read_csv(tmp_path / "silk_road" / "data" / "cards.csv")
    assert list(table.columns) == ["card_name", "cost", "vp", "effect", "copies"]
    assert len(table) == 42
    game = find_game(str(tmp_path / "silk_road"))
    assert game.title == "Silk road"
    run = simlab("run", "silk_road/silk_road.toml", "--games", "100", "--out", "run")
    assert run.code == 0
    (tmp_path / "silk_road" / "data" / "cards.csv").unlink()
    (tmp_path / "my cards.xlsx").rename(tmp_path / "silk_road" / "data" / "cards.xlsx")
    assert simlab("rules", "./silk_road", "cards").out.count("Card ") >= 40


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("pig",), "pig is a game of simlab; choose another name"),
        (("con",), "con is the name of no file on Windows; choose another name"),
        (("My Game",), '"My Game" cannot be the name of a game; it needs small letters'),
        (("My Game",), "such as my_game"),
        (("class",), '"class" cannot be the name of a game'),
        (("new_one", "--from", "none.csv"), "none.csv: not readable (No such file or directory)"),
        (("new_one", "--from", "empty.csv"), "empty.csv: the file is empty."),
        (("new_one", "--from", "empty.csv", "--compiled"), "--from: makes a game in plain Python"),
    ],
)
def test_what_cannot_become_a_game_is_an_error(words, problem, simlab, tmp_path) -> None:
    (tmp_path / "empty.csv").write_text("")
    answer = simlab("new", *words)
    assert answer.code == 2
    assert problem in answer.problems[0]
    assert not (tmp_path / words[0]).exists()


def test_a_new_compiled_game_is_pig_under_another_name(simlab, tmp_path) -> None:
    assert simlab("new", "oink", "--compiled").code == 0
    game = find_game(str(tmp_path / "oink"))
    assert (game.name, game.title, game.folder) == ("oink", "Oink", tmp_path / "oink" / "data")
    for file in (file for file in (tmp_path / "oink").rglob("*") if file.is_file()):
        assert "games.pig" not in file.read_text(encoding="utf-8"), file
        text = file.read_text(encoding="utf-8").replace("Pig under", "")
        assert "Pig" not in text.replace('game Pig", The UMAP Journal', ""), file
    assert 'game Pig", The UMAP Journal' in (tmp_path / "oink" / "components.py").read_text()


@pytest.mark.long
@pytest.mark.compiled
def test_a_new_compiled_game_runs_and_keeps_the_contract(simlab, tmp_path) -> None:
    simlab("new", "oink", "--compiled")
    assert simlab("check", "./oink", "--players", "2").out.splitlines()[-1] == "No problems."
    assert simlab("run", "oink/oink.toml", "--games", "400").code == 0
    assert result_of_tests(tmp_path, "oink") == "3 passed"
