"""Shares of turns of a habit, whose games differ in length and in how often they show it."""

from __future__ import annotations

import numpy as np

from simlab.analysis.habit import BY_KEY, IDLE, NEVER_CHOSEN, REPEATS, GameHabits, habit_table
from simlab.game.habit_limits import LIMITS

NONE = frozenset[str]()


def game(**counts) -> GameHabits:
    """Return the counts of a game without any habit but those given."""
    nothing = {
        "n_turns": 10,
        "n_open_turns": 10,
        "n_idle_turns": 0,
        "n_to_spend": 0,
        "n_unspent": 0,
        "n_returns": 0,
        "most_repeats": 1,
        "drought": None,
        "drought_share": 0.0,
        "n_wins_in_sight": 0,
        "n_wins_passed": 0,
        "offered": NONE,
        "chosen": NONE,
    }
    return GameHabits(**nothing | counts)


def test_shares_of_turns_are_covered_however_long_games_are() -> None:
    rng = np.random.default_rng(5)
    n_sets, n_games, hits = 400, 40, 0
    for _ in range(n_sets):
        # a game is the longer, the more turns in it are idle, as where players wait for each other
        shares = rng.beta(1, 2, n_games)
        turns = 10 + np.round(40 * shares).astype(int)
        idle = rng.binomial(turns, shares)
        games = [
            game(n_open_turns=int(n), n_idle_turns=int(k)) for n, k in zip(turns, idle, strict=True)
        ]
        row = IDLE.estimate(games)
        hits += row.low <= true_share() <= row.high
    standard_error = np.sqrt(0.95 * 0.05 / n_sets)
    assert hits / n_sets > 0.95 - 5 * standard_error


def true_share() -> float:
    """Return the share of idle turns in very many of these games: E[n s] / E[n]."""
    mean, square = 1 / 3, 1 / 18 + 1 / 9
    return (10 * mean + 40 * square) / (10 + 40 * mean)


def test_a_habit_that_games_cannot_show_has_no_row() -> None:
    table = habit_table("ace", 2, [game()] * 20)
    assert not {"missed wins", "longest stretch without a point"} & {*table["habit"]}


def test_a_habit_is_beyond_its_limit_with_its_whole_interval() -> None:
    few, many = (
        [game(most_repeats=4)] * 2 + [game()] * 8,
        [game(most_repeats=4)] * 20 + [game()] * 80,
    )
    rows = [
        habit_table("ace", 2, games).set_index("habit").loc[REPEATS.name] for games in (few, many)
    ]
    assert [row["estimate"] for row in rows] == [0.2, 0.2]
    assert [bool(row["is_beyond"]) for row in rows] == [False, True]


def test_an_option_counts_as_never_chosen_where_enough_games_offer_it() -> None:
    both, one = frozenset(["draw", "pass"]), frozenset(["pass"])
    often = [game(offered=both, chosen=one)] * 10 + [game(offered=one, chosen=one)] * 20
    seldom = often[1:]
    once = [game(offered=both, chosen=both), *often]
    options = [
        [*table.loc[table["habit"] == NEVER_CHOSEN, "option"]]
        for table in (habit_table("ace", 2, games) for games in (often, seldom, once))
    ]
    assert options == [["draw"], [], []]


def test_a_game_may_have_stricter_limits_or_none() -> None:
    games = [game(n_idle_turns=4)] * 40
    usual, loose, none = (
        habit_table("ace", 2, games, {**LIMITS, **limits}).set_index("habit").loc[IDLE.name]
        for limits in ({}, {"idle": 0.9}, {"idle": None})
    )
    assert (usual["limit"], usual["is_beyond"]) == (0.25, True)
    assert (loose["limit"], loose["is_beyond"]) == (0.9, False)
    assert not none["is_beyond"]


def test_each_habit_has_a_name_to_be_limited_by() -> None:
    assert [*BY_KEY] == [*LIMITS]
