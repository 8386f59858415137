"""Histograms at whole numbers have whole numbers on their axis, however few there are."""

from __future__ import annotations

import pandas as pd
import pytest

from simlab.report.figures import bars
from simlab.report.figures.lines import Line


@pytest.mark.parametrize("n_values", [1, 2, 3, 40])
def test_numbers_on_the_axis_are_whole(n_values: int) -> None:
    table = pd.DataFrame({"changes": range(n_values), "estimate": [1 / n_values] * n_values})
    [axes] = bars.draw([Line("3 players", table)], "changes", "changes of the lead").axes
    low, high = axes.get_xlim()
    shown = [tick for tick in axes.get_xticks() if low <= tick <= high]
    assert shown
    assert all(tick == round(tick) for tick in shown)
