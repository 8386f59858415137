"""Sentences on a terminal."""

from __future__ import annotations

import pytest

from simlab.cli.terminal.output import say

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
