"""What only searches ask of two games is compared, too: `hide` and `evaluate`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import simlab
from simlab.catalog import find_game
from simlab.check.redealt import MOST_DECISIONS, compare_redealt
from simlab.errors import ContractError
from simlab.game import Game

PLAIN = Path(__file__).parents[1] / "plain"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Return `constructs`, which hides cards and values positions, as a compiled game."""
    folder = tmp_path_factory.mktemp("redealt") / "constructs"
    shutil.copytree(PLAIN / "constructs", folder)
    result = simlab.compile_game(folder / "constructs.py", games=20)
    assert result.is_good
    # at two tables random, keeper, and both together; five games of each
    assert result.redealt.games == 30
    assert 30 < result.redealt.decisions < 30 * MOST_DECISIONS
    assert "before each of" in result.sentences[0]
    assert "and positions were valued: equal." in result.sentences[0]
    return find_game(str(result.file))


def changed(folder: Path, old: str, new: str) -> Game:
    """Return the plain game with one change."""
    own = folder / "constructs"
    shutil.copytree(PLAIN / "constructs", own)
    file = own / "constructs.py"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return find_game(str(file))


def test_another_way_to_hide_is_found(compiled: Game, tmp_path: Path) -> None:
    other = changed(tmp_path, "hidden += self.bag\n", "hidden = self.bag + hidden\n")
    difference = compare_redealt(other, compiled).difference
    assert difference.startswith("game 0 with hidden things dealt again, decision ")
    assert ", after seat " in difference


def test_another_value_of_a_position_is_found(compiled: Game, tmp_path: Path) -> None:
    other = changed(tmp_path, "total > 0 else 0.5", "total > 0 else 0.4")
    assert compare_redealt(other, compiled).difference == (
        "game 0 with hidden things dealt again, decision 0: evaluate(0) is 0.4 in the plain game"
        " and 0.5 in the compiled one"
    )


def test_a_game_without_hidden_things_has_nothing_more_to_compare() -> None:
    pig = find_game(str(PLAIN / "plain_pig" / "plain_pig.py"))
    assert compare_redealt(pig, find_game("pig")).sentence == ""


def test_an_error_of_the_plain_game_names_its_line(compiled: Game, tmp_path: Path) -> None:
    other = changed(tmp_path, "total = sum(self.points)", "total = self.no_such_points")
    with pytest.raises(ContractError) as refused:
        compare_redealt(other, compiled)
    assert "constructs.py:" in str(refused.value)
    assert "no_such_points" in str(refused.value)
    assert str(refused.value).endswith("(game 0, decision 0)")
