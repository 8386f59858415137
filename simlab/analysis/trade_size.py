"""Trade sizes: distribution, amount moved, and association with wins and game length.

A game names a timeline column with the size of the round's trade, one with the amount moved so far,
and columns of its games with the number of trades of each size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis import win_rate
from simlab.analysis.counts import add, count
from simlab.analysis.length import clocks
from simlab.analysis.moments import (
    Estimates,
    Part,
    join_estimates,
    means_among,
    moments_of,
    rate_differences,
)
from simlab.analysis.question import answer, question, rows
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.timeline import round_gains

Array = NDArray[Any]

METHOD = (
    "Share of the trades of a game, mean over finished games; score intervals from the sums of"
    " blocks, 95 % for all sizes of a scenario together."
)
MOVED_METHOD = (
    "Mean over the rounds with a trade of this size, in the games whose rounds are kept; t interval"
    " from the sums of deals, 95 %, each by itself."
)
WINS_METHOD = (
    "Win credit in finished games whose trades are larger on average than in half of them, less"
    " that in all others; score intervals from the sums of blocks, 95 % for all rows of a scenario"
    " together. It is an association, not an effect."
)
LENGTH_METHOD = (
    "Mean length of finished games whose trades are larger on average than in half of them, less"
    " that of all others; t interval from the sums of blocks, 95 %. It is an association, not an"
    " effect."
)


@question
def sizes(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of a game's trades of each size that occurs."""
    return answer(line for s in _with_trades(scenarios) for line in _sizes(s, tables))


@question
def amount_by_size(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the mean amount moved in a trade of each size."""
    return answer(line for s in _with_trades(scenarios) for line in _amount_rows(s, tables))


@question
def wins(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the win rate in games with large trades minus that in other games, as `who`.

    `size` is the mean trade size above which a game has large trades: the median.
    """
    return answer(line for s in _with_trades(scenarios) for line in _wins(s, tables))


@question
def lengths(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the length of games with large trades minus that of others; `size` as for wins."""
    return answer(line for s in _with_trades(scenarios) for line in _lengths(s, tables))


def _with_trades(scenarios: tuple[Scenario, ...]) -> list[Scenario]:
    return [scenario for scenario in scenarios if scenario.facts.trades.counts]


def _sizes(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    columns = scenario.facts.trades.counts

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, ["credit"], list(columns)):
            total = np.sum([batch[name] for name in columns], axis=0)
            # a game without a trade has a share of 0 of each size
            yield [batch[name] / np.maximum(total, 1) for name in columns], [_is_known(batch)]

    (estimates,) = means_among(parts(), len(columns))
    occurring = np.flatnonzero(estimates.values > 0)
    if not occurring.size:
        return []
    shares = rows(
        scenario.keys,
        estimates.rates(scenario.rotations, family=len(occurring)),
        [{"size": size} for size in columns.values()],
    )
    return [shares[index] for index in occurring]


def _is_known(batch: Mapping[str, Array]) -> Array:
    """Return which games were finished, shape (blocks, rotations, 1)."""
    return np.asarray(~np.isnan(batch["credit"][:, :, :1]))


def _amount_rows(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    size, moved = scenario.facts.trades.column, scenario.facts.trades.moved
    rounds = round_gains(scenario, tables, (moved,), (size,))
    if rounds.empty:
        return []
    by_deal = rounds.groupby(["deal", size])[moved]
    numbers, amounts = (totals.unstack(fill_value=0) for totals in (by_deal.count(), by_deal.sum()))
    n = len(numbers.columns)
    moments = moments_of([np.hstack([numbers.to_numpy(float), amounts.to_numpy(float)])])
    means = moments.ratios(np.arange(n, 2 * n), np.arange(n)).means(low=0)
    return rows(scenario.keys, means, [{"size": int(size)} for size in numbers.columns])


def _wins(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    middle, whose = _middle(scenario, tables), win_rate.seat_masks(scenario, tables)

    def parts() -> Iterator[Part]:
        for batch, is_large in _halves(scenario, tables, middle):
            halves = (is_large, ~is_large)
            yield [batch["credit"]], [half & mask for half in halves for mask in whose.values()]

    credits = means_among(parts(), 1)
    large, small = join_estimates(credits[: len(whose)]), join_estimates(credits[len(whose) :])
    if not _are_both(large, small):
        return []
    differences = rate_differences(large, small, _per_block(scenario, tables), len(whose))
    return rows(scenario.keys, differences, [{"who": who, "size": middle} for who in whose])


def _lengths(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    middle, clock = _middle(scenario, tables), clocks(tables)[0]

    def parts() -> Iterator[Part]:
        for batch, is_large in _halves(scenario, tables, middle, clock):
            is_known = _is_known(batch)
            yield [batch[clock]], [is_large & is_known, ~is_large & is_known]

    large, small = means_among(parts(), 1)
    if not _are_both(large, small):
        return []
    return rows(scenario.keys, (large - small).means(), [{"clock": clock, "size": middle}])


def _are_both(large: Estimates, small: Estimates) -> bool:
    return bool(large.counts.all() and small.counts.all())


def _per_block(scenario: Scenario, tables: Tables) -> int:
    """Return the largest number of places of one policy, or of one seat, in a block."""
    return max(int(mask.sum()) for mask in win_rate.seat_masks(scenario, tables).values())


def _halves(
    scenario: Scenario, tables: Tables, middle: float, *of_games: str
) -> Iterator[tuple[Mapping[str, Array], Array]]:
    """Yield the seats and which games have large trades, shape (blocks, rotations, 1)."""
    columns = scenario.facts.trades.counts
    for batch in tables.finished_seats(scenario, ["credit"], [*columns, *of_games]):
        yield batch, _mean_size(batch, columns) > middle


def _middle(scenario: Scenario, tables: Tables) -> float:
    """Return the median over finished games of the mean trade size."""
    columns = scenario.facts.trades.counts
    mean_sizes = (
        _mean_size(batch, columns)[_is_known(batch)]
        for batch in tables.finished_seats(scenario, ["credit"], list(columns))
    )
    seen = add(map(count, mean_sizes))
    return float(seen.quantile(0.5).estimate)


def _mean_size(batch: Mapping[str, Array], columns: Mapping[str, int]) -> Array:
    n_trades = np.sum([batch[name] for name in columns], axis=0)
    amount = np.sum([size * batch[name] for name, size in columns.items()], axis=0)
    return np.asarray(amount / np.maximum(n_trades, 1))
