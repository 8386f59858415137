"""Parquet files of a part: writing with checksums, and damage checks.

A part counts as played once its file in `games/` exists, which is written last. Its footer holds
the run key, first deal and number of deals, and the hashes of the part's other files. Each file
has its checksum in the footer.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from simlab.errors import Damage, RunError
from simlab.experiment.run_folder import GAMES, HASHES
from simlab.files.checksum import NOT_AS_WRITTEN, PLACEHOLDER, check, file_hash, seal_content

KEY, FIRST, COUNT, CHECKSUM = (
    *(b"simlab.run_key", b"simlab.first_deal"),
    *(b"simlab.n_deals", b"simlab.checksum"),
)
Footer = Mapping[bytes, str]
Identity = Callable[[str], str]
"""What the checksum of each table's file covers besides its content; see `part_identity`."""

# Arrow's own pools keep freed memory; with this one, runs stay below half a gigabyte.
pa.set_memory_pool(pa.system_memory_pool())


def encode_files(
    tables: Mapping[str, pa.Table], footer: Footer, identity: Identity
) -> dict[str, bytes]:
    """Return the content of the file of each table of a part, `games` last."""
    files = {
        name: encode_file(table, footer, identity(name))
        for name, table in tables.items()
        if name != GAMES
    }
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    # in the file that is written last, so that it speaks for the others
    with_hashes = {**footer, HASHES: json.dumps(hashes)}
    return {**files, GAMES: encode_file(tables[GAMES], with_hashes, identity(GAMES))}


def encode_file(table: pa.Table, footer: Footer, identity: str) -> bytes:
    """Return the content of the file of a table, with its checksum."""
    memory = io.BytesIO()
    encode(table.replace_schema_metadata({**footer, CHECKSUM: PLACEHOLDER}), memory)
    return seal_content(memory.getvalue(), identity)


def encode(table: pa.Table, target: Path | BinaryIO) -> None:
    """Write a table with the options that all tables of a run share."""
    pq.write_table(
        table,
        target,
        compression="zstd",
        # of 3,000 demo games, level 9 makes files no smaller, and 15 saves 1 %
        compression_level=1,
        # most columns have few values; deals count up, so that their differences take no room (with
        # a dictionary for deals, too, the files of a demo are a tenth larger)
        use_dictionary=[name for name in table.schema.names if name != "deal"],
        column_encoding={"deal": "DELTA_BINARY_PACKED"},
        write_page_checksum=True,
    )


@contextmanager
def distinguish_damage(path: Path) -> Iterator[None]:
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
        # Arrow's errors of content are OSErrors without a number
        if isinstance(error, OSError) and error.errno is not None:
            raise RunError(f"{path}: cannot be read: {error.strerror}") from error
        raise Damage(f"damaged: {str(error).splitlines()[0]}") from error


def flaws(files: Mapping[str, Path], footer: Footer, identity: str) -> Iterator[tuple[Path, str]]:
    """Yield each file of a part that is missing, damaged or of another part, and the problem.

    `identity` is that of the table of games.

    Raises:
        RunError: a file cannot be read.
    """
    try:
        with distinguish_damage(files[GAMES]):
            hashes = _check_games(files[GAMES].read_bytes(), footer, identity)
    except Damage as damage:
        yield files[GAMES], str(damage)
        return
    for name, expected in hashes.items():
        try:
            with distinguish_damage(files[name]):
                if file_hash(files[name]) != expected:
                    raise Damage(NOT_AS_WRITTEN)
        except Damage as damage:
            yield files[name], str(damage)


def _check_games(raw: bytes, footer: Footer, identity: str) -> dict[str, str]:
    """Check the games of a part; return the hashes of its other tables.

    Raises:
        Damage: what is wrong.
    """
    check(raw, identity)
    stored = pq.read_metadata(pa.BufferReader(raw)).metadata
    if any(stored.get(key) != value.encode() for key, value in footer.items()):
        raise Damage("holds other games")
    return _hashes_in(stored)


def _hashes_in(footer: Mapping[bytes, bytes]) -> dict[str, str]:
    """Return the hashes of tables that a footer holds."""
    hashes: dict[str, str] = json.loads(footer[HASHES])
    return hashes


def hashes_beside(games: Path) -> dict[str, str]:
    """Return the hashes of the other tables of a part, by table, from its footer in `games/`."""
    return _hashes_in(pq.read_metadata(games).metadata)
