"""Share of games won by each victory type, by seat, by policy and by round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.band import CAPPED
from simlab.analysis.intervals import Interval, simultaneous_shares
from simlab.analysis.length import clocks
from simlab.analysis.question import answer, question, rows
from simlab.analysis.scenario_counts import FINISHED
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.win_rate import seat_names

Array = NDArray[Any]

METHOD = (
    "Share of all games; Clopper–Pearson intervals, 95 % for all ways of all seats, and the capped"
    " games, of a scenario together."
)
POLICY_METHOD = (
    "Share of all games, per seat of the policy; Clopper–Pearson intervals, 95 % for all ways of"
    " all"
    " policies, and the capped games, of a scenario together, with as many observations as blocks."
)
ROUND_METHOD = (
    "Share of all games; Clopper–Pearson intervals, 95 % for all ends in all rounds of a scenario"
    " together."
)


@question
def by_seat(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games that each seat wins by each victory type, capped games last."""
    return answer(line for s in _having(scenarios) for line in _by_seat(s, tables))


@question
def by_policy(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games that a seat of each policy wins by each victory type."""
    several = (s for s in _having(scenarios) if len(s.policies) > 1)
    return answer(line for s in several for line in _by_policy(s, tables))


@question
def by_round(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games by round and victory type, with capped games."""
    return answer(line for s in _having(scenarios) for line in _by_round(s, tables))


def _having(scenarios: tuple[Scenario, ...]) -> list[Scenario]:
    return [s for s in scenarios if s.facts.ends.winning]


def _by_seat(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    names = seat_names(scenario)
    wins = _wins(scenario, tables).sum(axis=1).T
    return _shared_out(scenario, tables, dict(zip(names, wins, strict=True)))


def _by_policy(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    seating, wins = tables.seating(scenario), _wins(scenario, tables)
    by_policy = {policy: wins[:, seating == policy].sum(axis=1) for policy in scenario.policies}
    for line in _shared_out(scenario, tables, by_policy):
        n_seats = max(scenario.lineup.count(line["who"]), 1)
        bounds = {name: line[name] / n_seats for name in ("estimate", "low", "high")}
        yield line | bounds


def _shared_out(scenario: Scenario, tables: Tables, wins: dict[str, Array]) -> list[dict[str, Any]]:
    """Return the share of games of each winner and victory type, and of capped games."""
    ways = scenario.facts.ends.labels.values()
    each = [{"who": who, "end": label} for who in wins for label in ways]
    won = np.concatenate(list(wins.values()))
    counts = np.append(won, tables.scenario_counts(scenario).n_capped)
    shares = simultaneous_shares(counts, per_block=scenario.rotations)
    return rows(scenario.keys, shares, [*each, {"who": CAPPED, "end": CAPPED}])


def _wins(scenario: Scenario, tables: Tables) -> Array:
    """Return the games won by each victory type, shape (types, rotations, seats)."""
    column, ways = scenario.facts.ends.column, scenario.facts.ends.labels
    parts = [
        [
            np.where(batch[column] == way, np.nan_to_num(batch["credit"]), 0).sum(axis=0)
            for way in ways
        ]
        for batch in tables.finished_seats(scenario, ["credit"], [column])
    ]
    return np.asarray(np.sum(parts, axis=0))


def _by_round(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    counts = _rounds_and_ends(scenario, tables)
    numbers = range(int(counts.index.min()), int(counts.index.max()) + 1)
    filled = counts.reindex(numbers, fill_value=0)
    each = [{"round": number, "end": end} for number in numbers for end in filled.columns]
    shares: Interval[Array] = simultaneous_shares(
        filled.to_numpy().ravel(), per_block=scenario.rotations
    )
    return rows(scenario.keys, shares, each)


def _rounds_and_ends(scenario: Scenario, tables: Tables) -> pd.DataFrame:
    """Return the number of games by final round (rows) and victory type (columns)."""
    column, clock = scenario.facts.ends.column, clocks(tables)[0]
    labels = scenario.facts.ends.labels
    parts = []
    for batch in tables.batches(scenario, "games", [clock, column, FINISHED]):
        is_finished = batch.column(FINISHED).to_numpy() == 1
        ways = pd.Series(batch.column(column).to_numpy()).map(labels)
        ends = ways.where(is_finished, CAPPED)
        parts.append(pd.crosstab(batch.column(clock).to_numpy(), ends))
    together = pd.concat(parts).fillna(0).groupby(level=0).sum()
    return together.reindex(columns=[*labels.values(), CAPPED], fill_value=0).astype(np.int64)
