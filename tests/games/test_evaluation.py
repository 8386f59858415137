"""What a game thinks of a table before its end is borne out by how the games end."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

from simlab.catalog import find_game
from simlab.engine.build import row_of
from simlab.stepper import Case, Stepper

GAMES = {"arriala": 40, "mare_nostrum": 60, "taxis": 160}
"""Games played of each: scores foreseen for one table are further apart than shares of a win."""
COMPETITIVE = [("arriala", 2), ("arriala", 4), ("mare_nostrum", 3), ("mare_nostrum", 5)]
EARLY, LATE = 0, 1
KNOWN = {"arriala": (LATE, 0.9), "mare_nostrum": (EARLY, 0.95)}
"""When what is foreseen is looked at, and its error, at most, as a share of that of equal chances.

Late in games of three, the weights of Mare Nostrum, one set for all empires, know nothing.
"""
Numbers = npt.NDArray[np.float64]


@functools.cache
def foreseen(name: str, players: int) -> tuple[Numbers, Numbers]:
    """Return what was foreseen for the seats one and two thirds into games, and what they got.

    In shape (2, games, seats) and (games, seats): shares of the win, or the score of all.
    """
    game = find_game(name)
    best = [policy for policy in game.policies if policy.can_sit(players)][-1]
    tables = [
        Stepper(Case(game, game.load(), (best,) * players), deal) for deal in range(GAMES[name])
    ]
    told = []
    for table in tables:
        table.set_up()
        every_turn = list(evaluations(table))
        told.append([every_turn[part * len(every_turn) // 3] for part in (1, 2)])
    return np.array(told).swapaxes(0, 1), np.array([received(table) for table in tables])


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
    told, _ = foreseen(name, players)
    assert np.allclose(told.sum(axis=2), 1)


@pytest.mark.parametrize(("name", "players"), COMPETITIVE)
def test_an_evaluation_knows_more_than_that_all_are_equal(name: str, players: int) -> None:
    told, got = foreseen(name, players)
    moment, share = KNOWN[name]
    ignorant = ((got - 1 / players) ** 2).mean()
    assert ((told[moment] - got) ** 2).mean() < share * ignorant


@pytest.mark.parametrize("players", [2, 5])
def test_a_score_foreseen_is_right_on_average_and_the_nearer_the_later(players: int) -> None:
    told, got = foreseen("taxis", players)
    error = told - got
    assert (abs(error.mean(axis=(1, 2))) < 3).all()
    assert (error[LATE] ** 2).mean() < 0.95 * (error[EARLY] ** 2).mean()
