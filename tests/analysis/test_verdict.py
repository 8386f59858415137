from __future__ import annotations

import pytest

from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import verdict


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.49, 0.51, "same"),
        (0.48, 0.52, "same"),
        (0.53, 0.6, "more"),
        (0.4, 0.47, "less"),
        (0.47, 0.51, "not decided"),
        (0.4, 0.6, "not decided"),
    ],
)
def test_a_verdict_is_given_when_the_whole_interval_agrees(
    low: float, high: float, expected: str
) -> None:
    assert verdict(Interval(0.5, low, high, 100), 0.02, fair=0.5) == expected


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.1, 0.2, "more"), (-2, -1, "less"), (0, 0, "same"), (-0.1, 0.2, "not decided")],
)
def test_without_a_margin_only_what_never_varies_is_the_same(
    low: float, high: float, expected: str
) -> None:
    assert verdict(Interval(0.0, low, high, 100), 0) == expected
