"""A run folder: what was asked, the parts played so far, and tables to read them by.

    _experiment.toml   the experiment as written
    _resolved.json     the same with every name, rule and policy spelled out; what reports read
    _manifest.json     hashes, versions, seed, counts; written last, so it marks a finished run
    games/ seats/ timeline/   Parquet, one file per part, in folders scenario=<slug> if several

A part is finished when its file in games/ is there: it is written last, under another name, and
renamed. Its footer carries run key, first deal and number of deals, so no log is kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

import simlab
from simlab.errors import RunError, not_one_of
from simlab.experiment.identity import as_stored, differences, spoken
from simlab.experiment.plan import Part, Plan
from simlab.experiment.resolve import Experiment, restore

EXPERIMENT, RESOLVED, MANIFEST = "_experiment.toml", "_resolved.json", "_manifest.json"
_ELSEWHERE = "choose another --out"
TABLES = ("games", "seats", "timeline")
KEY, FIRST, COUNT = b"simlab.run_key", b"simlab.first_deal", b"simlab.n_deals"


# Arrow's own pools keep what they once held; a run of any length should stay below half a gigabyte.
pa.set_memory_pool(pa.system_memory_pool())


@dataclass(frozen=True)
class Store:
    """One run folder."""

    folder: Path

    @property
    def experiment(self) -> Experiment:
        """The experiment of this run, from the data and the code as they are now.

        Raises:
            RunError: this is no run folder.
            InputError: a game, a policy or a file that it needs is not there any more.
        """
        return restore(self.resolved())

    def begin(self, plan: Plan, fresh: bool = False) -> None:
        """Make the folder, or check that it holds the same experiment; `fresh` removes any other.

        Raises:
            RunError: the folder holds something else or cannot be written.
        """
        experiment = plan.experiment
        if self.is_run() and not fresh:
            self.check(experiment)
            if self.resolved().get("study") != as_stored(dict(experiment.study)):
                self._describe(experiment)  # the same games, played for another question
        else:
            self._clear()
            self._describe(experiment)
        with self._writing():
            for folder in self._folders(plan):
                folder.mkdir(parents=True, exist_ok=True)

    def _describe(self, experiment: Experiment) -> None:
        self._write(EXPERIMENT, experiment.source)
        self._write(RESOLVED, json.dumps(experiment.described(), indent=1, ensure_ascii=False))

    def is_run(self) -> bool:
        """Say whether the folder holds a run, finished or not."""
        return (self.folder / RESOLVED).is_file()

    def is_finished(self) -> bool:
        """Say whether every part of the run has been played."""
        return (self.folder / MANIFEST).is_file()

    def check(self, experiment: Experiment) -> None:
        """Make sure that the folder holds this experiment, made by these versions.

        Raises:
            RunError: what differs.
        """
        there, here = self.resolved()["identity"], as_stored(experiment.identity())
        is_same_game = there["game"][0] == here["game"][0]
        for what in ("format", "engine", *["game"] * is_same_game):
            if there[what] != here[what]:
                raise RunError(
                    f"{self.folder}: made with {what} {spoken(there[what])}, but this simlab has"
                    f" {spoken(here[what])}; use the version it was made with, or another --out"
                )
        if there != here:
            raise RunError(
                f"{self.folder}: holds another run ({'; '.join(differences(there, here))});"
                " choose another --out, or play it anew with --fresh"
            )

    def resolved(self) -> dict[str, Any]:
        """Return the experiment of this run with every name spelled out.

        Raises:
            RunError: this is no run folder, or its description is damaged.
        """
        if not self.is_run():
            raise RunError(f"{self.folder}: no run folder ({RESOLVED} is missing)")
        return self._read_json(RESOLVED)

    def finished(self, plan: Plan) -> list[Part]:
        """Return the parts that are on disk.

        Raises:
            RunError: a file that is damaged or belongs to another run.
        """
        return [part for part in plan.parts if self._has(part, plan)]

    def missing(self, plan: Plan) -> list[Part]:
        """Return the parts that are still to be played."""
        there = set(self.finished(plan))
        return [part for part in plan.parts if part not in there]

    def write(self, part: Part, plan: Plan, tables: dict[str, pa.Table]) -> None:
        """Write a part's tables, `games` last; what is half-written never bears the final name.

        Raises:
            RunError: the disk is full or the folder cannot be written.
        """
        footer = {KEY: plan.experiment.key(), FIRST: str(part.first_deal), COUNT: str(part.n_deals)}
        with self._writing():
            for name in sorted(tables, key=lambda name: name == "games"):
                _write_parquet(self.path(name, part, plan), tables[name], footer)

    def finish(self, plan: Plan) -> None:
        """Describe the columns, then write the manifest that marks the run as finished."""
        experiment = plan.experiment
        self._write("COLUMNS.md", self._columns_text(experiment))
        manifest = {
            "key": experiment.key(),
            "simlab": simlab.__version__,
            "seed": experiment.seed,
            "games": plan.n_games,
            "files": {
                path.relative_to(self.folder).as_posix(): file_hash(path) for path in self.files()
            },
        }
        self._write(MANIFEST, json.dumps(manifest, indent=1))

    def manifest(self) -> dict[str, Any]:
        """Return hashes, versions, seed and counts of a finished run."""
        return self._read_json(MANIFEST)

    def games(self, columns: list[str] | None = None, scenario: str | None = None) -> pd.DataFrame:
        """Return one row per game, in order of deal and rotation; all columns, or those named."""
        return self._frame("games", columns, scenario)

    def seats(self, columns: list[str] | None = None, scenario: str | None = None) -> pd.DataFrame:
        """Return one row per game and seat.

        Raises:
            RunError: the game is cooperative, so that all seats share the result of the game.
        """
        return self._frame("seats", columns, scenario)

    def timeline(
        self, columns: list[str] | None = None, scenario: str | None = None
    ) -> pd.DataFrame:
        """Return one row per round of the first games."""
        return self._frame("timeline", columns, scenario)

    def has(self, table: str) -> bool:
        """Say whether the run keeps this table."""
        return (self.folder / table).is_dir()

    def way_on(self) -> str:
        """Return how to go on with an unfinished run."""
        return f"go on with: simlab resume {shlex.quote(str(self.folder))}"

    def tables(self) -> list[str]:
        """Return the names of the tables that the run keeps."""
        return [table for table in TABLES if self.has(table)]

    def _frame(self, table: str, names: list[str] | None, scenario: str | None) -> pd.DataFrame:
        folder = self.folder / table
        if not self.has(table):
            raise RunError(f"{self.folder}: has no {table}; it has {', '.join(self.tables())}")
        if scenario is not None:
            folder = self._scenario_folder(folder, scenario)
        dataset = ds.dataset(folder, partitioning="hive", format=_checked_format())
        try:
            frame: pd.DataFrame = dataset.to_table(names).to_pandas(types_mapper=_nullable.get)
        except (OSError, pa.ArrowInvalid) as error:
            raise RunError(f"{folder}: damaged: {error}") from error
        return frame

    def _scenario_folder(self, folder: Path, scenario: str) -> Path:
        """Return where a scenario lies in the folder of a table: an only one right in it."""
        names = [described["name"] for described in self.resolved()["scenarios"]]
        if scenario not in names:
            raise RunError(f"scenario: {not_one_of(scenario, names)}")
        return folder / f"scenario={scenario}" if len(names) > 1 else folder

    def path(self, table: str, part: Part, plan: Plan) -> Path:
        """Return where a part of a table lies."""
        return self._table_folder(table, part.scenario.slug, plan) / part.file

    def _columns_text(self, experiment: Experiment) -> str:
        """Return a page that tells what every column means."""
        lines = [f"# Columns of {experiment.name}", "", "Null stands for what does not apply."]
        for table in self.tables():
            lines += ["", f"## {table}", "", "| column | meaning | unit |", "|---|---|---|"]
            lines += [f"| {' | '.join(column)} |" for column in self._columns(table)]
        if len(experiment.scenarios) > 1:
            lines += ["", "Each table has a column `scenario`, from the name of its folder."]
        return "\n".join([*lines, ""])

    def _columns(self, table: str) -> Iterator[tuple[str, str, str]]:
        """Yield name, meaning and unit of each column of a table."""
        for field in pq.read_schema(next((self.folder / table).rglob("part-*.parquet"))):
            about = field.metadata
            yield field.name, about[b"description"].decode(), about[b"unit"].decode()

    def _table_folder(self, table: str, slug: str, plan: Plan) -> Path:
        several = len(plan.experiment.scenarios) > 1
        return self.folder / table / f"scenario={slug}" if several else self.folder / table

    def _folders(self, plan: Plan) -> Iterable[Path]:
        game = plan.experiment.game
        kept = ["games"]
        kept += [] if game.cooperative else ["seats"]
        kept += [] if game.snapshot is None else ["timeline"]
        for scenario in plan.experiment.scenarios:
            yield from (self._table_folder(table, scenario.slug, plan) for table in kept)

    def _has(self, part: Part, plan: Plan) -> bool:
        path = self.path("games", part, plan)
        if not path.exists():
            return False
        try:
            footer = pq.read_metadata(path).metadata or {}
        except (OSError, pa.ArrowInvalid) as error:
            raise RunError(
                f"{path}: damaged ({str(error).splitlines()[0]}); delete this file, the rest is"
                f" kept, and {self.way_on()}"
            ) from error
        expected = (plan.experiment.key(), str(part.first_deal), str(part.n_deals))
        if tuple(footer.get(key, b"").decode() for key in (KEY, FIRST, COUNT)) != expected:
            raise RunError(f"{path}: belongs to another run; {_ELSEWHERE}")
        return True

    def files(self) -> list[Path]:
        """Return the files of all tables."""
        return sorted(self.folder.glob("*/**/part-*.parquet"))

    def _clear(self) -> None:
        """Remove the tables of a run, first the mark that it is finished; refuse what is no run."""
        if not self.is_run():
            self._check_empty()
        with self._writing():
            (self.folder / MANIFEST).unlink(missing_ok=True)
            for table in self.tables():
                shutil.rmtree(self.folder / table)

    def _check_empty(self) -> None:
        """Refuse a folder that holds more than a start that was killed at once leaves."""
        if self.folder.exists() and not self.folder.is_dir():
            raise RunError(f"{self.folder}: is a file; {_ELSEWHERE}")
        found = self.folder.iterdir() if self.folder.is_dir() else ()
        if any(path.suffix != ".tmp" and path.name != EXPERIMENT for path in found):
            raise RunError(f"{self.folder}: not empty and no run; {_ELSEWHERE}")

    def _write(self, name: str, text: str) -> None:
        temporary = self.folder / f"_{name}.tmp"
        with self._writing():
            self.folder.mkdir(parents=True, exist_ok=True)
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(self.folder / name)

    def _read_json(self, name: str) -> dict[str, Any]:
        try:
            content: dict[str, Any] = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise RunError(f"{self.folder / name}: damaged: {error}") from error
        return content

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Turn a full disk or a forbidden folder into an error that says how to go on."""
        try:
            yield
        except OSError as error:
            advice = f"finished parts are kept, {self.way_on()}" if self.is_run() else _ELSEWHERE
            raise RunError(
                f"{self.folder}: cannot be written: {error.strerror or error}; {advice}"
            ) from error


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


_nullable = {
    pa.int64(): pd.Int64Dtype(),
    pa.int32(): pd.Int32Dtype(),
    pa.float64(): pd.Float64Dtype(),
}


def _checked_format() -> ds.ParquetFileFormat:
    options = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
    return ds.ParquetFileFormat(default_fragment_scan_options=options)


def _write_parquet(path: Path, table: pa.Table, footer: dict[bytes, str]) -> None:
    """Write a whole file under another name, make sure it is on the disk, and rename it."""
    temporary = path.with_name(f"_{path.name}.tmp")
    encode(table.replace_schema_metadata(footer), temporary)
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    temporary.replace(path)


def encode(table: pa.Table, where: Path | BinaryIO) -> None:
    """Write a table the way all tables of a run are written."""
    pq.write_table(
        table,
        where,
        compression="zstd",
        compression_level=1,
        use_dictionary=[name for name in table.schema.names if name != "deal"],
        column_encoding={"deal": "DELTA_BINARY_PACKED"},
        write_page_checksum=True,
    )
