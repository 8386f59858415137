"""The interval of a run that stops once it is narrow holds at the stop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simlab.analysis.metric import OTHER, Metric
from simlab.analysis.precision import ERROR, interval_at_looks, metric_of, schedule
from simlab.errors import InputError
from simlab.experiment.until import until_in

MOST = 2_000
N_RUNS = [8, pytest.param(400, marks=pytest.mark.long)]
SHARE = Metric("share", "games like this", OTHER, "", lambda values: values, 0, 1)
ROUNDS = Metric("rounds", "rounds", OTHER, "rounds", lambda values: values, 0)


def at_stop(metric: Metric, values: np.ndarray, half_width: float):
    for n_blocks in schedule(MOST):
        games: Any = values[:n_blocks, np.newaxis]  # the metrics here are of plain values
        interval = interval_at_looks(metric, [games], MOST)
        if interval.high - interval.low <= 2 * half_width:
            break
    return interval


@pytest.mark.parametrize("n_runs", N_RUNS)
def test_the_interval_at_the_stop_covers_at_its_level(n_runs: int) -> None:
    rng = np.random.default_rng(66)
    for rate in (0.1, 0.5):
        stops = [
            at_stop(SHARE, rng.binomial(1, rate, MOST).astype(float), 0.06) for _ in range(n_runs)
        ]
        n_missed = sum(not stop.low <= rate <= stop.high for stop in stops)
        assert n_missed <= ERROR * n_runs + 5 * np.sqrt(ERROR * (1 - ERROR) * n_runs)
        assert max(stop.n for stop in stops) < MOST, "each run has stopped"


def test_a_metric_without_known_range_stops_too() -> None:
    values = np.random.default_rng(1).poisson(9.0, MOST).astype(float)
    stop = at_stop(ROUNDS, values, 0.5)
    assert stop.low <= 9 <= stop.high and stop.n < MOST


@pytest.mark.parametrize(
    "text", ["share ± 5%", "games like this ± 0.05", "Games like a THIS ± 5 pp"]
)
def test_a_metric_is_found_by_its_name_or_its_label(text: str) -> None:
    assert metric_of(until_in(text), [ROUNDS, SHARE]) is SHARE


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("round ± 1", 'Did you mean "rounds"'),
        ("rounds ± 1 %", "1% is for shares"),
        ("share ± 5", 'Did you mean "5%"'),
    ],
)
def test_a_precision_that_does_not_fit_the_game_is_named(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=f"until: .*{problem}"):
        metric_of(until_in(text), [ROUNDS, SHARE])
