"""`simlab new` writes games that run, from any card sheet, and never over anything."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from openpyxl import Workbook

from simlab.catalog import find_game
from simlab.scaffold.card_sheet import cards_of

SHEETS = {
    "nanDECK": b"Name;Cost;VP;Qty;Image\nSalt;2;1;4;salt.png\nSilk;8;7;3;silk.png\n",
    "Dextrous": b"Card Name,Cost,Points,Effect,Copies\nSalt,2,1,,4\nSilk,8,7,Draw a card.,3\n",
    "Component.Studio": b"name,quantity,cost,victory_points\nSalt,4,2,1\nSilk,3,8,7\n",
    "Squib": b"Title,Qty,Price,Points\nSalt,4,2,1\nSilk,3,8,7\n",
    "CIDER": b"ID,Name,Count,Front Template,Cost,Score\n1,Salt,4,market,2,1\n2,Silk,3,market,8,7\n",
    "Tabletop Simulator": b"Nickname,Description,GMNotes,Value,Cost,Quantity\n"
    b"Salt,,,1,2,4\nSilk,rare,,7,8,3\n",
}


@pytest.mark.parametrize("program", SHEETS)
def test_the_headings_of_card_programs_are_understood(program) -> None:
    sheet = cards_of(SHEETS[program])
    rows = [
        (row[sheet.key], row[sheet.cost], row[sheet.points], row["copies"]) for row in sheet.rows
    ]
    assert rows == [("Salt", "2", "1", "4"), ("Silk", "8", "7", "3")]
    assert sheet.notes == []


def test_missing_points_and_costs_are_assumed_and_named() -> None:
    sheet = cards_of("Karte;Text\nÖl;x\nSalz;y\n".encode())
    assert [(row["karte"], row["points"], row["cost"]) for row in sheet.rows] == [
        ("Öl", "1", "1"),
        ("Salz", "2", "2"),
    ]
    assert sheet.notes == [
        "no column has points; 1 to 5 points are assumed in turn.",
        'no column has costs; a card is assumed to cost its "points".',
    ]


def test_the_message_says_what_was_read_in_at_most_twelve_lines(simlab, tmp_path) -> None:
    kinds = (
        f"Card {i},?,1.5,{('some', 2, 2, 2)[i % 4]},1,1\n,1,1,1\nPart,,,,,\n" for i in range(200)
    )
    heads = "My game\nName,Cost,VP,Qty,Count,Price\nRope,3,3,5,1,2\n"
    (tmp_path / "cards.csv").write_text(heads + "".join(kinds))
    answer = simlab("new", "harbour", "--from", "cards.csv", "--column", "cost=Cost")
    assert len(answer.out.partition("harbour: a game")[0].splitlines()) <= 12
    assert answer.out.startswith("Read 201 kinds of card, 355 cards in all, headings in row 2.\n")
    assert answer.out.index("Took name from column A") < answer.out.index("Note: ")
    sentences = simlab("new", "quay", "--from", "cards.csv", "--json").json["notes"]
    assert 3 <= len(sentences) <= 9


COLOURED = "Karte,Kosten,Punkte,Anzahl,{},Leer\nÖl,1,1,9{cells},\nSeil,2,2,9{cells},\n"


@pytest.mark.parametrize(
    ("headings", "words"),
    [
        ("Farbe", 'No rule uses column E "Farbe" yet;'),
        ("Farbe,Text", 'No rule uses column E "Farbe" and column F "Text" yet;'),
        ("A,B,C,D,E,F,G,H,I", 'column K "G", column L "H" and 1 more column yet;'),
    ],
)
def test_the_columns_that_no_rule_uses_are_named(headings, words, simlab, tmp_path) -> None:
    cells = ",rot" * len(headings.split(","))
    (tmp_path / "cards.csv").write_text(COLOURED.format(headings, cells=cells))
    output = " ".join(simlab("new", "hafen", "--from", "cards.csv").out.split())
    assert words in output and "Leer" not in output
    (tmp_path / "plain.csv").write_text("Name,Cost,VP\nRope,3,3\nNet,4,4\n")
    assert "No rule uses" not in simlab("new", "quay", "--from", "plain.csv").out


@pytest.mark.parametrize("cost", [1, 4])
def test_the_words_of_a_new_game_fit_its_numbers(cost, simlab, tmp_path) -> None:
    (tmp_path / "cards.csv").write_text(f"Name,Cost,VP,Qty\nRope,{cost},3,2\nNet,{cost},4,2\n")
    simlab("new", "quay", "--from", "cards.csv")
    text = (tmp_path / "quay" / "README.md").read_text()
    assert ("take 1 coin or buy" if cost == 1 else "take 2 coins or buy") in text
    assert "Once somebody has 1 card, the round" in text
    replay = simlab("replay", "quay/quay.py", "--players", "2", "--game", "1").out
    assert "coins: " in replay and "price " in replay
    assert not re.search(r"\b1 (coins|cards)\b", text + replay)


def test_the_experiment_of_a_new_game_answers_what_it_asks(simlab, tmp_path) -> None:
    simlab("new", "bazaar")
    simlab("run", "bazaar/bazaar.toml", "--games", "400", "--out", "run")
    simlab("report", "run", "--assumptions", "0")
    answer = (tmp_path / "run" / "answer.md").read_text().splitlines()
    assert answer[2] == "# Does it matter who begins?"
    assert "first seat wins" in answer[4] and "random" not in answer[4]


def test_a_column_is_named_by_an_option(simlab, tmp_path) -> None:
    (tmp_path / "cards.csv").write_text("Name,Cost,VP,Sheets\nRope,3,3,5\nNet,4,4,4\n")
    answer = simlab("new", "harbour", "--from", "cards.csv")
    assert "add --column copies=Sheets." in " ".join(answer.out.split())
    answer = simlab("new", "quay", "--from", "cards.csv", "--column", "copies=Sheets")
    assert "9 cards in all" in answer.out
    answer = simlab("new", "pier", "--from", "cards.csv", "--column", "copies")
    assert answer.problems == ['--column: "copies" must be MEANING=HEADING, as in copies=Num']
    answer = simlab("new", "pier", "--column", "copies=Sheets")
    assert "add --from" in answer.problems[0]


HIDING = "Numbers,Self,Key,Index,Count,Values,Items,Name_,__class__,__init__,Lambda,Of,Row,Mro"


def test_headings_never_hide_what_a_row_can(simlab, tmp_path) -> None:
    heads = HIDING.split(",")
    ones = ",1" * len(heads)
    (tmp_path / "cards.csv").write_text(
        f"Name,Cost,VP,Qty,{HIDING}\nRope,3,3,5{ones}\nSt. Malo,4,-4,4{ones}\n"
    )
    assert simlab("new", "harbour", "--from", "cards.csv").code == 0
    checked = simlab("check", "harbour/harbour.py", "--players", "2")
    assert checked.out.splitlines()[-1] == "No problems."
    game = find_game(str(tmp_path / "harbour"))
    thrifty = next(policy for policy in game.policies if policy.name == "thrifty")
    outcomes = game.engine().play(game.load().row, [thrifty, thrifty], 1, 0, 2)
    assert outcomes["finished"].all()  # the penalty is bought in the end
    rules = simlab("rules", "harbour/harbour.py", "--patch", 'cards."St. Malo".vp==-5')
    assert rules.code == 0


def test_a_new_game_runs_and_keeps_the_contract(simlab, tmp_path) -> None:
    answer = simlab("new", "bazaar")
    assert answer.out.splitlines()[-4:] == [
        "  simlab check bazaar/bazaar.py",
        "  simlab doctor bazaar/bazaar.py",
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


@pytest.mark.parametrize(
    "options",
    [
        (),
        pytest.param(("--example", "race"), marks=pytest.mark.long),
        pytest.param(("--example", "pig"), marks=pytest.mark.long),
    ],
)
def test_the_readme_of_a_new_game_says_how_its_tests_run(options, simlab, tmp_path) -> None:
    simlab("new", "games/bazaar", *options)
    text = (tmp_path / "games" / "bazaar" / "README.md").read_text()
    assert "`python -m pip install pytest`" in text
    [command] = re.findall(r"`python -m pytest (.*?)`", text)
    assert command == "games/bazaar"
    assert result_of_tests(tmp_path, command, "--collect-only").endswith("tests collected")
    # as in a copy of the repository, whose settings hold for the folders in it
    ways = ("--import-mode=importlib", "-o", "pythonpath=.", "--collect-only")
    assert result_of_tests(tmp_path / "games", "bazaar", *ways).endswith("tests collected")


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
    ],
)
def test_what_cannot_become_a_game_is_an_error(words, problem, simlab, tmp_path) -> None:
    (tmp_path / "empty.csv").write_text("")
    answer = simlab("new", *words)
    assert answer.code == 2
    assert problem in answer.problems[0]
    assert not (tmp_path / words[0]).exists()
