"""Verification of a run: file hashes, and a sample of games played again cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from simlab.engine.build import Engine
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.errors import Damage, Problem
from simlab.execution.executor import Executor
from simlab.execution.parquet import distinguish_damage
from simlab.execution.part import identity_of, play_slice
from simlab.execution.processes import all_cores
from simlab.execution.store import NOT_AS_IT_WAS, Store
from simlab.execution.tables import tables_of
from simlab.experiment.plan import Part, Plan, plan
from simlab.experiment.resolve import Scenario
from simlab.experiment.run_folder import EXPERIMENT, GAMES, MANIFEST, TABLES
from simlab.files.checksum import NOT_AS_WRITTEN, check, file_hash

SEED = 1
"""Fixed, so that two people who verify the same run look at the same games."""


@dataclass
class Verification:
    """Result of a verification: numbers of games, files and cells compared, and problems."""

    n_there: int = 0
    n_planned: int = 0
    is_finished: bool = False
    n_files: int = 0
    n_games: int = 0
    n_cells: int = 0
    problems: list[Problem] = field(default_factory=list)
    newer_columns: list[str] = field(default_factory=list)
    """Columns that this version of simlab writes and the run does not have."""


def verify(
    store: Store, n_games: int, trust: bool = False, executor: Executor | None = None
) -> Verification:
    """Compare files with their hashes, and about `n_games` games with a replay.

    Raises:
        RunError: this is no run folder, or versions or data differ.
        InputError: the game or a policy is missing.
    """
    experiment = store.restore_experiment(trust)
    store.check(experiment, NOT_AS_IT_WAS)
    planned = plan(experiment)
    verification = Verification(n_planned=planned.n_games, is_finished=store.is_finished())
    verifier = _Verifier(store, planned, verification)
    verifier.compare_files()
    sampled = [
        part_and_deals
        for part_and_deals in sample(planned, n_games)
        if verifier.is_there(part_and_deals[0])
    ]
    tasks = ((part.scenario, deals) for part, deals in sampled)
    replayed = (executor or all_cores()).map(replay_deals, tasks)
    for (part, deals), tables in zip(sampled, replayed, strict=True):
        verifier.compare(part, deals, tables)
    verification.problems = list(dict.fromkeys(verification.problems))
    return verification


def sample(plan: Plan, n_games: int) -> Iterator[tuple[Part, npt.NDArray[np.int64]]]:
    """Yield parts and deals of a random sample of about `n_games` games."""
    ends = np.cumsum([part.n_deals for part in plan.parts])
    # rounded up, in deals: all rotations of a deal are played again
    n_wanted = -(-n_games * int(ends[-1]) // plan.n_games)
    if n_wanted < ends[-1]:
        drawn_deals = np.unique(np.random.default_rng(SEED).integers(ends[-1], size=n_wanted))
    else:
        drawn_deals = np.arange(ends[-1])
    for part, end in zip(plan.parts, ends, strict=True):
        deals_of_part = drawn_deals[(drawn_deals >= end - part.n_deals) & (drawn_deals < end)]
        if len(deals_of_part):
            yield part, deals_of_part - (end - part.n_deals) + part.first_deal


class _Verifier:
    """Plays deals of a run again and compares them with its tables."""

    def __init__(self, store: Store, plan: Plan, verification: Verification) -> None:
        self.store = store
        self.plan = plan
        self.verification = verification

    def is_there(self, part: Part) -> bool:
        """Return whether a part has been played."""
        return self.store.path("games", part, self.plan).exists()

    def compare_files(self) -> None:
        """Compare the existing files with the plan, their footers and the manifest."""
        plan, store, verification = self.plan, self.store, self.verification
        unplayed = store.parts_to_play(plan)
        verification.n_there = sum(part.n_games for part in plan.parts if self.is_there(part))
        verification.problems += [flaw for flaws in unplayed.values() for flaw in flaws]
        verification.problems += [
            Problem("is not part of the run", (store.relative_name(path),))
            for path in store.strays(plan)
        ]
        if not store.is_described(plan.experiment):
            self.report(NOT_AS_WRITTEN, EXPERIMENT)
        if verification.is_finished:
            self.compare_hashes(store.manifest()["files"])
        elif (store.folder / MANIFEST).exists():
            verification.problems.append(Problem("damaged", (MANIFEST,)))

    def compare_hashes(self, expected: dict[str, str]) -> None:
        """Compare the files of a finished run with its hashes, except those with known problems."""
        # of a damaged file it is enough to say so once
        flawed = {problem.place[0] for problem in self.verification.problems}
        planned = [
            self.store.path(table, part, self.plan) for table in TABLES for part in self.plan.parts
        ]
        files = {self.store.relative_name(path): path for path in planned if path.exists()}
        self.verification.n_files = len(files)
        for name in sorted(files.keys() & expected.keys() - flawed):
            if file_hash(files[name]) != expected[name]:
                self.report("has changed since the run was finished", name)
        for name in sorted(files.keys() - expected.keys()):
            self.report(f"lacks {name}", MANIFEST)
        for name in sorted(expected.keys() - files.keys() - flawed):
            self.report(f"lists {name}, which is missing", MANIFEST)

    def report(self, sentence: str, file: str) -> None:
        """Add a problem of a file."""
        self.verification.problems.append(Problem(sentence, (file,)))

    def compare(
        self, part: Part, deals: npt.NDArray[np.int64], tables: Mapping[str, pa.Table]
    ) -> None:
        """Compare some deals of a part, in all rotations, with their tables played again."""
        self.verification.n_games += tables[GAMES].num_rows
        for name, played in tables.items():
            path = self.store.path(name, part, self.plan)
            try:
                with distinguish_damage(path):
                    raw = path.read_bytes()
                    check(raw, identity_of(part, self.plan.experiment.key(), name))
                    # a thread of Arrow may free `raw` after all else has ended, which aborts Python
                    table = pq.ParquetFile(pa.BufferReader(raw)).read(use_threads=False)
            except Damage as damage:
                self.report(str(damage), self.store.relative_name(path))
                continue
            self.compare_table(path, rows_of(deals, table), played)

    def compare_table(self, path: Path, stored: pa.Table, played: pa.Table) -> None:
        """Compare the stored rows of some deals with replayed ones."""
        name = self.store.relative_name(path)
        if stored.num_rows != played.num_rows:
            self.report(
                f"has {stored.num_rows} rows of the games sampled, not {played.num_rows}", name
            )
            return
        self.verification.n_cells += played.num_rows * played.num_columns
        for difference in different_cells(stored, played):
            self.report(difference, name)
        newer = [
            column
            for column in played.column_names
            if column not in {*stored.column_names, *self.verification.newer_columns}
        ]
        self.verification.newer_columns += newer


def replay_deals(
    engine: Engine, scenario: Scenario, deals: npt.NDArray[np.int64]
) -> dict[str, pa.Table]:
    """Return the tables of some deals, played again in all rotations."""
    slices = [
        play_slice(engine, scenario, int(deal), 1, rotation, new(Progress.dtype))
        for deal in deals
        for rotation in range(scenario.n_rotations)
    ]
    rows, timeline = (np.concatenate(kind) for kind in zip(*slices, strict=True))
    return tables_of(scenario, rows, timeline)


def rows_of(deals: npt.NDArray[np.int64], table: pa.Table) -> pa.Table:
    """Return the rows of a table for some deals."""
    return table.filter(pa.array(np.isin(table["deal"].to_numpy(), deals)))


def different_cells(stored: pa.Table, played: pa.Table) -> Iterator[str]:
    """Yield each cell that differs: game, column, and both values."""
    # a run of an older version lacks newer columns, which is no difference
    for column in filter(stored.column_names.__contains__, played.column_names):
        cell_pairs = zip(stored[column].to_pylist(), played[column].to_pylist(), strict=True)
        for i, (kept_value, again_value) in enumerate(cell_pairs):
            if kept_value != again_value:
                yield f"{_row(played, i)}: {column} is {kept_value}, played again {again_value}"


def _row(table: pa.Table, i: int) -> str:
    """Return `game 12, rotation 1, seat 0`."""
    names = [name for name in ("rotation", "seat", "rounds") if name in table.column_names]
    return ", ".join([f"game {table['deal'][i]}", *(f"{name} {table[name][i]}" for name in names)])
