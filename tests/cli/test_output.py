"""Sentences on a terminal."""

from __future__ import annotations

import pytest

from simlab.analysis.verdict import Verdict
from simlab.cli.terminal.output import say, say_named_rows, say_table
from simlab.cli.terminal.verdict import SIGNS, verdict_text

PERCENT = "47\N{NARROW NO-BREAK SPACE}%"


@pytest.mark.parametrize("width", range(20, 60))
def test_a_number_is_not_separated_from_its_unit_at_the_end_of_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    say(f"  hold against optimal wins {PERCENT} of the games that both have played to the end.")
    lines = capsys.readouterr().out.splitlines()
    assert sum(PERCENT in line for line in lines) == 1
    assert all(len(line) <= width for line in lines)
    assert lines[0].startswith("  hold")


def test_a_name_too_long_for_the_table_gets_a_line_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "5p-balanced-greedy-conqueror-patron-politician"
    rows = [[name, "200", "wins of Rome"], ["", "", "wins of Egypt"]]
    columns = ["!scenario", ">games", "metric"]
    monkeypatch.setenv("COLUMNS", "80")
    say_named_rows(columns, rows)
    assert name in capsys.readouterr().out.splitlines()[2].split()[0]
    monkeypatch.setenv("COLUMNS", "50")
    say_named_rows(columns, rows)
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == name
    assert [line.split() for line in lines[3:]] == [
        ["200", "wins", "of", "Rome"],
        ["wins", "of", "Egypt"],
    ]


def test_numbers_stay_in_sight_beside_a_text_longer_than_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    metric = "wins of planner:haste=2.59,patience=54.2,haste_behind=18.2,haste_ahead=1.19"
    scenario = "2p-planner_haste_2.59_patience_54.2_haste_behind_18.2"
    rows = [[scenario, "200", metric, "43 %"], ["", "", "wins of seat 1", "51 %"]]
    say_named_rows(["!scenario", ">games", "metric", ">mean"], rows)
    _, _, name, first, *others, last = capsys.readouterr().out.splitlines()
    assert name == scenario
    assert first.split()[0] == "200"
    assert first.endswith("43 %")
    assert last.endswith("51 %")
    assert "".join([first[5:-4], *others]).replace(" ", "") == metric.replace(" ", "")
    assert all(len(line) <= 50 for line in (first, *others, last))


def test_a_column_without_a_name_stays_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    say_table(["", ">wins of a long name", ">score"], [["hold", "1", "2"]])
    assert capsys.readouterr().out.splitlines()[2].split() == ["hold", "1", "2"]


@pytest.mark.parametrize("width", range(24, 60))
def test_an_interval_and_a_seat_keep_their_numbers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    say("The wins of seat 2 change by 3 points (−4.1 to +2.2) and stay within 5 points.")
    lines = capsys.readouterr().out.splitlines()
    for whole in ("seat 2", "3 points", "(−4.1 to +2.2)", "5 points"):
        assert sum(whole in line for line in lines) == 1


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_has_a_sign_of_its_own_without_colours(verdict: Verdict) -> None:
    text = verdict_text(verdict).plain
    assert text.startswith(SIGNS[verdict])
    assert list(SIGNS.values()).count(text[0]) == 1
