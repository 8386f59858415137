"""Headline metric of a scenario per block, for the progress bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario

SCORE = "score"


@dataclass(frozen=True)
class Tally:
    """Summary of a finished part; sums are over the headline metric of its blocks."""

    part: Part
    n_capped: int
    total: float
    total_of_squares: float


def headline_metric(scenario: Scenario) -> str:
    """Return the name of the headline metric: the shared score, or wins of the first policy.

    Where points are the aim, they take the place of wins. A single player, who always wins, has the
    rounds or turns of the game instead, or where they are not counted the points.
    """
    if scenario.game.cooperative:
        return SCORE
    if scenario.players == 1 and not scenario.game.is_for_points:
        columns = scenario.game.outcome_row.names or ()
        return next((clock for clock in ("rounds", "turns") if clock in columns), SCORE)
    seat_or_policy = _first_seat(scenario) if scenario.n_rotations == 1 else scenario.lineup[0]
    return f"{_unit(scenario) if scenario.game.is_for_points else 'wins'} of {seat_or_policy}"


def _unit(scenario: Scenario) -> str:
    return scenario.game.facts_under(scenario.rules).score.unit


def is_share(scenario: Scenario) -> bool:
    """Say whether the headline metric is a share of the wins."""
    return not scenario.game.is_for_points and scenario.players > 1


def _first_seat(scenario: Scenario) -> str:
    """Return the name of the seat that begins."""
    return scenario.game.facts_under(scenario.rules).seat_names(1)[0]


def block_values(scenario: Scenario, rows: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return the headline metric of each block, from rows in order of deal and rotation."""
    blocks = np.reshape(_values(scenario, rows), (-1, scenario.n_rotations))
    return np.asarray(blocks.mean(axis=1, dtype=np.float64))


def _values(scenario: Scenario, rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    if is_share(scenario):
        return _of_first(scenario, rows, "credit")
    if scenario.game.is_for_points and not scenario.game.cooperative:
        return _of_first(scenario, rows, SCORE)
    metric = headline_metric(scenario)
    is_of_seat = metric == SCORE and not scenario.game.cooperative
    return np.asarray(rows["seats"][SCORE][:, 0] if is_of_seat else rows[metric])


def _of_first(scenario: Scenario, rows: npt.NDArray[Any], column: str) -> npt.NDArray[Any]:
    """Return a column per seat of the first policy, or of seat 0 if all are alike."""
    values = rows["seats"][column][:, : scenario.players]
    if scenario.n_rotations == 1:
        return np.asarray(values[:, 0])
    is_first = np.array([str(policy) == str(scenario.lineup[0]) for policy in scenario.lineup])
    # as in `_policies` of tables.py: under rotation r, seat s has policy s + r
    turned = np.array([np.roll(is_first, -rotation) for rotation in range(scenario.n_rotations)])
    return np.asarray((values * turned[rows["rotation"]]).sum(axis=1) / is_first.sum())


def tally_of(part: Part, rows: npt.NDArray[Any]) -> Tally:
    """Return the summary of a part."""
    values = block_values(part.scenario, rows)
    n_capped = int((rows["finished"] == 0).sum())
    return Tally(part, n_capped, float(values.sum()), float((values**2).sum()))
