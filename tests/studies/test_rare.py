"""Rare results of Pig: splitting recovers what the recursion says, for any number of cores."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from simlab.engine.splitting import NEVER, Importance, Splitting
from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.studies.rare.result import Rare
from simlab.studies.rare.study import RareRequest, pilot, play, request_rare
from tests.games.pig.exact import hold_at, win_chances
from tests.support.compiled_pig import PIG as GAME
from tests.support.walk_game import GAME as WALK
from tests.support.walk_game import rules as walk_rules
from tests.support.walk_game import steady

pytestmark = pytest.mark.compiled

WEAK = {"policy": ["hold:at=3", "hold"]}


def weak_wins(seed: int = 1914, games: int = 10_000) -> RareRequest:
    return request_rare("pig", {**WEAK, "seed": str(seed)}, None, True, None, games)


@cache
def splitting() -> Splitting:
    return weak_wins().make_splitting()


def rare(request: RareRequest, jobs: int = 2) -> Rare:
    *_, played = play(request, pilot(request, splitting()), Threads(jobs))
    return played


def test_replicates_recover_the_exact_chance_and_save_games() -> None:
    exact = win_chances(hold_at(3), hold_at(20))[0][0, 0]
    games = [rare(weak_wins(seed)) for seed in (1, 2, 3)]
    estimates = np.concatenate([each.estimates for each in games])
    error = estimates.std(ddof=1) / np.sqrt(len(estimates))
    assert abs(estimates.mean() - exact) < 5 * error
    assert error < exact / 20
    assert np.mean([each.saving for each in games]) > 1.5


def test_any_number_of_cores_plays_the_same_games() -> None:
    one, two = rare(weak_wins(), jobs=1), rare(weak_wins(), jobs=2)
    np.testing.assert_array_equal(one.shares, two.shares)
    assert one.n_games == two.n_games


def test_copies_of_a_position_go_on_with_chance_of_their_own() -> None:
    importance = Importance(target=1.0)
    start = splitting().play(importance, 3, 40, level=0.6)
    one = splitting().play(importance, 4, 60, start)
    assert one.finals.min() == 0 < one.finals.max() == 1
    again, other = (splitting().play(importance, seed, 60, start) for seed in (4, 5))
    assert (again.finals == one.finals).all()
    assert (other.finals != one.finals).any()


def test_games_go_on_from_where_they_were_kept() -> None:
    importance = Importance(target=1.0)
    start = splitting().play(importance, 3, 40, level=0.6)
    assert 0 < len(start.kept) == (start.highest >= 0.6).sum() < 40
    at_once = splitting().play(importance, 4, len(start.kept), start, level=0.6)
    assert at_once.decisions == 0
    np.testing.assert_array_equal(at_once.kept, start.kept)
    assert (start.finals[start.highest < 0.6] == 0).all()
    assert (start.finals[start.highest >= 0.6] == -NEVER).all()


def test_memories_of_policies_go_on_with_the_game() -> None:
    """The policy `steady` remembers its first choice and repeats it."""
    player = Splitting(WALK, walk_rules(goal=40), [steady, steady], "score", 0)
    start = player.play(Importance(target=40.0), 3, 20, level=10.0)
    assert len(start.memories) == len(start.kept) > 0
    assert start.memories.shape[1] == 2 * steady.memory
    on = player.play(Importance(target=40.0), 4, len(start.kept), start, level=20.0)
    kept = np.flatnonzero(on.highest >= 20)
    np.testing.assert_array_equal(on.memories, start.memories[kept])


@pytest.mark.parametrize(
    ("score", "is_win", "seat", "problem"),
    [
        (None, False, None, "score: which result? Name one: --score X or --win"),
        (50.0, True, None, "score: which result? Name one: --score X or --win"),
        (None, True, "3", 'seat: "3" is not one of 1, 2.'),
    ],
)
def test_what_is_no_result_is_refused(
    score: float | None, is_win: bool, seat: str | None, problem: str
) -> None:
    with pytest.raises(InputError) as error:
        request_rare("pig", {}, score, is_win, seat, 10_000)
    assert str(error.value) == problem


def test_a_win_is_refused_where_positions_are_not_evaluated(monkeypatch) -> None:
    monkeypatch.setitem(vars(GAME), "evaluate", None)
    with pytest.raises(InputError, match="does not evaluate positions"):
        weak_wins()


def test_too_few_games_are_refused() -> None:
    with pytest.raises(InputError, match=r"games: 2,000 are too few for this result; it takes \d"):
        pilot(weak_wins(games=2_000), splitting())
