"""Three games of parts keep the contract: dice to push one's luck, a card market, majorities."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simlab.catalog import find_game
from simlab.check.plain_game import check_lineup, line_ups

HERE = Path(__file__).parent
NAMES = ("hot_dice", "harbour_goods", "islands")


def example(name):
    return find_game(str(HERE / name / f"{name}.py"))


def rows_of(name, players, count=200):
    game = example(name)
    lineup = [game.policies[-1]] * players
    return game.engine().play(game.load().row, lineup, 1914, 0, count)


@pytest.mark.parametrize("name", NAMES)
def test_it_keeps_the_contract(name) -> None:
    game = example(name)
    for scenario in line_ups(game, game.load(), game.policies, [game.players[1]], [], 1):
        assert check_lineup(scenario, 1).problems == []


@pytest.mark.parametrize("name", NAMES)
def test_every_game_ends(name) -> None:
    assert rows_of(name, 3)["finished"].all()


def test_points_of_hot_dice_are_those_that_were_banked() -> None:
    seats = rows_of("hot_dice", 3)["seats"][:, :3]
    assert (seats["points_gained"] == seats["score"]).all()
    assert (seats["chosen_keep"] >= seats["hot"]).all()


def test_coins_of_harbour_goods_are_those_of_the_supply() -> None:
    """A card that is bought for nothing is paid with nothing."""
    seats = rows_of("harbour_goods", 4)["seats"][:, :4]
    start = 3 + np.arange(4)
    assert (seats["coins_paid"] == seats["buys"]).all()
    assert (start + seats["coins_gained"] - seats["coins_paid"] >= 0).all()


def test_each_card_of_islands_places_a_piece() -> None:
    rows = rows_of("islands", 2)
    seats = rows["seats"][:, :2]
    assert (seats["plays"] == seats["islands_placed"]).all()
    assert (seats["islands_points"] == seats["score"]).all()
    assert (rows["deck_reshuffles"] >= 1).all()
