"""Share of games won by each victory type, by seat, by policy and by round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from simlab.analysis.band import CAPPED
from simlab.analysis.block_shares import shares_of_blocks, shares_of_games
from simlab.analysis.counts import add, count
from simlab.analysis.design_effect import UNKNOWN
from simlab.analysis.end_reason import end_of
from simlab.analysis.length import clocks
from simlab.analysis.question import answer, question, rows
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.win_rate import seat_names

Array = NDArray[Any]

METHOD = (
    "Share of all games; Clopper–Pearson intervals, 95 % for all ways of all seats, and the capped"
    " games, of a scenario together."
)
POLICY_METHOD = (
    "Share of all games, per seat of the policy; Clopper–Pearson intervals, 95 % for all ways of"
    " all policies, and the capped games, of a scenario together."
)
ROUND_METHOD = (
    "Share of all games; Clopper–Pearson intervals, 95 % for all ends in all rounds of a scenario"
    " together."
)


@question
def by_seat(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games that each seat wins by each victory type, capped games last."""
    return answer(line for s in _with_victory_types(scenarios) for line in _by_seat(s, tables))


@question
def by_policy(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games that a seat of each policy wins by each victory type."""
    mixed = (s for s in _with_victory_types(scenarios) if len(s.policies) > 1)
    return answer(line for s in mixed for line in _by_policy(s, tables))


@question
def by_round(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games by round and victory type, with capped games."""
    return answer(line for s in _with_victory_types(scenarios) for line in _by_round(s, tables))


def _with_victory_types(scenarios: tuple[Scenario, ...]) -> list[Scenario]:
    return [s for s in scenarios if s.facts.ends.winning]


def _by_seat(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    seats = np.arange(scenario.players)
    shape = (scenario.rotations, scenario.players)
    masks = {
        name: np.broadcast_to(seats == seat, shape)
        for seat, name in enumerate(seat_names(scenario))
    }
    return _winner_shares(scenario, tables, masks)


def _by_policy(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    seating = tables.seating(scenario)
    masks = {policy: seating == policy for policy in scenario.policies}
    for line in _winner_shares(scenario, tables, masks):
        n_seats = max(scenario.lineup.count(line["who"]), 1)
        bounds = {name: line[name] / n_seats for name in ("estimate", "low", "high")}
        yield line | bounds


def _winner_shares(
    scenario: Scenario, tables: Tables, masks: dict[str, Array]
) -> list[dict[str, Any]]:
    """Return the share of games of each winner and victory type, and of capped games.

    `masks` are those of the seats of each winner in a block, shape (rotations, seats).
    """
    ways = scenario.facts.ends.labels.values()
    row_keys = [{"who": who, "end": label} for who in masks for label in ways]
    shares = shares_of_blocks(_wins(scenario, tables, masks), scenario.rotations)
    return rows(scenario.keys, shares, [*row_keys, {"who": CAPPED, "end": CAPPED}])


def _wins(scenario: Scenario, tables: Tables, masks: dict[str, Array]) -> Iterator[Array]:
    """Yield the games of each winner and victory type, and the capped ones, in each block."""
    column, ways = scenario.facts.ends.column, scenario.facts.ends.labels
    for batch in tables.finished_seats(scenario, ["credit"], [column]):
        is_capped = np.isnan(batch["credit"]).all(axis=2)
        credits = np.nan_to_num(batch["credit"])
        won = [
            np.where((batch[column] == way) & mask, credits, 0).sum(axis=(1, 2))
            for mask in masks.values()
            for way in ways
        ]
        yield np.stack([*won, is_capped.sum(axis=1)], axis=1)


def _by_round(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    clock, column = clocks(tables)[0], scenario.facts.ends.column
    ends = [*scenario.facts.ends.labels.values(), CAPPED]
    batches = tables.batches(scenario, "games", [clock])
    numbers = add(count(batch.column(clock).to_numpy()) for batch in batches).fill_gaps().values

    def round_and_end(batch: pa.Table) -> Array:
        rounds, own_ends = batch.column(clock).to_numpy() - numbers[0], end_of(scenario, batch)
        return np.where(own_ends == UNKNOWN, UNKNOWN, rounds * len(ends) + own_ends)

    row_keys = [{"round": int(number), "end": end} for number in numbers for end in ends]
    return rows(
        scenario.keys,
        shares_of_games(tables, scenario, [clock, column], round_and_end, len(row_keys)),
        row_keys,
    )
