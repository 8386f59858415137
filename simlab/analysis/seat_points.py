"""Points of a seat in competitive games: the mean over all seats, and that of the winners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.counts import add, count
from simlab.analysis.question import answer, question, row
from simlab.analysis.scenario_counts import means_of_known
from simlab.analysis.tables import Scenario, Tables

Array = NDArray[Any]

METHOD = "Mean over the seats of finished games; Student’s t interval on blocks, 95 %."
SEAT, WINNER = "seat", "winner"
MARKS = (0, 1)
"""Points of a game that has none: 1 for who wins."""


@question
def points(tables: Tables) -> pd.DataFrame:
    """Return the mean points of a seat, and of a winner (`who`), where a game has points.

    `varies` says whether they differ between games.
    """
    having = (s for s in tables.scenarios if _column(s) in tables.columns(s, "seats"))
    return answer(line for scenario in having for line in _points(scenario, tables))


def _column(scenario: Scenario) -> str:
    return scenario.facts.score.column


def _points(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    batches = list(tables.finished_seats(scenario, [_column(scenario), "credit"]))
    scores = [batch[_column(scenario)] for batch in batches]
    if all(np.isin(seat_scores[~np.isnan(seat_scores)], MARKS).all() for seat_scores in scores):
        return
    of_winners = (
        (seat_scores * batch["credit"]).sum(axis=2)
        for seat_scores, batch in zip(scores, batches, strict=True)
    )
    of_seats = (seat_scores.mean(axis=2) for seat_scores in scores)
    for who, score_batches in ((SEAT, of_seats), (WINNER, of_winners)):
        blocks = add(count(means_of_known(score_batch)) for score_batch in score_batches)
        yield row(scenario.keys, blocks.mean(), who=who, varies=len(blocks.values) > 1)
