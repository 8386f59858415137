"""What all studies return that keep no run: sentences, tables, frames, JSON and a page."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic

import pandas as pd

from simlab.analysis.crosstable import Scale
from simlab.api.arguments import AnyPath
from simlab.api.result import Content, TableResult, drop_empty
from simlab.execution.store import Store
from simlab.files.paths import runs_folder
from simlab.report.more_games import NextStep
from simlab.report.page_table import PageTable, records
from simlab.report.study_page import Study, StudyPage

PATIENCE = 60
"""Seconds that a page waits for another process that writes its folder, probably a page, too."""


@dataclass(frozen=True, eq=False, repr=False)
class StudyResult(TableResult, Generic[Study]):
    """What a study found out that keeps no run; it writes a page."""

    study: Study
    """The result in numbers: frames with intervals and verdicts."""
    described: Content = field(kw_only=True)
    """The experiment that was played and the study, as JSON."""
    command: str = field(kw_only=True)
    """The command line with the same result."""

    study_page: ClassVar[StudyPage[Any]]
    """The page, which has the sentences and tables, too."""
    tables_as_json: ClassVar[Sequence[str]] = ()
    """Frames of the study that the JSON ends with."""

    @property
    def sentences(self) -> Sequence[str]:
        """The sentences that answer the question of the study."""
        return self.study_page.answer(self.study)

    @property
    def findings(self) -> Mapping[str, str]:
        """Further sentences by their topics."""
        return self.study_page.findings(self.study)

    @property
    def tables(self) -> Mapping[str, PageTable]:
        """The tables that the terminal shows, by title; the page has them too."""
        return self.study_page.tables(self.study)

    @property
    def next_steps(self) -> Sequence[NextStep]:
        """Undecided numbers, each with the command that decides it; at most three."""
        return self.study_page.steps(self.study, self.command)

    @property
    def frames(self) -> Mapping[str, pd.DataFrame]:
        """All frames by name, the main one first."""
        return drop_empty({name: getattr(self.study, name) for name in self.tables_as_json})

    def to_dict(self) -> Content:
        """Return all numbers as JSON."""
        return {
            "game": self.described["game"]["name"],
            **self._settings(),
            "answer": self.study_page.answer(self.study),
            **self._numbers(),
            **{name: plain(getattr(self.study, name)) for name in self.tables_as_json},
        }

    def _settings(self) -> Content:
        """Return who played, under which settings, and how much."""
        return {"seed": self.described["seed"], "games": self.study.n_games}

    def _numbers(self) -> Content:
        """Return the numbers that are in none of the tables."""
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

    def _write(self, folder: Path) -> Path:
        """Write the page into a folder and return its path."""
        return self.study_page.write(self.study, self.described, self.command, folder)


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


def scale_content(scale: Scale) -> Content:
    """Return the margin of a scale and its unit as JSON."""
    return {"margin": scale.margin, "unit": scale.unit or "share of the wins"}
