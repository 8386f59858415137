"""Value of a choice, from the rollout sums of a search."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simlab.explain.choice_value import choice_value, gain, gain_over_played


def search_sums(is_cooperative: bool, **sums: Any) -> Any:
    """Return the sums of three choices, the baseline action first, the second was made."""
    arrays = {name: np.array(values, dtype=float) for name, values in sums.items()}
    decision = SimpleNamespace(played=11)
    choices = {"choices": [10, 11, 12], "answer": 12}
    return SimpleNamespace(decision=decision, is_cooperative=is_cooperative, **choices, **arrays)


POINTS = search_sums(
    True, rollouts=[8, 4, 8], total=[400, 196, 420], gain=[0, -4, 20], gain_square=[0, 8, 80]
)
SHARES = search_sums(
    False, rollouts=[8, 2, 8], total=[7, 2, 8], gain=[0, 1, 1e-4], gain_square=[0, 1, 1e-9]
)


def test_the_value_of_a_choice_is_the_baseline_plus_its_gain() -> None:
    assert [choice_value(POINTS, place) for place in range(3)] == [50, 49, 52.5]
    assert gain(POINTS, 0)[:3] == (0, 0, 0)


def test_what_was_missed_is_counted_from_what_was_played() -> None:
    missed = gain_over_played(POINTS)
    assert missed.estimate == pytest.approx(3.5)
    assert missed.low < gain(POINTS, 2).low - gain(POINTS, 1).estimate


def test_shares_of_the_win_stay_within_what_can_be() -> None:
    assert choice_value(SHARES, 1) == 1
    assert gain(SHARES, 1)[:3] == (0.5, -1, 1)


def test_a_margin_is_no_gain() -> None:
    assert gain(SHARES, 2)[:3] == (0, 0, 0)


def test_where_nothing_was_tried_nothing_is_known() -> None:
    assert (
        choice_value(search_sums(True, rollouts=[0], total=[0], gain=[0], gain_square=[0]), 0)
        is None
    )
