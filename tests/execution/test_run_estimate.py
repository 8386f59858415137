"""A run estimate foresees time and size of a run, and stores nothing."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.execution import run_estimate as pilot_module
from simlab.execution.executor import Threads
from simlab.execution.run_estimate import estimate_run
from simlab.experiment.request import requested


def test_a_pilot_plays_whole_blocks_from_the_first_deal_on(monkeypatch) -> None:
    monkeypatch.setattr(pilot_module, "PILOT_SECONDS", 0.05)
    experiment = requested("pig", {"policy": ["hold", "random"], "games": "1m"})
    (scenario,) = experiment.scenarios
    estimate = estimate_run(Threads(1), scenario)
    assert pilot_module.FIRST_DEALS <= len(estimate.values) < scenario.n_deals
    assert estimate.seconds() == pytest.approx(estimate.seconds_per_game * 1_000_000)
    assert 0.9 < np.mean(estimate.values) <= 1


def test_a_short_scenario_is_played_to_its_end_and_no_further() -> None:
    experiment = requested("pig", {"policy": ["hold", "random"], "games": 30})
    (scenario,) = experiment.scenarios
    assert len(estimate_run(Threads(1), scenario).values) == 15
