"""Data folders written with a patch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simlab.errors import InputError
from simlab.game.components import Column, Parameter, Schema, Table, read
from simlab.game.components.data_writer import write_patched

SCHEMA = Schema(
    parameters=(
        Parameter("hand", "cards in hand", low=1, high=9),
        Parameter("open", "whether hands lie open"),
        Parameter("deck", "file with the cards", table=True),
        Parameter("later", "a later rule", low=0, high=9, default=2),
    ),
    tables=(
        Table(
            "cards",
            "the cards",
            key="card",
            columns=(Column("points", "points", low=0, high=20),),
            parameter="deck",
        ),
    ),
)
RULES = """# A comment.
[hand]
value = 5  # as printed
provenance = "rule"

[open]
value = false

[deck]
value = "small"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "rules.toml").write_text(RULES)
    (folder / "small.csv").write_text("card,points\nsalt,1\nsilk,7\n")
    (folder / "large.csv").write_text("card,points\nsalt,2\nsilk,8\nwool,3\n")
    return folder


def written(folder: Path, patch: dict[str, Any]) -> tuple[list[str], Path]:
    target = folder.parent / "mine"
    files = write_patched(folder, SCHEMA, patch, target).files
    there, wanted = read(target, SCHEMA, {}), read(folder, SCHEMA, patch)
    assert (there.values, there.tables) == (wanted.values, wanted.tables)
    return files, target


def test_rules_change_where_they_stand(folder: Path) -> None:
    files, target = written(folder, {"hand": 6, "open": "on", "later": 0})
    assert files == ["rules.toml"]
    assert (target / "rules.toml").read_text() == (
        RULES.replace("value = 5 ", "value = 6 ")
        .replace('"rule"', '"assumed"')
        .replace("false", "true")
        + '\n[later]\nvalue = 0\nprovenance = "assumed"\n'
    )


def test_cells_change_in_the_file_that_the_patch_chooses(folder: Path) -> None:
    files, target = written(
        folder, {"deck": "large", "cards.silk.points": "+1", "cards.salt": "off"}
    )
    assert files == ["rules.toml", "large.csv"]
    assert (target / "large.csv").read_text() == "card,points\nsilk,9\nwool,3\n"
    assert (target / "small.csv").read_text() == (folder / "small.csv").read_text()


def test_new_rows_go_to_the_end(folder: Path) -> None:
    files, target = written(folder, {"cards.tea.points": 4})
    assert files == ["small.csv"]
    assert (target / "small.csv").read_text() == "card,points\nsalt,1\nsilk,7\ntea,4\n"


def test_without_a_change_the_folder_is_a_copy(folder: Path) -> None:
    files, target = written(folder, {})
    assert files == []
    assert {each.name for each in target.iterdir()} == {each.name for each in folder.iterdir()}


@pytest.mark.parametrize(
    ("rules", "patch", "problem"),
    [
        (RULES, {"hand": 10}, "out of range 1 to 9"),
        (
            RULES.replace(
                '[hand]\nvalue = 5  # as printed\nprovenance = "rule"\n', "hand.value = 5"
            ),
            {"hand": 6},
            "cannot be changed in place",
        ),
    ],
)
def test_what_cannot_be_written_leaves_nothing(
    folder: Path, rules: str, patch: dict[str, Any], problem: str
) -> None:
    (folder / "rules.toml").write_text(rules)
    with pytest.raises(InputError, match=problem):
        write_patched(folder, SCHEMA, patch, folder.parent / "mine")
    assert [each.name for each in folder.parent.iterdir()] == ["data"]


def test_a_folder_that_is_there_is_kept(folder: Path) -> None:
    with pytest.raises(InputError, match="is there already"):
        write_patched(folder, SCHEMA, {"hand": 6}, folder)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_rule_values_keep_the_line_ends_of_their_file(folder, line_end) -> None:
    rules = RULES.replace("\n", line_end).encode()
    (folder / "rules.toml").write_bytes(rules)
    _, target = written(folder, {"hand": 6, "later": 3})
    changed = (target / "rules.toml").read_bytes()
    assert changed.startswith(rules[:40].replace(b"5", b"6"))
    assert changed.count(line_end.encode()) == changed.count(b"\n")
    assert (b"\r" in changed) == (line_end == "\r\n")
