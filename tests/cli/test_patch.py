"""`simlab patch`: a data folder with rule changes written into its files."""

from __future__ import annotations

from pathlib import Path


def test_a_folder_is_written_that_plays_by_the_changed_rules(simlab) -> None:
    answer = simlab("patch", "pig", "--patch", "target=50", "--write", "mine")
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "Points that win the game: 50 instead of 100 [P5].",
        "mine: written, with changes in rules.toml.",
    ]
    rules = simlab("rules", "pig", "--data", "mine").out
    assert "50" in next(line for line in rules.splitlines() if line.startswith("target"))


def test_tables_and_shipped_patches_are_written_too(simlab) -> None:
    words = ("--patch", "third_officer", "--patch", "soldiers.red_1.copies=+1")
    written = simlab("patch", "taxis", *words, "--write", "mine", "--json").json
    assert written["files"] == ["rules.toml", "soldiers.csv"]
    assert len(written["changes"]) == 2


def test_what_is_wrong_is_named_and_nothing_is_written(simlab) -> None:
    answer = simlab("patch", "pig", "--patch", "targt=50", "--write", "mine")
    assert answer.code == 2
    assert 'Did you mean "target"?' in answer.err
    assert not Path("mine").exists()
    Path("mine").mkdir()
    answer = simlab("patch", "pig", "--patch", "target=50", "--write", "mine")
    assert answer.problems == ["write: mine is there already; choose another folder"]
