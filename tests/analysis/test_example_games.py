"""Which games are picked to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis.example_games import (
    BEST,
    CLOSEST,
    KINDS,
    LONGEST,
    STRANGEST,
    TYPICAL,
    ExampleGame,
    Quantity,
    example_games,
    strangeness,
)
from simlab.analysis.tables import Tables
from tests.support.competitive_game import CONTEST, contest
from tests.support.written_run import Written, write_run

GAMES = {
    "score": [2, 4, 2, 2, 3, 2, 1],
    "rounds": [5, 5, 9, 5, 5, 5, 5],
    "end_reason": [1, 1, 1, 1, 1, 1, 2],
    "draws": [3, 3, 3, 3, 3, 3, 0],
    "sent": [2, 2, 2, 2, 2, 2, 5],
}
"""By hand: the tiers begin at 1 and 3."""


def examples(
    tmp_path: Path, written: Written, facts: Mapping[str, Any] | None = None
) -> dict[str, ExampleGame]:
    cooperative = not written.seats
    tables = Tables(write_run(tmp_path / "run", [written], cooperative=cooperative, facts=facts))
    picked = example_games(tables, tables.main[0])
    assert [each.kind for each in picked] == [kind for kind in KINDS if kind in by_kind(picked)]
    return by_kind(picked)


def by_kind(picked: Sequence[ExampleGame]) -> dict[str, ExampleGame]:
    return {each.kind: each for each in picked}


def seats(scores: Sequence[Sequence[int]], **more: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Return the columns of seats, of which the one with most points wins."""
    points = np.array(scores)
    is_first = points == points.max(axis=1, keepdims=True)
    columns = {name: np.ravel(column) for name, column in more.items()}
    return {
        "score": points.ravel(),
        "credit": (is_first / is_first.sum(axis=1, keepdims=True)).ravel(),
        **columns,
    }


def test_a_cooperative_game_is_picked_for_each_reason(tmp_path) -> None:
    picked = examples(tmp_path, Written(GAMES))
    assert {kind: each.deal for kind, each in picked.items()} == {
        TYPICAL: 0,
        BEST: 1,
        CLOSEST: 4,
        LONGEST: 2,
        STRANGEST: 6,
    }
    assert picked[BEST].quantities == [Quantity("score", "points", 4, 2)]
    assert picked[LONGEST].quantities == [Quantity("rounds", "rounds", 9, 5)]
    assert picked[CLOSEST].quantities == [
        Quantity("points from a line of the victory table", "points", 0, 1)
    ]
    assert [each.label for each in picked[TYPICAL].quantities] == ["rounds", "score"]
    assert Quantity("Actions: draw", "per game", 0, 3) in picked[STRANGEST].quantities


def test_of_equal_games_the_first_is_picked_and_none_twice(tmp_path) -> None:
    alike = {name: [numbers[0]] * 5 for name, numbers in GAMES.items()}
    picked = examples(tmp_path, Written(alike))
    in_order = (BEST, LONGEST, CLOSEST, STRANGEST, TYPICAL)
    assert [picked[kind].deal for kind in in_order] == [0, 1, 2, 3, 4]
    assert picked[STRANGEST].quantities == []


def test_a_short_run_has_fewer_examples(tmp_path) -> None:
    two = {name: numbers[:2] for name, numbers in GAMES.items()}
    assert set(examples(tmp_path, Written(two))) == {BEST, LONGEST}


def test_a_capped_game_is_picked_only_if_none_has_finished(tmp_path) -> None:
    some = examples(tmp_path / "some", contest(6, 3, n_capped=2), CONTEST)
    assert {each.deal for each in some.values()} == {2, 3, 4, 5}
    assert set(examples(tmp_path / "all", contest(6, 3, n_capped=6), CONTEST)) == {*KINDS} - {BEST}


def test_the_closest_game_has_the_smallest_margin(tmp_path) -> None:
    written = contest(40, 3)
    closest = examples(tmp_path, written, CONTEST)[CLOSEST]
    assert closest.column == "margin"
    assert closest.quantities[0].value == min(written.games["margin"])


def test_without_a_margin_the_points_say_how_close_a_game_was(tmp_path) -> None:
    scores = [[50, 10], [30, 27], [20, 44], [60, 20], [50, 20]]
    picked = examples(
        tmp_path, Written({"turns": [5, 5, 5, 9, 5]}, ["hold"] * 2, seats=seats(scores))
    )
    assert picked[CLOSEST].deal == 1
    assert picked[CLOSEST].quantities == [Quantity("winner’s margin", "points", 3, 30)]
    won = Written({"turns": [5] * 5}, ["hold"] * 2, seats=seats([[1, 0]] * 5))
    assert CLOSEST not in examples(tmp_path / "won", won)


def test_without_points_the_losers_lack_least_in_the_closest_game(tmp_path) -> None:
    far = {"gold": [[0, 5, 4], [0, 2, 2], [0, 1, 5]], "towns": [[3, 3, 3], [3, 4, 1], [3, 3, 3]]}
    written = Written(
        {"turns": [9, 5, 5]}, ["hold"] * 3, seats=seats([[3, 1, 1], [3, 1, 1], [3, 1, 1]], **far)
    )
    facts = {"distances": {"columns": {"gold": "gold", "towns": "towns"}}}
    closest = examples(tmp_path, written, facts)[CLOSEST]
    assert (closest.deal, closest.quantities[0].value) == (1, 3)


def test_a_game_is_named_by_deal_and_rotation(tmp_path) -> None:
    scores = [[50, 10], [30, 27], [20, 44], [60, 20]]
    turned = Written({"turns": [5, 5, 5, 9]}, ["a", "b"], rotations=2, seats=seats(scores))
    picked = examples(tmp_path, turned)
    assert [(picked[kind].deal, picked[kind].rotation) for kind in (LONGEST, CLOSEST)] == [
        (1, 1),
        (0, 1),
    ]


def test_columns_that_agree_count_as_one_for_strangeness() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.normal(size=(2, 4000))
    one[0], other[0], one[1], other[1] = 3, 0, 0, 3
    once = strangeness(np.stack([one, other], axis=1))
    repeated = strangeness(np.stack([one] * 8 + [other], axis=1))
    assert once[0] == pytest.approx(once[1], rel=0.1)
    assert repeated[0] < 2.1 * repeated[1]
