"""Files of a run that were lost or damaged: noticed by all who read them, and played again."""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import simlab
from simlab.analysis.tables import Tables
from simlab.errors import FolderError, Problem, RunError
from simlab.execution.executor import Threads
from simlab.execution.parquet import encode_files
from simlab.execution.part import footer_of, identity_of
from simlab.execution.run_observer import RunObserver
from simlab.execution.runner import execute
from simlab.execution.store import Store
from simlab.execution.verify import Verification, verify
from simlab.experiment.plan import plan
from simlab.experiment.run_folder import EXPERIMENT, MANIFEST, RESOLVED
from simlab.files.checksum import read_json, seal_json
from simlab.report.page import write

SECOND = "part-00001.parquet"


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-30])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def flip(file: Path) -> None:
    raw = bytearray(file.read_bytes())
    raw[len(raw) // 3] ^= 1
    file.write_bytes(raw)


def replace(file: Path) -> None:
    shutil.copy(file.with_name("part-00000.parquet"), file)


DAMAGE = [cut, empty, flip, replace, Path.unlink]


@pytest.fixture(scope="module")
def taxis(tmp_path_factory) -> Path:
    """A run with a timeline, in three parts."""
    out = tmp_path_factory.mktemp("taxis") / "run"
    return simlab.run("taxis", players=2, policy="random", games=300, out=out).folder


@pytest.fixture(scope="module")
def pig(tmp_path_factory) -> Path:
    """A run with seats, in three parts."""
    out = tmp_path_factory.mktemp("pig") / "run"
    return simlab.run("pig", policy="hold", games=300, out=out).folder


@pytest.fixture
def copy(request, tmp_path) -> Callable[[str], Path]:
    def copied(game: str) -> Path:
        return shutil.copytree(request.getfixturevalue(game), tmp_path / "run")

    return copied


def hashes(run: Path) -> dict[str, str]:
    return {
        path.relative_to(run).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in run.rglob("*")
        if path.is_file()
    }


def resume(run: Path) -> None:
    execute(plan(Store(run).experiment), Store(run), Threads(1), RunObserver())


def complaints_of(verification: Verification) -> list[str]:
    return [str(problem) for problem in verification.problems]


TABLES = [("taxis", "games"), ("taxis", "timeline"), ("pig", "games"), ("pig", "seats")]


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize(("game", "table"), TABLES)
def test_what_is_damaged_is_named_by_verify_and_played_again(
    copy, game: str, table: str, damage: Callable[[Path], None]
) -> None:
    run = copy(game)
    expected = hashes(run)
    damage(run / table / SECOND)
    assert any(
        problem.startswith(f"{table}/{SECOND}: ")
        for problem in complaints_of(verify(Store(run), 9))
    )
    resume(run)
    assert hashes(run) == expected


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_an_unfinished_run_is_mended_too(copy, game: str, table: str) -> None:
    run = copy(game)
    expected = hashes(run)
    (run / "_manifest.json").unlink()
    (run / "games" / "part-00002.parquet").unlink()
    cut(run / table / SECOND)
    resume(run)
    assert hashes(run) == expected


def test_the_parts_that_are_played_again_are_reported(copy) -> None:
    damaged_files: list[Problem] = []

    class Witness(RunObserver):
        def damaged(self, flaws: list[Problem]) -> None:
            damaged_files.extend(flaws)

    run = copy("taxis")
    cut(run / "timeline" / SECOND)
    execute(plan(Store(run).experiment), Store(run), Threads(1), Witness())
    assert [*map(str, damaged_files)] == [f"timeline/{SECOND}: damaged: it is not what was written"]


def test_a_flip_of_any_byte_of_the_games_is_noticed_or_changes_nothing_that_is_read(copy) -> None:
    run = copy("pig")
    store, part = Store(run), run / "games" / SECOND
    wanted = plan(store.experiment)
    good, frame = part.read_bytes(), store.games()
    for position in random.Random(1).sample(range(len(good)), 150):
        raw = bytearray(good)
        raw[position] ^= 1 << (position % 8)
        part.write_bytes(raw)
        assert store.parts_to_play(wanted) or store.games().equals(frame), position


def test_a_part_lost_while_the_run_goes_on_leaves_it_unfinished(copy, monkeypatch) -> None:
    class Thief(RunObserver):
        def played(self, tally) -> None:
            (run / "games" / SECOND).unlink(missing_ok=True)

    run = copy("pig")
    expected = hashes(run)
    (run / "_manifest.json").unlink()
    (run / "games" / "part-00002.parquet").unlink()
    wanted = plan(Store(run).experiment)
    with pytest.raises(RunError, match=f"lost or damaged while the run went on: {SECOND}"):
        execute(wanted, Store(run), Threads(1), Thief())
    assert not Store(run).is_finished()
    resume(run)
    assert hashes(run) == expected


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_a_file_that_is_no_part_of_the_run_is_named_and_not_counted(copy, game, table) -> None:
    run = copy(game)
    stray = run / table / "part-99999.parquet"
    shutil.copy(run / table / SECOND, stray)
    assert complaints_of(verify(Store(run), 9)) == [f"{table}/{stray.name}: is not part of the run"]
    tables = Tables(run)
    assert sum(map(len, tables.batches(tables.scenarios[0], "games", ["deal"]))) == 300
    assert len(Store(run).games()) == 300
    assert len(getattr(Store(run), table)()) == sum(
        pq.read_metadata(part).num_rows for part in (run / table).glob("part-0*.parquet")
    )


def test_a_lost_part_of_a_finished_run_is_no_shorter_table(copy) -> None:
    run = copy("pig")
    (run / "games" / SECOND).unlink()
    with pytest.raises(RunError, match=f"{SECOND}.*simlab resume"):
        Store(run).games()
    tables = Tables(run)
    with pytest.raises(RunError, match=f"{SECOND}: is missing; simlab resume"):
        list(tables.batches(tables.scenarios[0], "games", ["deal"]))


def test_verify_plays_the_timeline_again(copy) -> None:
    run = copy("taxis")
    wanted = plan(Store(run).experiment)
    part = wanted.parts[1]
    path = Store(run).path("timeline", part, wanted)
    table = pq.ParquetFile(path).read()
    rows = {name: table[name].to_pylist() for name in table.column_names}
    rows["streets"][7] += 1
    changed = type(table).from_pydict(rows, schema=table.schema)
    games = pq.ParquetFile(Store(run).path("games", part, wanted)).read()
    tables = {"games": games, "timeline": changed}
    key = wanted.experiment.key()
    files = encode_files(tables, footer_of(part, key), partial(identity_of, part, key))
    Store(run).write(part, wanted, files)
    (run / "_manifest.json").unlink()
    resume(run)
    (problem,) = complaints_of(verify(Store(run), 300))
    assert f"timeline/{SECOND}: game 10" in problem
    assert f"streets is {rows['streets'][7]}, played again {rows['streets'][7] - 1}" in problem


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_a_manifest_that_names_another_part_is_a_difference(copy, game: str, table: str) -> None:
    run = copy(game)
    manifest = read_json((run / MANIFEST).read_bytes())
    del manifest["checksum"]
    manifest["files"][f"{table}/part-90001.parquet"] = manifest["files"].pop(f"{table}/{SECOND}")
    (run / MANIFEST).write_bytes(seal_json(manifest, manifest["key"]))
    assert complaints_of(verify(Store(run), 9)) == [
        f"_manifest.json: lacks {table}/{SECOND}",
        f"_manifest.json: lists {table}/part-90001.parquet, which is missing",
    ]


EDITS = [
    *((RESOLVED, '"parts": 3', '"parts": 2'), (RESOLVED, '"rotations": 1', '"rotations": 2')),
    *((RESOLVED, '"column": "score"', '"column": "rounds"'), (RESOLVED, "Taxi", "Tazi")),
    (RESOLVED, '"cooperative": true', '"cooperative": false'),
    *((RESOLVED, '"seed": 1914', '"seed": 2914'), (MANIFEST, '"games": 3', '"games": 2')),
    (MANIFEST, "timeline/part-00001", "timeline/part-90001"),
    (MANIFEST, "games/part-00001", "games/part-90001"),
]


@pytest.mark.parametrize(("file", "old", "new"), EDITS)
def test_no_edited_description_is_read_without_a_word(copy, file: str, old: str, new: str) -> None:
    run = copy("taxis")
    expected = hashes(run)
    text = (run / file).read_text()
    assert old in text
    (run / file).write_text(text.replace(old, new, 1))
    with pytest.raises(FolderError, match=rf"{file}: damaged: it is not what was written; \w+"):
        write(run, run.parent / "page")
    with pytest.raises(FolderError, match=f"{file}: damaged"):
        simlab.read_run(run)
    if file != RESOLVED:
        assert [each for each in complaints_of(verify(Store(run), 9)) if file in each]
        resume(run)
        assert hashes(run) == expected


@pytest.mark.parametrize("text", ['game = "pig"', "\udcff"])
def test_an_edited_experiment_is_named_written_again_and_on_no_page(copy, text: str) -> None:
    run = copy("taxis")
    expected, page = hashes(run), write(run, run.parent / "page").read_text()
    (run / EXPERIMENT).write_text(text, errors="surrogateescape")
    assert write(run, run.parent / "page").read_text() == page
    (problem,) = complaints_of(verify(Store(run), 9))
    assert problem == f"{EXPERIMENT}: damaged: it is not what was written"
    resume(run)
    assert hashes(run) == expected


@pytest.mark.parametrize(("game", "table"), TABLES)
@pytest.mark.parametrize("is_finished", [True, False])
def test_no_file_is_read_in_the_place_of_another(copy, game, table, is_finished: bool) -> None:
    run = copy(game)
    if not is_finished:
        (run / MANIFEST).unlink()
    first, second = run / table / "part-00000.parquet", run / table / SECOND
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)
    tables = Tables(run)
    with pytest.raises(FolderError, match=r"part-00000\.parquet: damaged: .*; simlab resume plays"):
        list(tables.batches(tables.scenarios[0], table, ["deal"]))
    with pytest.raises(FolderError, match=r"part-00000\.parquet: damaged"):
        getattr(Store(run), table)()


