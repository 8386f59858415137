"""Kept games: an executor that keeps the games of a study in files until it ends.

If the study is stopped, the same command goes on with them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa

from simlab.analysis.games import Games
from simlab.errors import Damage
from simlab.execution.executor import Executor, RunControl, Task
from simlab.execution.tally import Tally
from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario
from simlab.files.checksum import PLACEHOLDER, check, seal_content
from simlab.files.writing import write_whole
from simlab.studies.kit.blocks import play_deals

Result = TypeVar("Result")

FOLDER = "_games"
"""Folder of the kept games, in that of the page."""
DIGITS = 24
FILES = f"{'[0-9a-f]' * DIGITS}.arrow"
"""Pattern of the names of kept games."""


@dataclass(frozen=True)
class GameKeeper:
    """An executor that plays no games that are kept in a folder, and keeps those that it plays."""

    executor: Executor
    folder: Path
    key: str
    """Hash of all that decides the games beside rules, policies and deals, such as versions."""

    @property
    def n_cores(self) -> int:
        """Number of cores."""
        return self.executor.n_cores

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return what must be compiled before scenarios are played, or nothing."""
        return self.executor.to_compile(scenarios)

    def prepare(self, scenarios: Sequence[Scenario], n_games: int = 0) -> None:
        """Compile what is missing."""
        self.executor.prepare(scenarios, n_games)

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play and keep parts of a run, which has files of its own."""
        return self.executor.play_parts(parts, control)

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order; games that are kept are read.

        Raises:
            OSError: games cannot be written.
        """
        if function is not play_deals:
            return self.executor.map(function, tasks)
        return self._games(function, list(tasks))

    def end(self) -> None:
        """Remove the kept games, as the study has its result, and nothing else."""
        with suppress(OSError):  # games that stay do no harm
            for file in self.folder.glob(FILES):
                file.unlink()
            self.folder.rmdir()

    def _games(self, function: Callable[..., Any], tasks: Sequence[Task]) -> Iterator[Any]:
        files = [self._file(*task) for task in tasks]
        is_kept = [_is_whole(file) for file in files]
        missing = [task for task, is_in_file in zip(tasks, is_kept, strict=True) if not is_in_file]
        # all that is missing in one call, so that the cores share it
        new = self.executor.map(function, missing)
        for task, file, is_in_file in zip(tasks, files, is_kept, strict=True):
            if is_in_file:
                yield read_games(file, task[0])
                continue
            games = next(new)
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, seal_content(encode_games(games), file.name))
            yield games

    def _file(self, scenario: Scenario, first: int, count: int) -> Path:
        digest = hashlib.sha256(scenario.rules.row.tobytes())
        names = [str(policy) for policy in scenario.lineup]
        decisive = [self.key, names, scenario.seed, first, count, *scenario.rollout_metrics]
        digest.update(json.dumps(decisive).encode())
        return self.folder / f"{digest.hexdigest()[:DIGITS]}.arrow"


def keeper(executor: Executor, folder: Path, described: Mapping[str, Any]) -> GameKeeper:
    """Return an executor that keeps the games of a described study in the folder of its page."""
    identity = described["identity"]
    code = [identity[name] for name in ("engine", "game", "foreign_files")]
    key = json.dumps([*code, identity.get("values", {}), identity.get("luck")], sort_keys=True)
    return GameKeeper(executor, folder / FOLDER, key)


def _is_whole(file: Path) -> bool:
    """Return whether there is a file of kept games, undamaged and under its own name."""
    try:
        check(file.read_bytes(), file.name)
    except (FileNotFoundError, Damage):
        return False
    return True


def encode_games(games: Games) -> bytes:
    """Return the tables of games as `encode_tables` does."""
    return encode_tables([table for table in (games.games, games.seats) if table is not None])


def encode_tables(tables: Iterable[pa.Table]) -> bytes:
    """Return tables as Arrow streams, one after the other, and room for a checksum."""
    out = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    for table in tables:
        with pa.ipc.new_stream(out, table.schema, options=options) as stream:
            stream.write_table(table)
    return bytes(out.getvalue()) + PLACEHOLDER.encode()


def read_games(file: Path, scenario: Scenario) -> Games:
    """Return the games of a scenario in a file."""
    tables = tables_in(file.read_bytes())
    games = next(tables)
    seats = None if scenario.game.cooperative else next(tables)
    return Games(games, seats, scenario.n_rotations, scenario.players, scenario.game.aim)


def tables_in(content: bytes) -> Iterator[pa.Table]:
    """Yield the tables that `encode_tables` has written, one at a time; more is an error."""
    source = pa.BufferReader(content)
    while True:
        # a thread of Arrow may free the bytes after all else has ended, which aborts Python
        options = pa.ipc.IpcReadOptions(use_threads=False)
        yield pa.ipc.open_stream(source, options=options).read_all()
