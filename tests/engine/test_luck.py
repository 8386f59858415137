"""The luck of a game: 0 on average, all of chance if values are exact, and no part in play."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from simlab.engine.build import Engine
from simlab.engine.journal import events, new_journal
from simlab.engine.kernel import kernel
from simlab.engine.luck import COPIES, key_of_copies, seed_copy, set_next_word
from simlab.engine.record import Row
from simlab.engine.rng import STREAM, below, next_word
from simlab.game import with_luck
from tests.games.pig.exact import hold_at, win_chances
from tests.support.compiled_pig import PIG as GAME
from tests.support.games import GAMES, policies_for, quick_policy

pytestmark = pytest.mark.compiled

Rows = npt.NDArray[Any]
HOLD, OPTIMAL = "hold", "optimal"
LARGE = [
    pytest.param(name, marks=[] if name == GAME.name else pytest.mark.long)
    for name, game in GAMES.items()
    if game.evaluate is not None
]


@cache
def engine(name: str = GAME.name) -> Engine:
    return Engine(with_luck(GAMES[name]))


def played(*names: str, n_games: int = 2000, seed: int = 7) -> Rows:
    policies = {policy.name: policy for policy in GAME.policies}
    lineup = [policies[name] for name in names]
    return engine().play(GAME.load().row, lineup, seed, 0, n_games)


def results(rows: Rows) -> tuple[Rows, Rows]:
    """Return the wins of the first seat, and its luck."""
    return rows["seats"]["credit"][:, 0], rows["seats"]["luck"][:, 0]


def test_optimal_play_less_its_luck_wins_with_the_exact_chance_in_every_game() -> None:
    wins, luck = results(played(OPTIMAL, OPTIMAL))
    np.testing.assert_allclose(wins - luck, wins[0] - luck[0], atol=3e-4)
    assert wins[0] - luck[0] == pytest.approx(0.5306, abs=3e-4)  # Neller and Presser 2004


def test_the_luck_of_a_game_is_0_on_average() -> None:
    for names in ((HOLD, HOLD), (HOLD, OPTIMAL), (HOLD, "random", HOLD)):
        luck = played(*names)["seats"]["luck"][:, : len(names)]
        errors = luck.std(axis=0, ddof=1) / np.sqrt(len(luck))
        assert (np.abs(luck.mean(axis=0)) < 5 * errors).all()


def test_a_win_less_its_luck_has_the_same_mean_and_a_tenth_of_the_variance() -> None:
    wins, luck = results(played(HOLD, HOLD))
    exact = win_chances(hold_at(20), hold_at(20))[0][0, 0]
    left = wins - luck
    assert abs(left.mean() - exact) < 5 * left.std(ddof=1) / np.sqrt(len(left))
    assert left.var() < wins.var() / 10


def test_what_one_seat_gains_by_luck_the_others_lose() -> None:
    luck = played(HOLD, "random", HOLD)["seats"]["luck"]
    np.testing.assert_allclose(luck[:, :3].sum(axis=1), 0, atol=1e-9)


@pytest.mark.parametrize("name", LARGE)
def test_games_are_the_same_with_and_without_their_luck(name: str) -> None:
    game = GAMES[name]
    players = max(2, game.players[0])
    lineup, rules = (quick_policy(game),) * players, game.load().row
    plain, measured = (own.play(rules, lineup, 3, 0, 40) for own in (Engine(game), engine(name)))
    tables = [(plain, measured)]
    if not game.cooperative:
        tables.append((plain["seats"], measured["seats"]))
    for rows, others in tables:
        for field in set(rows.dtype.names or ()) - {"seats"}:
            np.testing.assert_array_equal(rows[field], others[field])


@pytest.mark.long
@pytest.mark.parametrize("name", [each for each in GAMES if each != GAME.name])
def test_the_luck_of_a_large_game_is_0_on_average(name: str) -> None:
    game = GAMES[name]
    players = max(2, game.players[0])
    lineup = (policies_for(game, players)[-2 if game.cooperative else -1],) * players
    rows = engine(name).play(game.load().row, lineup, 5, 0, 200)
    luck = rows["luck"][:, None] if game.cooperative else rows["seats"]["luck"][:, :players]
    errors = luck.std(axis=0, ddof=1) / np.sqrt(len(luck))
    assert (np.abs(luck.mean(axis=0)) <= 5 * errors).all()


def test_a_journal_holds_the_events_of_the_game_and_of_no_copy() -> None:
    policy = quick_policy(GAME)
    journals = []
    for own in (Engine(GAME), engine()):
        journal = new_journal(listening=True)
        own.play(GAME.load().row, (policy, policy), 7, 3, 1, journal=journal)
        journals.append(events(journal).tolist())
    assert journals[0] == journals[1] != []


def test_the_word_that_was_set_comes_next() -> None:
    stream = np.arange(1, STREAM + 1, dtype=np.uint64)
    for word in (0, 1, 2**63 + 12345, 2**64 - 1):
        set_next_word(stream, np.uint64(word))
        assert int(next_word(stream)) == word


def copies(event: int, sides: int) -> list[int]:
    """Return the first two numbers that each copy draws from the second of two streams."""
    drawn = []
    for number in range(COPIES):
        streams = np.zeros((2, STREAM), np.uint64)
        seed_copy(streams, key_of_copies(1914, 5, 1, event), number)
        drawn.append([below(streams[1], sides), below(streams[1], sides)])
    return drawn


def test_a_die_falls_on_every_side_in_one_of_the_copies() -> None:
    first = [[pair[0] for pair in copies(event, 6)] for event in range(50)]
    assert all(sorted(faces) == list(range(6)) for faces in first)
    assert len({tuple(faces) for faces in first}) > 1


def test_each_copy_alone_draws_every_number_equally_often() -> None:
    n_events, sides = 3000, 10
    drawn = np.array([copies(event, sides) for event in range(n_events)])
    expected = n_events / sides
    for number in range(COPIES):
        for place in range(2):
            counts = np.bincount(drawn[:, number, place], minlength=sides)
            assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)


@kernel
def half(rules: Row, state: Row, seat: int) -> float:
    """Return a value that no die changes, and that differs from turn to turn."""
    return 0.1 + 0.7 * state.points.items[seat] / rules.target


def test_luck_is_exactly_0_where_the_value_does_not_depend_on_what_is_drawn() -> None:
    """What is only rounded off would grow with the length of a game, which tells who wins."""
    game = with_luck(replace(GAME, evaluate=half))
    policy = quick_policy(game)
    rows = Engine(game).play(game.load().row, (policy, policy), 7, 0, 50)
    assert (rows["seats"]["luck"] == 0).all()
