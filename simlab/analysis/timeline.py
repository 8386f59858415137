"""Timeline: columns by round, as means, bands, standings, gains and holders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.block_shares import shares_of_blocks
from simlab.analysis.intervals import mean_t
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.scenario_counts import FINISHED, PLACES
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.win_rate import seat_names

Array = NDArray[Any]

METHOD = (
    "Over the games that still went on, of those whose rounds are kept: the mean with Student’s"
    " t interval on blocks, 95 %, each round by itself; the bands hold the middle 50 % and 90 % of"
    " the games and are no intervals."
)
HOLDERS_METHOD = (
    "Share of the games that still went on, of those whose rounds are kept; Clopper–Pearson"
    " intervals, 95 % for all seats after one round together."
)
NOBODY = "nobody"
GAME = ("deal", "rotation")
"""Columns that tell a game."""
BANDS = {"p5": 0.05, "p25": 0.25, "p75": 0.75, "p95": 0.95}


@question
def timeline(tables: Tables, column: str, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return mean and quantile bands of a column at the end of each round.

    `games` is the number of games still going on, `finished` that of those which end before the
    limit, `p5` to `p95` are quantiles over them.
    """
    return answer(line for s in scenarios for line in _rounds(s, tables, column))


@question
def standings(
    tables: Tables, columns: tuple[str, ...], scenarios: tuple[Scenario, ...]
) -> pd.DataFrame:
    """Return the mean by round of the largest of several columns, of the second largest …

    `place` is 1 for the largest; columns of empty seats are left out.
    """
    return answer(line for s in scenarios for line in _standings(s, tables, columns))


@question
def by_seat(
    tables: Tables, columns: tuple[str, ...], scenarios: tuple[Scenario, ...]
) -> pd.DataFrame:
    """Return mean and bands by round of a column for each seat, `who`."""
    return answer(
        {**line, "who": who}
        for s in scenarios
        for who, column in zip(seat_names(s), columns, strict=False)
        for line in _rounds(s, tables, column)
    )


@question
def gains(
    tables: Tables, columns: tuple[str, ...], scenarios: tuple[Scenario, ...]
) -> pd.DataFrame:
    """Return the increase of each cumulative column, `what`, in each round."""
    return answer(line for s in scenarios for line in _gains(s, tables, columns))


@question
def holders(
    tables: Tables, columns: tuple[str, ...], scenarios: tuple[Scenario, ...]
) -> pd.DataFrame:
    """Return the share of games in which each seat, `who`, holds each column after each round."""
    return answer(line for s in scenarios for line in _holders(s, tables, columns))


def round_gains(
    scenario: Scenario, tables: Tables, columns: Sequence[str], further_columns: Sequence[str] = ()
) -> pd.DataFrame:
    """Return the recorded rounds, with some columns as increases since the last round."""
    rounds = _read_rounds(scenario, tables, [*columns, *further_columns])
    numbers = rounds[list(columns)]
    gains = numbers.groupby([rounds["deal"], rounds["rotation"]]).diff()
    # the first round of a game has gained what it has
    return rounds.assign(**gains.fillna(numbers))


def _gains(
    scenario: Scenario, tables: Tables, columns: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    rounds = round_gains(scenario, tables, columns)
    for column in columns:
        for number, games in rounds.groupby("rounds"):
            key = {"round": number, "what": column}
            yield _round(scenario, key, games, games[column].to_numpy())


def _holders(
    scenario: Scenario, tables: Tables, columns: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    rounds, names = _read_rounds(scenario, tables, columns), seat_names(scenario)
    for number, games in rounds.groupby("rounds"):
        for column in columns:
            shares = shares_of_blocks(
                [_holder_counts(games, column, len(names))], scenario.rotations
            )
            key = {"round": number, "what": column, **_games(games)}
            row_keys = [{**key, "who": who} for who in [*names, NOBODY]]
            yield from rows(scenario.keys, shares, row_keys)


def _holder_counts(rounds: pd.DataFrame, column: str, players: int) -> Array:
    """Return the number of games in which each seat, then nobody, holds a column, by deal."""
    # nobody has the number after the last seat
    holders = rounds[column].fillna(players).astype(np.int64)
    held = pd.crosstab(rounds["deal"], holders)
    return held.reindex(columns=range(players + 1), fill_value=0).to_numpy()


def _standings(
    scenario: Scenario, tables: Tables, columns: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    rounds = _read_rounds(scenario, tables, columns)
    seated = rounds.dropna(axis="columns", how="all").columns.intersection(list(columns))
    sorted_ = -np.sort(-rounds[seated].to_numpy(), axis=1)
    by_round = rounds.groupby("rounds").indices
    for rank in range(len(seated)):
        for number, indices in by_round.items():
            key = {"round": number, "place": rank + 1}
            yield _round(scenario, key, rounds.iloc[indices], sorted_[indices, rank])


def _read_rounds(scenario: Scenario, tables: Tables, columns: Sequence[str]) -> pd.DataFrame:
    """Return the recorded rounds with some columns, and whether their game finished."""
    names = [*GAME, "rounds", *columns]
    batches = [batch.to_pandas() for batch in tables.batches(scenario, "timeline", names)]
    if not batches:
        return pd.DataFrame({name: [] for name in [*names, FINISHED]})
    rounds: pd.DataFrame = pd.concat(batches)
    games = pd.concat(b.to_pandas() for b in tables.batches(scenario, "games", PLACES))
    finished = games.set_index([*GAME])[FINISHED].reindex(pd.MultiIndex.from_frame(rounds[[*GAME]]))
    rounds[FINISHED] = finished.to_numpy()
    return rounds


def _rounds(scenario: Scenario, tables: Tables, column: str) -> list[dict[str, Any]]:
    by_round = _read_rounds(scenario, tables, [column]).groupby("rounds")
    return [
        _round(scenario, {"round": number}, rows, rows[column].to_numpy())
        for number, rows in by_round
    ]


def _round(
    scenario: Scenario, key: dict[str, Any], games: pd.DataFrame, values: Array
) -> dict[str, Any]:
    """Return the row of one round: `games` are those that reach it, with their values."""
    blocks = values if scenario.rotations == 1 else _block_means(values, games["deal"].to_numpy())
    # values that occur: a count of 2.5 would look like an estimate
    bands = np.quantile(values, list(BANDS.values()), method="inverted_cdf").tolist()
    numbers = dict(zip(BANDS, bands, strict=True))
    low = 0 if values.min() >= 0 else None
    return row(scenario.keys, mean_t(blocks, low=low), **key, **_games(games), **numbers)


def _games(games: pd.DataFrame) -> dict[str, int]:
    """Return how many games reach a round, and how many of them were not capped later."""
    return {"games": len(games), FINISHED: int(games[FINISHED].sum())}


def _block_means(values: Array, deals: Array) -> Array:
    """Return the mean over the games of each deal, in any order."""
    _, block = np.unique(deals, return_inverse=True)
    return np.bincount(block, values) / np.bincount(block)
