"""The page on tuning: what to change, what is certified, and which targets exclude each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simlab.studies.tune.answer import answer, findings, steps, targets_text
from simlab.studies.tune.page import PAGE
from simlab.studies.tune.result import Conflict, Status, Tuned
from tests.support.read_page import read_page
from tests.support.written_ladder import DESCRIBED

COMMAND = "simlab tune duel --target turns=12±1"
QUESTION = {**DESCRIBED, "question": ""}
TARGETS = pd.DataFrame(
    [
        ["seat_gap", "gap between seats", "", 2, -np.inf, 0.03, 0.02],
        ["turns", "turns", "turns", 2, 11.0, 13.0, 1.0],
        ["turns", "turns", "turns", 3, 11.0, 13.0, 1.0],
    ],
    columns=["metric", "label", "unit", "players", "low", "high", "tolerance"],
)
CHANGES = ("", "target 80", "target 60, short")
MEANS = ([0.02, 20.0, 24.0], [0.02, 15.0, 16.0], [0.025, 12.1, 12.4])


def values(*statuses: Status) -> pd.DataFrame:
    """Return finalists of which the last has these decisions, the others miss all but one."""
    rows = []
    for number, (changes, means) in enumerate(zip(CHANGES, MEANS, strict=True)):
        own = statuses if number == 2 else (Status.CERTIFIED, Status.MISSED, Status.MISSED)
        for target, (mean, status) in enumerate(zip(means, own, strict=True)):
            away = max(0.0, mean - 13.0) if target else 0.0
            half = 0.05 * mean
            rows.append(
                {
                    "finalist": number,
                    "changes": changes,
                    "cost": 1.5 * number,
                    "target": target,
                    "searching": mean,
                    "distance_searching": away,
                    "estimate": mean,
                    "low": mean - half,
                    "high": mean + half,
                    "n": 500,
                    "status": status,
                    "distance": away,
                    "distance_low": away,
                    "distance_high": away,
                    "games": 500,
                }
            )
    return pd.DataFrame(rows)


def candidates() -> pd.DataFrame:
    rows = [
        {
            "changes": changes,
            "cost": cost,
            "distance": distance,
            "blocks": 100,
            "is_finalist": True,
            **{f"target_{n}": 12.0 for n in (1, 2, 3)},
            "distance_1": 0.2 * cost,
            "distance_2": distance,
            "distance_3": distance,
        }
        for changes, cost, distance in zip(
            (*CHANGES, "target 20"), (0, 1.5, 3, 4), (11, 3, 0, 30), strict=True
        )
    ]
    return pd.DataFrame(rows)


def tuned(*statuses: Status, answer: int | None = 2, **more: Any) -> Tuned:
    fields: dict[str, Any] = {
        "targets": TARGETS,
        "candidates": candidates(),
        "values": values(*(statuses or [Status.CERTIFIED] * 3)),
        "others": pd.DataFrame(
            [
                {**row, "policy": policy, "status": status}
                for policy, status in (("bob", Status.MISSED), ("cat", Status.CERTIFIED))
                for row in values(*[Status.CERTIFIED] * 3).tail(3).to_dict("records")
            ]
        ),
        "sentences": ((), ("Target: 80 instead of 100.",), ("Target: 60 instead of 100.",)),
        "answer": answer,
        "conflict": None,
        "policy": "ace",
        "n_space": 40,
        "n_impossible": 0,
        "n_games": 9000,
        "most_games": 2000,
    }
    return Tuned(**fields | more)


MISSED = (Status.CERTIFIED, Status.CERTIFIED, Status.MISSED)


def test_the_answer_names_the_change_and_its_values_on_fresh_deals() -> None:
    first, second = answer(tuned())
    assert first.startswith(
        "Change target 60, short: this meets all 3 targets, certified on fresh deals (gap between"
        " seats with 2 players 2.5"
    )
    assert second.startswith(
        "It is the cheapest finalist that meets them, of 3 sets of rules tried (of 39 within the"
        " ranges); the unchanged rules miss turns with 2 players, 20"
    )


def test_unchanged_rules_that_meet_the_targets_stay_as_they_are() -> None:
    own = values(*[Status.CERTIFIED] * 3).assign(status=Status.CERTIFIED)
    first, _ = answer(tuned(answer=0, values=own))
    assert first.startswith("Change nothing: the unchanged rules meet all 3 targets")


def test_what_is_not_decided_is_not_called_met() -> None:
    first, _ = answer(tuned(Status.CERTIFIED, Status.CERTIFIED, Status.UNDECIDED))
    assert first.startswith(
        "Target 60, short may meet all 3 targets, but fresh deals do not decide 1 of the 3 targets"
        " yet: they give 12.4"
    )


def test_a_target_that_the_strongest_player_misses_depends_on_who_plays() -> None:
    statuses = (Status.CERTIFIED, Status.DEPENDS, Status.DEPENDS)
    result = tuned(*statuses, strongest={2: ["bob"], 3: ["bob", "cat"]})
    first, second = answer(result)
    assert first.startswith(
        "Target 60, short may meet all 3 targets, but whether this is so depends on who plays:"
        " turns with 2 players 12.1"
    )
    assert "with ace, but 12.1" in first
    assert "with bob, the strongest player measured (500 games); turns with 3 players" in first
    assert first.endswith("with bob, one of the two strongest players measured (500 games).")
    assert second.startswith("It is the nearest that may meet them")
    assert not result.is_certified(2)


def test_more_games_for_what_is_not_decided_are_named() -> None:
    result = tuned(Status.CERTIFIED, Status.CERTIFIED, Status.UNDECIDED)
    (step,) = steps(result, "simlab tune duel --games 2000")
    assert step.what == "Turns with 3 players by target 60, short"
    assert step.command == "simlab tune duel --games 2400"
    assert steps(tuned(), COMMAND) == []


def test_targets_that_were_never_met_together_are_named() -> None:
    reached = candidates().assign(distance_1=[0.0, 0.0, 1.0, 2.0], distance_3=[3.0, 2.0, 0.0, 0.0])
    result = tuned(*MISSED, answer=None, conflict=Conflict(0, 2, 2.0, 1.0), candidates=reached)
    first, second = answer(result)
    assert "none has both gap between seats at most 3" in first
    assert "and 11 to 13 turns with 3 players" in first
    assert second.startswith("The nearest is target 60, short, 0 tolerances from")
    assert findings(result)["Conflict"].endswith(
        "may miss it by 2 tolerances; the other way round it is 1."
    )


def test_a_target_that_nothing_reaches_is_named() -> None:
    first, _ = answer(tuned(*MISSED, answer=None))
    assert "none surely reaches" not in first
    far = candidates().assign(distance_2=[9.0, 4.0, 2.0, 5.0], target_2=[20.0, 17.0, 15.0, 18.0])
    first, _ = answer(tuned(*MISSED, answer=None, candidates=far))
    assert first.endswith(
        "none surely reaches 11 to 13 turns with 2 players; while searching, the nearest came to"
        " 15 turns."
    )


def test_targets_with_one_range_are_named_once() -> None:
    assert targets_text(tuned()).endswith("and 11 to 13 turns with 2 and 3 players")


def test_policies_with_which_the_answer_does_not_hold_are_named() -> None:
    sentence = findings(tuned())["Other policies"]
    assert sentence.endswith("it also meets all 3 targets with cat; it misses a target with bob.")


@pytest.mark.parametrize("answer", [2, None])
def test_the_page_shows_front_targets_and_change_and_its_figures_are_sound(
    tmp_path: Path, answer: int | None
) -> None:
    reached = candidates().assign(distance_1=[0.0, 0.0, 1.0, 2.0], distance_3=[3.0, 2.0, 0.0, 0.0])
    decisions = [Status.CERTIFIED] * 3 if answer else MISSED
    result = tuned(*decisions, answer=answer, conflict=Conflict(0, 2, 2.0, 1.0), candidates=reached)
    page = read_page(PAGE.write(result, QUESTION, COMMAND, tmp_path))
    assert "What should change in" in page.text
    assert "From few changes to all targets met" in page.text
    assert ("never met together" in page.text or "meets together" in page.text) == (answer is None)
