"""`simlab tune` says what to change, by its exit code too, and writes a patch of each finalist."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from simlab.studies.tune.request import tune_files

PIG = ("tune", "pig", "--policy", "hold", "--games", "1000", "--out", "page")


def test_a_change_that_is_certified_is_named_and_written_as_a_patch(simlab) -> None:
    answer = simlab(*PIG, "--target", "turns=12+-1", "--vary", "target=45,60,64,68,80")
    assert answer.code == 0
    assert "this meets the target, certified on fresh deals" in answer.out.replace("\n", " ")
    patch = max(Path("page/patches").glob("*.toml"))
    assert "Points that win" in simlab("rules", "pig", "--patch", str(patch)).out
    assert "Change target" in Path("page/answer.md").read_text()


def test_targets_that_no_rules_meet_are_reported_with_exit_code_1(simlab) -> None:
    words = ("--target", "turns<=12", "--target", "turns>=16", "--vary", "target=45,60,64,68,80")
    answer = simlab(*PIG, *words, "--json")
    assert answer.code == 1
    assert not answer.json["certified"]
    assert "none has both at most 12 turns with 2 players and at least" in answer.json["answer"][0]
    assert Path(answer.json["page"]).is_file()


def test_what_is_wrong_is_named(simlab) -> None:
    answer = simlab(*PIG, "--target", "turns=12", "--vary", "target=45,60,64,68,80")
    assert (answer.code, answer.problems) == (
        2,
        ['target: "turns=12": name a tolerance, as in score=55±1'],
    )


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name == "pig" else pytest.mark.long) for name in tune_files()],
)
def test_shipped_problems_are_played(simlab, name: str) -> None:
    words = ("--games", "200", "--candidates", "20", "--out", "page")
    assert simlab("tune", name, *words, "--json").code in (0, 1)


def test_a_full_disk_names_the_file(simlab, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    words = ("--policy", "hold", "--target", "turns=20±2", "--vary", "target=90,100")
    answer = simlab("tune", "pig", *words, "--games", "400", "--out", "page")
    assert answer.code == 1
    assert answer.problems == ["page/_search.json: No space left on device"]
