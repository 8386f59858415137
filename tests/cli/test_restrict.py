"""simlab restrict, as typed."""

from __future__ import annotations

from tests.support.read_page import one_line

PIG = ("restrict", "pig", "--policy", "hold", "--games", "400")


def test_what_each_kind_is_worth_is_reported_with_its_page(simlab, tmp_path) -> None:
    answer = simlab(*PIG, "--instead", "random")
    assert answer.code == 0
    assert answer.out.startswith("“hold” and “roll” are mandatory: a player without “hold” wins 0")
    assert "A player loses " in answer.out and " playing as random" in answer.out
    page = answer.out.splitlines()[-1].removeprefix("Open ").removesuffix(" in a browser.")
    assert page.startswith(str(tmp_path / "runs" / "restrict-pig-"))


def test_the_command_on_the_page_makes_the_same_page(simlab, tmp_path) -> None:
    simlab(*PIG, "--jobs", "1", "--out", "one", "--kind", "roll")
    simlab(*PIG, "--jobs", "2", "--out", "other", "--kind", "roll")
    one, other = ((tmp_path / name / "restrict.html").read_text() for name in ("one", "other"))
    assert one == other
    assert "restrict pig --policy hold --games 400 --kind roll</pre>" in one_line(one)


def test_all_tables_are_there_for_programs(simlab) -> None:
    answer = simlab(*PIG, "--json").json
    assert {row["worth"] for row in answer["worths"]} == {"mandatory"}
    assert {row["restriction"] for row in answer["counts"]} == {"hold", "roll"}
    assert answer["unrestricted"]["estimate"] == 0.5


def test_mistakes_on_the_command_line_are_answered(simlab) -> None:
    answer = simlab("restrict", "pig", "--kind", "rol")
    assert answer.code == 2
    assert answer.problems == ['kind: "rol" is not one of hold, roll. Did you mean "roll"?']


def test_a_run_may_have_a_restricted_policy(simlab) -> None:
    answer = simlab(
        "run", "pig", "--policy", "hold:never=roll", "--policy", "hold", "--games", "40"
    )
    assert answer.code == 0
    assert "hold:never=roll" in answer.out
