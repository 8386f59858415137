"""Metrics available for a scenario."""

from __future__ import annotations

from simlab.analysis.games import Games
from simlab.analysis.metric import Metric, metrics_of
from simlab.experiment.resolve import Scenario


def metrics_at(scenario: Scenario, games: Games) -> list[Metric]:
    """Return the metrics of a scenario, the headline metric first, from some of its games."""
    return metrics_of(scenario.facts, games)
