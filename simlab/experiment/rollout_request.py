"""Scenarios whose games have rollouts, since a metric that needs them is asked for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from simlab.errors import InputError
from simlab.experiment.resolve import Scenario
from simlab.experiment.rollout_metric import KINGMAKING, ROLLOUT_METRICS


def add_rollouts(scenario: Scenario, metrics: Collection[str | None]) -> Scenario:
    """Return a scenario whose games have the columns of those metrics that need rollouts.

    Raises:
        InputError: the game cannot have one of these.
    """
    asked = tuple(metric for metric in ROLLOUT_METRICS if metric in metrics)
    for metric in asked:
        if reason := why_impossible(scenario, metric):
            raise InputError(reason, "metric")
    return replace(scenario, rollout_metrics=asked) if asked else scenario


def possible_metrics(scenario: Scenario) -> list[str]:
    """Return the metrics that the games of a scenario may have with rollouts."""
    return [metric for metric in ROLLOUT_METRICS if not why_impossible(scenario, metric)]


def why_impossible(scenario: Scenario, metric: str) -> str:
    """Return why a game cannot have a metric that needs rollouts; empty if it can."""
    game, players = scenario.game, scenario.players
    if game.cooperative:
        return (
            f"all seats of {game.title} win or lose together: {metric} is about players who move"
            " each other’s chances"
        )
    if game.is_for_points:
        return f"{game.title} is played for points: {metric} is about chances to win"
    if players == 1:
        return f"nobody else can win in a game of one player: {metric} is about several"
    if players == 2 and metric == KINGMAKING:
        return (
            "kingmaking is 0 by definition with two players: what one loses, the other wins; take"
            " influence, or more players"
        )
    return ""
