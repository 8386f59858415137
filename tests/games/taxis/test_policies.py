"""What the scripted players of Les Taxis de la Marne do with bonus cards."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.games.taxis.policies import planner
from simlab.policy import Policy
from tests.games.taxis.table import Table, table

COMING = ["fabert 3", "grenelle 2", "orsay 4", "tourville 3", "invalides 2"]
FULL = "blue 1, blue 1, blue 2, red 1, red 2, green 1, green 2, yellow 1, yellow 2"


def answer(of: Policy, at: Table) -> str:
    """Return what a player chooses, in words."""
    memory, noise = np.zeros(max(of.memory, 1), np.int64), np.zeros(4, np.uint64)
    menu = at.codes()
    choice = of.function(at.rules, at.state, 0, menu, of.trait_row(), memory, noise)
    return at.in_words(int(choice))


@pytest.mark.parametrize("players", [1, 2])
def test_a_planner_draws_two_at_sight_even_with_a_full_hand(players: int) -> None:
    at = table(players=players, hands=[f"draw two, {FULL}"], pile="red 1, red 1", coming=COMING)
    assert answer(planner, at) == "play draw two"


def test_a_planner_takes_a_bonus_card_out_of_the_reserve() -> None:
    at = table(players=1, hands=["blue 1, red 1"], reserve="extra action", coming=COMING)
    assert answer(planner, at).startswith("give ")
    at.play(answer(planner, at))
    assert answer(planner, at).startswith("take extra action")


def test_a_planner_gives_no_bonus_card_to_the_reserve_for_a_small_soldier() -> None:
    at = table(players=1, hands=["place officer"], reserve="red 1", coming=COMING)
    assert answer(planner, at) == "end turn"
