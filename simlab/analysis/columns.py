"""Columns of Parquet files: read with checksums, kept in memory for the questions that follow."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from simlab.errors import FolderError, RunError
from simlab.experiment.run_folder import check_part

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
        self._checked: set[Path] = set()

    def read(self, path: Path, columns: Sequence[str], identity: str) -> pa.Table:
        """Return columns of a file, in this order; `identity` is what its checksum covers, too.

        Raises:
            RunError: the file is damaged or missing.
        """
        missing = [name for name in columns if (path, name) not in self._kept]
        if missing:
            self._check(path, identity)
        for name, values in _columns_of(path, missing) if missing else ():
            self._kept[path, name] = values
            self.n_bytes += values.nbytes
        for name in columns:
            self._kept.move_to_end((path, name))
        table = pa.table({name: self._kept[path, name] for name in columns})
        while self.n_bytes > self.most_bytes:
            self.n_bytes -= self._kept.popitem(last=False)[1].nbytes
        return table

    def schema(self, path: Path, identity: str) -> pa.Schema:
        """Return the columns of a file with their descriptions.

        Raises:
            RunError: the file is damaged or missing.
        """
        self._check(path, identity)
        with _convert_read_errors(path):
            return pq.read_schema(path)

    def _check(self, path: Path, identity: str) -> None:
        """Compare the checksum of a file when it is read for the first time."""
        if path not in self._checked:
            check_part(path, identity)
            self._checked.add(path)


def _columns_of(path: Path, names: Sequence[str]) -> Iterator[tuple[str, pa.ChunkedArray]]:
    with _convert_read_errors(path):
        parquet = pq.ParquetFile(path, page_checksum_verification=True)
        table = parquet.read(columns=list(names), use_threads=False)
    return zip(table.column_names, table.columns, strict=True)


@contextmanager
def _convert_read_errors(path: Path) -> Iterator[None]:
    """Turn read errors of a file that was whole into a RunError that names it."""
    try:
        yield
    except FileNotFoundError:
        raise FolderError(f"{path}: is missing; simlab resume plays it again") from None
    except (OSError, pa.ArrowException) as error:
        raise RunError(f"{path}: cannot be read: {str(error).splitlines()[0]}") from error
