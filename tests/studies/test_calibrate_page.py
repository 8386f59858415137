"""The page on a calibration: which noise plays look like, and whether they look like any."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from simlab.analysis.intervals import Interval
from simlab.studies.calibrate.page import PAGE, answer
from simlab.studies.calibrate.result import NOISES, Calibration
from tests.support.read_page import read_page
from tests.support.written_ladder import DESCRIBED

COMMAND = "simlab calibrate duel --plays plays.csv"
THIN = "\N{NARROW NO-BREAK SPACE}"


def check_row(what: str, estimate: float, distance: float, **more: Any) -> dict[str, Any]:
    row = {"players": 2, "what": what, "unit": "points", "estimate": estimate, "expected": 20.0}
    return {**row, "low": 18.0, "high": 22.0, "distance": distance, **more}


def share_row(start: int, plays: float) -> dict[str, Any]:
    own = {"players": 2, "measure": "score", "unit": "points", "from": start, "to": start + 5}
    return {**own, "plays": plays, "estimate": 0.5, "low": 0.3, "high": 0.7}


def calibration_of(**more: Any) -> Calibration:
    curve = [
        {"players": 2, "measure": "score", "unit": "points", "noise": noise, "plays": 21.5}
        | {"estimate": 40 - 30 * noise}
        for noise in NOISES
    ]
    fields: dict[str, Any] = {
        "policy": "ace",
        "fitted": "ace:noise=0.18",
        "noise": Interval(0.18, 0.12, 0.25, 30),
        "p_value": 0.41,
        "counts": {2: 30},
        "checks": pd.DataFrame(
            [
                check_row("mean of the score", 21.5, 0.7),
                check_row("spread of the score", 30.25, 4.0),
                check_row("wins of seat 1", 0.5, 0.1, unit="", expected=0.5, low=0.3, high=0.7),
            ]
        ),
        "shares": pd.DataFrame([share_row(10, 0.2), share_row(15, 0.8)]),
        "curve": pd.DataFrame(curve),
        "likelihood": pd.DataFrame({"noise": NOISES, "log_ratio": -np.arange(len(NOISES))}),
        "minutes": None,
        "n_games": 42_000,
    }
    return Calibration(**fields | more)


def test_the_answer_has_the_noise_and_says_that_a_few_plays_prove_little() -> None:
    assert answer(calibration_of()) == [
        f"The 30 plays look most like ace with 18{THIN}% (12 to 25) of its choices random:"
        " ace:noise=0.18.",
        "They may well be of that skill (p = 0.41); but 30 plays cannot show small differences.",
    ]


def test_plays_of_no_skill_are_described_by_what_is_farthest_off() -> None:
    assert answer(calibration_of(p_value=0.003))[1] == (
        "They do not look like any skill of ace (p = 0.003): the spread of the score is 30 points,"
        " in simulated plays of that skill it is 18 to 22."
    )


@pytest.fixture
def page(tmp_path):
    minutes = Interval(42.0, 38.0, 46.0, 12)
    return read_page(PAGE.write(calibration_of(minutes=minutes), DESCRIBED, COMMAND, tmp_path))


def test_the_page_shows_plays_beside_simulated_plays(page) -> None:
    assert page.ids[:3] == ["answer", "curve", "shares-2-1"]
    assert "A play takes 42 (38 to 46) minutes." in page.text.replace("\n", " ")
    assert "What is alike and what is not" in page.text
    assert COMMAND in page.text
    assert {"curve.csv", "checks.csv", "shares-2-1.csv"} <= set(page.csv)


def test_dots_outside_their_range_are_counted_for_who_does_not_see_them(page) -> None:
    assert any("2 dots of 2 outside their range." in each["alt"] for each in page.images)
