"""Card statistics: how often cards are drawn and played, when, and win rates with and without."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.block_shares import shares_of_blocks
from simlab.analysis.counts import Counts, add, count
from simlab.analysis.design_effect import by_block, places_of
from simlab.analysis.intervals import Interval
from simlab.analysis.moments import (
    Estimates,
    Part,
    block_sums,
    join_estimates,
    means_among,
    moments_of,
    rate_differences,
)
from simlab.analysis.question import answer, question, rows
from simlab.analysis.tables import Scenario, Tables

Array = NDArray[Any]

USE_METHOD = (
    "Mean per seat and finished game; t interval from the sums of blocks, 95 %, each by itself."
)
PLAYED_METHOD = (
    "Share of the seats of finished games that play the card at least once; score interval from"
    " the sums of blocks, 95 %, each by itself."
)
METHOD = (
    "Win credit of seats that played the card at least once, less that of seats that did not, in"
    " finished games; score intervals from the sums of blocks, 95 % for all kinds of card of a"
    " scenario together. It is an association, not an effect."
)
TAKEN_METHOD = (
    "Share of finished games in which some seat gets it; score interval from the sums of blocks,"
    " 95 %, each by itself."
)
WHEN_METHOD = (
    "Mean over the seats of finished games that get it; t interval from the sums of blocks, 95 %,"
    " each by itself."
)
ROUND_METHOD = (
    "Share of finished games in which some seat first gets it in that round; Clopper–Pearson"
    " intervals, 95 % for all rounds of one kind together."
)
USES = ("drawn", "played")


@question
def use(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return how many cards of each kind a seat has per game, by `use`: drawn, played.

    Kinds that record only when a seat got them are left out.
    """
    counted = (s for s in _with_cards(scenarios) if not s.facts.cards.are_dated)
    return answer(line for s in counted for line in _uses(s, tables))


