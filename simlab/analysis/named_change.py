"""Changes that the answer of a sweep names, with other policies in all seats.

The games are in a run within the run folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from simlab.analysis.assumption import inner_tables
from simlab.analysis.games import Games
from simlab.analysis.metric import Metric, find_metric, metrics_of
from simlab.analysis.question import Row, answer, question
from simlab.analysis.rule_comparison import Comparison, compare, sides_of
from simlab.analysis.sweep import sweep_effects
from simlab.analysis.tables import Tables
from simlab.errors import InputError
from simlab.experiment.run_folder import OTHER_PLAYERS

METHOD = (
    "The line-up as in the table of all sets of rules. Other policies, who play fewer games: blocks"
    " of the same deals by both sets of rules, 95 % for all policies of a row together"
    " (Bonferroni)."
)


@question
def elsewhere(tables: Tables) -> pd.DataFrame:
    """Return the effect of each change with each other policy, as `rule_comparison.compare` does.

    `scenario` is the set of rules in the sweep, `policy` who plays it. Policies to whose games the
    metric does not apply have no row.
    """
    other_tables = inner_tables(tables, OTHER_PLAYERS)
    return answer(_effects(tables, other_tables) if other_tables else [])


def _effects(tables: Tables, other_tables: Tables) -> Iterator[Row]:
    metrics = {effects.players: effects.metric for effects in sweep_effects(tables)}
    described = other_tables.study["others"]
    by_name = {scenario.name: scenario for scenario in other_tables.scenarios}
    changed = [description["changed"] for description in described]
    for description in described:
        pair = Comparison(*(by_name[name] for name in description["pair"]))
        family = changed.count(description["changed"])
        for row in _comparison_rows(other_tables, pair, metrics[pair.players], family):
            keys = {"scenario": description["changed"], "players": pair.players}
            yield {**keys, "entry": pair.changed.entry, "policy": description["policy"], **row}


def _comparison_rows(
    other_tables: Tables, pair: Comparison, metric: Metric, family: int
) -> list[Row]:
    """Return the row of a metric, if it applies to the games of another policy."""
    sides = sides_of(other_tables, pair)
    try:
        same = [find_metric(metric.name, metrics_of(pair.unchanged.facts, sides[0]))]
    except InputError:  # it is about a policy that does not play
        return []
    if not _applies(same[0], sides):
        return []
    return list(compare(same, sides, [family]).T.to_dict().values())


def _applies(metric: Metric, sides: Sequence[Games]) -> bool:
    """Whether a metric has a value by both sets of rules in any block."""
    values = np.stack([metric.of(games) for games in sides])
    return bool((~np.isnan(values)).all(axis=0).any())
