"""Games and policies by name, by path, and as objects."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.catalog import (
    find_game,
    find_policy,
    game_names,
    import_file,
    name_of,
    policies_of,
)
from simlab.errors import InputError
from simlab.game.components import Parameter, Schema, Table
from tests.plain.broken_game import written
from tests.support.compiled_pig import PIG

COIN = Path(__file__).parent / "cli" / "coin"


def problem_with(file: Path) -> str:
    """Return what is said of a policy file."""
    with pytest.raises(InputError) as error:
        policies_of(PIG, [file])
    return str(error.value)


def test_a_game_that_is_installed_meanwhile_is_found(tmp_path, monkeypatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    assert "coin" not in game_names()
    info = tmp_path / "coin-1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[simlab.games]\ncoin = coin:GAME\n")
    assert "coin" in game_names()


def test_a_file_that_is_no_python_file_is_refused(tmp_path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("")
    assert problem_with(file) == f"{file}: is not a Python file; its name must end in .py"


def test_a_file_that_ends_python_is_an_error(tmp_path) -> None:
    file = tmp_path / "leaves.py"
    file.write_text("import sys\nsys.exit(0)\n")
    assert (
        problem_with(file) == f"{file}: cannot be imported: SystemExit: 0 ({file}:2: sys.exit(0))"
    )


def test_an_error_at_import_has_its_line(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.py").write_text("stalls = 4\nmarket = stals + 1\n")
    assert problem_with(tmp_path / "odd.py").endswith(
        "NameError: name 'stals' is not defined (odd.py:2: market = stals + 1)"
    )


def test_what_simlab_refuses_at_import_is_said_without_the_words_of_python(tmp_path) -> None:
    file = tmp_path / "walk.py"
    file.write_text("from simlab.plain import policy\n\n\n@policy\ndef near(view): ...\n")
    written = "write @policy(), with parentheses, before near"
    assert problem_with(file) == f"{file}: {written} ({file}:4: @policy)"


def test_a_file_that_names_what_is_not_there_is_an_error(tmp_path) -> None:
    file = tmp_path / "misses.py"
    file.write_text("from simlab.game.policy import polcy\n")
    assert "cannot be imported: ImportError: cannot import name 'polcy'" in problem_with(file)


def test_a_folder_that_is_no_package_is_named_as_such(tmp_path) -> None:
    with pytest.raises(InputError, match=r"is a folder without __init__\.py"):
        import_file(tmp_path)


def test_a_package_in_this_folder_is_found_and_the_folder_itself_works(monkeypatch) -> None:
    monkeypatch.chdir(COIN.parent)
    assert find_game("coin").name == "coin"
    assert find_game("./coin").name == "coin"
    monkeypatch.chdir(COIN)
    assert find_game(".").name == "coin"


def test_a_folder_with_a_file_of_its_name_is_a_game_too(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "nim"
    folder.mkdir()
    file = written(folder)
    monkeypatch.chdir(tmp_path)
    game = find_game("./nim")
    assert game is find_game("nim/nim.py")
    assert name_of(game) == str(file)


def test_a_game_is_named_so_that_it_is_found_again() -> None:
    assert name_of(PIG) == "pig"
    coin = find_game(str(COIN))
    assert find_game(name_of(coin)) is coin


def test_a_table_is_read_from_the_file_of_its_name_unless_another_is_named() -> None:
    assert Table("columns", "columns", "column", ()).file == "columns.csv"
    assert Table("columns", "columns", "column", (), file="rows.csv").file == "rows.csv"
    chosen = Table("columns", "columns", "column", (), parameter="deck")
    assert chosen.file == ""
    Schema((Parameter("deck", "deck", table=True),), (chosen,))
    with pytest.raises(ValueError, match="has both a file and a parameter"):
        Table("columns", "columns", "column", (), file="rows.csv", parameter="deck")
    with pytest.raises(ValueError, match="columns: parameter: no Parameter"):
        Schema((Parameter("dekc", "deck", table=True),), (chosen,))


CAREFUL = '''
from simlab.games.pig.rules import HOLD, ROLL
from simlab.plain import policy

@policy()
def careful(view, choices, chance):
    """Holds at 10."""
    return HOLD if view.turn_total >= 10 else ROLL
'''
LIST = """
[saver]
sentence = "Holds at 12."
choose = ["hold if turn_total >= 12", "roll"]
"""


@pytest.mark.parametrize(("name", "text"), [("careful.py", CAREFUL), ("saver.toml", LIST)])
def test_policies_in_plain_python_play_a_plain_game_that_comes_with_simlab(
    name: str, text: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text)
    game = find_game("pig", [file])
    assert game.is_plain
    assert name_of(game) == "pig"
    policy = find_policy(file.stem, policies_of(game, [file]), 2, game)
    rows = game.engine().play(game.load().row, [policy, game.policies[-1]], 1914, 0, 3)
    assert rows["finished"].all()
    assert not find_game("pig").is_plain


def test_a_file_for_another_version_of_simlab_is_refused_with_a_remedy(tmp_path: Path) -> None:
    for name, remedy in (
        ("mine.py", "import from simlab.plain, simlab.parts and simlab.game"),
        ("mine_compiled.py", f"make it again: simlab compile {tmp_path / 'mine.py'}"),
    ):
        (tmp_path / name).write_text("from simlab.gone import policy\n", encoding="utf-8")
        assert problem_with(tmp_path / name).endswith(remedy)
