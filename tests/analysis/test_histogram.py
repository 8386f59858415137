from __future__ import annotations

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simlab.analysis.counts import count
from simlab.analysis.histogram import MOST_BARS, histogram


def test_whole_numbers_have_a_bar_each() -> None:
    bars = histogram([count([3, 3, 5]), count([4])])
    assert bars.starts.tolist() == [3, 4, 5]
    assert bars.width == 1
    np.testing.assert_allclose(bars.shares, [[2 / 3, 0, 1 / 3], [0, 1, 0]])


def test_many_whole_numbers_share_bars_of_a_round_width() -> None:
    bars = histogram([count(np.arange(7, 307))])
    assert bars.width == 5
    assert bars.starts[0] == 5
    assert bars.shares[0, 1] == 5 / 300


def test_numbers_between_whole_ones_have_round_bars() -> None:
    bars = histogram([count([0.0, 0.5, 1.0])])
    assert bars.shares.sum() == 1
    assert bars.starts[0] == 0
    assert np.count_nonzero(bars.shares) == 3


@settings(deadline=None)
@example([0.3])
@given(st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1, max_size=40))
def test_all_games_are_in_some_bar_and_bars_are_few(values) -> None:
    bars = histogram([count(values)])
    assert len(bars.starts) == bars.shares.shape[1] <= MOST_BARS + 1
    np.testing.assert_allclose(bars.shares.sum(), 1)
