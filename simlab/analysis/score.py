"""Score of cooperative games: mean, median and distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.block_shares import quantile_of_games, shares_of_values
from simlab.analysis.control_variate import mean_with_control
from simlab.analysis.counts import Counts, add, count
from simlab.analysis.intervals import Interval
from simlab.analysis.luck import FEWEST_BLOCKS, as_played, mean_less_luck
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.tables import Scenario, Tables

MEAN_METHOD = "Mean of finished games; Student’s t interval on blocks, 95 %."
DISTRIBUTION_METHOD = (
    "Share of finished games at each whole number of points; Clopper–Pearson intervals,"
    " 95 % for all points of a scenario together."
)
HEADLINE_METRIC = "mean score"
MORE_DEALS = 2
"""The base of a search must have played this times as many deals for an adjustment."""
MOST_DEALS = 1_000_000
"""Deals of the base that are read: enough to know its mean, few enough for any memory."""


@question
def mean(tables: Tables) -> pd.DataFrame:
    """Return the mean score of each scenario."""
    return answer(_mean(scenario, tables) for scenario in tables.scenarios)


@question
def median(tables: Tables) -> pd.DataFrame:
    """Return the median score of each scenario."""
    return answer(
        row(s.keys, quantile_of_games(tables, s, column(s), 0.5)) for s in tables.scenarios
    )


@question
def distribution(tables: Tables) -> pd.DataFrame:
    """Return the share of games at each whole number of points."""
    return answer(line for s in tables.scenarios for line in _shares(s, tables))


def _mean(scenario: Scenario, tables: Tables) -> dict[str, Any]:
    """Return the mean score, adjusted if no game was capped: for luck where that was measured.

    That of a search is adjusted for its deals, if its base has played more of them.
    """
    played = mean_of(scenario, tables.blocks(scenario, column(scenario)))
    keys = {**scenario.keys, "number": HEADLINE_METRIC}
    if tables.scenario_counts(scenario).n_capped:
        return row(keys, played)
    score_facts, base = scenario.facts.score, base_of(scenario, tables)
    if tables.measures_luck:
        scores, luck = (_blocks(scenario, tables, name) for name in (column(scenario), "luck"))
        adjusted = mean_less_luck(scores, luck, score_facts.low, score_facts.high)
        return row(keys, adjusted, **as_played(played, adjusted))
    if base is None:
        return row(keys, played)
    scores = _blocks(scenario, tables, column(scenario))
    control = _blocks(base, tables, column(scenario), MOST_DEALS)
    adjusted = mean_with_control(scores, control, score_facts.low, score_facts.high)
    return row(
        keys,
        adjusted,
        **as_played(played, adjusted, f"the luck of its deals, known from {base.entry}"),
    )


def base_of(scenario: Scenario, tables: Tables) -> Scenario | None:
    """Return where the base of a search has all seats and plays the same deals and more, if any.

    It has the same rules, and no game of it was capped. With several, it is that with most games. A
    search with too few games to be adjusted has none.
    """
    policies = {policy["written"]: policy for policy in scenario.described["lineup"]}
    base = next(iter(policies.values()))["base"]
    is_enough = tables.scenario_counts(scenario).n_blocks >= FEWEST_BLOCKS
    if len(policies) > 1 or not base or not is_enough:
        return None
    known = [s for s in tables.scenarios if _is_of_base(s, scenario, base)]
    counts = {s.name: tables.scenario_counts(s) for s in known}
    by_games = {counts[s.name].n_games: s for s in known if not counts[s.name].n_capped}
    most = max(by_games, default=0)
    is_known = most >= MORE_DEALS * tables.scenario_counts(scenario).n_games
    return by_games[most] if is_known else None


def _is_of_base(scenario: Scenario, search: Scenario, base: str) -> bool:
    """Say whether a policy of this name has all seats, under the rules of a search."""
    same = ("players", "patch", "data")
    has_rules = all(scenario.described.get(key) == search.described.get(key) for key in same)
    return has_rules and {policy["name"] for policy in scenario.described["lineup"]} == {base}


def _blocks(scenario: Scenario, tables: Tables, name: str, most: int | None = None) -> NDArray[Any]:
    """Return the mean of a column in each block, over all its games; of the first blocks only."""
    block_means, n_blocks = [], 0
    for batch in tables.batches(scenario, "games", [name]):
        block_means.append(
            batch.column(name).to_numpy().reshape(-1, scenario.rotations).mean(axis=1)
        )
        n_blocks += len(block_means[-1])
        if most is not None and n_blocks >= most:
            break
    return np.asarray(np.concatenate(block_means)[:most])


def best(tables: Tables, scenario: Scenario) -> int | None:
    """Return the highest score seen, or None where no game was finished."""
    scores = tables.games(scenario, column(scenario)).values
    return int(scores[-1]) if len(scores) else None


def mean_of(scenario: Scenario, scores: Counts) -> Interval[float]:
    """Return the mean score of some blocks, within the range that the facts give.

    METHODS.md: Means within a range.
    """
    return scores.mean(scenario.facts.score.low, scenario.facts.score.high)


def column(scenario: Scenario) -> str:
    """Return the name of the column that holds the shared score."""
    return scenario.facts.score.column


def _shares(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    name = column(scenario)
    points = possible_scores(scenario, tables.games(scenario, name))
    shares = shares_of_values(tables, scenario, name, points)
    return rows(scenario.keys, shares, [{"points": int(point)} for point in points])


def possible_scores(scenario: Scenario, scores: Counts) -> NDArray[Any]:
    """Return all possible scores, from the lowest to the highest; without limits, those seen."""
    score_facts = scenario.facts.score
    limits = [limit for limit in (score_facts.low, score_facts.high) if limit is not None]
    return add([scores, count(np.array(limits, dtype=np.int64))]).fill_gaps().values
