"""`simlab sensitivity` says which rules matter, and writes a page."""

from __future__ import annotations

from pathlib import Path

PIG = ("sensitivity", "pig", "--policy", "hold", "--games", "100", "--out", "page")


def test_the_answer_names_the_shares_of_the_factors(simlab) -> None:
    words = ("--vary", "target=20,60,100", "--other-policy", "hold:at=5", "--metric", "turns")
    answer = simlab(*PIG, *words)
    assert answer.code == 0
    out = " ".join(answer.out.split())
    assert (
        "Of the variation in turns that rule changes within these ranges and other policies" in out
    )
    assert "is due to interactions, the largest that of target and policy" in out
    assert "What causes the variation" in Path("page/sensitivity.html").read_text()


def test_all_shares_are_in_the_json(simlab) -> None:
    answer = simlab(*PIG, "--vary", "target=20,60", "--metric", "turns", "--json")
    (effect,) = answer.json["effects"]
    assert effect["factor"] == "target"
    assert effect["first"] == 1.0
    assert answer.json["rule_sets"] == 3, "20, 60 and the unchanged 100"
    assert Path(answer.json["page"]).is_file()


def test_a_study_without_factors_is_refused(simlab) -> None:
    answer = simlab(*PIG)
    assert (answer.code, answer.problems) == (2, ["vary: name at least one rule that may change"])
