"""simlab doctor, as typed: exit codes, JSON, the folder of a game, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simlab.studies.doctor import examination
from tests.cli.conftest import Answer
from tests.support.doctor_games import write_dike
from tests.support.read_page import one_line

HIGH = ("--patch", "flood=60")
"""A flood that is too high for any dike in most deals."""
LOW = ("--patch", "flood=7")
"""Now and then it is too high."""


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast the machine, as many deals are played."""
    monkeypatch.setattr(examination, "SCREEN_DEALS", 30)
    monkeypatch.setattr(examination, "FRESH_DEALS", 30)
    monkeypatch.setattr(examination, "PILOT_DEALS", 10)


@pytest.fixture
def typed(tmp_path: Path) -> tuple[str, ...]:
    """The command about a game in this folder, in plain Python."""
    write_dike(tmp_path)
    return ("doctor", "dike.py", "--players", "2", "--plain", "--jobs", "1")


def test_a_fault_is_an_exit_code_of_1_and_with_another_patch_is_reported_what_has_changed(
    simlab, typed, tmp_path
) -> None:
    check_words(simlab(*typed, *HIGH, "--out", "page"), tmp_path)
    first, again = (simlab(*typed, *HIGH, "--json") for _ in range(2))
    check_content(first)
    assert first.json["findings"] == again.json["findings"]
    assert first.json["changes"] == again.json["changes"] == []
    better = simlab(*typed, *LOW, "--json")
    assert better.code == 0
    changed = {(row["fault"], row["subject"]): row["is_better"] for row in better.json["changes"]}
    assert changed["too_hard", ""] and not changed["too_easy", ""]
    assert better.json["answer"][0].startswith("Nothing wrong was found among ")
    assert better.json["answer"][1].startswith("Since the last examination, ")


def check_words(answer: Answer, folder: Path) -> None:
    """Check what the first answer about a fault says in words, the worst first."""
    assert answer.code == 1
    out = " ".join(answer.out.split())
    assert " found; the worst: " in out
    assert " of the deals are lost in each of several attempts." in out
    assert "What is wrong, the worst first" in out
    assert "✗ Difficulty: " in out
    assert "Since the last examination" not in out
    assert "Open page/doctor.html in a browser." in out
    page = one_line((folder / "page" / "doctor.html").read_text())
    assert "What is wrong with Dike?" in page
    assert "simlab run dike.py --players 2" in page


@pytest.mark.long
def test_without_a_fault_the_exit_code_is_0(simlab, typed) -> None:
    answer = simlab(*typed, *LOW)
    assert answer.code == 0
    assert answer.out.startswith("Nothing wrong was found among ")
    assert "the worst first" not in answer.out


def check_content(answer: Answer) -> None:
    """Check what the answer about a fault says."""
    assert answer.code == 1
    content = answer.json
    assert (content["game"], content["players"], content["policy"]) == ("dike", 2, "builder")
    assert content["score_card"]["difficulty"] == "wrong"
    assert content["not_examined"] == {}
    states = {(row["fault"], row["subject"]): row["state"] for row in content["findings"]}
    assert states["unwinnable", ""] == "wrong"
    assert set(states.values()) <= {"wrong", "look", "fine"}
    first = content["findings"][0]
    assert first["low"] > first["limit"] > 0
    assert content["games"] > 300
    json.dumps(content, allow_nan=False)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("doctor", "dyke.py"), "dyke.py"),
        (("doctor", "dyke"), 'game: "dyke"'),
        (("doctor", "dike.py", "--minutes", "0"), "minutes: must be above 0"),
        (("doctor", "dike.py", "--minutes", "soon"), "minutes"),
        (("doctor", "dike.py", "--players", "5"), "players: Dike is for 1 to 3 players, not 5"),
        (("doctor", "dike.py", "--policy", "bilder"), 'Did you mean "builder"'),
        (("doctor", "dike.py", "--patch", "flood=99"), "flood"),
    ],
)
def test_what_is_impossible_is_refused_before_a_game_is_played(
    simlab, typed, words, problem
) -> None:
    answer = simlab(*words)
    assert answer.code == 2
    assert problem in answer.err
    assert answer.out == ""


def test_help_shows_an_example(simlab) -> None:
    answer = simlab("doctor", "--help")
    assert answer.code == 0
    assert "simlab doctor mygame.py" in answer.out
    assert "Exit code 1 if something is wrong." in " ".join(answer.out.split())
