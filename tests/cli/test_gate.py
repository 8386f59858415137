"""`simlab gate` says which statements hold, by its exit code too, and as JUnit XML."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from simlab.studies.gate.request import gates_folder

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


def test_a_statement_that_depends_on_who_plays_does_not_pass_and_has_both_values(simlab) -> None:
    must = '[[must]]\nmetric = "turns"\nplayers = 2\nat_most = 30\nmargin = 1\n'
    Path("balance.toml").write_text(f'game = "pig"\npolicy = "random"\n{must}')
    answer = simlab("gate", "--json", "--junit", "balance.xml")
    [statement] = answer.json["statements"]
    assert answer.code == 1
    assert statement["decision"] == "depends on who plays"
    assert statement["lineup_decision"] == "fails"
    [witness] = statement["witnesses"]
    assert (witness["policy"], witness["decision"]) == ("optimal", "holds")
    assert witness["value"]["high"] < 30 < statement["value"]["low"]
    both = (
        r"depends on who plays: \S+ \(.*\) with random, but \S+ \(.*\) with optimal, the strongest"
    )
    [case] = ElementTree.parse("balance.xml").getroot().findall(".//testcase")
    assert re.match(both, case.find("failure").get("message"))
    lines = " ".join(simlab("gate").out.split())
    assert "Pig: of 1 statement, 1 depends on who plays." in lines
    assert re.search(f"“Turns, 2 players: at most 30 turns” {both}", lines)
    Path("balance.toml").write_text(f'game = "pig"\npolicy = "hold"\nwitness = false\n{must}')
    assert "optimal" not in simlab("gate").out


def test_a_file_that_is_not_there_is_named(simlab) -> None:
    answer = simlab("gate", "pigs")
    assert answer.code == 2
    assert '"pigs" is no gate file; gates are shipped for arriala' in answer.problems[0]
    assert simlab("gate", "pigs.toml").problems == ["pigs.toml: no such file"]
    Path("pigs.py").touch()
    [problem] = simlab("gate", "pigs.py").problems
    assert problem.startswith("pigs.py is a game; a gate is a TOML file with what must hold of it")
    assert 'Did you mean "pig"?' in answer.problems[0]


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(file.stem for file in gates_folder().glob("*.toml")))
def test_the_shipped_gates_hold(simlab, game: str) -> None:
    assert simlab("gate", game).code == 0


def test_a_quantile_of_length_is_decided_by_the_share_of_games_within_it(simlab) -> None:
    must = '[[must]]\nmetric = "turns_p90"\nplayers = 2\nat_most = 60\nat_least = 4\n'
    Path("balance.toml").write_text(f'game = "pig"\npolicy = "hold"\nwitness = false\n{must}')
    answer = simlab("gate", "--games", "2000", "--json")
    statements = answer.json["statements"]
    assert [each["metric"] for each in statements] == ["within_60_turns", "within_3_turns"]
    assert [(each["at_least"], each["at_most"]) for each in statements] == [
        (0.9, None),
        (None, 0.9),
    ]
    assert [each["decision"] for each in statements] == ["holds", "holds"]
