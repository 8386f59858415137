"""simlab handicap, as typed."""

from __future__ import annotations

from tests.support.read_page import one_line

PIG = ("handicap", "pig", "--policy", "hold", "--games", "600")


def test_the_amount_is_reported_with_its_page(simlab, tmp_path) -> None:
    answer = simlab(*PIG)
    assert answer.code == 0
    assert answer.out.startswith("Seat 2 is even with ")
    assert "On fresh deals seat 2 wins" in answer.out
    page = answer.out.splitlines()[-1].removeprefix("Open ").removesuffix(" in a browser.")
    assert page.startswith(str(tmp_path / "runs" / "handicap-pig-"))


def test_the_command_on_the_page_makes_the_same_page(simlab, tmp_path) -> None:
    simlab(*PIG, "--first", "--jobs", "1", "--out", "one")
    simlab(*PIG, "--first", "--jobs", "2", "--out", "other")
    one, other = ((tmp_path / name / "handicap.html").read_text() for name in ("one", "other"))
    assert one == other
    assert "handicap pig --policy hold --games 600 --first</pre>" in one_line(one)


def test_mistakes_on_the_command_line_are_answered(simlab) -> None:
    answer = simlab("handicap", "pig", "--give", "coins")
    assert answer.code == 2
    assert answer.problems[0].startswith('give: "coins" is not one of points')
