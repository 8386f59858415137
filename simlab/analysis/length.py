"""Game length: mean, median and survival curve, with capped games treated as censored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.counts import add, count
from simlab.analysis.design_effect import design_effects
from simlab.analysis.intervals import Interval, wilson
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.scenario_counts import FINISHED
from simlab.analysis.survival import Lifetimes, kaplan_meier, median_of
from simlab.analysis.tables import Scenario, Tables
from simlab.experiment.game_length import CLOCKS

Array = NDArray[Any]

SURVIVAL_METHOD = (
    "Kaplan–Meier estimate of the share of games that last longer; intervals from Greenwood’s"
    " variance, 95 %, each length by itself, wider as the games of a block agree. Capped games"
    " count for as long as they were played."
)
PIECE_BLOCKS = 2_000
"""Blocks whose influence on every length is held at once."""


@question
def length(tables: Tables) -> pd.DataFrame:
    """Return the mean of each of the game's clocks, and how many games were capped.

    With capped games it is the restricted mean, up to the longest game seen.
    """
    return answer(_length(s, tables, clock) for s in tables.scenarios for clock in clocks(tables))


@question
def median(tables: Tables, clock: str) -> pd.DataFrame:
    """Return the median length, and the longest length seen, `followed`."""
    return answer(_median(s, tables, clock) for s in tables.scenarios)


@question
def survival(tables: Tables, clock: str, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the survival curve: share of games longer than each number of rounds or turns."""
    return answer(line for s in scenarios for line in _lifetime_rows(s, tables, clock))


def clocks(tables: Tables) -> list[str]:
    """Return the clocks that the game keeps; one that it declares and never moves is none."""
    first = tables.scenarios[0]
    declared = [clock for clock in CLOCKS if tables.has(first, clock)]
    return [clock for clock in declared if _moves(tables, clock)] or declared[-1:]


def _moves(tables: Tables, clock: str) -> bool:
    """Return whether a clock moves in some finished game; where none is finished, it may."""
    lengths = [tables.games(scenario, clock).values for scenario in tables.scenarios]
    return any(values.any() for values in lengths) or not any(map(len, lengths))


def _length(scenario: Scenario, tables: Tables, clock: str) -> dict[str, Any]:
    n_capped = tables.scenario_counts(scenario).n_capped
    # without capped games the plain mean is the same number at a fraction of the cost
    plain = tables.blocks(scenario, clock)
    mean = _mean(scenario, tables, clock) if n_capped else plain.mean(low=0)
    return row(scenario.keys, mean, clock=clock, capped=n_capped)


def _mean(scenario: Scenario, tables: Tables, clock: str) -> Interval[float]:
    lifetimes = _lifetimes(scenario, tables, clock)
    if_ended, if_capped = lifetimes.influence()
    batch_counts = []
    for lengths, is_capped in _games(scenario, tables, clock):
        index = np.searchsorted(lifetimes.lengths, lengths)
        moved = np.where(is_capped, if_capped[index], if_ended[index])
        batch_counts.append(count(moved.reshape(-1, scenario.rotations).mean(axis=1)))
    _, low, high, n = add(batch_counts).mean(low=-lifetimes.mean)
    return Interval(lifetimes.mean, lifetimes.mean + low, lifetimes.mean + high, n)


def _median(scenario: Scenario, tables: Tables, clock: str) -> dict[str, Any]:
    lifetimes = _lifetimes(scenario, tables, clock)
    half = median_of(lifetimes, _curve(scenario, tables, clock, lifetimes))
    return row(scenario.keys, half, clock=clock, followed=int(lifetimes.lengths[-1]))


def _lifetime_rows(scenario: Scenario, tables: Tables, clock: str) -> list[dict[str, Any]]:
    lifetimes = _lifetimes(scenario, tables, clock)
    all_last = wilson(lifetimes.n // scenario.rotations, lifetimes.n // scenario.rotations)
    row_keys = [{clock: int(value)} for value in lifetimes.lengths]
    return [
        row(scenario.keys, all_last, **{clock: int(lifetimes.lengths[0]) - 1}),
        *rows(scenario.keys, _curve(scenario, tables, clock, lifetimes), row_keys),
    ]


def _curve(scenario: Scenario, tables: Tables, clock: str, lifetimes: Lifetimes) -> Interval[Array]:
    if scenario.rotations == 1:
        return kaplan_meier(lifetimes)
    effects = _effects(scenario, tables, clock, lifetimes)
    return kaplan_meier(lifetimes, per_block=scenario.rotations, effects=effects)


def _effects(scenario: Scenario, tables: Tables, clock: str, lifetimes: Lifetimes) -> Array:
    """Return the design effect of the share of longer games, at each length."""
    squares = np.zeros(len(lifetimes.lengths))
    step = PIECE_BLOCKS * scenario.rotations
    for lengths, is_capped in _games(scenario, tables, clock):
        indices = np.searchsorted(lifetimes.lengths, lengths)
        for first in range(0, len(lengths), step):
            piece = slice(first, first + step)
            moved = lifetimes.curve_influence(indices[piece], is_capped[piece])
            by_block = moved.reshape(-1, scenario.rotations, len(squares)).sum(axis=1)
            squares += np.square(by_block).sum(axis=0)
    n = lifetimes.n // scenario.rotations
    return design_effects(squares * n / max(n - 1, 1), lifetimes.variance)


def _lifetimes(scenario: Scenario, tables: Tables, clock: str) -> Lifetimes:
    ended_and_capped = [
        (count(lengths[~is_capped]), count(lengths[is_capped]))
        for lengths, is_capped in _games(scenario, tables, clock)
    ]
    ended, capped = map(add, zip(*ended_and_capped, strict=True))
    lengths = add([ended, capped]).values
    return Lifetimes(lengths, ended.of(lengths), capped.of(lengths))


def _games(scenario: Scenario, tables: Tables, clock: str) -> Iterator[tuple[Array, Array]]:
    """Yield the length of each game and whether it was capped."""
    for batch in tables.batches(scenario, "games", [clock, FINISHED]):
        yield batch.column(clock).to_numpy(), batch.column(FINISHED).to_numpy() == 0
