"""Share of games by reason of their end, and share of capped games."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.band import CAPPED
from simlab.analysis.intervals import clopper_pearson, simultaneous_shares
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.tables import Scenario, Tables

METHOD = "Share of all games; Clopper–Pearson intervals, 95 % for all ends of a scenario together."


@question
def end(tables: Tables) -> pd.DataFrame:
    """Return the share of games by reason of their end, capped games last."""
    having = (s for s in tables.scenarios if s.facts.ends.column)
    return answer(line for s in having for line in _ends(s, tables))


@question
def capped(tables: Tables) -> pd.DataFrame:
    """Return the share of games stopped at the decision limit."""
    return answer(_capped(s, tables) for s in tables.scenarios)


def _ends(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    ends = scenario.facts.ends
    finished = tables.games(scenario, ends.column).of(list(ends.labels))
    counts = [*finished, tables.scenario_counts(scenario).n_capped]
    labels = [*ends.labels.values(), CAPPED]
    shares = simultaneous_shares(counts, per_block=scenario.rotations)
    return rows(scenario.keys, shares, [{"end": label} for label in labels])


def _capped(scenario: Scenario, tables: Tables) -> dict[str, Any]:
    totals = tables.scenario_counts(scenario)
    # conservative: each game counts 1 / rotations, as if all games of a block agreed
    share = clopper_pearson(totals.n_capped / scenario.rotations, totals.n_blocks)
    return row(scenario.keys, share, games=totals.n_games, capped=totals.n_capped)
