"""Two processes on one run: one writes, the other gets an error."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import simlab
from simlab.errors import FolderError
from simlab.execution.lock import LOCK, lock_folder
from simlab.execution.store import Store
from simlab.execution.verify import verify
from tests.support.forked_program import start_program
from tests.support.play_log import PLAYS

STUDIES = {
    "tune": ("--target", "turns=20±2", "--vary", "target=90..100", "--candidates", "3"),
    "gate": (),
    "sensitivity": ("--vary", "target=90,100"),
    "calibrate": ("--plays", str(PLAYS / "pig_hold_20.csv")),
    **dict.fromkeys(("ladder", "skill", "headroom", "restrict", "handicap"), ()),
    "cards": (),
    "decides": (),
    "kingmaking": (),
    "sweep": ("--vary", "target=90,100"),
    "houserule": ("--patch", "target=90"),
    "run": (),
    "train": (),
}
GATE = 'game = "pig"\npolicy = "hold"\n[[must]]\nmetric = "turns"\nat_least = 1\n'
WORDS = ("run", "pig", "--policy", "hold", "--games", "40000", "--seed", "3", "--jobs", "2")
SIMLAB = "from simlab.cli import main; main()"


def test_of_processes_started_together_one_plays_and_the_run_is_whole(tmp_path) -> None:
    words = (*WORDS, "--out", "run")
    started = [
        start_program(SIMLAB, *words, folder=tmp_path, environment={**os.environ}) for _ in range(2)
    ]
    ended = [(process.communicate()[1], process.returncode) for process in started]
    assert 0 in [code for _, code in ended]
    for error, code in ended:
        assert code == 0 or (code == 2 and "another simlab is writing this folder" in error), error
    run = Store(tmp_path / "run")
    assert verify(run, 100).problems == []
    assert len(run.games()) == 40_000
    assert not [*run.folder.rglob("*.tmp"), *run.folder.rglob(LOCK)]


@pytest.mark.parametrize("name", STUDIES)
def test_no_command_writes_a_folder_that_another_process_writes(name, command) -> None:
    Path("gate.toml").write_text(GATE)
    game = {"cards": "taxis", "gate": "gate.toml"}.get(name, "pig")
    folder = Path("here")
    folder.mkdir()
    with lock_folder(folder):
        answer = command(name, game, *STUDIES[name], "--out", folder)
    assert answer.code == 2
    assert "here: another simlab is writing this folder, process" in answer.problems[0]
    assert not [*folder.iterdir()]


@pytest.mark.parametrize("study", [simlab.tune, simlab.sensitivity])
def test_a_study_from_python_locks_its_folder_while_it_plays(tmp_path, study) -> None:
    options = {"target": "turns=20±2", "candidates": 3} if study is simlab.tune else {}
    with lock_folder(tmp_path), pytest.raises(FolderError, match="another simlab is writing"):
        study("pig", policy="hold", vary="target=90,100", games=100, out=tmp_path, **options)
    assert not [*tmp_path.iterdir()]


@pytest.mark.long
def test_of_two_tunings_started_together_one_plays(tmp_path) -> None:
    words = ["tune", "pig", "--policy", "hold", *STUDIES["tune"], "--games", "4000", "--out", "r"]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "simlab.cli", *words],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    ended = [(process.communicate()[1], process.returncode) for process in started]
    for error, code in ended:
        assert code in (0, 1) or (code == 2 and "another simlab" in error), error


def test_a_page_waits_for_another_page_of_its_folder(tmp_path) -> None:
    result = simlab.ladder("pig", policy=["hold", "random"], games=200)
    with lock_folder(tmp_path):
        page = threading.Thread(target=result.page, args=(tmp_path,))
        page.start()
        page.join(timeout=0.5)
        assert page.is_alive()
    page.join()
    assert (tmp_path / "ladder.html").is_file()


def test_a_folder_to_which_nothing_was_written_is_removed(tmp_path) -> None:
    with Store(tmp_path / "new" / "run").lock():
        assert (tmp_path / "new" / "run" / LOCK).is_file()
    assert not (tmp_path / "new" / "run").exists()


def test_the_process_that_writes_is_named_and_nothing_is_left(tmp_path) -> None:
    with (
        lock_folder(tmp_path),
        pytest.raises(FolderError, match=f"writing this folder, process {os.getpid()};"),
    ):
        simlab.run("pig", policy="hold", games=100, out=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_lock_and_temporary_files_left_by_a_killed_process_are_removed(tmp_path) -> None:
    run = simlab.run("pig", policy="hold", games=300, out=tmp_path / "run").folder
    before = sorted(run.rglob("*"))
    (run / "_manifest.json").unlink()
    (run / LOCK).write_text("1")
    for name in ("_COLUMNS.md.77.tmp", "games/_part-00000.parquet.77.tmp"):
        (run / name).write_text("")
    simlab.run("pig", policy="hold", games=300, out=run)
    assert sorted(run.rglob("*")) == before


def test_a_finished_run_may_be_read_only(tmp_path, monkeypatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    run = simlab.run("pig", policy="hold", games=100, out=tmp_path / "run")
    monkeypatch.setattr("simlab.execution.lock.os.open", refused)
    again = simlab.run("pig", policy="hold", games=100, out=tmp_path / "run")
    assert again.games().equals(run.games())


def test_a_lock_that_was_removed_by_its_owner_is_taken_again(tmp_path: Path) -> None:
    with lock_folder(tmp_path):
        (tmp_path / LOCK).unlink()
        with lock_folder(tmp_path):
            assert (tmp_path / LOCK).read_text() == str(os.getpid())


@pytest.mark.parametrize("options", [{}, {"tune": "hold"}])
def test_two_trainings_do_not_write_one_folder(tmp_path, options) -> None:
    with (
        lock_folder(tmp_path),
        pytest.raises(FolderError, match="another simlab is writing this folder"),
    ):
        simlab.train("pig", games=250, generations=1, out=tmp_path, **options)
    assert list(tmp_path.iterdir()) == []