@pytest.mark.parametrize(("game", "table"), [("taxis", "timeline"), ("pig", "seats")])
def test_a_table_that_an_unfinished_run_lacks_is_no_shorter_table(copy, game, table) -> None:
    run = copy(game)
    (run / MANIFEST).unlink()
    (run / table / SECOND).unlink()
    tables = Tables(run)
    with pytest.raises(FolderError, match=f"{SECOND}: is missing; simlab resume plays it again"):
        list(tables.batches(tables.scenarios[0], table, ["deal"]))


def test_a_manifest_of_another_run_is_damage(copy, taxis) -> None:
    run = copy("pig")
    shutil.copy(taxis / MANIFEST, run / MANIFEST)
    with pytest.raises(FolderError, match=f"{MANIFEST}: damaged"):
        simlab.read_run(run)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", '{"key": 3}'])
def test_a_damaged_manifest_is_named_and_written_again(copy, text: str) -> None:
    run = copy("pig")
    expected = hashes(run)
    (run / "_manifest.json").write_text(text)
    verification = verify(Store(run), 9)
    assert not verification.is_finished
    assert complaints_of(verification) == ["_manifest.json: damaged"]
    resume(run)
    assert hashes(run) == expected


def test_what_may_not_be_read_is_not_called_damaged(copy, monkeypatch) -> None:
    def refused(file: Path) -> bytes:
        if file.suffix == ".parquet":
            raise PermissionError(13, "Permission denied")
        return readable(file)

    readable = Path.read_bytes
    run = copy("pig")
    monkeypatch.setattr("pathlib.Path.read_bytes", refused)
    with pytest.raises(RunError, match=r"part-00000.parquet: cannot be read: Permission denied"):
        resume(run)
    monkeypatch.undo()
    assert complaints_of(verify(Store(run), 9)) == []
