"""Games in plain Python that come with simlab play the same as their translation into kernels."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from simlab.catalog import find_game, name_of
from simlab.check.proof import prove
from simlab.experiment.rule_ends import rule_ends
from simlab.files.paths import cache_folder
from simlab.plain.definition import PlainDefinition
from tests.support.games import GAMES

PLAIN = {
    name: import_module(f"simlab.games.{name}").GAME
    for name, game in GAMES.items()
    if game.is_shipped_translation
}


def test_pig_is_in_plain_python() -> None:
    assert "pig" in PLAIN


@pytest.mark.parametrize("name", PLAIN)
def test_the_translation_goes_by_the_name_of_the_game(name: str) -> None:
    game = find_game(name)
    assert (game.name, name_of(game), game.is_plain) == (name, name, False)
    assert isinstance(game.plain, PlainDefinition)
    assert game.policies[-1].name == game.plain.policies[-1].name


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_cache_folder_may_be_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(cache_folder(), target_is_directory=True)
    asks = (
        "from simlab.catalog import find_game, name_of\n"
        "from simlab.experiment.code import is_foreign\n"
        "pig = find_game('pig')\n"
        "print(name_of(pig), pig.is_shipped_translation, is_foreign(pig.home))"
    )
    done = subprocess.run(
        [sys.executable, "-c", asks],
        env={**os.environ, "SIMLAB_CACHE_DIR": str(link)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["pig", "True", "False"], done.stderr


@pytest.mark.compiled
@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("games", [10, pytest.param(400, marks=pytest.mark.long)])
def test_every_cell_is_equal_also_at_the_ends_of_rule_values(name: str, games: int) -> None:
    plain = PLAIN[name]
    proof = prove(plain, find_game(name), rule_ends(plain), games)
    assert proof.differences == []
    assert proof.shows_equality
