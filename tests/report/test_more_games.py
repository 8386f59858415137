"""Games that would decide an undecided number."""

from __future__ import annotations

import math

import pytest

from simlab.report.blocks.next_steps import next_section
from simlab.report.more_games import (
    MOST_NAMED,
    Undecided,
    next_steps,
    round_up,
    times_needed,
)


def row(estimate: float, half_width: float) -> dict[str, float]:
    return {"estimate": estimate, "low": estimate - half_width, "high": estimate + half_width}


@pytest.mark.parametrize(
    ("estimate", "half_width", "fair", "times"),
    [(0.03, 0.03, 0.0, 9), (-0.03, 0.03, 0.0, 9), (0.01, 0.02, 0.0, 4), (0.53, 0.02, 0.5, 4)],
)
def test_an_interval_a_third_as_wide_takes_nine_times_the_games(
    estimate: float, half_width: float, fair: float, times: float
) -> None:
    assert times_needed(row(estimate, half_width), 0.02, fair) == pytest.approx(times)


def test_that_many_games_decide_the_number() -> None:
    narrow = 0.05 / math.sqrt(times_needed(row(0.06, 0.05), 0.02))
    assert 0.06 - narrow == pytest.approx(0.02)


def test_no_number_of_games_decides_what_is_on_the_margin_or_without_bounds() -> None:
    assert times_needed(row(0.5, 0.1), 0.5) == math.inf
    assert times_needed({"estimate": 0, "low": -math.inf, "high": math.inf}, 0.02) == math.inf


@pytest.mark.parametrize(
    ("games", "rounded"), [(7, 7), (1234, 1300), (7500, 7500), (99_001, 100_000)]
)
def test_games_are_rounded_up_to_two_digits(games: float, rounded: int) -> None:
    assert round_up(games) == rounded


def test_the_cheapest_numbers_are_named_with_a_command_to_copy() -> None:
    numbers = [Undecided(f"number {n}", "+1", n) for n in (5, 3, 101, 2, 4, math.inf)]
    steps = next_steps(numbers, 200, "simlab ladder pig --games 200 --format focus")
    assert [step.what for step in steps] == ["Number 2", "Number 3", "Number 4"]
    assert steps[0].command == "simlab ladder pig --format focus --games 400"
    assert "about 400 games" in steps[0].sentence
    assert len(steps) == MOST_NAMED


def test_a_page_on_which_all_is_decided_has_no_such_section() -> None:
    assert next_section(next_steps([], 200, "simlab run pig")) == []
