"""Range of values: what blocks have shown of it."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.analysis.value_range import (
    ANY_VALUE,
    ENOUGH_BLOCKS,
    FEWEST_DIFFERENT,
    NO_VALUE,
    ValueRange,
    has_shown_range,
    n_different,
)


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([], 0),
        ([3.0, 3.0], 0),
        ([3.0, 1.0, 3.0], 1),
        ([1.0, 2.0, 3.0], 2),
        ([1 / 3 + 1, 4 / 3, 0.1 + 0.2, 0.3, 0.3], 2),
    ],
)
def test_blocks_are_counted_that_differ_by_more_than_rounding(
    blocks: list[float], expected: int
) -> None:
    assert n_different(np.array(blocks)) == expected


def test_few_blocks_show_a_range_by_differing_and_many_in_any_case() -> None:
    constant = np.zeros(ENOUGH_BLOCKS - 1)
    assert not has_shown_range(constant)
    assert has_shown_range(np.zeros(ENOUGH_BLOCKS))
    constant[:FEWEST_DIFFERENT] = 1
    assert has_shown_range(constant)
    assert not has_shown_range(constant[1:])


def test_a_range_grows_to_hold_values() -> None:
    assert NO_VALUE.with_values(np.array([2.0, -1.0])) == ValueRange(-1, 2)
    assert ValueRange(0, 1).with_values(np.array([])) == ValueRange(0, 1)
    assert ValueRange(0, 1) | ValueRange(-2, 0) == ValueRange(-2, 1)
    assert ValueRange(1, 4).of_differences == ValueRange(-3, 3)
    assert ANY_VALUE.of_differences == ANY_VALUE


def test_there_is_more_room_on_the_side_of_rare_large_values() -> None:
    values = np.array([0.0] * 95 + [20.0] * 5)
    assert ValueRange(0, 20).with_tail(values) == ValueRange(0, 39)
    assert ValueRange(-20, 0).with_tail(-values) == ValueRange(-39, 0)
    even = np.array([0.0, 1.0] * 50)
    assert ValueRange(0, 1).with_tail(even) == ValueRange(0, 1)
