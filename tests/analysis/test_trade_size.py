"""Trades and their sizes, of games in which they are known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simlab.analysis import trade_size
from simlab.analysis.tables import Tables
from tests.support.coverage import assert_coverage, covers
from tests.support.simulated_games import Played, interval_of
from tests.support.written_run import Written, write_run

FACTS = {
    "seats": {"one": "house", "many": "houses", "names": ["Oak", "Elm"]},
    "trades": {
        "title": "Trades",
        "one": "trade",
        "unit": "nuts",
        "column": "offered",
        "moved": "moved",
        "counts": {"trades_of_1": 1, "trades_of_3": 3, "trades_of_9": 9},
    },
}
GAMES = {
    "rounds": [2, 4, 4, 6, 99],
    "trades_of_1": [4, 3, 1, 0, 0],
    "trades_of_3": [0, 1, 3, 4, 0],
    "trades_of_9": [0, 0, 0, 0, 7],
    "finished": [1, 1, 1, 1, 0],
}
CREDITS = [0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def tables_of(tmp_path, games: dict[str, Any], credits: Any, **more: Any) -> Tables:
    written = Written(games, ["greedy"] * 2, seats={"credit": credits}, **more)
    return Tables(write_run(tmp_path / "run", [written], cooperative=False, facts=FACTS))


def test_sizes_are_shares_of_the_trades_of_a_finished_game(tmp_path) -> None:
    tables = tables_of(tmp_path, GAMES, CREDITS)
    size_shares = trade_size.sizes(tables, tables.main).set_index("size")["estimate"]
    assert size_shares.to_dict() == {1: 0.5, 3: 0.5}


def test_games_with_large_trades_are_compared_with_all_others(tmp_path) -> None:
    tables = tables_of(tmp_path, GAMES, CREDITS)
    wins = trade_size.wins(tables, tables.main).set_index("who")
    assert wins["estimate"].to_dict() == {"Oak": 1 - 0.5, "Elm": 0 - 0.5}
    assert (wins["size"] == 1.5).all()
    assert trade_size.lengths(tables, tables.main)["estimate"].tolist() == [5 - 3]


def test_games_whose_trades_are_all_alike_are_not_compared(tmp_path) -> None:
    games = {"rounds": [2, 3], "trades_of_1": [4, 4], "trades_of_3": [1, 1], "trades_of_9": [0, 0]}
    tables = tables_of(tmp_path, games, CREDITS[:4])
    assert trade_size.wins(tables, tables.main).empty
    assert trade_size.lengths(tables, tables.main).empty


def test_what_is_moved_is_what_was_gained_in_rounds_with_a_trade_of_that_size(tmp_path) -> None:
    rounds = {
        "deal": [0, 0, 0, 1, 1],
        "rotation": [0] * 5,
        "rounds": [1, 2, 3, 1, 2],
        "offered": [1, 3, 1, 3, 1],
        "moved": [2, 8, 12, 7, 8],
    }
    games = {name: column[:2] for name, column in GAMES.items()}
    tables = tables_of(tmp_path, games, CREDITS[:4], timeline=rounds)
    amounts = trade_size.amount_by_size(tables, tables.main).set_index("size")["estimate"]
    assert amounts.to_dict() == pytest.approx({1: (2 + 4 + 1) / 3, 3: (6 + 7) / 2})


def test_of_capped_games_alone_nothing_is_known(tmp_path) -> None:
    games = {name: column[-1:] for name, column in GAMES.items()}
    tables = tables_of(tmp_path, games, CREDITS[-2:])
    assert trade_size.sizes(tables, tables.main).empty
    assert trade_size.wins(tables, tables.main).empty
    assert trade_size.lengths(tables, tables.main).empty


def test_differences_are_covered_though_the_games_choose_the_middle(effort: int) -> None:
    rng, wins, lengths = np.random.default_rng(1), [], []
    for _ in range(400 * effort):
        n_large = rng.binomial(5, 0.5, 200)
        is_first = rng.random(200) < np.where(n_large > 2, 0.6, 0.45)
        rounds = rng.poisson(6, 200) + 2.0 * (n_large > 2)
        trades = {"trades_of_1": 5 - n_large, "trades_of_3": n_large, "trades_of_9": 0 * n_large}
        credit = np.stack([is_first, ~is_first], axis=1).astype(float)
        played = Played(FACTS, {"credit": credit}, {"rounds": rounds, **trades})
        asked = (played.scenario,)
        win_rows = trade_size.wins(played, asked)
        if win_rows["size"].iloc[0] == 1 + 2 * 2 / 5:
            wins.append(covers(interval_of(win_rows), np.array([0.15, -0.15])).all())
            lengths.append(covers(interval_of(trade_size.lengths(played, asked)), 2.0).all())
    assert len(wins) > 100
    assert_coverage(wins, 0.94, at_most=0.985)
    assert_coverage(lengths, 0.94, at_most=0.965)
