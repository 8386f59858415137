"""Share of rounds for which each seat holds a title that only one seat can hold.

A game names columns of `seats/` with the number of rounds after which a seat held it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.moments import Part, means_among
from simlab.analysis.question import answer, question, rows
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.win_rate import seat_names

METHOD = (
    "Part of the rounds of a game after which the seat held it, of those after which any did; mean"
    " over finished games, score intervals from the sums of blocks, 95 % for all seats of a"
    " scenario and all that can be held together."
)


@question
def title_share(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the mean share of rounds for which each seat, `who`, holds each title, `what`.

    `even` is the share of a seat if all held it equally long.
    """
    having = (s for s in scenarios if s.facts.titles.columns)
    return answer(line for s in having for line in _title_shares(s, tables))


def _title_shares(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    columns = scenario.facts.titles.columns
    seats = np.arange(scenario.players)
    family = len(columns) * scenario.players

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, list(columns)):
            shares = [_share_of_rounds(batch[name]) for name in columns]
            yield shares, [np.broadcast_to(seats == seat, shares[0].shape) for seat in seats]

    estimates_by_seat = means_among(parts(), len(columns))
    for who, estimates in zip(seat_names(scenario), estimates_by_seat, strict=True):
        seat_keys = {"who": who, "even": 1 / scenario.players}
        row_keys = [{"what": label, **seat_keys} for label in columns.values()]
        yield from rows(scenario.keys, estimates.rates(scenario.rotations, family), row_keys)


def _share_of_rounds(rounds: NDArray[Any]) -> NDArray[Any]:
    """Return each seat's share of the rounds of its game, nan if nobody ever held the title."""
    total = rounds.sum(axis=2, keepdims=True)
    return np.asarray(rounds / np.where(total > 0, total, np.nan))
