"""How is each kind of card used, and do those who play it win more often?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.answer import answer, question, rows
from simlab.analysis.intervals import Interval
from simlab.analysis.moments import Estimates, Part, joined, means_among, rate_differences
from simlab.analysis.tables import Scenario, Tables

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
USES = ("drawn", "played")


@question
def use(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return how many cards of each kind a seat has per game, by `use`: drawn, played."""
    return answer(line for s in _having(scenarios) for line in _uses(s, tables))


@question
def played(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of seats that play each kind of card at least once."""
    return answer(line for s in _having(scenarios) for line in _played(s, tables))


@question
def association(tables: Tables) -> pd.DataFrame:
    """Return how much more often seats win that played a card than those that did not.

    `with` and `without` are the two win rates, with `_low` and `_high`; `family` is the number of
    kinds compared. Left out is a kind that nobody played, or everybody. Variants are asked too.
    """
    return answer(line for s in _having(tables.compared) for line in _associations(s, tables))


def _having(scenarios: tuple[Scenario, ...]) -> list[Scenario]:
    return [scenario for scenario in scenarios if "cards" in scenario.metrics]


def _uses(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    kinds = scenario.metrics["cards"]["kinds"]
    columns = [kind[use] for kind in kinds for use in USES]

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, columns):
            yield _of_everyone([batch[name] for name in columns])

    (everyone,) = means_among(parts(), len(columns))
    each = [{"card": kind["label"], "use": use} for kind in kinds for use in USES]
    return rows(scenario.keys, everyone.means(), each)


def _played(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    kinds = scenario.metrics["cards"]["kinds"]

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, [kind["played"] for kind in kinds]):
            yield _of_everyone([np.minimum(numbers, 1) for numbers in batch.values()])

    (everyone,) = means_among(parts(), len(kinds))
    each = [{"card": kind["label"]} for kind in kinds]
    return rows(scenario.keys, everyone.rates(_per_block(scenario)), each)


def _associations(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    kinds = scenario.metrics["cards"]["kinds"]
    found = zip(kinds, *_credits(scenario, tables), strict=True)
    known = [three for three in found if three[1].counts[0] and three[2].counts[0]]
    if not known:
        return []
    played, unplayed = (joined([three[place] for three in known]) for place in (1, 2))
    per_block, family = _per_block(scenario), len(known)
    each = _both(known, played.rates(per_block, family), unplayed.rates(per_block, family))
    return rows(scenario.keys, rate_differences(played, unplayed, per_block, family), each)


def _credits(scenario: Scenario, tables: Tables) -> tuple[list[Estimates], list[Estimates]]:
    """Return the mean win credit with and without each kind of card."""
    columns = [kind["played"] for kind in scenario.metrics["cards"]["kinds"]]

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, ["credit", *columns]):
            played = [batch[name] > 0 for name in columns]
            yield [batch["credit"]], [*played, *(~is_played for is_played in played)]

    found = means_among(parts(), 1)
    return found[: len(columns)], found[len(columns) :]


def _both(
    known: list[Any], played: Interval[Any], unplayed: Interval[Any]
) -> Iterator[dict[str, Any]]:
    """Yield the label of each kind of card, the win rates with and without it, the family."""
    numbers = zip(known, *played[:3], *unplayed[:3], strict=True)
    names = ("with", "with_low", "with_high", "without", "without_low", "without_high")
    for (kind, *_), *rates in numbers:
        both = dict(zip(names, map(float, rates), strict=True))
        yield {"card": kind["label"], "family": len(known), **both}


def _of_everyone(columns: list[Any]) -> Part:
    return columns, [np.ones(columns[0].shape, dtype=bool)]


def _per_block(scenario: Scenario) -> int:
    return scenario.rotations * scenario.players
