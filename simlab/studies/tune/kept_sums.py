"""Sums of candidates in a file, so that a search that was stopped need not play them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from simlab.errors import Damage
from simlab.experiment.design import Cell
from simlab.files.checksum import check, read_json, seal_json
from simlab.files.writing import write_whole
from simlab.studies.tune.result import Sums


class KeptSums:
    """Sums of candidates by cell and range of blocks, of one problem, which `key` identifies."""

    def __init__(self, file: Path | None, key: str) -> None:
        """Read the file if it is of this problem; without a file, nothing is kept."""
        self._file, self._key = file, key
        self._rows: dict[str, list[list[float]]] = {}
        if file is not None and file.is_file():
            content = _content(file)
            self._rows = content["sums"] if content.get("key") == key else {}

    def get(self, cell: Cell, first: int, last: int) -> Sums | None:
        """Return the sums of the blocks from `first` up to `last`, or None if they are not kept."""
        rows = self._rows.get(_name(cell, first, last))
        return None if rows is None else Sums(*map(np.array, rows))

    def keep(self, cell: Cell, first: int, last: int, sums: Sums) -> None:
        """Keep the sums of these blocks until the file is written."""
        rows = [sum_array.tolist() for sum_array in (sums.n, sums.totals, sums.squares)]
        self._rows[_name(cell, first, last)] = rows

    def write(self) -> None:
        """Write all sums to the file.

        Raises:
            OSError: it cannot be written.
        """
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, seal_json({"key": self._key, "sums": self._rows}))


def _content(file: Path) -> dict[str, Any]:
    """Return what a file holds; nothing if it is damaged, so that its games are played again."""
    raw = file.read_bytes()
    try:
        check(raw)
    except Damage:
        return {}
    content: dict[str, Any] = read_json(raw)
    return content


def _name(cell: Cell, first: int, last: int) -> str:
    return f"{','.join(map(str, cell))}:{first}-{last}"
