"""Parquet files of a part: writing with checksums, and damage checks.

A part counts as played once its file in `games/` exists, which is written last. Its footer holds
the run key, first deal and number of deals, and the hashes of the part's other files.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from simlab.errors import RunError
from simlab.experiment.run_folder import GAMES, TABLES

KEY, FIRST, COUNT, HASHES = (
    *(b"simlab.run_key", b"simlab.first_deal"),
    *(b"simlab.n_deals", b"simlab.hashes"),
)
Footer = Mapping[bytes, str]
NOT_AS_WRITTEN = "damaged: it is not what was written"
WRITER = f"parquet-cpp-arrow version {pa.cpp_version}"

# Arrow's own pools keep freed memory; with this one, runs stay below half a gigabyte.
pa.set_memory_pool(pa.system_memory_pool())


def encoded_files(tables: Mapping[str, pa.Table], footer: Footer) -> dict[str, bytes]:
    """Return the content of the file of each table of a part, `games` last."""
    files = {name: _encoded(table, footer) for name, table in tables.items() if name != GAMES}
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    games = _encoded(tables[GAMES], {**footer, HASHES: json.dumps(hashes)})
    return {**files, GAMES: games}


def _encoded(table: pa.Table, footer: Footer) -> bytes:
    memory = io.BytesIO()
    encode(table.replace_schema_metadata(footer), memory)
    return memory.getvalue()


def encode(table: pa.Table, where: Path | BinaryIO) -> None:
    """Write a table with the options that all tables of a run share."""
    pq.write_table(
        table,
        where,
        compression="zstd",
        compression_level=1,
        use_dictionary=[name for name in table.schema.names if name != "deal"],
        column_encoding={"deal": "DELTA_BINARY_PACKED"},
        write_page_checksum=True,
    )


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Damage(Exception):
    """A file of a run is missing or differs from what was written."""


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Distinguish damage, which replaying repairs, from errors of the system.

    Raises:
        Damage: the file is missing, or no table can be read from it.
        RunError: it may be good, but cannot be read.
    """
    try:
        yield
    except FileNotFoundError:
        raise Damage("is missing") from None
    except (OSError, pa.ArrowException) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise RunError(f"{path}: cannot be read: {error.strerror}") from error
        raise Damage(f"damaged: {str(error).splitlines()[0]}") from error


def flaws(
    files: Mapping[str, Path], footer: Footer, schema: pa.Schema, n_games: int
) -> Iterator[tuple[Path, str]]:
    """Yield each file of a part that is missing, damaged or of another part, and the problem.

    `schema` is the schema of the table of games.

    Raises:
        RunError: a file cannot be read.
    """
    try:
        with reading(files[GAMES]):
            hashes = _check_games(files[GAMES].read_bytes(), footer, schema, n_games)
    except Damage as damage:
        yield files[GAMES], str(damage)
        return
    for name, expected in hashes.items():
        try:
            with reading(files[name]):
                if file_hash(files[name]) != expected:
                    raise Damage(NOT_AS_WRITTEN)
        except Damage as damage:
            yield files[name], str(damage)


def _check_games(raw: bytes, footer: Footer, schema: pa.Schema, n_games: int) -> dict[str, str]:
    """Check that the games of a part, encoded again, are the same bytes.

    If another version of the library wrote them, only rows, columns and checksums are checked.
    Return the hashes of the part's other tables.

    Raises:
        Damage: what is wrong.
    """
    with pq.ParquetFile(pa.BufferReader(raw), page_checksum_verification=True) as file:
        stored = file.metadata.metadata or {}
        if any(stored.get(key) != value.encode() for key, value in footer.items()):
            raise Damage("holds other games")
        table = file.read(use_threads=False)
        if table.num_rows != n_games or table.column_names != schema.names:
            raise Damage(NOT_AS_WRITTEN)
        own = {**footer, HASHES: stored.get(HASHES, b"").decode(errors="replace")}
        again = io.BytesIO()
        encode(pa.Table.from_arrays(table.columns, schema=schema.with_metadata(own)), again)
        if file.metadata.created_by == WRITER and again.getvalue() != raw:
            raise Damage(NOT_AS_WRITTEN)
    return _hashes_in(own[HASHES])


def _hashes_in(text: str) -> dict[str, str]:
    """Return the hashes of tables that a footer holds."""
    try:
        hashes: dict[str, str] = json.loads(text)
    except ValueError:
        raise Damage(NOT_AS_WRITTEN) from None
    if not set(hashes) <= set(TABLES):
        raise Damage(NOT_AS_WRITTEN)
    return hashes


def hashes_beside(games: Path) -> dict[str, str]:
    """Return the hashes of the other tables of a part, by table, from its footer in `games/`."""
    return _hashes_in(pq.read_metadata(games).metadata[HASHES].decode())


def checked_format() -> ds.ParquetFileFormat:
    """Return a dataset format that verifies checksums."""
    options = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
    return ds.ParquetFileFormat(default_fragment_scan_options=options)
