"""The page on sensitivity: ranked shares, interactions, assumptions, and what hardly matters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.studies.sensitivity.answer import answer, findings
from simlab.studies.sensitivity.page import PAGE
from simlab.studies.sensitivity.result import Kind, Sensitivity
from tests.support.read_page import read_page
from tests.support.written_ladder import DESCRIBED

THIN = "\N{NARROW NO-BREAK SPACE}"


def effects() -> pd.DataFrame:
    rows = [
        ("actions per turn", Kind.RULE, 0.61, 0.57, 0.65, 0.7, 0.66, 0.74),
        ("policy", Kind.POLICY, 0.2, 0.15, 0.25, 0.25, 0.2, 0.3),
        ("Soldier cards", Kind.ASSUMPTION, 0.05, 0.02, 0.08, 0.1, 0.05, 0.15),
        ("hand limit", Kind.RULE, 0.001, 0, 0.004, 0.002, 0, 0.006),
    ]
    names = ["factor", "kind", "first", "first_low", "first_high", "total", "total_low"]
    frame = pd.DataFrame(rows, columns=[*names, "total_high"])
    most = [0.76, 0.32, 0.17, 0.008]
    return frame.assign(levels=3, kind=frame["kind"].astype(str), total_most=most)


def sensitivity(**more: Any) -> Sensitivity:
    pairs = [("actions per turn", "policy", 0.06, 0.04, 0.08), ("policy", "hand limit", 0, 0, 0.01)]
    fields: dict[str, Any] = {
        "label": "score",
        "unit": "points",
        "players": 3,
        "effects": effects(),
        "pairs": pd.DataFrame(pairs, columns=["one", "other", "estimate", "low", "high"]),
        "together": Interval(0.14, 0.1, 0.18, 400),
        "screened": ("token penalty",),
        "spread": 4.2,
        "mean": 44.0,
        "n_cells": 81,
        "n_space": 81,
        "n_games": 32_400,
    }
    return Sensitivity(**fields | more)


def test_the_answer_ranks_the_shares_and_names_the_interactions() -> None:
    first, second = (sentence.replace(THIN, " ") for sentence in answer(sensitivity()))
    assert first == (
        "Of the variation in score that rule changes within these ranges, other values of what is"
        " assumed and other policies cause, 61 % (57 to 65) is actions per turn, 20 % (15 to 25)"
        " policy and 5 % (2 to 8) Soldier cards, each alone."
    )
    assert second == (
        "14 % (10 to 18) is due to interactions, the largest that of actions per turn and policy,"
        " 6 % (4 to 8); hand limit surely causes less than 1 %."
    )


def test_what_hardly_matters_is_named_by_bounds_that_hold_for_all_factors() -> None:
    doubtful = effects().assign(total_most=[0.76, 0.32, 0.17, 0.011])
    _, second = answer(sensitivity(effects=doubtful))
    assert "surely" not in second


def test_the_assumption_that_matters_most_deserves_to_be_looked_up() -> None:
    sentences = findings(sensitivity())
    assert sentences["Assumptions"].startswith("Soldier cards most deserves to be looked up")
    assert sentences["Screening"] == "least in a screening, and so unchanged: token penalty."
    size = findings(sensitivity(unit="turns", mean=1.0, spread=0.04))["Size of the variation"]
    assert " is 1 turn, with a standard deviation of 0.04 turns between" in size


def test_noise_alone_is_no_answer() -> None:
    first, _ = answer(sensitivity(spread=np.nan))
    assert first.startswith("No variation of score that rules within these ranges cause is surely")
    assert findings(sensitivity(spread=np.nan)) == {}


def test_a_sample_has_no_pairs(tmp_path: Path) -> None:
    result = sensitivity(pairs=sensitivity().pairs.head(0), n_space=5_000)
    page = read_page(PAGE.write(result, DESCRIBED, "simlab sensitivity duel", tmp_path))
    assert "81 sets of rules, a sample" in page.text
    assert "Interactions of two factors" not in page.text


def test_the_page_shows_all_factors(tmp_path: Path) -> None:
    page = read_page(PAGE.write(sensitivity(), DESCRIBED, "simlab x", tmp_path))
    assert "Which rules of Duel decide the score with 3 players?" in page.text
    assert "all within the ranges" in page.text
    assert "Interactions of two factors" in page.text
