"""simlab rare, as typed."""

from __future__ import annotations

import re

import pytest

WIN = ("rare", "pig", "--win", "--policy", "hold:at=3", "--policy", "hold", "--games", "10k")


def test_a_probability_is_printed_with_its_interval_and_the_saving(simlab) -> None:
    answer = simlab(*WIN)
    assert answer.code == 0
    pattern = r"A win of seat 1: 1 in (\d+) games \(95 % interval: 1 in (\d+) to 1 in (\d+)\)\."
    middle, low, high = map(int, re.search(pattern, answer.out).groups())
    assert low < middle < high
    assert "Games of each stage that reach the next" in answer.out
    assert re.search(r"without splitting, about [\d,]+ are as precise, [\d.]+ times", answer.out)


def test_a_result_out_of_reach_ends_with_exit_code_1(simlab) -> None:
    answer = simlab("rare", "pig", "--score", "119", "--policy", "hold", "--games", "10k")
    assert answer.code == 1
    assert re.match(r"Score of seat 1 of 119 points or more: reached in none of", answer.out)
    assert simlab(*WIN[:2], "--score", "119", "--policy", "hold", "--json").json["probability"] is (
        None
    )


def test_mistakes_are_answered(simlab) -> None:
    cases = {
        (
            "taxis",
            "--win",
        ): "win: all seats of Les Taxis de la Marne share one score; use --score X",
        ("taxis", "--score", "900"): "score: 900 is above the highest possible, 72",
        ("taxis", "--score", "0"): "score: no game has less than 0, the lowest possible",
        ("taxis", "--score", "50", "--seat", "1"): (
            "seat: all seats of Les Taxis de la Marne share one score"
        ),
        ("mare_nostrum", "--win", "--seat", "roma"): (
            'seat: "roma" is not one of 1, 2, 3, Rome, Carthage, Greece. Did you mean "Rome"?'
        ),
    }
    for words, problem in cases.items():
        answer = simlab("rare", *words)
        assert (answer.code, answer.problems) == (2, [problem])


@pytest.mark.parametrize("score", ["nan", "inf", "-inf", "1e400"])
def test_a_score_is_a_finite_number(simlab, score) -> None:
    answer = simlab("rare", "pig", "--score", score)
    assert answer.code == 2 and "is no finite number" in answer.problems[0]
