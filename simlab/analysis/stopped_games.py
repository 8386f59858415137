"""Games stopped at the decision limit: how many, after how many decisions, and with what score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.counts import UNKNOWN, add, count
from simlab.analysis.question import answer, question, row
from simlab.analysis.scenario_counts import FINISHED, means_of_known
from simlab.analysis.tables import Scenario, Tables

Array = NDArray[Any]

DECISIONS = "decisions"


@question
def score_at_stop(tables: Tables) -> pd.DataFrame:
    """Return the mean score when games were stopped, of the seat with most points.

    `games` and `capped` count games; `decisions` is the most of any game, if they are counted.
    """
    return answer(_row_at_stop(scenario, tables) for scenario in tables.scenarios)


def _row_at_stop(scenario: Scenario, tables: Tables) -> dict[str, Any]:
    counts = tables.scenario_counts(scenario)
    finished = tables.batches(scenario, "games", [FINISHED])
    is_capped = [batch.column(FINISHED).to_numpy() == 0 for batch in finished]
    scores = list(_highest_scores(scenario, tables))
    mean = UNKNOWN
    if scores and counts.n_capped:
        pairs = zip(scores, is_capped, strict=True)
        mean = add(
            count(means_of_known(np.where(mask.reshape(-1, scenario.rotations), score, np.nan)))
            for score, mask in pairs
        ).mean()
    return row(
        scenario.keys,
        mean,
        games=counts.n_games,
        capped=counts.n_capped,
        decisions=_most_decisions(scenario, tables),
    )


def _most_decisions(scenario: Scenario, tables: Tables) -> int | None:
    if not tables.has(scenario, DECISIONS):
        return None
    batches = tables.batches(scenario, "games", [DECISIONS])
    return max(int(batch.column(DECISIONS).to_numpy().max()) for batch in batches)


def _highest_scores(scenario: Scenario, tables: Tables) -> Iterator[Array]:
    """Yield the score of the table, or the most points of a seat; shape (blocks, rotations)."""
    column = scenario.facts.score.column
    table = "games" if tables.is_cooperative else "seats"
    if column not in tables.columns(scenario, table):
        return
    if tables.is_cooperative:
        for batch in tables.batches(scenario, table, [column]):
            yield batch.column(column).to_numpy().reshape(-1, scenario.rotations)
    else:
        for scores in tables.seats(scenario, column):
            yield scores.max(axis=2)
