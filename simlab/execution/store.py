"""Run folder on disk: experiment, parts played so far and tables to read.

    _experiment.toml   the experiment as written
    _resolved.json     the same with every name, rule and policy spelled out; what reports read
    _manifest.json     hashes, versions, seed, counts; written last, so it marks a finished run
    games/ seats/ timeline/   Parquet, one file per part, in folders scenario=<slug> if several
    _assumptions/      a run of its own that varies what this one assumes; written for its page
    _other_players/    a run of its own with other policies, likewise

A part is finished when its file in games/ exists: it is written last, under a temporary name, and
renamed. Its footer identifies run and part and holds the hashes of the part's other files, so there
is no log. Every file holds its checksum, which each reader compares; `_experiment.toml` is a copy
that nobody reads. Missing or damaged files are played again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds

from simlab import shell
from simlab.errors import FolderError, Problem, RunError, not_one_of
from simlab.execution.glossary import columns_text
from simlab.execution.lock import LOCK, lock_folder
from simlab.execution.parquet import flaws, hashes_beside
from simlab.execution.part import footer_of, identity_of
from simlab.experiment.identity import as_stored, differences, version_text
from simlab.experiment.plan import Part, Plan
from simlab.experiment.resolve import Experiment, restore
from simlab.experiment.run_folder import (
    ASSUMPTIONS,
    EXPERIMENT,
    GAMES,
    MANIFEST,
    OTHER_PLAYERS,
    PARTS,
    RESOLVED,
    TABLES,
    check_part,
    identities_of_files,
    read_if_there,
    read_manifest,
    read_resolved,
    table_folder,
)
from simlab.experiment.trust import check_code, remember_code
from simlab.files.checksum import file_hash, seal_json
from simlab.files.writing import TEMPORARY, patiently, write_whole
from simlab.version import VERSION

_ELSEWHERE = "choose another --out"
_PLAY_AGAIN = f"{_ELSEWHERE}, or play it again with --fresh"
NOT_AS_IT_WAS = "its games cannot be played again as they were"


@dataclass(frozen=True)
class Store:
    """One run folder."""

    folder: Path

    @property
    def experiment(self) -> Experiment:
        """The experiment of this run, with the current data and code.

        Raises:
            FolderError: this is no run folder, or its code differs from the code that played it.
            InputError: a game, a policy or a file that it needs is missing.
        """
        return self.restore_experiment()

    def restore_experiment(self, trust: bool = False) -> Experiment:
        """Return the experiment of this run; with `trust`, any code that the folder names.

        Raises:
            FolderError, InputError: as for `experiment`.
        """
        described = self.experiment_in_full()
        if not trust:
            check_code(described, self.folder)
        experiment = restore(described)
        if trust:
            remember_code(experiment)
        return experiment

    def begin(self, plan: Plan, fresh: bool = False) -> None:
        """Make the folder, or check that it holds the same experiment; `fresh` clears it.

        Raises:
            RunError: the folder holds something else or cannot be written.
        """
        experiment = plan.experiment
        if self.is_run() and not fresh:
            self.check(experiment)
            if not self.is_described(experiment):
                # the same games, played for another question or up to another look
                self.reopen()
                self._describe(plan)
        else:
            self._clear()
            self._describe(plan)
        with self._convert_write_errors():
            for temporary in self.folder.rglob(TEMPORARY):
                patiently(temporary.unlink)
            for folder in self._folders(plan):
                folder.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def lock(self, patience: float = 0.0) -> Iterator[None]:
        """Keep other processes from writing this folder; wait up to `patience` seconds for them.

        The folder is made if needed, and removed again if nothing is written to it.

        Raises:
            FolderError: another process writes it, or this is a file.
            RunError: the folder cannot be written.
        """
        if self.folder.exists() and not self.folder.is_dir():
            raise FolderError(f"{self.folder}: is a file; {_ELSEWHERE}")
        with ExitStack() as stack:
            with self._convert_write_errors():
                if not self.folder.exists():
                    self.folder.mkdir(parents=True, exist_ok=True)
                    stack.callback(self._remove_if_empty)
                stack.enter_context(lock_folder(self.folder, patience))
            yield

    def _remove_if_empty(self) -> None:
        with suppress(OSError):
            self.folder.rmdir()

    def _describe(self, plan: Plan) -> None:
        described = plan.experiment.describe_experiment()
        for scenario in described["scenarios"]:
            scenario["parts"] = sum(part.scenario.slug == scenario["name"] for part in plan.parts)
        described["source"] = plan.experiment.source
        self._write(EXPERIMENT, plan.experiment.source.encode())
        # last: with this file the folder is a run
        self._write(RESOLVED, seal_json(described, indent=1))

    def is_run(self) -> bool:
        """Return whether the folder holds a run, finished or not."""
        return (self.folder / RESOLVED).is_file()

    def is_finished(self) -> bool:
        """Return whether every part of the run has been played.

        With a damaged manifest it has not, since finishing writes it again.

        Raises:
            FolderError: this is no run folder, or its description is damaged.
        """
        described = self.experiment_in_full()
        try:
            return read_manifest(self.folder, described) is not None
        except FolderError:
            return False

    def purpose_if_finished(self) -> dict[str, Any]:
        """Return the purpose of the run; empty unless it is finished and its description whole."""
        try:
            is_there = self.is_run() and self.is_finished()
            return dict(self.experiment_in_full()["study"]) if is_there else {}
        except FolderError:
            return {}

    def holds(self, plan: Plan) -> bool:
        """Return whether the folder holds the whole run, finished and undamaged.

        Raises:
            FolderError: the folder holds another run.
            RunError: a file cannot be read.
        """
        if not (self.is_run() and self.is_finished()):
            return False
        self.check(plan.experiment)
        return self.is_described(plan.experiment) and not self.parts_to_play(plan)

    def is_described(self, experiment: Experiment) -> bool:
        """Return whether both descriptions are of this experiment, with its question."""
        described = self.experiment_in_full()
        # the copy has no checksum of its own, and nobody reads it
        is_written = read_if_there(self.folder / EXPERIMENT) == described["source"].encode()
        deals = [scenario["deals"] for scenario in described["scenarios"]]
        is_at_look = deals == [scenario.n_deals for scenario in experiment.scenarios]
        is_asked = bool(described["study"] == as_stored(dict(experiment.study)))
        return is_written and is_at_look and is_asked

    def check(self, experiment: Experiment, advice: str = _PLAY_AGAIN) -> None:
        """Check that the folder holds this experiment, made by these versions.

        Raises:
            FolderError: lists the differences, with the advice unless versions differ.
        """
        stored_identity, new_identity = (
            self.experiment_in_full()["identity"],
            as_stored(experiment.identity()),
        )
        is_same_game = stored_identity["game"][0] == new_identity["game"][0]
        for key in ("format", "engine", *["game"] * is_same_game):
            if stored_identity[key] != new_identity[key]:
                raise FolderError(
                    f"{self.folder}: made with {key} {version_text(stored_identity[key])}, but"
                    f" this simlab has {version_text(new_identity[key])}; use the version it was"
                    " made with, or another --out"
                )
        if stored_identity != new_identity:
            changes = "; ".join(differences(stored_identity, new_identity))
            raise FolderError(f"{self.folder}: holds another run ({changes}); {advice}")

    def experiment_in_full(self) -> dict[str, Any]:
        """Return the experiment of this run with every name spelled out.

        Raises:
            FolderError: this is no run folder, or its description is damaged.
        """
        return read_resolved(self.folder)

    def parts_to_play(self, plan: Plan) -> dict[Part, list[Problem]]:
        """Return the parts still to be played, with the problems of damaged files.

        All tables of all parts are read.

        Raises:
            RunError: a file cannot be read.
        """
        is_finished = self.is_finished()
        flaws_by_part = {part: list(self._flaws(part, plan, is_finished)) for part in plan.parts}
        return {
            part: flaws
            for part, flaws in flaws_by_part.items()
            if flaws or not self.path(GAMES, part, plan).exists()
        }

    def _flaws(self, part: Part, plan: Plan, is_finished: bool) -> Iterator[Problem]:
        """Yield the problems of the files of a part, if it was played."""
        games = self.path(GAMES, part, plan)
        if not (is_finished or games.exists()):
            return
        files = {table: self.path(table, part, plan) for table in TABLES}
        key = plan.experiment.key()
        for file, flaw in flaws(files, footer_of(part, key), identity_of(part, key, GAMES)):
            yield Problem(flaw, (self.relative_name(file),))

    def reopen(self) -> None:
        """Remove the mark that the run is finished."""
        with self._convert_write_errors():
            patiently(lambda: (self.folder / MANIFEST).unlink(missing_ok=True))

    def write(self, part: Part, plan: Plan, files: Mapping[str, bytes]) -> None:
        """Write a part's files, `games` last; partial files never have the final name.

        Raises:
            RunError: the disk is full or the folder cannot be written.
        """
        with self._convert_write_errors():
            for table, content in files.items():
                write_whole(self.path(table, part, plan), content)

    def finish(self, plan: Plan) -> None:
        """Describe the columns, then write the manifest that marks the run as finished.

        Raises:
            RunError: a part was lost or damaged meanwhile; the run stays unfinished.
        """
        # reads all files again, since the manifest vouches for them
        lost = self.parts_to_play(plan)
        if lost:
            names = ", ".join(part.file for part in lost)
            raise RunError(
                f"{self.folder}: lost or damaged while the run went on: {names}; {self.way_on()}"
            )
        experiment = plan.experiment
        first = {table: self.files(table)[0] for table in self.tables()}
        description = columns_text(experiment.name, first, len(experiment.scenarios) > 1)
        self._write("COLUMNS.md", description.encode())
        manifest = {
            "key": experiment.key(),
            "simlab": VERSION,
            "seed": experiment.seed,
            "games": plan.n_games,
            "files": dict(sorted(self._hashes(plan))),
        }
        self._write(MANIFEST, seal_json(manifest, experiment.key(), indent=1))

    def _hashes(self, plan: Plan) -> Iterator[tuple[str, str]]:
        """Yield name and hash of each file of the run."""
        for part in plan.parts:
            games = self.path(GAMES, part, plan)
            hashes = {GAMES: file_hash(games), **hashes_beside(games)}
            for table, hashed in hashes.items():
                yield self.relative_name(self.path(table, part, plan)), hashed

    def relative_name(self, path: Path) -> str:
        """Return the name of a file relative to the folder."""
        return path.relative_to(self.folder).as_posix()

    def strays(self, plan: Plan) -> list[Path]:
        """Return table files that do not belong to the run."""
        planned = {self.path(table, part, plan) for table in TABLES for part in plan.parts}
        table_files = set(self.folder.glob("*/**/*.parquet"))
        inner = (self.folder / name for name in (ASSUMPTIONS, OTHER_PLAYERS))
        of_others = {file for folder in inner for file in folder.glob("**/*.parquet")}
        return sorted(table_files - of_others - planned)

    def manifest(self) -> dict[str, Any]:
        """Return hashes, versions, seed and counts of a finished run.

        Raises:
            RunError: it is not finished.
            FolderError: this is no run folder, or what describes it is damaged.
        """
        manifest = read_manifest(self.folder, self.experiment_in_full())
        if manifest is None:
            raise RunError(f"{self.folder}: is not finished; {self.way_on()}")
        return manifest

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
        """Return whether the run has rows of this table, which games may never write."""
        return next((self.folder / table).glob("**/*.parquet"), None) is not None

    def way_on(self) -> str:
        """Return the command that continues an unfinished run."""
        return f"go on with: {shell.join(['simlab', 'resume', str(self.folder)])}"

    def tables(self) -> list[str]:
        """Return the names of the tables of the run."""
        return [table for table in TABLES if self.has(table)]

    def scan(self, table: str = GAMES, scenario: str | None = None) -> ds.Dataset:
        """Return a table as a dataset, whose rows are read only when asked for.

        It is for runs whose games do not fit into memory. The checksums of the files are compared
        at once.

        Raises:
            RunError: the run has no such table or scenario, or its files are damaged.
        """
        if not self.has(table):
            raise RunError(f"{self.folder}: has no {table}; it has {', '.join(self.tables())}")
        parts = self._parts(table, scenario)
        for file, identity in parts.items():
            check_part(file, identity)
        base = str(self.folder / table)
        with self._convert_read_errors(base):
            return ds.dataset(
                [str(file) for file in parts],
                format=format_with_checksums(),
                # "hive": Arrow reads the column `scenario` from the names of the folders
                partitioning=None if scenario else "hive",
                partition_base_dir=base,
            )

    def _frame(self, table: str, names: list[str] | None, scenario: str | None) -> pd.DataFrame:
        dataset = self.scan(table, scenario)
        with self._convert_read_errors(str(self.folder / table)):
            frame: pd.DataFrame = dataset.to_table(names).to_pandas(types_mapper=_nullable.get)
        return frame

    @contextmanager
    def _convert_read_errors(self, base: str) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException) as error:
            raise RunError(f"{base}: damaged: {error}; {self.way_on()}") from error

    def files(self, table: str, scenario: str | None = None) -> list[Path]:
        """Return the files of a table that belong to the run, of all scenarios or of one.

        Raises:
            RunError: there is no such scenario.
        """
        return [*self._parts(table, scenario)]

    def _parts(self, table: str, scenario: str | None) -> dict[Path, str]:
        """Return the identity of each file of a table that belongs to the run."""
        described = self.experiment_in_full()
        names = [described_scenario["name"] for described_scenario in described["scenarios"]]
        if scenario is not None and scenario not in names:
            raise RunError(f"scenario: {not_one_of(scenario, names)}")
        manifest = read_manifest(self.folder, described)
        parts: dict[Path, str] = {}
        for described_scenario in described["scenarios"]:
            if scenario in (None, described_scenario["name"]):
                parts |= identities_of_files(
                    self.folder, table, described, described_scenario, manifest
                )
        return parts

    def path(self, table: str, part: Part, plan: Plan) -> Path:
        """Return the path of a part of a table."""
        n_scenarios = len(plan.experiment.scenarios)
        return table_folder(self.folder, table, part.scenario.slug, n_scenarios) / part.file

    def _folders(self, plan: Plan) -> Iterable[Path]:
        game = plan.experiment.game
        tables = ["games"]
        tables += [] if game.cooperative else ["seats"]
        tables += [] if game.timeline_row is None else ["timeline"]
        scenarios = plan.experiment.scenarios
        for scenario in scenarios:
            for table in tables:
                yield table_folder(self.folder, table, scenario.slug, len(scenarios))

    def _clear(self) -> None:
        """Remove the tables of a run, the manifest first; raise if the folder is no run."""
        if not self.is_run():
            self._check_empty()
        with self._convert_write_errors():
            # first: a run that is cleared only in part must not look finished
            patiently(lambda: (self.folder / MANIFEST).unlink(missing_ok=True))
            for table in self.tables():
                remove_parts(self.folder / table)

    def remove(self) -> None:
        """Remove the run from its folder.

        Raises:
            RunError: a file cannot be removed.
        """
        self._clear()
        with self._convert_write_errors():
            # in this order: without its description, a folder counts as no run, and may be used
            for name in (RESOLVED, EXPERIMENT):
                patiently((self.folder / name).unlink)

    def _check_empty(self) -> None:
        """Raise if the folder holds more than an aborted start leaves."""
        paths = self.folder.iterdir() if self.folder.is_dir() else ()
        # what a start leaves that was stopped before `_resolved.json`
        if any(path.suffix != ".tmp" and path.name not in (EXPERIMENT, LOCK) for path in paths):
            raise FolderError(f"{self.folder}: not empty and no run; {_ELSEWHERE}")

    def _write(self, name: str, content: bytes) -> None:
        with self._convert_write_errors():
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(self.folder / name, content)

    @contextmanager
    def _convert_write_errors(self) -> Iterator[None]:
        """Turn write errors into a RunError that says how to continue."""
        try:
            yield
        except OSError as error:
            advice = f"finished parts are kept, {self.way_on()}" if self.is_run() else _ELSEWHERE
            raise RunError(
                f"{self.folder}: cannot be written: {error.strerror or error}; {advice}"
            ) from error


def remove_parts(table: Path) -> None:
    """Remove the parts of a table and the folders that are empty then; what else is there stays.

    Raises:
        OSError: a part cannot be removed.
    """
    for file in table.rglob(PARTS):
        patiently(file.unlink)
    for folder in (*table.iterdir(), table):
        with suppress(OSError):  # a file, or not empty
            folder.rmdir()


# pandas would turn whole numbers with gaps into floats
_nullable = {
    pa.int64(): pd.Int64Dtype(),
    pa.int32(): pd.Int32Dtype(),
    pa.float64(): pd.Float64Dtype(),
}


def format_with_checksums() -> ds.ParquetFileFormat:
    """Return a dataset format that verifies checksums."""
    options = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
    return ds.ParquetFileFormat(default_fragment_scan_options=options)
