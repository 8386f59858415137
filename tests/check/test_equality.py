"""The equality of a plain and a compiled game is that of every cell of the same deals."""

from __future__ import annotations

import shutil
from pathlib import Path

from simlab.catalog import find_game
from simlab.check.equality import compare

COMPILED = find_game("pig")
PLAIN_FILE = Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py"
PLAIN = find_game(str(PLAIN_FILE))


def test_plain_pig_equals_compiled_pig_in_every_shared_cell() -> None:
    equality = compare(PLAIN, COMPILED, games=20)
    assert equality.difference is None
    assert equality.policies == ["random", "hold"]
    # per game 13 columns of the game and 13 of each seat, at tables of 2, 3 and 4
    assert (equality.games, equality.cells) == (60, 20 * (3 * 13 + 13 * (2 + 3 + 4)))


def test_the_first_cell_that_differs_comes_with_both_replays(tmp_path) -> None:
    folder = tmp_path / "kind_pig"
    shutil.copytree(PLAIN_FILE.parent, folder)
    text = PLAIN_FILE.read_text(encoding="utf-8").replace("if face > 1", "if face > 0")
    (folder / "kind_pig.py").write_text(text, encoding="utf-8")
    difference = compare(find_game(str(folder / "kind_pig.py")), COMPILED, games=4).difference
    assert difference is not None
    assert (difference.game, difference.column) == (0, "decided_at")
    assert difference.plain != difference.compiled
    own, other = difference.commands
    assert own.startswith(f"simlab replay {folder / 'kind_pig.py'} --players 2 --policy random")
    assert other.startswith("simlab replay pig --players 2 --policy random")
