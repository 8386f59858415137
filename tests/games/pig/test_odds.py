"""The known answers: exact chances to win, published ones, and simulation that recovers them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from simlab.analysis.intervals import mean_t, simultaneous_means, wilson
from simlab.catalog import find_policy
from simlab.engine.build import Engine
from simlab.engine.record import Row, new, row_of
from simlab.game import Rules
from simlab.games import pig
from tests.games.pig.exact import (
    Flags,
    best_reply,
    hold_at,
    turn_totals,
    win_chances,
    worth_rolling,
)
from tests.support.compiled_pig import PIG

pytestmark = pytest.mark.compiled

N_GAMES = 200_000
LEVEL = 0.9999
PAIRS = [
    ("hold", "hold"),
    ("hold", "hold:at=25"),
    ("hold:at=25", "hold"),
    ("optimal", "hold"),
    ("hold", "optimal"),
    ("optimal", "optimal"),
]


@cache
def rules() -> Rules:
    return PIG.load()


@cache
def rolls(policy: str) -> Flags:
    if policy == "optimal":
        table: Flags = rules().row["lookup_should_roll"][0].astype(bool)
        return table
    return hold_at(int(policy.partition("at=")[2] or 20))


@cache
def first_wins(first: str, second: str) -> float:
    """Return the exact chance of the player who begins."""
    chance: float = win_chances(rolls(first), rolls(second))[0][0, 0]
    return chance


@cache
def credits_of(first: str, second: str, rotation: int = 0) -> npt.NDArray[np.float64]:
    """Return the credits of both seats, shape (games, 2)."""
    lineup = [find_policy(text, PIG.policies, 2) for text in (first, second)]
    rows = Engine(PIG).play(rules().row, lineup, 1945, 0, N_GAMES, rotation)
    return np.array(rows["seats"]["credit"][:, :2])


# Simulation recovers what is known exactly.


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_first_player_wins_as_often_as_the_recursion_says(first: str, second: str) -> None:
    exact, wins = first_wins(first, second), credits_of(first, second)[:, 0]
    assert abs(wins.mean() - exact) < 5 * np.sqrt(exact * (1 - exact) / N_GAMES)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_reported_intervals_hold_the_exact_chance(first: str, second: str) -> None:
    exact, credits = first_wins(first, second), credits_of(first, second)
    one = wilson(credits[:, 0].sum(), N_GAMES, level=LEVEL)
    assert one.low < exact < one.high
    seats = simultaneous_means(credits, level=LEVEL)
    assert (seats.low < [exact, 1 - exact]).all()
    assert (seats.high > [exact, 1 - exact]).all()


def test_a_turned_line_up_recovers_the_chance_from_the_other_seat() -> None:
    exact, wins = first_wins("hold", "optimal"), credits_of("optimal", "hold", 1)[:, 0]
    assert abs(wins.mean() - exact) < 5 * np.sqrt(exact * (1 - exact) / N_GAMES)


def test_blocks_of_both_rotations_hold_the_exact_mean() -> None:
    exact = (first_wins("optimal", "hold") + 1 - first_wins("hold", "optimal")) / 2
    wins = [credits_of("optimal", "hold", 0)[:, 0], credits_of("optimal", "hold", 1)[:, 1]]
    interval = mean_t(np.mean(wins, axis=0), level=LEVEL)
    assert interval.low < exact < interval.high
    assert interval.high - interval.low < 0.01


# The exact answers themselves, and optimal play.


def test_the_readme_tells_the_exact_answers() -> None:
    text = (Path(pig.__file__).parent / "README.md").read_text()
    rows = re.findall(r"\| `(\S+)` \| `(\S+)` \| (\S+) %", text)
    assert len(rows) == 5
    for first, second, percent in rows:
        assert f"{100 * first_wins(first, second):.2f}" == percent


def test_turns_end_as_published_when_held_at_20() -> None:
    """Neller and Presser 2004 list the chances of each total at the start of a game."""
    totals = turn_totals(hold_at(20))[0, 0]
    published = {0: 0.6245, 20: 0.0997, 21: 0.0950, 22: 0.0742, 23: 0.0542, 24: 0.0352, 25: 0.0172}
    assert {k: p for k, p in enumerate(totals.round(4)) if p} == published
    assert round(totals @ np.arange(len(totals)), 2) == 8.14


def test_the_better_of_two_wins_as_published_when_beginning() -> None:
    """Neller and Presser 2004: 53.06 % where both play optimally."""
    assert round(first_wins("optimal", "optimal"), 4) == 0.5306


def test_the_best_reply_to_holding_at_20_wins_as_published() -> None:
    """Neller and Presser 2004: 58.74 % when it begins, and 47.76 % are left to the other."""
    reply, other = win_chances(best_reply(hold_at(20)), hold_at(20))
    assert (round(reply[0, 0], 4), round(other[0, 0], 4)) == (0.5874, 0.4776)


def test_optimal_play_holds_and_rolls_as_published() -> None:
    """The first example is from Science News, the second from Possibly Wrong, a blog."""
    assert rolls("optimal")[78, 99, 20]
    assert np.flatnonzero(~rolls("optimal")[41, 49, :30]).tolist() == [22, 23, 24, 25, 26, 28, 29]


def test_optimal_play_is_the_best_reply_to_itself() -> None:
    assert (best_reply(rolls("optimal")) == rolls("optimal")).all()


def test_no_decision_is_so_close_that_machines_could_differ() -> None:
    gain = worth_rolling(win_chances(rolls("optimal"), rolls("optimal"))[0])
    assert np.nanmin(np.abs(gain)) > 1e-8


# What the game itself thinks of a position.


def test_the_chances_that_the_game_keeps_are_those_of_the_recursion() -> None:
    exact = win_chances(rolls("optimal"), rolls("optimal"))[0]
    kept = rules().row["lookup_chance_to_win"][0, :, :, 0]
    assert np.abs(kept - exact).max() < 1e-6


def position(*scores: int, seat: int = 0, turn_total: int = 0) -> Row:
    state = row_of(new(PIG.state_row))
    state.turn_total = turn_total
    state.n_players, state.points.n, state.to_move = len(scores), len(scores), seat
    state.points["items"][: len(scores)] = scores
    return state


@pytest.mark.parametrize("seat", [0, 1])
def test_a_position_of_two_is_worth_the_exact_chance_to_win(seat: int) -> None:
    chance = win_chances(rolls("optimal"), rolls("optimal"))[0][60, 75]
    scores = (60, 75) if seat == 0 else (75, 60)
    worth = [PIG.evaluate(row_of(rules().row), position(*scores, seat=seat), i) for i in (0, 1)]
    assert worth[seat] == pytest.approx(chance, abs=1e-6)
    assert sum(worth) == pytest.approx(1)


@pytest.mark.parametrize(("rival", "is_held"), [(10, True), (75, False)])
def test_a_position_within_a_turn_is_worth_the_better_of_holding_and_rolling(
    rival: int, is_held: bool
) -> None:
    def worth(turn_total: int) -> float:
        return PIG.evaluate(row_of(rules().row), position(60, rival, turn_total=turn_total), 0)

    start = win_chances(rolls("optimal"), rolls("optimal"))[0]
    holding, lost = 1 - start[rival, 60 + 25], 1 - start[rival, 60]
    rolling = (lost + sum(worth(25 + face) for face in range(2, 7))) / 6
    assert worth(25) == pytest.approx(max(holding, rolling), abs=2e-5)
    assert (holding > rolling) == is_held
    assert worth(40) == 1


def test_a_position_of_three_is_worth_most_to_the_leader() -> None:
    state = position(20, 70, 50)
    worth = [PIG.evaluate(row_of(rules().row), state, seat) for seat in range(3)]
    assert worth[1] > worth[2] > worth[0] > 0
    assert sum(worth) == pytest.approx(1)
