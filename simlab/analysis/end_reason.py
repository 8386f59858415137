"""Share of games by reason of their end, and share of capped games."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from simlab.analysis.band import CAPPED
from simlab.analysis.block_shares import is_finished, shares_of_games
from simlab.analysis.design_effect import UNKNOWN
from simlab.analysis.intervals import rate_of_games
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.scenario_counts import FINISHED
from simlab.analysis.tables import Scenario, Tables

Array = NDArray[Any]

METHOD = "Share of all games; Clopper–Pearson intervals, 95 % for all ends of a scenario together."


@question
def end(tables: Tables) -> pd.DataFrame:
    """Return the share of games by reason of their end, capped games last."""
    having = (s for s in tables.scenarios if s.facts.ends.column)
    return answer(line for s in having for line in _ends(s, tables))


@question
def cap_rate(tables: Tables) -> pd.DataFrame:
    """Return the share of games stopped at the decision limit.

    Where games end in several ways its interval is the one among the ends, so that a page shows one
    interval for it.
    """
    return answer(_cap_row(s, tables) for s in tables.scenarios)


def end_of(scenario: Scenario, batch: pa.Table) -> Array:
    """Return the place of each game's end among the labels of the facts; capped games are last."""
    ends = scenario.facts.ends
    reasons, values = batch.column(ends.column).to_numpy(), list(ends.labels)
    is_end = [~is_finished(batch), *(reasons == value for value in values)]
    return np.select(is_end, [len(values), *range(len(values))], UNKNOWN)


def _ends(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    ends = scenario.facts.ends
    labels = [*ends.labels.values(), CAPPED]
    shares = shares_of_games(
        tables, scenario, [ends.column], partial(end_of, scenario), len(labels)
    )
    return rows(scenario.keys, shares, [{"end": label} for label in labels])


def _cap_row(scenario: Scenario, tables: Tables) -> dict[str, Any]:
    totals = tables.scenario_counts(scenario)
    counts = {"games": totals.n_games, "capped": totals.n_capped}
    if scenario.facts.ends.column:
        share = {key: value for key, value in _ends(scenario, tables)[-1].items() if key != "end"}
        return {**share, **counts}
    capped = (
        (~is_finished(batch)).reshape(-1, scenario.rotations)
        for batch in tables.batches(scenario, "games", [FINISHED])
    )
    return row(scenario.keys, rate_of_games(capped), **counts)
