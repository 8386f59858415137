"""A run estimate foresees time and size of a run, and stores nothing."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.execution import run_estimate as pilot_module
from simlab.execution.executor import Threads
from simlab.execution.run_estimate import ALL_SECONDS, PILOT_SECONDS, estimate_run, estimate_runs
from simlab.experiment.request import request_experiment


def test_a_pilot_plays_whole_blocks_from_the_first_deal_on(monkeypatch) -> None:
    monkeypatch.setattr(pilot_module, "PILOT_SECONDS", 0.05)
    experiment = request_experiment("pig", {"policy": ["hold", "random"], "games": "1m"})
    (scenario,) = experiment.scenarios
    estimate = estimate_run(Threads(1), scenario)
    assert 1 <= len(estimate.values) < scenario.n_deals
    assert estimate.seconds() == pytest.approx(estimate.seconds_per_game * 1_000_000)
    assert 0.9 < np.mean(estimate.values) <= 1


def test_a_short_scenario_is_played_to_its_end_and_no_further() -> None:
    experiment = request_experiment("pig", {"policy": ["hold", "random"], "games": 30})
    (scenario,) = experiment.scenarios
    assert len(estimate_run(Threads(1), scenario).values) == 15


def test_a_plan_plays_one_game_of_what_takes_long(monkeypatch) -> None:
    monkeypatch.setattr(pilot_module, "PILOT_SECONDS", 0.0)
    (scenario,) = request_experiment("pig", {"policy": "hold", "games": "1m"}).scenarios
    assert len(estimate_run(Threads(1), scenario).values) == 1


@pytest.mark.parametrize("n_scenarios", [1, 15, 1000])
def test_the_pilots_of_an_experiment_take_some_seconds_together(n_scenarios: int) -> None:
    seconds: list[float] = []

    class Asked:
        def map(self, _: object, tasks: list[tuple[object, float]]) -> list[object]:
            seconds.extend(most for _, most in tasks)
            return [(np.ones(1), 0.1, 1.0) for _ in tasks]

    (scenario,) = request_experiment("pig", {"policy": "hold"}).scenarios
    assert len(estimate_runs(Asked(), [scenario] * n_scenarios)) == n_scenarios
    assert sum(seconds) <= ALL_SECONDS and max(seconds) <= PILOT_SECONDS
