"""Metrics at a table: the numbers by which what is played there can be compared."""

from __future__ import annotations

from simlab.analysis.games import Games
from simlab.analysis.metric import Metric, metrics_of
from simlab.experiment.resolve import Scenario


def metrics_at(scenario: Scenario, games: Games) -> list[Metric]:
    """Return the metrics of a game at such a table, the main one first, judged by some games."""
    facts_of = scenario.game.metrics
    return metrics_of({} if facts_of is None else facts_of(scenario.rules), games)
