"""Shared by the studies that keep no run but a page: result, rows as JSON, folder of the page."""

from __future__ import annotations

import hashlib
import json
import math
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from simlab.api.arguments import AnyPath
from simlab.api.result import Content, Result
from simlab.execution.store import Store
from simlab.files.paths import runs_folder
from simlab.report.page_table import PageTable, records

PATIENCE = 60
"""Seconds that a page waits for another process that writes its folder, probably a page, too."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StudyResult(Result):
    """What a study found out that keeps no run; it writes a page."""

    described: Content
    """The experiment that was played and the study, as JSON."""
    command: str
    """The command line with the same result."""

    @property
    def findings(self) -> Mapping[str, str]:
        """Further sentences by their topics."""
        return {}

    @property
    def tables(self) -> Mapping[str, PageTable]:
        """The tables that the terminal shows, by title; the page has them too."""
        return {}

    def page(self, folder: AnyPath | None = None) -> Path:
        """Write the page with figures and tables, into a folder in runs/ unless given.

        Raises:
            RunError: it cannot be written, would replace a file of others, or another process has
                written the folder for PATIENCE seconds.
        """
        destination = page_folder(folder, self.described)
        with Store(destination).lock(PATIENCE):
            return self._write(destination)

    @abstractmethod
    def _write(self, folder: Path) -> Path:
        """Write the page into a folder and return its path."""


def plain(frame: pd.DataFrame) -> list[Content]:
    """Return the rows of a frame as JSON; infinite bounds are null."""
    return [
        {name: None if is_infinite(cell) else cell for name, cell in row.items()}
        for row in records(frame)
    ]


def is_infinite(cell: object) -> bool:
    """Tell whether a cell is infinite or not a number, which JSON cannot hold."""
    return isinstance(cell, float) and not math.isfinite(cell)


def page_folder(folder: AnyPath | None, described: Content) -> Path:
    """Return the folder of a page, by default one that is named by a hash of the study."""
    if folder is not None:
        return Path(folder)
    identity = json.dumps([described["identity"], described["study"]], sort_keys=True)
    key = hashlib.sha256(identity.encode()).hexdigest()
    return runs_folder() / f"{described['name']}-{key[:8]}"
