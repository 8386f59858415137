"""Verification: play a sample of a run again and compare every cell, and every file's hash."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from simlab.engine.build import Engine
from simlab.execution.store import Store, file_hash
from simlab.execution.tables import tables_of
from simlab.experiment.plan import Part, Plan, plan

SEED = 1
"""Fixed, so that two people who verify the same run look at the same games."""


@dataclass
class Verification:
    """What was compared, of how many games there are and are to be, and what was found wrong."""

    n_there: int = 0
    n_planned: int = 0
    is_finished: bool = False
    n_files: int = 0
    n_games: int = 0
    n_cells: int = 0
    problems: list[str] = field(default_factory=list)


def verify(store: Store, n_games: int) -> Verification:
    """Compare files with their hashes, and about `n_games` games with the same ones played now.

    Raises:
        RunError: this is no run folder, or was made with other versions or other data.
        InputError: the game or a policy is not there any more.
    """
    experiment = store.experiment
    store.check(experiment)
    wanted = plan(experiment)
    found = Verification(n_planned=wanted.n_games, is_finished=store.is_finished())
    if found.is_finished:
        _compare_hashes(store, found)
    verifier = _Verifier(store, wanted, found)
    found.n_there = sum(part.n_games for part in wanted.parts if verifier.is_there(part))
    for part, deals in sample(wanted, n_games):
        if verifier.is_there(part):
            verifier.compare(part, deals)
    return found


def sample(plan: Plan, n_games: int) -> Iterator[tuple[Part, npt.NDArray[np.int64]]]:
    """Yield parts and the deals in them that make a random sample of about `n_games` games."""
    ends = np.cumsum([part.n_deals for part in plan.parts])
    wanted = -(-n_games * int(ends[-1]) // plan.n_games)
    drawn = np.arange(ends[-1])
    if wanted < len(drawn):
        drawn = np.unique(np.random.default_rng(SEED).integers(ends[-1], size=wanted))
    for part, end in zip(plan.parts, ends, strict=True):
        here = drawn[(drawn >= end - part.n_deals) & (drawn < end)]
        if len(here):
            yield part, here - (end - part.n_deals) + part.first_deal


def _compare_hashes(store: Store, found: Verification) -> None:
    expected = store.manifest()["files"]
    there = {path.relative_to(store.folder).as_posix(): path for path in store.files()}
    for name in sorted({*expected, *there}):
        found.n_files += 1
        if name not in there:
            found.problems.append(f"{name}: is missing")
        elif name not in expected:
            found.problems.append(f"{name}: is not part of the run")
        elif file_hash(there[name]) != expected[name]:
            found.problems.append(f"{name}: has changed since the run was finished")


class _Verifier:
    """Plays deals of a run again and compares them with its tables."""

    def __init__(self, store: Store, plan: Plan, found: Verification) -> None:
        self.store = store
        self.plan = plan
        self.found = found
        self.engine = Engine(plan.experiment.game)

    def is_there(self, part: Part) -> bool:
        """Say whether a part has been played."""
        return self.store.path("games", part, self.plan).exists()

    def compare(self, part: Part, deals: npt.NDArray[np.int64]) -> None:
        """Compare some deals of a part, in all rotations."""
        rows = self.played(part, deals)
        self.found.n_games += len(rows)
        games = positions(deals - part.first_deal, part.scenario.n_rotations)
        for name, played in tables_of(part.scenario, rows).items():
            n_each = played.num_rows // len(rows)
            path = self.store.path(name, part, self.plan)
            self.compare_table(path, played, positions(games, n_each), part.n_games * n_each)

    def played(self, part: Part, deals: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """Return the OUTCOME rows of some deals, played again."""
        scenario = part.scenario
        rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
        rotations = range(scenario.n_rotations)
        return np.concatenate(
            [self.engine.play(rules, lineup, seed, int(d), 1, r) for d in deals for r in rotations]
        )

    def compare_table(
        self, path: Path, played: pa.Table, where: npt.NDArray[np.int64], n_rows: int
    ) -> None:
        """Compare what was played again with its rows in a file, which must have `n_rows`."""
        name = path.relative_to(self.store.folder).as_posix()
        try:
            stored = pq.ParquetFile(path, page_checksum_verification=True).read()
        except (OSError, pa.ArrowInvalid) as error:
            self.found.problems.append(f"{name}: damaged: {str(error).splitlines()[0]}")
            return
        if stored.num_rows != n_rows:
            self.found.problems.append(f"{name}: has {stored.num_rows} rows, not {n_rows}")
            return
        self.found.n_cells += played.num_rows * played.num_columns
        differences = different_cells(stored.take(where), played)
        self.found.problems += [f"{name}: {difference}" for difference in differences]


def positions(groups: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.int64]:
    """Return where the members of some groups stand, all groups being of one size."""
    return (groups[:, None] * size + np.arange(size)).reshape(-1)


def different_cells(stored: pa.Table, played: pa.Table) -> Iterator[str]:
    """Yield each cell that differs: game, column, and both values."""
    for column in played.column_names:
        if column not in stored.column_names:
            yield f"has no column {column}"
            continue
        pairs = zip(stored[column].to_pylist(), played[column].to_pylist(), strict=True)
        for i, (there, here) in enumerate(pairs):
            if there != here:
                yield f"{_row(played, i)}: {column} is {there}, played again {here}"


def _row(table: pa.Table, i: int) -> str:
    """Return `game 12, rotation 1, seat 0`."""
    names = [name for name in ("rotation", "seat") if name in table.column_names]
    return ", ".join([f"game {table['deal'][i]}", *(f"{name} {table[name][i]}" for name in names)])
