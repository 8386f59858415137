"""What a game thinks of a table before its end is borne out by how the games end."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from simlab.engine.record import row_of
from simlab.execution.stepper import Case, Stepper
from tests.support.games import GAMES, policies_for

N_GAMES = {True: 100, False: 40}
"""Games played of one that is cooperative or not: scores vary more than shares of a win."""
SLOW = "mare_nostrum"
"""A game that takes half a minute in plain Python."""
EARLY, LATE = 0, 1


def sizes(*, is_cooperative: bool) -> Iterator[Any]:
    """Yield the games with an evaluation, at the smallest table of two or more and the largest.

    The largest is long, since an evaluation has one set of weights for all, and so is SLOW.
    """
    for name, game in GAMES.items():
        if game.evaluate is not None and game.cooperative == is_cooperative:
            smallest, largest = max(2, game.players[0]), game.players[1]
            yield pytest.param(name, smallest, marks=[pytest.mark.long] * (name == SLOW))
            yield pytest.param(name, largest, marks=pytest.mark.long)


COMPETITIVE = list(sizes(is_cooperative=False))
COOPERATIVE = list(sizes(is_cooperative=True))
LARGEST_ERROR = 0.95
"""Mean squared error, as a share of that of equal chances."""
MOMENT = {"mare_nostrum": EARLY}
"""When an evaluation is compared, by default late.

Mare Nostrum has one set of weights for all empires, which knows nothing late in games of three.
"""
Numbers = npt.NDArray[np.float64]


@functools.cache
def foreseen(name: str, players: int) -> tuple[Numbers, Numbers]:
    """Return what was foreseen for the seats one and two thirds into games, and what they got.

    In shape (2, games, seats) and (games, seats): shares of the win, or the score of all.
    """
    game = GAMES[name]
    case = Case(game, game.load(), (policies_for(game, players)[-1],) * players)
    tables = [Stepper(case, deal) for deal in range(N_GAMES[game.cooperative])]
    values = []
    for table in tables:
        table.set_up()
        every_turn = list(evaluations(table))
        values.append([every_turn[part * len(every_turn) // 3] for part in (1, 2)])
    return np.array(values).swapaxes(0, 1), np.array([received(table) for table in tables])


def evaluations(table: Stepper) -> Iterator[list[float]]:
    """Play on; yield the evaluations for all seats whenever another seat comes to decide."""
    rules, state = row_of(table.rules), row_of(table.state)
    evaluate, before = table.game.evaluate, None
    assert evaluate is not None
    for seat, _ in table.decisions():
        if seat != before:
            yield [float(evaluate(rules, state, each)) for each in range(table.players)]
        before = seat


def received(table: Stepper) -> list[float]:
    cells = table.outcome()
    if table.game.cooperative:
        return [float(cells["score"])] * table.players
    return [float(seat["credit"]) for seat in cells["seats"]]


@pytest.mark.parametrize(("name", "players"), COMPETITIVE)
def test_the_seats_share_one_win(name: str, players: int) -> None:
    values, _ = foreseen(name, players)
    assert np.allclose(values.sum(axis=2), 1)


@pytest.mark.parametrize(("name", "players"), COMPETITIVE)
def test_an_evaluation_knows_more_than_that_all_are_equal(name: str, players: int) -> None:
    values, results = foreseen(name, players)
    error = ((values[MOMENT.get(name, LATE)] - results) ** 2).mean()
    assert error < LARGEST_ERROR * ((1 / players - results) ** 2).mean()


@pytest.mark.parametrize(("name", "players"), COOPERATIVE)
def test_a_score_foreseen_is_right_on_average_and_the_nearer_the_later(
    name: str, players: int
) -> None:
    values, results = foreseen(name, players)
    error = values - results
    assert (abs(error.mean(axis=(1, 2))) < 3).all()
    assert (error[LATE] ** 2).mean() < 0.95 * (error[EARLY] ** 2).mean()
