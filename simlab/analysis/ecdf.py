"""Empirical distribution function of scores: share of games that reach each score, with a band."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.block_shares import band_of_games
from simlab.analysis.intervals import Interval
from simlab.analysis.question import answer, question, rows
from simlab.analysis.score import column, possible_scores
from simlab.analysis.tables import Scenario, Tables

METHOD = (
    "Share of finished games that reach a score, one minus the distribution function;"
    " Dvoretzky-Kiefer-Wolfowitz band, 95 % for all scores of a scenario together."
)


@question
def ecdf(tables: Tables) -> pd.DataFrame:
    """Return the share of games that reach at least each whole number of points."""
    return answer(line for s in tables.scenarios for line in _ecdf_rows(s, tables))


def _ecdf_rows(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    name = column(scenario)
    scores = tables.games(scenario, name)
    if scores.n < scenario.rotations:
        return []
    points = possible_scores(scenario, scores)
    at_most = np.append(points[0] - 1, points)
    _, share, low, high, n = band_of_games(tables, scenario, name, at_most)
    reaching = Interval(1 - share[:-1], 1 - high[:-1], 1 - low[:-1], n)
    return rows(scenario.keys, reaching, [{"points": int(point)} for point in points])
