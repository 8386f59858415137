"""Share of games in which each seat holds a lead or a prize, and win rate of the holder.

A game names columns that hold a seat; they are empty where no seat holds the thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from simlab.analysis.block_shares import is_finished, shares_of_games
from simlab.analysis.design_effect import UNKNOWN
from simlab.analysis.moments import Part, join_estimates, means_among
from simlab.analysis.question import answer, question, rows
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.win_rate import seat_names
from simlab.game.facts import Holders

Array = NDArray[Any]

METHOD = (
    "Share of finished games; Clopper–Pearson intervals, 95 % for all seats and nobody together."
)
WINS_METHOD = (
    "Win credit of the seat that holds it, over the finished games in which a seat does; score"
    " intervals from the sums of blocks, 95 % for all rows of a scenario together."
)
NOBODY = "nobody"
LEAD, PRIZES = "lead", "prizes"
"""Facts that name things that seats hold."""


@question
def holder(tables: Tables, kind: str, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games in which each seat, or nobody, holds each thing.

    `kind` is LEAD or PRIZES: the facts that name the things. Those never held are left out.
    `even` is the share of a seat if all held it equally often.
    """
    having = (s for s in scenarios if _things(s, kind))
    return answer(line for s in having for line in _holders(s, tables, kind))


@question
def wins(tables: Tables, kind: str) -> pd.DataFrame:
    """Return the win credit of the holder of each thing and the fair share, also in variants."""
    having = (s for s in tables.compared if _things(s, kind))
    return answer(line for s in having for line in _wins(s, tables, kind))


def columns_held(scenario: Scenario, tables: Tables, kind: str) -> Mapping[str, str]:
    """Return column and label of each thing that some seat held in some game."""
    columns = _things(scenario, kind).items()
    return {name: label for name, label in columns if tables.games(scenario, name).n}


def _things(scenario: Scenario, kind: str) -> Mapping[str, str]:
    facts: Holders = getattr(scenario.facts, kind)
    # a single player leads always
    return {} if kind == LEAD and scenario.players == 1 else facts.holders


def _holders(scenario: Scenario, tables: Tables, kind: str) -> Iterator[dict[str, Any]]:
    totals = tables.scenario_counts(scenario)
    n_finished = totals.n_games - totals.n_capped
    names = [*seat_names(scenario), NOBODY]
    for column, label in columns_held(scenario, tables, kind).items():
        counts = tables.games(scenario, column).of(range(scenario.players))
        n_nobody = n_finished - counts.sum()
        holder_of = partial(_holder_of, column, scenario.players)
        shares = shares_of_games(tables, scenario, [column], holder_of, len(names))
        evens = [*np.full(scenario.players, counts.mean() / n_finished), n_nobody / n_finished]
        names_and_evens = zip(names, evens, strict=True)
        row_keys = [{"what": label, "who": name, "even": even} for name, even in names_and_evens]
        yield from rows(scenario.keys, shares, row_keys)


def _holder_of(column: str, players: int, batch: pa.Table) -> Array:
    """Return the seat that holds a thing in each game, `players` for nobody."""
    seats = batch.column(column).to_numpy().astype(np.float64)
    holders = np.where(np.isnan(seats), players, seats).astype(np.int64)
    return np.where(is_finished(batch), holders, UNKNOWN)


def _wins(scenario: Scenario, tables: Tables, kind: str) -> list[dict[str, Any]]:
    columns = columns_held(scenario, tables, kind)
    if not columns:
        return []
    estimates = join_estimates(means_among(_credits_of_holders(scenario, tables, list(columns)), 1))
    wins = estimates.rates(scenario.rotations, family=len(columns))
    fair = 1 / scenario.players
    return rows(scenario.keys, wins, [{"what": label, "fair": fair} for label in columns.values()])


def _credits_of_holders(scenario: Scenario, tables: Tables, columns: list[str]) -> Iterator[Part]:
    """Yield the credit of all seats, and for each column the mask of the seat that it names."""
    seats = np.arange(scenario.players)
    for batch in tables.finished_seats(scenario, ["credit"], columns):
        yield [batch["credit"]], [batch[name] == seats for name in columns]
