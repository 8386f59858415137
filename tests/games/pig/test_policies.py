"""The players of Pig, at tables of every size."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from simlab.catalog import find_policy
from simlab.engine.build import Engine
from simlab.engine.journal import events, new_journal
from simlab.engine.record import new, row_of
from simlab.errors import ComponentError, InputError
from simlab.game.policy import Policy
from tests.support.ask_policy import ask_policy
from tests.support.compiled_pig import HOLD, PIG, ROLL

pytestmark = pytest.mark.compiled

ROLLED, BANKED = (
    next(number for number, event in PIG.events.items() if event.name == name)
    for name in ("rolled", "banked")
)
random, hold, optimal = PIG.policies


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(PIG)


@pytest.fixture(scope="module")
def rules() -> npt.NDArray[np.void]:
    return PIG.load().row


def choice(
    policy: Policy, rules: npt.NDArray[np.void], own: int, rival: int, turn_total: int
) -> int:
    """Return what a policy at seat 1 of two does."""
    state = row_of(new(PIG.state_row))
    state.n_players, state.to_move, state.turn_total = 2, 1, turn_total
    state.points.n, state.points.items[0], state.points.items[1] = 2, rival, own
    return ask_policy(policy, row_of(rules), state, 1, np.array([HOLD, ROLL]))


@pytest.mark.parametrize(
    ("at", "own", "turn_total", "expected"),
    [
        (20, 0, 19, ROLL),
        (20, 0, 20, HOLD),
        (20, 0, 24, HOLD),
        (25, 0, 24, ROLL),
        (25, 0, 25, HOLD),
        (20, 90, 9, ROLL),
        (20, 90, 10, HOLD),
        (1, 0, 0, ROLL),
    ],
)
def test_hold_holds_at_its_number_or_when_it_wins(
    rules: npt.NDArray[np.void], at: int, own: int, turn_total: int, expected: int
) -> None:
    assert choice(hold.with_weights(at=at), rules, own, 50, turn_total) == expected


def test_optimal_reads_its_own_score_first(rules: npt.NDArray[np.void]) -> None:
    assert choice(optimal, rules, 78, 99, 20) == ROLL
    assert choice(optimal, rules, 99, 78, 0) == ROLL
    assert choice(optimal, rules, 0, 0, 20) == ROLL
    assert choice(optimal, rules, 0, 0, 21) == HOLD


def test_optimal_holds_when_it_wins(rules: npt.NDArray[np.void]) -> None:
    assert choice(optimal, rules, 78, 99, 22) == HOLD
    assert choice(optimal, rules, 78, 99, 27) == HOLD


def test_random_rolls_half_of_the_time(engine: Engine, rules: npt.NDArray[np.void]) -> None:
    journal = new_journal(listening=True)
    engine.play(rules, (random, random), 1, 0, 30, journal=journal)
    kinds = events(journal)[:, 0]
    n_rolls, n_holds = (kinds == ROLLED).sum(), (kinds == BANKED).sum()
    assert abs(n_rolls - n_holds) < 5 * np.sqrt(n_rolls + n_holds)


def test_optimal_sits_only_at_tables_of_two() -> None:
    with pytest.raises(InputError, match="optimal plays with 2 players, not with 3"):
        find_policy("optimal", PIG.policies, 3)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", [random, hold])
def test_games_of_any_size_end_with_one_winner(
    engine: Engine, rules: npt.NDArray[np.void], policy: Policy, players: int
) -> None:
    rows = engine.play(rules, (policy,) * players, 1945, 0, 1_000)
    seats = rows["seats"][:, :players]
    assert rows["finished"].all()
    assert (seats["credit"].sum(axis=1) == 1).all()
    assert (seats["credit"].argmax(axis=1) == rows["winner"]).all()
    assert (seats["score"].max(axis=1) >= 100).all()
    assert ((seats["score"] >= 100).sum(axis=1) == 1).all()
    assert ((seats["rank"] == 1) == (seats["credit"] == 1)).all()


def test_another_target_is_played_for(engine: Engine) -> None:
    rows = engine.play(PIG.load(patch={"target": 30}).row, (optimal, hold), 1, 0, 500)
    best = rows["seats"]["score"][:, :2].max(axis=1)
    assert best.min() >= 30
    assert best.max() < 30 + 25


@pytest.mark.parametrize("target", [9, 101])
def test_a_target_out_of_range_is_refused(target: int) -> None:
    with pytest.raises(ComponentError, match="10 to 100"):
        PIG.load(patch={"target": target})


def test_other_ways_to_hold_see_the_same_dice(engine: Engine, rules: npt.NDArray[np.void]) -> None:
    """The same deal rolls the same faces, with any policies, for as long as somebody rolls."""
    faces = []
    for policy in (hold, hold.with_weights(at=25), random):
        journal = new_journal(listening=True)
        engine.play(rules, (policy, policy), 1945, 3, 1, journal=journal)
        faces.append([event[1] for event in events(journal).tolist() if event[0] == ROLLED])
    shortest = min(map(len, faces))
    assert shortest > 30
    assert len({tuple(rolled[:shortest]) for rolled in faces}) == 1
