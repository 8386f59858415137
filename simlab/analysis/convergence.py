"""Running mean of the headline metric by number of games played, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count as counting
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis import score, seat_result, win_rate
from simlab.analysis.counts import Counts, add, count
from simlab.analysis.intervals import Interval, simultaneous_means
from simlab.analysis.question import answer, question, row
from simlab.analysis.scenario_counts import FINISHED, block_means
from simlab.analysis.tables import Scenario, Tables

Array = NDArray[Any]

METHOD = (
    "Mean of the first games: of scores with Student’s t interval on blocks, of wins with the score"
    " interval, 95 %. Each interval is for a reader who looks at that number of games only;"
    " stopping at the first interval that pleases errs more often than one time in twenty."
    " It is for this number by itself, so the last one is narrower than where all seats or policies"
    " hold together."
)


@question
def convergence(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the mean of the first blocks of each scenario, at 20, 50, 100, 200 … and all.

    The metric is the score in cooperative games, else the win credit of the first policy of the
    line-up, or of the first seat where all policies are alike; its points where these are the aim.
    `games` counts the games so far.
    """
    return answer(line for s in scenarios for line in _cumulative_rows(s, tables))


def _cumulative_rows(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    name = _name(scenario, tables)
    for counts in cumulative_counts(headline_blocks(scenario, tables)):
        games = counts.n * scenario.rotations
        interval = score.mean_of(scenario, counts) if tables.is_for_points else share_of(counts)
        yield row(scenario.keys, interval, games=games, number=name)


def _name(scenario: Scenario, tables: Tables) -> str:
    if tables.is_cooperative:
        return score.HEADLINE_METRIC
    return f"{seat_result.quantity(tables)} of {win_rate.whose(scenario)}"


def share_of(credits: Counts) -> Interval[float]:
    """Return the mean win credit of the first blocks, with a width also if nobody ever won.

    METHODS.md: The first games.
    """
    if not credits.n:
        return credits.mean()
    mean, low, high = (
        float(end[0]) for end in simultaneous_means(credits.values[:, None], credits.counts)[:3]
    )
    return Interval(mean, low, high, credits.n)


def headline_blocks(scenario: Scenario, tables: Tables) -> Iterator[Array]:
    """Yield the headline metric of each block, in order of deal."""
    if not tables.is_cooperative:
        yield from _results(scenario, tables)
        return
    name = score.column(scenario)
    for batch in tables.batches(scenario, "games", [name, FINISHED]):
        is_finished = batch.column(FINISHED).to_numpy() == 1
        yield block_means(batch.column(name), is_finished, scenario.rotations)


def cumulative_counts(batches: Iterable[Array]) -> Iterator[Counts]:
    """Yield the counts of the first values, at each look and at the end."""
    looks = _looks()
    look = next(looks)
    so_far = count(np.zeros(0))
    for batch in batches:
        rest = batch
        while so_far.n + len(rest) > look:
            room = look - so_far.n
            so_far = add([so_far, count(rest[:room])])
            yield so_far
            rest, look = rest[room:], next(looks)
        so_far = add([so_far, count(rest)])
    yield so_far


def _results(scenario: Scenario, tables: Tables) -> Iterator[Array]:
    column = "score" if tables.is_for_points else "credit"
    if len(scenario.policies) > 1:
        return (blocks[:, 0] for blocks in win_rate.policy_blocks(scenario, tables, column))
    return (results[:, :, 0].mean(axis=1) for results in tables.seats(scenario, column))


def _looks() -> Iterator[int]:
    """Yield 20, 50, 100, 200, 500 and so on."""
    return (digit * 10**power for power in counting(1) for digit in (2, 5, 10))
