"""Every shipped game and policy keeps the contract, at tables of every size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from simlab.check.contract import cases, problems_of
from simlab.engine.record import fields_of
from simlab.execution.stepper import Case
from tests.support.games import GAMES, distinct_policies, player_counts


def lineups() -> Iterator[Any]:
    """Yield the cases of every game; policies that are one function count as one.

    The mixtures of all policies run at the smallest and at the largest table, but of Mare Nostrum,
    whose games take long, at the smallest alone; others are long.
    """
    for game in GAMES.values():
        counts = player_counts(game)
        for case in cases(game, game.load(), distinct_policies(game), counts):
            n, is_mixed = len(case.lineup), len(set(map(str, case.lineup))) > 1
            largest = min(counts) if game.name == "mare_nostrum" else max(counts)
            is_short = is_mixed and n in (min(counts), largest)
            yield pytest.param(case, marks=[] if is_short else [pytest.mark.long], id=str(case))


@pytest.mark.parametrize("name", GAMES)
def test_columns_that_hold_a_seat_have_it_as_their_unit(name: str) -> None:
    game = GAMES[name]
    for dtype in filter(None, (game.outcome_row, game.timeline_row)):
        for column in fields_of(dtype).values():
            assert (column.unit == "seat") == column.meaning.startswith("seat that "), column


@pytest.mark.parametrize("case", list(lineups()))
def test_a_shipped_game_keeps_the_contract(case: Case) -> None:
    assert problems_of(replace(case, n_deals=1)) == []
