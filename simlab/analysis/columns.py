"""Columns of Parquet files: read with checksums, kept in memory for the questions that follow."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from simlab.errors import RunError

MOST_BYTES = 256 * 2**20
"""Memory for kept columns: those of a million games that a page asks for again and again."""


class KeptColumns:
    """Columns of files that have been read; those longest unused go first.

    A page asks for the same columns dozens of times, and to open a file takes longer than to read
    a column of it.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Keep at most this number of bytes, unless a single call asks for more."""
        self.most_bytes = most_bytes
        self.n_bytes = 0
        self._kept: OrderedDict[tuple[Path, str], pa.ChunkedArray] = OrderedDict()

    def read(self, path: Path, columns: Sequence[str]) -> pa.Table:
        """Return columns of a file, in this order.

        Raises:
            RunError: the file is damaged or missing.
        """
        missing = [name for name in columns if (path, name) not in self._kept]
        for name, values in _columns_of(path, missing) if missing else ():
            self._kept[path, name] = values
            self.n_bytes += values.nbytes
        for name in columns:
            self._kept.move_to_end((path, name))
        table = pa.table({name: self._kept[path, name] for name in columns})
        while self.n_bytes > self.most_bytes:
            self.n_bytes -= self._kept.popitem(last=False)[1].nbytes
        return table


def schema_of(path: Path) -> pa.Schema:
    """Return the columns of a file with their descriptions.

    Raises:
        RunError: the file is damaged or missing.
    """
    with _reading(path):
        return pq.read_schema(path)


def _columns_of(path: Path, names: Sequence[str]) -> Iterator[tuple[str, pa.ChunkedArray]]:
    with _reading(path):
        parquet = pq.ParquetFile(path, page_checksum_verification=True)
        table = parquet.read(columns=list(names), use_threads=False)
    return zip(table.column_names, table.columns, strict=True)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn read errors into a RunError that names the file."""
    try:
        yield
    except FileNotFoundError:
        raise RunError(f"{path}: is missing; simlab resume plays it again") from None
    except (OSError, pa.ArrowInvalid) as error:
        raise RunError(
            f"{path}: damaged: {str(error).splitlines()[0]}; simlab resume plays it again"
        ) from error
