"""A quantile of game length is held against bounds by shares, without loss."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.experiment.game_length import bounds_on_means, is_quantile


@pytest.mark.parametrize("percent", [5, 50, 95])
def test_a_quantile_is_within_its_bounds_exactly_if_its_shares_are(percent: int) -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        lengths = rng.integers(1, 12, size=20)
        quantile = np.quantile(lengths, percent / 100, method="inverted_cdf")
        for bound in np.arange(0, 13, 0.5):
            [(at_most, least, _)] = bounds_on_means(f"rounds_p{percent}", None, bound)
            [(at_least, _, most)] = bounds_on_means(f"rounds_p{percent}", bound, None)
            assert (quantile <= bound) == (_share_of(lengths, at_most) >= least)
            assert (quantile >= bound) == (_share_of(lengths, at_least) < most)


def _share_of(lengths: np.ndarray, metric: str) -> float:
    most = float(metric.removeprefix("within_").removesuffix("_rounds"))
    return float((lengths <= most).sum() / len(lengths))


def test_other_metrics_keep_their_bounds() -> None:
    assert list(bounds_on_means("rounds", 3, 4)) == [("rounds", 3, 4)]
    assert not any(map(is_quantile, ["rounds", "rounds_p0", "rounds_p100", "score_p95"]))
