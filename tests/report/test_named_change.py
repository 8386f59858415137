"""Whether the change in the answer of a sweep does the same with other policies, on its page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simlab.analysis.named_change import elsewhere
from simlab.analysis.tables import Tables
from simlab.experiment.run_folder import OTHER_PLAYERS
from simlab.report.answers.sweep import answer, certainty, warning
from simlab.report.page import write
from tests.support.read_page import read_page
from tests.support.written_assumptions import KEY
from tests.support.written_run import FACTS, Written, write_run

BASE = np.tile([2, 3, 3, 4], 50)
FACTS_WITH_MARGIN = {"score": {**FACTS["score"], "margin": 0.3, "low": -9, "high": 9}}
STUDY = {
    "kind": "sweep",
    "design": "grid",
    "metric": None,
    "margin": 0.3,
    "factors": [
        {
            "name": "hand_limit",
            "levels": ["4", "5", "7"],
            "base": 1,
            "is_number": True,
            "is_named": False,
        }
    ],
    "cells": {"unchanged": [1], "hand_limit_4": [0], "hand_limit_7": [2]},
}


def scored(shift: int, policy: str = "planner", name: str = "unchanged") -> Written:
    """Return games whose scores are shifted in nearly all deals."""
    wobble = (np.arange(200) % 20 == 7).astype(int)
    patch = {} if name.endswith("unchanged") else {"rules": name}
    return Written(
        {"score": BASE + shift - wobble * (shift != 0)}, [policy] * 2, name=name, patch=patch
    )


def swept(folder: Path, shifts: dict[str, int], run: str = KEY) -> Tables:
    """Return a sweep whose largest change is +2, and the shift of it with other policies."""
    cells = [scored(0), scored(1, name="hand_limit_4"), scored(2, name="hand_limit_7")]
    write_run(folder / "run", cells, study=STUDY, facts=FACTS_WITH_MARGIN)
    games, others = [], []
    for number, (policy, shift) in enumerate(shifts.items()):
        names = [f"policy_{number}_unchanged", f"policy_{number}_changed"]
        games += [scored(0, policy, names[0]), scored(shift, policy, names[1])]
        pair = [f"2p-{name}" for name in names]
        others.append({"policy": policy, "changed": "2p-hand_limit_7", "pair": pair})
    if games:
        study = {"run": run, "games": 200, "others": others}
        inner = folder / "run" / OTHER_PLAYERS
        write_run(inner, games, study=study, facts=FACTS_WITH_MARGIN)
    return Tables(folder / "run")


def players(tables: Tables) -> str:
    return dict(certainty(tables))["Players"]


def test_the_change_is_measured_with_each_other_policy_on_the_same_deals(tmp_path: Path) -> None:
    rows = elsewhere(swept(tmp_path, {"greedy": 1, "hold": -2}))
    assert rows["policy"].tolist() == ["greedy", "hold"]
    assert rows["estimate"].tolist() == pytest.approx([0.95, -2.05])
    assert set(rows["scenario"]) == {"2p-hand_limit_7"}
    assert rows["n"].tolist() == [200, 200]
    alone = elsewhere(swept(tmp_path / "alone", {"greedy": 1}))
    widths = [float(each["high"][0] - each["low"][0]) for each in (rows, alone)]
    assert widths[0] > widths[1], "intervals hold for all policies together"


def test_the_first_screen_says_between_what_the_change_lies_and_with_whom(tmp_path: Path) -> None:
    tables = swept(tmp_path, {"greedy": 1, "hold": 1})
    assert players(tables) == (
        "The change of the score: by “cards kept: 7” it is +0.95 (greedy) to +1.95 (planner)"
        " with 2 players."
    )
    assert warning(tables) == ""


def test_a_change_that_goes_the_other_way_is_a_warning_but_not_by_chance(tmp_path: Path) -> None:
    tables = swept(tmp_path, {"greedy": -1, "random": -3})
    assert warning(tables) == (
        "Changes with the players: “cards kept: 7” goes the other way with greedy in every seat"
        " (2 players)."
    )
    page = read_page(write(tables.folder))
    assert warning(tables) in page.text
    table = next(own for own in page.tables if own[0][-1] == "direction")
    assert table[0][:2] == ["players", "change of the score points"]
    assert table[1][0] == "2"
    assert table[1][-1] == "depends on who plays"


@pytest.mark.parametrize(("shift", "is_withdrawn"), [(-1, True), (1, False)])
@pytest.mark.parametrize(
    ("strongest", "as_strong", "rank"),
    [
        ("greedy", [], "the strongest player measured"),
        ("planner", ["greedy"], "one of the two strongest players measured"),
    ],
)
def test_the_answer_is_withdrawn_if_the_strongest_player_contradicts_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    shift: int,
    is_withdrawn: bool,
    strongest: str,
    as_strong: list[str],
    rank: str,
) -> None:
    tables = swept(tmp_path, {"greedy": shift})
    monkeypatch.setitem(tables.asked[0].described, "strongest", strongest)
    monkeypatch.setitem(tables.asked[0].described, "as_strong", as_strong)
    sentence = " ".join(answer(tables))
    withdrawn = (
        "“cards kept: 7” does depends on who plays: +1.95 (+1.92 to +1.98) with planner, but"
        f" −1.05 (−1.08 to −1.02) with greedy, {rank} (200 deals by each set of rules)"
    )
    assert (withdrawn in sentence) == is_withdrawn
    assert ("depends on who plays" in sentence) == is_withdrawn


@pytest.mark.parametrize(("shifts", "run"), [({}, KEY), ({"greedy": -1}, "of another run")])
def test_without_such_games_it_is_not_measured(
    tmp_path: Path, shifts: dict[str, int], run: str
) -> None:
    tables = swept(tmp_path, shifts, run)
    assert players(tables) == (
        "Not measured: all sets of rules were played by planner in every seat."
    )
    assert warning(tables) == ""
    assert "With other policies" not in read_page(write(tables.folder)).text
