"""`simlab runs`: what is kept, and how it is deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.execution.lock import lock_folder
from simlab.execution.run_list import entry_of

QUICK = ("run", "pig", "--policy", "hold", "--games", "300", "--out")


def test_runs_are_listed_with_what_they_are(simlab) -> None:
    simlab(*QUICK, "runs/first")
    simlab(*QUICK, "runs/second", "--seed", "5")
    Path("runs/second/_manifest.json").unlink()
    Path("runs/notes").mkdir()
    runs = {run["name"]: run for run in simlab("runs", "--json").json["runs"]}
    assert {name: run["state"] for name, run in runs.items()} == {
        "first": "finished",
        "second": "unfinished",
    }
    assert (runs["first"]["games"], runs["first"]["what"]) == (300, "2p-hold")
    assert runs["first"]["size"] > 1000
    out = simlab("runs").out
    assert "Pig: 2p-hold" in out and "unfinished" in out
    assert simlab("runs", "runs", "--json").json["runs"] == [*runs.values()]


def test_a_run_by_changed_rules_says_what_they_are(simlab) -> None:
    out = simlab(*QUICK, "runs/shorter", "--patch", "target=20").out
    assert "Changed rules: target = 20 (all scenarios)." in out
    (run,) = simlab("runs", "--json").json["runs"]
    assert run["what"] == "2p-hold, target = 20"


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"scenarios": 3}', "{", "\udcff"])
def test_a_damaged_run_is_listed_as_such(simlab, text) -> None:
    simlab(*QUICK, "runs/first")
    Path("runs/first/_resolved.json").write_text(text, errors="surrogateescape")
    (run,) = simlab("runs", "--json").json["runs"]
    assert (run["state"], run["games"]) == ("damaged", 0)
    assert "_resolved.json cannot be read" in simlab("runs").out


def test_without_any_run_the_list_is_empty(simlab) -> None:
    assert simlab("runs", "--json").json == {"runs": []}
    assert "No runs" in simlab("runs").out
    assert simlab("runs", "nowhere").problems == ["nowhere: no such folder"]


def test_a_run_is_deleted_by_its_name_by_who_is_sure(simlab, monkeypatch) -> None:
    simlab(*QUICK, "runs/first")
    simlab(*QUICK, "runs/second")
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    answer = simlab("runs", "--delete", "first")
    assert answer.code == 2 and "--yes" in answer.problems[0]
    assert entry_of(Path("runs/first")).state == "finished"
    assert simlab("runs", "--delete", "first", "--yes").code == 0
    assert [path.name for path in Path("runs").iterdir()] == ["second"]


@pytest.mark.parametrize("name", ["frist", "notes", "..", ".", "", "first/games", "link"])
def test_what_is_no_run_is_not_deleted(simlab, name) -> None:
    simlab(*QUICK, "runs/first")
    Path("runs/notes").mkdir()
    Path("runs/link").symlink_to("first")
    answer = simlab("runs", "--delete", name, "--yes")
    assert answer.code == 2 and "is no run" in answer.problems[0]
    assert Path("runs/first/_manifest.json").is_file()


def test_a_run_that_holds_a_file_of_the_users_own_is_not_deleted(simlab) -> None:
    simlab(*QUICK, "runs/first")
    Path("runs/first/thesis.txt").write_text("the only copy")
    answer = simlab("runs", "--delete", "first", "--yes")
    assert answer.code == 2 and "thesis.txt, which simlab did not write" in answer.problems[0]
    assert Path("runs/first/thesis.txt").is_file()


@pytest.mark.parametrize("inner", [".", "_assumptions", "_other_players"])
def test_a_run_that_is_being_written_is_not_deleted(simlab, inner) -> None:
    assert simlab("run", "pig", "--policy", "hold", "--games", "100", "--out", "runs/one").code == 0
    folder = Path("runs/one") / inner
    folder.mkdir(exist_ok=True)
    with lock_folder(folder):
        answer = simlab("runs", "--delete", "one", "--yes")
    assert answer.code == 2
    assert "another simlab is writing this folder" in answer.problems[0]
    assert answer.problems[0].endswith("; wait until it ends")
    assert Path("runs/one/_manifest.json").is_file()
    assert simlab("runs", "--delete", "one", "--yes").code == 0
    assert not Path("runs/one").exists()