@question
def take_rate(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games in which some seat has each kind of card."""
    return answer(line for s in _with_cards(scenarios) for line in _take_rows(s, tables))


@question
def when(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the mean round in which a seat gets each kind, for kinds that record it."""
    dated = (s for s in _with_cards(scenarios) if s.facts.cards.are_dated)
    return answer(line for s in dated for line in _when(s, tables))


@question
def play_rate(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of seats that play each kind of card at least once."""
    return answer(line for s in _with_cards(scenarios) for line in _play_rows(s, tables))


@question
def association(tables: Tables) -> pd.DataFrame:
    """Return the win rate of seats that played a card minus that of seats that did not.

    `with` and `without` are the two win rates, with `_low` and `_high`; `family` is the number of
    kinds compared. A kind that no seat or every seat played is left out. Variants are included.
    """
    return answer(line for s in _with_cards(tables.compared) for line in _associations(s, tables))


@question
def by_round(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games in which a seat first gets each kind in each round."""
    dated = (s for s in _with_cards(scenarios) if s.facts.cards.are_dated)
    return answer(line for s in dated for line in _by_round(s, tables))


def _with_cards(scenarios: tuple[Scenario, ...]) -> list[Scenario]:
    return [scenario for scenario in scenarios if scenario.facts.cards.kinds]


def _columns(scenario: Scenario) -> list[str]:
    """Return for each kind the column that shows whether a seat played it, or got it."""
    return [kind.used for kind in scenario.facts.cards.kinds]


def _has(batch: Mapping[str, Array], column: str) -> Array:
    """Return whether each seat played, or got, a kind; nan in capped games."""
    return np.where(np.isnan(batch["credit"]), np.nan, batch[column] > 0)


def _uses(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    kinds = scenario.facts.cards.kinds
    columns = [getattr(kind, use) for kind in kinds for use in USES]

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, columns):
            yield _of_everyone([batch[name] for name in columns])

    (everyone,) = means_among(parts(), len(columns))
    row_keys = [{"card": kind.label, "use": use} for kind in kinds for use in USES]
    return rows(scenario.keys, everyone.means(low=0), row_keys)


def _play_rows(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    columns = _columns(scenario)

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, ["credit", *columns]):
            yield _of_everyone([_has(batch, name) for name in columns])

    (everyone,) = means_among(parts(), len(columns))
    row_keys = [{"card": kind.label} for kind in scenario.facts.cards.kinds]
    return rows(scenario.keys, everyone.rates(_per_block(scenario)), row_keys)


def _take_rows(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    columns = _columns(scenario)

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, ["credit", *columns]):
            yield _of_everyone([_has(batch, name).max(axis=2, keepdims=True) for name in columns])

    (games,) = means_among(parts(), len(columns))
    row_keys = [{"card": kind.label} for kind in scenario.facts.cards.kinds]
    return rows(scenario.keys, games.rates(scenario.rotations), row_keys)


def _when(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    columns, n = _columns(scenario), len(scenario.facts.cards.kinds)

    def parts() -> Iterator[Array]:
        for batch in tables.finished_seats(scenario, ["credit", *columns]):
            yield np.hstack([block_sums([batch[name]], [batch[name] > 0]) for name in columns])

    counts = 2 * np.arange(n)
    means = moments_of(parts()).ratios(counts + 1, counts).means(low=1)
    return rows(scenario.keys, means, [{"card": kind.label} for kind in scenario.facts.cards.kinds])


def _by_round(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    columns = _columns(scenario)
    rounds_by_kind = [add(map(_count_finite, _firsts(scenario, tables, c))) for c in columns]
    last = max((int(rounds.values[-1]) for rounds in rounds_by_kind if rounds.n), default=0)
    numbers = range(1, last + 1)
    for kind, column in zip(scenario.facts.cards.kinds, columns, strict=True):
        # the last category is never
        block_counts = (
            by_block(places_of(np.array([*numbers, np.inf]), firsts), last + 1)
            for firsts in _firsts(scenario, tables, column)
        )
        shares = shares_of_blocks(block_counts, scenario.rotations)
        row_keys = [{"card": kind.label, "round": number} for number in numbers]
        yield from rows(scenario.keys, shares, [*row_keys, {"card": kind.label, "round": 0}])[:-1]


def _firsts(scenario: Scenario, tables: Tables, column: str) -> Iterator[Array]:
    """Yield the round in which a seat first got a kind, inf for never, nan in capped games."""
    for batch in tables.finished_seats(scenario, ["credit", column]):
        firsts = np.fmin.reduce(batch[column], axis=2)
        is_capped = np.isnan(batch["credit"]).all(axis=2)
        yield np.where(is_capped, np.nan, np.where(np.isnan(firsts), np.inf, firsts))


def _count_finite(firsts: Array) -> Counts:
    return count(firsts[np.isfinite(firsts)])


def _associations(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    estimates = list(zip(*_credits(scenario, tables), strict=True))
    known = [
        n
        for n, (with_card, without_card) in enumerate(estimates)
        if with_card.counts[0] and without_card.counts[0]
    ]
    if not known:
        return []
    played, unplayed = (join_estimates([estimates[n][side] for n in known]) for side in (0, 1))
    per_block, family = _per_block(scenario), len(known)
    labels = [scenario.facts.cards.kinds[n].label for n in known]
    row_keys = _both(labels, played.rates(per_block, family), unplayed.rates(per_block, family))
    return rows(scenario.keys, rate_differences(played, unplayed, per_block, family), row_keys)


def _credits(scenario: Scenario, tables: Tables) -> tuple[list[Estimates], list[Estimates]]:
    """Return the mean win credit with and without each kind of card."""
    columns = _columns(scenario)

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, ["credit", *columns]):
            played = [batch[name] > 0 for name in columns]
            yield [batch["credit"]], [*played, *(~is_played for is_played in played)]

    credits = means_among(parts(), 1)
    return credits[: len(columns)], credits[len(columns) :]


def _both(
    labels: list[str], played: Interval[Any], unplayed: Interval[Any]
) -> Iterator[dict[str, Any]]:
    """Yield label, win rates with and without the card, and family size, by kind of card."""
    numbers = zip(labels, *played[:3], *unplayed[:3], strict=True)
    names = ("with", "with_low", "with_high", "without", "without_low", "without_high")
    for label, *rates in numbers:
        rates_by_name = dict(zip(names, map(float, rates), strict=True))
        yield {"card": label, "family": len(labels), **rates_by_name}


def _of_everyone(columns: list[Any]) -> Part:
    return columns, [np.ones(columns[0].shape, dtype=bool)]


def _per_block(scenario: Scenario) -> int:
    return scenario.rotations * scenario.players
