"""Menu counts: what the loop counts is what one sees who looks at every menu."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from simlab.catalog import find_game
from simlab.engine.menu_counts import DECIDED, FORCED, LONGEST_WAIT, MENU_COUNTS, OFFERED
from simlab.execution.stepper import Case, Stepper, engine_of

DEALS = 3


def counted_by_hand(table: Stepper) -> dict[str, list[int]]:
    """Return the counts of each seat, from a list of all decisions."""
    table.set_up()
    decisions = [(seat, len(menu)) for seat, menu in table.decisions()]
    seats = range(table.players)
    own = [[i for i, (seat, _) in enumerate(decisions) if seat == one] for one in seats]
    sizes = [[n for seat, n in decisions if seat == one] for one in seats]
    gaps = [[b - a - 1 for a, b in itertools.pairwise(each)] for each in own]
    return {
        DECIDED: [len(each) for each in sizes],
        FORCED: [each.count(1) for each in sizes],
        OFFERED: [sum(each) for each in sizes],
        LONGEST_WAIT: [max(each, default=0) for each in gaps],
    }


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("pig", 3),
        ("arriala", 2),
        pytest.param("mare_nostrum", 3, marks=pytest.mark.long),
        ("taxis", 4),
    ],
)
def test_menus_forced_choices_and_waits_are_counted(name: str, players: int) -> None:
    game = find_game(name)
    rules, policy = game.load(), game.policies[1]
    lineup = (policy,) * players
    rows = engine_of(game).play(rules.row, lineup, 1914, 0, DEALS)
    for deal in range(DEALS):
        seen = counted_by_hand(Stepper(Case(game, rules, lineup), deal))
        if game.cooperative:
            counted = {column: int(rows[column][deal]) for column in MENU_COUNTS}
            together = {c: max(n) if c == LONGEST_WAIT else sum(n) for c, n in seen.items()}
            assert counted == together
        else:
            seats = rows["seats"][deal][:players]
            assert {column: seats[column].tolist() for column in MENU_COUNTS} == seen
            assert sum(seen[DECIDED]) == rows["decisions"][deal]


def test_counts_of_empty_seats_are_zero() -> None:
    game = find_game("pig")
    rows = engine_of(game).play(game.load().row, (game.policies[0],) * 2, 1914, 0, 2)
    empty = rows["seats"][:, 2:]
    assert not any(np.any(empty[column]) for column in MENU_COUNTS)
