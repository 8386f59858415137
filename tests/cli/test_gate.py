"""`simlab gate` says which statements hold, by its exit code too, and as JUnit XML."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from simlab.experiment.gate import gates_folder

FAILING = """game = "pig"
policy = "hold"

[[must]]
metric = "turns"
players = 2
at_most = 5
margin = 1

[[must]]
metric = "wins_of_seat_1"
players = 2
at_most = 0.53
margin = 0.0001
"""


def test_statements_that_hold_pass(simlab) -> None:
    answer = simlab("gate", "pig", "--junit", "pig.xml")
    assert answer.code == 0
    assert answer.out.count("holds") == 3
    assert "Pig: all 3 statements hold." in answer.out
    cases = ElementTree.parse("pig.xml").getroot().findall(".//testcase")
    assert len(cases) == 3
    assert not any(len(case) for case in cases)


def test_statements_that_fail_or_are_not_decided_do_not_pass(simlab) -> None:
    Path("balance.toml").write_text(FAILING)
    answer = simlab("gate", "--games", "400", "--json", "--junit", "balance.xml")
    assert answer.code == 1
    assert [each["decision"] for each in answer.json["statements"]] == ["fails", "not decided"]
    failed, undecided = ElementTree.parse("balance.xml").getroot().findall(".//testcase")
    assert failed.find("failure") is not None
    assert undecided.find("error") is not None
    answer = simlab("gate", "--games", "400")
    assert "Pig: of 2 statements, 1 fails and 1 is not decided." in answer.out


def test_a_file_that_is_not_there_is_named(simlab) -> None:
    answer = simlab("gate", "pigs")
    assert answer.code == 2
    assert '"pigs" is no gate file; gates are shipped for arriala' in answer.problems[0]
    assert simlab("gate", "pigs.toml").problems == ["pigs.toml: no such file"]
    assert 'Did you mean "pig"?' in answer.problems[0]


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(file.stem for file in gates_folder().glob("*.toml")))
def test_the_shipped_gates_hold(simlab, game: str) -> None:
    assert simlab("gate", game).code == 0
