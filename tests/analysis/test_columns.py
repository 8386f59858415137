"""Columns of Parquet files that are kept."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simlab.analysis.columns import KeptColumns
from simlab.errors import RunError
from simlab.execution.parquet import encode_file

GAMES = 100
IDENTITY = "key/games/2p-hold/part-00000.parquet"


def written(path: Path) -> Path:
    table = pa.table({name: [ord(name)] * GAMES for name in "abc"})
    path.write_bytes(encode_file(table, {}, IDENTITY))
    return path


def bytes_of_a_column(path: Path) -> int:
    return int(pq.read_table(path, columns=["a"]).nbytes)


def first(table: pa.Table) -> dict[str, int]:
    return dict(table.slice(0, 1).to_pylist()[0])


def test_columns_come_in_the_order_asked_for(tmp_path: Path) -> None:
    kept, file = KeptColumns(), written(tmp_path / "games")
    assert list(first(kept.read(file, ["c", "a"], IDENTITY)).items()) == [("c", 99), ("a", 97)]
    assert list(first(kept.read(file, ["a", "b", "c"], IDENTITY))) == ["a", "b", "c"]


def test_a_column_is_read_once(tmp_path: Path) -> None:
    kept, file = KeptColumns(), written(tmp_path / "games")
    kept.read(file, ["a", "b"], IDENTITY)
    file.unlink()
    assert first(kept.read(file, ["b"], IDENTITY)) == {"b": 98}
    with pytest.raises(RunError, match="games: is missing"):
        kept.read(file, ["b", "c"], IDENTITY)


def test_the_column_longest_unused_goes_first(tmp_path: Path) -> None:
    file = written(tmp_path / "games")
    most = 2 * bytes_of_a_column(file)
    kept = KeptColumns(most)
    for name in ("a", "b", "a", "c"):
        kept.read(file, [name], IDENTITY)
    assert kept.n_bytes == most
    file.unlink()
    kept.read(file, ["a", "c"], IDENTITY)
    with pytest.raises(RunError):
        kept.read(file, ["b"], IDENTITY)


def test_more_columns_than_are_kept_are_still_returned(tmp_path: Path) -> None:
    file = written(tmp_path / "games")
    most = bytes_of_a_column(file)
    kept = KeptColumns(most)
    assert first(kept.read(file, ["a", "b", "c"], IDENTITY)) == {"a": 97, "b": 98, "c": 99}
    assert kept.n_bytes == most
