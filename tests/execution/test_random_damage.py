"""Random damage of a run: all who read it find the same numbers, or say which file is damaged."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import simlab
from simlab.analysis.columns import KeptColumns
from simlab.analysis.tables import Tables
from simlab.errors import FolderError, SimlabError
from simlab.execution.executor import Threads
from simlab.execution.run_observer import RunObserver
from simlab.execution.runner import execute
from simlab.execution.store import Store
from simlab.execution.verify import verify
from simlab.experiment.plan import plan
from simlab.experiment.run_folder import MANIFEST, part_identity
from simlab.report import answer_file
from simlab.report.page import report_of
from tests.support.damage import damage, outcome

UNREAD = {"COLUMNS.md"}
"""Files of a run from which no number comes."""


def numbers(run: Path) -> tuple[str, ...]:
    """Return all tables of a run by `read_run`."""
    store = simlab.read_run(run)
    return tuple(getattr(store, table)().to_csv() for table in store.tables())


def answer(run: Path) -> tuple[str, ...]:
    """Return the answer and the tables of the page of a run, without its figures."""
    report = report_of(Tables(run), is_full=False)
    tables = (table.csv for table in report.page_tables)
    return (answer_file.markdown(report.head, report.origin, report.disclaimers), *tables)


READERS = {"numbers": numbers, "answer": answer}


def contents_of(run: Path) -> dict[str, bytes]:
    return {
        path.relative_to(run).as_posix(): path.read_bytes()
        for path in sorted(run.rglob("*"))
        if path.is_file() and path.name not in UNREAD
    }


@dataclass(frozen=True)
class Reference:
    """A whole run, with what is read from it."""

    folder: Path
    contents: dict[str, bytes]
    answers: dict[str, tuple[str, ...]]


@pytest.fixture(scope="module")
def references(tmp_path_factory) -> list[Reference]:
    """A run with seats, one with a timeline and several scenarios, and a sweep."""
    places = [tmp_path_factory.mktemp("whole") / "run" for _ in range(3)]
    runs = [
        simlab.run("pig", policy="hold", games=300, out=places[0]),
        simlab.run("taxis", players=[2, 3], policy="random", games=200, out=places[1]),
        simlab.sweep("pig", vary="target=50,60", policy="hold", games=200, out=places[2]),
    ]
    return [
        Reference(
            run.folder,
            contents_of(run.folder),
            {name: read(run.folder) for name, read in READERS.items()},
        )
        for run in runs
    ]


def resume(run: Path) -> None:
    store = Store(run)
    execute(plan(store.experiment), store, Threads(1), RunObserver())


def check(reference: Reference, folder: Path, rng: random.Random) -> None:
    """Damage a copy of a run; all readers find its numbers or name what is damaged."""
    run = shutil.copytree(reference.folder, folder / "run")
    names = list(reference.contents)
    if rng.random() < 0.5:  # descriptions are few among many files
        names = [name for name in names if not name.endswith(".parquet")]
    done = damage(rng, [run / name for name in names])
    after = contents_of(run)
    changed = [name for name in names if after.get(name) != reference.contents[name]]
    for name, read in READERS.items():
        texts = outcome(lambda read=read: read(run))
        if isinstance(texts, SimlabError):
            assert is_named(texts, run, changed), (done, texts)
        elif name == "numbers" or (run / MANIFEST).exists():  # else the answer of an unfinished run
            expected = without_folder(reference.answers[name], reference.folder)
            assert without_folder(texts, run) == expected, done
    verification = outcome(lambda: verify(Store(run), 9, executor=Threads(1)))
    if isinstance(verification, SimlabError):
        assert is_named(verification, run, changed), (done, verification)
    else:
        is_noticed = verification.problems or not verification.is_finished
        assert is_noticed or not changed, (done, changed)
    error = outcome(lambda: resume(run))
    if isinstance(error, SimlabError):
        assert is_named(error, run, changed), (done, error)
    else:
        assert contents_of(run) == reference.contents, done


def without_folder(texts: tuple[str, ...], run: Path) -> tuple[str, ...]:
    """Return what was read, without the name of the run in its commands."""
    return tuple(text.replace(str(run), "") for text in texts)


def is_named(error: SimlabError, run: Path, changed: list[str]) -> bool:
    """Return whether an error names a file that has changed, or says that the run is unfinished."""
    if MANIFEST in changed and "is not finished" in str(error):
        return True
    assert error.exit_code == 2, error
    is_gone = "no run folder" in str(error) and not (run / "_resolved.json").exists()
    return is_gone or any(f"{run / name}: " in str(error) for name in changed)


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_run_has_the_same_numbers_or_is_named(references, tmp_path, seed: int) -> None:
    check(references[seed % len(references)], tmp_path, random.Random(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 900))
def test_no_damage_of_a_run_changes_its_numbers(references, tmp_path, seed: int) -> None:
    check(references[seed % len(references)], tmp_path, random.Random(seed))


def flipped(raw: bytes, first: int, step: int) -> Iterator[bytes]:
    """Yield contents with one bit flipped: each `step`-th from a byte on."""
    for position in range(8 * first, 8 * len(raw), step):
        content = bytearray(raw)
        content[position // 8] ^= 1 << position % 8
        yield bytes(content)


@pytest.mark.parametrize(
    "step", [pytest.param(997, id="some"), pytest.param(1, id="all", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("table", ["games", "seats"])
def test_a_flipped_bit_of_a_footer_is_damage(references, tmp_path, table: str, step: int) -> None:
    run = references[0].folder
    file = tmp_path / "part-00001.parquet"
    shutil.copy(run / table / file.name, file)
    identity = part_identity(Store(run).manifest()["key"], table, "2p-hold", file.name)
    KeptColumns().read(file, ["deal"], identity)
    raw = file.read_bytes()
    footer = len(raw) - 8 - int.from_bytes(raw[-8:-4], "little")
    for content in flipped(raw, footer, step):
        file.write_bytes(content)
        with pytest.raises(FolderError, match=r"part-00001\.parquet: damaged: "):
            KeptColumns().read(file, ["deal"], identity)
