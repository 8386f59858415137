"""Two versions of a game are compared as they are, on the same deals."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import simlab
from simlab.api.ab import change_sentences
from simlab.errors import InputError
from simlab.studies.ab.comparison import request_comparison

PIG = Path(__file__).parents[1] / "plain" / "plain_pig"
FIRST_MOVE = "        self.to_move = 0\n"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return the file of a game."""
    return copied(tmp_path / "old", "pig_1.py")


def copied(folder: Path, name: str, line: str = "") -> Path:
    """Return the file of a copy of plain Pig, with one more line in its setup."""
    folder.mkdir()
    shutil.copy(PIG / "rules.toml", folder)
    text = (PIG / "plain_pig.py").read_text(encoding="utf-8")
    assert FIRST_MOVE in text
    (folder / name).write_text(text.replace(FIRST_MOVE, FIRST_MOVE + line), encoding="utf-8")
    return folder / name


def test_what_a_line_of_code_changes_is_measured(old, tmp_path) -> None:
    new = copied(tmp_path / "new", "pig_2.py", "        self.points[-1] += 30\n")
    result = simlab.ab(str(new), against=old, max_games=2_000)
    comparison = result.request.comparison
    assert comparison.is_of_games
    assert result.answer == "Wins of seat 1: lower by more than 2 percentage points."
    assert result.look.values.n_same > 0  # the deals are the same
    assert [effect.policy for effect in result.effects] == ["random", "hold:noise=0.05"]


def test_rules_that_both_have_are_named_where_they_differ(old, tmp_path) -> None:
    new = copied(tmp_path / "new", "pig_2.py")
    rules = new.with_name("rules.toml")
    rules.write_text(rules.read_text().replace("100", "90"))
    assert change_sentences(request_comparison(str(new), {}, str(old))) == [
        "Points that win the game: 90 instead of 100 [P5]."
    ]


def test_equal_games_are_refused(old, tmp_path) -> None:
    with pytest.raises(InputError, match="against: both games are the same"):
        simlab.ab(str(old), against=copied(tmp_path / "new", "pig_2.py"))


def test_a_compiled_game_is_not_compared_with_a_plain_one(old) -> None:
    with pytest.raises(InputError, match="one of the two games is compiled"):
        simlab.ab("pig", against=old)


def test_versions_must_not_share_the_name_of_a_module(tmp_path) -> None:
    """Python imports a name once, so that both would use the module of one."""
    files = []
    for folder, n in (("old", 1), ("new", 2)):
        file = copied(tmp_path / folder, "pig.py", "        self.points[0] += HEAD_START\n")
        text = file.read_text(encoding="utf-8")
        file.write_text(f'"""Pig."""\nfrom own_numbers_of_pig import HEAD_START\n{text}')
        (file.parent / "own_numbers_of_pig.py").write_text(f"HEAD_START = {n}\n")
        files.append(file)
    with pytest.raises(InputError, match="have one name, so that both games would import the same"):
        simlab.ab(str(files[1]), against=files[0])
